//! A decoder for bytes that arrive in pieces.

use ghostreel_core::io::Reader;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, PushDecoder, Record, Result};

use crate::layout::{
    ControllerOffsets, Frame, Height, Info, Note, Pause, SectionId, UserData, Wall,
};
use crate::model::Replay;
use crate::scan::{Scanner, Step};
use crate::version::Version;

/// The events of a [`Decoder`], in the order of the file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The header.
    Version(Version),
    /// Section 0.
    Info(Box<Info>),
    /// The beginning of a section and how many records it promises.
    Section {
        /// The section.
        id: SectionId,
        /// Records it promises.
        count: u32,
    },
    /// A record of section 1.
    Frame(Frame),
    /// A record of section 2.
    Note(Note),
    /// A record of section 3.
    Wall(Wall),
    /// A record of section 4.
    Height(Height),
    /// A record of section 5.
    Pause(Pause),
    /// Section 6.
    ControllerOffsets(ControllerOffsets),
    /// A record of section 7.
    UserData(UserData),
    /// The bytes after the last record that was understood; comes at the end.
    Tail(Vec<u8>),
}

/// Decodes bytes as they arrive. It keeps those of the record it is in, and of the tail.
///
/// ```
/// use ghostreel_bsor::{Decoder, Event, sample};
/// use ghostreel_core::{DecodeOptions, PushDecoder};
///
/// let bytes = ghostreel_bsor::encode(&sample::generate(&sample::Options::default()));
/// let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
/// let mut frames = 0;
/// for chunk in bytes.chunks(1000) {
///     decoder.push(chunk);
///     while let Some(event) = decoder.next_event()? {
///         frames += usize::from(matches!(event, Event::Frame(_)));
///     }
/// }
/// decoder.finish();
/// assert_eq!(decoder.next_event()?, None);
/// assert!(frames > 1000);
/// # Ok::<(), ghostreel_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    scanner: Scanner,
    buffer: Vec<u8>,
    /// Bytes of the buffer that the scanner is past.
    scanned: usize,
    /// A run of records that the scanner is past and that are still to be given out, from `given` on.
    run: Option<SectionId>,
    given: usize,
    /// How many notes of the run were given out.
    notes_given: usize,
    complete: bool,
    error: Option<Error>,
}

impl Decoder {
    /// A decoder at the start of a file.
    pub fn new(options: &DecodeOptions) -> Self {
        Self {
            scanner: Scanner::new(options),
            buffer: Vec::new(),
            scanned: 0,
            run: None,
            given: 0,
            notes_given: 0,
            complete: false,
            error: None,
        }
    }

    /// The next record of the run that the scanner is past.
    fn next_of_run(&mut self) -> Option<Event> {
        let id = self.run?;
        let bytes = self.buffer.get(self.given..self.scanned)?;
        let (event, size) = match id {
            SectionId::Frames => (Event::Frame(Frame::read(bytes)?), Frame::SIZE),
            SectionId::Walls => (Event::Wall(Wall::read(bytes)?), Wall::SIZE),
            SectionId::Heights => (Event::Height(Height::read(bytes)?), Height::SIZE),
            SectionId::Pauses => (Event::Pause(Pause::read(bytes)?), Pause::SIZE),
            SectionId::ControllerOffsets => {
                (Event::ControllerOffsets(ControllerOffsets::read(bytes)?), ControllerOffsets::SIZE)
            }
            SectionId::Notes => {
                let ends = self.scanner.note_ends();
                let end = *ends.get(self.notes_given)?;
                let before = self.notes_given.checked_sub(1).and_then(|last| ends.get(last));
                let length = end.saturating_sub(before.copied().unwrap_or(0)) as usize;
                self.notes_given = self.notes_given.saturating_add(1);
                (Event::Note(Note::read(bytes, length)?), length)
            }
            SectionId::Info | SectionId::UserData => return None,
        };
        self.given = self.given.saturating_add(size);
        Some(event)
    }

    fn advance(&mut self) -> Result<Option<Event>> {
        loop {
            if let Some(event) = self.next_of_run() {
                return Ok(Some(event));
            }
            self.run = None;
            let start = self.scanned;
            let step =
                self.scanner.step(self.buffer.get(start..).unwrap_or_default(), self.complete)?;
            self.scanned = start.saturating_add(step.length());
            self.given = start;
            self.notes_given = 0;
            let bytes = self.buffer.get(start..self.scanned).unwrap_or_default();
            let event = match step {
                Step::NeedMore | Step::End => return Ok(None),
                Step::Header { version, .. } => Event::Version(version),
                Step::Info { info, .. } => Event::Info(info),
                Step::Section { id, count, .. } => Event::Section { id, count },
                Step::Records { id, .. } => {
                    self.run = Some(id);
                    continue;
                }
                Step::Notes { .. } => {
                    self.run = Some(SectionId::Notes);
                    continue;
                }
                Step::UserData { .. } => {
                    Event::UserData(UserData::read(&mut Reader::new(bytes, "userData"))?)
                }
                Step::Tail { .. } => Event::Tail(bytes.to_vec()),
            };
            return Ok(Some(event));
        }
    }
}

impl PushDecoder for Decoder {
    type Event = Event;

    fn push(&mut self, bytes: &[u8]) {
        // Events that were given out are dropped here and not sooner, so that a large push is not moved for every event.
        let done = if self.run.is_some() { self.given } else { self.scanned };
        self.buffer.drain(..done.min(self.buffer.len()));
        self.scanned = self.scanned.saturating_sub(done);
        self.given = self.given.saturating_sub(done);
        self.buffer.extend_from_slice(bytes);
    }

    fn finish(&mut self) {
        self.complete = true;
    }

    fn next_event(&mut self) -> Result<Option<Event>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        self.advance().inspect_err(|error| self.error = Some(error.clone()))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        self.scanner.diagnostics()
    }
}

/// Puts the events of a [`Decoder`] together again.
#[derive(Clone, Debug)]
pub struct Collector {
    replay: Replay,
}

impl Default for Collector {
    fn default() -> Self {
        let mut replay = Replay::new(Info::default());
        replay.sections.clear();
        Self { replay }
    }
}

impl Collector {
    /// Takes in the next event.
    pub fn add(&mut self, event: Event) {
        let replay = &mut self.replay;
        match event {
            Event::Version(version) => replay.version = version,
            Event::Info(info) => replay.info = *info,
            Event::Section { id, count } => {
                replay.sections.push(id);
                replay.missing = count;
            }
            Event::Tail(bytes) => replay.tail = bytes,
            record => {
                replay.missing = replay.missing.saturating_sub(1);
                match record {
                    Event::Frame(frame) => replay.frames.push(frame),
                    Event::Note(note) => drop(replay.notes.push(&note)),
                    Event::Wall(wall) => replay.walls.push(wall),
                    Event::Height(height) => replay.heights.push(height),
                    Event::Pause(pause) => replay.pauses.push(pause),
                    Event::ControllerOffsets(offsets) => replay.controller_offsets = Some(offsets),
                    // It was read from a file.
                    Event::UserData(entry) => drop(replay.user_data.push(&entry)),
                    _ => {}
                }
            }
        }
    }

    /// The replay of all events so far.
    pub fn finish(self) -> Replay {
        self.replay
    }
}
