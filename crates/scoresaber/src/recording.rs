//! The payload of version 2 and 3 as plain data.

use ghostreel_core::Record;
use ghostreel_core::io::Writer;

use crate::layout::{
    Combo, Energy, Height, Metadata, Multiplier, Note, NoteV2, NoteV3, Pointers, PoseFrame, Score,
    ScoreV2, ScoreV3, SectionId,
};

/// The content of a replay of version 2 or 3.
///
/// The lists hold what the payload holds, in its order.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Where the sections are, as the payload says it. [`update_pointers`](Self::update_pointers) makes them true.
    pub pointers: Pointers,
    /// The map and the settings.
    pub metadata: Metadata,
    /// Poses of head and hands.
    pub poses: Vec<PoseFrame>,
    /// Automatic heights.
    pub heights: Vec<Height>,
    /// Notes cut and missed, and bombs hit, in the order in which their scoring was over.
    pub notes: Notes,
    /// The score as it changed.
    pub scores: Scores,
    /// The combo as it changed.
    pub combos: Vec<Combo>,
    /// The multiplier as it changed.
    pub multipliers: Vec<Multiplier>,
    /// The energy as it changed.
    pub energies: Vec<Energy>,
    /// The parts after the pointers, in the payload's order. A section that is not listed is not written.
    pub parts: Vec<Part>,
}

/// Notes in the form of their version.
#[derive(Clone, Debug, PartialEq)]
pub enum Notes {
    /// Those of 2.0.0.
    V2(Vec<NoteV2>),
    /// Those of version 3.
    V3(Vec<NoteV3>),
}

/// Scores in the form of their version.
#[derive(Clone, Debug, PartialEq)]
pub enum Scores {
    /// Those of 2.0.0.
    V2(Vec<ScoreV2>),
    /// Those of version 3.
    V3(Vec<ScoreV3>),
}

/// A part of the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A section.
    Section {
        /// The section.
        id: SectionId,
        /// How many records its count promises beyond those that are there. Not 0 only in damaged files.
        missing: u32,
    },
    /// Bytes that are no section.
    Raw(Vec<u8>),
}

impl Notes {
    /// All of them.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Note> + '_> {
        match self {
            Self::V2(notes) => Box::new(notes.iter().copied().map(Note::from)),
            Self::V3(notes) => Box::new(notes.iter().copied().map(Note::from)),
        }
    }

    /// Their number.
    pub const fn len(&self) -> usize {
        match self {
            Self::V2(notes) => notes.len(),
            Self::V3(notes) => notes.len(),
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Scores {
    /// All of them.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Score> + '_> {
        match self {
            Self::V2(scores) => Box::new(scores.iter().copied().map(Score::from)),
            Self::V3(scores) => Box::new(scores.iter().copied().map(Score::from)),
        }
    }

    /// Their number.
    pub const fn len(&self) -> usize {
        match self {
            Self::V2(scores) => scores.len(),
            Self::V3(scores) => scores.len(),
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Recording {
    /// The payload's bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::with_capacity(self.encoded_len());
        writer.record(&self.pointers);
        self.write_parts(&mut writer, |_, _| {});
        writer.finish()
    }

    /// Lets each pointer say where its section is: 0 for one that is not there.
    pub fn update_pointers(&mut self) {
        let mut pointers = Pointers {
            fps: self.pointers.fps,
            unused: self.pointers.unused,
            ..Pointers::default()
        };
        let mut writer = Writer::default();
        writer.record(&pointers);
        self.write_parts(&mut writer, |id, start| {
            pointers.set(id, i32::try_from(start).unwrap_or(i32::MAX));
        });
        self.pointers = pointers;
    }

    /// Makes a damaged payload whole: all sections in their usual order, nothing between them, no record missing.
    pub(crate) fn mend(&mut self) {
        let sections = SectionId::ALL.into_iter();
        self.parts = sections.map(|id| Part::Section { id, missing: 0 }).collect();
        self.pointers = Pointers::default();
        self.update_pointers();
    }

    /// Writes all parts, and calls `begins` with the place of each section.
    fn write_parts(&self, writer: &mut Writer, mut begins: impl FnMut(SectionId, usize)) {
        for part in &self.parts {
            match part {
                Part::Raw(bytes) => writer.bytes(bytes),
                Part::Section { id, missing } => {
                    begins(*id, writer.len());
                    self.write_section(*id, *missing, writer);
                }
            }
        }
    }

    fn write_section(&self, id: SectionId, missing: u32, writer: &mut Writer) {
        match id {
            SectionId::Metadata => self.metadata.write(writer),
            SectionId::Poses => write_list(&self.poses, missing, writer),
            SectionId::Heights => write_list(&self.heights, missing, writer),
            SectionId::Notes => match &self.notes {
                Notes::V2(notes) => write_list(notes, missing, writer),
                Notes::V3(notes) => write_list(notes, missing, writer),
            },
            SectionId::Scores => match &self.scores {
                Scores::V2(scores) => write_list(scores, missing, writer),
                Scores::V3(scores) => write_list(scores, missing, writer),
            },
            SectionId::Combos => write_list(&self.combos, missing, writer),
            SectionId::Multipliers => write_list(&self.multipliers, missing, writer),
            SectionId::Energies => write_list(&self.energies, missing, writer),
        }
    }

    /// About how long the payload will be: exact but for the metadata.
    fn encoded_len(&self) -> usize {
        const METADATA_AND_COUNTS: usize = 1 << 10;
        let notes = match &self.notes {
            Notes::V2(notes) => size_of_list(notes),
            Notes::V3(notes) => size_of_list(notes),
        };
        let scores = match &self.scores {
            Scores::V2(scores) => size_of_list(scores),
            Scores::V3(scores) => size_of_list(scores),
        };
        let raw = self.parts.iter().map(|part| match part {
            Part::Raw(bytes) => bytes.len(),
            Part::Section { .. } => 0,
        });
        let lists = [
            size_of_list(&self.poses),
            size_of_list(&self.heights),
            notes,
            scores,
            size_of_list(&self.combos),
            size_of_list(&self.multipliers),
            size_of_list(&self.energies),
        ];
        lists.into_iter().chain(raw).fold(METADATA_AND_COUNTS, usize::saturating_add)
    }
}

fn size_of_list<R: Record>(records: &[R]) -> usize {
    records.len().saturating_mul(R::SIZE)
}

fn write_list<R: Record>(records: &[R], missing: u32, writer: &mut Writer) {
    let count = u32::try_from(records.len()).unwrap_or(u32::MAX);
    writer.u32_le(count.saturating_add(missing));
    writer.records(records);
}
