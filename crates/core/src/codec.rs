//! The one shape every codec has.

use std::borrow::Cow;
use std::fmt::Debug;

use crate::work::Meter;
use crate::{Diagnostic, Error, Fault, Outcome, Result};

/// The treatment of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Refuse a file that holds less than it promises.
    Strict,
    /// Keep everything that can be read and report the losses.
    #[default]
    Recover,
}

/// The options of decoding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodeOptions {
    /// The treatment of damage.
    pub mode: Mode,
    /// Counts the work, and can stop it; `None` if neither is wanted.
    pub meter: Option<Meter>,
}

impl DecodeOptions {
    /// Refuses damaged files.
    pub const STRICT: Self = Self { mode: Mode::Strict, meter: None };
    /// Reads damaged files as far as possible.
    pub const RECOVER: Self = Self { mode: Mode::Recover, meter: None };
}

/// A decoded value and its diagnostics.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded<T> {
    /// The value.
    pub value: T,
    /// The diagnostics, in the order of the input.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Decoded<T> {
    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.diagnostics)
    }
}

/// An option of a format. Its value is the content of a file, which only the format understands.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct OptionInfo {
    /// Short name on command lines and in settings: the game, and the subject, e.g. `rocket-league-attributes`.
    pub name: &'static str,
    /// Its subject, as a part of a sentence: `how properties are laid out`.
    pub meaning: &'static str,
    /// A description of its file, e.g. `a table of two columns with a tab between them`.
    pub file: &'static str,
    /// File name extension without the dot, by which the page knows such a file: no replay has it, and no other option.
    pub extension: &'static str,
    /// The most bytes that its file may have.
    pub limit: usize,
}

/// The names of a format and the outer marks of its files.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct FormatInfo {
    /// Short name in commands, queries and JSON, e.g. `bsor`.
    pub id: &'static str,
    /// Full name, e.g. `BS Open Replay`.
    pub name: &'static str,
    /// Short name of the game, e.g. `beat-saber`.
    pub game: &'static str,
    /// Full name of the game, e.g. `Beat Saber`.
    pub game_name: &'static str,
    /// File name extensions without the dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// Media type for HTTP.
    pub media_type: &'static str,
    /// Our description of the format, from the repository's root.
    pub spec: &'static str,
    /// The options that it has.
    pub options: &'static [OptionInfo],
}

/// How sure a format is that a file is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Probe {
    /// Not this format.
    No,
    /// Could be, if nothing better claims it.
    Maybe,
    /// Carries the format's signature.
    Yes,
}

/// A replay format: how to recognise, open, decode and encode it.
pub trait Format {
    /// The lossless model of one file.
    type Replay;
    /// A file read in place.
    type View<'a>;
    /// Decodes bytes as they arrive.
    type Decoder: PushDecoder;
    /// The values of [`FormatInfo::options`]; `()` if there are none.
    type Options: Clone + Debug + Default;

    /// The format's names and marks.
    const INFO: FormatInfo;

    /// Judges a file by its first bytes; 64 are enough for every format we know.
    fn probe(head: &[u8]) -> Probe;

    /// Reads the file of an option out of [`FormatInfo::options`].
    ///
    /// # Errors
    /// If the option refuses the file, or there is no option of that name.
    fn set_option(options: &mut Self::Options, name: &str, file: &[u8]) -> Result<()> {
        let _ = (options, file);
        Err(Error::new(
            Fault::Unsupported,
            0,
            "options",
            "an option of the format",
            name.to_owned(),
        ))
    }

    /// Opens a file.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    fn open<'a>(
        bytes: Cow<'a, [u8]>,
        decode: &DecodeOptions,
        options: &Self::Options,
    ) -> Result<Self::View<'a>>;

    /// Takes from the name of a file what the file itself does not say of the replay: some games leave to it who played, and what. It
    /// shows in the metadata alone.
    fn read_file_name(view: &mut Self::View<'_>, name: &str) {
        let _ = (view, name);
    }

    /// The bytes of a file.
    fn into_bytes(view: Self::View<'_>) -> Cow<'_, [u8]>;

    /// Adds bytes at the end of an open file. The view is then as if the longer file had been opened, with the options that this one
    /// was opened with.
    ///
    /// Unless a format has a way of its own, this does open it, from its start: files that are written as a whole when a game
    /// is over do not grow while they are watched.
    ///
    /// # Errors
    /// As [`open`](Self::open) for the longer file.
    fn append<'a>(
        view: Self::View<'a>,
        more: &[u8],
        decode: &DecodeOptions,
        options: &Self::Options,
    ) -> Result<Self::View<'a>> {
        let mut bytes = Self::into_bytes(view).into_owned();
        bytes.extend_from_slice(more);
        Self::open(bytes.into(), decode, options)
    }

    /// Makes a damaged replay whole: opened again with these options, strictly, nothing is lost.
    ///
    /// # Errors
    /// If no replay is left that can be read: one sentence says why.
    fn repair(
        replay: &mut Self::Replay,
        decode: &DecodeOptions,
        options: &Self::Options,
    ) -> Result<()>;

    /// Makes lengths and checksums true, where the format has them, and nothing else.
    fn update_lengths_and_checksums(replay: &mut Self::Replay) {
        let _ = replay;
    }

    /// Decodes a whole file.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode only if nothing at all could be read.
    fn decode(bytes: &[u8], options: &DecodeOptions) -> Result<Decoded<Self::Replay>>;

    /// Writes the file again: for every `bytes` that decode, `encode(decode(bytes)) == bytes`.
    fn encode(replay: &Self::Replay) -> Vec<u8>;

    /// Starts decoding a file that arrives in pieces.
    fn decoder(options: &DecodeOptions) -> Self::Decoder;

    /// Whether the game is over with an event, whatever may still be written after.
    fn ends_game(event: &<Self::Decoder as PushDecoder>::Event) -> bool {
        let _ = event;
        false
    }

    /// The game's own time of an event in seconds, in a format that the game writes while it is played: the progress of the file is then
    /// that of the game. `None` for other events, and for formats that are written at the end.
    fn time_while_played(event: &<Self::Decoder as PushDecoder>::Event) -> Option<f64> {
        let _ = event;
        None
    }
}

/// A decoder without I/O: bytes are pushed in, events are taken out.
///
/// However the input is split into pushes, the events and diagnostics are the same.
pub trait PushDecoder {
    /// A decoded part of the replay; parts come one after the other.
    type Event;

    /// Takes in the next bytes of the input.
    fn push(&mut self, bytes: &[u8]);

    /// Says that there are no more bytes.
    fn finish(&mut self);

    /// The next event, or `None` if more bytes are needed (after [`finish`](Self::finish): if it is over).
    ///
    /// # Errors
    /// As for [`Format::decode`]; after an error the decoder only repeats it.
    fn next_event(&mut self) -> Result<Option<Self::Event>, Error>;

    /// The diagnostics so far.
    fn diagnostics(&self) -> &[Diagnostic];
}
