//! UBJSON (draft 12), as far as files hold it: metadata is read into values that remember how each number was written,
//! so that it can be written again byte for byte.

mod read;
mod value;
mod write;

pub use value::{Int, UbjsonValue};

pub use read::read_value;

pub(crate) use read::read_key;
pub(crate) use write::{write_key, write_value};
