//! Packing of replays: the network stream field by field, each number predicted from those before, and the parts around it by zstd.
//! `docs/spec/packed-replay.md` has the layout.

mod adaptive;
mod body;
mod columns;
mod fields;
mod geometry;
mod memory;
mod order;
mod port;
mod section;
mod spread;
mod stream;
mod walk;

use std::ops::Range;

use ghostreel_core::{DecodeOptions, Result};
use ghostreel_pack::{Codec, Level, Part};

use crate::crc::crc;
use crate::view::View;
use section::{Sections, damaged};
use stream::PackedStream;

/// Packs `.replay` files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packer;

/// The values of a part's first byte.
mod form {
    /// Bytes, packed by zstd.
    pub(super) const BYTES: u8 = 0;
    /// A replay, its network stream in columns.
    pub(super) const COLUMNS: u8 = 1;
    /// A replay, its network stream by an adaptive coder.
    pub(super) const ADAPTIVE: u8 = 2;
}

/// Bits of the byte that says which checksums are right and left out.
mod checksums {
    pub(super) const HEADER: u8 = 1;
    pub(super) const BODY: u8 = 2;
}

/// Files up to this are one part; of longer ones, each stretch of this length is one, as bytes. Real files have less than a tenth.
const PART: usize = 16 << 20;

impl Codec for Packer {
    fn name(&self) -> &'static str {
        "replay.1"
    }

    fn pack(&self, file: &[u8], level: Level) -> Vec<Part> {
        // The page only unpacks: it need not download this.
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        if file.len() <= PART
            && let Some((packed, times)) = pack_replay(file, level)
        {
            return vec![Part { range: 0..file.len(), times, packed: Some(packed) }];
        }
        let starts = (0..file.len()).step_by(PART);
        starts
            .map(|start| {
                let range = start..start.saturating_add(PART).min(file.len());
                let bytes = file.get(range.clone()).unwrap_or_default();
                let mut packed = vec![form::BYTES];
                section::write(bytes, zstd_level(level, bytes.len()), &mut packed);
                let packed = (packed.len() < bytes.len()).then_some(packed);
                Part { range, times: [f64::NAN; 2], packed }
            })
            .collect()
    }

    fn unpack(&self, packed: &[u8], length: usize) -> Result<Vec<u8>> {
        let mut sections = Sections::new(packed, most_unpacked(length));
        let form = sections.byte()?;
        let file = match form {
            form::BYTES => {
                sections.limit(length);
                sections.next()?.into_owned()
            }
            form::COLUMNS | form::ADAPTIVE if length <= PART => {
                unpack_replay(&mut sections, form == form::ADAPTIVE, length)?
            }
            _ => return Err(damaged(0, "a form that is known")),
        };
        if file.len() == length {
            Ok(file)
        } else {
            Err(damaged(0, "bytes of the length asked for"))
        }
    }
}

/// Bytes that the stretches of a part of so many bytes may have before they are packed. Where a stream takes more, it is bytes.
const fn most_unpacked(length: usize) -> usize {
    length.saturating_mul(3).saturating_add(1 << 20)
}

/// The level of zstd for so many bytes. The parts around a real stream are far below the bound; above it, packing must not take long.
const fn zstd_level(level: Level, bytes: usize) -> i32 {
    match level {
        Level::Live | Level::Fast => 3,
        Level::Archive if bytes > 1 << 17 => 6,
        Level::Archive => 19,
    }
}

/// The places of the checksums and of their sections in a file that begins with a replay.
fn checked(file: &[u8]) -> Option<[(Range<usize>, Range<usize>); 2]> {
    let section = |start: usize| {
        let after = file.get(start..)?;
        let size = u32::from_le_bytes(*after.first_chunk()?);
        let sum = start.checked_add(4)?..start.checked_add(8)?;
        let content = sum.end..sum.end.checked_add(usize::try_from(size).ok()?)?;
        (content.end <= file.len()).then_some((sum, content))
    };
    let header = section(0)?;
    let body = section(header.1.end)?;
    Some([header, body])
}

fn pack_replay(file: &[u8], level: Level) -> Option<(Vec<u8>, [f64; 2])> {
    let view = View::open(file, &DecodeOptions::RECOVER).ok()?;
    let range = view.stream_range();
    let mut around = file.get(..range.start)?.to_vec();
    around.extend_from_slice(file.get(range.end..)?);
    let mut right = 0;
    for ((sum, content), flag) in
        checked(file)?.into_iter().zip([checksums::HEADER, checksums::BODY])
    {
        let stands = file.get(sum.clone()).and_then(<[u8]>::first_chunk).copied();
        let is_right = stands.map(u32::from_le_bytes) == file.get(content).map(crc);
        if is_right && sum.end <= range.start {
            right |= flag;
            around.get_mut(sum)?.fill(0);
        }
    }
    let is_adaptive = level == Level::Archive;
    let mut packed = vec![if is_adaptive { form::ADAPTIVE } else { form::COLUMNS }, right];
    section::write_number(range.start, &mut packed);
    section::write_number(range.len(), &mut packed);
    section::write(&around, zstd_level(level, around.len()), &mut packed);
    let stream = PackedStream::of(&view, level)?;
    if stream.unpacked.saturating_add(around.len()) > most_unpacked(file.len()) {
        return None;
    }
    packed.extend_from_slice(&stream.bytes);
    (packed.len() < file.len()).then_some((packed, stream.times))
}

fn unpack_replay(sections: &mut Sections<'_>, is_adaptive: bool, length: usize) -> Result<Vec<u8>> {
    let right = sections.byte()?;
    let start = sections.number()?;
    let size = sections.number()?;
    let around = sections.next()?;
    if around.len().checked_add(size) != Some(length) || start > around.len() {
        return Err(damaged(2, "lengths that add up to that asked for"));
    }
    let (front, rear) = around.split_at(start);
    let stream = stream::unpack(sections, is_adaptive, size)?;
    let mut file = Vec::with_capacity(length);
    file.extend_from_slice(front);
    file.extend_from_slice(&stream);
    file.extend_from_slice(rear);
    for (index, flag) in [checksums::HEADER, checksums::BODY].into_iter().enumerate() {
        if right & flag == 0 {
            continue;
        }
        let checked = checked(&file).ok_or_else(|| damaged(1, "sections with checksums"))?;
        let [header, body] = checked;
        let (sum, content) = if index == 0 { header } else { body };
        let value = file.get(content).map_or(0, crc);
        if let Some(place) = file.get_mut(sum) {
            place.copy_from_slice(&value.to_le_bytes());
        }
    }
    Ok(file)
}
