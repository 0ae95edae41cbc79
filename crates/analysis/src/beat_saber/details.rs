//! Statistics that BeatLeader's lack.

use ghostreel_formats::bsor::scoring::ScoreRow;
use ghostreel_formats::bsor::{EventType, Info, Rank};
use ghostreel_formats::core::work::Budget;
use serde::Serialize;

use super::energy::Energy;
use super::hand::{Hand, Hands};
use super::modifiers::Modifiers;
use super::patterns::{PatternCounter, Patterns};
use super::played_note::PlayedNote;
use super::worst_sections::{Section, worst_sections};
use super::{GRID_CELLS, GRID_LANES, LAYER_NAMES, MAX_CUT_SCORE};
use crate::sheet::Cell;
use crate::statistics::statistics;

/// Entries of a histogram: one for each cut score from 0 to 115.
pub const HISTOGRAM_ENTRIES: usize = 116;

/// Mistakes that are listed at most. A song of ten minutes has some ten thousand notes.
const MAX_MISTAKES: usize = 1 << 16;

statistics! {
    /// Statistics that BeatLeader's lack.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Details {
        #[serde(skip_serializing_if = "Option::is_none")]
        accuracy: Option<f64>, "", "Score over the most that could have been scored, 0 to 1; none before the first note"
            => ACCURACY "Accuracy" (|share| share.map(Cell::accuracy));
        #[serde(skip_serializing_if = "Option::is_none")]
        rank: Option<&'static str>, "", "The game's letter for it, e.g. SS; none before the first note"
            => RANK "Rank" (|rank| rank.map(Cell::text)) part;
        modifiers: Modifiers, "", "The modifiers, and what they do to the score";
        energy: Energy, "", "How the energy went";
        full_combo: bool, "", "Whether there are notes, and no mistakes";
        notes: u32, "", "Notes and bombs that something happened to";
        left_good_cuts: u32, "", "Good cuts of red notes"
            => GOOD_CUTS with right_good_cuts "Good cuts" (Cell::count);
        right_good_cuts: u32, "", "Good cuts of blue notes";
        walls: u32, "", "How often the head went into a wall"
            => WALLS "Walls" (Cell::count) low;
        left_histogram: Vec<u32>, "", "How often each cut score from 0 to 115 came, among the notes that can give all 115";
        right_histogram: Vec<u32>, "", "The same of the right hand";
        grid_cuts: [u32; GRID_CELLS], "", "How many cuts each mean of grid_acc stands for";
        patterns: Patterns, "", "How the notes of each pattern went";
        worst_sections: Vec<Section>, "", "The sections in which most points were lost, the worst first";
        mistakes: Vec<Mistake>, "", "Everything that went wrong, in the order of play. Mistakes without a time are only counted";
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<String>, "", "Why the list of mistakes, or all counting, ends before the song, where it does";
    }
}

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MistakeKind {
    /// A note was not cut.
    Miss,
    /// Cut with the wrong saber, in the wrong direction, too slowly or too early.
    Bad,
    /// A bomb was hit.
    Bomb,
    /// The head was in a wall.
    Wall,
    /// The combo was lost, and the file does not say why.
    Combo,
}

impl MistakeKind {
    /// Its label in lists, e.g. `Bad cut`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Miss => "Miss",
            Self::Bad => "Bad cut",
            Self::Bomb => "Bomb hit",
            Self::Wall => "Head in a wall",
            Self::Combo => "Combo lost",
        }
    }
}

/// A moment in which something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Mistake {
    /// Its kind.
    pub kind: MistakeKind,
    /// When, in seconds of the song: the file's single, widened.
    pub time: f64,
    /// The hand that it counts for; `None` for walls and lost combos, and for bombs, which either hand may hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    /// Lane of the grid, 0 to 3 from the left; `None` for walls and lost combos. Other numbers in maps of Mapping Extensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i32>,
    /// Layer of the grid, 0 to 2 from below; `None` for walls and lost combos. Other numbers in maps of Mapping Extensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<i32>,
}

impl Mistake {
    /// The mistake and the hand that it counts for, as lists call it, e.g. `Bad cut, left`.
    pub fn label(&self) -> String {
        let what = self.kind.label();
        self.hand.map_or_else(|| what.to_owned(), |hand| format!("{what}, {}", hand.name()))
    }

