//! The verdicts on a replay as documents: an archive stores their JSON and a server hands it through.

mod judged;
mod map_match;
mod motion;
mod score_verdict;

pub use judged::Judged;
pub use map_match::{MapMatch, MissingNote};
pub use motion::{Motion, Observation, OffNote};
pub use score_verdict::ScoreVerdict;

use std::fmt;

use ghostreel_formats::FORMATS;
use ghostreel_formats::bsor::Bsor;
use ghostreel_formats::core::Format;
use serde::Serialize;

/// A value that JSON has a name for, as that name.
struct Named<T>(T);

impl<T: Serialize> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

/// The most rows of each list.
pub const MOST_ROWS: usize = 256;

/// The formats whose replays are judged, and compared with their maps: those of this game.
pub fn formats() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|format| format.game == Bsor::INFO.game).map(|format| format.id)
}

/// Whether replays of a format are judged.
pub fn is_judged(format: &str) -> bool {
    formats().any(|judged| judged == format)
}
