//! A decoder for formats whose replays cannot be read before all of the file is there.

use crate::{DecodeOptions, Diagnostic, Error, Format, PushDecoder, Result};

/// The event of a [`WholeFileDecoder`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WholeFileEvent<R> {
    /// The whole replay.
    Replay(Box<R>),
}

/// Keeps the bytes of a file until the last has arrived, and decodes them then.
#[derive(Clone, Debug)]
pub struct WholeFileDecoder<F> {
    format: std::marker::PhantomData<F>,
    options: DecodeOptions,
    bytes: Vec<u8>,
    is_complete: bool,
    is_over: bool,
    diagnostics: Vec<Diagnostic>,
    error: Option<Error>,
}

impl<F: Format> WholeFileDecoder<F> {
    /// A decoder at the start of a file.
    pub fn new(options: &DecodeOptions) -> Self {
        Self {
            format: std::marker::PhantomData,
            options: options.clone(),
            bytes: Vec::new(),
            is_complete: false,
            is_over: false,
            diagnostics: Vec::new(),
            error: None,
        }
    }
}

impl<F: Format> PushDecoder for WholeFileDecoder<F> {
    type Event = WholeFileEvent<F::Replay>;

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    fn finish(&mut self) {
        self.is_complete = true;
    }

    fn next_event(&mut self) -> Result<Option<Self::Event>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        if !self.is_complete || self.is_over {
            return Ok(None);
        }
        let decoded = F::decode(&std::mem::take(&mut self.bytes), &self.options)
            .inspect_err(|error| self.error = Some(error.clone()))?;
        self.is_over = true;
        self.diagnostics = decoded.diagnostics;
        Ok(Some(WholeFileEvent::Replay(Box::new(decoded.value))))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}
