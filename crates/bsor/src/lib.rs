//! BS Open Replay (`.bsor`), the replay format of Beat Saber's mods.
//!
//! A file is a magic number, a version byte, and up to eight sections: who played what ([`Info`]), poses of head and
//! hands ([`Frame`]), notes ([`Note`]), walls ([`Wall`]), heights ([`Height`]), pauses ([`Pause`]), the controllers'
//! offsets and other mods' data. `docs/spec/bsor.md` has the byte tables and what real files do differently.
//!
//! Two ways in: [`View`] reads in place and decodes on demand, [`decode()`] gives the whole [`Replay`]. Files
//! that arrive in pieces go through a [`Decoder`]. [`encode()`] turns every decoded replay back into the same bytes.
//!
//! ```
//! use ghostreel_bsor::{View, encode, sample};
//! use ghostreel_core::DecodeOptions;
//!
//! let bytes = encode(&sample::generate(&sample::Options::default()));
//! let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
//! assert_eq!(view.info().song_name.as_str(), "Synthetic Sample");
//!
//! let timeline = view.timeline();
//! let height = timeline.column("frames.head.pos.y")?;
//! assert_eq!(height.len(), view.frames().len());
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

mod decode;
mod encode;
mod energy;
mod format;
mod indices;
pub mod layout;
pub mod limits;
pub mod mark;
mod model;
pub mod modifiers;
pub mod native;
mod note_id;
mod note_speed;
mod notes;
pub mod pack;
mod project;
mod rank;
mod recorded;
mod redact;
mod repair;
mod rows;
pub mod sample;
mod scan;
mod score_after;
pub mod scoring;
mod shown_frames;
mod stream;
mod version;
mod view;

pub use decode::decode;
pub use encode::encode;
pub use energy::start_energy;
pub use format::Bsor;
pub use indices::{NoteIndex, WallIndex};
pub use layout::{
    ControllerOffsets, CutInfo, EventType, Frame, Height, Info, Note, Pause, SectionId, Text,
    UserData, UserEntries, Wall,
};
pub use model::Replay;
pub use note_id::{ANY_DIRECTION, ARROW_DEGREES, NoteId};
pub use note_speed::AHEAD_M;
pub use notes::{NoteList, Notes};
pub use project::{FrameRow, HeartRateRow, NoteRow, PlayerRow, UserDataRow, WallRow};
pub use rank::Rank;
pub use recorded::Recorded;
pub use redact::redact;
pub use rows::Row;
pub use scan::MAGIC;
pub use score_after::ScoreAfter;
pub use shown_frames::{GAP_S, ShownFrame, ShownFrames};
pub use stream::{Collector, Decoder, Event};
pub use version::Version;
pub use view::{Records, View};

#[cfg(test)]
mod tests;
