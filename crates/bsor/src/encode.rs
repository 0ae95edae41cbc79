//! Model to bytes.

use ghostreel_core::Record;
use ghostreel_core::io::Writer;

use crate::layout::{Frame, Height, Pause, SectionId, Wall};
use crate::model::Replay;
use crate::scan::MAGIC;

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let mut writer = Writer::with_capacity(encoded_len(replay));
    writer.i32_le(MAGIC);
    writer.u8(replay.version.0);
    writer.u8(SectionId::Info.byte());
    replay.info.write(&mut writer);
    for (index, &id) in replay.sections.iter().enumerate() {
        let is_last = index.saturating_add(1) == replay.sections.len();
        let missing = if is_last { replay.missing } else { 0 };
        writer.u8(id.byte());
        let mut count = |present: usize| {
            writer.u32_le(u32::try_from(present).unwrap_or(u32::MAX).saturating_add(missing));
        };
        match id {
            SectionId::Frames => {
                count(replay.frames.len());
                writer.records(&replay.frames);
            }
            SectionId::Notes => {
                count(replay.notes.len());
                writer.bytes(replay.notes.bytes());
            }
            SectionId::Walls => {
                count(replay.walls.len());
                writer.records(&replay.walls);
            }
            SectionId::Heights => {
                count(replay.heights.len());
                writer.records(&replay.heights);
            }
            SectionId::Pauses => {
                count(replay.pauses.len());
                writer.records(&replay.pauses);
            }
            SectionId::ControllerOffsets => {
                if let Some(offsets) = &replay.controller_offsets {
                    writer.record(offsets);
                }
            }
            SectionId::UserData => {
                count(replay.user_data.len());
                writer.bytes(replay.user_data.bytes());
            }
            // Written above, and never listed.
            SectionId::Info => {}
        }
    }
    writer.bytes(&replay.tail);
    writer.finish()
}

/// About how long the file will be: exact but for the info.
fn encoded_len(replay: &Replay) -> usize {
    const HEADERS_AND_INFO: usize = 1 << 10;
    [
        replay.frames.len().saturating_mul(Frame::SIZE),
        replay.notes.bytes().len(),
        replay.walls.len().saturating_mul(Wall::SIZE),
        replay.heights.len().saturating_mul(Height::SIZE),
        replay.pauses.len().saturating_mul(Pause::SIZE),
        replay.user_data.bytes().len(),
        replay.tail.len(),
    ]
    .into_iter()
    .fold(HEADERS_AND_INFO, usize::saturating_add)
}
