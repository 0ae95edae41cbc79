//! Marks: who made a replay, when, and whether it was changed since.
//!
//! A player signs a recording while it is made; a server answers with dated receipts; anybody can check the proof afterwards.
//! `docs/spec/mark.md` is the format, and lists the limits of marks.
//!
//! [`SecretKey`] and [`PublicKey`] are keys; [`message`](mod@message) has the messages that they sign. [`Session`] is the player's side of a recording,
//! [`Progress`] the server's. [`verify_reel`] verifies a reel by some [`Trust`]; [`mark_file`] and [`verify_file`]
//! do the same for a game's own file.
//!
//! Nothing here reads a file, a clock or a source of randomness: callers give times and random bytes.
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
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation
    )
)]

mod cbor;
mod envelope;
mod error;
mod evidence;
mod file;
mod key;
pub mod limits;
pub mod message;
mod pace;
mod progress;
mod reel;
mod report;
mod session;
mod signed_reel;
mod timing;
mod trust;

pub use envelope::{Message, Signed, kind_of, open, open_known, sign};
pub use error::Error;
pub use file::{BESIDE, MarkError, Marked, mark_file, strip, verify_file, verify_with_original};
pub use key::{KeyError, PublicKey, SecretKey};
pub use message::{
    Accept, Challenge, Close, Evidence, FileMark, Head, NamedFile, Receipt, Revoke, Rotate,
    ServerRotation,
};
pub use progress::Progress;
pub use reel::verify_reel;
pub use report::{Finding, FindingKind, Level, Report};
pub use session::Session;
pub use signed_reel::signed_reel;
pub use trust::Trust;
