//! Section 2, one note event, and where the next one begins.

use ghostreel_core::{Record, record};

use super::CutInfo;
use crate::limits;
use crate::note_id::NoteId;

record! {
    /// The part that every note event has.
    pub struct NoteHead, 16 bytes {
        /// Scoring type × 10000 + line × 1000 + layer × 100 + colour × 10 + direction: see [`NoteId`]
        0: note_id: i32 = "noteID";
        /// Song time of the event; bit for bit the time of a frame
        4: event_time: f32 = "eventTime", "s";
        /// Time of the note in the map
        8: spawn_time: f32 = "spawnTime", "s";
        /// 0 good, 1 bad, 2 miss, 3 bomb
        12: event_type: i32 = "eventType";
    }
}

/// The outcome of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventType {
    /// Cut well: it scores.
    Good,
    /// Cut with the wrong saber, in the wrong direction, too slowly or too early.
    Bad,
    /// Not cut.
    Miss,
    /// A bomb was hit.
    Bomb,
}

impl EventType {
    /// All of them, by their numbers in the file.
    pub const ALL: [Self; 4] = [Self::Good, Self::Bad, Self::Miss, Self::Bomb];

    /// From the number in the file.
    pub const fn from_raw(raw: i32) -> Option<Self> {
        match raw {
            0 => Some(Self::Good),
            1 => Some(Self::Bad),
            2 => Some(Self::Miss),
            3 => Some(Self::Bomb),
            _ => None,
        }
    }
}

/// A note that was cut or missed, or a bomb that was hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// What, when, and what became of it.
    pub head: NoteHead,
    /// The cut: for good and bad cuts, and for bombs from a few mod versions of April 2026.
    pub cut: Option<CutInfo>,
}

impl Note {
    /// Bytes of a note without cut info.
    pub const MIN_SIZE: usize = NoteHead::SIZE;
    /// Bytes of a note with cut info.
    #[allow(clippy::arithmetic_side_effects, reason = "two constants")]
    pub const MAX_SIZE: usize = NoteHead::SIZE + CutInfo::SIZE;

    /// Its outcome; `None` for an unknown number.
    pub const fn event_type(&self) -> Option<EventType> {
        EventType::from_raw(self.head.event_type)
    }

    /// The meaning of the id, given the event.
    pub fn id(&self) -> NoteId {
        NoteId::new(self.head.note_id, self.event_type() == Some(EventType::Bomb))
    }

    /// Whether the cut info is uninitialised memory: bad cuts of Quest mods before 2023-04-24, and chain links of
    /// one old version. Nothing in it means anything then.
    pub fn cut_is_garbage(&self) -> bool {
        let Some(cut) = &self.cut else { return false };
        let speed = Self::speed(cut);
        cut.has_impossible_flags()
            || !(0..=1).contains(&cut.saber_type)
            || !speed.is_finite()
            || !(-1.0..1000.0).contains(&speed)
            || cut.before_cut_rating < 0.0
            || cut.after_cut_rating < 0.0
            || [cut.cut_point, cut.cut_normal]
                .iter()
                .any(|v| [v.x, v.y, v.z].iter().any(|c| !c.is_finite() || c.abs() > 1e4))
    }

    /// Speed of the saber's tip in metres a second.
    pub fn saber_speed(&self) -> Option<f32> {
        self.cut.as_ref().map(Self::speed)
    }

    /// Quest mods 0.4.3 to 0.5.8 converted the bits of the float to a number: 1109343104 is 39.808 m/s.
    fn speed(cut: &CutInfo) -> f32 {
        let stored = cut.saber_speed;
        if stored > 1e6 && stored < 4_294_967_040.0 {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "checked above"
            )]
            f32::from_bits(stored as u32)
        } else {
            stored
        }
    }

    /// Reads a note of `length` bytes from the start of `bytes`.
    pub(crate) fn read(bytes: &[u8], length: usize) -> Option<Self> {
        let head = NoteHead::read(bytes)?;
        let cut = if length > Self::MIN_SIZE {
            Some(CutInfo::read(bytes.get(Self::MIN_SIZE..)?)?)
        } else {
            None
        };
        Some(Self { head, cut })
    }

    /// The bytes of the note, written to `room`.
    pub(crate) fn encode<'r>(&self, room: &'r mut [u8; Self::MAX_SIZE]) -> &'r [u8] {
        self.head.write(room);
        if let (Some(cut), Some(room)) = (&self.cut, room.get_mut(Self::MIN_SIZE..)) {
            cut.write(room);
        }
        room.get(..self.encoded_len()).unwrap_or_default()
    }

    pub(crate) const fn encoded_len(&self) -> usize {
        if self.cut.is_some() { Self::MAX_SIZE } else { Self::MIN_SIZE }
    }
}

/// The length of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoteLength {
    Known(usize),
    /// More bytes are needed to decide.
    NeedMore,
    /// The input ends inside the note.
    Truncated,
    /// These bytes are no note.
    Damaged,
}

