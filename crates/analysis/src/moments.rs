//! Moments of any game.
#![allow(dead_code, reason = "one game may need less than another")]

use std::borrow::Cow;

use ghostreel_formats::AnyReplay;
use ghostreel_formats::timeline::{Moment, MomentKind};

use crate::Statistics;

/// Moments that are listed at most. Real replays have a few hundred; a song of ten minutes has some ten thousand notes.
const LISTED: usize = 1 << 14;

/// Bytes of a name in a label. Names of players have at most some thirty, but in a file they can be as long as the file.
const NAME: usize = 64;

/// What is worth a look in a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    /// By time; those of one time in the order of their kinds.
    pub list: Vec<Moment>,
    /// Why there are more than are listed, where there are: the limit of the list itself, or of the statistics it is made of.
    pub limit: Option<String>,
}

impl Moments {
    pub(crate) fn push(&mut self, moment: Moment) {
        if self.list.len() < LISTED {
            self.list.push(moment);
        } else {
            self.limit.get_or_insert_with(|| {
                format!("limit: more than {LISTED} moments; the others are not listed")
            });
        }
    }

    /// Makes no more of them than are listed.
    pub(crate) fn extend(&mut self, moments: impl IntoIterator<Item = Moment>) {
        for moment in moments {
            self.push(moment);
            if self.limit.is_some() {
                break;
            }
        }
    }
}

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

/// A row of the table `players`, as moments have it.
pub(crate) fn row(index: Option<usize>) -> i32 {
    index.and_then(|index| i32::try_from(index).ok()).unwrap_or(-1)
}

/// A name as it stands in a label.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    if name.len() <= NAME {
        return name.into();
    }
    let end = name.floor_char_boundary(NAME);
    [name.get(..end).unwrap_or_default(), "…"].concat().into()
}

/// A number as it stands in a label: to the next whole one. Writing fractions out would be much code in the page's modules.
#[allow(clippy::cast_possible_truncation, reason = "it saturates")]
pub(crate) fn whole(value: f64) -> i64 {
    value.round() as i64
}
