//! What is worked out of stored replays: when they come, when somebody asks, or in the background.

pub(crate) mod copies;
pub(crate) mod map_match;
pub(crate) mod motion;
pub(crate) mod statistics;
