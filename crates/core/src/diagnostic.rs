//! What a decoder noticed on its way and did not fail over.

use std::borrow::Cow;
use std::fmt;

use crate::Error;

/// How much a [`Diagnostic`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A known quirk of the writer; nothing is missing.
    Info,
    /// Something odd that was kept as it is.
    Warning,
    /// Data was lost: the file holds less than it promised, or we could not read all of it.
    Error,
}

impl Severity {
    /// The name used in JSON and in the HTTP API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One observation about the input, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Byte offset in the input.
    pub offset: u64,
    /// The section of the format, under its specification's name.
    pub section: Cow<'static, str>,
    /// How much it matters.
    pub severity: Severity,
    /// One sentence without the place.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic with all its parts.
    pub fn new(
        severity: Severity,
        offset: u64,
        section: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self { offset, section: section.into(), severity, message: message.into() }
    }
}

impl From<Error> for Diagnostic {
    /// An error that recovery stepped over: the data behind it was lost.
    fn from(error: Error) -> Self {
        let message = error.message();
        Self::new(Severity::Error, error.offset, error.section, message)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, offset {}: {}", self.section, self.offset, self.message)
    }
}

/// Whether a decoded file is all there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Everything the file promises was read.
    Ok,
    /// The file is damaged; what could be read was.
    Recovered,
}

impl Outcome {
    /// Judges a decode by its diagnostics.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            Self::Recovered
        } else {
            Self::Ok
        }
    }
}
