//! A replay of whatever format that arrives in pieces.

use ghostreel_bsor::{self as bsor, Bsor};
use ghostreel_core::{
    DecodeOptions, Diagnostic, Format, FormatInfo, PushDecoder, Result, Severity,
};
use ghostreel_slp::{self as slp, Slp};

use crate::any::unknown;
use crate::registry::{PROBE_LENGTH, probe};

/// What comes out of an [`AnyDecoder`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "one at a time is held")]
pub enum AnyEvent {
    /// Of a BS Open Replay.
    Bsor(bsor::Event),
    /// Of a Slippi replay.
    Slp(slp::Event),
}

impl AnyEvent {
    /// Whether the game is over with it, whatever may still be written behind.
    pub fn ends_game(&self) -> bool {
        matches!(self, Self::Slp(slp::Event::GameEnd(_)))
    }
}

/// Decodes bytes as they arrive; the first of them tell which format it is.
///
/// ```
/// use ghostreel_formats::core::{DecodeOptions, PushDecoder};
/// use ghostreel_formats::{AnyDecoder, AnyEvent, sample, slp};
///
/// let mut decoder = AnyDecoder::new(&DecodeOptions::RECOVER);
/// let mut frames = 0;
/// for piece in sample("melee", Some("small"), 1).unwrap().chunks(100) {
///     decoder.push(piece);
///     while let Some(event) = decoder.next_event()? {
///         frames += usize::from(matches!(event, AnyEvent::Slp(slp::Event::Frame(_))));
///     }
/// }
/// assert!(decoder.is_whole());
/// assert!(frames > 10);
/// # Ok::<(), ghostreel_formats::core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyDecoder {
    options: DecodeOptions,
    inner: Inner,
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one of them for each file")]
enum Inner {
    /// Too few bytes to tell, and whether there will be no more.
    Unknown {
        head: Vec<u8>,
        complete: bool,
    },
    Bsor(bsor::Decoder),
    Slp(slp::Decoder),
}

impl AnyDecoder {
    /// A decoder at the start of a file.
    pub fn new(options: &DecodeOptions) -> Self {
        let inner = Inner::Unknown { head: Vec::new(), complete: false };
        Self { options: options.clone(), inner }
    }

    /// The format, as soon as it is known.
    pub fn format(&self) -> Option<&'static FormatInfo> {
        match self.inner {
            Inner::Unknown { .. } => None,
            Inner::Bsor(_) => Some(&Bsor::INFO),
            Inner::Slp(_) => Some(&Slp::INFO),
        }
    }

    /// Whether the bytes so far would be a whole file: nothing is missing, and nothing was odd.
    pub fn is_whole(&self) -> bool {
        let mut ended = self.clone();
        ended.finish();
        while let Ok(event) = ended.next_event() {
            if event.is_none() {
                return ended.diagnostics().iter().all(|d| d.severity == Severity::Info);
            }
        }
        false
    }

    /// Hands what has arrived to the decoder of its format, once that can be told.
    fn settle(&mut self) -> Result<()> {
        let Inner::Unknown { head, complete } = &mut self.inner else { return Ok(()) };
        if head.len() < PROBE_LENGTH && !*complete {
            return Ok(());
        }
        let format = probe(head.get(..PROBE_LENGTH).unwrap_or(head));
        match format.map(|format| format.id) {
            Some(id) if id == Bsor::INFO.id => {
                let decoder = begun(Bsor::decoder(&self.options), head, *complete);
                self.inner = Inner::Bsor(decoder);
            }
            Some(id) if id == Slp::INFO.id => {
                let decoder = begun(Slp::decoder(&self.options), head, *complete);
                self.inner = Inner::Slp(decoder);
            }
            _ => return Err(unknown(head)),
        }
        Ok(())
    }
}

fn begun<D: PushDecoder>(mut decoder: D, head: &[u8], complete: bool) -> D {
    decoder.push(head);
    if complete {
        decoder.finish();
    }
    decoder
}

impl PushDecoder for AnyDecoder {
    type Event = AnyEvent;

    fn push(&mut self, bytes: &[u8]) {
        match &mut self.inner {
            // What is no replay is not kept: its first bytes are enough to say so.
            Inner::Unknown { head, .. } if head.len() >= PROBE_LENGTH && probe(head).is_none() => {}
            Inner::Unknown { head, .. } => head.extend_from_slice(bytes),
            Inner::Bsor(decoder) => decoder.push(bytes),
            Inner::Slp(decoder) => decoder.push(bytes),
        }
    }

    fn finish(&mut self) {
        match &mut self.inner {
            Inner::Unknown { complete, .. } => *complete = true,
            Inner::Bsor(decoder) => decoder.finish(),
            Inner::Slp(decoder) => decoder.finish(),
        }
    }

    fn next_event(&mut self) -> Result<Option<AnyEvent>> {
        self.settle()?;
        Ok(match &mut self.inner {
            Inner::Unknown { .. } => None,
            Inner::Bsor(decoder) => decoder.next_event()?.map(AnyEvent::Bsor),
            Inner::Slp(decoder) => decoder.next_event()?.map(AnyEvent::Slp),
        })
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        match &self.inner {
            Inner::Unknown { .. } => &[],
            Inner::Bsor(decoder) => decoder.diagnostics(),
            Inner::Slp(decoder) => decoder.diagnostics(),
        }
    }
}
