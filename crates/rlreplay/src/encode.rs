//! Model to bytes.

use ghostreel_core::io::Writer;

use crate::bits::BitWriter;
use crate::model::{Network, Replay};
use crate::network::{StreamLayout, write};

/// The network stream is as long as a multiple of this.
pub(crate) const BLOCK: usize = 512;

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included. A replay that was changed
/// needs [`Replay::update_derived`] first, which also says whether its frames are whole; if they are not, the network stream ends
/// in front of the missing part.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let stream = match &replay.network {
        Network::Raw(bytes) => bytes.clone(),
        Network::Decoded { .. } => write_stream(replay).bytes,
    };
    let mut writer = writer_around(&stream);
    writer.u32_le(replay.header_prefix.size);
    writer.u32_le(replay.header_prefix.crc);
    replay.header.write(&mut writer);
    if let Some(prefix) = replay.body_prefix {
        writer.u32_le(prefix.size);
        writer.u32_le(prefix.crc);
    }
    replay.body.write(replay.body_parts, &stream, &mut writer);
    writer.bytes(&replay.tail);
    writer.bytes(&replay.rest);
    writer.finish()
}

/// A writer with room for a stream and the usual parts around it: one that outgrows its room takes up three times as much for a moment.
pub(crate) fn writer_around(stream: &[u8]) -> Writer {
    let around = (stream.len() / 4).saturating_add(1 << 17);
    Writer::with_capacity(stream.len().saturating_add(around))
}

/// A network stream as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenStream {
    pub(crate) bytes: Vec<u8>,
    /// Where each frame begins, in bits.
    pub(crate) frames: Vec<usize>,
    /// Where the last one ends.
    pub(crate) end: usize,
    /// Whether all values were there that the logs speak of.
    pub(crate) is_whole: bool,
}

/// Writes the decoded network stream of a replay.
pub(crate) fn write_stream(replay: &Replay) -> WrittenStream {
    let Network::Decoded { segments, size, rest } = &replay.network else {
        return WrittenStream::default();
    };
    let (context, catalog) = (replay.context(), replay.catalog());
    let layout =
        StreamLayout { context: &context, catalog: &catalog, channels: replay.header.channels() };
    let mut bits = BitWriter::with_capacity(*size);
    let mut frames = Vec::new();
    let mut segments = segments.iter();
    let is_whole =
        segments.all(|segment| write(segment, layout, &mut bits, |at| frames.push(at)).is_some());
    let end = bits.position();
    bits.bytes(rest);
    let mut bytes = bits.finish();
    let is_fitting = end.div_ceil(8) <= *size;
    bytes.resize(if is_fitting { *size } else { bytes.len().next_multiple_of(BLOCK) }, 0);
    WrittenStream { bytes, frames, end, is_whole }
}

impl Replay {
    /// Numbers of the frames and where they begin in the network stream, in bits; `None` if not everything can be written that
    /// they speak of. None are known of a stream that is raw.
    pub fn frame_positions(&self) -> Option<Vec<(i64, u32)>> {
        let Network::Decoded { segments, .. } = &self.network else { return Some(Vec::new()) };
        let written = write_stream(self);
        let numbers =
            segments.iter().flat_map(|segment| &segment.frames).map(|frame| frame.number.into());
        let positions = written.frames.iter().map(|&at| u32::try_from(at).unwrap_or(u32::MAX));
        written.is_whole.then(|| numbers.zip(positions).collect())
    }
}
