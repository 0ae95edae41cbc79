//! A replay as plain data: nothing is interpreted, nothing is lost.

use std::collections::BTreeMap;

use crate::attributes::Context;
use crate::layout::{Body, Header, SectionPrefix, Text};
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
