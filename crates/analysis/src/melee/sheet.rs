//! The statistics of a game as people read them: a column for each player, then one for each team where more than
//! two play in teams. A row is declared here, and nowhere else.

use std::borrow::Cow;

use ghostreel_formats::timeline::PlayerIndex;

use super::{
    ActionCounts, Death, Direction, Landing, OpeningType, Overall, PlayerDetails, Ratio,
    RecoveryOutcome, Report, Team, TechTotals, Versus, on_screen,
};
use crate::order::sorted;
use crate::sheet::{Block, Cell, Sheet, SheetColumn, SheetRow, Statistic, Term, capitalized};

/// Whom a column is of.
#[derive(Clone, Copy)]
enum StatColumn<'r> {
    /// By the port, 0 to 3.
    Player(&'r Report, u8),
    Team(&'r Team),
}

type Row = Statistic<fn(StatColumn<'_>) -> Option<Cell>>;

const fn row(label: &'static str, of: fn(StatColumn<'_>) -> Option<Cell>) -> Row {
    Statistic::new(label, of)
}

const OVERALL: &[Row] = &[
    row("Kills", |who| match who {
        StatColumn::Team(team) => Some(Cell::count(team.kill_count)),
        StatColumn::Player(..) => Some(Cell::count(who.overall()?.kill_count)),
    })
    .high(),
    row("Stocks lost", |who| match who {
        StatColumn::Team(team) => Some(Cell::count(team.stocks_lost)),
        StatColumn::Player(report, player) => {
            Some(tally(report.details.deaths.iter().filter(|d| d.player_index == player)))
        }
    })
    .low(),
    row("Self-destructs", |who| {
        let StatColumn::Player(report, player) = who else { return None };
        let alone = report.details.deaths.iter().filter(|death| death.killed_by.is_none());
        alone.clone().next()?;
        Some(tally(alone.filter(|death| death.player_index == player)))
    })
    .part(),
    row("Damage", |who| {
        let damage = match who {
            StatColumn::Team(team) => team.total_damage,
            StatColumn::Player(..) => who.overall()?.total_damage,
        };
        Some(Cell::number(damage, 1))
    })
    .high(),
    row("Openings", |who| match who {
        StatColumn::Team(team) => Some(Cell::count(team.conversion_count)),
        StatColumn::Player(..) => Some(Cell::count(who.overall()?.conversion_count)),
    }),
    row("Openings per kill", |who| match who {
        StatColumn::Team(team) => mean(team.openings_per_kill),
        StatColumn::Player(..) => mean(who.overall()?.openings_per_kill.ratio),
    })
    .low(),
    row("From neutral wins", |who| who.openings_per_kill(OpeningType::NeutralWin)).part(),
    row("From counter hits", |who| who.openings_per_kill(OpeningType::CounterAttack)).part(),
    row("From trades", |who| who.openings_per_kill(OpeningType::Trade)).part(),
    row("Damage per opening", |who| match who {
        StatColumn::Team(team) => mean(team.damage_per_opening),
        StatColumn::Player(..) => mean(who.overall()?.damage_per_opening.ratio),
    })
    .high(),
    row("Conversions", |who| ratio(&who.overall()?.successful_conversions)).high(),
    row("Neutral wins", |who| ratio(&who.overall()?.neutral_win_ratio)).high(),
    row("Counter hits", |who| ratio(&who.overall()?.counter_hit_ratio)).high(),
    row("Beneficial trades", |who| ratio(&who.overall()?.beneficial_trade_ratio)).high(),
    row("Inputs per minute", |who| mean(who.overall()?.inputs_per_minute.ratio)),
    row("Digital", |who| mean(who.overall()?.digital_inputs_per_minute.ratio)).part(),
];

const POSITION: &[Row] = &[
    row("Stage control", |who| {
        let control = who.details()?.stage_control?;
        Cell::share(control.control_frames.into(), control.frames.into())
    })
    .high(),
    row("Off the stage", |who| {
        let control = who.details()?.stage_control?;
        Cell::share(control.off_stage_frames.into(), control.frames.into())
    }),
    row("On a ledge", |who| {
        let control = who.details()?.stage_control?;
        Cell::share(control.ledge_frames.into(), control.frames.into())
    }),
    row("Recoveries", |who| {
        let details = who.details()?;
        out_of(details.recovery_success_count, details.recovery_count)
    })
    .high(),
    row("To the ledge", |who| who.recovered(RecoveryOutcome::Ledge)).part(),
    row("To the stage", |who| who.recovered(RecoveryOutcome::Stage)).part(),
    row("Edgeguards", |who| {
        let details = who.details()?;
        out_of(details.edgeguard_success_count, details.edgeguard_count)
    })
    .high(),
];

const L_CANCELS: &[Row] = &[
    row("All", |who| {
        let count = &who.actions()?.l_cancel_count;
        done(count.success, count.fail)
    })
    .high(),
    row("Nair", |who| landed(who.details()?.landings.nair)).part(),
    row("Fair", |who| landed(who.details()?.landings.fair)).part(),
    row("Bair", |who| landed(who.details()?.landings.bair)).part(),
    row("Uair", |who| landed(who.details()?.landings.uair)).part(),
    row("Dair", |who| landed(who.details()?.landings.dair)).part(),
];

const TECHS: &[Row] = &[
    row("On the ground", |who| {
        let techs = &who.actions()?.ground_tech_count;
        done(sum([techs.neutral, techs.r#in, techs.away]), techs.fail)
    })
    .high(),
    row("In place", |who| techs(who.details()?.techs.in_place)).part(),
    row("Towards", |who| techs(who.details()?.techs.towards)).part(),
    row("Away", |who| techs(who.details()?.techs.away)).part(),
    row("Missed", |who| techs(who.details()?.techs.missed)).part(),
    row("Wall", |who| techs(who.details()?.techs.wall)).part(),
    row("Wall jump", |who| techs(who.details()?.techs.wall_jump)).part(),
    row("Ceiling", |who| techs(who.details()?.techs.ceiling)).part(),
    row("Missed wall", |who| techs(who.details()?.techs.missed_wall)).part(),
    row("Get up", |who| techs(who.details()?.techs.get_up)).part(),
    row("Get-up attack", |who| techs(who.details()?.techs.get_up_attack)).part(),
    row("Roll towards", |who| techs(who.details()?.techs.roll_towards)).part(),
    row("Roll away", |who| techs(who.details()?.techs.roll_away)).part(),
];

const ATTACKS: &[Row] = &[
    row("Jabs", |who| {
        who.times(|ActionCounts { attack_count: a, .. }| sum([a.jab1, a.jab2, a.jab3, a.jabm]))
    }),
    row("Dash attacks", |who| who.times(|counts| counts.attack_count.dash)),
    row("Tilts", |who| {
        who.times(|ActionCounts { attack_count: a, .. }| sum([a.ftilt, a.utilt, a.dtilt]))
    }),
    row("Smashes", |who| {
        who.times(|ActionCounts { attack_count: a, .. }| sum([a.fsmash, a.usmash, a.dsmash]))
    }),
    row("Aerials", |who| {
        who.times(|ActionCounts { attack_count: a, .. }| {
            sum([a.nair, a.fair, a.bair, a.uair, a.dair])
        })
    }),
    row("Grabs", |who| {
        let grabs = &who.actions()?.grab_count;
        done(grabs.success, grabs.fail)
    }),
    row("Throws forward", |who| who.times(|a| a.throw_count.forward)).part(),
    row("Throws back", |who| who.times(|a| a.throw_count.back)).part(),
    row("Throws up", |who| who.times(|a| a.throw_count.up)).part(),
    row("Throws down", |who| who.times(|a| a.throw_count.down)).part(),
];

const MOVEMENT: &[Row] = &[
    row("Wavedashes", |who| who.times(|a| a.wavedash_count)),
    row("Wavelands", |who| who.times(|a| a.waveland_count)),
    row("Dash dances", |who| who.times(|a| a.dash_dance_count)),
    row("Edge cancels", |who| who.times(|a| a.edge_cancel_count.success)),
    row("Rolls", |who| who.times(|a| a.roll_count)),
    row("Spot dodges", |who| who.times(|a| a.spot_dodge_count)),
    row("Air dodges", |who| who.times(|a| a.air_dodge_count)),
    row("Ledge grabs", |who| who.times(|a| a.ledgegrab_count)),
    row("Taunts", |who| who.times(|a| a.taunt_count)),
];

const TERMS: &[Term] = &[
    Term {
        term: "Openings",
        meaning: "A first hit or grab, and all that follows until the victim is back in control.",
    },
    Term { term: "Conversions", meaning: "Openings that led to more than one move." },
    Term { term: "Neutral wins", meaning: "Openings while nobody was being punished." },
    Term { term: "Counter hits", meaning: "Openings by a player who was just being punished." },
    Term {
        term: "Beneficial trades",
        meaning: "Both hit at once, and this player got more out of it.",
    },
    Term { term: "Combo", meaning: "Moves that the victim had no way out of." },
    Term {
        term: "Inputs per minute",
        meaning: "Buttons, sticks and triggers; digital are the buttons alone.",
    },
    Term {
        term: "Stage control",
        meaning: "Time nearer to the middle of the stage, of all time that both were in play.",
    },
    Term {
        term: "Edgeguards",
        meaning: "Recoveries of an opponent that began with this player’s hit; they succeed if the stock is lost.",
    },
];

/// How many there are.
fn tally<T>(list: impl Iterator<Item = T>) -> Cell {
    Cell::count(u32::try_from(list.count()).unwrap_or(u32::MAX))
}

fn mean(ratio: Option<f64>) -> Option<Cell> {
    ratio.map(|ratio| Cell::number(ratio, 1))
}

fn ratio(ratio: &Ratio) -> Option<Cell> {
    Some(Cell::share(ratio.count, ratio.total)?.beside(format!("{}/{}", ratio.count, ratio.total)))
}

fn out_of(part: u32, all: u32) -> Option<Cell> {
    Some(Cell::share(part.into(), all.into())?.beside(format!("{part}/{all}")))
}

/// Damage, in the game's percent.
fn dealt(damage: f64, digits: usize) -> Cell {
    let cell = Cell::number(damage, digits);
    Cell { text: cell.text + "%", ..cell }
}

/// Counts put together.
fn sum<const N: usize>(counts: [u32; N]) -> u32 {
    counts.into_iter().fold(0, u32::saturating_add)
}

fn landed(Landing { success, fail, .. }: Landing) -> Option<Cell> {
    done(success, fail)
}

/// Of those done and those missed.
fn done(done: u32, missed: u32) -> Option<Cell> {
    out_of(done, done.saturating_add(missed))
}

fn techs(TechTotals { count, punished }: TechTotals) -> Option<Cell> {
    match (count, punished) {
        (0, _) => None,
        (_, 0) => Some(Cell::count(count)),
        _ => Some(Cell::count(count).beside(format!("{punished} punished"))),
    }
}

impl<'r> StatColumn<'r> {
    fn overall(self) -> Option<&'r Overall> {
        let Self::Player(report, player) = self else { return None };
        report.stats.overall.iter().find(|overall| overall.player_index == player)
    }

    fn actions(self) -> Option<&'r ActionCounts> {
        let Self::Player(report, player) = self else { return None };
        report.stats.action_counts.iter().find(|counts| counts.player_index == player)
    }

    fn details(self) -> Option<&'r PlayerDetails> {
        let Self::Player(report, player) = self else { return None };
        report.details.players.iter().find(|details| details.player_index == player)
    }

    fn openings_per_kill(self, kind: OpeningType) -> Option<Cell> {
        let mut openings = self.details()?.openings.iter();
        mean(openings.find(|totals| totals.opening_type == kind)?.openings_per_kill)
    }

    /// How many recoveries ended so; `None` without any.
    fn recovered(self, outcome: RecoveryOutcome) -> Option<Cell> {
        let Self::Player(report, player) = self else { return None };
        let own = report.details.recoveries.iter().filter(|own| own.player_index == player);
        own.clone().next()?;
        Some(tally(own.filter(|recovery| recovery.outcome == outcome)))
    }

    /// A count; `None` where no player has any.
    fn times(self, count: fn(&ActionCounts) -> u32) -> Option<Cell> {
        let Self::Player(report, _) = self else { return None };
        let has_any = report.stats.action_counts.iter().any(|counts| count(counts) > 0);
        if has_any { self.actions().map(|counts| Cell::count(count(counts))) } else { None }
    }

    fn versus(self, opponent: u8) -> Option<&'r Versus> {
        self.details()?.versus.iter().find(|versus| versus.opponent_index == opponent)
    }

    /// The deaths that this player killed with; nothing of teams.
    fn kills(self) -> impl Iterator<Item = &'r Death> {
        let (deaths, own): (&[Death], _) = match self {
            Self::Player(report, player) => (&report.details.deaths, Some(player)),
            Self::Team(_) => (&[], None),
        };
        deaths.iter().filter(move |death| own.is_some() && death.killed_by == own)
    }
}

