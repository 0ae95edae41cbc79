//! Statistics of replays, under the names that each game's field uses.
//!
//! No clock, file or network is touched, and whatever a file holds, nothing panics.
#![deny(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)
)]

#[cfg(feature = "beat-saber")]
pub mod beat_saber;
#[cfg(feature = "melee")]
pub mod melee;
#[cfg(feature = "rocket-league")]
pub mod rocket_league;

mod analysis;
mod moment_members;
mod moments;
mod moments_by_game;

use ghostreel_formats::AnyReplay;
use serde::Serialize;

pub use analysis::Analysis;
pub use ghostreel_formats::timeline::{Moment, MomentKind};
pub use moments::Moments;
pub use moments_by_game::{moment_kinds, moments};

/// Statistics of a replay, by game. As JSON, one object with the member `game`; `docs/json.md` lists the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "game", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Statistics {
    /// Beat Saber.
    #[cfg(feature = "beat-saber")]
    BeatSaber(Box<beat_saber::Report>),
    /// Super Smash Bros. Melee.
    #[cfg(feature = "melee")]
    Melee(Box<melee::Report>),
    /// Rocket League.
    #[cfg(feature = "rocket-league")]
    RocketLeague(Box<rocket_league::Report>),
}

impl Statistics {
    /// Why something is not counted or not listed, where it is so: the file holds more than any game that was ever played.
    pub fn limit(&self) -> Option<&str> {
        match self {
            #[cfg(feature = "beat-saber")]
            Self::BeatSaber(report) => report.details.limit.as_deref(),
            #[cfg(feature = "melee")]
            Self::Melee(report) => {
                report.stats.limit.as_deref().or(report.details.limit.as_deref())
            }
            #[cfg(feature = "rocket-league")]
            Self::RocketLeague(report) => report.limit.as_deref(),
        }
    }
}

/// Statistics of a replay; `None` if there are none for its game yet.
///
/// ```
/// use ghostreel_formats::{core::DecodeOptions, open, sample};
///
/// let bytes = sample("melee", None, 1).unwrap();
/// let replay = open(&bytes[..], &DecodeOptions::RECOVER)?;
/// let Some(ghostreel_analysis::Statistics::Melee(report)) = ghostreel_analysis::stats(&replay) else { panic!() };
/// for (player, overall) in report.players.iter().zip(&report.stats.overall) {
///     println!("{} ({}): {} kills", player.name, player.character, overall.kill_count);
/// }
/// # Ok::<(), ghostreel_formats::core::Error>(())
/// ```
pub fn stats(replay: &AnyReplay<'_>) -> Option<Statistics> {
    match replay {
        #[cfg(feature = "beat-saber")]
        AnyReplay::Bsor(view) => {
            Some(Statistics::BeatSaber(Box::new(beat_saber::Report::new(view))))
        }
        #[cfg(feature = "melee")]
        AnyReplay::Slp(view) => Some(Statistics::Melee(Box::new(melee::Report::new(view)))),
        #[cfg(feature = "rocket-league")]
        AnyReplay::Rlreplay(view) => {
            Some(Statistics::RocketLeague(Box::new(rocket_league::Report::new(view))))
        }
        _ => None,
    }
}
