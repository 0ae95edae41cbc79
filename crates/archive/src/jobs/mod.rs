//! Jobs on stored replays: when they come, on request, or in the background.

pub(crate) mod answered;
pub(crate) mod copies;
pub(crate) mod copy_finder;
pub(crate) mod described;
pub(crate) mod map_match;
pub(crate) mod motion;
pub(crate) mod packing;
pub(crate) mod questions;
pub(crate) mod round;
pub(crate) mod sides;
pub(crate) mod statistics;
pub(crate) mod task;
pub(crate) mod workplace;
