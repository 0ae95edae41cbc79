//! Reading the stream on trial: keeps no values, and finds out how far layouts and classes lead.

use std::collections::VecDeque;

use ghostreel_core::work::Budget;

use super::super::read::{SegmentReader, follows};
use super::super::{ActorEvent, Part, Reason, Stream};
use super::progress::{Coverage, FRAMES_AHEAD, Failure, Progress, Step};
use crate::attributes::{AttributeType, ObjectRef, Rows};
use crate::bits::BitReader;
use crate::memory_budget::MemoryBudget;

/// How many actors in front of a failure are searched for the wrong layout that caused it.
const ACTORS_BACK: usize = 12;

/// Reads the stream on trial, without keeping values.
pub(super) struct TrialReader<'s, 'a> {
    pub(super) parts: &'s [Part],
    pub(super) stream: &'s Stream<'a>,
    reader: SegmentReader<'s, 'a>,
    /// Frames of the part that were read.
    frames_read: u32,
    /// Whether another frame has begun and not ended.
    is_in_frame: bool,
    time: Option<f32>,
    /// The last stage of the frame: actors that are gone come first, then new ones, then those that are updated.
    stage: Stage,
    /// By actor, the `frame` it was updated in last.
    updated: Vec<u32>,
    /// Frames begun so far.
    frame: u32,
    /// Actors updated in this frame.
    updated_now: Vec<u16>,
    /// The work that may still be done.
    pub(super) budget: &'s Budget,
    /// By property, the step it was met in last.
    met: Vec<u32>,
    /// Steps so far.
    steps: u32,
}

/// Units of work that a step takes, and one for each of its values and 64 bits.
const STEP_WORK: usize = 2;

/// The most bytes that are read for an actor in a frame. Real replays have some hundred.
const MAX_ACTOR_BYTES: usize = 1 << 11;

/// A state of the reader that a trial can go back to.
pub(super) struct Checkpoint {
    actors: Vec<(u16, u16)>,
    pub(super) position: usize,
    frames_read: u32,
    is_in_frame: bool,
    time: Option<f32>,
    stage: Stage,
    updated_now: Vec<u16>,
    /// Entries of the log in front of it.
    entries: usize,
}

/// The stages of a frame, in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    #[default]
    Deleted,
    Spawned,
    Updated,
}

/// A failure, and the properties whose layouts may have caused it.
pub(super) struct FailureSample {
    pub(super) part: Part,
    pub(super) checkpoint: Checkpoint,
    /// The first property without a layout.
    pub(super) blocked: Option<u16>,
    /// The likeliest cause first.
    pub(super) suspects: Vec<u16>,
}

/// The first value of a property after a checkpoint.
pub(super) struct FirstUse {
    /// In front of the actor that has it.
    pub(super) checkpoint: Checkpoint,
    /// Where the value is, in bits from the start of the stream.
    pub(super) position: usize,
    /// How far the trial had read in front of it.
    pub(super) before: Progress,
}

impl<'s, 'a> TrialReader<'s, 'a> {
    pub(super) fn new(stream: &'s Stream<'a>, parts: &'s [Part], budget: &'s Budget) -> Self {
        let slots = stream.catalog.slots();
        let channels = stream.channels.max() as usize;
        budget.spend(slots.len().saturating_mul(2).saturating_add(channels / 8));
        // References are looked at, nothing else is.
        let is_reference = |slot: usize| {
            slots.get(slot).is_some_and(|slot| slot.kind == Some(AttributeType::ObjectRef))
        };
        let mut reader = SegmentReader::new(stream, &is_reference);
        // There are never more than a few frames in the log.
        reader.memory = MemoryBudget::of(1 << 20);
        Self {
            parts,
            stream,
            frames_read: 0,
            is_in_frame: false,
            time: None,
            stage: Stage::default(),
            updated: vec![0; channels],
            frame: 0,
            updated_now: Vec::new(),
            reader,
            budget,
            met: vec![0; slots.len()],
            steps: 0,
        }
    }

    pub(super) fn begin(&mut self, part: &Part) {
        self.reader.actors.clear();
        self.reader.bits = BitReader::new(self.stream.bytes, part.start);
        self.clear_log();
        (self.frames_read, self.is_in_frame, self.time) = (0, false, None);
    }

