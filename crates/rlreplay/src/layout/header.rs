//! The header: versions and the game's description of the match.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Mode, Result, date};

use super::text::Container;
use super::{Properties, SectionPrefix, Text};
use crate::bits::Bound;
use crate::limits;
use crate::version::Version;

/// The header.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Versions.
    pub version: Version,
    /// `TAGame.Replay_Soccar_TA`.
    pub game_type: Text,
    /// The game's description of the match: date, map, teams, goals …
    pub properties: Properties,
    /// Bytes after the properties; none in files seen.
    pub rest: Vec<u8>,
    /// Whether the file ends within the properties. Then `rest` has the beginning of the next one.
    pub is_cut: bool,
}

/// How the type of the game begins in all replays.
const GAME_TYPE: &[u8] = b"TAGame.Replay_";

/// Whether this is the type of the game as all replays have it: a text of the engine's.
pub(crate) fn begins_with_game_type(bytes: &[u8]) -> bool {
    let Some((count, text)) = bytes.split_first_chunk() else { return false };
    // What a shorter text leaves out is not its own, and is gone when a repair drops what follows.
    let lengths = GAME_TYPE.len()..256;
    lengths.contains(&(u32::from_le_bytes(*count) as usize)) && text.starts_with(GAME_TYPE)
}

impl Header {
    /// How actors are numbered in a replay with this header.
    pub(crate) fn channels(&self) -> Bound {
        let channels = self.properties.int("MaxChannels").unwrap_or(1023);
        Bound::new(u32::try_from(channels).unwrap_or(0).min(limits::CHANNELS))
    }

    /// When it was recorded, e.g. `2026-01-01T12:30:00`, by a clock whose zone is not known: `Date`, if that is one. The file has
    /// `2026-01-01 12-30-00`, older ones `2016-01-01:12-30`.
    pub fn date(&self) -> Option<String> {
        let text = self.properties.text("Date")?;
        let mut parts = text.split(['-', ' ', ':']).map(|part| part.parse().ok());
        let mut next = || parts.next();
        let date = [next()??, next()??, next()??, next()??, next()??, next().unwrap_or(Some(0))?];
        date::of_clock(date).filter(|_| next().is_none())
    }

    /// Opens the header at the start of a file, with its size and checksum. In recover mode, a file that ends within its header has
    /// the part that is there, and the error says so.
    pub(crate) fn open(
        reader: &mut Reader<'_>,
        mode: Mode,
    ) -> Result<(SectionPrefix, Self, Option<Error>)> {
        let prefix = SectionPrefix::read(reader)?;
        let (start, size) = (reader.offset(), prefix.size as usize);
        let there = reader.rest().len();
        if there >= size || mode == Mode::Strict {
            let section = reader.take(size, "header")?;
            let whole = Reader::new(section, "header").with_base(start);
            return Ok((prefix, Self::read(&mut whole.with_end("the header"))?, None));
        }
        let cut = reader.truncated(size, "header");
        let section = reader.take(there, "header")?;
        let mut part = Reader::new(section, "header").with_base(start);
        let (header, _) = Self::read_in_part(&mut part).map_err(|_| cut.clone())?;
        let type_at = if header.version.has_net() { 12 } else { 8 };
        if !section.get(type_at..).is_some_and(begins_with_game_type) {
            return Err(cut);
        }
        Ok((prefix, header, Some(cut)))
    }

    /// Reads a whole header.
    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        match Self::read_in_part(reader)? {
            (header, None) => Ok(header),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads a header with the whole properties before its damage, and says which that is.
    fn read_in_part(reader: &mut Reader<'_>) -> Result<(Self, Option<Error>)> {
        let size = reader.rest().len();
        if size > limits::HEADER {
            let expected = format!("a header of at most {} bytes", limits::HEADER);
            return Err(reader.error(Fault::Limit, expected, format!("{size}")));
        }
        let major = reader.i32_le("engine version")?;
        let minor = reader.i32_le("licensee version")?;
        let mut version = Version::new(major, minor, 0);
        if version.has_net() {
            version.net = reader.i32_le("network version")?;
        }
        let game_type = Text::load(reader, "type of the game")?;
        let (properties, damage) = Properties::read_in_part(reader, version);
        let (rest, is_cut) = (reader.rest().to_vec(), damage.is_some());
        Ok((Self { version, game_type, properties, rest, is_cut }, damage))
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.i32_le(self.version.major);
        writer.i32_le(self.version.minor);
        if self.version.has_net() {
            writer.i32_le(self.version.net);
        }
        self.game_type.store(writer);
        match self.is_cut {
            true => self.properties.write_all(writer),
            false => self.properties.write(writer),
        }
        writer.bytes(&self.rest);
    }
}
