//! The types of the API for the page.

use ghostreel_typescript::{File, Types, assert_written, write};

use super::{Copies, FormatOptionList, LinkSites, Live, Proven, ReplayList};
use crate::problem::ProblemDetails;

/// The types that the page asks for, and their parts.
fn file() -> File {
    let types = Types::default().with::<ReplayList>().with::<Proven>().with::<Copies>();
    let types = types.with::<FormatOptionList>().with::<Live>();
    let types = types.with::<LinkSites>().with::<ProblemDetails>();
    ("replays/api.types.ts".to_owned(), types.declared("crates/server", "docs/server.md"))
}

#[test]
fn the_page_has_the_types_of_the_api() {
    assert_written([file()]);
}

#[test]
#[ignore = "writes a file: `npm run types` in web/ runs it"]
fn write_the_types_of_the_api() {
    write([file()]);
}
