//! The statistics of a match as people read them: a column for each player and each team. The row of a member is declared where the member
//! is; here are the order of rows, and those that are counted from events.

use super::core::TeamCore;
use super::{
    Boost, Core, Demo, Events, FiftyFifty, Mechanic, MechanicKind, Mistake, MistakeKind, Movement,
    Player, Positioning, Report, Team, TeamBall, TeamBoost, TeamMovement, TeamPositioning,
};
use crate::sheet::{Block, Cell, Sheet, SheetColumn, Statistic, Term};
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE};
use ghostreel_formats::timeline::PlayerIndex;

/// The subject of a column.
struct StatColumn<'r> {
    events: &'r Events,
    team: &'r Team,
    /// The game's number for the team.
    number: usize,
    /// `None` for the team itself.
    player: Option<&'r Player>,
}

type CellOfColumn = fn(&StatColumn<'_>) -> Option<Cell>;
type Row = Statistic<CellOfColumn>;

const fn row(label: &'static str, of: CellOfColumn) -> Row {
    Statistic::new(label, of)
}

/// A statistic that players and teams have under the same name: `both!(core.GOALS)`.
macro_rules! both {
    (core.$statistic:ident) => { both!(core: Core, TeamCore, $statistic) };
    (demo.$statistic:ident) => { both!(demo: Demo, Demo, $statistic) };
    (boost.$statistic:ident) => { both!(boost: Boost, TeamBoost, $statistic) };
    (movement.$statistic:ident) => { both!(movement: Movement, TeamMovement, $statistic) };
    (positioning.$statistic:ident) => { both!(positioning: Positioning, TeamPositioning, $statistic) };
    ($group:ident: $player:ident, $team:ident, $statistic:ident) => {
        $player::$statistic.by((|who: &StatColumn<'_>| match who.player {
            Some(player) => ($player::$statistic.of)(&player.stats.$group),
            None => ($team::$statistic.of)(&who.team.stats.$group),
        }) as CellOfColumn)
    };
}

/// A statistic that only teams have.
macro_rules! team {
    ($statistic:ident) => {
        TeamBall::$statistic.by((|who: &StatColumn<'_>| match who.player {
            Some(_) => None,
            None => (TeamBall::$statistic.of)(&who.team.stats.ball),
        }) as CellOfColumn)
    };
}

/// A statistic of place that teams do not have.
macro_rules! own {
    ($statistic:ident) => {
        Positioning::$statistic
            .by((|who: &StatColumn<'_>| (Positioning::$statistic.of)(who.own_place()?))
                as CellOfColumn)
    };
}

/// A statistic of place that teams and players without mates do not have.
macro_rules! with_mates {
    ($statistic:ident) => {
        Positioning::$statistic
            .by((|who: &StatColumn<'_>| (Positioning::$statistic.of)(who.place_among_mates()?))
                as CellOfColumn)
    };
}

const SCOREBOARD: &[Row] = &[
    both!(core.SCORE),
    both!(core.GOALS),
    both!(core.ASSISTS),
    both!(core.SAVES),
    both!(core.SHOTS),
    both!(core.SHOTS_THAT_WENT_IN),
    both!(demo.DEMOLITIONS),
    both!(demo.DEMOLISHED),
    own!(GOALS_AGAINST_AS_THE_LAST),
];

const BALL: &[Row] = &[
    team!(POSSESSION),
    team!(IN_THE_OWN_HALF),
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

const BOOST: &[Row] = &[
    both!(boost.USED_PER_MINUTE),
    both!(boost.COLLECTED_PER_MINUTE),
    TeamBoost::MEAN_AMOUNT.by((|who: &StatColumn<'_>| match who.player {
        Some(player) => (Boost::MEAN_AMOUNT.of)(&player.stats.boost),
        // It is the sum over a team's players.
        None => {
            let players = u32::try_from(who.team.players.len().max(1)).unwrap_or(u32::MAX);
            Some(Cell::count(who.team.stats.boost.avg_amount / f64::from(players)))
        }
    }) as CellOfColumn),
    both!(boost.COLLECTED),
    both!(boost.STOLEN),
    both!(boost.BIG_PADS),
    both!(boost.SMALL_PADS),
    both!(boost.WASTED),
    both!(boost.USED_WHILE_SUPERSONIC),
    both!(boost.EMPTY),
    row("Long without any", |who| who.mistakes(MistakeKind::BoostStarvation)).low(),
    both!(boost.FULL),
    both!(boost.TANK_0_25),
    both!(boost.TANK_25_50),
    both!(boost.TANK_50_75),
    both!(boost.TANK_75_100),
];

const MOVEMENT: &[Row] = &[
    Movement::MEAN_SPEED
        .by((|who: &StatColumn<'_>| (Movement::MEAN_SPEED.of)(&who.player?.stats.movement))
            as CellOfColumn),
    both!(movement.DISTANCE),
    both!(movement.SLOW),
    both!(movement.AT_BOOST_SPEED),
    both!(movement.SUPERSONIC),
    both!(movement.ON_THE_GROUND),
    both!(movement.LOW_IN_THE_AIR),
    both!(movement.HIGH_IN_THE_AIR),
    both!(movement.POWERSLIDES),
];

const POSITION: &[Row] = &[
    both!(positioning.OWN_THIRD),
    both!(positioning.MIDDLE_THIRD),
    both!(positioning.OTHER_THIRD),
    both!(positioning.OWN_HALF),
    both!(positioning.BEHIND_THE_BALL),
    with_mates!(LAST_OF_THE_TEAM),
    with_mates!(FIRST_OF_THE_TEAM),
    with_mates!(NEAREST_TO_THE_BALL),
    with_mates!(FARTHEST_FROM_IT),
    own!(TO_THE_BALL),
    own!(IN_POSSESSION),
    own!(NOT_IN_POSSESSION),
    with_mates!(TO_TEAM_MATES),
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

fn setting(value: f32, digits: usize) -> Option<Cell> {
    Some(Cell { value: None, ..Cell::number(value.into(), digits) })
}

impl StatColumn<'_> {
    /// The player's place; `None` of teams.
    fn own_place(&self) -> Option<&Positioning> {
        self.player.map(|player| &player.stats.positioning)
    }

    /// The same; `None` of players without mates, too.
    fn place_among_mates(&self) -> Option<&Positioning> {
        self.own_place().filter(|_| self.team.players.len() > 1)
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
        let block = |title, list: &[Row]| {
            Block::new(title, list.iter().map(|row| row.row(all.iter().map(row.of))))
        };
        let mechanics = MechanicKind::ALL.map(|kind| {
            let row = Statistic::new(kind.moment().list, ()).high();
            row.row(all.iter().map(|who| who.mechanics(kind)))
        });
        let blocks = vec![
            block("Scoreboard", SCOREBOARD),
            block("Ball", BALL),
            Block::new("Mechanics", mechanics),
            block("Boost", BOOST),
            block("Movement", MOVEMENT),
            block("Position", POSITION),
            block("Settings", SETTINGS),
        ];
        Sheet { columns, blocks, terms: TERMS, ..Sheet::default() }
    }
}
