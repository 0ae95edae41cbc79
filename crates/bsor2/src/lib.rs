//! BSOR 2: the draft of the second version of BS Open Replay, Beat Saber's replay format. **The draft may change, and files written by this crate may
//! become unreadable.**
//!
//! A file is a header, a table of sections, and sections of items of one size each, which can be read in place ([`Sections`]). `docs/spec/bsor-v2.md`
//! has the byte tables, and the decisions where the draft says nothing.
//!
//! Two ways in: [`View`] reads a file and the BSOR replay that it [converts to](View::to_bsor), [`decode()`] gives the
//! [`Replay`] to change. Files that arrive in pieces go through a [`Decoder`]. [`encode()`] returns the very bytes; a replay that was changed
//! is written in the usual order.
//!
//! ```
//! use ghostreel_bsor::sample;
//! use ghostreel_bsor2::{View, encode, from_bsor};
//! use ghostreel_core::DecodeOptions;
//!
//! let recorded = sample::generate(&sample::Options::default());
//! let (replay, assumed) = from_bsor(&recorded);
//! assert!(assumed.iter().any(|sentence| sentence.contains("spawn ids")));
//!
//! let bytes = encode(&replay);
//! let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
//! assert_eq!(view.sections().info().song_name.to_text(), "Synthetic Sample");
//! assert_eq!(view.bsor().frames().len(), recorded.frames.len());
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
mod decode;
mod encode;
mod format;
mod items;
pub mod layout;
pub mod limits;
mod log;
pub mod mark;
mod model;
mod place;
mod project;
mod redact;
mod repair;
pub mod sample;
mod sections;
mod version;
mod view;

pub use convert::{REMAINS, from_bsor, to_bsor};
pub use decode::decode;
pub use encode::encode;
pub use format::Bsor2;
pub use items::{ItemList, Items};
pub use model::{CustomSection, Replay};
pub use redact::redact;
pub use sections::Sections;
pub use version::Version;
pub use view::View;

/// Decodes bytes as they arrive: it waits for the last of them, as sections and strings may lie anywhere, also after one another's ends.
pub type Decoder = ghostreel_core::WholeFileDecoder<Bsor2>;
/// The event of a [`Decoder`].
pub type Event = ghostreel_core::WholeFileEvent<Replay>;

#[cfg(test)]
mod tests;
