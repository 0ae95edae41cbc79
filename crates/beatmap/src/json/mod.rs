//! Reading JSON of a known shape from any input: values of another type than expected count as missing, unknown members are
//! skipped, and values read before damage are kept.
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
