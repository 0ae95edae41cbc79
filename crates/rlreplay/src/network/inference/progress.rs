//! How far a trial reads the stream.

use std::cmp::Reverse;

use crate::network::Part;

/// How many frames a trial reads ahead to judge a layout.
pub(super) const FRAMES_AHEAD: u32 = 24;

/// How many actors a layout must read well if another property without a layout stops it there.
const ACTORS_AHEAD: u32 = 8;

/// The outcome of reading one step: the beginning of a frame, an actor, or the end of a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A frame began, or an actor was read.
    Continued,
    /// A frame ended.
    FrameEnd,
    /// The part ended where it should.
    PartEnd,
    /// The bits make no sense. The property is the one whose value shows it, if one does.
    Senseless(Option<u16>),
    /// This property has no layout.
    UnknownLayout(u16),
    /// This object has no class.
    UnknownClass(i32),
}

/// How much of all parts can be read with the present layouts and classes.
pub(super) struct Coverage {
    /// Frames that cannot be read.
    pub(super) lost: u64,
    /// Actors that can be read.
    pub(super) actors: u64,
    /// The parts that cannot be read to their end.
    pub(super) failures: Vec<Failure>,
    /// By property, the number of frames that hold it and were read to their end.
    pub(super) good: Vec<u32>,
}

impl Coverage {
    /// Whether some part came to what makes no sense.
    pub(super) fn is_astray(&self) -> bool {
        self.failures.iter().any(|failure| matches!(failure.step, Step::Senseless(_)))
    }

    /// Sorts the better coverage first. All that lose nothing are equal.
    pub(super) fn rank(&self) -> (u64, Reverse<u64>) {
        (self.lost, Reverse(if self.lost == 0 { 0 } else { self.actors }))
    }
}

/// A part that cannot be read to its end.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    pub(super) part: Part,
    /// Frames of it that can be read.
    pub(super) frames_read: u32,
    /// The step that failed.
    pub(super) step: Step,
}

/// How far a trial has read.
#[derive(Clone, Copy, Default)]
pub(super) struct Progress {
    /// The whole part was read.
    pub(super) is_whole: bool,
    /// Frames that were read to their end.
    pub(super) frames: u32,
    /// Actors that were read.
    pub(super) actors: u32,
    /// The property without a layout that stopped it.
    pub(super) blocked: Option<u16>,
    /// It stopped where the bits make no sense.
    pub(super) is_astray: bool,
}

impl Progress {
    /// Adds a step. Returns whether reading can go on.
    pub(super) fn take(&mut self, step: Step) -> bool {
        match step {
            Step::Continued => self.actors = self.actors.saturating_add(1),
            Step::FrameEnd => self.frames = self.frames.saturating_add(1),
            Step::PartEnd => self.is_whole = true,
            Step::UnknownClass(_) => {}
            Step::Senseless(_) => self.is_astray = true,
            Step::UnknownLayout(slot) => self.blocked = Some(slot),
        }
        matches!(step, Step::Continued | Step::FrameEnd)
    }

    /// Whether a layout of the property `slot` gets beyond `before`, which was reached without it: through the next frames, or
    /// far enough to another property without a layout.
    pub(super) fn leads(self, slot: u16, before: Self) -> bool {
        let is_blocked = self.blocked.is_some_and(|other| other != slot);
        let frames = before.frames.saturating_add(if is_blocked { 1 } else { 2 });
        let far = before.actors.saturating_add(ACTORS_AHEAD);
        self.is_whole || self.frames >= frames || (is_blocked && self.actors >= far)
    }

    /// Frames read, as a score to add up. A whole part scores as much as any trial can.
    pub(super) fn worth(self) -> u64 {
        if self.is_whole { FRAMES_AHEAD.into() } else { self.frames.into() }
    }

    /// Is greater for better progress. All that have the highest worth are equal.
    pub(super) fn rank(self) -> (u64, u32) {
        let worth = self.worth();
        (worth, if worth < FRAMES_AHEAD.into() { self.actors } else { 0 })
    }
}
