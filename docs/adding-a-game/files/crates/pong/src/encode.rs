//! Model to bytes.

use ghostreel_core::Record as _;

use crate::layout::{Frame, Header, MAGIC, VERSION};
use crate::model::Replay;

/// Writes the file: for a decoded replay, the very bytes it was decoded from.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let Replay { rate, started_at, names, declared_frames, frames, notes, tail } = replay;
    let [left, right] = names.each_ref().map(|name| cut(name, u8::MAX.into()));
    let header = Header {
        magic: MAGIC,
        version: VERSION,
        rate: *rate,
        left_name: u8::try_from(left.len()).unwrap_or(u8::MAX),
        right_name: u8::try_from(right.len()).unwrap_or(u8::MAX),
        started_at: *started_at,
        frames: *declared_frames,
    };
    let mut bytes = vec![0; Header::SIZE];
    header.write(&mut bytes);
    bytes.extend_from_slice(left);
    bytes.extend_from_slice(right);
    for frame in frames {
        let mut record = [0; Frame::SIZE];
        frame.write(&mut record);
        bytes.extend_from_slice(&record);
    }
    for note in notes {
        let note = cut(note, u16::MAX.into());
        let length = u16::try_from(note.len()).unwrap_or(u16::MAX);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(note);
    }
    bytes.extend_from_slice(tail);
    bytes
}

/// So many bytes at most.
fn cut(bytes: &[u8], most: usize) -> &[u8] {
    bytes.get(..most).unwrap_or(bytes)
}