/// The name of a kill: the last move, or the throw that nothing followed.
fn kill_name(death: &Death) -> &'static str {
    death.move_name.unwrap_or("grab")
}

/// A row that depends on the game.
fn sheet_row(
    label: impl Into<Cow<'static, str>>,
    is_part: bool,
    all: &[StatColumn<'_>],
    cell: impl Fn(StatColumn<'_>) -> Option<Cell>,
) -> SheetRow {
    let cells = all.iter().map(|who| cell(*who)).collect();
    SheetRow { label: label.into(), is_part, better: None, cells }
}

impl Report {
    /// As people read it: the players by port, then the teams.
    pub fn sheet(&self) -> Sheet {
        let players = (0..).map(PlayerIndex::new).zip(&self.players);
        let players = players.map(|(at, player)| {
            (SheetColumn::Player(at), StatColumn::Player(self, player.player_index))
        });
        let teams = self.details.teams.iter();
        let teams =
            teams.map(|team| (SheetColumn::Team(team.team_id.into()), StatColumn::Team(team)));
        let (columns, all): (Vec<SheetColumn>, Vec<StatColumn<'_>>) = players.chain(teams).unzip();
        let block = |title, list: &[Row]| {
            Block::new(title, list.iter().map(|row| row.row(all.iter().map(|who| (row.of)(*who)))))
        };
        let blocks = vec![
            block("Overall", OVERALL),
            Block::new("Against each", self.versus_rows(&all)),
            Block::new("Kills", self.kill_rows(&all)),
            Block::new("Moves", self.move_rows(&all)).noted("damage, and how often they hit"),
            block("Position", POSITION),
            block("L-cancels", L_CANCELS),
            block("Techs", TECHS),
            block("Attacks", ATTACKS),
            block("Movement", MOVEMENT),
        ];
        let winners = self.won();
        let won = self.players.iter().enumerate();
        let won = won.filter(|(_, player)| winners.contains(&player.player_index));
        Sheet {
            columns,
            won: won.map(|(at, _)| at).collect(),
            won_label: self.won_label(),
            remark: self.stadium_line(),
            blocks,
            terms: TERMS,
        }
    }

    /// Against each opponent, where there is more than one.
    fn versus_rows(&self, all: &[StatColumn<'_>]) -> Vec<SheetRow> {
        if self.players.len() <= 2 {
            return Vec::new();
        }
        let rows = self.players.iter().flat_map(|opponent| {
            let (on, port) = (opponent.player_index, opponent.port);
            let cell = |count: fn(&Versus) -> u32| {
                move |who: StatColumn<'_>| Some(Cell::count(count(who.versus(on)?)))
            };
            [
                sheet_row(opponent.on(), false, all, |who| Some(dealt(who.versus(on)?.damage, 0))),
                sheet_row(format!("Openings on {port}"), true, all, cell(|v| v.conversion_count)),
                sheet_row(format!("Kills on {port}"), true, all, cell(|v| v.kill_count)),
            ]
        });
        rows.collect()
    }

    /// Kills by the last move, each with the percents it killed at, then by the side of the screen.
    fn kill_rows(&self, all: &[StatColumn<'_>]) -> Vec<SheetRow> {
        let mut moves: Vec<&'static str> = Vec::new();
        for death in self.details.deaths.iter().filter(|death| death.killed_by.is_some()) {
            if !moves.contains(&kill_name(death)) {
                moves.push(kill_name(death));
            }
        }
        let by_move = moves.into_iter().map(|name| {
            sheet_row(capitalized(name), false, all, |who| {
                let with = who.kills().filter(|death| kill_name(death) == name);
                let at: Vec<String> =
                    with.map(|death| on_screen(death.percent).to_string()).collect();
                let count = u32::try_from(at.len()).unwrap_or(u32::MAX);
                (count > 0).then(|| Cell::count(count).beside(format!("at {}%", at.join(", "))))
            })
        });
        let sides = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
        let by_side = sides.into_iter().map(|side| {
            sheet_row(capitalized(side.label()), true, all, |who| {
                let mut there =
                    who.kills().filter(|death| death.direction == Some(side)).peekable();
                there.peek()?;
                Some(tally(there))
            })
        });
        by_move.chain(by_side).collect()
    }

    /// The effects of each move, the most damaging first, by all players' damage.
    fn move_rows(&self, all: &[StatColumn<'_>]) -> Vec<SheetRow> {
        let totals = || self.details.players.iter().flat_map(|player| &player.moves);
        let most = totals().map(|total| total.damage).fold(1.0, f64::max);
        // Characters share numbers of moves that are not the same: Fox's Shine and Jigglypuff's Rest have one. Several numbers have no name.
        let mut sums: Vec<(u8, &'static str, f64)> = Vec::new();
        for total in totals() {
            let is_same = |(id, name, _): &&mut (u8, &str, f64)| {
                *id == total.move_id && *name == total.move_name
            };
            match sums.iter_mut().find(is_same) {
                Some((_, _, damage)) => *damage += total.damage,
                None => sums.push((total.move_id, total.move_name, total.damage)),
            }
        }
        let rows = sorted(sums, |(_, _, damage)| -damage).into_iter().map(|(id, name, _)| {
            let label = match name {
                "Unknown" => format!("Move {id}"),
                name => capitalized(name),
            };
            sheet_row(label, false, all, |who| {
                let mut own = who.details()?.moves.iter();
                let total = own.find(|total| total.move_id == id && total.move_name == name)?;
                let cell =
                    Cell { share: Some(total.damage.max(0.0) / most), ..dealt(total.damage, 1) };
                Some(cell.beside(format!("{}×", total.count)))
            })
        });
        rows.collect()
    }
}
