//! Pong, the example game of `docs/adding-a-game.md`: the smallest format that shows all that a game crate has.
//!
//! `docs/spec/pong.md` has the byte tables. [`View`] reads a file in place, [`decode()`] gives the [`Replay`] to change, and [`encode()`] gives
//! back the very bytes.
//!
//! ```
//! use ghostreel_core::DecodeOptions;
//! use ghostreel_pong::{View, encode, sample};
//!
//! let bytes = encode(&sample::generate(&sample::Options::default()));
//! let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
//! assert_eq!(view.meta().players[0].name, "Ghost");
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
    allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)
)]

mod decode;
mod encode;
mod format;
pub mod layout;
pub mod limits;
pub mod mark;
mod model;
pub mod pack;
mod project;
mod redact;
pub mod sample;
mod scan;
mod view;

pub use decode::decode;
pub use encode::encode;
pub use format::Pong;
pub use layout::{Frame, Header};
pub use model::Replay;
pub use project::PlayerRow;
pub use redact::redact;
pub use view::View;

/// Width of the field.
pub const WIDTH: u16 = 1000;
/// Height of the field.
pub const HEIGHT: u16 = 600;
/// Height of a paddle.
pub const PADDLE: u16 = 100;
/// Points that win.
pub const TO_WIN: u8 = 5;

/// Decodes bytes as they arrive: a game writes its file when it is over, so it waits for the last of them.
pub type Decoder = ghostreel_core::WholeFileDecoder<Pong>;
/// What a [`Decoder`] returns.
pub type Event = ghostreel_core::WholeFileEvent<Replay>;

#[cfg(test)]
mod tests;
