//! Walks through the stream that keep nothing, and tell how far they come.

use std::collections::VecDeque;

use ghostreel_core::work::Budget;

use super::super::read::{SegmentReader, follows};
use super::super::{ActorEvent, Part, Reason, Stream};
use super::reach::{AHEAD, Failure, Reach, Step, Survey};
use crate::attributes::{AttributeType, ObjectRef, Rows};
use crate::bits::BitReader;
use crate::room::Room;

/// How many actors back from where it shows a wrong layout is looked for.
const BACK: usize = 12;

/// A walk through the stream that keeps nothing.
pub(super) struct Search<'s, 'a> {
    pub(super) parts: &'s [Part],
    pub(super) stream: &'s Stream<'a>,
    reader: SegmentReader<'s, 'a>,
    /// Frames of the part that were read.
    closed: u32,
    /// Whether one more was begun.
    is_open: bool,
    time: Option<f32>,
    /// What came last in the frame: actors that are gone come first, then new ones, then those that are updated.
    stage: Stage,
    /// By actor, the number of the frame it was updated in last; frames begun so far; and the actors updated in this one.
    updated: Vec<u32>,
    frame: u32,
    updated_now: Vec<u16>,
    /// What may still be done.
    pub(super) budget: &'s Budget,
    /// By property, the step it was met in last; and steps so far.
    met: Vec<u32>,
    steps: u32,
}

/// Units of work that a step takes, and one for each of its values and 64 bits.
const STEP: usize = 2;

/// The most bytes that are read for an actor in a frame. In real replays it is some hundred.
const LONGEST: usize = 1 << 11;

/// A place in a walk.
pub(super) struct Place {
    actors: Vec<(u16, u16)>,
    pub(super) position: usize,
    closed: u32,
    is_open: bool,
    time: Option<f32>,
    stage: Stage,
    updated_now: Vec<u16>,
    /// Entries of the log in front of it.
    entries: usize,
}

/// What a frame consists of, in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    #[default]
    Deleted,
    Spawned,
    Updated,
}

/// A failure and who may be to blame.
pub(super) struct Sample {
    pub(super) part: Part,
    pub(super) place: Place,
    /// The first property without a layout.
    pub(super) blocked: Option<u16>,
    pub(super) suspects: Vec<u16>,
}

/// Where the layout of a property matters first.
pub(super) struct Fork {
    /// In front of the actor that has it.
    pub(super) place: Place,
    /// Where its value is, in bits from the start of the stream.
    pub(super) position: usize,
    /// How far one comes before.
    pub(super) before: Reach,
}

impl<'s, 'a> Search<'s, 'a> {
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
        reader.room = Room::of(1 << 20);
        Self {
            parts,
            stream,
            closed: 0,
            is_open: false,
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
        self.forget();
        (self.closed, self.is_open, self.time) = (0, false, None);
    }

    pub(super) fn forget(&mut self) {
        self.reader.segment.log.clear();
        self.reader.segment.spawns.clear();
    }

    fn place(&mut self) -> Place {
        self.copy_actors();
        Place {
            actors: self.reader.actors.copy(),
            position: self.reader.bits.position(),
            closed: self.closed,
            is_open: self.is_open,
            time: self.time,
            stage: self.stage,
            updated_now: self.updated_now.clone(),
            entries: self.reader.segment.log.len(),
        }
    }

    pub(super) fn go_to(&mut self, place: &Place) {
        self.copy_actors();
        self.reader.actors.restore(&place.actors);
        self.reader.bits = BitReader::new(self.stream.bytes, place.position);
        self.forget();
        (self.closed, self.is_open, self.time) = (place.closed, place.is_open, place.time);
        self.enter_frame();
        self.stage = place.stage;
        self.updated_now.extend_from_slice(&place.updated_now);
        for actor in &place.updated_now {
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
        if !self.budget.spend(STEP) {
            return Step::Failed(None);
        }
        let position = self.reader.bits.position();
        if part.end.is_some_and(|end| position > end) {
            return Step::Failed(None);
        }
        let mut bits = self.window(part, position);
        if self.is_open {
            let entries = self.reader.segment.log.len();
            let result = self.reader.items(&mut bits, true);
            let read = bits.position().saturating_sub(position) / 64;
            let entries_read = self.reader.segment.log.len().saturating_sub(entries);
            self.budget.spend(read.saturating_add(entries_read));
            self.reader.bits = bits;
            let sense = self.makes_sense(entries);
            return match result.map_err(|damage| damage.reason) {
                Ok(true) => sense.map_or_else(Step::Failed, |()| Step::On),
                Ok(false) => {
                    self.is_open = false;
                    self.closed = self.closed.saturating_add(1);
                    Step::Closed
                }
                Err(Reason::UnknownProperty(slot)) => {
                    sense.map_or_else(Step::Failed, |()| Step::Blocked(slot))
                }
                Err(Reason::UnknownObject(object)) => Step::Unclassed(object),
                Err(Reason::Senseless(slot)) => Step::Failed(Some(slot)),
                Err(_) => Step::Failed(None),
            };
        }
        if self.closed == part.frames {
            let is_there = part.end.is_none_or(|end| end == position);
            return if is_there { Step::Whole } else { Step::Failed(None) };
        }
        #[allow(clippy::cast_possible_truncation, reason = "32 bits each")]
        let [time, delta] = [0, 1].map(|_| f32::from_bits(bits.bits(32) as u32));
        if !bits.is_sound() || !follows(self.time, time, delta) {
            return Step::Failed(None);
        }
        self.reader.bits = bits;
        self.is_open = true;
        self.time = Some(time);
        self.enter_frame();
        Step::On
    }

    /// The bits from a position on, as far as one thing of the part can reach.
    pub(super) fn window(&self, part: &Part, position: usize) -> BitReader<'a> {
        let bytes = self.stream.bytes;
        let far = (position / 8).saturating_add(LONGEST);
        let end = part.end.map_or(far, |end| end.div_ceil(8).min(far));
        BitReader::new(bytes.get(..end).unwrap_or(bytes), position)
    }

