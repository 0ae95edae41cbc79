//! The mark of a file: a member of the metadata. Its content is not read here; `docs/spec/mark.md` describes it.

use crate::encode;
use crate::model::{Member, Replay};
use crate::ubjson::{Int, UbjsonValue};
use crate::view::View;

/// The name of the member.
pub const KEY: &str = "ghostreel";

/// The file without its marks, and the marks.
pub fn split(view: &View<'_>) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut replay = view.to_replay();
    let mut marks = Vec::new();
    if let Some(members) = metadata(&mut replay) {
        members.retain(|(_, key, value)| match value {
            UbjsonValue::Bytes { bytes, .. } if key == KEY.as_bytes() => {
                marks.push(bytes.clone());
                false
            }
            _ => true,
        });
    }
    let bytes = if marks.is_empty() { view.bytes().to_vec() } else { encode(&replay) };
    (bytes, marks)
}

/// The file with a mark after all other members of the metadata; `None` for one without metadata.
pub fn add(view: &View<'_>, mark: &[u8]) -> Option<Vec<u8>> {
    let mut replay = view.to_replay();
    let count = Int { marker: b'l', value: i64::from(i32::try_from(mark.len()).ok()?) };
    let length = Int { marker: b'U', value: i64::try_from(KEY.len()).ok()? };
    let value = UbjsonValue::Bytes { count, bytes: mark.to_vec() };
    metadata(&mut replay)?.push((length, KEY.as_bytes().to_vec(), value));
    Some(encode(&replay))
}

/// The members of the first metadata.
fn metadata(replay: &mut Replay) -> Option<&mut Vec<(Int, Vec<u8>, UbjsonValue)>> {
    let is_it = |member: &&mut Member| member.key == b"metadata";
    match &mut replay.members.iter_mut().find(is_it)?.value {
        UbjsonValue::Object(members) => Some(members),
        _ => None,
    }
}
