//! The verdict on one file.

use std::path::Path;

use ghostreel_formats::core::{self, Diagnostic, Severity};
use ghostreel_formats::{Options, PROBE_LENGTH, open_with, probe};
use serde::Serialize;

use crate::bug;
use crate::files::{Candidate, Origin};
use crate::input::{self, Content};
use crate::status::Status;
use crate::{output, text};

/// How to check.
#[derive(Debug)]
pub(super) struct How {
    pub(super) options: Options,
    pub(super) roundtrip: bool,
}

/// The result; serialised, a line of `check --json`.
#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    pub(super) path: String,
    pub(super) format: Option<&'static str>,
    pub(super) version: Option<String>,
    pub(super) bytes: u64,
    pub(super) outcome: Outcome,
    pub(super) roundtrip: Roundtrip,
    #[serde(serialize_with = "output::as_json")]
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Ok,
    Recovered,
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Roundtrip {
    Exact,
    Differs,
    /// Not tried.
    None,
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ok => Self::Ok,
            Outcome::Recovered => Self::Lost,
            Outcome::Failed => Self::Failed,
        }
    }
}

/// Checks one file; `None` if it is not for us.
pub(super) fn judge(candidate: &Candidate, how: &How) -> Option<Verdict> {
    let Candidate { path, origin, .. } = candidate;
    let is_skipped = || candidate.is_skipped(input::has_replay_name);
    let mut verdict = Verdict::failed(path);
    let content = match origin {
        Origin::Trouble(_) if is_skipped() => return None,
        Origin::Trouble(error) => {
            verdict.add("file", 0, text::reason(error));
            return Some(verdict);
        }
        Origin::Named | Origin::Found => input::read_replay(path),
    };
    match content {
        Ok(Content::Unknown { .. }) if is_skipped() => return None,
        Ok(Content::Unknown { head, length }) => {
            verdict.bytes = length;
            verdict.decode(&head, how);
        }
        Ok(Content::Known(bytes)) => {
            verdict.bytes = bytes.len() as u64;
            if let Err(bug) = bug::catch(|| verdict.decode(&bytes, how)) {
                verdict.outcome = Outcome::Failed;
                verdict.add("ghostreel", 0, bug.to_string());
            }
        }
        Err(error) => verdict.add("file", 0, text::reason(&error)),
    }
    Some(verdict)
}

impl Verdict {
    fn failed(path: &Path) -> Self {
        Self {
            path: path.to_string_lossy().into_owned(),
            format: None,
            version: None,
            bytes: 0,
            outcome: Outcome::Failed,
            roundtrip: Roundtrip::None,
            diagnostics: Vec::new(),
        }
    }

    fn decode(&mut self, bytes: &[u8], how: &How) {
        let head = bytes.get(..PROBE_LENGTH).unwrap_or(bytes);
        self.format = probe(head).map(|format| format.id);
        let replay = match open_with(bytes, &how.options) {
            Ok(replay) => replay,
            Err(error) => return self.diagnostics.push(error.into()),
        };
        self.version = Some(replay.version());
        self.diagnostics = replay.diagnostics().to_vec();
        let outcome = match replay.outcome() {
            core::Outcome::Ok => Outcome::Ok,
            core::Outcome::Recovered => Outcome::Recovered,
        };
        if how.roundtrip {
            // By way of plain data: the view itself still holds the original bytes.
            let again = match replay.into_replay() {
                Ok(replay) => replay.encode(),
                Err(error) => return self.diagnostics.push(error.into()),
            };
            if let Some((offset, message)) = first_difference(bytes, &again) {
                self.roundtrip = Roundtrip::Differs;
                return self.add("roundtrip", offset, message);
            }
            self.roundtrip = Roundtrip::Exact;
        }
        self.outcome = outcome;
    }

    fn add(&mut self, section: &'static str, offset: u64, message: String) {
        self.diagnostics.push(Diagnostic::new(Severity::Error, offset, section, message));
    }
}

fn first_difference(original: &[u8], again: &[u8]) -> Option<(u64, String)> {
    if original == again {
        return None;
    }
    let offset = original.iter().zip(again).take_while(|(a, b)| a == b).count();
    let byte = |bytes: &[u8]| match bytes.get(offset) {
        Some(byte) => format!("byte {byte:#04x}"),
        None => "the end of the file".to_owned(),
    };
    let message =
        format!("written again, the file has {} in place of {}", byte(again), byte(original));
    Some((offset as u64, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(original: &[u8], again: &[u8], expect: Option<(u64, &str)>) {
        let difference = first_difference(original, again);
        assert_eq!(
            difference.as_ref().map(|(offset, message)| (*offset, message.as_str())),
            expect
        );
    }

    #[test]
    fn differences_are_reported_by_their_first_byte() {
        check(b"abc", b"abc", None);
        check(
            b"abc",
            b"axc",
            Some((1, "written again, the file has byte 0x78 in place of byte 0x62")),
        );
        check(
            b"abc",
            b"ab",
            Some((2, "written again, the file has the end of the file in place of byte 0x63")),
        );
        check(
            b"",
            b"a",
            Some((0, "written again, the file has byte 0x61 in place of the end of the file")),
        );
    }
}
