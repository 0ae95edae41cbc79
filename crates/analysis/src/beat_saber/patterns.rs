//! Where a player loses points, by the patterns of the map: directions, crossovers, resets, streams, and how fast the saber was.
//!
//! Patterns are found in the notes that the replay has events of. So they need no map, and end where the replay ends.

use serde::Serialize;

use super::MAX_CUT_SCORE;
use super::hand::{Hand, Hands};
use super::mean::Mean;
use super::played_note::PlayedNote;

/// Notes of one hand that are so close, in seconds, are cut with one swing.
const ONE_SWING: f32 = 0.1;

/// A note that comes so long after the one before of its hand, in seconds, leaves time to bring the saber back at ease.
const AT_EASE: f32 = 1.0;

/// The most degrees by which the directions of two swings that need a reset differ.
const SAME_WAY: i32 = 45;

/// The most seconds between two notes of a stream, and how many it has at least.
const STREAM_GAP: f32 = 0.2;
const STREAM_NOTES: u32 = 6;

/// Notes of both hands that are so close, in seconds, are cut at the same time.
const AT_ONCE: f32 = 0.03;

/// Lanes of each hand's own side.
const MIDDLE: i8 = 2;

/// Degrees of each direction from 0 to 7 about the axis that the notes come along, 0 being a cut downwards. 8, any direction, has none.
const DEGREES: [i32; 8] = [180, 0, -90, 90, -135, 135, -45, 45];

/// Upper ends of the classes of speed, in m/s; the last class has none.
pub const SPEED_BOUNDS: [f32; 4] = [15.0, 20.0, 25.0, 30.0];

/// A good cut that is faster, in m/s, was not measured.
const FASTEST: f32 = 200.0;

/// What came of the notes of one kind. Bombs and the links of chains are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct PatternCount {
    /// How many there were.
    pub notes: u32,
    /// How many were missed or cut badly.
    pub mistakes: u32,
    /// The mean of the good cuts' points, of those that can give 115; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_points: Option<f64>,
}

/// How the notes of each pattern went. A note may be of several, or of none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Patterns {
    /// By the direction that the note asks for, 0 to 8: up, down, left, right, up left, up right, down left, down right, any.
    pub directions: [PatternCount; 9],
    /// In a lane of the other hand's side.
    pub crossovers: PatternCount,
    /// A swing that goes nearly the way of the one before, at most 45° off, less than a second later: the hand has to go back first.
    pub resets: PatternCount,
    /// Of at least six notes in a row, hand after hand, at most 0.2 s apart.
    pub streams: PatternCount,
    /// At the same time as one of the other hand, to 0.03 s.
    pub doubles: PatternCount,
    /// Cut with the same swing as the one before of its hand, at most 0.1 s apart.
    pub one_swing: PatternCount,
    /// Good cuts by the saber's speed: below 15, 20, 25, 30 m/s, and above.
    pub speeds: [PatternCount; 5],
}

/// A note, as far as patterns are concerned. There may be very many: it is kept small.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// When it is to be cut, in seconds of the song.
    time: f32,
    hand: Hand,
    /// −1 outside of the four lanes.
    line: i8,
    /// −1 if it is none of the nine.
    direction: i8,
    is_mistake: bool,
    /// Of a good cut that can give 115.
    points: Option<u8>,
    /// Of a good cut: the index of the class of its speed.
    speed: Option<u8>,
}

/// Collects the notes in the order of play.
#[derive(Debug, Default)]
pub(super) struct PatternCounter {
    notes: Vec<Seen>,
}

impl PatternCounter {
    pub(super) fn note(&mut self, note: &PlayedNote) {
        let hand = match note.id.color {
            0 => Hand::Left,
            1 => Hand::Right,
            _ => return,
        };
        if note.is_chain_link() || !note.note.head.spawn_time.is_finite() {
            return;
        }
        let small =
            |value: i32, end: i8| i8::try_from(value).ok().filter(|value| (0..end).contains(value));
        let is_good = note.is_good();
        let speed = note.note.cut.as_ref().filter(|_| is_good).map(|cut| cut.saber_speed);
        self.notes.push(Seen {
            time: note.note.head.spawn_time,
            hand,
            line: small(note.id.line, 4).unwrap_or(-1),
            direction: small(note.id.direction, 9).unwrap_or(-1),
            is_mistake: !is_good,
            points: u8::try_from(note.points())
                .ok()
                .filter(|_| is_good && note.max_points == MAX_CUT_SCORE),
            speed: speed.and_then(class_of),
        });
    }

