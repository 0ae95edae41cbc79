//! Statistics of replays, under the names that each game's field uses.
//!
//! No clock, file or network is touched, and whatever a file holds, nothing panics.
#![deny(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)
)]

pub mod melee;
