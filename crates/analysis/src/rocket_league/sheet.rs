//! The statistics of a match as people read them: a column for each player and each team. A row is declared here, and nowhere else.

use super::{
    Events, FiftyFifty, Mechanic, MechanicKind, Mistake, MistakeKind, Player, PlayerStats, Report,
    Team,
};
use crate::sheet::{Block, Cell, Sheet, SheetColumn, SheetRow, Statistic, Term, seconds};
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE};
use ghostreel_formats::timeline::PlayerIndex;

/// Whom a column is of.
struct StatColumn<'r> {
    events: &'r Events,
    team: &'r Team,
    /// The game's number for the team.
    number: usize,
    /// `None` for the team itself.
    player: Option<&'r Player>,
}

type Row = Statistic<fn(&StatColumn<'_>) -> Option<Cell>>;

/// A member that players and teams have under the same name: `sum!(who.core.goals)`.
macro_rules! sum {
    ($who:ident.$group:ident.$member:ident) => {
        match $who.player {
            Some(player) => player.stats.$group.$member,
            None => $who.team.stats.$group.$member,
        }
    };
}

const fn row(label: &'static str, of: fn(&StatColumn<'_>) -> Option<Cell>) -> Row {
    Statistic::new(label, of)
}

const SCOREBOARD: &[Row] = &[
    row("Score", |who| Some(Cell::count(sum!(who.core.score)))).high(),
    row("Goals", |who| Some(Cell::count(sum!(who.core.goals)))).high(),
    row("Assists", |who| Some(Cell::count(sum!(who.core.assists)))).high(),
    row("Saves", |who| Some(Cell::count(sum!(who.core.saves)))).high(),
    row("Shots", |who| Some(Cell::count(sum!(who.core.shots)))).high(),
    row("Shots that went in", |who| {
        let percent = sum!(who.core.shooting_percentage);
        (sum!(who.core.shots) > 0).then(|| Cell::percent(percent))
    })
    .part(),
    row("Demolitions", |who| Some(Cell::count(sum!(who.demo.inflicted)))).high(),
    row("Demolished", |who| Some(Cell::count(sum!(who.demo.taken)))).part().low(),
    row("Goals against as the last", |who| {
        who.own(|stats| Cell::count(stats.positioning.goals_against_while_last_defender))
    })
    .low(),
];

const BALL: &[Row] = &[
    row("Possession", |who| {
        who.player.is_none().then(|| Cell::seconds(who.team.stats.ball.possession_time))
    })
    .high(),
    row("Ball in the own half", |who| {
        who.player.is_none().then(|| Cell::seconds(who.team.stats.ball.time_in_side))
    })
    .low(),
    row("Touches", |who| who.count(&who.events.touches, |touch| Some(touch.player))).high(),
    row("Aerial", |who| {
        who.count(&who.events.touches, |touch| touch.is_aerial.then_some(touch.player))
    })
    .part()
    .high(),
    row("Passes", |who| who.count_any(&who.events.passes, |pass| Some(pass.player))).high(),
    row("Dribbles", |who| {
        who.count_any(&who.events.dribbles, |dribble| Some(dribble.action.player))
    })
    .high(),
    row("Flips", |who| who.count(&who.events.flips, |flip| Some(flip.player))),
    row("50-50s", |who| {
        who.count(&who.events.fifty_fifties, |contest| Some(who.contestant(contest)))
    }),
    row("Won", |who| {
        let own = if who.number == 0 { BLUE } else { ORANGE };
        let won = |contest: &FiftyFifty| contest.winner == Some(own);
        who.count(&who.events.fifty_fifties, |c| won(c).then_some(who.contestant(c)))
    })
    .part()
    .high(),
    row("First at kick-offs", |who| who.count(&who.events.kickoffs, |kickoff| kickoff.first))
        .high(),
    row("Items used", |who| who.count_any(&who.events.items, |item| Some(item.action.player))),
    row("Double commits", |who| who.mistakes(MistakeKind::DoubleCommit)).low(),
    row("Last man out", |who| who.mistakes(MistakeKind::LastManOut)).low(),
    row("Panels damaged", |who| who.count_any(&who.events.panels, |panel| panel.player)).high(),
];

