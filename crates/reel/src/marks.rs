//! The parts of a reel that a verifier of a signed session needs. The messages' content is not read here.

use std::ops::Range;

use crate::chunk::{Chain, Chunk, Kind};
use crate::header::Stream;
use crate::pending::seconds;
use crate::reel::Reel;
use crate::{index, preamble};

/// A message that marks the session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark<'a> {
    /// A [signed head](Kind::SignedHead), a [receipt](Kind::Receipt) or the [close](Kind::Close).
    pub kind: Kind,
    /// Its place among the [chunks](Reel::chunks).
    pub place: usize,
    /// The chain in front of its chunk, by the heads of the chunks: a signed head or close is of it.
    pub before: Chain,
    /// The payload; `None` if it is damaged.
    pub message: Option<&'a [u8]>,
}

impl<'a> Reel<'a> {
    /// The messages that mark the session, in order.
    pub fn marks(&self) -> Vec<Mark<'a>> {
        let mut before = Chain::starting_from(preamble::hash(self.bytes()));
        let mut marks = Vec::new();
        for (place, chunk) in self.chunks().iter().enumerate() {
            let kind = chunk.head.kind;
            if matches!(kind, Kind::SignedHead | Kind::Receipt | Kind::Close) {
                let message = self.whole_payload(chunk).ok();
                marks.push(Mark { kind, place, before, message });
            }
            before.add(&chunk.head);
        }
        marks
    }

    /// By stream, the number of rows written, with missing ones, as far as the heads of chunks show; of an original, of bytes.
    pub fn row_counts(&self) -> Vec<u64> {
        let mut counts = vec![0_u64; self.header().streams.len()];
        let parts = self.chunks().iter().map(|chunk| &chunk.head);
        for head in parts.filter(|head| matches!(head.kind, Kind::Rows | Kind::Original)) {
            let place = usize::from(head.stream).checked_sub(1);
            if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
                *count = (*count).max(head.first_row.saturating_add(head.rows.into()));
            }
        }
        counts
    }

    /// Whether who opens the reel by its index sees the same header and chunks as who goes through all of it. A reel without an index does;
    /// one that is finished and has an index that cannot be read does not.
    ///
    /// Ask it of a reel that was opened by [`scan`](Self::scan).
    pub fn agrees_with_its_index(&self) -> bool {
        match index::find(self.bytes()) {
            Some(index) => index.header == *self.header() && index.chunks == self.chunks(),
            None => {
                let has_index = self.chunks().iter().any(|chunk| chunk.head.kind == Kind::Index);
                !(has_index && self.is_finished())
            }
        }
    }

    /// Whether the times in the head of a chunk are those of its rows. Chunks without rows have none that could be compared.
    pub fn has_true_times(&self, chunk: &Chunk) -> bool {
        const ALL: Range<f64> = f64::NEG_INFINITY..f64::INFINITY;
        let Some(Stream::Table(table)) = self.header().stream(chunk.head.stream) else {
            return true;
        };
        if chunk.head.kind != Kind::Rows {
            return true;
        }
        let said = [chunk.head.start, chunk.head.end];
        let Some(time) = table.time_column() else {
            return said.iter().all(|time| time.is_nan());
        };
        let Ok((columns, _)) = self.part(chunk, &[time], None, &ALL, false) else { return false };
        let times = columns.first().map(seconds).unwrap_or_default();
        // NaN gives way.
        let range = times
            .iter()
            .fold([f64::NAN; 2], |[least, greatest], time| [least.min(*time), greatest.max(*time)]);
        range
            .iter()
            .zip(said)
            .all(|(range, said)| range == &said || (range.is_nan() && said.is_nan()))
    }
}