    pub(super) fn clear_log(&mut self) {
        self.reader.segment.log.clear();
        self.reader.segment.spawns.clear();
    }

    fn checkpoint(&mut self) -> Checkpoint {
        self.copy_actors();
        Checkpoint {
            actors: self.reader.actors.copy(),
            position: self.reader.bits.position(),
            frames_read: self.frames_read,
            is_in_frame: self.is_in_frame,
            time: self.time,
            stage: self.stage,
            updated_now: self.updated_now.clone(),
            entries: self.reader.segment.log.len(),
        }
    }

    pub(super) fn resume_at(&mut self, checkpoint: &Checkpoint) {
        self.copy_actors();
        self.reader.actors.restore(&checkpoint.actors);
        self.reader.bits = BitReader::new(self.stream.bytes, checkpoint.position);
        self.clear_log();
        (self.frames_read, self.is_in_frame, self.time) =
            (checkpoint.frames_read, checkpoint.is_in_frame, checkpoint.time);
        self.enter_frame();
        self.stage = checkpoint.stage;
        self.updated_now.extend_from_slice(&checkpoint.updated_now);
        for actor in &checkpoint.updated_now {
            if let Some(frame) = self.updated.get_mut(usize::from(*actor)) {
                *frame = self.frame;
            }
        }
    }

    /// Copying actors takes as long as there are any, and as those that were updated in a frame.
    fn copy_actors(&self) {
        let actors = self.reader.actors.seen().saturating_add(self.updated_now.len());
        self.budget.spend(actors.saturating_add(8) / 4);
    }

    fn enter_frame(&mut self) {
        self.stage = Stage::default();
        self.updated_now.clear();
        self.frame = self.frame.wrapping_add(1);
    }

    pub(super) fn set_kind(&mut self, slot: u16, kind: Option<AttributeType>) {
        if let Some(rows) = self.reader.segment.rows.get_mut(usize::from(slot)) {
            *rows = match kind {
                Some(AttributeType::ObjectRef) => AttributeType::ObjectRef.rows(),
                kind => Rows::Skipped(kind, 0),
            };
        }
    }

    pub(super) fn kind(&self, slot: u16) -> Option<AttributeType> {
        self.reader.segment.rows.get(usize::from(slot)).and_then(Rows::kind)
    }

    /// Reads the beginning of a frame, an actor, or the end of a frame.
    pub(super) fn step(&mut self, part: &Part) -> Step {
        if !self.budget.spend(STEP_WORK) {
            return Step::Senseless(None);
        }
        let position = self.reader.bits.position();
        if part.end.is_some_and(|end| position > end) {
            return Step::Senseless(None);
        }
        let mut bits = self.window(part, position);
        if self.is_in_frame {
            let entries = self.reader.segment.log.len();
            let result = self.reader.items(&mut bits, true);
            let read = bits.position().saturating_sub(position) / 64;
            let entries_read = self.reader.segment.log.len().saturating_sub(entries);
            self.budget.spend(read.saturating_add(entries_read));
            self.reader.bits = bits;
            let sense = self.makes_sense(entries);
            return match result.map_err(|damage| damage.reason) {
                Ok(true) => sense.map_or_else(Step::Senseless, |()| Step::Continued),
                Ok(false) => {
                    self.is_in_frame = false;
                    self.frames_read = self.frames_read.saturating_add(1);
                    Step::FrameEnd
                }
                Err(Reason::UnknownProperty(slot)) => {
                    sense.map_or_else(Step::Senseless, |()| Step::UnknownLayout(slot))
                }
                Err(Reason::UnknownObject(object)) => Step::UnknownClass(object),
                Err(Reason::Senseless(slot)) => Step::Senseless(Some(slot)),
                Err(_) => Step::Senseless(None),
            };
        }
        if self.frames_read == part.frames {
            let is_there = part.end.is_none_or(|end| end == position);
            return if is_there { Step::PartEnd } else { Step::Senseless(None) };
        }
        #[allow(clippy::cast_possible_truncation, reason = "32 bits each")]
        let [time, delta] = [0, 1].map(|_| f32::from_bits(bits.bits(32) as u32));
        if !bits.is_sound() || !follows(self.time, time, delta) {
            return Step::Senseless(None);
        }
        self.reader.bits = bits;
        self.is_in_frame = true;
        self.time = Some(time);
        self.enter_frame();
        Step::Continued
    }

