//! TypeScript's types for Rust's serialised data, in files for the page. Tests of the crates that serialise it name the types that cross, and
//! the files; `npm run types` in `web/` writes them anew.
//!
//! Types that cross derive [`ts_rs::TS`] in tests of their own crate, and of other crates by the feature `typescript`.

mod files;
mod types;

pub use files::{File, assert_written, write};
pub use types::Types;
