//! Notes of a decoder on things that it did not fail over.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use crate::error::brief;
use crate::{Error, limits};

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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

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
    /// Its severity.
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
        let message = brief(Cow::Owned(message.into())).into_owned();
        Self { offset, section: brief(section.into()), severity, message }
    }
}

impl From<Error> for Diagnostic {
    /// An error that recovery stepped over: the data after it was lost.
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

/// Diagnostics as they are noticed, in the order of the input. Of each kind the first
/// [`DIAGNOSTICS_PER_KIND`](limits::DIAGNOSTICS_PER_KIND) are kept; one more says how many others there are.
///
/// Diagnostics of one kind have the same section and severity, and messages that differ in numbers only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    kinds: Vec<DiagnosticKind>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct DiagnosticKind {
    section: Cow<'static, str>,
    severity: Severity,
    /// The shape of all its messages.
    shape: u64,
    count: usize,
    /// Where in the list it says how many more there are.
    summary: Option<usize>,
}

impl Diagnostics {
    /// Takes in a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let Diagnostic { offset, ref section, severity, ref message } = diagnostic;
        let shape = shape(message);
        self.push_with(severity, offset, section.clone(), shape, || diagnostic.message);
    }

    /// Takes in a diagnostic of the kind `shape`, whose message is made only if it is kept.
    pub fn push_with(
        &mut self,
        severity: Severity,
        offset: u64,
        section: impl Into<Cow<'static, str>>,
        shape: u64,
        message: impl FnOnce() -> String,
    ) {
        let section = section.into();
        let is_it = |kind: &DiagnosticKind| {
            (kind.shape, kind.severity) == (shape, severity) && kind.section == section
        };
        let place = match self.kinds.iter().position(is_it) {
            Some(place) => place,
            None if self.kinds.len() < limits::DIAGNOSTIC_KINDS => {
                let kind = DiagnosticKind {
                    section: section.clone(),
                    severity,
                    shape,
                    count: 0,
                    summary: None,
                };
                self.kinds.push(kind);
                self.kinds.len().saturating_sub(1)
            }
            None => self.other_kinds(severity),
        };
        let Some(kind) = self.kinds.get_mut(place) else { return };
        kind.count = kind.count.saturating_add(1);
        let Some(more) =
            kind.count.checked_sub(limits::DIAGNOSTICS_PER_KIND).filter(|more| *more > 0)
        else {
            return self.list.push(Diagnostic::new(severity, offset, section, message()));
        };
        let summary = format!("and {} more of this kind", Grouped(more));
        match kind.summary.and_then(|place| self.list.get_mut(place)) {
            Some(said) => said.message = summary,
            None => {
                kind.summary = Some(self.list.len());
                self.list.push(Diagnostic::new(severity, offset, section, summary));
            }
        }
    }

    /// The kind of all diagnostics beyond the first kinds: one for each severity.
    fn other_kinds(&mut self, severity: Severity) -> usize {
        let is_it = |kind: &DiagnosticKind| kind.section.is_empty() && kind.severity == severity;
        self.kinds.iter().position(is_it).unwrap_or_else(|| {
            let section = Cow::Borrowed("");
            self.kinds.push(DiagnosticKind {
                section,
                severity,
                shape: 0,
                count: 0,
                summary: None,
            });
            self.kinds.len().saturating_sub(1)
        })
    }

    /// The diagnostics as a list.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}

impl Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut all = Self::default();
        all.extend(diagnostics);
        all
    }
}

/// A message without its numbers, as a hash (FNV-1a): what two of one kind have in common.
fn shape(message: &str) -> u64 {
    let letters = message.bytes().filter(|byte| !byte.is_ascii_digit());
    letters.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A number with commas between its thousands.
struct Grouped(usize);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            let left = digits.len().saturating_sub(index);
            if index > 0 && left.is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// Whether a decoded file is all there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Everything the file promises was read.
    Ok,
    /// The file is damaged; its readable parts were read.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(offset: u64, message: String) -> Diagnostic {
        Diagnostic::new(Severity::Warning, offset, "test", message)
    }

    #[test]
    fn many_of_a_kind_are_summed_up() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend((0..3_000_000).map(|i| warning(i, format!("frame {i} is odd"))));
        diagnostics.push(warning(7, "something else".to_owned()));
        assert_eq!(diagnostics.len(), limits::DIAGNOSTICS_PER_KIND + 2);
        let [.., summary, last] = &diagnostics[..] else { panic!() };
        assert_eq!((summary.offset, &*summary.message), (100, "and 2,999,900 more of this kind"));
        assert_eq!(last.message, "something else");
    }

    #[test]
    fn many_kinds_are_few_in_the_end() {
        let letters = |i: u64| (0..20).map(move |bit| if i >> bit & 1 == 1 { 'a' } else { 'b' });
        let kinds = (0..100_000).map(|i| warning(i, letters(i).collect()));
        let diagnostics: Diagnostics = kinds.collect();
        let most = (limits::DIAGNOSTIC_KINDS + 1) * (limits::DIAGNOSTICS_PER_KIND + 1);
        assert!(diagnostics.len() <= most, "{}", diagnostics.len());
        assert_eq!(diagnostics.last().unwrap().message, "and 99,868 more of this kind");
    }
}
