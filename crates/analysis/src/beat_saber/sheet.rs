//! The statistics of a run as people read them: a column for the run, and one for each hand. A row is declared here, and nowhere
//! else.

use ghostreel_formats::bsor::scoring::CutRule;
use ghostreel_formats::timeline::PlayerIndex;

use super::{MAX_CUT_SCORE, Report};
use crate::sheet::{Block, Cell, Sheet, SheetColumn, Statistic};

/// The subject of a column.
#[derive(Clone, Copy)]
enum StatColumn {
    Run,
    Left,
    Right,
}

type Row = Statistic<fn(StatColumn, &Report) -> Option<Cell>>;

const fn row(label: &'static str, of: fn(StatColumn, &Report) -> Option<Cell>) -> Row {
    Statistic::new(label, of)
}

/// The points that labels name are those of the rules.
const _: () = {
    let CutRule { before: (_, before), distance, after: (_, after), .. } = CutRule::NORMAL;
    assert!(MAX_CUT_SCORE == 115 && before == 70 && distance == 15 && after == 30);
};

const OVERALL: &[Row] = &[
    row("Score", |who, report| who.run(Cell::count(report.win_tracker.total_score))),
    row("Accuracy", |who, report| who.run(Cell::accuracy(report.details.accuracy?))),
    row("Rank", |who, report| who.run(Cell::text(report.details.rank?))).part(),
    row("Without mistakes", |who, report| who.run(Cell::accuracy(report.accuracy_tracker.fc_acc)))
        .part(),
    row("Longest combo", |who, report| who.run(Cell::count(report.hit_tracker.max_combo))),
    row("Cuts of 115 in a row", |who, report| who.run(Cell::count(report.hit_tracker.max_streak))),
    row("Bombs", |who, report| {
        let hits = &report.hit_tracker;
        who.run(Cell::count(hits.left_bombs.saturating_add(hits.right_bombs)))
    }),
    row("Walls", |who, report| who.run(Cell::count(report.details.walls))),
    row("Pauses", |who, report| who.run(Cell::count(report.win_tracker.nb_of_pause))),
];

const HANDS: &[Row] = &[
    row("Average cut, of 115", |who, Report { accuracy_tracker: cuts, .. }| {
        points(who.hand(cuts.acc_left, cuts.acc_right)?)
    })
    .high(),
    row("Before the cut, of 70", |who, report| points(part(who, report, 0)?)).part().high(),
    row("Distance, of 15", |who, report| points(part(who, report, 1)?)).part().high(),
    row("After the cut, of 30", |who, report| points(part(who, report, 2)?)).part().high(),
    row("Timing", |who, Report { hit_tracker: hits, .. }| {
        who.hand(hits.left_timing, hits.right_timing)?.map(timing)
    }),
    row("Swing before", |who, Report { accuracy_tracker: cuts, .. }| {
        swing(who.hand(cuts.left_preswing, cuts.right_preswing)?)
    }),
    row("Swing after", |who, Report { accuracy_tracker: cuts, .. }| {
        swing(who.hand(cuts.left_postswing, cuts.right_postswing)?)
    }),
    row("Good cuts", |who, Report { details, .. }| {
        who.hand(details.left_good_cuts, details.right_good_cuts).map(Cell::count)
    }),
    row("Bad cuts", |who, Report { hit_tracker: hits, .. }| {
        who.hand(hits.left_bad_cuts, hits.right_bad_cuts).map(Cell::count)
    })
    .low(),
    row("Misses", |who, Report { hit_tracker: hits, .. }| {
        who.hand(hits.left_miss, hits.right_miss).map(Cell::count)
    })
    .low(),
];

/// The mean of a part of the cuts.
fn part(
    who: StatColumn,
    Report { accuracy_tracker: cuts, .. }: &Report,
    part: usize,
) -> Option<Option<f64>> {
    who.hand(cuts.left_average_cut, cuts.right_average_cut)?.get(part).copied()
}

fn points(mean: Option<f64>) -> Option<Cell> {
    mean.map(|points| Cell::number(points, 2))
}

fn swing(rating: Option<f64>) -> Option<Cell> {
    rating.map(|rating| Cell { share: None, ..Cell::percent(100.0 * rating) })
}

/// Early is above 0.
fn timing(seconds: f64) -> Cell {
    let millis = 1000.0 * seconds.abs();
    let side = if seconds < 0.0 { "late" } else { "early" };
    match millis < 0.05 {
        true => Cell::text("on time"),
        false => Cell::text(format!("{millis:.1} ms {side}")),
    }
}

impl StatColumn {
    /// A cell of the run alone.
    fn run(self, cell: Cell) -> Option<Cell> {
        matches!(self, Self::Run).then_some(cell)
    }

    /// The hand's own of two; `None` for the run.
    fn hand<T>(self, left: T, right: T) -> Option<T> {
        match self {
            Self::Run => None,
            Self::Left => Some(left),
            Self::Right => Some(right),
        }
    }
}

impl Report {
    /// As people read it: the run, the left hand, the right hand. Empty for a file that holds no notes to count.
    pub fn sheet(&self) -> Sheet {
        if self.details.notes == 0 {
            return Sheet::default();
        }
        let columns = vec![
            SheetColumn::Player(PlayerIndex::new(0)),
            SheetColumn::Hand(0),
            SheetColumn::Hand(1),
        ];
        let all = [StatColumn::Run, StatColumn::Left, StatColumn::Right];
        let block = |title, rows: &[Row]| {
            Block::new(
                title,
                rows.iter().map(|row| row.row(all.map(|who| (row.of)(who, self)).into_iter())),
            )
        };
        let blocks = vec![block("Overall", OVERALL), block("Hands", HANDS)];
        Sheet { columns, blocks, ..Sheet::default() }
    }
}