    /// Whether entries of the log are such as games write, from one on: what a frame tells is in order, it tells of an actor once
    /// and of a property once, and references are to what is there. If not, which property shows it, if one does.
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

    /// Tries all parts.
    pub(super) fn survey(&mut self) -> Survey {
        let slots = self.stream.catalog.slots().len();
        self.budget.spend((slots / 16).saturating_add(self.parts.len()));
        let mut good = vec![0_u32; slots];
        let (mut lost, mut items, mut failures) = (0_u64, 0_u64, Vec::new());
        for part in self.parts {
            self.begin(part);
            // Those of the last frame have yet to prove themselves.
            let mut last = Vec::new();
            loop {
                let step = self.step(part);
                if step == Step::On {
                    items = items.saturating_add(1);
                    continue;
                }
                if matches!(step, Step::Closed | Step::Whole) {
                    for slot in last.drain(..) {
                        if let Some(good) = good.get_mut(usize::from(slot)) {
                            *good = good.saturating_add(1);
                        }
                    }
                }
                if step == Step::Closed {
                    last = self.slots_since(0);
                    self.forget();
                    continue;
                }
                if step != Step::Whole {
                    lost = lost.saturating_add(part.frames.saturating_sub(self.closed).into());
                    failures.push(Failure { part: *part, closed: self.closed, step });
                }
                break;
            }
        }
        Survey { lost, items, failures, good }
    }

    /// Walks to a failure, and then some actors back.
    pub(super) fn sample(&mut self, failure: &Failure) -> Sample {
        let part = failure.part;
        self.begin(&part);
        let mut places = VecDeque::new();
        let mut since = 0;
        loop {
            if self.closed.saturating_add(1) >= failure.closed {
                if places.len() == BACK {
                    places.pop_front();
                }
                places.push_back(self.place());
            } else {
                self.forget();
            }
            since = places.front().map_or(since, |place: &Place| place.entries);
            let (blocked, last) = match self.step(&part) {
                Step::On | Step::Closed => continue,
                Step::Whole | Step::Unclassed(_) => (None, None),
                Step::Failed(slot) => (None, slot),
                Step::Blocked(slot) => (Some(slot), Some(slot)),
            };
            let mut suspects = self.slots_since(since);
            suspects.retain(|slot| Some(*slot) != last);
            if let Some(last) = last {
                suspects.insert(0, last);
            }
            let place = places.pop_front().unwrap_or_else(|| self.place());
            return Sample { part, place, blocked, suspects };
        }
    }

    /// How far one comes from a sample's place.
    pub(super) fn reach(&mut self, sample: &Sample) -> Reach {
        self.go_on(&sample.part, &sample.place, Reach::default())
    }

    /// How far one comes from a place that lies so far behind a sample's.
    pub(super) fn go_on(&mut self, part: &Part, place: &Place, before: Reach) -> Reach {
        self.go_to(place);
        self.reach_on(part, AHEAD, before)
    }

    /// How far one comes in a part, at most so many frames, those before among them.
    pub(super) fn reach_on(&mut self, part: &Part, frames: u32, before: Reach) -> Reach {
        let mut reach = before;
        while reach.frames < frames && reach.take(self.step(part)) {
            if !self.is_open {
                self.forget();
            }
        }
        reach
    }

    /// Where a property is met first behind a place that lies so far behind a sample's.
    pub(super) fn fork(
        &mut self,
        slot: u16,
        part: &Part,
        from: &Place,
        before: Reach,
    ) -> Option<Fork> {
        self.go_to(from);
        let kind = self.kind(slot);
        self.set_kind(slot, None);
        let mut reach = before;
        let mut fork = None;
        while reach.frames < AHEAD {
            let (place, before) = (self.place(), reach);
            if !reach.take(self.step(part)) {
                let position = self.reader.bits.position();
                let is_it = reach.blocked == Some(slot);
                fork = is_it.then_some(Fork { place, position, before });
                break;
            }
            if !self.is_open {
                self.forget();
            }
        }
        self.set_kind(slot, kind);
        fork
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
