//! Beat Saber's maps: what Info.dat says, and the notes, bombs, walls, arcs, chains and lights of each difficulty.
//!
//! A map is a folder or a zip file with an Info.dat, which lists its other files. Difficulties of version 1 to 4 become one model, [`Map`], with times
//! in beats and seconds. [`Difficulty::targets`] has the objects that a replay has events of: the map's notes and the links of its chains, by time and note id.
//! `docs/spec/beat-saber-maps.md` has the files and what they leave out.
//!
//! ```
//! use ghostreel_beatmap::{Map, sample};
//!
//! let map = Map::read(&sample::files(sample::Version::V3))?;
//! let expert = &map.difficulties[0];
//! assert_eq!((&*expert.mode, &*expert.name), ("Standard", "Expert"));
//!
//! let beatmap = expert.beatmap.as_ref().expect("its file is there");
//! assert_eq!(beatmap.notes.len(), 24);
//! assert_eq!(expert.jump(map.info.bpm).distance_m, 20.0);
//! # Ok::<(), ghostreel_core::Error>(())
//! ```
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
    allow(
        clippy::disallowed_methods,
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]
#![cfg_attr(test, allow(clippy::cast_possible_truncation, clippy::float_cmp))]

mod audio_data;
mod beatmap;
mod easing;
mod file_report;
mod files;
mod files_digest;
pub mod flight;
mod hash;
mod info;
mod json;
mod jump;
pub mod limits;
mod mirror;
mod model;
mod pace;
mod pairs;
mod read;
pub mod sample;
mod scoring_type;
mod summary;
mod target;
mod targets;
mod tempo;
mod wall_sides;
mod zip;

pub use files::{Content, FileList, Files, too_long};
pub use files_digest::files_digest;
pub use hash::MapHash;
pub use jump::Jump;
pub use model::{
    Arc, ArcEnd, Beatmap, Bomb, Cell, Chain, Color, ColorBoost, ColorScheme, Difficulty,
    GroupLightEvent, Info, LightEvent, Map, Note, Rotation, SpeedChange, Wall,
};
pub use pace::Pace;
pub use scoring_type::ScoringType;
pub use summary::{ContentSummary, DifficultySummary, MapSummary};
pub use target::{Origin, Target};
pub use targets::Targets;
pub use tempo::{FALLBACK_BPM, Tempo, TempoChange};
pub use wall_sides::WallSides;
pub use zip::ZipFiles;

#[cfg(test)]
mod tests;
