//! A file and the BSOR replay that it converts to.

use std::borrow::Cow;

use ghostreel_bsor as bsor;
use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Diagnostic, Outcome, Result};

use crate::convert::{convert, is_remains};
use crate::layout::Info;
use crate::model::Replay;
use crate::sections::Sections;
use crate::version::Version;

/// A file's bytes, where everything in them is, and the BSOR replay that this converts to: statistics and the player read that.
#[derive(Clone, Debug)]
pub struct View<'a> {
    sections: Sections<'a>,
    bsor: bsor::View<'static>,
    missing: Vec<String>,
    meter: Option<Meter>,
}

impl<'a> View<'a> {
    /// Opens a file: finds every section and string, checks that all of them are within the file, and converts it.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if there is no header or no row of the table.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let sections = Sections::open(bytes, options)?;
        let recover = DecodeOptions { meter: options.meter.clone(), ..DecodeOptions::RECOVER };
        let open = |values: Replay| {
            let (converted, missing) = convert(sections.info(), values);
            let encoded = bsor::encode(&converted);
            drop(converted);
            bsor::View::open(encoded, &recover).map(|view| (view, missing))
        };
        let values = || sections.values(Info::default());
        let (bsor, mut missing) = open(values()).or_else(|_| {
            // The kept values of version 1 are of another file, and wrong lengths in them hide where the info ends.
            let mut values = values();
            values.sections.retain(|section| !is_remains(section));
            open(values)
        })?;
        if bsor.outcome() == Outcome::Recovered {
            missing.push("Version 1 cannot be read in full: its readers need the times of notes for their lengths.".to_owned());
        }
        Ok(Self { sections, bsor, missing, meter: options.meter.clone() })
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        self.sections.bytes()
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.sections.into_bytes()
    }

    /// Version of the draft.
    pub fn version(&self) -> Version {
        let header = self.sections.header();
        Version { major: header.major, minor: header.minor }
    }

    /// The places of the sections in the file.
    pub fn sections(&self) -> &Sections<'a> {
        &self.sections
    }

    /// The BSOR replay that this one converts to.
    pub fn bsor(&self) -> &bsor::View<'static> {
        &self.bsor
    }

    /// The gaps of that replay and the assumptions made for it, in plain sentences.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// The BSOR replay that this one converts to, and its gaps and assumptions, in plain sentences.
    pub fn to_bsor(&self) -> (bsor::Replay, Vec<String>) {
        (self.bsor.to_replay(), self.missing.clone())
    }

    /// The meter of the options that it was opened with: it counts the work on this replay, and can stop it.
    pub fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// The diagnostics of opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.sections.diagnostics()
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        self.sections.outcome()
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        Replay {
            original: self.bytes().to_vec(),
            ..self.sections.values(self.sections.info().clone())
        }
    }

    /// The whole replay as plain data, the view given up for it.
    pub fn into_replay(self) -> Replay {
        let Self { sections, bsor, .. } = self;
        drop(bsor);
        sections.into_replay()
    }
}
