//! A replay read in place: opening validates and indexes, records and columns are decoded when asked for.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use ghostreel_core::work::{Budget, Meter};
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, Outcome, Record, Result};

use crate::layout::{
    ControllerOffsets, Frame, Height, Info, Pause, SectionId, UserData, UserEntries, Wall,
    read_entries,
};
use crate::model::Replay;
use crate::notes::Notes;
use crate::recorded::Recorded;
use crate::scan::{Scanner, Step};
use crate::scoring::RecordedStanding;
use crate::version::Version;

/// A file's bytes and where everything in them is.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    version: Version,
    info: Info,
    sections: Vec<Section>,
    /// Where each note begins, and where the last one ends, from the start of the file.
    note_starts: Vec<u32>,
    /// The number of entries of user data.
    user_data: usize,
    missing: u32,
    tail: usize,
    diagnostics: Vec<Diagnostic>,
    meter: Option<Meter>,
    standings: Vec<RecordedStanding>,
    recorded: Option<Box<Recorded>>,
}

/// Where the records of a section are.
#[derive(Clone, Debug)]
struct Section {
    id: SectionId,
    records: Range<usize>,
}

impl<'a> View<'a> {
    /// Opens a file: reads the info, finds every section and every note, and checks that all counts fit.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if the header or the info cannot be read.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let bytes = bytes.into();
        let mut scanner = Scanner::new(options);
        let mut view = View {
            bytes: Cow::Borrowed(&[]),
            version: Version::V1,
            info: Info::default(),
            sections: Vec::new(),
            note_starts: Vec::new(),
            user_data: 0,
            missing: 0,
            tail: bytes.len(),
            diagnostics: Vec::new(),
            meter: options.meter.clone(),
            standings: Vec::new(),
            recorded: None,
        };
        let mut position = 0_usize;
        loop {
            let step = scanner.step(bytes.get(position..).unwrap_or_default(), true)?;
            let end = position.saturating_add(step.length());
            match step {
                Step::Header { version, .. } => view.version = version,
                Step::Info { info, .. } => view.info = *info,
                Step::Section { id, count, .. } => {
                    view.sections.push(Section { id, records: end..end });
                    view.missing = count;
                    if id == SectionId::Notes {
                        view.note_starts.push(note_start(end)?);
                    }
                }
                Step::Records { count, .. } => view.grow(end, count),
                Step::Notes { count, .. } => {
                    // The last end fits in 32 bits, so all of them do.
                    note_start(end)?;
                    let start = note_start(position)?;
                    view.note_starts
                        .extend(scanner.note_ends().iter().map(|end| start.saturating_add(*end)));
                    view.grow(end, count);
                }
                Step::UserData { .. } => {
                    view.user_data = view.user_data.saturating_add(1);
                    view.grow(end, 1);
                }
                Step::Tail { .. } => view.tail = position,
                // The whole input is here, so a step that needs more has nothing to come.
                Step::NeedMore | Step::End => break,
            }
            position = end;
        }
        view.diagnostics = scanner.into_diagnostics();
        view.bytes = bytes;
        Ok(view)
    }

    fn grow(&mut self, end: usize, count: u32) {
        self.missing = self.missing.saturating_sub(count);
        if let Some(section) = self.sections.last_mut() {
            section.records.end = end;
        }
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// Version of the format.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Section 0.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The meter of the options that it was opened with: it counts the work on this replay, and can stop it.
    pub fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// The work that one step over this replay may do.
    pub fn budget(&self) -> Budget {
        Budget::for_input(self.bytes.len(), self.meter.as_ref())
    }

    /// Score and combo as the format that this replay was converted from records them, which has no notes to count.
    pub fn with_standings(self, all: impl IntoIterator<Item = RecordedStanding>) -> Self {
        Self { standings: RecordedStanding::changes(all), ..self }
    }

    /// The values that the format that this replay was converted from records beside its notes.
    pub fn with_recorded(self, recorded: Recorded) -> Self {
        Self { recorded: Some(Box::new(recorded)), ..self }
    }

    /// The values that were recorded beside the notes; `None` where it follows from notes and walls.
    pub(crate) fn recorded(&self) -> Option<&Recorded> {
        self.recorded.as_deref()
    }

    /// Score and combo as they were recorded; empty where they follow from notes and walls.
    pub(crate) fn standings(&self) -> &[RecordedStanding] {
        &self.standings
    }

    /// The diagnostics of opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.diagnostics)
    }

    /// The sections after the info, in the file's order.
    pub fn sections(&self) -> impl Iterator<Item = SectionId> + '_ {
        self.sections.iter().map(|section| section.id)
    }

    /// Section 1.
    pub fn frames(&self) -> Records<'_, Frame> {
        self.records(SectionId::Frames)
    }

    /// Section 2.
    pub fn notes(&self) -> Notes<'_> {
        Notes::new(&self.bytes, &self.note_starts)
    }

    /// Section 3.
    pub fn walls(&self) -> Records<'_, Wall> {
        self.records(SectionId::Walls)
    }

    /// Section 4.
    pub fn heights(&self) -> Records<'_, Height> {
        self.records(SectionId::Heights)
    }

    /// Section 5.
    pub fn pauses(&self) -> Records<'_, Pause> {
        self.records(SectionId::Pauses)
    }

    /// Section 6.
    pub fn controller_offsets(&self) -> Option<ControllerOffsets> {
        self.controller_offset_records().get(0)
    }

    /// The 56 bytes of section 6.
    pub fn controller_offset_bytes(&self) -> Option<&[u8]> {
        Some(self.controller_offset_records().bytes()).filter(|bytes| !bytes.is_empty())
    }

    pub(crate) fn controller_offset_records(&self) -> Records<'_, ControllerOffsets> {
        self.records(SectionId::ControllerOffsets)
    }

    /// Section 7.
    pub fn user_data(&self) -> impl Iterator<Item = UserData> {
        read_entries(self.section_bytes(SectionId::UserData))
    }

    /// How many entries section 7 has.
    pub const fn user_data_len(&self) -> usize {
        self.user_data
    }

    /// How many records the last section promises beyond those that are there.
    pub fn missing(&self) -> u32 {
        self.missing
    }

    /// The bytes after the last record that was understood.
    pub fn tail(&self) -> &[u8] {
        self.bytes.get(self.tail..).unwrap_or_default()
    }

    /// The whole replay as plain data, the view given up for it.
    pub fn into_replay(self) -> Replay {
        self.to_replay()
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        Replay {
            version: self.version,
            info: self.info.clone(),
            frames: self.frames().iter().collect(),
            notes: self.notes().to_list(),
            walls: self.walls().iter().collect(),
            heights: self.heights().iter().collect(),
            pauses: self.pauses().iter().collect(),
            controller_offsets: self.controller_offsets(),
            user_data: UserEntries::of(
                self.user_data,
                self.section_bytes(SectionId::UserData).to_vec(),
            ),
            sections: self.sections().collect(),
            missing: self.missing,
            tail: self.tail().to_vec(),
        }
    }

    fn records<R: Record>(&self, id: SectionId) -> Records<'_, R> {
        Records { bytes: self.section_bytes(id), record: PhantomData }
    }

    /// Where the records of each section are, in the file's order.
    pub(crate) fn record_ranges(&self) -> impl Iterator<Item = (SectionId, Range<usize>)> + '_ {
        self.sections.iter().map(|section| (section.id, section.records.clone()))
    }

    /// The bytes of the records of a section that are there.
    fn section_bytes(&self, id: SectionId) -> &[u8] {
        self.sections
            .iter()
            .find(|section| section.id == id)
            .and_then(|section| self.bytes.get(section.records.clone()))
            .unwrap_or_default()
    }
}

fn note_start(position: usize) -> Result<u32> {
    u32::try_from(position).map_err(|_| {
        Error::new(
            Fault::Limit,
            position as u64,
            "notes",
            "a file of less than 4 GiB",
            "a longer one",
        )
    })
}

/// The records of a section, all of the same size. Each is decoded when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a, R> {
    bytes: &'a [u8],
    record: PhantomData<R>,
}

impl<'a, R: Record> Records<'a, R> {
    /// Their number.
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(R::SIZE).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The record at an index; `None` after the last.
    pub fn get(&self, index: usize) -> Option<R> {
        R::read(self.bytes.get(index.checked_mul(R::SIZE)?..)?)
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = R> + use<'a, R>
    where
        R: Default,
    {
        // Each chunk is a whole record, so loading cannot fail.
        self.bytes.chunks_exact(R::SIZE).map(|bytes| R::read(bytes).unwrap_or_default())
    }

    /// Their bytes, one after the other.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