/// Finds the length of each note of the section in turn.
///
/// The event's type says whether cut info follows, with two exceptions: for a few days in April 2026 mods wrote it
/// for bombs too, and unknown types may come with or without. Then both ways are tried on the notes that follow.
#[derive(Clone, Debug, Default)]
pub(crate) struct NoteWalk {
    bombs_have_cuts: bool,
    previous_time: f32,
}

impl NoteWalk {
    /// Measures as many as possible of the `left` notes that begin `bytes`: the bytes they take up, and why it went no
    /// further. `ends` is filled with where each of them ends. `complete`: there are no bytes after these.
    pub(crate) fn run(
        &mut self,
        bytes: &[u8],
        left: u32,
        complete: bool,
        ends: &mut Vec<u32>,
    ) -> (usize, NoteLength) {
        /// A run stops there, and another follows: as often is looked whether the decode was cancelled, and no more ends
        /// are kept.
        const LONGEST_RUN: usize = 1 << 22;
        ends.clear();
        let fit = bytes.len().min(LONGEST_RUN) / Note::MIN_SIZE;
        ends.reserve(fit.min(left as usize));
        let mut position = 0_usize;
        for notes_after in (0..left).rev() {
            if position >= LONGEST_RUN {
                break;
            }
            let rest = bytes.get(position..).unwrap_or_default();
            match self.length(rest, notes_after, complete) {
                NoteLength::Known(length) => {
                    position = position.saturating_add(length);
                    ends.push(u32::try_from(position).unwrap_or(u32::MAX));
                }
                stop => return (position, stop),
            }
        }
        (position, NoteLength::Known(0))
    }

    /// The length of the note at the start of `bytes`, with `notes_after` more notes after it. `complete`: there are no
    /// bytes after these.
    #[inline]
    fn length(&mut self, bytes: &[u8], notes_after: u32, complete: bool) -> NoteLength {
        let Some(head) = NoteHead::read(bytes) else {
            return if complete { NoteLength::Truncated } else { NoteLength::NeedMore };
        };
        let length = match EventType::from_raw(head.event_type) {
            Some(EventType::Good | EventType::Bad) => Note::MAX_SIZE,
            Some(EventType::Miss) => Note::MIN_SIZE,
            special => {
                let is_bomb = special.is_some();
                let usual = is_bomb && self.bombs_have_cuts;
                let time = if is_bomb { head.event_time } else { self.previous_time };
                // If this bomb has a cut, so have those that follow.
                let fits = |cut: bool| {
                    let bombs_have_cuts = if is_bomb { cut } else { self.bombs_have_cuts };
                    follows(bytes, length_of(cut), bombs_have_cuts, notes_after, time, complete)
                };
                let cut = match fits(usual) {
                    None => return NoteLength::NeedMore,
                    Some(true) => usual,
                    Some(false) => match fits(!usual) {
                        None => return NoteLength::NeedMore,
                        Some(true) => !usual,
                        Some(false) if is_bomb => usual,
                        Some(false) => return NoteLength::Damaged,
                    },
                };
                if is_bomb {
                    self.bombs_have_cuts = cut;
                }
                length_of(cut)
            }
        };
        match (bytes.len() >= length, complete) {
            (true, _) => {
                self.previous_time = head.event_time;
                NoteLength::Known(length)
            }
            (false, true) => NoteLength::Truncated,
            (false, false) => NoteLength::NeedMore,
        }
    }
}

const fn length_of(cut: bool) -> usize {
    if cut { Note::MAX_SIZE } else { Note::MIN_SIZE }
}

/// Whether what stands at `position` looks like the next notes or, after the last, like the next section.
/// `None`: more bytes are needed to decide.
fn follows(
    bytes: &[u8],
    position: usize,
    bombs_have_cuts: bool,
    notes_after: u32,
    time: f32,
    complete: bool,
) -> Option<bool> {
    let (mut position, mut time) = (position, time);
    for _ in 0..notes_after.min(limits::LOOKAHEAD_NOTES) {
        let Some(head) = NoteHead::read(bytes.get(position..).unwrap_or_default()) else {
            // The input ends here: only a note that would have begun after the end speaks against it.
            return complete.then_some(position <= bytes.len());
        };
        let event = EventType::from_raw(head.event_type);
        let plausible = head.event_time.is_finite()
            && head.spawn_time.is_finite()
            && (time - 1.0..time + 3600.0).contains(&head.event_time);
        let cut = match event {
            Some(EventType::Good | EventType::Bad) => true,
            Some(EventType::Bomb) => bombs_have_cuts,
            Some(EventType::Miss) => false,
            None => return Some(false),
        };
        if !plausible {
            return Some(false);
        }
        time = head.event_time;
        position = position.saturating_add(length_of(cut));
    }
    if notes_after > limits::LOOKAHEAD_NOTES {
        return Some(true);
    }
    match bytes.get(position) {
        Some(&id) => Some(id == super::SectionId::Walls.byte()),
        None => complete.then_some(position <= bytes.len()),
    }
}
