//! The header: versions and what the game says about the match.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Result};

use super::text::Container;
use super::{Properties, Text};
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
    /// What the game says about the match: date, map, teams, goals …
    pub properties: Properties,
    /// Bytes behind the properties; none in files seen.
    pub rest: Vec<u8>,
    /// Whether the file ends within the properties. Then `rest` has what is there of the next one.
    pub is_cut: bool,
}

impl Header {
    /// How actors are numbered in a replay with this header.
    pub(crate) fn channels(&self) -> Bound {
        let channels = self.properties.int("MaxChannels").unwrap_or(1023);
        Bound::new(u32::try_from(channels).unwrap_or(0).min(limits::CHANNELS))
    }

    /// Reads a whole header.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        match Self::read_in_part(reader)? {
            (header, None) => Ok(header),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads a header with the whole properties before its damage, and says which that is.
    pub(crate) fn read_in_part(reader: &mut Reader<'_>) -> Result<(Self, Option<Error>)> {
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
