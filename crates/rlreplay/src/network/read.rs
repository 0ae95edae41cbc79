//! Reading segments from bits.

use std::ops::Range;

use ghostreel_core::work::{Budget, Meter};

use super::actors::Actors;
use super::{
    ActorEvent, Catalog, Class, Entry, Frame, Gap, GapPlace, Part, Reason, Segment, Spawn,
};
use crate::attributes::{Attribute, Context, Rotator8, Rows, Vector};
use crate::bits::{BitReader, Bound};
use crate::limits;
use crate::memory_budget::MemoryBudget;
use crate::names::Trajectory;

/// The input of reading a stream.
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a> {
    /// The bits.
    pub bytes: &'a [u8],
    /// The context that layouts depend on.
    pub context: &'a Context,
    /// Classes and properties.
    pub catalog: &'a Catalog,
    /// How actors are numbered.
    pub channels: Bound,
    /// Counts the reading, and stops it.
    pub meter: Option<&'a Meter>,
}

/// The properties to keep.
pub type Filter<'f> = &'f dyn Fn(usize) -> bool;

impl Stream<'_> {
    /// Decodes parts that follow each other. Each begins anew, without actors.
    pub fn read(&self, parts: &[Part], wanted: Filter<'_>) -> Segment {
        self.read_as(parts, wanted, false)
    }

    /// Decodes parts that follow each other; actors live on from part to part if they are `carried`.
    pub(crate) fn read_as(&self, parts: &[Part], wanted: Filter<'_>, carried: bool) -> Segment {
        let mut reader = SegmentReader::new(self, wanted);
        reader.reserve_frames(parts);
        for part in parts {
            if !carried {
                reader.actors.clear();
            }
            reader.part(part);
        }
        reader.charge_work();
        reader.segment.end = reader.bits.position();
        reader.segment
    }
}

pub(super) struct SegmentReader<'s, 'a> {
    stream: &'s Stream<'a>,
    pub(super) segment: Segment,
    pub(super) actors: Actors,
    pub(super) bits: BitReader<'a>,
    /// The memory that the segment may still take up.
    pub(super) memory: MemoryBudget,
    /// Length of the log at which it needs more memory, or the frame has [too many entries](limits::ENTRIES_OF_FRAME).
    log_limit: usize,
    /// Length of the log at which the frame has too many entries.
    frame_log_limit: usize,
    /// Counts the work. It has no limit of its own, as each bit is read once.
    work: Budget,
    /// Entries and frames that were counted as work.
    counted: usize,
    /// The bits to be read.
    span: Range<usize>,
}

/// Why a frame could not be read to its end, and where its unread part begins.
pub(super) struct Damage {
    pub(super) reason: Reason,
    position: usize,
    place: GapPlace,
}

/// The first of several frames whose times make no sense. If reading fails before a time makes sense again, these were no frames.
struct DoubtfulFrame {
    offset: u32,
    position: usize,
    entries: usize,
    frames: usize,
}

impl<'s, 'a> SegmentReader<'s, 'a> {
    pub(super) fn new(stream: &'s Stream<'a>, wanted: Filter<'_>) -> Self {
        let slots = stream.catalog.slots().iter().enumerate();
        let rows = slots.map(|(index, slot)| match slot.kind {
            Some(kind) if wanted(index) => kind.rows(),
            kind => Rows::Skipped(kind, 0),
        });
        Self {
            stream,
            segment: Segment { rows: rows.collect(), ..Segment::default() },
            actors: Actors::new(stream.channels.max() as usize),
            bits: BitReader::new(stream.bytes, 0),
            memory: MemoryBudget::of(
                (stream.bytes.len() / limits::STREAM_BYTES_PER_DECODED_BYTE)
                    .saturating_add(limits::DECODED_STREAM_BASE),
            ),
            log_limit: 0,
            frame_log_limit: limits::ENTRIES_OF_FRAME,
            work: Budget::of(u64::MAX, stream.meter),
            counted: 0,
            span: 0..0,
        }
    }

