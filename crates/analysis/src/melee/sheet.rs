//! The statistics of a game as people read them: a column for each player, then one for each team where more than
//! two play in teams. The row of a member is declared where the member is; here are the order of rows, and those that are counted from lists.

use std::borrow::Cow;

use ghostreel_formats::timeline::PlayerIndex;

use super::{
    ActionCounts, Death, Direction, Landings, OpeningType, Overall, PlayerDetails, RecoveryOutcome,
    Report, StageControl, Team, Techs, Versus, on_screen,
};
use crate::order::sorted;
use crate::sheet::{Block, Cell, Sheet, SheetColumn, SheetRow, Statistic, Term, capitalized};
use crate::statistics::CellOf;

/// The subject of a column.
#[derive(Clone, Copy)]
enum StatColumn<'r> {
    /// By the port, 0 to 3.
    Player(&'r Report, u8),
    Team(&'r Team),
}

type CellOfColumn = fn(StatColumn<'_>) -> Option<Cell>;
type Row = Statistic<CellOfColumn>;

const fn row(label: &'static str, of: CellOfColumn) -> Row {
    Statistic::new(label, of)
}

/// A statistic that only players have, out of a row of theirs: `own!(overall: Overall::CONVERSIONS)`.
macro_rules! own {
    ($own:ident: $row:ident::$statistic:ident) => {
        $row::$statistic
            .by((|who: StatColumn<'_>| ($row::$statistic.of)(who.$own()?)) as CellOfColumn)
    };
}

/// A statistic that teams have, too.
macro_rules! both {
    ($statistic:ident, |$team:ident| $cell:expr) => {
        Overall::$statistic.by((|who: StatColumn<'_>| match who {
            StatColumn::Team($team) => $cell,
            StatColumn::Player(..) => (Overall::$statistic.of)(who.overall()?),
        }) as CellOfColumn)
    };
}

/// A count of actions; nothing where no player has any.
macro_rules! times {
    ($statistic:ident) => {
        ActionCounts::$statistic
            .by((|who: StatColumn<'_>| who.times(ActionCounts::$statistic.of)) as CellOfColumn)
    };
}

const OVERALL: &[Row] = &[
    both!(KILLS, |team| Some(Cell::count(team.kill_count))),
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
    both!(DAMAGE, |team| Some(Cell::number(team.total_damage, 1))),
    both!(OPENINGS, |team| Some(Cell::count(team.conversion_count))),
    both!(OPENINGS_PER_KILL, |team| mean(team.openings_per_kill)),
    row("From neutral wins", |who| who.openings_per_kill(OpeningType::NeutralWin)).part(),
    row("From counter hits", |who| who.openings_per_kill(OpeningType::CounterAttack)).part(),
    row("From trades", |who| who.openings_per_kill(OpeningType::Trade)).part(),
    both!(DAMAGE_PER_OPENING, |team| mean(team.damage_per_opening)),
    own!(overall: Overall::CONVERSIONS),
    own!(overall: Overall::NEUTRAL_WINS),
    own!(overall: Overall::COUNTER_HITS),
    own!(overall: Overall::BENEFICIAL_TRADES),
    own!(overall: Overall::INPUTS_PER_MINUTE),
    own!(overall: Overall::DIGITAL_INPUTS),
];

const POSITION: &[Row] = &[
    own!(stage_control: StageControl::STAGE_CONTROL),
    own!(stage_control: StageControl::OFF_THE_STAGE),
    own!(stage_control: StageControl::ON_A_LEDGE),
    own!(details: PlayerDetails::RECOVERIES),
    row("To the ledge", |who| who.recovered(RecoveryOutcome::Ledge)).part(),
    row("To the stage", |who| who.recovered(RecoveryOutcome::Stage)).part(),
    own!(details: PlayerDetails::EDGEGUARDS),
];

const L_CANCELS: &[Row] = &[
    own!(actions: ActionCounts::L_CANCELS),
    own!(landings: Landings::NAIR),
    own!(landings: Landings::FAIR),
    own!(landings: Landings::BAIR),
    own!(landings: Landings::UAIR),
    own!(landings: Landings::DAIR),
];

const TECHS: &[Row] = &[
    own!(actions: ActionCounts::GROUND_TECHS),
    own!(techs: Techs::IN_PLACE),
    own!(techs: Techs::TOWARDS),
    own!(techs: Techs::AWAY),
    own!(techs: Techs::MISSED),
    own!(techs: Techs::WALL),
    own!(techs: Techs::WALL_JUMP),
    own!(techs: Techs::CEILING),
    own!(techs: Techs::MISSED_WALL),
    own!(techs: Techs::GET_UP),
    own!(techs: Techs::GET_UP_ATTACK),
    own!(techs: Techs::ROLL_TOWARDS),
    own!(techs: Techs::ROLL_AWAY),
];

const ATTACKS: &[Row] = &[
    times!(JABS),
    times!(DASH_ATTACKS),
    times!(TILTS),
    times!(SMASHES),
    times!(AERIALS),
    own!(actions: ActionCounts::GRABS),
    times!(THROWS_FORWARD),
    times!(THROWS_BACK),
    times!(THROWS_UP),
    times!(THROWS_DOWN),
];

const MOVEMENT: &[Row] = &[
    times!(WAVEDASHES),
    times!(WAVELANDS),
    times!(DASH_DANCES),
    times!(EDGE_CANCELS),
    times!(ROLLS),
    times!(SPOT_DODGES),
    times!(AIR_DODGES),
    times!(LEDGE_GRABS),
    times!(TAUNTS),
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

/// Damage, in the game's percent.
fn dealt(damage: f64, digits: usize) -> Cell {
    let cell = Cell::number(damage, digits);
    Cell { text: cell.text + "%", ..cell }
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

    fn landings(self) -> Option<&'r Landings> {
        self.details().map(|details| &details.landings)
    }

    fn techs(self) -> Option<&'r Techs> {
        self.details().map(|details| &details.techs)
    }

    fn stage_control(self) -> Option<&'r StageControl> {
        self.details()?.stage_control.as_ref()
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
    fn times(self, of: CellOf<ActionCounts>) -> Option<Cell> {
        let Self::Player(report, _) = self else { return None };
        let is_any = |cell: Cell| cell.value.is_some_and(|count| count > 0.0);
        let has_any = report.stats.action_counts.iter().any(|own| of(own).is_some_and(is_any));
        if has_any { of(self.actions()?) } else { None }
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
            ..Sheet::default()
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
