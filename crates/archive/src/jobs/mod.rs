//! What is worked out of stored replays: when they come, when somebody asks, or in the background.

pub(crate) mod answered;
pub(crate) mod copies;
pub(crate) mod copy_finder;
pub(crate) mod map_match;
pub(crate) mod motion;
pub(crate) mod packing;
pub(crate) mod questions;
pub(crate) mod round;
pub(crate) mod statistics;
pub(crate) mod task;
pub(crate) mod workplace;
