//! The statistics of a run as people read them: a column for the run, and one for each hand. Each row is declared where its member
//! is; here is which rows there are, and in which order.

use ghostreel_formats::timeline::PlayerIndex;

use super::Report;
use super::accuracy_tracker::AccuracyTracker as Cuts;
use super::details::Details;
use super::energy::Energy;
use super::hit_tracker::HitTracker as Hits;
use super::modifiers::Modifiers;
use super::win_tracker::WinTracker as Win;
use crate::sheet::{Block, Cell, Figure, Head, Sheet, SheetColumn, SheetRow, Statistic, Tone};
use crate::statistics::CellOf;

/// A row of the run.
fn run<R>(statistic: Statistic<CellOf<R>>, row: &R) -> SheetRow {
    statistic.row([(statistic.of)(row), None, None])
}

/// A row of both hands.
fn hands<R>(statistic: Statistic<[CellOf<R>; 2]>, row: &R) -> SheetRow {
    let [left, right] = statistic.of.map(|of| of(row));
    statistic.row([None, left, right])
}

/// A figure of the run.
fn figure<R>(statistic: Statistic<CellOf<R>>, row: &R) -> Option<Figure> {
    Some(statistic.figure((statistic.of)(row)?))
}

/// How often something happened to both hands together.
fn of_both<R>(statistic: Statistic<[CellOf<R>; 2]>, row: &R) -> Figure {
    let counts = statistic.of.map(|of| of(row).and_then(|cell| cell.value));
    statistic.figure(Cell::count(counts.into_iter().flatten().sum::<f64>()))
}

impl Report {
    /// As people read it: the run, the left hand, the right hand.
    pub fn sheet(&self) -> Sheet {
        if self.details.notes == 0 {
            return self.sheet_without_notes();
        }
        let columns = vec![
            SheetColumn::Player(PlayerIndex::new(0)),
            SheetColumn::Hand(0),
            SheetColumn::Hand(1),
        ];
        let blocks = vec![
            Block::new("Overall", self.overall_rows()),
            Block::new("Hands", self.hand_rows()),
            Block::new("Energy", self.energy_rows()),
            Block::new("Modifiers", self.modifier_rows()),
        ];
        let listings = vec![self.details.patterns.listing()];
        Sheet { head: self.head(), columns, blocks, listings, ..Sheet::default() }
    }

    /// Of a file that holds no notes to count.
    fn sheet_without_notes(&self) -> Sheet {
        let Self { win_tracker: win, hit_tracker: hits, .. } = self;
        if win.total_score == 0 {
            let remark = Some("This replay holds no notes".to_owned());
            return Sheet { remark, ..Sheet::default() };
        }
        let remark = "Score and combo as they were recorded: this replay holds no notes";
        let recorded = [figure(Win::SCORE, win), figure(Hits::LONGEST_COMBO, hits)];
        let head = Head { figures: recorded.into_iter().flatten().collect(), counts: Vec::new() };
        Sheet { head, remark: Some(remark.to_owned()), ..Sheet::default() }
    }

    fn head(&self) -> Head {
        let Self { win_tracker: win, hit_tracker: hits, accuracy_tracker: cuts, details, .. } =
            self;
        let accuracy = (Details::ACCURACY.of)(details).unwrap_or_else(|| Cell::text("–"));
        let accuracy = Cell { aside: details.rank.map(str::to_owned), ..accuracy };
        let mistakes = match details.full_combo {
            true => Some(Figure {
                label: "Combo".into(),
                tone: Some(Tone::Good),
                cell: Cell::text("Full combo"),
            }),
            false => figure(Cuts::WITHOUT_MISTAKES, cuts),
        };
        let figures = [
            Some(Details::ACCURACY.figure(accuracy)),
            mistakes,
            figure(Win::SCORE, win),
            figure(Hits::LONGEST_COMBO, hits),
            details.modifiers.figure(),
        ];
        let [good, bad] = [of_both(Details::GOOD_CUTS, details), of_both(Hits::BAD_CUTS, hits)];
        let counts = [
            Some(good),
            Some(bad),
            Some(of_both(Hits::MISSES, hits)),
            figure(Hits::BOMBS, hits),
            figure(Details::WALLS, details),
        ];
        let list = |figures: [Option<Figure>; 5]| figures.into_iter().flatten().collect();
        Head { figures: list(figures), counts: list(counts) }
    }

    fn overall_rows(&self) -> [SheetRow; 9] {
        let Self { win_tracker: win, hit_tracker: hits, accuracy_tracker: cuts, details, .. } =
            self;
        [
            run(Win::SCORE, win),
            run(Details::ACCURACY, details),
            run(Details::RANK, details),
            run(Cuts::WITHOUT_MISTAKES, cuts),
            run(Hits::LONGEST_COMBO, hits),
            run(Hits::FULL_CUTS_IN_A_ROW, hits),
            run(Hits::BOMBS, hits),
            run(Details::WALLS, details),
            run(Win::PAUSES, win),
        ]
    }

    fn hand_rows(&self) -> [SheetRow; 10] {
        let Self { hit_tracker: hits, accuracy_tracker: cuts, details, .. } = self;
        [
            hands(Cuts::CUT, cuts),
            hands(Cuts::BEFORE_CUT, cuts),
            hands(Cuts::DISTANCE, cuts),
            hands(Cuts::AFTER_CUT, cuts),
            hands(Hits::TIMING, hits),
            hands(Cuts::SWING_BEFORE, cuts),
            hands(Cuts::SWING_AFTER, cuts),
            hands(Details::GOOD_CUTS, details),
            hands(Hits::BAD_CUTS, hits),
            hands(Hits::MISSES, hits),
        ]
    }

    fn energy_rows(&self) -> [SheetRow; 4] {
        let energy = &self.details.energy;
        [Energy::START, Energy::LOWEST, Energy::RAN_OUT, Energy::END].map(|row| run(row, energy))
    }

    /// Each modifier, then the scores that come of them; none without modifiers.
    fn modifier_rows(&self) -> Vec<SheetRow> {
        let modifiers = &self.details.modifiers;
        let effects = modifiers.effects().into_iter().map(|(label, cell)| SheetRow {
            label,
            is_part: false,
            better: None,
            cells: vec![Some(cell), None, None],
        });
        let mut rows: Vec<SheetRow> = effects.collect();
        if !rows.is_empty() {
            rows.extend(
                [Modifiers::UNRANKED_SCORE, Modifiers::RANKED_SCORE].map(|row| run(row, modifiers)),
            );
        }
        rows
    }
}
