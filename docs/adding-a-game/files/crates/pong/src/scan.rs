//! What stands where in a file.

use std::ops::Range;

use ghostreel_core::io::Reader;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, Mode, Record as _, Result};

use crate::layout::{Frame, Header, MAGIC, VERSION};
use crate::limits;

/// The places of everything in a file: header, names, frames, notes and tail follow one another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) header: Header,
    /// The left player's and the right player's.
    pub(crate) names: [Range<usize>; 2],
    pub(crate) frames: Range<usize>,
    /// Without their lengths.
    pub(crate) notes: Vec<Range<usize>>,
    /// Where what was not understood begins; it goes on to the end of the file.
    pub(crate) tail: usize,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Finds everything.
///
/// # Errors
/// In strict mode on any damage; in recover mode if the header or a name is not there.
pub(crate) fn scan(bytes: &[u8], options: &DecodeOptions) -> Result<Places> {
    let mut reader = Reader::new(bytes, "header");
    let header = header(&mut reader)?;
    let mut places = Places { header, ..Places::default() };
    reader.enter("names");
    for (name, length) in places.names.iter_mut().zip([header.left_name, header.right_name]) {
        *name = range(&mut reader, length.into(), "a name")?;
    }
    let damage = rest(&mut reader, &mut places).err();
    places.tail = places.notes.last().map_or(places.frames.end, |note| note.end);
    if let Some(error) = damage {
        if options.mode == Mode::Strict {
            return Err(error);
        }
        places.diagnostics.push(error.into());
    }
    Ok(places)
}

fn header(reader: &mut Reader<'_>) -> Result<Header> {
    let start = reader.clone();
    let refuse = |fault, expected: String, found: String| -> Result<Header> {
        Err(start.error(fault, expected, found))
    };
    let Some(header) = Header::read(reader.take(Header::SIZE, "the header")?) else {
        return Err(start.truncated(Header::SIZE, "the header"));
    };
    if header.magic != MAGIC {
        let found = format!("{:#x}", header.magic);
        return refuse(Fault::Malformed, format!("magic number {MAGIC:#x}"), found);
    }
    if header.version != VERSION {
        let found = format!("version {}", header.version);
        return refuse(Fault::Unsupported, format!("version {VERSION}"), found);
    }
    if header.rate == 0 {
        return refuse(Fault::Malformed, "a rate above 0".into(), "0 frames a second".into());
    }
    Ok(header)
}

/// Frames and notes, as far as they are sound.
fn rest(reader: &mut Reader<'_>, places: &mut Places) -> Result<()> {
    reader.enter("frames");
    let declared = places.header.frames as usize;
    let whole = reader.rest().len().checked_div(Frame::SIZE).unwrap_or_default();
    let count = declared.min(whole);
    places.frames = range(reader, count.saturating_mul(Frame::SIZE), "frames")?;
    if count < declared {
        let (expected, found) = (format!("{declared} frames"), format!("{count}"));
        return Err(reader.error(Fault::Truncated, expected, found));
    }
    reader.enter("notes");
    while !reader.is_empty() {
        if places.notes.len() >= limits::NOTES {
            let expected = format!("at most {} notes", limits::NOTES);
            return Err(reader.error(Fault::Limit, expected, "more"));
        }
        let length = reader.u16_le("length of a note")?;
        places.notes.push(range(reader, length.into(), "a note")?);
    }
    Ok(())
}

/// The next bytes.
fn range(reader: &mut Reader<'_>, length: usize, what: &str) -> Result<Range<usize>, Error> {
    let start = reader.position();
    reader.take(length, what)?;
    Ok(start..reader.position())
}