    /// The bits from a position on, as far as one actor in a frame can reach.
    pub(super) fn window(&self, part: &Part, position: usize) -> BitReader<'a> {
        let bytes = self.stream.bytes;
        let far = (position / 8).saturating_add(MAX_ACTOR_BYTES);
        let end = part.end.map_or(far, |end| end.div_ceil(8).min(far));
        BitReader::new(bytes.get(..end).unwrap_or(bytes), position)
    }

    /// Checks whether the entries of the log from `from` on are such as games write: in the order of a frame, each actor and each
    /// property once, with references to what exists.
    ///
    /// # Errors
    /// If not, the property that shows it, if one does.
    fn makes_sense(&mut self, from: usize) -> Result<(), Option<u16>> {
        let mut result = Ok(());
        self.steps = self.steps.wrapping_add(1);
        let segment = &mut self.reader.segment;
        let entries = segment.log.get(from..).unwrap_or_default();
        for entry in entries {
            let stage = match entry.what() {
                ActorEvent::Deleted => Stage::Deleted,
                ActorEvent::Spawned => Stage::Spawned,
                ActorEvent::EmptyUpdate | ActorEvent::Updated { .. } => Stage::Updated,
            };
            if stage < self.stage {
                result = Err(None);
            }
            self.stage = stage;
            let ActorEvent::Updated { slot, is_first } = entry.what() else { continue };
            if let Some(frame) = self.updated.get_mut(usize::from(entry.actor)).filter(|_| is_first)
            {
                if *frame == self.frame {
                    result = Err(None);
                }
                *frame = self.frame;
                self.updated_now.push(entry.actor);
            }
            let Some(rows) = segment.rows.get_mut(usize::from(slot)) else { continue };
            let met = self.met.get_mut(usize::from(slot));
            let before = met.map(|met| std::mem::replace(met, self.steps));
            if before == Some(self.steps) && !may_repeat(rows.kind()) {
                result = Err(Some(slot));
            }
        }
        for entry in entries.iter().rev() {
            let ActorEvent::Updated { slot, .. } = entry.what() else { continue };
            let Some(rows) = segment.rows.get_mut(usize::from(slot)) else { continue };
            if let Rows::ObjectRef(references) = rows {
                let objects = self.stream.catalog.objects();
                let is_there = |reference: &ObjectRef| match usize::try_from(reference.index) {
                    Err(_) => reference.index == -1,
                    Ok(index) if reference.is_actor => {
                        u16::try_from(index).is_ok_and(|actor| self.reader.actors.is_alive(actor))
                    }
                    Ok(index) => index < objects,
                };
                if !references.last().is_none_or(is_there) {
                    result = Err(Some(slot));
                }
            }
            rows.pop();
        }
        result
    }

    /// The properties in the log from an entry on, each once, the last first.
    fn slots_since(&mut self, entries: usize) -> Vec<u16> {
        let mut slots = Vec::new();
        self.steps = self.steps.wrapping_add(1);
        for entry in self.reader.segment.log.get(entries..).unwrap_or_default().iter().rev() {
            let ActorEvent::Updated { slot, .. } = entry.what() else { continue };
            let met = self.met.get_mut(usize::from(slot));
            if met.is_some_and(|met| std::mem::replace(met, self.steps) != self.steps) {
                slots.push(slot);
            }
        }
        slots
    }

    /// Reads all parts, and counts the readable frames.
    pub(super) fn coverage(&mut self) -> Coverage {
        let slots = self.stream.catalog.slots().len();
        self.budget.spend((slots / 16).saturating_add(self.parts.len()));
        let mut good = vec![0_u32; slots];
        let (mut lost, mut actors, mut failures) = (0_u64, 0_u64, Vec::new());
        for part in self.parts {
            self.begin(part);
            // Properties of the last frame count once the next frame ends.
            let mut last = Vec::new();
            loop {
                let step = self.step(part);
                if step == Step::Continued {
                    actors = actors.saturating_add(1);
                    continue;
                }
                if matches!(step, Step::FrameEnd | Step::PartEnd) {
                    for slot in last.drain(..) {
                        if let Some(good) = good.get_mut(usize::from(slot)) {
                            *good = good.saturating_add(1);
                        }
                    }
                }
                if step == Step::FrameEnd {
                    last = self.slots_since(0);
                    self.clear_log();
                    continue;
                }
                if step != Step::PartEnd {
                    lost = lost.saturating_add(part.frames.saturating_sub(self.frames_read).into());
                    failures.push(Failure { part: *part, frames_read: self.frames_read, step });
                }
                break;
            }
        }
        Coverage { lost, actors, failures, good }
    }

    /// Reads up to a failure. Returns a checkpoint some actors in front of it, and the properties read since.
    pub(super) fn sample(&mut self, failure: &Failure) -> FailureSample {
        let part = failure.part;
        self.begin(&part);
        let mut checkpoints = VecDeque::new();
        let mut since = 0;
        loop {
            if self.frames_read.saturating_add(1) >= failure.frames_read {
                if checkpoints.len() == ACTORS_BACK {
                    checkpoints.pop_front();
                }
                checkpoints.push_back(self.checkpoint());
            } else {
                self.clear_log();
            }
            since = checkpoints.front().map_or(since, |checkpoint: &Checkpoint| checkpoint.entries);
            let (blocked, last) = match self.step(&part) {
                Step::Continued | Step::FrameEnd => continue,
                Step::PartEnd | Step::UnknownClass(_) => (None, None),
                Step::Senseless(slot) => (None, slot),
                Step::UnknownLayout(slot) => (Some(slot), Some(slot)),
            };
            let mut suspects = self.slots_since(since);
            suspects.retain(|slot| Some(*slot) != last);
            if let Some(last) = last {
                suspects.insert(0, last);
            }
            let checkpoint = checkpoints.pop_front().unwrap_or_else(|| self.checkpoint());
            return FailureSample { part, checkpoint, blocked, suspects };
        }
    }

    /// Reads on from a sample's checkpoint.
    pub(super) fn progress(&mut self, sample: &FailureSample) -> Progress {
        self.resume(&sample.part, &sample.checkpoint, Progress::default())
    }

    /// Resumes at a checkpoint that was reached with the progress `before`, and reads on.
    pub(super) fn resume(
        &mut self,
        part: &Part,
        checkpoint: &Checkpoint,
        before: Progress,
    ) -> Progress {
        self.resume_at(checkpoint);
        self.read_on(part, FRAMES_AHEAD, before)
    }

    /// Reads on in a part, until the progress has `frames` frames, those of `before` included.
    pub(super) fn read_on(&mut self, part: &Part, frames: u32, before: Progress) -> Progress {
        let mut progress = before;
        while progress.frames < frames && progress.take(self.step(part)) {
            if !self.is_in_frame {
                self.clear_log();
            }
        }
        progress
    }

    /// Finds the first value of a property after a checkpoint that was reached with the progress `before`.
    pub(super) fn first_use(
        &mut self,
        slot: u16,
        part: &Part,
        from: &Checkpoint,
        before: Progress,
    ) -> Option<FirstUse> {
        self.resume_at(from);
        let kind = self.kind(slot);
        self.set_kind(slot, None);
        let mut progress = before;
        let mut first_use = None;
        while progress.frames < FRAMES_AHEAD {
            let (checkpoint, before) = (self.checkpoint(), progress);
            if !progress.take(self.step(part)) {
                let position = self.reader.bits.position();
                let is_it = progress.blocked == Some(slot);
                first_use = is_it.then_some(FirstUse { checkpoint, position, before });
                break;
            }
            if !self.is_in_frame {
                self.clear_log();
            }
        }
        self.set_kind(slot, kind);
        first_use
    }
}

/// Whether an actor may get several values of a property at once: those that are arrays, and those nothing is known of.
const fn may_repeat(kind: Option<AttributeType>) -> bool {
    matches!(
        kind,
        None | Some(
            AttributeType::Opaque(_) | AttributeType::PlayerHistory | AttributeType::Reservation
        )
    )
}
