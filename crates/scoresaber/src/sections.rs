//! The sections of versions 2 and 3 in place: records are decoded when asked for.

use std::marker::PhantomData;

use ghostreel_core::Record;

use crate::layout::{
    Combo, Energy, Height, Metadata, Multiplier, Note, NoteV2, NoteV3, Pointers, PoseFrame, Score,
    ScoreV2, ScoreV3, SectionId,
};
use crate::recording::{Notes, Part, Recording, Scores};
use crate::scan::Scan;
use crate::version::{RecordForm, Version};

/// A payload of sections, and where they are.
#[derive(Clone, Debug)]
pub struct Sections {
    payload: Vec<u8>,
    scan: Scan,
}

impl Sections {
    pub(crate) const fn new(payload: Vec<u8>, scan: Scan) -> Self {
        Self { payload, scan }
    }

    /// The payload.
    pub fn bytes(&self) -> &[u8] {
        &self.payload
    }

    /// Where the sections are, as the payload says it.
    pub const fn pointers(&self) -> &Pointers {
        &self.scan.pointers
    }

    /// The map and the settings.
    pub const fn metadata(&self) -> &Metadata {
        &self.scan.metadata
    }

    /// Version of the format.
    pub const fn version(&self) -> Version {
        self.scan.version
    }

    /// In which form notes and scores are.
    pub fn record_form(&self) -> RecordForm {
        self.scan.version.records()
    }

    /// Poses of head and hands.
    pub fn poses(&self) -> Records<'_, PoseFrame> {
        self.records(SectionId::Poses)
    }

    /// Automatic heights.
    pub fn heights(&self) -> Records<'_, Height> {
        self.records(SectionId::Heights)
    }

    /// Notes cut and missed, and bombs hit.
    pub fn notes(&self) -> Box<dyn Iterator<Item = Note> + '_> {
        match self.record_form() {
            RecordForm::V2 => {
                Box::new(self.records::<NoteV2>(SectionId::Notes).iter().map(Note::from))
            }
            RecordForm::V3 => {
                Box::new(self.records::<NoteV3>(SectionId::Notes).iter().map(Note::from))
            }
        }
    }

    /// The score as it changed.
    pub fn scores(&self) -> Box<dyn Iterator<Item = Score> + '_> {
        match self.record_form() {
            RecordForm::V2 => {
                Box::new(self.records::<ScoreV2>(SectionId::Scores).iter().map(Score::from))
            }
            RecordForm::V3 => {
                Box::new(self.records::<ScoreV3>(SectionId::Scores).iter().map(Score::from))
            }
        }
    }

    /// The combo as it changed.
    pub fn combos(&self) -> Records<'_, Combo> {
        self.records(SectionId::Combos)
    }

    /// The multiplier as it changed.
    pub fn multipliers(&self) -> Records<'_, Multiplier> {
        self.records(SectionId::Multipliers)
    }

    /// The energy as it changed.
    pub fn energies(&self) -> Records<'_, Energy> {
        self.records(SectionId::Energies)
    }

    /// The bytes of the notes, in the form of [`record_form`](Self::record_form).
    pub fn note_bytes(&self) -> &[u8] {
        self.section_bytes(SectionId::Notes)
    }

    /// The bytes of the scores, in the form of [`record_form`](Self::record_form).
    pub fn score_bytes(&self) -> &[u8] {
        self.section_bytes(SectionId::Scores)
    }

    /// The parts after the pointers, in the payload's order.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        self.scan.parts.iter().map(|found| match found.id {
            Some(id) => Part::Section { id, missing: found.missing },
            None => Part::Raw(self.payload.get(found.range.clone()).unwrap_or_default().to_vec()),
        })
    }

    pub(crate) fn records<R: Record>(&self, id: SectionId) -> Records<'_, R> {
        Records { bytes: self.section_bytes(id), record: PhantomData }
    }

    fn section_bytes(&self, id: SectionId) -> &[u8] {
        let part = self.scan.parts.iter().find(|part| part.id == Some(id));
        let bytes = part.and_then(|part| self.payload.get(part.range.clone()));
        bytes.unwrap_or_default()
    }

    pub(crate) fn to_recording(&self) -> Recording {
        let form = self.record_form();
        Recording {
            pointers: self.scan.pointers,
            metadata: self.scan.metadata.clone(),
            poses: self.poses().to_vec(),
            heights: self.heights().to_vec(),
            notes: match form {
                RecordForm::V2 => Notes::V2(self.records(SectionId::Notes).to_vec()),
                RecordForm::V3 => Notes::V3(self.records(SectionId::Notes).to_vec()),
            },
            scores: match form {
                RecordForm::V2 => Scores::V2(self.records(SectionId::Scores).to_vec()),
                RecordForm::V3 => Scores::V3(self.records(SectionId::Scores).to_vec()),
            },
            combos: self.combos().to_vec(),
            multipliers: self.multipliers().to_vec(),
            energies: self.energies().to_vec(),
            parts: self.parts().collect(),
        }
    }
}

/// The records of a section, all of the same size. Each is decoded when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a, R> {
    bytes: &'a [u8],
    record: PhantomData<R>,
}

impl<'a, R: Record + Default> Records<'a, R> {
    /// Their number.
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(R::SIZE).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = R> + use<'a, R> {
        // Each chunk is a whole record, so loading cannot fail.
        self.bytes.chunks_exact(R::SIZE).map(|bytes| R::read(bytes).unwrap_or_default())
    }

    /// Their bytes, one after the other.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    fn to_vec(self) -> Vec<R> {
        self.iter().collect()
    }
}
