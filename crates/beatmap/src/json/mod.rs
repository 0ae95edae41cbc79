//! Reading JSON of a shape that is known, whatever is in its place: what has another type than expected is as good as missing, what is not known is
//! skipped, and what was read before damage is kept.
//!
//! serde's derived readers refuse a file for one odd value, so structures are declared by [`members!`] instead.

mod encoding;
mod extension;
mod lenient;
mod members;
mod room;
mod text;
mod values;

pub(crate) use extension::{ModNumber, ModPlace};
pub(crate) use members::members;
pub(crate) use room::Room;
pub(crate) use text::{Damage, Text};
pub(crate) use values::{Count, Into, Name, Read, other_values, skip_list};
