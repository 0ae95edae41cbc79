//! Moments of any game.
#![allow(dead_code, reason = "one game may need less than another")]

use ghostreel_formats::AnyReplay;
use ghostreel_formats::timeline::{Moment, MomentKind};

use crate::Statistics;

/// The kinds of a game's moments, in the order of their lists; none for a game that is not known.
pub fn moment_kinds(game: &str) -> &'static [MomentKind] {
    match game {
        #[cfg(feature = "beat-saber")]
        "beat-saber" => crate::beat_saber::moments::KINDS,
        #[cfg(feature = "melee")]
        "melee" => crate::melee::moments::KINDS,
        #[cfg(feature = "rocket-league")]
        "rocket-league" => crate::rocket_league::moments::KINDS,
        _ => &[],
    }
}

/// What is worth a look in a replay with these statistics, by time.
pub fn moments(replay: &AnyReplay<'_>, stats: &Statistics) -> Vec<Moment> {
    let mut moments = match (replay, stats) {
        #[cfg(feature = "beat-saber")]
        (AnyReplay::Bsor(view), Statistics::BeatSaber(report)) => {
            crate::beat_saber::moments::moments(view, report)
        }
        #[cfg(feature = "melee")]
        (_, Statistics::Melee(report)) => crate::melee::moments::moments(report),
        #[cfg(feature = "rocket-league")]
        (_, Statistics::RocketLeague(report)) => crate::rocket_league::moments::moments(report),
        #[allow(unreachable_patterns, reason = "there may be one game only")]
        _ => Vec::new(),
    };
    // Stable: those of one time stay in the order of their kinds.
    moments.sort_by(|a, b| a.time.total_cmp(&b.time));
    moments
}

/// A row of the table `players`, as moments have it.
pub(crate) fn row(index: Option<usize>) -> i32 {
    index.and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
}

/// A number as it stands in a label: to the next whole one. Writing fractions out would be much code in the page's modules.
#[allow(clippy::cast_possible_truncation, reason = "it saturates")]
pub(crate) fn whole(value: f64) -> i64 {
    value.round() as i64
}
