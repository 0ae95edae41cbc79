//! The crate as its users see it.

mod streams;
mod tables;
