//! A replay of whatever format that arrives in pieces.

use ghostreel_core::{
    DecodeOptions, Diagnostic, Format, FormatInfo, PushDecoder, Result, Severity,
};

use crate::any::unknown;
use crate::not_a_replay::{LOOK_LENGTH, is_worth_a_look};
use crate::registry::{PROBE_LENGTH, probe};

/// The names of each format.
macro_rules! decoders {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        $(#[cfg(feature = $game)] use crate::$module;)*

        /// The event of an [`AnyDecoder`].
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, reason = "one at a time is held")]
        pub enum AnyEvent {
            $(#[doc = $doc] #[cfg(feature = $game)] $format($module::Event),)*
        }

        impl AnyEvent {
            /// Whether the game is over with it, whatever may still be written after.
            pub fn ends_game(&self) -> bool {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(event) => $module::$format::ends_game(event),)*
                }
            }

            /// The game's own time in seconds that it is of, in a format that the game writes while it is played; `None` for all others.
            pub fn time_while_played(&self) -> Option<f64> {
                match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(event) => $module::$format::time_while_played(event),
                    )*
                }
            }
        }

        /// The decoder of a file whose format is known.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is one of them for each file")]
        enum Known {
            $(#[cfg(feature = $game)] $format($module::Decoder),)*
        }

        impl Known {
            fn new(format: &FormatInfo, options: &DecodeOptions) -> Option<Self> {
                match format.id {
                    $(
                        #[cfg(feature = $game)]
                        id if id == $module::$format::INFO.id => {
                            Some(Self::$format($module::$format::decoder(options)))
                        }
                    )*
                    _ => None,
                }
            }

            fn format(&self) -> &'static FormatInfo {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(_) => &$module::$format::INFO,)*
                }
            }
        }

        impl PushDecoder for Known {
            type Event = AnyEvent;

            fn push(&mut self, bytes: &[u8]) {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(decoder) => decoder.push(bytes),)*
                }
            }

            fn finish(&mut self) {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(decoder) => decoder.finish(),)*
                }
            }

            fn next_event(&mut self) -> Result<Option<AnyEvent>> {
                match self {
                    $(
                        #[cfg(feature = $game)]
                        Self::$format(decoder) => {
                            Ok(decoder.next_event()?.map(AnyEvent::$format))
                        }
                    )*
                }
            }

            fn diagnostics(&self) -> &[Diagnostic] {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(decoder) => decoder.diagnostics(),)*
                }
            }
        }
    };
}

with_formats!(decoders);

/// Decodes bytes as they arrive. The first of them show which format they are of.
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
    /// There are too few bytes to recognise the format. `complete`: no more will come.
    Unknown {
        head: Vec<u8>,
        complete: bool,
    },
    Known(Known),
}

impl AnyDecoder {
    /// A decoder at the start of a file.
    pub fn new(options: &DecodeOptions) -> Self {
        let inner = Inner::Unknown { head: Vec::new(), complete: false };
        Self { options: options.clone(), inner }
    }

    /// The format, as soon as it is known.
    pub fn format(&self) -> Option<&'static FormatInfo> {
        match &self.inner {
            Inner::Unknown { .. } => None,
            Inner::Known(decoder) => Some(decoder.format()),
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

    /// Hands the bytes so far to the decoder of their format, once the format is recognised.
    fn settle(&mut self) -> Result<()> {
        let Inner::Unknown { head, complete } = &mut self.inner else { return Ok(()) };
        if head.len() < PROBE_LENGTH && !*complete {
            return Ok(());
        }
        let format = probe(first(head));
        if format.is_none() && is_worth_a_look(head) && head.len() < LOOK_LENGTH && !*complete {
            return Ok(());
        }
        let decoder_of_format = format.and_then(|format| Known::new(format, &self.options));
        let mut decoder = decoder_of_format.ok_or_else(|| unknown(head))?;
        decoder.push(head);
        if *complete {
            decoder.finish();
        }
        self.inner = Inner::Known(decoder);
        Ok(())
    }
}

/// The bytes that show the format.
fn first(head: &[u8]) -> &[u8] {
    head.get(..PROBE_LENGTH).unwrap_or(head)
}

impl PushDecoder for AnyDecoder {
    type Event = AnyEvent;

    fn push(&mut self, bytes: &[u8]) {
        match &mut self.inner {
            // A file that is no replay is not kept: its first bytes are enough to name its kind.
            Inner::Unknown { head, .. }
                if head.len() >= LOOK_LENGTH && probe(first(head)).is_none() => {}
            Inner::Unknown { head, .. } => head.extend_from_slice(bytes),
            Inner::Known(decoder) => decoder.push(bytes),
        }
    }

    fn finish(&mut self) {
        match &mut self.inner {
            Inner::Unknown { complete, .. } => *complete = true,
            Inner::Known(decoder) => decoder.finish(),
        }
    }

    fn next_event(&mut self) -> Result<Option<AnyEvent>> {
        self.settle()?;
        match &mut self.inner {
            Inner::Unknown { .. } => Ok(None),
            Inner::Known(decoder) => decoder.next_event(),
        }
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        match &self.inner {
            Inner::Unknown { .. } => &[],
            Inner::Known(decoder) => decoder.diagnostics(),
        }
    }
}
