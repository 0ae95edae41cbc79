//! A file read in place.

use std::borrow::Cow;
use std::ops::Range;

use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Diagnostic, Outcome, Record as _, Result};

use crate::layout::Frame;
use crate::model::Replay;
use crate::scan::{Places, scan};

/// A file's bytes, and where everything in them is.
#[derive(Clone, Debug)]
pub struct View<'a> {
    bytes: Cow<'a, [u8]>,
    places: Places,
    meter: Option<Meter>,
}

impl<'a> View<'a> {
    /// Opens a file: finds every frame and note.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if the header or a name is not there.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let bytes = bytes.into();
        let places = scan(&bytes, options)?;
        Ok(Self { bytes, places, meter: options.meter.clone() })
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes, given back.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// Version of the format.
    pub fn version(&self) -> u8 {
        self.places.header.version
    }

    /// What counts and can stop the work on this replay: that of the options it was opened with.
    pub fn meter(&self) -> Option<&Meter> {
        self.meter.as_ref()
    }

    /// What was noticed while opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.places.diagnostics
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.diagnostics())
    }

    /// Frames a second.
    pub fn rate(&self) -> u8 {
        self.places.header.rate
    }

    /// When play began, in seconds since 1970; 0 if nobody noted it.
    pub fn started_at(&self) -> u32 {
        self.places.header.started_at
    }

    /// How many frames the file says that it has.
    pub fn declared_frames(&self) -> u32 {
        self.places.header.frames
    }

    /// The left player's name, and the right player's, as they stand there.
    pub fn names(&self) -> [&[u8]; 2] {
        self.places.names.each_ref().map(|name| self.slice(name))
    }

    /// Frame after frame.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = Frame> + '_ {
        let records = self.frame_bytes().chunks_exact(Frame::SIZE);
        records.map(|record| Frame::read(record).unwrap_or_default())
    }

    /// When a frame was recorded, in seconds from the first.
    #[allow(clippy::cast_precision_loss, reason = "a file with so many frames is of years")]
    pub fn time(&self, frame: usize) -> f64 {
        frame as f64 / f64::from(self.rate())
    }

    /// The bytes of all frames.
    pub(crate) fn frame_bytes(&self) -> &[u8] {
        self.slice(&self.places.frames)
    }

    /// Where in the file these are.
    pub(crate) fn frame_place(&self) -> Range<usize> {
        self.places.frames.clone()
    }

    /// What other programs left.
    pub fn notes(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.places.notes.iter().map(|note| self.slice(note))
    }

    /// Bytes after all that was understood.
    pub fn tail(&self) -> &[u8] {
        self.bytes.get(self.places.tail..).unwrap_or_default()
    }

    /// The whole replay as plain data.
    pub fn to_replay(&self) -> Replay {
        Replay {
            rate: self.rate(),
            started_at: self.started_at(),
            names: self.names().map(<[u8]>::to_vec),
            declared_frames: self.declared_frames(),
            frames: self.frames().collect(),
            notes: self.notes().map(<[u8]>::to_vec).collect(),
            tail: self.tail().to_vec(),
        }
    }

    /// The whole replay as plain data, the view given up for it.
    pub fn into_replay(self) -> Replay {
        self.to_replay()
    }

    fn slice(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }
}
