//! Model to bytes.

use ghostreel_core::io::Writer;

use crate::bits::BitWriter;
use crate::kinds::Context;
use crate::layout::Text;
use crate::model::{Network, Replay};
use crate::network::{Catalog, Layout, write};
use crate::view::channels;

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let stream = match &replay.network {
        Network::Raw(bytes) => bytes.clone(),
        Network::Decoded { .. } => encode_stream(replay).unwrap_or_default(),
    };
    let mut writer = Writer::with_capacity(stream.len().saturating_add(1 << 17));
    writer.u32_le(replay.header_seal.size);
    writer.u32_le(replay.header_seal.crc);
    replay.header.write(&mut writer);
    if let Some(seal) = replay.body_seal {
        writer.u32_le(seal.size);
        writer.u32_le(seal.crc);
    }
    replay.body.write(replay.body_parts, &stream, &mut writer);
    writer.bytes(&replay.tail);
    writer.bytes(&replay.rest);
    writer.finish()
}

/// The bytes of a decoded network stream; `None` if its runs are not whole.
fn encode_stream(replay: &Replay) -> Option<Vec<u8>> {
    let Network::Decoded { runs, size, rest } = &replay.network else { return None };
    let properties = &replay.header.properties;
    let lan = properties.text("MatchType").as_deref() == Some("Lan");
    let build = properties.text("BuildVersion");
    let context = Context::new(replay.header.version, build.as_deref(), lan)
        .with_objects(replay.body.objects.iter().map(Text::as_str));
    let catalog = Catalog::new(&replay.body, |_| None);
    let layout =
        Layout { context: &context, catalog: &catalog, channels: channels(&replay.header) };
    let mut bits = BitWriter::with_capacity(*size);
    for run in runs {
        write(run, layout, &mut bits)?;
    }
    bits.bytes(rest);
    let mut bytes = bits.finish();
    bytes.resize(*size, 0);
    Some(bytes)
}
