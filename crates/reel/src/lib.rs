//! The reel: one container for a session of any game, written while it is played.
//!
//! A reel is a header and chunks that stand alone: each can be read with the header and nothing else, so that seeking, damage and reading
//! on several threads need no state. Tables are columns with name, type, unit and meaning; an original is a game's own file, exact to
//! the byte. `docs/spec/reel.md` is the format.
//!
//! [`Writer`] makes a reel, [`Reel`] reads one in memory, [`Remote`] one that lies elsewhere, by pieces, and [`Tail`] one that is still being
//! written; [`pack()`] makes one of a game's own file, [`cut()`] one of a stretch of time, and [`Join`] one of several. None of them does
//! input or output.
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

mod bounds;
pub mod chunk;
mod copying;
mod cut;
mod header;
mod index;
mod join;
pub mod limits;
mod marks;
mod original;
mod pack;
mod pending;
pub mod preamble;
mod reel;
mod remote;
mod rows;
mod scan;
mod settings;
mod tail;
mod transform;
mod whole;
mod whole_tables;
mod writer;

pub use chunk::{Chain, Chunk, Head, Kind};
pub use cut::{Cut, CutError, cut};
pub use ghostreel_pack::{Codec, Level};
pub use header::{Header, MarkKey, Original, Player, Stream, Table, TableColumn};
pub use join::{Join, JoinError, Part};
pub use marks::Mark;
pub use original::Codecs;
pub use pack::pack;
pub use reel::{Damage, Integrity, Missing, Reel, Rows};
pub use remote::Remote;
pub use settings::Settings;
pub use tail::{Event, Tail};
pub use whole_tables::WholeTables;
pub use writer::{WriteError, Writer};
