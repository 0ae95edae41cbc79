//! A replay that is open: unpacked, its sections found, and converted to the BSOR as which it is read.

use std::borrow::Cow;
use std::marker::PhantomData;

use ghostreel_bsor as bsor;
use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Diagnostic, Diagnostics, Outcome, Record, Result};

use crate::container::Container;
use crate::convert;
use crate::file_name::FileName;
use crate::layout::{
    Combo, Energy, Height, Metadata, Multiplier, Note, NoteV2, NoteV3, Pointers, PoseFrame, Score,
    ScoreV2, ScoreV3, SectionId,
};
use crate::lzma;
use crate::model::{Payload, Replay};
use crate::nrbf::{self, SavedData};
use crate::recording::{Notes, Part, Recording, Scores};
use crate::scan::{Scan, scan};
use crate::version::{RecordForm, Version};

/// A file's bytes, their unpacked content, and the BSOR that it is read as.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    content: Content,
    bsor: bsor::View<'static>,
    diagnostics: Vec<Diagnostic>,
    is_cancelled: bool,
    file_name: Option<FileName>,
    meter: Option<Meter>,
}

/// The unpacked content of a file.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one in each view")]
pub(crate) enum Content {
    /// Version 2 and 3.
    Sections(Sections),
    /// Before version 2.
    Legacy(SavedData),
}

/// A payload of sections, and where they are.
#[derive(Clone, Debug)]
pub struct Sections {
    payload: Vec<u8>,
    scan: Scan,
}

impl<'a> View<'a> {
    /// Opens a file: unpacks it, finds every section, and converts it to BSOR.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if the file is no replay, or its version cannot be read or is not known.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let bytes = bytes.into();
        let mut diagnostics = Diagnostics::default();
        let (container, odd) = Container::of(&bytes)?;
        diagnostics.extend(odd);
        let unpacked = lzma::unpack(&bytes, container, options.meter.as_ref())?;
        diagnostics.extend(unpacked.oddities);
        if let Some(error) = unpacked.damage {
            match options.mode {
                ghostreel_core::Mode::Strict => return Err(error),
                ghostreel_core::Mode::Recover => diagnostics.push(error.into()),
            }
        }
        let (payload, is_cancelled) = (unpacked.payload, unpacked.is_cancelled);
        let content = match container {
            Container::Sections => {
                let scan = scan(&payload, options.mode, &mut diagnostics)?;
                Content::Sections(Sections { payload, scan })
            }
            Container::Legacy => {
                Content::Legacy(nrbf::read(payload, options.mode, &mut diagnostics)?)
            }
        };
        let converted = bsor::encode(&convert::to_bsor(&content));
        let recover = DecodeOptions { meter: options.meter.clone(), ..DecodeOptions::RECOVER };
        let mut bsor = bsor::View::open(converted, &recover)?;
        bsor = match &content {
            Content::Legacy(data) => bsor.with_standings(data.iter().map(convert::standing)),
            Content::Sections(sections) => bsor.with_recorded(convert::recorded(sections)),
        };
        let meter = options.meter.clone();
        let (diagnostics, file_name) = (diagnostics.into_vec(), None);
        Ok(Self { bytes, content, bsor, diagnostics, is_cancelled, file_name, meter })
    }

    /// Takes from the name of the file what the file itself does not say, for [`meta`](Self::meta). A name is no proof of it.
    pub fn read_file_name(&mut self, name: &str) {
        self.file_name = FileName::read(name);
    }

    pub(crate) const fn file_name(&self) -> Option<&FileName> {
        self.file_name.as_ref()
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// The meter of the options that it was opened with: it counts the work on this replay, and can stop it.
    pub fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// The diagnostics of opening. Offsets of the sections `payload…` are in the unpacked content.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.diagnostics)
    }

    /// Version of the format: `2.0.0`, `3.1.0`; `legacy` for earlier ones.
    pub fn version(&self) -> String {
        match &self.content {
            Content::Sections(sections) => sections.version().to_string(),
            Content::Legacy(_) => "legacy".to_owned(),
        }
    }

    /// The replay as BSOR, which statistics, comparing and playing back read.
    pub fn bsor(&self) -> &bsor::View<'static> {
        &self.bsor
    }

    /// The replay as BSOR, to be changed or stored, and what that BSOR lacks or assumes: a sentence each.
    pub fn to_bsor(&self) -> (bsor::Replay, Vec<String>) {
        (convert::to_bsor(&self.content), convert::missing(&self.content))
    }

    pub(crate) const fn content(&self) -> &Content {
        &self.content
    }

    /// The sections of version 2 and 3.
    pub fn sections(&self) -> Option<&Sections> {
        match &self.content {
            Content::Sections(sections) => Some(sections),
            Content::Legacy(_) => None,
        }
    }

    /// The keyframes of the legacy format.
    pub fn saved_data(&self) -> Option<&SavedData> {
        match &self.content {
            Content::Sections(_) => None,
            Content::Legacy(data) => Some(data),
        }
    }

    /// The whole replay as plain data, the view given up for it.
    pub fn into_replay(self) -> Replay {
        let Self { bytes, content, bsor, is_cancelled, .. } = self;
        drop(bsor);
        let payload = match content {
            Content::Sections(sections) => Payload::Sections(sections.to_recording()),
            Content::Legacy(data) => Payload::Legacy(data),
        };
        Replay { original: bytes.into_owned(), payload, is_cancelled }
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        let payload = match &self.content {
            Content::Sections(sections) => Payload::Sections(sections.to_recording()),
            Content::Legacy(data) => Payload::Legacy(data.clone()),
        };
        Replay { original: self.bytes.to_vec(), payload, is_cancelled: self.is_cancelled }
    }
}

impl Sections {
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

    fn to_recording(&self) -> Recording {
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
