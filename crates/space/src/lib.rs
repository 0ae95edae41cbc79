//! Vectors and rotations in double precision, so that errors are the file's own rounding and not ours. Results are the same on every machine.
//!
//! Axes, units and handedness are the caller's.
#![deny(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]

mod rotation;
mod turn;
mod vector;

pub use rotation::Rotation;
pub use turn::Turn;
pub use vector::Vector;
