//! Statistics of Beat Saber, under BeatLeader's names and by its rules. Definitions are in `docs/stats/beat-saber.md`; names
//! there and in JSON are BeatLeader's (`accLeft`), the fields here are their snake case.

mod accuracy_tracker;
mod details;
mod full_combo;
mod hand;
mod hit_tracker;
mod mean;
pub(crate) mod moments;
mod played_note;
mod report;
mod win_tracker;

pub use accuracy_tracker::AccuracyTracker;
pub use details::{Details, HISTOGRAM, Mistake, MistakeKind};
pub use hand::Hand;
pub use hit_tracker::HitTracker;
pub use report::Report;
pub use win_tracker::{Position, WinTracker};

/// Lanes of the grid.
pub const LANES: usize = 4;
/// What the layers of the grid are called, from below.
pub const LAYERS: [&str; 3] = ["bottom", "middle", "top"];
/// Places in the grid: layer × 4 + line, from the bottom left.
pub const CELLS: usize = 12;
/// The most that a note can be worth.
pub const FULL: i32 = 115;
