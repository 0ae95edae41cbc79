//! A replay as plain data: nothing is interpreted, nothing is lost.

use std::collections::BTreeMap;

use ghostreel_core::Result;
use ghostreel_core::io::Reader;

use crate::attributes::Context;
use crate::crc::crc;
use crate::layout::{Body, Header, Text};
use crate::network::{Catalog, Segment};
use crate::options::Attributes;

/// One `.replay` file.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// Length of the header and its checksum, as they were written.
    pub header_prefix: SectionPrefix,
    /// The header.
    pub header: Header,
    /// Length of the body and its checksum, as they were written; `None` if the file ends in front of them.
    pub body_prefix: Option<SectionPrefix>,
    /// The body but for the network stream.
    pub body: Body,
    /// How many of the body's ten parts could be read. Only these are written again.
    pub body_parts: usize,
    /// The classes above objects and classes that the table of classes does not have, by name: given by [options](crate::Options), or
    /// [inferred](crate::network::Inference) from the network stream.
    pub classes: BTreeMap<String, String>,
    /// The network stream.
    pub network: Network,
    /// The rest of the body: four bytes in newer versions, and unreadable bytes.
    pub tail: Vec<u8>,
    /// Bytes after the body.
    pub rest: Vec<u8>,
}

impl Replay {
    /// The context that the layout of values depends on.
    pub fn context(&self) -> Context {
        Context::of(&self.header, self.body.objects.iter().map(Text::borrowed))
    }

    /// Properties and classes, as the tables and [`classes`](Self::classes) have them.
    pub fn catalog(&self) -> Catalog {
        Catalog::new(&self.body, &Attributes::with_parents(&self.classes))
    }
}

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

/// The network stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Network {
    /// Not decoded, as the tables that decoding needs could not be read.
    Raw(Vec<u8>),
    /// Decoded.
    Decoded {
        /// Stretches that follow each other.
        segments: Vec<Segment>,
        /// Length of the stream in bytes; a longer one is written if the segments have become too many for it.
        size: usize,
        /// Bits after the last frame, from the lowest bit of the first byte up; empty if they are all 0.
        rest: Vec<u8>,
    },
}
