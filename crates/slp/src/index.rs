//! The way through a file: where the events are, what stands behind them, and what is wrong.

use ghostreel_core::io::Reader;
use ghostreel_core::{Diagnostic, Error, Fault, Mode, Result, Severity};

use crate::layout::{PayloadSizes, command, command_name};
use crate::limits;
use crate::model::{Member, Wrapper};
use crate::ubjson::{read_key, read_value};

/// What a file begins with, before its events.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) wrapper: Wrapper,
    pub(crate) sizes: PayloadSizes,
    /// Where the first event behind the sizes begins.
    pub(crate) events: usize,
    /// Where the file says that the events end; `None` where it says nothing, or more than it has.
    pub(crate) declared_end: Option<usize>,
}

impl Head {
    /// Reads the beginning of a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        if bytes.len() as u64 > limits::FILE {
            return Err(Error::new(
                Fault::Limit,
                limits::FILE,
                "raw",
                "a file of less than 4 GiB",
                "a longer one",
            ));
        }
        let mut reader = Reader::new(bytes, "raw");
        match bytes.first() {
            Some(&command::GAME_START) => Ok(Self {
                wrapper: Wrapper::Bare { has_sizes: false },
                sizes: PayloadSizes::before_0_1(),
                events: 0,
                declared_end: None,
            }),
            Some(&command::EVENT_PAYLOADS) => Ok(Self {
                wrapper: Wrapper::Bare { has_sizes: true },
                sizes: PayloadSizes::read(&mut reader)?,
                events: reader.position(),
                declared_end: None,
            }),
            _ => {
                let start = reader.clone();
                let head = reader.take(Wrapper::HEAD.len(), "the head of raw")?;
                if head != Wrapper::HEAD {
                    return Err(start.error(Fault::Malformed, "{U\\x03raw[$U#l", "other bytes"));
                }
                let raw_length = reader.u32_be("the length of raw")?;
                let raw = reader.position();
                reader.enter("eventPayloads");
                let sizes = PayloadSizes::read(&mut reader)?;
                let end = raw.saturating_add(raw_length as usize);
                Ok(Self {
                    wrapper: Wrapper::Ubjson { raw_length },
                    sizes,
                    events: reader.position(),
                    declared_end: (raw_length > 0 && end <= bytes.len()).then_some(end),
                })
            }
        }
    }
}

/// Where the events of a file are, by kind, and what follows them.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) head: Head,
    /// The commands of the events, in order.
    pub(crate) order: Vec<u8>,
    /// Where the last event ends.
    pub(crate) events_end: usize,
    /// Where the bytes that make up no event end.
    pub(crate) rest_end: usize,
    pub(crate) members: Vec<Member>,
    /// Where what we cannot read, or the closing brace, begins.
    pub(crate) tail: usize,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// How the walk over the events came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// Where the file said, or at the metadata.
    Sound,
    /// At the end of the input, between two events.
    EndOfInput,
    /// In the middle of an event.
    CutEvent,
    /// At a command that the file does not declare.
    UnknownCommand(u8),
}

impl Index {
    /// Walks through a whole file.
    pub(crate) fn build(bytes: &[u8], mode: Mode) -> Result<Self> {
        let head = Head::read(bytes)?;
        let mut index = Self {
            order: Vec::new(),
            events_end: head.events,
            rest_end: head.events,
            members: Vec::new(),
            tail: bytes.len(),
            diagnostics: Vec::new(),
            head,
        };
        let mut stop = index.walk(bytes, index.head.declared_end.unwrap_or(bytes.len()));
        // The length may be wrong by a little, as in files with two Game Ends: what counts is that events go on.
        if stop == Stop::EndOfInput
            && index.events_end < bytes.len()
            && !is_trailer(bytes, index.events_end)
        {
            stop = index.walk(bytes, bytes.len());
        }
        index.rest_end = match stop {
            Stop::Sound => index.events_end,
            _ if is_trailer(bytes, index.events_end) => {
                stop = Stop::Sound;
                index.events_end
            }
            _ => find_trailer(bytes, index.events_end, index.head.declared_end),
        };
        index.read_members(bytes);
        index.judge(bytes, stop, mode)?;
        Ok(index)
    }

    /// Walks over whole events from where the last one ended, up to `end` or the metadata.
    fn walk(&mut self, bytes: &[u8], end: usize) -> Stop {
        let sizes = self.head.sizes.table();
        let open_end = self.head.declared_end.is_none();
        let mut position = self.events_end;
        let stop = loop {
            let Some(&code) = bytes.get(position).filter(|_| position < end) else {
                break Stop::EndOfInput;
            };
            let size = sizes.get(usize::from(code)).copied().unwrap_or(0) as usize;
            if size == 0 {
                break if open_end && is_trailer(bytes, position) {
                    Stop::Sound
                } else {
                    Stop::UnknownCommand(code)
                };
            }
            let behind = position.saturating_add(size);
            if behind > end {
                break Stop::CutEvent;
            }
            self.order.push(code);
            position = behind;
        };
        self.events_end = position;
        stop
    }

