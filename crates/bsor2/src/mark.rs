//! The mark of a file: there is no place for one. Sections and strings lie anywhere in any order, so the original
//! bytes could not be restored once a section is taken out again.

use crate::view::View;

/// The file without its marks, and the marks: it has none.
pub fn split(view: &View<'_>) -> (Vec<u8>, Vec<Vec<u8>>) {
    (view.bytes().to_vec(), Vec::new())
}

/// The file with a mark: there is no such file.
pub fn add(_: &View<'_>, _: &[u8]) -> Option<Vec<u8>> {
    None
}
