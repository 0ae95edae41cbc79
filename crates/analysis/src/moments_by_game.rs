//! Moments of any game.

use ghostreel_formats::AnyReplay;
use ghostreel_formats::timeline::MomentKind;

use crate::Statistics;
use crate::moments::Moments;

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
///
/// More than 16,384 are not listed, and names are cut off in labels where they are longer than any real one.
pub fn moments(replay: &AnyReplay<'_>, stats: &Statistics) -> Moments {
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
        _ => Moments::default(),
    };
    if moments.limit.is_none() {
        moments.limit = stats.limit().map(str::to_owned);
    }
    // Stable: those of one time stay in the order of their kinds.
    moments.list.sort_by(|a, b| a.time.total_cmp(&b.time));
    moments
}
