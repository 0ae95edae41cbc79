//! Where cars and balls are at any time: between their samples as their velocities and spins say. The page's pictures and samples of a table at given
//! times ask here. `docs/spec/rocket-league.md` says how well it fits.

mod between;
mod bodies;
mod pose;
mod sample;

pub use bodies::{AWAY, Bodies, OVERLAP, Placed};
pub use pose::Pose;
pub use sample::{Presence, SILENCE, Sample};
