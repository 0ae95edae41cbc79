//! Melee: the rows of its tables, for [`Replay::rows`](crate::Replay::rows), and its statistics.

pub use ghostreel_analysis::melee::*;
pub use ghostreel_formats::slp::layout::{
    FountainPlatform, FrameBookend, FrameStart, ItemUpdate, PostFrame, PreFrame,
    StadiumTransformation, WhispyBlow,
};
pub use ghostreel_formats::slp::{ActionStateRow, FodHeights, FrameRow, PlayerRow, StadiumForms};