    pub(super) fn finish(mut self) -> Patterns {
        // Without memory for a second list.
        self.notes.sort_unstable_by(|a, b| a.time.total_cmp(&b.time));
        let mut counts = Counts::default();
        let mut before: Hands<Option<Seen>> = Hands::default();
        let mut last: Option<Seen> = None;
        let mut stream = Stream::default();
        for (at, note) in self.notes.iter().enumerate() {
            let direction = usize::try_from(note.direction).ok();
            if let Some(count) = direction.and_then(|d| counts.directions.get_mut(d)) {
                count.add(note);
            }
            if note.line >= 0 && (note.line >= MIDDLE) == (note.hand == Hand::Left) {
                counts.crossovers.add(note);
            }
            stream.add(note, last.as_ref(), &mut counts.streams);
            let next = at.checked_add(1).and_then(|next| self.notes.get(next));
            let is_at_once =
                |other: &Seen| other.hand != note.hand && (other.time - note.time).abs() <= AT_ONCE;
            if last.iter().chain(next).any(is_at_once) {
                counts.doubles.add(note);
            }
            if let Some(before) = before.of(note.hand).replace(*note) {
                let gap = note.time - before.time;
                if gap <= ONE_SWING {
                    counts.one_swing.add(note);
                } else if gap < AT_EASE && goes_same_way(before.direction, note.direction) {
                    counts.resets.add(note);
                }
            }
            if let Some(count) =
                note.speed.and_then(|class| counts.speeds.get_mut(usize::from(class)))
            {
                count.add(note);
            }
            last = Some(*note);
        }
        stream.end(&mut counts.streams);
        counts.finish()
    }
}

/// The class of a saber's speed; `None` of one that was not measured.
fn class_of(speed: f32) -> Option<u8> {
    let class = SPEED_BOUNDS.iter().take_while(|bound| speed >= **bound).count();
    u8::try_from(class).ok().filter(|_| (0.0..FASTEST).contains(&speed))
}

/// Notes in a row, hand after hand, that are a stream as soon as they are enough.
#[derive(Debug, Default)]
struct Stream {
    notes: Count,
}

impl Stream {
    fn add(&mut self, note: &Seen, last: Option<&Seen>, streams: &mut Count) {
        let goes_on = last.is_some_and(|last| {
            let gap = note.time - last.time;
            last.hand != note.hand && gap > AT_ONCE && gap <= STREAM_GAP
        });
        if !goes_on {
            self.end(streams);
        }
        self.notes.add(note);
    }

    fn end(&mut self, streams: &mut Count) {
        let notes = std::mem::take(&mut self.notes);
        if notes.notes >= STREAM_NOTES {
            streams.add_all(notes);
        }
    }
}

/// Whether two swings go nearly the same way.
fn goes_same_way(a: i8, b: i8) -> bool {
    let degrees = |direction: i8| usize::try_from(direction).ok().and_then(|d| DEGREES.get(d));
    let (Some(a), Some(b)) = (degrees(a), degrees(b)) else { return false };
    let apart = a.abs_diff(*b);
    apart.min(360_u32.saturating_sub(apart)) <= SAME_WAY.unsigned_abs()
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    notes: u32,
    mistakes: u32,
    points: Mean,
}

impl Count {
    fn add(&mut self, note: &Seen) {
        self.notes = self.notes.saturating_add(1);
        self.mistakes = self.mistakes.saturating_add(u32::from(note.is_mistake));
        if let Some(points) = note.points {
            self.points.add(points);
        }
    }

    fn add_all(&mut self, other: Self) {
        self.notes = self.notes.saturating_add(other.notes);
        self.mistakes = self.mistakes.saturating_add(other.mistakes);
        self.points.add_all(other.points);
    }

