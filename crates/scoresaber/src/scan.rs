//! The places of the parts in a payload of sections.
//!
//! The pointers are absolute and may be in any order. A list is as long as its count says, if it then ends where another section
//! begins, where the payload ends, or before the next section. Otherwise it ends in front of the next section, and the count is
//! damaged. A section that begins within another is not read.

use std::ops::Range;

use ghostreel_core::io::Reader;
use ghostreel_core::{Diagnostic, Diagnostics, Error, Fault, Mode, Record, Result, Severity};

use crate::layout::{Metadata, Pointers, SectionId, Text};
use crate::version::{RecordForm, Version};

/// Bytes of a list's count.
const COUNT: usize = 4;

/// A payload's sections, and the bytes between them.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(crate) version: Version,
    pub(crate) pointers: Pointers,
    pub(crate) metadata: Metadata,
    /// All bytes after the pointers, in their order.
    pub(crate) parts: Vec<Found>,
}

/// A section, or bytes between sections.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// `None`: bytes that are no section.
    pub(crate) id: Option<SectionId>,
    /// Where it is in the payload; for lists, its records without their count.
    pub(crate) range: Range<usize>,
    /// How many records the count promises beyond those that are there.
    pub(crate) missing: u32,
}

/// A section by its pointer, before the others are looked at.
struct Candidate {
    id: SectionId,
    start: usize,
    /// Where it ends by its own word.
    end: usize,
    /// Records that it promises.
    count: u32,
}

/// Looks through a payload.
///
/// # Errors
/// In strict mode on any damage; in recover mode if pointers or version cannot be read, or the version is not known.
pub(crate) fn scan(payload: &[u8], mode: Mode, diagnostics: &mut Diagnostics) -> Result<Scan> {
    let mut scanner = Scanner { payload, mode, diagnostics };
    let mut reader = Reader::new(payload, "payload.pointers");
    let block = reader.take(Pointers::SIZE, "pointers")?;
    let pointers = Pointers::read(block).unwrap_or_default();
    let version = scanner.version(&pointers)?;
    let form = version.records();
    let candidates = scanner.candidates(&pointers, version)?;
    let (metadata, parts) = scanner.parts(candidates, version, form)?;
    if pointers.fps != 0 {
        let message = format!(
            "the pointer to a section `fps`, which no plugin is known to write, is {}",
            pointers.fps
        );
        scanner.warn(0, "payload.pointers", message);
    }
    Ok(Scan { version, pointers, metadata, parts })
}

struct Scanner<'p, 'd> {
    payload: &'p [u8],
    mode: Mode,
    diagnostics: &'d mut Diagnostics,
}

