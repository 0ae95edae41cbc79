//! Rocket League: the rows of its tables, for [`Replay::rows`](crate::Replay::rows), and its statistics.

pub use ghostreel_analysis::rocket_league::*;
pub use ghostreel_formats::rlreplay::project::{
    ActorRow, BLUE, BodyRow, BoostRow, CameraRow, ComponentRow, DamageRow, DemolitionRow, FrameRow,
    GoalRow, InputRow, ItemRow, MatchTimeRow, ORANGE, PickupRow, PlayerRow, PlayerScoreRow,
    Quaternion, ScoreboardRow, TickNumber, TouchRow, Vec3, WeldRow,
};
