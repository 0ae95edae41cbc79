//! The mark of a file: there is no place for one. A member that the format does not name would be one that every other
//! program may drop.

use crate::view::View;

/// The file, which has no marks.
pub fn split(view: &View<'_>) -> (Vec<u8>, Vec<Vec<u8>>) {
    (view.bytes().to_vec(), Vec::new())
}

/// `None`: there is no place for a mark.
pub fn add(view: &View<'_>, mark: &[u8]) -> Option<Vec<u8>> {
    let _ = (view, mark);
    None
}
