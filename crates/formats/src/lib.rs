//! Every replay format that Ghostreel knows, through one interface. This is the only crate that knows the set of games and of their formats.
//!
//! ```
//! use ghostreel_formats::{core::DecodeOptions, open, sample};
//!
//! let bytes = sample("beat-saber", None, 1).unwrap();
//! let replay = open(&bytes[..], &DecodeOptions::RECOVER)?;
//! assert_eq!(replay.format().id, "bsor");
//! assert_eq!(replay.meta().players[0].name, "Ghost");
//!
//! let speed = replay.timeline().column("notes.cut.saber_speed")?;
//! assert!(speed.as_f32().unwrap().iter().all(|&metres_per_second| metres_per_second < 100.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]

#[macro_use]
mod games;

mod any;
mod codecs;
#[cfg(all(feature = "further-formats", feature = "drafts"))]
mod convert;
mod decoder;
mod game_view;
pub mod json;
mod mark;
mod native;
mod not_a_replay;
mod options;
mod registry;

pub use any::{AnyReplay, AnyView, open, open_with, sample, sample_variants};
pub use codecs::{CODECS, codec};
#[cfg(all(feature = "further-formats", feature = "drafts"))]
pub use convert::convert;
pub use decoder::{AnyDecoder, AnyEvent};
pub use game_view::GameView;
pub use ghostreel_core as core;
pub use ghostreel_timeline as timeline;
pub use native::{native_file, native_schemas, native_speed};
pub use options::{
    FormatOption, FormatOptions, OptionError, Options, format_option, format_options,
};
pub use registry::{
    FORMATS, PROBE_LENGTH, format, is_replay_extension, is_shared_extension, judge, probe,
};

macro_rules! modules {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        $(#[cfg(feature = $game)] pub use $crate_name as $module;)*
    };
}

with_formats!(modules);
