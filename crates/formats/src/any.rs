//! A replay of whatever format.

use std::borrow::Cow;

use ghostreel_bsor::{self as bsor, Bsor};
use ghostreel_core::{
    DecodeOptions, Diagnostic, Error, Fault, Format, FormatInfo, Outcome, Result,
};
use ghostreel_slp::{self as slp, Slp};
use ghostreel_timeline::{Meta, Timeline};

use crate::registry::{PROBE_LENGTH, probe};

/// An opened replay.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyReplay<'a> {
    /// BS Open Replay.
    Bsor(bsor::View<'a>),
    /// Slippi.
    Slp(slp::View<'a>),
}

/// A whole replay as plain data, e.g. read from JSON.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "one at a time is held, and its lists are on the heap anyway"
)]
pub enum AnyModel {
    /// BS Open Replay.
    Bsor(bsor::Replay),
    /// Slippi.
    Slp(slp::Replay),
}

/// Opens a replay of any format that is known.
///
/// # Errors
/// If no format recognises the first bytes; else as the format's own opening.
pub fn open<'a>(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<AnyReplay<'a>> {
    let bytes = bytes.into();
    let head = bytes.get(..PROBE_LENGTH).unwrap_or(&bytes);
    match probe(head) {
        Some(format) if format.id == Bsor::INFO.id => {
            Ok(AnyReplay::Bsor(bsor::View::open(bytes, options)?))
        }
        Some(format) if format.id == Slp::INFO.id => {
            Ok(AnyReplay::Slp(slp::View::open(bytes, options)?))
        }
        _ => Err(unknown(head)),
    }
}

pub(crate) fn unknown(head: &[u8]) -> Error {
    let found = match head {
        [] => "an empty file".to_owned(),
        _ => {
            let start: Vec<String> =
                head.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            format!("a file that begins with {}", start.join(" "))
        }
    };
    Error::new(Fault::Unsupported, 0, "signature", "a replay of a known format", found)
}

impl AnyReplay<'_> {
    /// The format.
    pub fn format(&self) -> &'static FormatInfo {
        match self {
            Self::Bsor(_) => &Bsor::INFO,
            Self::Slp(_) => &Slp::INFO,
        }
    }

    /// Version of the format.
    pub fn version(&self) -> String {
        match self {
            Self::Bsor(view) => view.version().0.to_string(),
            Self::Slp(view) => view.version().to_string(),
        }
    }

    /// What the replay is about.
    pub fn meta(&self) -> Meta {
        match self {
            Self::Bsor(view) => view.meta(),
            Self::Slp(view) => view.meta(),
        }
    }

    /// The replay as named tables of columns.
    pub fn timeline(&self) -> Timeline<'_> {
        match self {
            Self::Bsor(view) => view.timeline(),
            Self::Slp(view) => view.timeline(),
        }
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Bsor(view) => view.bytes(),
            Self::Slp(view) => view.bytes(),
        }
    }

    /// What was noticed while opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Bsor(view) => view.diagnostics(),
            Self::Slp(view) => view.diagnostics(),
        }
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.diagnostics())
    }

    /// The whole replay as plain data.
    pub fn to_model(&self) -> AnyModel {
        match self {
            Self::Bsor(view) => AnyModel::Bsor(view.to_replay()),
            Self::Slp(view) => AnyModel::Slp(view.to_replay()),
        }
    }
}

impl AnyModel {
    /// The format.
    pub fn format(&self) -> &'static FormatInfo {
        match self {
            Self::Bsor(_) => &Bsor::INFO,
            Self::Slp(_) => &Slp::INFO,
        }
    }

    /// Writes the file: for a decoded one, the very bytes it was decoded from.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Bsor(replay) => bsor::encode(replay),
            Self::Slp(replay) => slp::encode(replay),
        }
    }

    /// Makes a damaged replay whole: counts tell what is there, and bytes that were not understood are gone.
    pub fn repair(&mut self) {
        match self {
            Self::Bsor(replay) => replay.repair(),
            Self::Slp(replay) => replay.repair(),
        }
    }
}
