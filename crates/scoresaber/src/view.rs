//! A replay that is open: unpacked, its sections found, and converted to the BSOR as which it is read.

use std::borrow::Cow;

use ghostreel_bsor as bsor;
use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Diagnostic, Diagnostics, Outcome, Result};

use crate::container::Container;
use crate::content::Content;
use crate::convert;
use crate::file_name::FileName;
use crate::lzma;
use crate::model::{Payload, Replay};
use crate::nrbf::{self, SavedData};
use crate::scan::scan;
use crate::sections::Sections;

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
                Content::Sections(Sections::new(payload, scan))
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
