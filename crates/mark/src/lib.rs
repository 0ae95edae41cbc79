//! Marks: who made a replay, when, and whether it was changed since.
//!
//! A player signs what is recorded while it is recorded; a server answers with dated receipts; anybody can check afterwards what is proven
//! and what is not. `docs/spec/mark.md` is the format, and says what marks do not prove.
//!
//! [`SecretKey`] and [`PublicKey`] are keys; [`message`](mod@message) is what is signed with them. [`Session`] is the player's side of a recording,
//! [`Progress`] the server's. [`verify_reel`] says what a reel proves to who has some [`Trust`]; [`mark_file`] and [`verify_file`]
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
pub use file::{MarkError, Marked, mark_file, strip, verify_file, verify_with_original};
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
