//! The places of a file's events, and the bytes between and after them.

use std::ops::Range;

use ghostreel_core::{DecodeOptions, Diagnostic, Result};

use crate::head::Head;
use crate::model::Member;
use crate::placed_event::PlacedEvent;
use crate::scan::{Scanner, Step};

/// How many events one step walks over: as often is looked whether the decode was cancelled.
const EVENTS_AT_ONCE: usize = 1 << 16;

/// The places of a file's events, and the bytes after them.
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
    certain: Box<Certain>,
}

/// The way through a file as far as no further byte can change it.
#[derive(Clone, Debug)]
struct Certain {
    scanner: Scanner,
    place: Place,
}

/// A place on the way through a file, and how much was found before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    position: usize,
    events: usize,
    gaps: usize,
    members: usize,
    events_end: usize,
    rest_end: usize,
}

/// Where a gap is.
#[derive(Clone, Debug)]
pub(crate) struct GapAt {
    /// Events in front of it.
    pub(crate) events: usize,
    /// Its bytes.
    pub(crate) bytes: Range<usize>,
}

impl Place {
    /// The start of a file.
    pub(crate) const fn start() -> Self {
        Self { position: 0, events: 0, gaps: 0, members: 0, events_end: 0, rest_end: 0 }
    }
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
            certain: Box::new(Certain { scanner: Scanner::new(options), place: Place::start() }),
            head,
        };
        index.go_on(bytes)?;
        Ok(index)
    }

    /// Walks on through a file that has got longer. Afterwards the index is as if it were built of `bytes`, which begin with
    /// those that it knows.
    pub(crate) fn go_on(&mut self, bytes: &[u8]) -> Result<()> {
        Head::check_length(bytes)?;
        let Certain { mut scanner, place } = Certain::clone(&self.certain);
        self.order.truncate(place.events);
        self.gaps.truncate(place.gaps);
        self.members.truncate(place.members);
        self.events_end = place.events_end.max(self.head.events);
        self.rest_end = place.rest_end.max(self.head.events);
        let position = self.walk(&mut scanner, bytes, place.position, false)?;
        *self.certain = Certain { scanner: scanner.clone(), place: self.place(position) };
        self.tail = bytes.len();
        self.walk(&mut scanner, bytes, position, true)?;
        self.diagnostics = scanner.into_diagnostics();
        Ok(())
    }

    /// Walks on from a position as far as the bytes decide its content. `complete`: no bytes will follow, so that is to the end.
    fn walk(
        &mut self,
        scanner: &mut Scanner,
        bytes: &[u8],
        mut position: usize,
        complete: bool,
    ) -> Result<usize> {
        loop {
            let rest = bytes.get(position..).unwrap_or_default();
            let step = scanner.step(rest, complete, EVENTS_AT_ONCE, &mut self.order)?;
            let end = position.saturating_add(step.length());
            match step {
                Step::Head(_) => {}
                Step::Events { .. } => (self.events_end, self.rest_end) = (end, end),
                Step::Gap { .. } => {
                    self.gaps.push(GapAt { events: self.order.len(), bytes: position..end });
                }
                Step::Rest { .. } => self.rest_end = end,
                Step::Member { member, .. } => self.members.push(*member),
                Step::Tail { .. } => self.tail = position,
                Step::End | Step::NeedMore => return Ok(position),
            }
            position = end;
        }
    }

    fn place(&self, position: usize) -> Place {
        Place {
            position,
            events: self.order.len(),
            gaps: self.gaps.len(),
            members: self.members.len(),
            events_end: self.events_end,
            rest_end: self.rest_end,
        }
    }

    /// Where all events end, if none of them would be another one were the file longer.
    pub(crate) fn end_of_certain_events(&self) -> Option<Place> {
        let place = self.certain.place;
        (place.events == self.order.len()).then_some(place)
    }

    /// The events between gaps: where they begin and their commands.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.runs_from(Place::start())
    }

    /// The events after a place, as [`runs`](Self::runs) gives them.
    pub(crate) fn runs_from(&self, place: Place) -> impl Iterator<Item = (usize, &[u8])> {
        let gaps = self.gaps.get(place.gaps..).unwrap_or_default();
        let ends = gaps.iter().map(|gap| (gap.events, gap.bytes.end));
        let mut next = (place.events, place.position.max(self.head.events));
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
        self.placed_events_from(bytes, Place::start())
    }

    /// The events after a place.
    #[inline]
    pub(crate) fn placed_events_from<'v>(
        &'v self,
        bytes: &'v [u8],
        place: Place,
    ) -> impl Iterator<Item = PlacedEvent<'v>> {
        let sizes = self.head.sizes.table();
        self.runs_from(place).flat_map(move |run| placed_events_of(run, bytes, sizes))
    }

    /// Where the first event of a command is, of those after a place.
    pub(crate) fn first_range(&self, code: u8, place: Place) -> Option<Range<usize>> {
        let sizes = self.head.sizes.table();
        let size = |code: u8| sizes.get(usize::from(code)).copied().unwrap_or(0) as usize;
        let sum = |codes: &[u8]| codes.iter().map(|&code| size(code)).sum::<usize>();
        let gaps = self.gaps.get(place.gaps..).unwrap_or_default();
        let ends = gaps.iter().map(|gap| gap.bytes.start).chain([self.events_end]);
        self.runs_from(place).zip(ends).find_map(|((start, codes), end)| {
            let at = first_of(codes, code)?;
            let (before, after) = codes.split_at_checked(at)?;
            // From the nearer end: Game Start is at one, Game End at the other.
            let start = if before.len() < after.len() {
                start.saturating_add(sum(before))
            } else {
                end.saturating_sub(sum(after))
            };
            Some(start..start.saturating_add(size(code)))
        })
    }
}

/// Where a command is first. The compiler looks at many at a time where it need not stop at each.
fn first_of(codes: &[u8], code: u8) -> Option<usize> {
    const TOGETHER: usize = 128;
    let has_it = |codes: &[u8]| codes.iter().fold(false, |has_it, &known| has_it | (known == code));
    let before = codes.chunks(TOGETHER).position(has_it)?.saturating_mul(TOGETHER);
    let at = codes.get(before..)?.iter().position(|&known| known == code)?;
    Some(before.saturating_add(at))
}

/// The events of one of the [`runs`](Index::runs), for those to whom it counts that this is one loop and not a loop in a loop.
#[inline(always)]
pub(crate) fn placed_events_of<'v>(
    (start, codes): (usize, &'v [u8]),
    bytes: &'v [u8],
    sizes: [u32; 256],
) -> impl Iterator<Item = PlacedEvent<'v>> {
    let mut position = start;
    let mut rest = bytes.get(start..).unwrap_or_default();
    codes.iter().map(move |&code| {
        let size = sizes.get(usize::from(code)).copied().unwrap_or(0) as usize;
        let at = u32::try_from(position).unwrap_or(0);
        let (event, after) = rest.split_at_checked(size).unwrap_or_default();
        rest = after;
        position = position.saturating_add(size);
        PlacedEvent { code, at, bytes: event }
    })
}
