//! The network stream's bits: consumed from the first byte up, the least significant bit of each byte first; numbers put
//! their low bit first. Nothing is aligned.

mod bound;
mod reader;
mod writer;

pub use bound::Bound;
pub use reader::BitReader;
pub(crate) use reader::{Window, low_mask};
pub use writer::BitWriter;
