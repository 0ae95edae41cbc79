//! The way through a file, one step at a time. Whole files and streams both go it, so they cannot disagree: each step
//! waits until no further byte could change it.

use std::cell::Cell;

use ghostreel_core::io::Reader;
use ghostreel_core::work::{Budget, Meter};
use ghostreel_core::{
    DecodeOptions, Diagnostic, Diagnostics, Error, Fault, Mode, Result, Severity, date,
};

use crate::head::Head;
use crate::layout::{command, command_name};
use crate::limits;
use crate::model::{Member, Wrapper};
use crate::resync::{Damage, Input, Look, Track, Updates};
use crate::ubjson::{read_key, read_value};

/// The content at the scanner's position.
pub(crate) enum Step {
    /// More bytes are needed to decide.
    NeedMore,
    /// The beginning of the file.
    Head(Box<Head>),
    /// Whole events; their commands were put out.
    Events { length: usize },
    /// Bytes that make up no event. Events follow.
    Gap { length: usize },
    /// Bytes that make up no event. No event follows.
    Rest { length: usize },
    /// A member after the events.
    Member { member: Box<Member>, length: usize },
    /// Everything to the end: the closing brace, in whole files.
    Tail { length: usize },
    /// The end.
    End,
}

/// The member of the metadata that says when the game began.
pub(crate) const START: &str = "startAt";

impl Step {
    /// Bytes that the step takes up.
    pub(crate) fn length(&self) -> usize {
        match *self {
            Self::NeedMore | Self::End => 0,
            Self::Head(ref head) => head.events,
            Self::Events { length }
            | Self::Gap { length }
            | Self::Rest { length }
            | Self::Member { length, .. }
            | Self::Tail { length } => length,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Head,
    Events,
    /// The position makes no sense, nor do so many bytes after it.
    Searching {
        damage: Damage,
        searched: usize,
    },
    /// The number of bytes of members read.
    Members {
        read: usize,
        rereads: Rereads,
    },
    Tail,
    End,
}

impl State {
    const MEMBERS: Self = Self::Members { read: 0, rereads: Rereads { last: 0, bytes: 0 } };
}

/// How much of the members was read in vain, because more of a stream was to come.
///
/// A member that comes in small pieces is read again with each of them, but not as often as to make long work of it: a long one is
/// read again when twice as much has come, or all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rereads {
    /// Bytes that there were the last time.
    last: usize,
    /// Bytes that were read, all times together.
    bytes: usize,
}

impl Rereads {
    fn may_read(self, length: usize) -> bool {
        self.bytes <= limits::METADATA_AGAIN || length >= self.last.saturating_mul(2)
    }

    fn after(self, length: usize) -> Self {
        Self { last: length, bytes: self.bytes.saturating_add(length) }
    }
}

/// Walks through a file. The bytes are the caller's: each step looks at those from the scanner's position on.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    mode: Mode,
    meter: Option<Meter>,
    state: State,
    position: u64,
    wrapper: Wrapper,
    track: Track,
    gaps: DamagedPlaces,
    jumps: DamagedPlaces,
    /// Frames that lack an update of a character.
    lacking: DamagedPlaces,
    /// Whether the tail was cut or not understood, which was said already.
    tail_was_reported: bool,
    diagnostics: Diagnostics,
}

/// Damaged places of one kind. The first ones have a diagnostic each, the others one together.
#[derive(Clone, Copy, Debug, Default)]
struct DamagedPlaces {
    count: usize,
    bytes: u64,
}

impl DamagedPlaces {
    /// Counts a place. Returns whether it gets a diagnostic of its own.
    fn add(&mut self, length: usize) -> bool {
        self.count = self.count.saturating_add(1);
        self.bytes = self.bytes.saturating_add(length as u64);
        self.count <= limits::DIAGNOSED_GAPS
    }

    /// How many have no diagnostic of their own.
    fn undiagnosed(&self) -> usize {
        self.count.saturating_sub(limits::DIAGNOSED_GAPS)
    }
}

