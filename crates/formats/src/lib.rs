//! Every replay format that Ghostreel knows, behind one door. This is the only crate that knows the set of games.
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
mod decoder;
pub mod json;
mod registry;

pub use any::{AnyModel, AnyReplay, FORMATS, Options, open, open_with, sample, sample_variants};
pub use decoder::{AnyDecoder, AnyEvent};
#[cfg(feature = "beat-saber")]
pub use ghostreel_bsor as bsor;
pub use ghostreel_core as core;
#[cfg(feature = "rocket-league")]
pub use ghostreel_rlreplay as rlreplay;
#[cfg(feature = "melee")]
pub use ghostreel_slp as slp;
pub use ghostreel_timeline as timeline;
pub use registry::{PROBE_LENGTH, format, judge, probe};
