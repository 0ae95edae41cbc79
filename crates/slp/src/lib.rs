//! Slippi (`.slp`), the replay format of Super Smash Bros. Melee.
//!
//! A file is a UBJSON object: `raw`, a stream of events that the game sent, and `metadata`. The first event says how long
//! every other is, and that rules: a field exists if its event is long enough to hold it, whatever the version.
//! `docs/spec/slp.md` has the byte tables and what real files do differently.
//!
//! [`View`] reads in place and gathers data on demand, [`decode()`] gives the whole [`Replay`], [`Outline`] reads only what
//! stands at both ends of a file. [`encode()`] turns every decoded replay back into the same bytes.
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

mod action_states;
mod decode;
mod encode;
mod format;
mod frame_time;
mod frames;
mod head;
mod index;
mod last_events;
pub mod layout;
pub mod limits;
pub mod mark;
mod model;
pub mod names;
mod outline;
pub mod pack;
mod placed_event;
mod project;
mod redact;
mod repair;
mod resync;
mod rows;
pub mod sample;
mod scan;
mod schemas;
mod stream;
pub mod ubjson;
mod version;
mod view;

pub use action_states::{ActionState, action_state, common_states, special_states};
pub use decode::decode;
pub use encode::encode;
pub use format::Slp;
pub use frame_time::{FIRST_PLAYABLE_FRAME, FRAME_RATE, frame_at, seconds};
pub use frames::{CharacterFrame, FrameIndex};
pub use last_events::LastEvents;
pub use layout::{GameEnd, GameStart, PlayerStart, PlayerType};
pub use model::{Gap, Member, Replay, Wrapper};
pub use outline::Outline;
pub use placed_event::PlacedEvent;
pub use project::{
    ActionStateRow, FodHeights, FrameRow, GroundLine, PlayerRow, STADIUM_GROUND, StadiumForms,
    stadium_forms_ground,
};
pub use redact::redact;
pub use rows::FrameEvent;
pub use stream::{Character, Decoder, Event, Frame};
pub use version::Version;
pub use view::View;

#[cfg(test)]
mod tests;
