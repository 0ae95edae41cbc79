//! Taking out who played, and when.

use ghostreel_core::Result;
use ghostreel_core::redact::Removals;

use crate::model::Replay;

/// Takes out the names, when it was, and the notes, in which other programs may store anything; a mark is there, too. What happened stays: how
/// somebody moves a paddle may identify who it was nevertheless.
///
/// # Errors
/// None: the result is of the same form as that of other formats.
pub fn redact(replay: &mut Replay) -> Result<Removals> {
    let mut removals = Removals::default();
    for (what, name) in ["leftName", "rightName"].into_iter().zip(&mut replay.names) {
        removals.add(what, String::from_utf8_lossy(name), name);
        name.clear();
    }
    if replay.started_at != 0 {
        let bytes = replay.started_at.to_le_bytes();
        removals.add("startedAt", replay.started_at.to_string(), &bytes);
        replay.started_at = 0;
    }
    for note in replay.notes.drain(..) {
        removals.add("notes", format!("{} bytes", note.len()), &note);
    }
    removals.add("tail", format!("{} bytes", replay.tail.len()), &replay.tail);
    replay.tail.clear();
    Ok(removals)
}
