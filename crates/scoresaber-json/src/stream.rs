//! A decoder for bytes that arrive in pieces.

use ghostreel_core::{DecodeOptions, Diagnostic, Error, PushDecoder, Result};

use crate::layout::{Info, SectionId};
use crate::scan::{Item, Scanner, Step};
use crate::{Frame, Height};

/// The events of a [`Decoder`], in the order of the file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The map and the settings.
    Info(Box<Info>),
    /// The beginning of a list.
    Section(SectionId),
    /// An element of `frames`.
    Frame(Frame),
    /// An element of `scores`.
    Score(i32),
    /// An element of `combos`.
    Combo(i32),
    /// An element of `noteTime`.
    NoteTime(f32),
    /// An element of `noteInfos`.
    NoteInfo(String),
    /// An element of `dynamicHeight`.
    Height(Height),
}

/// Decodes bytes as they arrive. It keeps those of the element it is in.
///
/// ```
/// use ghostreel_core::{DecodeOptions, PushDecoder};
/// use ghostreel_scoresaber_json::{Decoder, Event, encode, sample};
///
/// let bytes = encode(&sample::generate(&sample::Options::default()));
/// let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
/// let mut frames = 0;
/// for chunk in bytes.chunks(1000) {
///     decoder.push(chunk);
///     while let Some(event) = decoder.next_event()? {
///         frames += usize::from(matches!(event, Event::Frame(_)));
///     }
/// }
/// decoder.finish();
/// while decoder.next_event()?.is_some() {}
/// assert!(frames > 1000);
/// # Ok::<(), ghostreel_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    scanner: Scanner,
    buffer: Vec<u8>,
    /// Bytes of the buffer that the scanner is past.
    scanned: usize,
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
            complete: false,
            error: None,
        }
    }

    fn advance(&mut self) -> Result<Option<Event>> {
        loop {
            let rest = self.buffer.get(self.scanned..).unwrap_or_default();
            let step = self.scanner.step(rest, self.complete)?;
            self.scanned = self.scanned.saturating_add(step.length());
            return Ok(Some(match step {
                Step::NeedMore | Step::End => return Ok(None),
                Step::Between { .. } => continue,
                Step::Info { info, .. } => Event::Info(info),
                Step::Section { id, .. } => Event::Section(id),
                Step::Item { id, item, .. } => match (id, item) {
                    (_, Item::Frame(frame)) => Event::Frame(frame),
                    (_, Item::Height { height, .. }) => Event::Height(height),
                    (_, Item::Float { value, .. }) => Event::NoteTime(value),
                    (_, Item::Text { text, .. }) => Event::NoteInfo(text),
                    (SectionId::Combos, Item::Whole { value, .. }) => Event::Combo(value),
                    (_, Item::Whole { value, .. }) => Event::Score(value),
                },
            }));
        }
    }
}

impl PushDecoder for Decoder {
    type Event = Event;

    fn push(&mut self, bytes: &[u8]) {
        // Events that were given out are dropped here and not sooner, so that a large push is not moved for every event.
        self.buffer.drain(..self.scanned.min(self.buffer.len()));
        self.scanned = 0;
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
