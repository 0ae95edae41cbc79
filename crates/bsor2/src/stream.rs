//! A decoder for bytes that arrive in pieces.
//!
//! Sections and strings may lie anywhere, also behind one another's ends. So the replay is returned when all of the file is there.

use ghostreel_core::{DecodeOptions, Diagnostic, Error, PushDecoder, Result};

use crate::decode;
use crate::model::Replay;

/// What a [`Decoder`] returns.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The whole replay.
    Replay(Box<Replay>),
}

/// Decodes bytes as they arrive. It keeps all of them until the last.
#[derive(Clone, Debug)]
pub struct Decoder {
    options: DecodeOptions,
    bytes: Vec<u8>,
    is_complete: bool,
    is_over: bool,
    diagnostics: Vec<Diagnostic>,
    error: Option<Error>,
}

impl Decoder {
    /// A decoder at the start of a file.
    pub fn new(options: &DecodeOptions) -> Self {
        Self {
            options: options.clone(),
            bytes: Vec::new(),
            is_complete: false,
            is_over: false,
            diagnostics: Vec::new(),
            error: None,
        }
    }
}

impl PushDecoder for Decoder {
    type Event = Event;

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn finish(&mut self) {
        self.is_complete = true;
    }

    fn next_event(&mut self) -> Result<Option<Event>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        if !self.is_complete || self.is_over {
            return Ok(None);
        }
        let decoded = decode(&std::mem::take(&mut self.bytes), &self.options)
            .inspect_err(|error| self.error = Some(error.clone()))?;
        self.is_over = true;
        self.diagnostics = decoded.diagnostics;
        Ok(Some(Event::Replay(Box::new(decoded.value))))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}
