//! Diagnostics about odd, damaged and missing parts.

use std::borrow::Cow;

use ghostreel_core::{Diagnostic, Error, Fault, Mode, Result, Severity};

use super::{Scanner, State, Step, units};
use crate::cursor::{Stop, unescape};
use crate::layout::SectionId;
use crate::limits;

impl Scanner {
    /// Reports the oddities of the file as a whole.
    pub(super) fn end(&mut self) -> Result<Step> {
        self.state = State::End;
        if let Some(meter) = &self.meter {
            // Nothing is left to stop.
            let _ = meter.spend(units(self.unreported));
        }
        if !self.is_replay {
            let expected = "an object with info, frames or another list of a legacy replay";
            let error = Error::new(Fault::Unsupported, 0, "file", expected, "none of them");
            return Err(error);
        }
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Ok(Step::End);
        }
        let is_missing = |id: &SectionId| !self.has_seen(*id);
        let missing: Vec<_> =
            SectionId::ALL.into_iter().filter(is_missing).map(SectionId::name).collect();
        if !missing.is_empty() {
            self.warn(0, "file", format!("the file has no {}", missing.join(", ")));
        }
        let count = self.count(SectionId::Scores);
        for id in [SectionId::Combos, SectionId::NoteTime, SectionId::NoteInfos] {
            if self.has_seen(id) && self.has_seen(SectionId::Scores) && self.count(id) < count {
                let message = format!("{} of {count} scores have one", self.count(id));
                self.warn(0, id.name(), message);
            }
        }
        if count > limits::NOTES {
            let message = format!(
                "limit: of {count} scores, the first {} become notes and walls",
                limits::NOTES
            );
            self.warn(0, "scores", message);
        }
        Ok(Step::End)
    }

    /// Reports the findings of a step besides values.
    pub(super) fn report_findings(
        &mut self,
        step: &Step,
        id: Option<SectionId>,
        bytes: &[u8],
    ) -> Result<()> {
        let section = match step {
            Step::Info { .. } => SectionId::Info.name(),
            _ => id.map_or("file", SectionId::name),
        };
        let findings = std::mem::take(&mut self.findings);
        for (name, _) in &findings.unknown {
            let offset = self.offset(name.start.saturating_sub(1));
            self.diagnostics.push_with(Severity::Info, offset, section, 0, || {
                let name = unescape(bytes.get(name.clone()).unwrap_or_default());
                format!("the member {name:?} is kept unread")
            });
        }
        if findings.more_unknown > 0 {
            let message = format!("{} more members are kept unread", findings.more_unknown);
            let offset = self.offset(0);
            self.diagnostics.push(Diagnostic::new(Severity::Info, offset, section, message));
        }
        for (at, name) in &findings.wrong {
            let found = found_text(bytes.get(*at).copied());
            self.warn(*at, section, format!("{name} is of another kind ({found}) and kept unread"));
        }
        if let Some((at, expected)) = findings.lost {
            let offset = self.offset(at);
            let count = id.map_or(0, |id| self.count(id));
            let error = || {
                let expected = match id {
                    Some(id @ (SectionId::Frames | SectionId::DynamicHeight)) => {
                        format!("{} with {expected}", id.element())
                    }
                    _ => format!("{expected} as element {count} of the list"),
                };
                let found = found_text(bytes.get(at).copied());
                Error::new(Fault::Malformed, offset, section, expected, found)
            };
            if self.mode == Mode::Strict {
                return Err(error());
            }
            // There can be millions of them, and few are reported.
            let shape = expected.len() as u64;
            self.diagnostics
                .push_with(Severity::Error, offset, section, shape, || error().message());
        }
        self.findings = findings;
        Ok(())
    }

    /// The content here makes no sense; the place where it does again is still to be found.
    pub(super) fn lose_the_way(
        &mut self,
        stop: Stop,
        section: Option<SectionId>,
        bytes: &[u8],
    ) -> Result<()> {
        let name = section.map_or("file", SectionId::name);
        match stop {
            Stop::End => {
                let expected = match section {
                    Some(id) => format!("the rest of {}", id.name()),
                    None => "the end of the object".to_owned(),
                };
                self.damage(Fault::Truncated, bytes.len(), name, expected, END_OF_INPUT)?;
            }
            Stop::Odd { at, expected } => {
                let found = found_text(bytes.get(at).copied());
                self.damage(Fault::Malformed, at, name, expected, found)?;
            }
        }
        self.state = State::Lost { section };
        Ok(())
    }

    pub(super) fn warn(&mut self, at: usize, section: &'static str, message: String) {
        let offset = self.offset(at);
        self.diagnostics.push(Diagnostic::new(Severity::Warning, offset, section, message));
    }

    /// Notes damage in recover mode, fails in strict mode.
    pub(super) fn damage(
        &mut self,
        fault: Fault,
        at: usize,
        section: &'static str,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Result<()> {
        let error = self.error(fault, at, section, expected, found);
        match self.mode {
            Mode::Strict => Err(error),
            Mode::Recover => {
                self.diagnostics.push(error.into());
                Ok(())
            }
        }
    }

    pub(super) fn error(
        &self,
        fault: Fault,
        at: usize,
        section: &'static str,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Error {
        Error::new(fault, self.offset(at), section, expected, found)
    }
}

const END_OF_INPUT: &str = "the end of the input";

pub(super) fn found_text(byte: Option<u8>) -> String {
    match byte {
        None => END_OF_INPUT.to_owned(),
        Some(b'"') => "a text".to_owned(),
        Some(b'{') => "an object".to_owned(),
        Some(b'[') => "a list".to_owned(),
        Some(byte) if byte.is_ascii_graphic() => format!("{:?}", char::from(byte)),
        Some(byte) => format!("byte {byte:#04x}"),
    }
}
