//! A replay so far.

use ghostreel_analysis::Statistics;
use ghostreel_formats::core::{DecodeOptions, Diagnostic, Error, PushDecoder};
use ghostreel_formats::{AnyDecoder, AnyEvent, AnyView, open};

/// A replay that is being followed: all bytes of it, and how far it was decoded.
#[derive(Debug)]
pub(super) struct Running {
    /// Safe to show.
    pub(super) name: String,
    pub(super) decoder: AnyDecoder,
    /// Why it cannot be read any further.
    pub(super) error: Option<Error>,
    bytes: Vec<u8>,
    /// Bytes were changed that the decoder was past.
    was_rewritten: bool,
}

impl Running {
    pub(super) fn new(name: String) -> Self {
        let decoder = AnyDecoder::new(&DecodeOptions::RECOVER);
        Self { name, decoder, error: None, bytes: Vec::new(), was_rewritten: false }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn push(&mut self, bytes: Vec<u8>) {
        self.decoder.push(&bytes);
        self.bytes.extend(bytes);
    }

    /// The problems of the replay, as it is now.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        match self.replay().filter(|_| self.was_rewritten) {
            Some(replay) => replay.diagnostics().to_vec(),
            None => self.decoder.diagnostics().to_vec(),
        }
    }

    /// The decoder is past these bytes; none of its events depends on them.
    pub(super) fn rewrite(&mut self, offset: usize, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(offset..offset.saturating_add(bytes.len())) {
            place.copy_from_slice(bytes);
            self.was_rewritten = true;
        }
    }

    pub(super) fn next_event(&mut self) -> Option<AnyEvent> {
        self.decoder.next_event().unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }

    /// The replay as if it ended here.
    pub(super) fn replay(&self) -> Option<AnyView<'_>> {
        open(&self.bytes[..], &DecodeOptions::RECOVER).ok()
    }

    pub(super) fn statistics(&self) -> Option<Statistics> {
        ghostreel_analysis::stats(&self.replay()?)
    }
}
