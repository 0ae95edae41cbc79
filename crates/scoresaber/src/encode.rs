//! Model to bytes.

use std::borrow::Cow;

use crate::lzma;
use crate::model::{Payload, Replay};

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included; one whose payload was changed is
/// compressed anew.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let container = replay.payload.container();
    let payload = match &replay.payload {
        Payload::Sections(recording) => Cow::Owned(recording.encode()),
        Payload::Legacy(data) => Cow::Borrowed(data.bytes()),
    };
    if lzma::holds(&replay.original, container, &payload, replay.is_cancelled) {
        replay.original.clone()
    } else {
        lzma::pack(container, &payload)
    }
}
