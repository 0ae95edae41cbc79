//! The container around the network stream: one file per structure, reading and writing together.

mod body;
mod header;
mod property;
mod section_prefix;
pub(crate) mod text;

pub use body::{Body, ClassIndex, DebugLog, KeyFrame, NetCache, NetProperty, TickMark};
pub use header::Header;
pub(crate) use header::begins_with_game_type;
pub use property::{Properties, Property, PropertyValue};
pub use section_prefix::SectionPrefix;
pub use text::{Text, TextRef};
