//! Statistics of replays, under the names that each game's field uses.
//!
//! No clock, file or network is touched, and nothing panics, whatever a file holds.
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
#[cfg(feature = "copies")]
pub mod copies;
#[cfg(feature = "melee")]
pub mod melee;
#[cfg(feature = "rocket-league")]
pub mod rocket_league;

#[macro_use]
mod games;
mod accuracy;
mod analysis;
mod ask;
mod document;
#[cfg_attr(
    not(all(feature = "beat-saber", feature = "melee", feature = "rocket-league")),
    allow(dead_code, reason = "each game needs some of it")
)]
mod ending;
mod moment_members;
mod moments;
mod order;
#[cfg(test)]
mod page_rules;
pub mod sets;
#[cfg_attr(
    not(all(feature = "beat-saber", feature = "melee", feature = "rocket-league")),
    allow(dead_code, reason = "each game needs some of it")
)]
pub mod sheet;
mod sides;
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "a build without games needs none of it"
)]
mod statistics;
#[cfg_attr(
    not(all(feature = "beat-saber", feature = "melee", feature = "rocket-league")),
    allow(dead_code, reason = "each game needs some of it")
)]
mod stats_tables;
#[cfg(test)]
mod typescript;
#[cfg(feature = "beat-saber")]
mod words;

use ghostreel_formats::{AnyView, GameView};
use serde::Serialize;

pub use accuracy::accuracy;
pub use analysis::Analysis;
use analysis::{FurtherTables, LaterTable};
pub use ask::{AskError, Question, questions};
pub use document::{STATISTICS_VERSION, document};
pub use ending::{Ending, EndingLine};
pub use ghostreel_formats::timeline::{Moment, MomentKind};
pub use moments::Moments;
pub use sheet::Sheet;
pub use sides::{Occasion, Side, SidePlayer};
pub use stats_tables::{OfPlayer, OfTeam};

// A line: the game, which is also the cargo feature; its name in `Statistics` and its module; its format; its name for the
// documentation.
games! {
    "beat-saber": BeatSaber in beat_saber, Bsor, "Beat Saber.";
    "melee": Melee in melee, Slp, "Super Smash Bros. Melee.";
    "rocket-league": RocketLeague in rocket_league, Rlreplay, "Rocket League.";
}

/// How long was played until a time of the recording, in seconds: the time of a moment as the game's players know it. `None` where
/// the replay is not played, and in games in which the recording's own time says it.
#[cfg_attr(not(feature = "rocket-league"), allow(unused_variables, reason = "no other game asks"))]
pub fn match_time(view: &AnyView<'_>, time: f64) -> Option<f64> {
    match view.game_view() {
        #[cfg(feature = "rocket-league")]
        GameView::Rlreplay(view) => view.world().played_until(time),
        _ => None,
    }
}
