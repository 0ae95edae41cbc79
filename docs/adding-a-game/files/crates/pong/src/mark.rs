//! The mark of a file: a note. What it says is not looked at here; `docs/spec/mark.md` has it.

use crate::encode;
use crate::limits;
use crate::view::View;

/// What the note begins with.
pub const KEY: &[u8] = b"ghostreel.mark\0";

/// The file without its marks, and the marks.
pub fn split(view: &View<'_>) -> (Vec<u8>, Vec<Vec<u8>>) {
    let marks: Vec<Vec<u8>> =
        view.notes().filter_map(|note| note.strip_prefix(KEY)).map(<[u8]>::to_vec).collect();
    if marks.is_empty() {
        return (view.bytes().to_vec(), marks);
    }
    let mut replay = view.to_replay();
    replay.notes.retain(|note| !note.starts_with(KEY));
    (encode(&replay), marks)
}

/// The file with a mark after all other notes; `None` if there are as many as there may be, or the mark is longer than a note, or bytes that were
/// not understood stand where it would.
pub fn add(view: &View<'_>, mark: &[u8]) -> Option<Vec<u8>> {
    let mut replay = view.to_replay();
    let note = [KEY, mark].concat();
    let has_room = replay.notes.len() < limits::NOTES
        && note.len() <= usize::from(u16::MAX)
        && view.diagnostics().is_empty();
    has_room.then(|| {
        replay.notes.push(note);
        encode(&replay)
    })
}
