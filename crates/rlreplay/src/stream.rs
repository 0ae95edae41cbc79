//! A decoder for bytes that arrive in pieces.
//!
//! The tables that give the network stream its meaning stand after it, so nothing of it can be known before all of the file
//! is there: the header is returned as soon as it can be read, the rest at the end.

use ghostreel_core::io::Reader;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Mode, PushDecoder, Result};

use crate::decode;
use crate::layout::{Header, SectionPrefix};
use crate::model::Replay;

/// The event of a [`Decoder`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The header.
    Header(Box<Header>),
    /// The whole replay.
    Replay(Box<Replay>),
}

/// Decodes bytes as they arrive.
#[derive(Clone, Debug)]
pub struct Decoder {
    options: DecodeOptions,
    bytes: Vec<u8>,
    is_complete: bool,
    gave_header: bool,
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
            gave_header: false,
            is_over: false,
            diagnostics: Vec::new(),
            error: None,
        }
    }

    fn advance(&mut self) -> Result<Option<Event>> {
        if !self.gave_header {
            if !self.is_complete && !has_header(&self.bytes) {
                return Ok(None);
            }
            let mut reader = Reader::new(&self.bytes, "header");
            let (_, header, _) = Header::open(&mut reader, self.options.mode)?;
            self.gave_header = true;
            return Ok(Some(Event::Header(Box::new(header))));
        }
        if !self.is_complete || self.is_over {
            return Ok(None);
        }
        let decoded = decode(&self.bytes, &self.options)?;
        self.is_over = true;
        self.bytes = Vec::new();
        self.diagnostics = decoded.diagnostics;
        Ok(Some(Event::Replay(Box::new(decoded.value))))
    }
}

/// Whether all bytes of the header are there.
fn has_header(bytes: &[u8]) -> bool {
    let size = bytes.first_chunk().map(|size| u32::from_le_bytes(*size) as usize);
    let there = bytes.len().checked_sub(SectionPrefix::SIZE);
    size.zip(there).is_some_and(|(size, there)| there >= size)
}

/// Reads the header alone.
///
/// # Errors
/// If it is not all there, or makes no sense.
pub fn read_header(bytes: &[u8]) -> Result<Header> {
    Header::open(&mut Reader::new(bytes, "header"), Mode::Strict).map(|(_, header, _)| header)
}

impl PushDecoder for Decoder {
    type Event = Event;

    fn push(&mut self, bytes: &[u8]) {
        if !self.is_over {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn finish(&mut self) {
        self.is_complete = true;
    }

    fn next_event(&mut self) -> Result<Option<Event>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        self.advance().inspect_err(|error| self.error = Some(error.clone()))
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// The answer of a decoder to pieces of so many bytes.
    fn said(bytes: &[u8], pieces: usize) -> Result<Option<Event>> {
        let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
        for piece in bytes.chunks(pieces) {
            decoder.push(piece);
            if let Some(event) = decoder.next_event()? {
                return Ok(Some(event));
            }
        }
        decoder.finish();
        decoder.next_event()
    }

    #[test]
    fn a_header_that_lacks_something_is_refused_alike_in_pieces() {
        // Of no length, and of four bytes where eight are needed.
        for size in [0_u32, 4] {
            let mut bytes = size.to_le_bytes().to_vec();
            bytes.extend([0; 40]);
            let whole = said(&bytes, bytes.len());
            assert!(whole.is_err());
            for pieces in 1..12 {
                assert_eq!(said(&bytes, pieces), whole, "{size}, pieces of {pieces}");
            }
        }
    }

    #[test]
    fn a_header_that_is_cut_is_opened_alike_in_pieces() {
        let options = DecodeOptions::RECOVER;
        let file = crate::encode(&sample::generate(&sample::variant("small").unwrap()));
        let size = u32::from_le_bytes(*file.first_chunk().unwrap()) as usize + SectionPrefix::SIZE;
        for cut in (0..=size).step_by(7).chain([size]) {
            let bytes = &file[..cut];
            let opened = decode(bytes, &options).map(|decoded| decoded.value.header);
            let expected = opened.map(|header| Some(Event::Header(Box::new(header))));
            for pieces in [1, 1000, file.len()] {
                assert_eq!(said(bytes, pieces), expected, "{cut} bytes in pieces of {pieces}");
            }
        }
    }
}
