//! Statistics of Beat Saber, under BeatLeader's names and by its rules. Definitions are in `docs/stats/beat-saber.md`; names
//! there and in JSON are BeatLeader's (`accLeft`), the fields here are their snake case.

mod accuracy_tracker;
#[cfg(feature = "maps")]
pub(crate) mod bars;
#[cfg(feature = "copies")]
mod copies;
mod details;
pub mod documents;
mod ending;
mod energy;
mod full_combo;
mod further_data;
mod further_tables;
mod hand;
mod hit_tracker;
mod lost_points;
pub mod map;
#[cfg(feature = "maps")]
mod map_file;
mod mean;
mod modifiers;
pub(crate) mod moments;
#[cfg(test)]
pub(crate) mod page_rules;
mod patterns;
mod played_note;
mod questions;
mod report;
mod score_graph_tracker;
mod sheet;
mod verdict;
mod verify;
mod win_tracker;
mod worst_sections;

use ghostreel_formats::bsor::View;
use ghostreel_formats::bsor::scoring::CutRule;

pub use accuracy_tracker::AccuracyTracker;
#[cfg(feature = "copies")]
pub(crate) use copies::COPIES;
pub use details::{Details, HISTOGRAM_ENTRIES, Mistake, MistakeKind};
pub use energy::Energy;
pub(crate) use further_data::FurtherData;
pub(crate) use further_tables::further_tables;
pub use hand::Hand;
pub use hit_tracker::HitTracker;
pub use lost_points::{LostPoints, LostSection, lost_points};
#[cfg(feature = "maps")]
pub use map_file::{MapError, MapFile};
pub use modifiers::{Modifiers, UsedModifier};
pub use patterns::{ByPattern, PatternCount, PatternNotes, Patterns};
pub(crate) use questions::QUESTIONS;
#[cfg(test)]
pub(crate) use questions::typescript;
pub use report::Report;
pub use score_graph_tracker::ScoreGraphTracker;
pub use verdict::Verdict;
pub use verify::{
    ByMap, ComparedCut, CutPlane, CutProperty, Differences, Discrepancy, ExplainedNote,
    ExplainedParts, Findings, Line, MOTION_VERSION, Motion, NotChecked, NoteDifference,
    Observation, Observed, Omission, OmissionKind, Part, RecordedScore, Rule, ScoreByMap,
    TriedRule, Vec3, WithMap, compared_cut, limits as verify_limits, map_limits,
    observation_limits, verify, verify_any, verify_with_map,
};
pub use win_tracker::{Position, WinTracker};
pub use worst_sections::{SECTION_SECONDS, Section};

/// How long a saber's blade is, in metres.
pub const BLADE: f64 = 1.0;
/// Lanes, the columns of the grid that notes come in.
pub const GRID_LANES: usize = 4;
/// Names of the grid's layers, from below.
pub const LAYER_NAMES: [&str; 3] = ["bottom", "middle", "top"];
/// Cells of the grid, which are numbered layer × 4 + lane, from the bottom left.
pub const GRID_CELLS: usize = 12;
/// The most points that the cut of a note can give, before the multiplier: 115.
pub const MAX_CUT_SCORE: i32 = CutRule::NORMAL.max();

/// Nobody plays against anybody.
pub(crate) fn sides(_: &View<'_>) -> Vec<crate::Side> {
    Vec::new()
}

/// A play is part of no match, and says itself when it began.
pub(crate) fn occasion(_: &View<'_>) -> crate::Occasion {
    crate::Occasion::default()
}