const MECHANICS: &[Row] = &[
    row("Flip resets", |who| who.mechanics(MechanicKind::FlipReset)).high(),
    row("Double taps", |who| who.mechanics(MechanicKind::DoubleTap)).high(),
    row("Air dribbles", |who| who.mechanics(MechanicKind::AirDribble)).high(),
    row("Ceiling shots", |who| who.mechanics(MechanicKind::CeilingShot)).high(),
    row("Wall aerials", |who| who.mechanics(MechanicKind::WallAerial)).high(),
    row("Redirects", |who| who.mechanics(MechanicKind::Redirect)).high(),
    row("Flicks", |who| who.mechanics(MechanicKind::Flick)).high(),
    row("Musty flicks", |who| who.mechanics(MechanicKind::MustyFlick)).high(),
    row("Speed flips", |who| who.mechanics(MechanicKind::SpeedFlip)).high(),
    row("Half flips", |who| who.mechanics(MechanicKind::HalfFlip)).high(),
    row("Wave dashes", |who| who.mechanics(MechanicKind::WaveDash)).high(),
];

const BOOST: &[Row] = &[
    row("Used per minute", |who| Some(Cell::count(sum!(who.boost.bpm)))),
    row("Collected per minute", |who| Some(Cell::count(sum!(who.boost.bcpm)))),
    row("Mean amount", |who| match who.player {
        Some(player) => Some(Cell::count(player.stats.boost.avg_amount)),
        // It is the sum over a team's players.
        None => {
            let players = u32::try_from(who.team.players.len().max(1)).unwrap_or(u32::MAX);
            Some(Cell::count(who.team.stats.boost.avg_amount / f64::from(players)))
        }
    }),
    row("Collected", |who| Some(Cell::count(sum!(who.boost.amount_collected)))),
    row("Stolen", |who| Some(Cell::count(sum!(who.boost.amount_stolen)))).part().high(),
    row("Big pads", |who| {
        let stolen = sum!(who.boost.count_stolen_big);
        Some(Cell::count(sum!(who.boost.count_collected_big)).beside(format!("{stolen} stolen")))
    }),
    row("Small pads", |who| {
        let stolen = sum!(who.boost.count_stolen_small);
        Some(Cell::count(sum!(who.boost.count_collected_small)).beside(format!("{stolen} stolen")))
    }),
    row("Wasted at pads", |who| Some(Cell::count(sum!(who.boost.amount_overfill)))).low(),
    row("Used while supersonic", |who| {
        Some(Cell::count(sum!(who.boost.amount_used_while_supersonic)))
    })
    .low(),
    row("Empty", |who| Some(Cell::seconds(sum!(who.boost.time_zero_boost)))).low(),
    row("Long without any", |who| who.mistakes(MistakeKind::BoostStarvation)).low(),
    row("Full", |who| Some(Cell::seconds(sum!(who.boost.time_full_boost)))),
    row("Tank 0 to 25", |who| timed(sum!(who.boost.time_boost_0_25), &tank(who))),
    row("25 to 50", |who| timed(sum!(who.boost.time_boost_25_50), &tank(who))).part(),
    row("50 to 75", |who| timed(sum!(who.boost.time_boost_50_75), &tank(who))).part(),
    row("75 to 100", |who| timed(sum!(who.boost.time_boost_75_100), &tank(who))).part(),
];

const MOVEMENT: &[Row] = &[
    row("Mean speed, uu/s", |who| who.own(|stats| Cell::count(stats.movement.avg_speed))).high(),
    row("Distance, 1,000 uu", |who| {
        Some(Cell::count(f64::from(sum!(who.movement.total_distance)) / 1000.0))
    }),
    row("Slow", |who| timed(sum!(who.movement.time_slow_speed), &speeds(who))),
    row("At boost speed", |who| timed(sum!(who.movement.time_boost_speed), &speeds(who))),
    row("Supersonic", |who| timed(sum!(who.movement.time_supersonic_speed), &speeds(who))),
    row("On the ground", |who| timed(sum!(who.movement.time_ground), &heights(who))),
    row("Low in the air", |who| timed(sum!(who.movement.time_low_air), &heights(who))),
    row("High in the air", |who| timed(sum!(who.movement.time_high_air), &heights(who))),
    row("Powerslides", |who| {
        let time = seconds(sum!(who.movement.time_powerslide));
        Some(Cell::count(sum!(who.movement.count_powerslide)).beside(time))
    }),
];

