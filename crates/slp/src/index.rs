//! Where the events of a whole file are, and what stands between and behind them.

use std::ops::Range;

use ghostreel_core::{DecodeOptions, Diagnostic, Result};

use crate::head::Head;
use crate::model::Member;
use crate::placed_event::PlacedEvent;
use crate::scan::{Scanner, Step};

/// How many events one step walks over: as often is looked whether the decode was cancelled.
const EVENTS_AT_ONCE: usize = 1 << 16;

/// Where the events of a file are, and what follows them.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) head: Head,
    /// The commands of the events, in order.
    pub(crate) order: Vec<u8>,
    /// Bytes between events that make up none.
    pub(crate) gaps: Vec<GapAt>,
    /// Where the last event ends.
    pub(crate) events_end: usize,
    /// Where the bytes that make up no event end.
    pub(crate) rest_end: usize,
    pub(crate) members: Vec<Member>,
    /// Where what we cannot read, or the closing brace, begins.
    pub(crate) tail: usize,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Where a gap is.
#[derive(Clone, Debug)]
pub(crate) struct GapAt {
    /// Events in front of it.
    pub(crate) events: usize,
    /// Its bytes.
    pub(crate) bytes: Range<usize>,
}

impl Index {
    /// Walks through a whole file.
    pub(crate) fn build(bytes: &[u8], options: &DecodeOptions) -> Result<Self> {
        let head = Head::read(bytes)?;
        let mut index = Self {
            order: Vec::new(),
            gaps: Vec::new(),
            events_end: head.events,
            rest_end: head.events,
            members: Vec::new(),
            tail: bytes.len(),
            diagnostics: Vec::new(),
            head,
        };
        let mut scanner = Scanner::new(options);
        let mut position = 0_usize;
        loop {
            let rest = bytes.get(position..).unwrap_or_default();
            let step = scanner.step(rest, true, EVENTS_AT_ONCE, &mut index.order)?;
            let end = position.saturating_add(step.length());
            match step {
                Step::Head(_) => {}
                Step::Events { .. } => (index.events_end, index.rest_end) = (end, end),
                Step::Gap { .. } => {
                    index.gaps.push(GapAt { events: index.order.len(), bytes: position..end });
                }
                Step::Rest { .. } => index.rest_end = end,
                Step::Member { member, .. } => index.members.push(*member),
                Step::Tail { .. } => index.tail = position,
                // The input is complete: no step needs more of it.
                Step::End | Step::NeedMore => break,
            }
            position = end;
        }
        index.diagnostics = scanner.into_diagnostics();
        Ok(index)
    }

    /// The events between gaps: where they begin and their commands.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let ends = self.gaps.iter().map(|gap| (gap.events, gap.bytes.end));
        let mut next = (0, self.head.events);
        ends.chain([(self.order.len(), self.events_end)]).map(move |(events, resumes)| {
            let (first, position) = std::mem::replace(&mut next, (events, resumes));
            (position, self.order.get(first..events).unwrap_or_default())
        })
    }

    /// All events in the file's order, each with where it is in these bytes, which are the file's.
    #[inline]
    pub(crate) fn placed_events<'v>(
        &'v self,
        bytes: &'v [u8],
    ) -> impl Iterator<Item = PlacedEvent<'v>> {
        let sizes = self.head.sizes.table();
        self.runs().flat_map(move |(mut position, codes)| {
            codes.iter().map(move |&code| {
                let size = sizes.get(usize::from(code)).copied().unwrap_or(0) as usize;
                let start = position;
                position = start.saturating_add(size);
                let bytes = bytes.get(start..position).unwrap_or_default();
                PlacedEvent { code, at: u32::try_from(start).unwrap_or(0), bytes }
            })
        })
    }
}