impl Scanner {
    pub(crate) fn new(options: &DecodeOptions) -> Self {
        let track = Track {
            sizes: [0; 256],
            bare: false,
            declared_end: None,
            count: 0,
            last: None,
            updates: Updates::default(),
            looked: Cell::new(0),
            strays: Cell::new(None),
        };
        Self {
            mode: options.mode,
            meter: options.meter.clone(),
            state: State::Head,
            position: 0,
            wrapper: Wrapper::Bare { has_sizes: false },
            track,
            gaps: DamagedPlaces::default(),
            jumps: DamagedPlaces::default(),
            lacking: DamagedPlaces::default(),
            tail_was_reported: false,
            diagnostics: Diagnostics::default(),
        }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.state == State::End
    }

    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics.into_vec()
    }

    /// Looks at `bytes`, which begin at the scanner's position, and moves past its finding. The commands of events,
    /// at most `most` of them, are added to `order`. `complete`: there are no bytes after these.
    ///
    /// # Errors
    /// If there is no head; in strict mode for anything that was lost.
    pub(crate) fn step(
        &mut self,
        bytes: &[u8],
        complete: bool,
        most: usize,
        order: &mut Vec<u8>,
    ) -> Result<Step> {
        let input = Input { bytes, base: self.position, complete };
        // No more than some looks at each byte: the work is counted, and can be stopped, but has no limit.
        let meter = self.meter.clone();
        let work = Budget::of(u64::MAX, meter.as_ref());
        loop {
            let state = self.state;
            let step = match state {
                _ if meter.as_ref().is_some_and(Meter::is_cancelled) && self.goes_on() => {
                    self.cancel()?;
                    None
                }
                State::Head => self.head(input)?,
                State::Events => self.events(input, most, order, &work)?,
                State::Searching { damage, searched } => {
                    self.search(input, damage, searched, &work)?
                }
                State::Members { read, rereads } => self.member(input, read, rereads, &work)?,
                State::Tail => self.tail(input)?,
                State::End => Some(Step::End),
            };
            if let Some(step) = step {
                self.position = self.position.saturating_add(step.length() as u64);
                return Ok(step);
            }
        }
    }

    fn head(&mut self, input: Input<'_>) -> Result<Option<Step>> {
        let head = match Head::read(input.bytes) {
            Err(error) if error.fault == Fault::Truncated && !input.complete => {
                return Ok(Some(Step::NeedMore));
            }
            head => head?,
        };
        self.wrapper = head.wrapper;
        self.track.sizes = head.sizes.table();
        self.track.bare = self.is_bare();
        self.track.declared_end = head.declared_end;
        self.state = State::Events;
        Ok(Some(Step::Head(Box::new(head))))
    }

    /// Walks over whole events. `None`: the state has changed.
    fn events(
        &mut self,
        input: Input<'_>,
        most: usize,
        order: &mut Vec<u8>,
        work: &Budget,
    ) -> Result<Option<Step>> {
        let (mut length, before) = (0_usize, order.len());
        let stop = loop {
            let left = |order: &[u8]| most.saturating_sub(order.len().saturating_sub(before));
            let events_before = order.len();
            length = self.track.walk(input, length, left(order), order);
            let goes_on = work.spend(order.len().saturating_sub(events_before).saturating_add(1));
            if left(order) == 0 || (!goes_on && length > 0) {
                return Ok(Some(Step::Events { length }));
            }
            let look = self.track.look(input, length);
            work.spend(self.looked());
            match look {
                Look::Event { size, frame } => {
                    let code = input.bytes.get(length).copied().unwrap_or(0);
                    self.take(code, frame, input.base.saturating_add(length as u64))?;
                    order.push(code);
                    length = length.saturating_add(size);
                }
                stop => break stop,
            }
        };
        if length > 0 {
            return Ok(Some(Step::Events { length }));
        }
        match stop {
            Look::NeedMore | Look::Event { .. } => return Ok(Some(Step::NeedMore)),
            Look::Trailer => {
                self.end_events()?;
                self.check_declared_length()?;
                self.state = State::MEMBERS;
            }
            Look::EndOfInput => {
                self.end_events()?;
                self.end_of_input()?;
                self.state = State::Tail;
            }
            Look::Damage(damage) => self.state = State::Searching { damage, searched: 0 },
        }
        Ok(None)
    }

    /// Keeps account of an event.
    fn take(&mut self, code: u8, frame: Option<i32>, offset: u64) -> Result<()> {
        if self.track.count == 0 && code != command::GAME_START {
            let name = command_name(code).unwrap_or("an unknown event");
            self.lacks_game_start(offset, format!("{name} ({code:#04x})"))?;
        }
        self.track.count = self.track.count.saturating_add(1);
        if code == command::GAME_END || frame.is_some_and(|frame| self.track.last != Some(frame)) {
            self.end_frame(offset)?;
        }
        if let Some(frame) = frame {
            if let Some(last) = self.track.last
                && frame > last.saturating_add(1)
                && self.jumps.add(0)
            {
                let message = format!("frame {frame} follows frame {last}");
                self.note(Severity::Warning, offset, "raw", message)?;
            }
            self.track.last = Some(frame);
        }
        self.track.updates.add(Updates::of(code, 1));
        Ok(())
    }

    /// Another frame begins, or the game ends.
    fn end_frame(&mut self, offset: u64) -> Result<()> {
        let updates = self.track.updates;
        self.track.updates = updates.of_next_frame();
        if let Some(last) = self.track.last
            && updates.surplus() != 0
            && self.lacking.add(0)
        {
            let lacking = if updates.surplus() > 0 { "Post-Frame" } else { "Pre-Frame" };
            let message = match updates.surplus().unsigned_abs() {
                1 => format!("frame {last} lacks a {lacking} Update"),
                count => format!("frame {last} lacks {count} {lacking} Updates"),
            };
            self.note(Severity::Warning, offset, "raw", message)?;
        }
        Ok(())
    }

    /// Searches for the next event that makes sense, or the end of the events.
    fn search(
        &mut self,
        input: Input<'_>,
        damage: Damage,
        searched: usize,
        work: &Budget,
    ) -> Result<Option<Step>> {
        let mut at = searched.saturating_add(1);
        let gives_up = self.gaps.count >= limits::GAPS;
        while at < input.bytes.len() {
            if !work.spend(self.looked().saturating_add(1)) {
                return Ok(None);
            }
            let ends = self.track.ends_at(input, at);
            if ends == Some(true) {
                break;
            }
            let resumes = if gives_up { Some(false) } else { self.track.resumes(input, at) };
            if resumes == Some(true) {
                self.state = State::Events;
                self.track.updates = Updates::after_gap();
                let from = self.track.last;
                self.report_gap(input, damage, at, from)?;
                return Ok(Some(Step::Gap { length: at }));
            }
            if ends.is_none() || resumes.is_none() {
                break;
            }
            at = at.saturating_add(1);
        }
        let found_end = at < input.bytes.len() && self.track.ends_at(input, at) == Some(true);
        if !found_end && !input.complete {
            self.state = State::Searching { damage, searched: at.saturating_sub(1) };
            return Ok(Some(Step::NeedMore));
        }
        let length = if found_end { at } else { input.bytes.len() };
        let left = kept(length);
        let message = format!("{}; {left}", self.describe(damage, length));
        self.note(Severity::Error, self.position, "raw", message)?;
        self.tail_was_reported = true;
        self.end_events()?;
        self.state = if found_end { State::MEMBERS } else { State::Tail };
        Ok(Some(Step::Rest { length }))
    }

    fn report_gap(
        &mut self,
        input: Input<'_>,
        damage: Damage,
        length: usize,
        from: Option<i32>,
    ) -> Result<()> {
        if !self.gaps.add(length) {
            return Ok(());
        }
        let place = match (from, self.track.frame_at(input, length)) {
            (Some(from), Some(to)) => format!(", between frames {from} and {to}"),
            (None, Some(to)) => format!(", before frame {to}"),
            (Some(from), None) => format!(", after frame {from}"),
            (None, None) => String::new(),
        };
        let message = format!("{}; {}{place}", self.describe(damage, length), kept(length));
        self.note(Severity::Error, self.position, "raw", message)
    }

    /// The expected content, and the content found in its place.
    fn describe(&self, damage: Damage, length: usize) -> String {
        let name = |code| command_name(code).unwrap_or("unknown");
        let count = self.track.count;
        match damage {
            Damage::Unknown(code) => format!(
                "expected one of the declared events after {count} others, found command {code:#04x}"
            ),
            Damage::Cut(code) => format!(
                "expected a whole {} event after {count} others, found {length} bytes of it",
                name(code)
            ),
            Damage::Crossing(code) => format!(
                "expected a whole {} event after {count} others, found the end of the events in it",
                name(code)
            ),
            Damage::Frame(code, frame) => {
                let expected = match self.track.last {
                    Some(last) => format!("frame {last} or the next"),
                    None => "the first frame".to_owned(),
                };
                format!(
                    "expected {expected} after {count} events, found {} of frame {frame}",
                    name(code)
                )
            }
            Damage::Stray(code) => format!(
                "expected sound events after {count} others, found {} ({code:#04x}) with none after it",
                name(code)
            ),
        }
    }

    /// Work of looking ahead that was not counted yet, in units.
    fn looked(&self) -> usize {
        /// An event ahead is soon looked at.
        const EVENTS_OF_UNIT: usize = 4;
        let events = self.track.looked.get();
        self.track.looked.set(events % EVENTS_OF_UNIT);
        events / EVENTS_OF_UNIT
    }

    /// Whether there is anything left to be cancelled.
    fn goes_on(&self) -> bool {
        !matches!(self.state, State::Head | State::Tail | State::End)
    }

    /// Leaves all that follows unread.
    fn cancel(&mut self) -> Result<()> {
        let (expected, found) = ("time to read the file", "decoding was cancelled");
        if self.mode == Mode::Strict {
            return Err(Error::new(Fault::Limit, self.position, "raw", expected, found));
        }
        let message = format!("{found}; what follows is kept unread");
        self.note(Severity::Error, self.position, "raw", message)?;
        self.tail_was_reported = true;
        self.state = State::Tail;
        Ok(())
    }

    /// Adds the diagnostics that need the end of the events.
    fn end_events(&mut self) -> Result<()> {
        if self.track.count == 0 {
            self.lacks_game_start(self.position, "no event".to_owned())?;
        }
        let [gaps, jumps, lacking] =
            [self.gaps, self.jumps, self.lacking].map(|places| places.undiagnosed());
        if gaps > 0 {
            let bytes = self.gaps.bytes;
            let message = format!("{gaps} more such places; {bytes} bytes are kept unread in all");
            self.note(Severity::Error, self.position, "raw", message)?;
        }
        if jumps > 0 {
            let message = format!("{jumps} more frames do not follow the one before");
            self.note(Severity::Warning, self.position, "raw", message)?;
        }
        if lacking > 0 {
            let message = format!("{lacking} more frames lack an update of a character");
            self.note(Severity::Warning, self.position, "raw", message)?;
        }
        Ok(())
    }

    /// The metadata begins: it is known how long the events are.
    fn check_declared_length(&mut self) -> Result<()> {
        let Wrapper::Ubjson { raw_length } = self.wrapper else { return Ok(()) };
        let length = self.position.saturating_sub(Wrapper::RAW);
        if length == u64::from(raw_length) {
            return Ok(());
        }
        let message = format!("the events are {length} bytes long, the file says {raw_length}");
        self.note(Severity::Warning, self.position, "raw", message)
    }

    /// The input ends after a whole event.
    fn end_of_input(&mut self) -> Result<()> {
        self.tail_was_reported = self.track.declared_end != Some(self.position);
        if self.is_bare() || !self.tail_was_reported {
            return Ok(());
        }
        let severity = if self.is_unfinished() { Severity::Warning } else { Severity::Error };
        let count = self.track.count;
        let message = format!(
            "the input ends after {count} events: the recording was cut, or is still going on"
        );
        self.note(severity, self.position, "raw", message)
    }

    /// Reads the next member.
    fn member(
        &mut self,
        input: Input<'_>,
        read: usize,
        rereads: Rereads,
        work: &Budget,
    ) -> Result<Option<Step>> {
        match input.bytes.first() {
            None if !input.complete => return Ok(Some(Step::NeedMore)),
            None | Some(b'}') => {
                self.state = State::Tail;
                return Ok(None);
            }
            Some(_) => {}
        }
        let room = limits::METADATA.saturating_sub(read);
        let window = input.bytes.get(..room).unwrap_or(input.bytes);
        let is_last = input.complete || window.len() == room;
        if !is_last && !rereads.may_read(window.len()) {
            return Ok(Some(Step::NeedMore));
        }
        let mut reader = Reader::new(window, "metadata").with_base(self.position);
        let member = read_member(&mut reader);
        work.spend(reader.position());
        let error = match member {
            Ok(member) => {
                let length = reader.position();
                if let Some(date) = date_of(&member).filter(|date| date::of_text(date).is_none()) {
                    let message = date::message(START, &date);
                    self.note(Severity::Warning, self.position, "metadata", message)?;
                }
                self.state = State::Members { read: read.saturating_add(length), rereads };
                return Ok(Some(Step::Member { member: Box::new(member), length }));
            }
            Err(error) if error.fault == Fault::Truncated && window.len() == room => Error::new(
                Fault::Limit,
                self.position,
                "metadata",
                format!("at most {} bytes", limits::METADATA),
                "more",
            ),
            Err(error) if error.fault == Fault::Truncated && !input.complete => {
                self.state = State::Members { read, rereads: rereads.after(window.len()) };
                return Ok(Some(Step::NeedMore));
            }
            Err(error) => error,
        };
        self.note(Severity::Error, error.offset, "metadata", error.message())?;
        self.tail_was_reported = true;
        self.state = State::Tail;
        Ok(None)
    }

    /// Everything from here on is the tail, given out in one piece so that splits of the input do not show.
    fn tail(&mut self, input: Input<'_>) -> Result<Option<Step>> {
        if !input.complete {
            return Ok(Some(Step::NeedMore));
        }
        if !self.is_bare() && !self.tail_was_reported && !self.is_unfinished() {
            match input.bytes {
                b"}" => {}
                [b'}', ..] => {
                    let message = "bytes after the end are kept unread".to_owned();
                    self.note(Severity::Warning, self.position, "metadata", message)?;
                }
                _ => {
                    let message = "expected the closing brace, found the end of the input";
                    self.note(Severity::Error, self.position, "metadata", message.to_owned())?;
                }
            }
        }
        self.state = State::End;
        let length = input.bytes.len();
        Ok(Some(if length == 0 { Step::End } else { Step::Tail { length } }))
    }

    fn lacks_game_start(&mut self, offset: u64, found: String) -> Result<()> {
        let message = format!("expected Game Start first, found {found}");
        self.note(Severity::Error, offset, "raw", message)
    }

    /// Adds a diagnostic; in strict mode, a loss is an error.
    fn note(
        &mut self,
        severity: Severity,
        offset: u64,
        section: &'static str,
        message: String,
    ) -> Result<()> {
        if severity == Severity::Error && self.mode == Mode::Strict {
            return Err(Error::of_damage(offset, section.into(), &message));
        }
        self.diagnostics.push(Diagnostic::new(severity, offset, section, message));
        Ok(())
    }

    fn is_bare(&self) -> bool {
        matches!(self.wrapper, Wrapper::Bare { .. })
    }

    fn is_unfinished(&self) -> bool {
        matches!(self.wrapper, Wrapper::Ubjson { raw_length: 0 })
    }
}

fn kept(length: usize) -> String {
    format!("{length} byte{} kept unread", if length == 1 { " is" } else { "s are" })
}

fn read_member(reader: &mut Reader<'_>) -> Result<Member> {
    let (key_length, key) = read_key(reader)?;
    Ok(Member { key_length, key, value: read_value(reader)? })
}

impl Member {
    /// Reads members, as they stand after the events.
    ///
    /// # Errors
    /// If the bytes are not members and nothing else.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>> {
        let mut members = Vec::new();
        let mut reader = Reader::new(bytes, "metadata");
        while !reader.is_empty() {
            if reader.rest().first() == Some(&b'}') {
                return Err(reader.error(Fault::Malformed, "members alone", "a closing brace"));
            }
            members.push(read_member(&mut reader)?);
        }
        Ok(members)
    }
}
/// When the game began, as the metadata has it.
fn date_of(member: &Member) -> Option<String> {
    let date = member.value.get(START)?.as_text()?;
    (member.key == b"metadata" && !date.is_empty()).then_some(date)
}
