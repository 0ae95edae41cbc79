//! Legacy ScoreSaber replays: the JSON that ScoreSaber's replays of Beat Saber were exported to before BSOR.
//!
//! A file is one object: the map alone without the player ([`Info`]), then lists: poses of head and hands
//! ([`Frame`]), score, combo, time and place of each note, and heights ([`Height`]). `docs/spec/scoresaber-json.md` has
//! the members and what BSOR has besides.
//!
//! Two ways in: [`View`] reads a file and the BSOR replay that it [converts to](View::to_bsor), [`decode()`] gives the
//! [`Replay`] to change. Files that arrive in pieces go through a [`Decoder`]. [`encode()`] returns the very bytes;
//! of a replay that was changed, it writes the changed values and leaves the text of all others as it was.
//!
//! ```
//! use ghostreel_core::DecodeOptions;
//! use ghostreel_scoresaber_json::{View, encode, sample};
//!
//! let bytes = encode(&sample::generate(&sample::Options::default()));
//! let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
//! assert_eq!(view.info().mode.as_deref(), Some("Standard"));
//!
//! let (bsor, missing) = view.to_bsor();
//! assert_eq!(bsor.frames.len(), view.bsor().frames().len());
//! assert!(missing.iter().any(|sentence| sentence.contains("name of the player")));
//!
//! assert_eq!(encode(&view.to_replay()), bytes);
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

mod convert;
mod cursor;
mod decode;
mod encode;
mod format;
pub mod layout;
pub mod limits;
pub mod mark;
mod model;
mod number;
mod project;
mod redact;
pub mod sample;
mod scan;
mod stream;
mod view;

pub use convert::from_bsor;
pub use decode::decode;
pub use encode::{encode, encode_member};
pub use format::ScoresaberJson;
pub use ghostreel_bsor::{Frame, Height};
pub use layout::{Info, NoteInfo, NoteInfos, SectionId};
pub use model::Replay;
pub use project::RecordedNoteRow;
pub use redact::redact;
pub use stream::{Decoder, Event};
pub use view::View;

#[cfg(test)]
mod tests;