    /// Reserves memory for the frames of the parts.
    fn reserve_frames(&mut self, parts: &[Part]) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        self.span = first.start..last.end.unwrap_or(self.bits.len());
        let frames: usize = parts.iter().map(|part| part.frames as usize).sum();
        let frames = frames.min(self.span.len() / 64).min(limits::FRAMES as usize);
        self.segment.frames.reserve_exact(frames);
        self.memory.take(frames.saturating_mul(size_of::<Frame>()));
    }

    /// Decodes a part; what cannot be read is kept as a gap.
    fn part(&mut self, part: &Part) {
        // A damaged part may run on: it reads little of the next.
        let end = part
            .end
            .map_or(usize::MAX, |end| (end / 8).saturating_add(limits::BYTES_BEYOND_KEYFRAME));
        let bytes = self.stream.bytes.get(..end).unwrap_or(self.stream.bytes);
        self.bits = BitReader::new(bytes, part.start);
        let mut doubt: Option<DoubtfulFrame> = None;
        // When the last frame was whose time makes sense.
        let mut time = None;
        for offset in 0..part.frames {
            let position = self.bits.position();
            let (entries, frames) = (self.segment.log.len(), self.segment.frames.len());
            let number = part.first_frame.saturating_add(offset);
            let result = match offset.is_multiple_of(Self::FRAMES_AT_ONCE) && !self.charge_work() {
                true => {
                    let (reason, place) = (Reason::Cancelled, GapPlace::BetweenFrames);
                    Err(Damage { reason, position, place })
                }
                false => self.frame(number),
            };
            let end = self.bits.position();
            let is_last = offset.saturating_add(1) == part.frames;
            let here = DoubtfulFrame { offset, position, entries, frames };
            if let Some(frame) = self.segment.frames.get(frames) {
                if follows(time, frame.time, frame.delta) {
                    time = Some(frame.time);
                    doubt = None;
                } else if doubt.is_none() {
                    doubt = Some(DoubtfulFrame { ..here });
                }
            }
            let is_missed = part.end.is_some_and(|limit| end > limit || (is_last && end != limit));
            let no_frame = |reason, at: &DoubtfulFrame| Damage {
                reason,
                position: at.position,
                place: GapPlace::BetweenFrames,
            };
            let (damage, at) = match (result, doubt) {
                (Ok(()), unsure) if !is_missed => {
                    doubt = unsure;
                    continue;
                }
                // A frame that does not lead on was none.
                (_, Some(at)) => (no_frame(Reason::SenselessTime, &at), at),
                (Ok(()), None) => (no_frame(Reason::MissedKeyframe, &here), here),
                (Err(damage), None) if part.end.is_some_and(|limit| damage.position > limit) => {
                    (no_frame(Reason::MissedKeyframe, &here), here)
                }
                (Err(damage), None) => (damage, here),
            };
            if damage.place == GapPlace::BetweenFrames {
                self.roll_back(at.entries);
                self.segment.frames.truncate(at.frames);
            }
            let lost = part.frames.saturating_sub(at.offset).saturating_sub(1);
            self.gap(damage, part.end, lost);
            return;
        }
    }

    /// Frames that are read between two calls of [`charge_work`](Self::charge_work).
    const FRAMES_AT_ONCE: u32 = 64;

    /// Counts the bits read since the last call as work. Returns false once decoding is cancelled.
    fn charge_work(&mut self) -> bool {
        let done = self.bits.position().saturating_sub(self.span.start);
        self.memory.progress(done, self.span.len());
        let read = self.segment.log.len().saturating_add(self.segment.frames.len());
        let units = read.saturating_sub(self.counted);
        self.counted = read;
        self.work.spend(units.saturating_add(1))
    }

    fn gap(&mut self, damage: Damage, end: Option<usize>, lost_frames: u32) {
        let Damage { reason, position, place } = damage;
        let end = end.unwrap_or(self.bits.len()).max(position);
        let bits = end.saturating_sub(position);
        let mut reader = BitReader::new(self.stream.bytes, position);
        let mut content = reader.bytes(bits / 8);
        #[allow(clippy::cast_possible_truncation, reason = "below eight")]
        let (rest, count) = ((bits % 8) as u32, bits % 8);
        if count > 0 {
            // It may be as long as the file: no more room than for this byte.
            content.reserve_exact(1);
            #[allow(clippy::cast_possible_truncation, reason = "below eight bits")]
            content.push(reader.bits(rest) as u8);
        }
        self.bits = BitReader::new(self.stream.bytes, end);
        self.segment.gaps.push(Gap {
            frames: self.segment.frames.len(),
            place,
            bits,
            content,
            position,
            lost_frames,
            reason,
        });
    }

    /// Forgets the entries after a place in the log.
    fn roll_back(&mut self, entries: usize) {
        for entry in self.segment.log.drain(entries.min(self.segment.log.len())..).rev() {
            match entry.what() {
                ActorEvent::Updated { slot, .. } => {
                    if let Some(rows) = self.segment.rows.get_mut(usize::from(slot)) {
                        rows.pop();
                    }
                }
                ActorEvent::Spawned => drop(self.segment.spawns.pop()),
                _ => {}
            }
        }
    }

    /// Decodes a frame.
    fn frame(&mut self, number: u32) -> Result<(), Damage> {
        let begin = self.bits.position();
        let refused =
            |reason| Err(Damage { reason, position: begin, place: GapPlace::BetweenFrames });
        if number >= limits::FRAMES {
            return refused(Reason::TooMuch);
        }
        #[allow(clippy::cast_possible_truncation, reason = "32 bits each")]
        let (time, delta) = (self.bits.bits(32) as u32, self.bits.bits(32) as u32);
        if !self.bits.is_sound() {
            return refused(Reason::End);
        }
        let end = u32::try_from(self.segment.log.len()).unwrap_or(u32::MAX);
        let (time, delta) = (f32::from_bits(time), f32::from_bits(delta));
        self.segment.frames.push(Frame { number, time, delta, end });
        let entries = self.segment.log.len();
        self.frame_log_limit = entries.saturating_add(limits::ENTRIES_OF_FRAME);
        self.log_limit = self.segment.log.capacity().min(self.frame_log_limit);
        let result = self.actors();
        let end = u32::try_from(self.segment.log.len()).unwrap_or(u32::MAX);
        if let Some(frame) = self.segment.frames.last_mut() {
            frame.end = end;
        }
        result
    }

    /// Decodes the entries of a frame.
    fn actors(&mut self) -> Result<(), Damage> {
        let mut bits = self.bits.clone();
        let result = self.items(&mut bits, false);
        self.bits = bits;
        result.map(drop)
    }

    /// Decodes the entry of one actor, or of all. Returns whether there may be more.
    #[inline(never)]
    pub(super) fn items(
        &mut self,
        bits: &mut BitReader<'a>,
        just_one: bool,
    ) -> Result<bool, Damage> {
        // In a register, even if the caller has it in memory.
        let mut inner = bits.clone();
        let result = loop {
            match self.item(&mut inner) {
                Ok(true) if !just_one => {}
                Ok(has_more) => break Ok(has_more),
                Err(damage) => break Err(damage),
            }
        };
        *bits = inner;
        result
    }

    /// Decodes the entry of one actor. Returns false at the end of the frame.
    #[inline(always)]
    fn item(&mut self, bits: &mut BitReader<'a>) -> Result<bool, Damage> {
        let begin = bits.position();
        let damage = |reason| Damage { reason, position: begin, place: GapPlace::BetweenActors };
        let word = bits.word();
        if word & 1 == 0 {
            bits.skip(1);
            return if bits.is_sound() { Ok(false) } else { Err(damage(Reason::End)) };
        }
        if !self.has_room() {
            return Err(damage(Reason::TooMuch));
        }
        // More, actor, and whether it is alive and new: at most 20 bits.
        let (actor, used) = self.stream.channels.split(word.wrapping_shr(1));
        let word = word.wrapping_shr(used.wrapping_add(1));
        #[allow(clippy::cast_possible_truncation, reason = "channels are at most 65536")]
        let id = actor as u16;
        if word & 1 == 0 {
            bits.skip(used.wrapping_add(2) as usize);
            self.actors.end(id);
            self.segment.log.push(Entry::new(id, ActorEvent::Deleted));
            return Ok(true);
        }
        bits.skip(used.wrapping_add(3) as usize);
        if word & 2 == 0 {
            let class = self.actors.class(id);
            let catalog = self.stream.catalog;
            match catalog.classes().get(usize::from(class)) {
                Some(class) => self.update(bits, word.wrapping_shr(2), id, class)?,
                None => return Err(damage(Reason::UnknownActor(actor))),
            }
        } else {
            let end = self.spawn(bits.all(), bits.position(), id).map_err(damage)?;
            *bits = BitReader::new(bits.all(), end);
        }
        Ok(true)
    }

    /// Whether the log has room for one more entry.
    #[inline(always)]
    fn has_room(&mut self) -> bool {
        self.segment.log.len() < self.log_limit || self.make_room()
    }

    #[cold]
    fn make_room(&mut self) -> bool {
        let log = &mut self.segment.log;
        let has_room = log.len() < self.frame_log_limit
            && (log.len() < log.capacity() || self.memory.grow(log, 1));
        self.log_limit = log.capacity().min(self.frame_log_limit);
        has_room
    }

    /// Decodes how an actor appears, from a position on. Returns the position after it.
    fn spawn(&mut self, bytes: &[u8], position: usize, actor: u16) -> Result<usize, Reason> {
        let Stream { context, catalog, .. } = self.stream;
        let bits = &mut BitReader::new(bytes, position);
        let name = context.has_actor_names.then(|| i32::read(bits, context));
        let flag = bits.bit();
        let object = i32::read(bits, context);
        let index = catalog.class_of(object).ok_or(Reason::UnknownObject(object))?;
        let class =
            catalog.classes().get(usize::from(index)).ok_or(Reason::UnknownObject(object))?;
        let (location, rotation) = match class.trajectory {
            Trajectory::None => (None, None),
            Trajectory::Location => (Some(Vector::read(bits, context)), None),
            Trajectory::LocationAndRotation => {
                let location = Vector::read(bits, context);
                (Some(location), Some(Rotator8::read(bits, context)))
            }
        };
        if !bits.is_sound() {
            return Err(Reason::End);
        }
        let spawn = Spawn { name, flag, object, location, rotation };
        if !self.memory.push(&mut self.segment.spawns, spawn) {
            return Err(Reason::TooMuch);
        }
        self.actors.begin(actor, index);
        self.segment.log.push(Entry::new(actor, ActorEvent::Spawned));
        Ok(bits.position())
    }

    /// Decodes the properties of an actor that have new values. `word` is the next 37 bits or more.
    #[inline(always)]
    fn update(
        &mut self,
        bits: &mut BitReader<'a>,
        mut word: u64,
        actor: u16,
        class: &Class,
    ) -> Result<(), Damage> {
        let mut is_first = true;
        loop {
            let position = bits.position();
            let damage =
                |reason| Err(Damage { reason, position, place: GapPlace::BetweenProperties });
            if word & 1 == 0 {
                bits.skip(1);
                if is_first {
                    self.segment.log.push(Entry::new(actor, ActorEvent::EmptyUpdate));
                }
                return Ok(());
            }
            if !self.has_room() {
                return self.open_item(actor, is_first, damage(Reason::TooMuch));
            }
            // More, and the property: at most 33 bits. The first is not after the end, as it is 1.
            let (id, used) = class.ids.split(word.wrapping_shr(1));
            let value = position.wrapping_add(used as usize).wrapping_add(1);
            let slot = class.slots.get(id as usize).copied().unwrap_or(Class::NONE);
            let Some(rows) = self.segment.rows.get_mut(usize::from(slot)) else {
                return self.open_item(actor, is_first, damage(Reason::UnknownStreamId(id)));
            };
            let end = rows.read(bits.all(), value, self.stream.context, &mut self.memory);
            let after = BitReader::new(bits.all(), end);
            if !after.is_sound() {
                // Inference tries layouts from here.
                *bits = BitReader::new(bits.all(), value);
                if end == Rows::NO_MEMORY {
                    return self.open_item(actor, is_first, damage(Reason::TooMuch));
                }
                rows.pop();
                let reason = match rows.kind() {
                    Some(_) => Reason::Senseless(slot),
                    None => Reason::UnknownProperty(slot),
                };
                return self.open_item(actor, is_first, damage(reason));
            }
            *bits = after;
            word = bits.word();
            self.segment.log.push(Entry::new(actor, ActorEvent::Updated { slot, is_first }));
            is_first = false;
        }
    }

    /// An actor that is being updated is in the log, even if nothing could be read of it.
    #[cold]
    fn open_item<T>(&mut self, actor: u16, is_first: bool, result: T) -> T {
        if is_first {
            self.segment.log.push(Entry::new(actor, ActorEvent::EmptyUpdate));
        }
        result
    }
}

/// Whether a frame can follow one of the time `before` in the same part. In real files, times are at most 13 s apart, and `delta` is
/// at most 0.4 s.
pub(super) fn follows(before: Option<f32>, time: f32, delta: f32) -> bool {
    let is_small = |number: f32, most: f32| number == 0.0 || (1e-5..=most).contains(&number);
    let since = before.map_or(0.0, |before| time - before);
    is_small(time, 1e5) && is_small(delta, 10.0) && (0.0..=60.0).contains(&since)
}
