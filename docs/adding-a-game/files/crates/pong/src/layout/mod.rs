//! One file for each structure of the specification.

mod frame;
mod header;

pub use frame::Frame;
pub use header::{Header, MAGIC, VERSION};
