//! Rocket League's `.replay`.
//!
//! A file is a header of named properties and a body: a bit stream of the values that the server replicated about each actor, frame by frame,
//! and the tables that give its numbers their meaning. `docs/spec/rocket-league.md` has the layouts and what real files do
//! differently.
//!
//! [`View`] reads in place and decodes the stream when asked, from any keyframe and on several threads; [`decode()`] gives the
//! whole [`Replay`]. [`encode()`] turns every decoded replay back into the same bytes.
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

mod actor_set;
pub mod arena;
pub mod attributes;
pub mod bits;
pub mod car_family;
pub mod crc;
mod decode;
mod edit;
mod encode;
mod features;
mod format;

pub mod layout;
pub mod limits;
pub mod mark;
mod memory_budget;
mod model;
pub mod motion;
pub mod names;
pub mod network;
mod options;
pub mod pack;
pub mod project;
mod redact;
mod repair;
pub mod sample;
mod stream;
mod version;
mod view;

pub use decode::decode;
pub use encode::encode;
pub use format::Rlreplay;
pub use layout::SectionPrefix;
pub use model::{Network, Replay};
pub use options::{Attributes, Options};
pub use redact::redact;
pub use stream::{Decoder, Event, read_header};
pub use version::Version;
pub use view::{ReplayParts, View};
