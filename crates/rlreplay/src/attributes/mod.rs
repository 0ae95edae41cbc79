//! The kinds of values that replicated properties have: one structure each, reading and writing together.

mod attribute;
mod camera;
mod cell;
mod context;
mod events;
mod identity;
mod loadout;
mod motion;
mod opaque;
mod product_class;
mod rows;
mod scalars;
#[cfg(test)]
mod spec_tests;

pub use attribute::Attribute;
pub use camera::CamSettings;
pub use cell::{Cell, CellList, Input, InputList, Member, Output, OutputList, Shapes};
pub use context::Context;
pub use events::*;
pub use identity::*;
pub use loadout::*;
pub use motion::*;
pub use opaque::OpaqueRows;
pub use product_class::ProductClass;
pub use rows::{AttributeType, Rows};
pub use scalars::{Below, Bits, GameMode, NameIndex, ObjectRef, ReservationStatus};
