//! Reading and writing byte slices. Out of bounds is an [`Error`](crate::Error), never a panic.

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;