    fn finish(self) -> PatternCount {
        PatternCount {
            notes: self.notes,
            mistakes: self.mistakes,
            mean_points: self.points.value(),
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    directions: [Count; 9],
    crossovers: Count,
    resets: Count,
    streams: Count,
    doubles: Count,
    one_swing: Count,
    speeds: [Count; 5],
}

impl Counts {
    fn finish(self) -> Patterns {
        Patterns {
            directions: self.directions.map(Count::finish),
            crossovers: self.crossovers.finish(),
            resets: self.resets.finish(),
            streams: self.streams.finish(),
            doubles: self.doubles.finish(),
            one_swing: self.one_swing.finish(),
            speeds: self.speeds.map(Count::finish),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Hand = Hand::Left;
    const RIGHT: Hand = Hand::Right;

    /// Good cuts of 100 points: when, with which hand, in which lane and direction.
    fn count(notes: &[(f32, Hand, i32, i32)]) -> Patterns {
        let seen = |&(time, hand, line, direction): &(f32, Hand, i32, i32)| Seen {
            time,
            hand,
            line: i8::try_from(line).unwrap_or(-1),
            direction: i8::try_from(direction).unwrap(),
            is_mistake: false,
            points: Some(100),
            speed: class_of(22.0),
        };
        PatternCounter { notes: notes.iter().map(seen).collect() }.finish()
    }

    #[test]
    fn a_swing_the_same_way_is_a_reset_unless_it_is_the_same_swing_or_there_is_time() {
        let resets = |second: f32, direction| {
            count(&[(1.0, LEFT, 0, 1), (second, LEFT, 0, direction)]).resets.notes
        };
        assert_eq!(resets(1.4, 1), 1, "down and down");
        assert_eq!(resets(1.4, 6), 1, "down and down left");
        assert_eq!(resets(1.4, 0), 0, "down and up");
        assert_eq!(resets(1.4, 3), 0, "down and right");
        assert_eq!(resets(1.4, 8), 0, "down and any");
        assert_eq!(resets(1.05, 1), 0, "one swing");
        assert_eq!(resets(2.5, 1), 0, "at ease");
        assert_eq!(count(&[(1.0, LEFT, 0, 1), (1.05, LEFT, 0, 1)]).one_swing.notes, 1);
        // Up left and up right of −135° and 135° are 90° apart, not 270°.
        assert_eq!(count(&[(1.0, LEFT, 0, 4), (1.4, LEFT, 0, 0)]).resets.notes, 1);
    }

    #[test]
    fn lanes_of_the_other_side_are_crossovers() {
        let notes = [
            (1.0, LEFT, 2, 1),
            (2.0, RIGHT, 1, 1),
            (3.0, LEFT, 1, 1),
            (4.0, RIGHT, 3, 1),
            (5.0, LEFT, 1500, 1),
        ];
        assert_eq!(
            count(&notes).crossovers,
            PatternCount { notes: 2, mistakes: 0, mean_points: Some(100.0) }
        );
    }

    #[test]
    fn six_notes_hand_after_hand_are_a_stream() {
        let hand = |at: u8| if at.is_multiple_of(2) { LEFT } else { RIGHT };
        let run = |notes: u8, gap: f32| -> u32 {
            let notes: Vec<_> = (0..notes)
                .map(|at| (f32::from(at) * gap, hand(at), 1, i32::from(at / 2 % 2)))
                .collect();
            count(&notes).streams.notes
        };
        assert_eq!([run(6, 0.15), run(5, 0.15), run(6, 0.25), run(40, 0.1)], [6, 0, 0, 40]);
    }

    #[test]
    fn both_hands_at_once_are_doubles_and_speeds_have_classes() {
        let counted = count(&[(1.0, LEFT, 0, 1), (1.0, RIGHT, 3, 1), (2.0, LEFT, 0, 0)]);
        assert_eq!(counted.doubles.notes, 2);
        assert_eq!(counted.speeds.map(|count| count.notes), [0, 0, 3, 0, 0]);
        assert_eq!(counted.directions.map(|count| count.notes), [1, 2, 0, 0, 0, 0, 0, 0, 0]);
    }
}
