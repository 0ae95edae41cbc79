//! Where a player loses points, by the patterns of the map: directions, crossovers, resets, streams, and how fast the saber was.
//!
//! The patterns are told from the notes that the replay has events of. So they need no map, and end where the replay ends.

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
const STREAM_NOTES: usize = 6;

/// Notes of both hands that are so close, in seconds, are cut at the same time.
const AT_ONCE: f32 = 0.03;

/// Lanes of each hand's own side.
const MIDDLE: i32 = 2;

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

/// A note, as far as patterns are concerned.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// When it is to be cut, in seconds of the song.
    time: f32,
    hand: Hand,
    line: i32,
    direction: i32,
    is_mistake: bool,
    /// Of a good cut that can give 115.
    points: Option<i32>,
    /// Of a good cut.
    speed: Option<f32>,
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
        let is_good = note.is_good();
        let speed = note.note.cut.as_ref().map(|cut| cut.saber_speed);
        self.notes.push(Seen {
            time: note.note.head.spawn_time,
            hand,
            line: note.id.line,
            direction: note.id.direction,
            is_mistake: !is_good,
            points: (is_good && note.max_points == MAX_CUT_SCORE).then(|| note.points()),
            speed: speed.filter(|speed| is_good && (0.0..FASTEST).contains(speed)),
        });
    }

    pub(super) fn finish(mut self) -> Patterns {
        self.notes.sort_by(|a, b| a.time.total_cmp(&b.time));
        let is_in_stream = streams(&self.notes);
        let mut counts = Counts::default();
        let mut before: Hands<Option<Seen>> = Hands::default();
        for (at, (note, is_in_stream)) in self.notes.iter().zip(is_in_stream).enumerate() {
            if let Some(count) =
                usize::try_from(note.direction).ok().and_then(|d| counts.directions.get_mut(d))
            {
                count.add(note);
            }
            let is_left = note.hand == Hand::Left;
            if (0..4).contains(&note.line) && (note.line >= MIDDLE) == is_left {
                counts.crossovers.add(note);
            }
            if is_in_stream {
                counts.streams.add(note);
            }
            let other = |index: Option<usize>| index.and_then(|index| self.notes.get(index));
            let neighbours = [other(at.checked_sub(1)), other(at.checked_add(1))];
            let is_at_once =
                |other: &Seen| other.hand != note.hand && (other.time - note.time).abs() <= AT_ONCE;
            if neighbours.into_iter().flatten().any(is_at_once) {
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
            if let Some(speed) = note.speed {
                let class = SPEED_BOUNDS.iter().take_while(|bound| speed >= **bound).count();
                if let Some(count) = counts.speeds.get_mut(class) {
                    count.add(note);
                }
            }
        }
        counts.finish()
    }
}

/// Whether two swings go nearly the same way.
fn goes_same_way(a: i32, b: i32) -> bool {
    let degrees = |direction| usize::try_from(direction).ok().and_then(|d| DEGREES.get(d));
    let (Some(a), Some(b)) = (degrees(a), degrees(b)) else { return false };
    let apart = a.abs_diff(*b);
    apart.min(360_u32.saturating_sub(apart)) <= SAME_WAY.unsigned_abs()
}

/// Of each note, whether it is of a stream.
fn streams(notes: &[Seen]) -> Vec<bool> {
    let mut marked = vec![false; notes.len()];
    let mut start = 0_usize;
    for end in 1..=notes.len() {
        let pair = notes.get(end.saturating_sub(1)).zip(notes.get(end));
        let goes_on = pair.is_some_and(|(a, b)| {
            let gap = b.time - a.time;
            a.hand != b.hand && gap > AT_ONCE && gap <= STREAM_GAP
        });
        if !goes_on {
            if end.saturating_sub(start) >= STREAM_NOTES {
                marked.iter_mut().take(end).skip(start).for_each(|mark| *mark = true);
            }
            start = end;
        }
    }
    marked
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
            line,
            direction,
            is_mistake: false,
            points: Some(100),
            speed: Some(22.0),
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
