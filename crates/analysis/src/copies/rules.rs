//! A game's declaration by which its replays are compared.

use ghostreel_formats::AnyView;
use ghostreel_formats::timeline::Timeline;

use super::recording::{Match, Track};

/// How a game's replays are compared: `COPIES` in the module of the game. A game without thresholds that were measured on its own replays has
/// `None` there, and no replay of it is called a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComparedGame {
    /// The things that move.
    pub(crate) tracks: fn(&Timeline<'_>) -> Vec<Track>,
    /// The match, where several may record one.
    pub(crate) contest: fn(&AnyView<'_>, &Timeline<'_>) -> Option<Match>,
    pub(crate) rules: Rules,
}

/// How a game's recordings are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rules {
    /// Steps a second.
    pub(crate) rate: f32,
    /// Whether places are recorded, which may be turned and moved as a whole; else deflections of a controller.
    pub(crate) is_place: bool,
    /// Faster than any thing moves, in units a second: it was put elsewhere.
    pub(crate) fastest: f32,
    /// Whether waves are taken out: no car sways at one pace all the time, but a map may have hands do so.
    pub(crate) is_without_waves: bool,
    /// Below this speed or deflection it is the same in proportion, above it its root.
    pub(crate) knee: f32,
    /// Longest time between two places of one movement, in seconds.
    pub(crate) longest_gap: f64,
    /// Nobody plays alike for so many seconds unless a map dictates it.
    pub(crate) never_alike_for: f64,
    /// Seconds of slow movement that are compared at once: in that time what moves has moved, also where a map leaves hands to rest.
    pub(crate) window: f64,
    /// How much the slow movement of a copy correlates with its original's, in every such window.
    pub(crate) least_correlation: f64,
}
