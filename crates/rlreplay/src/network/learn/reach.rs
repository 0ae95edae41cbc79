//! How far walks through the stream come.

use std::cmp::Reverse;

use crate::network::Part;

/// How many frames a layout has to lead through at first.
pub(super) const AHEAD: u32 = 24;

/// How many actors a layout has to lead through if another property without a layout comes then.
const FAR: u32 = 8;

/// What came of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// On and on.
    On,
    /// A frame ended.
    Closed,
    /// The part ended, where it should.
    Whole,
    /// What was read makes no sense; if a value was, of this property.
    Failed(Option<u16>),
    /// A property has no layout.
    Blocked(u16),
    /// An object has no class.
    Unclassed(i32),
}

/// How the parts fare.
pub(super) struct Survey {
    /// Frames that cannot be read.
    pub(super) lost: u64,
    /// Actors that can.
    pub(super) items: u64,
    pub(super) failures: Vec<Failure>,
    /// By property, in how many frames it was read and led on.
    pub(super) good: Vec<u32>,
}

impl Survey {
    /// Whether some part came to what makes no sense.
    pub(super) fn is_astray(&self) -> bool {
        self.failures.iter().any(|failure| matches!(failure.step, Step::Failed(_)))
    }

    /// What is better is less. Where nothing is lost, one is as good as another.
    pub(super) fn rank(&self) -> (u64, Reverse<u64>) {
        (self.lost, Reverse(if self.lost == 0 { 0 } else { self.items }))
    }
}

/// A part that cannot be read to its end.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    pub(super) part: Part,
    /// Frames that can.
    pub(super) closed: u32,
    /// Why no more.
    pub(super) step: Step,
}

/// How far a layout led.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    pub(super) is_whole: bool,
    pub(super) frames: u32,
    /// Actors read.
    pub(super) items: u32,
    /// The property without a layout where it ended.
    pub(super) blocked: Option<u16>,
    /// It ended where what was read makes no sense.
    pub(super) is_astray: bool,
}

impl Reach {
    /// Adds a step, and says whether one can go on.
    pub(super) fn take(&mut self, step: Step) -> bool {
        match step {
            Step::On => self.items = self.items.saturating_add(1),
            Step::Closed => self.frames = self.frames.saturating_add(1),
            Step::Whole => self.is_whole = true,
            Step::Unclassed(_) => {}
            Step::Failed(_) => self.is_astray = true,
            Step::Blocked(slot) => self.blocked = Some(slot),
        }
        matches!(step, Step::On | Step::Closed)
    }

    /// Whether a layout of a property leads on from where one came `before`: through the next frames, or far enough to another
    /// property without one.
    pub(super) fn leads(self, slot: u16, before: Self) -> bool {
        let is_blocked = self.blocked.is_some_and(|other| other != slot);
        let frames = before.frames.saturating_add(if is_blocked { 1 } else { 2 });
        let far = before.items.saturating_add(FAR);
        self.is_whole || self.frames >= frames || (is_blocked && self.items >= far)
    }

    /// Frames, for adding up: all that were asked for, or all there are, are the most.
    pub(super) fn worth(self) -> u64 {
        if self.is_whole { AHEAD.into() } else { self.frames.into() }
    }

    /// What is better is greater. Where the worth is the most, one is as good as another.
    pub(super) fn rank(self) -> (u64, u32) {
        let worth = self.worth();
        (worth, if worth < AHEAD.into() { self.items } else { 0 })
    }
}
