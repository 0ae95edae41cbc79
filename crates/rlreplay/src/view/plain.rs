//! A view as plain data.

use std::collections::BTreeMap;
use std::ops::Range;

use super::View;
use crate::bits::BitReader;
use crate::layout::{Body, Header, SectionPrefix, TextRef};
use crate::model::{Network, Replay};
use crate::network::{InferenceKind, Segment};

impl View<'_> {
    /// The classes above others that the table does not have.
    fn classes(&self) -> BTreeMap<String, String> {
        let mut classes: BTreeMap<String, String> =
            self.catalog().inferred().iter().cloned().collect();
        let given = self.attributes.parents();
        classes
            .extend(given.filter_map(|(name, parent)| Some((name.to_owned(), parent?.to_owned()))));
        for inference in
            self.decoded.get().map(|decoded| &decoded.inferences[..]).unwrap_or_default()
        {
            if let InferenceKind::Class { name, parent } = &inference.kind {
                classes.insert(name.clone(), parent.clone());
            }
        }
        classes
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        let network = self.network_of(self.network().to_vec(), end_of(self.network()));
        self.replay(self.header.clone(), self.body().clone(), self.classes(), network)
    }

    /// The whole replay as plain data, without copying it.
    pub fn into_replay(mut self) -> Replay {
        self.network();
        let classes = self.classes();
        let segments = self.decoded.take().map(|decoded| decoded.segments).unwrap_or_default();
        let end = end_of(&segments);
        let network = self.network_of(segments, end);
        let header = self.header.clone();
        let body = self.body.take().unwrap_or_else(|| self.read_body().to_owned());
        self.replay(header, body, classes, network)
    }

    /// The parts of [`to_replay`](Self::to_replay) except the segments, which are in [`network`](Self::network), without copying.
    pub fn parts_without_frames(&self) -> ReplayParts<'_> {
        let Self { header_prefix, body_prefix, body_parts, .. } = *self;
        let stream = self.stream_bytes();
        let end = end_of(self.network());
        ReplayParts {
            header_prefix,
            header: &self.header,
            body_prefix,
            body: self.read_body(),
            body_parts,
            classes: self.classes(),
            network_rest: end.map(|end| rest_of(stream, end)),
            tail: self.bytes.get(self.tail.clone()).unwrap_or_default(),
            rest: self.bytes.get(self.rest..).unwrap_or_default(),
        }
    }

    /// These segments of a stream that was decoded up to `end`.
    fn network_of(&self, segments: Vec<Segment>, end: Option<usize>) -> Network {
        let stream = self.stream_bytes();
        match end {
            None => Network::Raw(stream.to_vec()),
            Some(end) => {
                Network::Decoded { segments, size: stream.len(), rest: rest_of(stream, end) }
            }
        }
    }

    fn replay(
        &self,
        header: Header,
        body: Body,
        classes: BTreeMap<String, String>,
        network: Network,
    ) -> Replay {
        let bytes = |range: Range<usize>| self.bytes.get(range).unwrap_or_default().to_vec();
        Replay {
            header_prefix: self.header_prefix,
            header,
            body_prefix: self.body_prefix,
            body,
            body_parts: self.body_parts,
            classes,
            network,
            tail: bytes(self.tail.clone()),
            rest: bytes(self.rest..self.bytes.len()),
        }
    }
}

/// The parts around the segments of a network stream: the members of a [`Replay`].
#[derive(Clone, Debug)]
pub struct ReplayParts<'v> {
    /// See [`Replay::header_prefix`].
    pub header_prefix: SectionPrefix,
    /// See [`Replay::header`].
    pub header: &'v Header,
    /// See [`Replay::body_prefix`].
    pub body_prefix: Option<SectionPrefix>,
    /// See [`Replay::body`].
    pub body: Body<TextRef<'v>>,
    /// See [`Replay::body_parts`].
    pub body_parts: usize,
    /// See [`Replay::classes`].
    pub classes: BTreeMap<String, String>,
    /// The bits after the last frame, as in [`Network::Decoded`]; `None` where it is [`Network::Raw`].
    pub network_rest: Option<Vec<u8>>,
    /// See [`Replay::tail`].
    pub tail: &'v [u8],
    /// See [`Replay::rest`].
    pub rest: &'v [u8],
}

/// Where the last segment ends.
fn end_of(segments: &[Segment]) -> Option<usize> {
    segments.last().map(|segment| segment.end)
}

/// The bits from a place on, in bytes; nothing if they are all 0.
fn rest_of(stream: &[u8], position: usize) -> Vec<u8> {
    let mut reader = BitReader::new(stream, position);
    let mut rest = Vec::with_capacity(reader.left().div_ceil(8));
    while reader.left() > 0 {
        #[allow(clippy::cast_possible_truncation, reason = "eight bits")]
        rest.push(reader.bits(8) as u8);
    }
    if rest.iter().all(|&byte| byte == 0) { Vec::new() } else { rest }
}