    /// The place in the grid in words; `None` elsewhere, where there are no words for it.
    pub fn place(&self) -> Option<String> {
        let lane = usize::try_from(self.line?).ok().filter(|lane| *lane < GRID_LANES)?;
        let layer = LAYER_NAMES.get(usize::try_from(self.layer?).ok()?)?;
        Some(format!("lane {}, {layer}", lane.saturating_add(1)))
    }
}

/// Counts [`Details`].
pub(super) struct DetailCounter {
    notes: u32,
    good_cuts: Hands<u32>,
    histograms: Hands<[u32; HISTOGRAM_ENTRIES]>,
    walls: u32,
    is_clean: bool,
    mistakes: Vec<Mistake>,
    patterns: PatternCounter<()>,
    limit: Option<String>,
}

impl Default for DetailCounter {
    fn default() -> Self {
        Self {
            notes: 0,
            good_cuts: Hands::default(),
            histograms: Hands { left: [0; HISTOGRAM_ENTRIES], right: [0; HISTOGRAM_ENTRIES] },
            walls: 0,
            is_clean: true,
            mistakes: Vec::new(),
            patterns: PatternCounter::default(),
            limit: None,
        }
    }
}

impl DetailCounter {
    /// `lost`: the points that were lost with it.
    pub(super) fn note(&mut self, note: &PlayedNote, lost: i32) {
        self.notes = self.notes.saturating_add(1);
        self.patterns.note((), note, lost);
        let kind = match note.event {
            Some(EventType::Good) => return self.good_cut(note),
            Some(EventType::Bad) => MistakeKind::Bad,
            Some(EventType::Miss) => MistakeKind::Miss,
            Some(EventType::Bomb) => MistakeKind::Bomb,
            None => return,
        };
        self.mistake(Mistake {
            kind,
            time: note.note.head.event_time.into(),
            hand: (kind != MistakeKind::Bomb).then_some(note.hand),
            line: Some(note.id.line),
            layer: Some(note.id.layer),
        });
    }

    pub(super) fn wall(&mut self, time: f32) {
        self.walls = self.walls.saturating_add(1);
        self.at_no_note(MistakeKind::Wall, time);
    }

    pub(super) fn lost_combo(&mut self, time: f32) {
        self.at_no_note(MistakeKind::Combo, time);
    }

    fn at_no_note(&mut self, kind: MistakeKind, time: f32) {
        self.mistake(Mistake { kind, time: time.into(), hand: None, line: None, layer: None });
    }

    fn good_cut(&mut self, note: &PlayedNote) {
        let count = self.good_cuts.of(note.hand);
        *count = count.saturating_add(1);
        let entry =
            usize::try_from(note.points()).ok().filter(|_| note.max_points == MAX_CUT_SCORE);
        let histogram = self.histograms.of(note.hand);
        if let Some(count) = entry.and_then(|entry| histogram.get_mut(entry)) {
            *count = count.saturating_add(1);
        }
    }

    fn mistake(&mut self, mistake: Mistake) {
        self.is_clean = false;
        if self.mistakes.len() >= MAX_MISTAKES {
            self.limit.get_or_insert_with(|| {
                format!(
                    "limit: more than {MAX_MISTAKES} mistakes; the list ends at {} s",
                    mistake.time
                )
            });
        } else if mistake.time.is_finite() {
            self.mistakes.push(mistake);
        }
    }

    /// The counts. `rows` is the score as it went.
    pub(super) fn finish(
        self,
        info: &Info,
        rows: &[ScoreRow],
        energy: Energy,
        grid_cuts: [u32; GRID_CELLS],
        work: &Budget,
    ) -> Details {
        let last = rows.last();
        let worst_sections = worst_sections(rows, work);
        let stopped = work.diagnostic("statistics", "counting statistics");
        let accuracy = last.filter(|last| last.max_score > Some(0)).and_then(ScoreRow::accuracy);
        Details {
            accuracy,
            rank: accuracy.map(|accuracy| Rank::of(accuracy).letters()),
            modifiers: Modifiers::new(info, energy.empty_at.is_some(), last),
            energy,
            full_combo: self.notes > 0 && self.is_clean,
            notes: self.notes,
            left_good_cuts: self.good_cuts.left,
            right_good_cuts: self.good_cuts.right,
            walls: self.walls,
            left_histogram: self.histograms.left.into(),
            right_histogram: self.histograms.right.into(),
            grid_cuts,
            patterns: self.patterns.count(),
            worst_sections,
            mistakes: self.mistakes,
            limit: self.limit.or(stopped.map(|stopped| stopped.message)),
        }
    }
}