const POSITION: &[Row] = &[
    row("Own third", |who| timed(sum!(who.positioning.time_defensive_third), &thirds(who))),
    row("Middle third", |who| timed(sum!(who.positioning.time_neutral_third), &thirds(who))),
    row("Other third", |who| timed(sum!(who.positioning.time_offensive_third), &thirds(who))),
    row("Own half", |who| {
        let own = sum!(who.positioning.time_defensive_half);
        timed(own, &[own, sum!(who.positioning.time_offensive_half)])
    }),
    row("Behind the ball", |who| {
        let behind = sum!(who.positioning.time_behind_ball);
        timed(behind, &[behind, sum!(who.positioning.time_infront_ball)])
    }),
    row("Last of the team", |who| {
        who.with_mates(|stats| Cell::percent(stats.positioning.percent_most_back))
    }),
    row("First of the team", |who| {
        who.with_mates(|stats| Cell::percent(stats.positioning.percent_most_forward))
    }),
    row("Nearest to the ball", |who| {
        who.with_mates(|stats| Cell::percent(stats.positioning.percent_closest_to_ball))
    }),
    row("Farthest from it", |who| {
        who.with_mates(|stats| Cell::percent(stats.positioning.percent_farthest_from_ball))
    }),
    row("To the ball, uu", |who| {
        who.own(|stats| Cell::count(stats.positioning.avg_distance_to_ball))
    }),
    row("In possession", |who| {
        who.own(|stats| Cell::count(stats.positioning.avg_distance_to_ball_possession))
    })
    .part(),
    row("Not in possession", |who| {
        who.own(|stats| Cell::count(stats.positioning.avg_distance_to_ball_no_possession))
    })
    .part(),
    row("To team mates, uu", |who| {
        who.with_mates(|stats| Cell::count(stats.positioning.avg_distance_to_mates))
    }),
];

const SETTINGS: &[Row] = &[
    row("Car", |who| who.player?.car_name.map(Cell::text)),
    row("Field of view, °", |who| setting(who.player?.camera.fov, 0)),
    row("Camera’s distance", |who| setting(who.player?.camera.distance, 0)),
    row("Height", |who| setting(who.player?.camera.height, 0)),
    row("Angle, °", |who| setting(who.player?.camera.pitch, 0)),
    row("Stiffness", |who| setting(who.player?.camera.stiffness, 2)),
    row("Swivel speed", |who| setting(who.player?.camera.swivel_speed, 1)),
    row("Transition speed", |who| setting(who.player?.camera.transition_speed, 1)),
    row("Steering sensitivity", |who| setting(who.player?.steering_sensitivity, 2)),
];

const BLOCKS: [(&str, &[Row]); 7] = [
    ("Scoreboard", SCOREBOARD),
    ("Ball", BALL),
    ("Mechanics", MECHANICS),
    ("Boost", BOOST),
    ("Movement", MOVEMENT),
    ("Position", POSITION),
    ("Settings", SETTINGS),
];

const TERMS: &[Term] = &[
    Term {
        term: "Boost",
        meaning: "Amounts are in percent of a full tank. A small pad gives 12, a big one fills it up.",
    },
    Term { term: "Stolen", meaning: "Taken in the half of the other team." },
    Term { term: "Wasted at pads", meaning: "Boost that did not fit into the tank any more." },
    Term {
        term: "Supersonic",
        meaning: "2,200 uu/s and more; at boost speed from 1,410 on. 1 uu is about a centimetre.",
    },
    Term { term: "High in the air", meaning: "Above 840 uu; on the ground up to 20." },
    Term {
        term: "Possession",
        meaning: "From a team’s hit to the other team’s next one; what ends in a goal does not count.",
    },
    Term {
        term: "Last of the team",
        meaning: "Time nearer to the own goal than all team mates; first likewise.",
    },
    Term {
        term: "Aerial",
        meaning: "A touch with the ball at 400 uu or more, and the car well off the ground.",
    },
    Term {
        term: "Passes",
        meaning: "Touches of two team mates in a row, at most 3.5 s and at least 500 uu apart.",
    },
    Term {
        term: "50-50s",
        meaning: "Players of both teams touch the ball within a fifth of a second; it is won if the ball goes their way.",
    },
    Term {
        term: "Flip resets",
        meaning: "The wheels touch the ball in the air, and the car dodges with a flip that it had not left.",
    },
    Term {
        term: "Double taps",
        meaning: "The ball comes back from the other team’s back wall, and the same player hits it again in the air.",
    },
    Term { term: "Air dribbles", meaning: "Three touches or more by one player in one flight." },
    Term {
        term: "Speed flips",
        meaning: "A diagonal dodge forward right after a jump, cancelled so that the nose stays ahead.",
    },
    Term {
        term: "Double commits",
        meaning: "Going fast for a ball, at most 450 uu away, that a team mate touches.",
    },
    Term {
        term: "Last man out",
        meaning: "The last player behind the ball gets in front of it while it goes to the own goal.",
    },
    Term {
        term: "Long without any",
        meaning: "Ten seconds or more with less than a small pad gives.",
    },
    Term { term: "Dribbles", meaning: "The ball is carried on the car for a second or more." },
];

