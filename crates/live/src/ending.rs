//! When a file that grows has come to its end.

use std::time::Duration;

use ghostreel_formats::AnyDecoder;
use ghostreel_formats::core::{DecodeOptions, PushDecoder, Severity};

/// A whole file that is left alone for so long stays as it is.
const WHOLE: Duration = Duration::from_millis(200);
/// The time that a recorder may take to write after the end of a game. A pause in a game may last for ever.
pub(crate) const OVER: Duration = Duration::from_secs(5);

/// Reads along.
#[derive(Debug)]
pub(crate) struct Ending {
    decoder: AnyDecoder,
    /// The game is over, or the file makes no sense (any more).
    is_over: bool,
    /// Whether the file would be whole, if that was found out since bytes came last.
    is_whole: Option<bool>,
}

impl Ending {
    pub(crate) fn new() -> Self {
        let decoder = AnyDecoder::new(&DecodeOptions::RECOVER);
        Self { decoder, is_over: false, is_whole: None }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.is_whole = None;
        self.decoder.push(bytes);
        loop {
            match self.decoder.next_event() {
                Ok(Some(event)) => self.is_over |= event.ends_game(),
                Ok(None) => break,
                Err(_) => {
                    self.is_over = true;
                    break;
                }
            }
        }
        self.is_over |= self.decoder.diagnostics().iter().any(|d| d.severity == Severity::Error);
    }

    /// Whether nothing more is to be expected of a file that has not grown for so long.
    pub(crate) fn has_come(&mut self, silence: Duration) -> bool {
        silence >= WHOLE && *self.is_whole.get_or_insert_with(|| self.decoder.is_whole())
            || silence >= OVER && self.is_over
    }
}
