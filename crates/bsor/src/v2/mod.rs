//! Version 2 of BSOR, as drafted: **a preview**, behind the feature `v2-preview`. The draft may change, and files written by this
//! module may become unreadable.
//!
//! A file is a header, a table of sections, and sections of items of one size each, which can be read in place. `docs/spec/bsor-v2.md`
//! has the byte tables, and what was decided where the draft says nothing.
//!
//! ```
//! use ghostreel_bsor::{sample, v2};
//! use ghostreel_core::DecodeOptions;
//!
//! let recorded = sample::generate(&sample::Options::default());
//! let (replay, assumed) = v2::convert::from_v1(&recorded);
//! assert!(assumed.iter().any(|sentence| sentence.contains("spawn ids")));
//!
//! let bytes = v2::encode(&replay);
//! let view = v2::View::open(&bytes[..], &DecodeOptions::STRICT)?;
//! assert_eq!(view.info().song_name.to_text(), "Synthetic Sample");
//! assert_eq!(view.frames().len(), recorded.frames.len());
//! # Ok::<(), ghostreel_core::Error>(())
//! ```

pub mod convert;
mod decode;
mod encode;
mod items;
pub mod layout;
pub mod limits;
mod log;
mod model;
mod place;
pub mod sample;
mod view;

pub use decode::decode;
pub use encode::encode;
pub use items::{ItemList, Items};
pub use model::{CustomSection, Replay};
pub use view::View;

#[cfg(test)]
mod tests;
