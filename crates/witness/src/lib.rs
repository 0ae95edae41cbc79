//! The server's part of marks: sessions that are witnessed while they are played, keys, and a log that cannot be rewritten unseen.
//!
//! [`Witness`] keeps all of it in one database, and forgets none of its answers. It makes challenges and receipts
//! ([`Witness::begin`], [`Witness::receive`]), takes messages about keys ([`Witness::take_key_message`]), and writes each accepted replay and
//! each such message into a transparency log ([`Witness::accept`]), whose tiles and signed checkpoints it gives out. [`Auditor`] checks
//! such a log from afar. `docs/spec/mark.md` and `docs/trust.md` say what that proves.
//!
//! No HTTP here, and no clock: callers say what time it is, in milliseconds since 1970 UTC.

mod audit;
mod entry;
mod error;
mod hashes;
mod keys;
mod limits;
mod log;
mod note;
mod proof;
mod sessions;
mod store;

pub use audit::{AuditError, Auditor, Fetch, Visit};
pub use entry::Entry;
pub use error::Error;
pub use keys::KeyMessage;
pub use limits::Limits;
pub use log::Inclusion;
pub use note::{NoteKey, Verifier};
pub use proof::{Accepted, Proof};
pub use sessions::Begun;
pub use store::Witness;
