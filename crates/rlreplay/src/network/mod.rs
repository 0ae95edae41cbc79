//! The network stream: the values that the server replicated about each actor, frame by frame.

mod actors;
mod catalog;
mod inference;
mod inferred;
mod plan;
mod read;
mod references;
mod retain;
mod tree;
mod walk;
mod write;

use crate::attributes::{Rotator8, Rows, Vector};

use catalog::CatalogTables;
pub use catalog::{Catalog, Class, Slot};
pub(crate) use inference::{count_frames, infer};
pub use inferred::{Inference, InferenceKind};
pub use plan::{Part, Plan};
pub use read::{Filter, Stream};
pub use walk::Event;
pub(crate) use write::{StreamLayout, write};

/// A decoded stretch of the stream. The values of each property are in a list of their own, and the log has their order in the
/// stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segment {
    /// Frames, ascending.
    pub frames: Vec<Frame>,
    /// The events, in the order of the stream.
    pub log: Vec<Entry>,
    /// Actors that appeared, in the order of the log.
    pub spawns: Vec<Spawn>,
    /// Values by [slot](Catalog::slots), in the order of the log.
    pub rows: Vec<Rows>,
    /// The parts that could not be read, in order.
    pub gaps: Vec<Gap>,
    /// Where the segment ends, in bits from the start of the stream.
    pub end: usize,
}

impl Segment {
    /// Appends the segment that follows this one; `None` if it keeps the values of other properties.
    pub fn append(mut self, other: Self) -> Option<Self> {
        let entries = u32::try_from(self.log.len()).ok()?;
        let frames = self.frames.len();
        if self.rows.len() != other.rows.len() {
            return None;
        }
        for (rows, others) in self.rows.iter_mut().zip(other.rows) {
            if !rows.append(others) {
                return None;
            }
        }
        self.frames.extend(
            other
                .frames
                .into_iter()
                .map(|frame| Frame { end: frame.end.saturating_add(entries), ..frame }),
        );
        self.log.extend(other.log);
        self.spawns.extend(other.spawns);
        self.gaps.extend(
            other
                .gaps
                .into_iter()
                .map(|gap| Gap { frames: gap.frames.saturating_add(frames), ..gap }),
        );
        self.end = other.end;
        Some(self)
    }
}

/// A frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Number, from 0.
    pub number: u32,
    /// Time, in seconds.
    pub time: f32,
    /// Seconds since the frame before; 0 in some keyframes.
    pub delta: f32,
    /// Where its entries end in [`Segment::log`].
    pub end: u32,
}

/// One thing that happened to an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The actor.
    pub actor: u16,
    what: u16,
}

/// The event of an actor in an [`Entry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorEvent {
    /// The actor is gone.
    Deleted,
    /// The actor appeared.
    Spawned,
    /// The actor was updated without anything new about it.
    EmptyUpdate,
    /// A property has a new value.
    Updated {
        /// The property, by its index in [`Catalog::slots`].
        slot: u16,
        /// Whether it is the first property in this update of the actor.
        is_first: bool,
    },
}

impl Entry {
    const DELETED: u16 = 0;
    const SPAWNED: u16 = 1;
    const EMPTY_UPDATE: u16 = 2;
    const FIRST_SLOT: u16 = 3;
    const IS_FIRST: u16 = 0x8000;

    /// An entry.
    pub const fn new(actor: u16, what: ActorEvent) -> Self {
        let what = match what {
            ActorEvent::Deleted => Self::DELETED,
            ActorEvent::Spawned => Self::SPAWNED,
            ActorEvent::EmptyUpdate => Self::EMPTY_UPDATE,
            ActorEvent::Updated { slot, is_first } => {
                let mark = if is_first { Self::IS_FIRST } else { 0 };
                mark | (Self::FIRST_SLOT.wrapping_add(slot) & !Self::IS_FIRST)
            }
        };
        Self { actor, what }
    }

    /// The event.
    #[inline]
    pub const fn what(self) -> ActorEvent {
        match self.what {
            Self::DELETED => ActorEvent::Deleted,
            Self::SPAWNED => ActorEvent::Spawned,
            Self::EMPTY_UPDATE => ActorEvent::EmptyUpdate,
            what => ActorEvent::Updated {
                slot: (what & !Self::IS_FIRST).wrapping_sub(Self::FIRST_SLOT),
                is_first: what & Self::IS_FIRST != 0,
            },
        }
    }
}

/// How an actor appeared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spawn {
    /// The index of its name in the table of names. Since 868.20; from 868.14 on unless over a local network.
    pub name: Option<i32>,
    /// A bit that is 0 in all files seen.
    pub flag: bool,
    /// Its object: an index in the table of objects.
    pub object: i32,
    /// Where it appears, in whole uu; `None` if its class has no [trajectory](crate::names::Trajectory).
    pub location: Option<Vector>,
    /// How it is turned; `None` for most classes.
    pub rotation: Option<Rotator8>,
}

/// Bits that could not be read, up to the next keyframe or the end of the stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Number of [`Segment::frames`] that begin in front of it.
    pub frames: usize,
    /// The place that it interrupts.
    pub place: GapPlace,
    /// Number of bits.
    pub bits: usize,
    /// The bits, from the lowest bit of the first byte up.
    pub content: Vec<u8>,
    /// Where it begins, in bits from the start of the stream.
    pub position: usize,
    /// Number of frames that are lost whole.
    pub lost_frames: u32,
    /// Why reading stopped.
    pub reason: Reason,
}

/// The place that a [`Gap`] interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapPlace {
    /// Nothing: it begins where a frame should.
    BetweenFrames,
    /// A frame, where an actor should be.
    BetweenActors,
    /// An actor, where a property should be.
    BetweenProperties,
}

/// Why the stream could not be read any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The stream ends.
    End,
    /// This actor was updated and is not alive.
    UnknownActor(u32),
    /// An actor of this object appeared, whose class is not known.
    UnknownObject(i32),
    /// A property has this number, which the actor's class does not have.
    UnknownStreamId(u32),
    /// The layout of this property, by its index in [`Catalog::slots`], is not known.
    UnknownProperty(u16),
    /// A value of this property, by its index in [`Catalog::slots`], makes no sense.
    Senseless(u16),
    /// A keyframe begins where no frame ends.
    MissedKeyframe,
    /// It would take up more memory than a replay may, or a frame has more than
    /// [`limits::ENTRIES_OF_FRAME`](crate::limits::ENTRIES_OF_FRAME) entries.
    TooMuch,
    /// Decoding was cancelled.
    Cancelled,
    /// The time of a frame does not follow that of the one before.
    SenselessTime,
}