/// A time, and its share of several that include it.
fn timed(part: f64, all: &[f64]) -> Option<Cell> {
    Some(Cell::share(part, all.iter().sum())?.beside(seconds(part)))
}

fn setting(value: f32, digits: usize) -> Option<Cell> {
    Some(Cell { value: None, ..Cell::number(value.into(), digits) })
}

fn tank(who: &StatColumn<'_>) -> [f64; 4] {
    [
        sum!(who.boost.time_boost_0_25),
        sum!(who.boost.time_boost_25_50),
        sum!(who.boost.time_boost_50_75),
        sum!(who.boost.time_boost_75_100),
    ]
}

fn speeds(who: &StatColumn<'_>) -> [f64; 3] {
    [
        sum!(who.movement.time_slow_speed),
        sum!(who.movement.time_boost_speed),
        sum!(who.movement.time_supersonic_speed),
    ]
}

fn heights(who: &StatColumn<'_>) -> [f64; 3] {
    [
        sum!(who.movement.time_ground),
        sum!(who.movement.time_low_air),
        sum!(who.movement.time_high_air),
    ]
}

fn thirds(who: &StatColumn<'_>) -> [f64; 3] {
    [
        sum!(who.positioning.time_defensive_third),
        sum!(who.positioning.time_neutral_third),
        sum!(who.positioning.time_offensive_third),
    ]
}

impl StatColumn<'_> {
    /// A value that teams do not have.
    fn own(&self, cell: fn(&PlayerStats) -> Cell) -> Option<Cell> {
        self.player.map(|player| cell(&player.stats))
    }

    /// A value that teams and players without mates do not have.
    fn with_mates(&self, cell: fn(&PlayerStats) -> Cell) -> Option<Cell> {
        if self.team.players.len() > 1 { self.own(cell) } else { None }
    }

    fn has(&self, player: PlayerIndex) -> bool {
        match self.player {
            Some(own) => own.index == player,
            None => self.team.players.iter().any(|own| own.index == player),
        }
    }

    /// How many of these are of the player, or of a player of the team.
    fn count<E>(&self, events: &[E], of: impl Fn(&E) -> Option<PlayerIndex>) -> Option<Cell> {
        let own = events.iter().filter(|event| of(event).is_some_and(|player| self.has(player)));
        Some(Cell::count(u32::try_from(own.count()).unwrap_or(u32::MAX)))
    }

    /// The same; `None` where no player has any.
    fn count_any<E>(&self, events: &[E], of: impl Fn(&E) -> Option<PlayerIndex>) -> Option<Cell> {
        if events.is_empty() { None } else { self.count(events, of) }
    }

    /// How many mechanics of a kind; `None` where no player has any.
    fn mechanics(&self, kind: MechanicKind) -> Option<Cell> {
        let all = &self.events.mechanics;
        let is_shown = all.iter().any(|mechanic| mechanic.kind == kind);
        let own = |mechanic: &Mechanic| (mechanic.kind == kind).then_some(mechanic.action.player);
        is_shown.then(|| self.count(all, own))?
    }

    /// How many mistakes of a kind; `None` where no player makes any.
    fn mistakes(&self, kind: MistakeKind) -> Option<Cell> {
        let all = &self.events.mistakes;
        let is_shown = all.iter().any(|mistake| mistake.kind == kind);
        let own = |mistake: &Mistake| (mistake.kind == kind).then_some(mistake.action.player);
        is_shown.then(|| self.count(all, own))?
    }

    /// The player of the own team in a 50-50.
    fn contestant(&self, contest: &FiftyFifty) -> PlayerIndex {
        if self.number == 0 { contest.blue } else { contest.orange }
    }
}

impl Report {
    /// As people read it: the players of blue, blue, the players of orange, orange.
    pub fn sheet(&self) -> Sheet {
        let mut all = Vec::new();
        let mut columns = Vec::new();
        for (number, team) in [&self.blue, &self.orange].into_iter().enumerate() {
            if team.players.is_empty() {
                continue;
            }
            let events = &self.events;
            let players =
                team.players.iter().map(|player| (SheetColumn::Player(player.index), Some(player)));
            for (column, player) in players.chain([(SheetColumn::Team(number), None)]) {
                columns.push(column);
                all.push(StatColumn { events, team, number, player });
            }
        }
        let rows = |rows: &[Row]| -> Vec<SheetRow> {
            rows.iter().map(|row| row.row(all.iter().map(row.of))).collect()
        };
        let blocks = BLOCKS.map(|(title, list)| Block::new(title, rows(list)));
        Sheet { columns, blocks: blocks.into(), terms: TERMS, ..Sheet::default() }
    }
}