    /// Reads the members behind the events, as far as they can be read.
    fn read_members(&mut self, bytes: &[u8]) {
        let start = self.rest_end;
        self.tail = start;
        let rest = bytes.get(start..).unwrap_or_default();
        if rest.len() > limits::METADATA || self.is_bare() {
            return;
        }
        let (members, length, error) = members(rest, start as u64);
        self.members = members;
        self.tail = start.saturating_add(length);
        self.diagnostics.extend(error.map(Diagnostic::from));
    }

    /// Says what is wrong. Strict: fails if something was lost.
    fn judge(&mut self, bytes: &[u8], stop: Stop, mode: Mode) -> Result<()> {
        let at = self.events_end as u64;
        let left = self.rest_end.saturating_sub(self.events_end);
        let plain = |severity, message: String| Diagnostic::new(severity, at, "raw", message);
        let (first, rest) = (self.order.first(), self.order.len());
        if first != Some(&command::GAME_START) {
            let found = match first {
                Some(code) => {
                    format!("{} ({code:#04x})", command_name(*code).unwrap_or("an unknown event"))
                }
                None => "no event".to_owned(),
            };
            let error = Error::new(
                Fault::Malformed,
                self.head.events as u64,
                "raw",
                "Game Start first",
                found,
            );
            self.diagnostics.insert(0, error.into());
        }
        let unfinished = matches!(self.head.wrapper, Wrapper::Ubjson { raw_length: 0 });
        match stop {
            Stop::Sound => {}
            Stop::EndOfInput if self.head.declared_end.is_some() || self.is_bare() => {}
            Stop::EndOfInput => {
                let severity = if unfinished { Severity::Warning } else { Severity::Error };
                let message = format!(
                    "the input ends behind {rest} events: the recording was cut, or is still going on"
                );
                self.diagnostics.push(plain(severity, message));
            }
            Stop::CutEvent => {
                let code = bytes.get(self.events_end).copied().unwrap_or(0);
                let message = format!(
                    "expected a whole {} event behind {rest} others, found {left} bytes of it",
                    command_name(code).unwrap_or("unknown")
                );
                self.diagnostics.push(plain(Severity::Error, message));
            }
            Stop::UnknownCommand(code) => {
                let message = format!(
                    "expected one of the declared events behind {rest} others, found command {code:#04x}; {left} bytes are kept unread"
                );
                self.diagnostics.push(plain(Severity::Error, message));
            }
        }
        let tail = bytes.get(self.tail..).unwrap_or_default();
        if !self.is_bare() && !unfinished && stop == Stop::Sound && tail != b"}" {
            let (severity, message) = match tail.first() {
                Some(b'}') => (Severity::Warning, "bytes behind the end are kept unread"),
                _ => (
                    Severity::Error,
                    "expected the closing brace, found the end of the input or unreadable bytes",
                ),
            };
            self.diagnostics.push(Diagnostic::new(severity, self.tail as u64, "metadata", message));
        }
        let lost = self.diagnostics.iter().find(|d| d.severity == Severity::Error);
        match (mode, lost) {
            (Mode::Strict, Some(lost)) => Err(Error::new(
                Fault::Malformed,
                lost.offset,
                lost.section.clone(),
                "a whole replay",
                lost.message.clone(),
            )),
            _ => Ok(()),
        }
    }

    fn is_bare(&self) -> bool {
        matches!(self.head.wrapper, Wrapper::Bare { .. })
    }
}

/// The members at the start of `bytes`, which begin at `base` in the file; how long they are; and why it went no further
/// than that, if not because of the closing brace or the end.
pub(crate) fn members(bytes: &[u8], base: u64) -> (Vec<Member>, usize, Option<Error>) {
    let mut members = Vec::new();
    let mut reader = Reader::new(bytes, "metadata").with_base(base);
    while !matches!(reader.rest().first(), None | Some(b'}')) {
        let mut attempt = reader.clone();
        let member = read_key(&mut attempt).and_then(|(key_length, key)| {
            Ok(Member { key_length, key, value: read_value(&mut attempt)? })
        });
        match member {
            Ok(member) => members.push(member),
            Err(error) => return (members, reader.position(), Some(error)),
        }
        reader = attempt;
    }
    (members, reader.position(), None)
}

/// Whether the metadata or the end of the object stands at `position`.
fn is_trailer(bytes: &[u8], position: usize) -> bool {
    let rest = bytes.get(position..).unwrap_or_default();
    rest == b"}" || rest.starts_with(b"U\x08metadata")
}

/// Where the metadata, or the end of the object, begins behind bytes that are no events.
fn find_trailer(bytes: &[u8], from: usize, declared: Option<usize>) -> usize {
    if let Some(end) = declared.filter(|&end| end >= from && is_trailer(bytes, end)) {
        return end;
    }
    const MARK: &[u8] = b"U\x08metadata";
    let rest = bytes.get(from..).unwrap_or_default();
    let found = rest.windows(MARK.len()).rposition(|window| window == MARK);
    found.map_or(bytes.len(), |at| from.saturating_add(at))
}
