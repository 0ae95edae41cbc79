//! ScoreSaber's replays (`.dat`) of Beat Saber.
//!
//! A file is a magic and an LZMA stream. Its payload begins with pointers to eight sections: [`Metadata`](layout::Metadata), poses, heights,
//! notes, and the score, combo, multiplier and energy as they changed. Before version 2 it was a bare stream, whose payload is an
//! object graph of .NET with keyframes ([`SavedData`]). `docs/spec/scoresaber.md` has the byte tables.
//!
//! A replay is read as the BSOR that it converts to ([`View::bsor`]). [`encode()`] turns every decoded replay back into the same bytes.
//!
//! ```
//! use ghostreel_core::DecodeOptions;
//! use ghostreel_scoresaber::{View, encode, sample};
//!
//! let bytes = encode(&sample::generate(&sample::Options::default()));
//! let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
//! assert_eq!(view.version(), "3.1.0");
//! assert_eq!(view.bsor().info().difficulty.as_str(), "ExpertPlus");
//!
//! let timeline = view.timeline();
//! let height = timeline.column("frames.head.pos.y")?;
//! assert_eq!(height.len(), view.sections().unwrap().poses().len());
//!
//! let (replay, missing) = view.to_bsor();
//! assert_eq!(replay.frames.len(), height.len());
//! assert!(missing.contains(&"Pauses are not recorded.".to_owned()));
//!
//! assert_eq!(encode(&view.to_replay()), bytes);
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

mod container;
mod content;
mod convert;
mod decode;
mod encode;
mod file_name;
mod format;
pub mod layout;
pub mod limits;
mod lzma;
pub mod mark;
mod model;
mod nrbf;
mod project;
mod recording;
mod redact;
mod repair;
pub mod sample;
mod scan;
mod sections;
mod version;
mod view;

pub use container::Container;
pub use decode::decode;
pub use encode::encode;
pub use format::ScoreSaber;
pub use model::{Payload, Replay};
pub use nrbf::SavedData;
pub use project::KeyframeRow;
pub use recording::{Notes, Part, Recording, Scores};
pub use redact::redact;
pub use sections::{Records, Sections};
pub use version::{RecordForm, Version};
pub use view::View;

/// Decodes bytes as they arrive: it waits for the last of them, as how much a stream may unpack to depends on the length of the file, and the pointers at the start of the payload may point to its end.
pub type Decoder = ghostreel_core::WholeFileDecoder<ScoreSaber>;
/// The event of a [`Decoder`].
pub type Event = ghostreel_core::WholeFileEvent<Replay>;

#[cfg(test)]
mod tests;
