//! The length and checksum in front of the header and the body.

use ghostreel_core::Result;
use ghostreel_core::io::Reader;

use crate::crc::crc;

/// The length and checksum that stand in front of the header and the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SectionPrefix {
    /// Length of the section in bytes.
    pub size: u32,
    /// [Checksum](crate::crc::crc) of the section.
    pub crc: u32,
}

impl SectionPrefix {
    /// Bytes of a prefix.
    pub(crate) const SIZE: usize = 8;

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { size: reader.u32_le("size")?, crc: reader.u32_le("checksum")? })
    }

    /// The length and the checksum of a section.
    pub(crate) fn of(section: &[u8]) -> Self {
        Self { size: u32::try_from(section.len()).unwrap_or(u32::MAX), crc: crc(section) }
    }
}
