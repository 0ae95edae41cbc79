//! The mark of a file: an entry among the user data. Its content is not read here; `docs/spec/mark.md` describes it.

use crate::encode;
use crate::layout::{SectionId, UserData, UserEntries};
use crate::view::View;

/// The name of the entry.
pub const KEY: &str = "ghostreel.mark";

/// The file without its marks, and the marks.
pub fn split(view: &View<'_>) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut replay = view.to_replay();
    let is_mark = |entry: &UserData| entry.key.bytes == KEY.as_bytes();
    // There can be millions of entries: only marks have a place of their own in memory.
    let marks: Vec<_> = replay.user_data.iter().filter(is_mark).map(|mark| mark.bytes).collect();
    if marks.is_empty() {
        return (view.bytes().to_vec(), marks);
    }
    let others = replay.user_data.iter().filter(|entry| !is_mark(entry));
    replay.user_data = UserEntries::from_iter(others);
    if replay.user_data.is_empty() {
        replay.sections.retain(|section| *section != SectionId::UserData);
    }
    (encode(&replay), marks)
}

/// The file with a mark after all other entries.
pub fn add(view: &View<'_>, mark: &[u8]) -> Option<Vec<u8>> {
    let mut replay = view.to_replay();
    if !replay.sections.contains(&SectionId::UserData) {
        replay.sections.push(SectionId::UserData);
    }
    replay.user_data.push(&UserData::new(KEY, mark.to_vec())).then(|| encode(&replay))
}
