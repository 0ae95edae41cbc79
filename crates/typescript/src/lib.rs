//! What TypeScript calls what Rust serialises, in files for the page. Tests of the crates that serialise it say which types cross, and what
//! the files are called; `npm run types` in `web/` writes them anew.
//!
//! Types that cross derive [`ts_rs::TS`] in tests of their own crate, and of other crates by the feature `typescript`.

mod files;
mod types;

pub use files::{File, assert_written, write};
pub use types::Types;
