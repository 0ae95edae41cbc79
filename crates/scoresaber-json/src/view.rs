//! A file and the BSOR replay that it converts to.

use std::borrow::Cow;

use ghostreel_bsor as bsor;
use ghostreel_core::work::{Budget, Meter};
use ghostreel_core::{DecodeOptions, Diagnostic, Outcome, Result};

use crate::convert::to_bsor;
use crate::decode::decode_values;
use crate::layout::{Info, NoteInfos};
use crate::model::Replay;
use crate::{Frame, Height};

/// A file's bytes, their content, and the BSOR replay that they convert to: statistics and the player read that.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    /// Without the frames, which are those of `bsor`, and without the layout, which is `bytes`.
    values: Replay,
    bsor: bsor::View<'static>,
    missing: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    meter: Option<Meter>,
}

impl<'a> View<'a> {
    /// Opens a file: reads all of it and converts it.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if nothing of a replay can be read.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let bytes = bytes.into();
        let (mut values, diagnostics) = decode_values(&bytes, options)?;
        let frames = std::mem::take(&mut values.frames);
        let (converted, missing) = to_bsor(&values, frames);
        let encoded = bsor::encode(&converted);
        drop(converted);
        let recover = DecodeOptions { meter: options.meter.clone(), ..DecodeOptions::RECOVER };
        let bsor = bsor::View::open(encoded, &recover)?;
        let meter = options.meter.clone();
        Ok(View { bytes, values, bsor, missing, diagnostics, meter })
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// Version of the replay, as the file says it; empty if it does not.
    pub fn version(&self) -> &str {
        self.info().version.as_deref().unwrap_or_default()
    }

    /// The map and the settings.
    pub fn info(&self) -> &Info {
        &self.values.info
    }

    /// Poses of head and hands.
    pub fn frames(&self) -> bsor::Records<'_, Frame> {
        self.bsor.frames()
    }

    /// Score of each note, and after the notes −5 for each wall.
    pub fn scores(&self) -> &[i32] {
        &self.values.scores
    }

    /// Combo after each note.
    pub fn combos(&self) -> &[i32] {
        &self.values.combos
    }

    /// When each note was cut or missed.
    pub fn note_times(&self) -> &[f32] {
        &self.values.note_times
    }

    /// Place and kind of each note.
    pub fn note_infos(&self) -> &NoteInfos {
        &self.values.note_infos
    }

    /// Automatic heights.
    pub fn dynamic_heights(&self) -> &[Height] {
        &self.values.dynamic_heights
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

    /// The work that one step over this replay may do.
    pub fn budget(&self) -> Budget {
        Budget::for_input(self.bytes.len(), self.meter.as_ref())
    }

    /// The diagnostics of opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.diagnostics)
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        Replay {
            frames: self.frames().iter().collect(),
            layout: Some(self.bytes.to_vec()),
            ..self.values.clone()
        }
    }

    /// The whole replay as plain data, the view given up for it.
    pub fn into_replay(self) -> Replay {
        let frames = self.frames().iter().collect();
        Replay { frames, layout: Some(self.bytes.into_owned()), ..self.values }
    }
}
