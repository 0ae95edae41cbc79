//! Packing: the frames' bytes column by column, as those of a column resemble each other, and all of it by zstd.

use ghostreel_core::io::Reader;
use ghostreel_core::{DecodeOptions, Error, Fault, Record as _, Result};
use ghostreel_pack::{Codec, Level, Part, general};

use crate::layout::Frame;
use crate::view::View;

/// Packs Pong files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packer;

impl Codec for Packer {
    fn name(&self) -> &'static str {
        "pong.1"
    }

    fn pack(&self, file: &[u8], level: Level) -> Vec<Part> {
        // The page only unpacks: it need not download this.
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        let view = View::open(file, &DecodeOptions::RECOVER).ok();
        let frames = view.as_ref().map_or(0..0, View::frame_place);
        let count = frames.len().checked_div(Frame::SIZE).unwrap_or_default();
        let last = count.checked_sub(1).zip(view).map(|(last, view)| view.time(last));
        let packed =
            pack(file, frames.start, count, level).filter(|packed| packed.len() < file.len());
        vec![Part {
            range: 0..file.len(),
            times: last.map_or([f64::NAN; 2], |last| [0.0, last]),
            packed,
        }]
    }

    fn unpack(&self, packed: &[u8], length: usize) -> Result<Vec<u8>> {
        let mut reader = Reader::new(packed, "a packed part");
        let start = reader.u32_le("where frames begin")? as usize;
        let count = reader.u32_le("how many there are")? as usize;
        let packing = reader.u8("the packing")?;
        let offset = reader.offset();
        let columns = general::unpack(packing, reader.rest(), length, offset, "a packed part")?;
        let mut file = columns.to_vec();
        let size = count.saturating_mul(Frame::SIZE);
        let place = start..start.saturating_add(size);
        let (from, to) = (columns.get(place.clone()), file.get_mut(place));
        let (Some(from), Some(to)) = (from, to) else {
            let found = format!("{count} from {start} on");
            let expected = format!("frames within {length} bytes");
            return Err(Error::new(Fault::Malformed, 0, "a packed part", expected, found));
        };
        for (column, values) in from.chunks_exact(count.max(1)).enumerate() {
            let targets = to.iter_mut().skip(column).step_by(Frame::SIZE);
            targets.zip(values).for_each(|(to, value)| *to = *value);
        }
        Ok(file)
    }
}

fn pack(file: &[u8], start: usize, count: usize, level: Level) -> Option<Vec<u8>> {
    let frames = file.get(start..start.checked_add(count.checked_mul(Frame::SIZE)?)?)?;
    let mut columns = file.get(..start)?.to_vec();
    for column in 0..Frame::SIZE {
        columns.extend(frames.iter().skip(column).step_by(Frame::SIZE));
    }
    columns.extend(file.get(columns.len()..)?);
    let level = if level == Level::Archive { 19 } else { 3 };
    let (packing, bytes) = general::pack(&columns, level);
    let mut packed = Vec::new();
    packed.extend(u32::try_from(start).ok()?.to_le_bytes());
    packed.extend(u32::try_from(count).ok()?.to_le_bytes());
    packed.push(packing);
    packed.extend(&*bytes);
    Some(packed)
}
