//! The network stream of a part: what its walk has to know first, its frames, and the bits after the last frame.

use ghostreel_core::Result;
use ghostreel_pack::Level;
use ghostreel_pack::coder::{Decoder, Encoder};

use super::adaptive::{Adaptive, Unpacked};
use super::columns::{Columns, UnpackedColumns};
use super::fields::{Dry, Fields};
use super::port::{Output, Port};
use super::section::{self, Sections, damaged};
use super::walk::Walk;
use super::zstd_level;
use crate::attributes::Context;
use crate::bits::{BitReader, BitWriter, Bound};
use crate::limits;
use crate::version::Version;
use crate::view::View;

/// A network stream, packed.
#[derive(Debug)]
pub(super) struct PackedStream {
    pub(super) bytes: Vec<u8>,
    /// The times of the first and the last frame; NaN if there is none.
    pub(super) times: [f64; 2],
    /// How many bytes its stretches have before they are packed.
    pub(super) unpacked: usize,
}

impl PackedStream {
    pub(super) fn of(view: &View<'_>, level: Level) -> Option<Self> {
        let is_adaptive = level == Level::Archive;
        let stream = view.stream_bytes();
        let (context, channels, most) = (view.context(), view.channels(), view.frame_count());
        let mut frames =
            whole_frames(stream, &mut Walk::new(context, channels, Some(view.catalog())), most);
        if frames.0 < most {
            // With inferences from the stream, more of it may make sense.
            view.network();
            frames =
                whole_frames(stream, &mut Walk::new(context, channels, Some(view.catalog())), most);
        }
        let (count, end) = frames;

        let net = (context.has_quaternions, context.has_fine_units);
        let net = match net {
            (true, _) => 7,
            (false, true) => 5,
            (false, false) => 0,
        };
        let mut bytes = vec![net, u8::from(context.has_actor_names)];
        section::write_number(channels.max() as usize, &mut bytes);
        section::write_number(count as usize, &mut bytes);

        let mut rest = Vec::new();
        let mut reader = BitReader::new(stream, end);
        let left = reader.left();
        reader.read_bytes(left, &mut rest);
        section::write(&rest, zstd_level(level, rest.len()), &mut bytes);

        let mut walk = Walk::new(context, channels, Some(view.catalog()));
        let mut reader = BitReader::new(stream, 0);
        let mut unpacked = rest.len();
        if is_adaptive {
            let mut fields = Adaptive::new(Encoder::default());
            (0..count).try_for_each(|_| walk.frame(&mut reader, &mut fields))?;
            bytes.extend_from_slice(&fields.finish());
        } else {
            let mut fields = Columns::new();
            (0..count).try_for_each(|_| walk.frame(&mut reader, &mut fields))?;
            unpacked = unpacked.saturating_add(fields.length());
            fields.finish(&mut bytes);
        }
        let times = walk.times.map_or([f64::NAN; 2], |times| times.map(f64::from));
        Some(Self { bytes, times, unpacked })
    }
}

/// How many frames from the start of a stream can be packed, and where the last ends.
fn whole_frames(stream: &[u8], walk: &mut Walk<'_>, most: u32) -> (u32, usize) {
    let mut reader = BitReader::new(stream, 0);
    let mut end = 0;
    for frame in 0..most {
        if walk.frame(&mut reader, &mut Dry).is_none() {
            return (frame, end);
        }
        end = reader.position();
    }
    (most, end)
}

/// Unpacks a stream of so many bytes.
pub(super) fn unpack(
    sections: &mut Sections<'_>,
    is_adaptive: bool,
    size: usize,
) -> Result<Vec<u8>> {
    let net = sections.byte()?;
    let mut context = Context::new(Version::new(0, 0, net.into()), None, false);
    context.has_actor_names = sections.byte()? != 0;
    let channels = u32::try_from(sections.number()?).ok().filter(|c| *c <= limits::CHANNELS);
    let channels = channels.ok_or_else(|| damaged(0, "as many channels as there may be"))?;
    let frames = sections.number()?;
    let rest = sections.next()?;
    let mut walk = Walk::new(&context, Bound::new(channels), None);
    let room = size.saturating_mul(8);
    let mut output = Output { bits: BitWriter::with_capacity(size), length: room };
    let whole = if is_adaptive {
        let mut fields = Unpacked::new(Decoder::new(sections.rest()));
        unpack_frames(&mut walk, &mut output, &mut fields, frames)
    } else {
        let mut fields = UnpackedColumns::read(sections)?;
        unpack_frames(&mut walk, &mut output, &mut fields, frames)
    };
    let bits = room.saturating_sub(output.bits.position());
    if whole.is_none() || rest.len() != bits.div_ceil(8) {
        return Err(damaged(0, "a network stream of its length"));
    }
    output.write_bytes(&rest, bits);
    Ok(output.bits.finish())
}

fn unpack_frames<F: Fields>(
    walk: &mut Walk<'_>,
    output: &mut Output,
    fields: &mut F,
    frames: usize,
) -> Option<()> {
    (0..frames).try_for_each(|_| walk.frame(output, fields))
}