impl<'p> Scanner<'p, '_> {
    /// The first field of the metadata: without it the length of records is not known.
    fn version(&self, pointers: &Pointers) -> Result<Version> {
        let start = self.start(SectionId::Metadata, pointers)?;
        let mut reader = self.reader(SectionId::Metadata, start);
        let at = reader.clone();
        let text = Text::read(&mut reader, "version")?;
        let text = text.as_str();
        let Some(version) = Version::parse(&text) else {
            return Err(at.error(Fault::Malformed, "a version like 3.1.0", format!("`{text}`")));
        };
        if version > Version::LATEST {
            let expected = format!("version {} or an earlier one", Version::LATEST);
            return Err(at.error(Fault::Unsupported, expected, format!("version {version}")));
        }
        Ok(version)
    }

    /// All sections whose pointers and counts make sense each by itself, sorted by where they begin.
    fn candidates(&mut self, pointers: &Pointers, version: Version) -> Result<Vec<Candidate>> {
        let mut candidates = Vec::new();
        for id in SectionId::ALL {
            let start = match self.start(id, pointers) {
                Ok(start) => start,
                Err(error) => {
                    self.damage(error)?;
                    continue;
                }
            };
            let mut reader = self.reader(id, start);
            let Some(size) = id.record_size(version.records()) else {
                // Fields that cannot be read are reported once it is known where the metadata ends.
                let _ = Metadata::read(&mut reader, version);
                let end = start.saturating_add(reader.position());
                candidates.push(Candidate { id, start, end, count: 0 });
                continue;
            };
            let at = reader.clone();
            let count = match reader.i32_le("the count") {
                Ok(count) => count,
                Err(error) => {
                    self.damage(error)?;
                    continue;
                }
            };
            let Ok(count) = u32::try_from(count) else {
                self.damage(at.error(
                    Fault::Malformed,
                    "a count of 0 or more",
                    format!("{count}"),
                ))?;
                continue;
            };
            let length = (count as usize).saturating_mul(size).saturating_add(COUNT);
            candidates.push(Candidate { id, start, end: start.saturating_add(length), count });
        }
        candidates.sort_by_key(|candidate| candidate.start);
        Ok(candidates)
    }

    /// Settles where each section ends.
    fn parts(
        &mut self,
        candidates: Vec<Candidate>,
        version: Version,
        form: RecordForm,
    ) -> Result<(Metadata, Vec<Found>)> {
        let mut metadata = Metadata::default();
        let mut parts = Vec::new();
        let mut position = Pointers::SIZE;
        let starts: Vec<usize> = candidates.iter().map(|candidate| candidate.start).collect();
        for Candidate { id, start, end, count } in candidates {
            if start < position {
                let found = format!("{start}, which is within another section");
                let error = Error::new(
                    Fault::Malformed,
                    start as u64,
                    id.in_payload(),
                    "a pointer of its own",
                    found,
                );
                self.damage(error)?;
                continue;
            }
            self.gap(position..start, &mut parts);
            let next = starts.iter().copied().find(|other| *other > start);
            let is_believed = end == self.payload.len() || starts.contains(&end);
            let limit = match next {
                Some(next) if !is_believed => end.min(next),
                _ => end,
            }
            .min(self.payload.len());
            let found = match id.record_size(form) {
                None => {
                    let bytes = self.payload.get(start..limit).unwrap_or_default();
                    let mut reader = Reader::new(bytes, id.in_payload()).with_base(start as u64);
                    let (fields, damage) = Metadata::read(&mut reader, version);
                    metadata = fields;
                    if let Some(error) = damage {
                        self.damage(error)?;
                    }
                    let end = start.saturating_add(reader.position());
                    Found { id: Some(id), range: start..end, missing: 0 }
                }
                Some(size) => {
                    let first = start.saturating_add(COUNT);
                    let fitting = limit.saturating_sub(first).checked_div(size).unwrap_or(0);
                    let records = fitting.min(count as usize);
                    let missing = count.saturating_sub(u32::try_from(records).unwrap_or(u32::MAX));
                    if missing > 0 {
                        self.cut_short(id, start, count, records, limit)?;
                    }
                    let end = first.saturating_add(records.saturating_mul(size));
                    Found { id: Some(id), range: first..end, missing }
                }
            };
            position = found.range.end;
            parts.push(found);
        }
        self.gap(position..self.payload.len(), &mut parts);
        Ok((metadata, parts))
    }

    /// Bytes that are no section. After records that are missing it was said already.
    fn gap(&mut self, range: Range<usize>, parts: &mut Vec<Found>) {
        if range.is_empty() {
            return;
        }
        if parts.last().is_none_or(|found| found.missing == 0) {
            let message =
                format!("{} bytes that belong to no section are kept unread", range.len());
            self.warn(range.start, "payload", message);
        }
        parts.push(Found { id: None, range, missing: 0 });
    }

    fn cut_short(
        &mut self,
        id: SectionId,
        start: usize,
        count: u32,
        records: usize,
        limit: usize,
    ) -> Result<()> {
        let (fault, after) = if limit == self.payload.len() {
            (Fault::Truncated, "the end of the payload")
        } else {
            (Fault::Malformed, "another section")
        };
        let plural = if count == 1 { "" } else { "s" };
        let found = format!("{records} of them and {after}");
        let expected = format!("{count} record{plural}");
        self.damage(Error::new(fault, start as u64, id.in_payload(), expected, found))
    }

    /// Where a section begins, if it can be there.
    fn start(&self, id: SectionId, pointers: &Pointers) -> Result<usize> {
        let pointer = pointers.get(id);
        let at = id as u64;
        let error = |fault, found: String| {
            Error::new(
                fault,
                at.saturating_mul(4),
                id.in_payload(),
                "a pointer into the payload",
                found,
            )
        };
        match usize::try_from(pointer) {
            Ok(start) if start >= Pointers::SIZE && start <= self.payload.len() => Ok(start),
            Ok(start) if start > self.payload.len() => {
                let found = format!(
                    "{start}, which is after the {} bytes of the payload",
                    self.payload.len()
                );
                Err(error(Fault::Truncated, found))
            }
            _ => Err(error(Fault::Malformed, format!("{pointer}"))),
        }
    }

    fn reader(&self, id: SectionId, start: usize) -> Reader<'p> {
        let bytes = self.payload.get(start..).unwrap_or_default();
        Reader::new(bytes, id.in_payload()).with_base(start as u64)
    }

    fn warn(&mut self, offset: usize, section: &'static str, message: String) {
        self.diagnostics.push(Diagnostic::new(Severity::Warning, offset as u64, section, message));
    }

    /// Notes damage in recover mode, fails in strict mode.
    fn damage(&mut self, error: Error) -> Result<()> {
        match self.mode {
            Mode::Strict => Err(error),
            Mode::Recover => {
                self.diagnostics.push(error.into());
                Ok(())
            }
        }
    }
}
