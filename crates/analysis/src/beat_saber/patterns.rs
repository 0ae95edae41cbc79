//! Where a player loses points, by the patterns of the map: directions, crossovers, resets, streams, and how fast the saber was.
//!
//! Patterns are found in the notes that the replay has events of. So they need no map, and end where the replay ends.

use ghostreel_formats::bsor::ARROW_DEGREES;
use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::MAX_CUT_SCORE;
use super::hand::{Hand, Hands};
use super::mean::Mean;
use super::played_note::PlayedNote;
use crate::sheet::{Cell, Listing, ListingColumn, SheetRow};

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
const MIDDLE: i8 = 2;

/// Labels of directions, by their numbers.
const DIRECTIONS: [&str; 9] = [
    "Up",
    "Down",
    "Left",
    "Right",
    "Up left",
    "Up right",
    "Down left",
    "Down right",
    "Any direction",
];

/// Upper ends of the classes of speed, in m/s; the last class has none.
const SPEED_BOUNDS: [f32; 4] = [15.0, 20.0, 25.0, 30.0];

/// A good cut that is faster, in m/s, was not measured.
pub(super) const FASTEST: f32 = 200.0;

rows! {
    /// The results of the notes of one kind. Bombs and the links of chains are not counted.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct PatternCount {
        notes: u32, "", "How many there were";
        mistakes: u32, "", "How many were missed or cut badly";
        #[serde(skip_serializing_if = "Option::is_none")]
        mean_points: Option<f64>, "", "The mean of the good cuts' points, of those that can give 115; none without one";
        lost: i32, "", "Points that were not scored, of those that could have been: the multiplier's losses, too";
    }
}

rows! {
    /// Something for each pattern. A note may be of several, or of none.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(bound = "T: ts_rs::TS"))]
    #[serde(rename_all = "camelCase")]
    pub struct ByPattern<T> {
        directions: [T; 9], "", "By the direction that the note asks for, 0 to 8: up, down, left, right, up left, up right, down left, down right, any";
        crossovers: T, "", "In a lane of the other hand's side";
        resets: T, "", "A swing that goes nearly the way of the one before, at most 45° off, less than a second later: the hand has to go back first";
        streams: T, "", "Of at least six notes in a row, hand after hand, at most 0.2 s apart";
        doubles: T, "", "At the same time as one of the other hand, to 0.03 s";
        one_swing: T, "", "Cut with the same swing as the one before of its hand, at most 0.1 s apart";
        speeds: [T; 5], "", "Good cuts by the saber's speed: below 15, 20, 25, 30 m/s, and above";
    }
}

/// How the notes of each pattern went.
pub type Patterns = ByPattern<PatternCount>;

/// The notes of each pattern by the time that they are to be cut, as rows of the table `notes`.
pub type PatternNotes = ByPattern<Vec<u32>>;

impl ByPattern<String> {
    /// The labels of the patterns.
    pub fn labels() -> Self {
        let [first, second, third, last] = SPEED_BOUNDS;
        let below = |bound: f32| format!("Below {bound} m/s");
        Self {
            directions: DIRECTIONS.map(str::to_owned),
            crossovers: "Crossovers".to_owned(),
            resets: "Resets".to_owned(),
            streams: "Streams".to_owned(),
            doubles: "Doubles".to_owned(),
            one_swing: "One swing".to_owned(),
            speeds: [
                below(first),
                below(second),
                below(third),
                below(last),
                format!("{last} m/s and more"),
            ],
        }
    }
}

impl Patterns {
    /// As people read it: a row for each pattern that has notes.
    pub(super) fn listing(&self) -> Listing {
        let labels = ByPattern::labels();
        let with_notes = labels.iter().zip(self.iter()).filter(|(_, count)| count.notes > 0);
        let row = |(label, count): (&String, &PatternCount)| SheetRow {
            label: label.clone().into(),
            is_part: false,
            better: None,
            cells: COLUMNS.iter().map(|(_, cell)| cell(count)).collect(),
        };
        Listing {
            title: "Patterns",
            columns: COLUMNS.map(|(column, _)| column).into(),
            sorted_by: COLUMNS.len().saturating_sub(1),
            rows: with_notes.map(row).collect(),
        }
    }
}

/// The cell of a pattern in a column.
type CellOf = fn(&PatternCount) -> Option<Cell>;

/// The columns of the listing, with their cells. The last says what a note costs: rare patterns are not hidden behind common ones by it.
const COLUMNS: [(ListingColumn, CellOf); 5] = {
    const fn column(head: &'static str, is_falling: bool) -> ListingColumn {
        ListingColumn { head, meaning: None, is_falling }
    }
    const A_NOTE: ListingColumn =
        ListingColumn { meaning: Some("Lost points a note"), ..column("A\u{a0}note", true) };
    [
        (column("Notes", true), |count| Some(Cell::count(count.notes))),
        (column("Mistakes", true), |count| Some(Cell::count(count.mistakes))),
        (column("Mean cut", false), |count| Some(Cell::number(count.mean_points?, 1))),
        (column("Lost", true), |count| Some(Cell::count(count.lost))),
        (A_NOTE, |count| Some(Cell::number(f64::from(count.lost) / f64::from(count.notes), 1))),
    ]
};

impl<T> ByPattern<T> {
    /// Everything, in the order of lists.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let Self { directions, crossovers, resets, streams, doubles, one_swing, speeds } = self;
        let kinds = [crossovers, resets, streams, doubles, one_swing];
        directions.iter().chain(kinds).chain(speeds)
    }

    /// The same of other things.
    fn map<U>(self, of: impl Fn(T) -> U) -> ByPattern<U> {
        ByPattern {
            directions: self.directions.map(&of),
            crossovers: of(self.crossovers),
            resets: of(self.resets),
            streams: of(self.streams),
            doubles: of(self.doubles),
            one_swing: of(self.one_swing),
            speeds: self.speeds.map(&of),
        }
    }

    /// The value of a pattern.
    fn of(&mut self, pattern: Pattern) -> Option<&mut T> {
        match pattern {
            Pattern::Direction(direction) => self.directions.get_mut(usize::from(direction)),
            Pattern::Crossover => Some(&mut self.crossovers),
            Pattern::Reset => Some(&mut self.resets),
            Pattern::Stream => Some(&mut self.streams),
            Pattern::Double => Some(&mut self.doubles),
            Pattern::OneSwing => Some(&mut self.one_swing),
            Pattern::Speed(class) => self.speeds.get_mut(usize::from(class)),
        }
    }
}

/// A pattern that a note may belong to.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    Direction(u8),
    Crossover,
    Reset,
    Stream,
    Double,
    OneSwing,
    Speed(u8),
}

/// A note, as far as patterns are concerned. There may be very many: it is kept small, and has its row of the table `notes` (`Row`) only
/// where that is asked for.
#[derive(Clone, Copy, Debug)]
struct Seen<Row> {
    /// When it is to be cut, in seconds of the song.
    time: f32,
    row: Row,
    /// Points that were lost with it: 920 at most.
    lost: u16,
    hand: Hand,
    /// −1 outside of the four lanes.
    line: i8,
    /// `NONE` if it is not one of the nine.
    direction: u8,
    is_mistake: bool,
    /// Of a good cut that can give 115, else `NONE`.
    points: u8,
    /// Of a good cut: the index of the class of its speed, else `NONE`.
    speed: u8,
}

/// Stands for a missing number; real ones are far from it.
const NONE: u8 = u8::MAX;

/// The number, if there is one.
fn stored(number: u8) -> Option<u8> {
    (number != NONE).then_some(number)
}

/// Collects the notes in the order of play.
#[derive(Debug, Default)]
pub(super) struct PatternCounter<Row> {
    notes: Vec<Seen<Row>>,
}

impl<Row: Copy + Ord> PatternCounter<Row> {
    /// `lost`: the points that were lost with it.
    pub(super) fn note(&mut self, row: Row, note: &PlayedNote, lost: i32) {
        let hand = match note.id.color {
            Some(0) => Hand::Left,
            Some(_) => Hand::Right,
            None => return,
        };
        if note.is_chain_link() || !note.note.head.spawn_time.is_finite() {
            return;
        }
        let small = |value: i32, end: u8| u8::try_from(value).ok().filter(|value| *value < end);
        let is_good = note.is_good();
        let speed = note.note.saber_speed().filter(|_| is_good);
        let points = u8::try_from(note.points()).ok();
        self.notes.push(Seen {
            time: note.note.head.spawn_time,
            row,
            lost: u16::try_from(lost.max(0)).unwrap_or(u16::MAX),
            hand,
            line: small(note.id.line, 4).and_then(|line| i8::try_from(line).ok()).unwrap_or(-1),
            direction: small(note.id.direction, 9).unwrap_or(NONE),
            is_mistake: !is_good,
            points: points.filter(|_| is_good && note.max_points == MAX_CUT_SCORE).unwrap_or(NONE),
            speed: speed.and_then(class_of).unwrap_or(NONE),
        });
    }

    pub(super) fn count(self) -> Patterns {
        let mut counts = ByPattern::<Count>::default();
        self.walk(|pattern, notes| {
            let Some(count) = counts.of(pattern) else { return };
            notes.iter().for_each(|note| count.add(note));
        });
        counts.map(Count::finish)
    }

    /// Calls `found` with notes that follow one another and are of a pattern; with none of a pattern twice.
    fn walk(mut self, mut found: impl FnMut(Pattern, &[Seen<Row>])) {
        // Without memory for a second list.
        self.notes
            .sort_unstable_by(|a, b| a.time.total_cmp(&b.time).then(a.order().cmp(&b.order())));
        let notes = self.notes.as_slice();
        let mut before: Hands<Option<Seen<Row>>> = Hands::default();
        let mut last: Option<Seen<Row>> = None;
        let mut stream = 0;
        for (at, note) in notes.iter().enumerate() {
            let mut found = |pattern| found(pattern, std::slice::from_ref(note));
            if let Some(direction) = stored(note.direction) {
                found(Pattern::Direction(direction));
            }
            if note.line >= 0 && (note.line >= MIDDLE) == (note.hand == Hand::Left) {
                found(Pattern::Crossover);
            }
            let next = at.checked_add(1).and_then(|next| notes.get(next));
            let is_at_once = |other: &Seen<Row>| {
                other.hand != note.hand && (other.time - note.time).abs() <= AT_ONCE
            };
            if last.iter().chain(next).any(is_at_once) {
                found(Pattern::Double);
            }
            if let Some(before) = before.of(note.hand).replace(*note) {
                let gap = note.time - before.time;
                if gap <= ONE_SWING {
                    found(Pattern::OneSwing);
                } else if gap < AT_EASE && goes_same_way(before.direction, note.direction) {
                    found(Pattern::Reset);
                }
            }
            if let Some(class) = stored(note.speed) {
                found(Pattern::Speed(class));
            }
            last = Some(*note);
        }
        // Notes in a row, hand after hand, are a stream if they are enough.
        for (at, note) in notes.iter().enumerate() {
            let end = at.saturating_add(1);
            if notes.get(end).is_some_and(|next| goes_on(note, next)) {
                continue;
            }
            let run = notes.get(stream..end).filter(|run| run.len() >= STREAM_NOTES);
            if let Some(run) = run {
                found(Pattern::Stream, run);
            }
            stream = end;
        }
    }
}

impl PatternCounter<u32> {
    pub(super) fn list(self) -> PatternNotes {
        let mut lists = PatternNotes::default();
        self.walk(|pattern, notes| {
            let Some(list) = lists.of(pattern) else { return };
            list.extend(notes.iter().map(|note| note.row));
        });
        lists
    }
}

impl<Row: Copy> Seen<Row> {
    /// Those of one time are in an order that depends on nothing but their values.
    fn order(&self) -> (u8, i8, u8, u16, u8, u8, Row) {
        let Self { row, lost, hand, line, direction, points, speed, .. } = *self;
        (u8::from(hand == Hand::Right), line, direction, lost, points, speed, row)
    }
}

/// Whether a run of notes, hand after hand, goes on with the next one.
fn goes_on<Row>(note: &Seen<Row>, next: &Seen<Row>) -> bool {
    let gap = next.time - note.time;
    next.hand != note.hand && gap > AT_ONCE && gap <= STREAM_GAP
}

/// The class of a saber's speed; `None` of one that was not measured.
fn class_of(speed: f32) -> Option<u8> {
    let class = SPEED_BOUNDS.iter().take_while(|bound| speed >= **bound).count();
    u8::try_from(class).ok().filter(|_| (0.0..FASTEST).contains(&speed))
}

/// Whether two swings go nearly the same way.
fn goes_same_way(a: u8, b: u8) -> bool {
    let degrees = |direction: u8| ARROW_DEGREES.get(usize::from(direction));
    let (Some(a), Some(b)) = (degrees(a), degrees(b)) else { return false };
    let apart = a.abs_diff(*b);
    apart.min(360_u32.saturating_sub(apart)) <= SAME_WAY.unsigned_abs()
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    notes: u32,
    mistakes: u32,
    points: Mean,
    lost: i32,
}

impl Count {
    fn add<Row>(&mut self, note: &Seen<Row>) {
        self.notes = self.notes.saturating_add(1);
        self.mistakes = self.mistakes.saturating_add(u32::from(note.is_mistake));
        self.lost = self.lost.saturating_add(note.lost.into());
        if let Some(points) = stored(note.points) {
            self.points.add(points);
        }
    }

    fn finish(self) -> PatternCount {
        PatternCount {
            notes: self.notes,
            mistakes: self.mistakes,
            mean_points: self.points.value(),
            lost: self.lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Hand = Hand::Left;
    const RIGHT: Hand = Hand::Right;

    /// Good cuts of 100 points: when, with which hand, in which lane and direction.
    fn counter(notes: &[(f32, Hand, i32, i32)]) -> PatternCounter<u32> {
        let seen = |(&(time, hand, line, direction), row): (&(f32, Hand, i32, i32), u32)| Seen {
            time,
            row,
            lost: 15,
            hand,
            line: i8::try_from(line).unwrap_or(-1),
            direction: u8::try_from(direction).unwrap(),
            is_mistake: false,
            points: 100,
            speed: class_of(22.0).unwrap(),
        };
        PatternCounter { notes: notes.iter().zip(0..).map(seen).collect() }
    }

    fn count(notes: &[(f32, Hand, i32, i32)]) -> Patterns {
        counter(notes).count()
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
            PatternCount { notes: 2, mistakes: 0, mean_points: Some(100.0), lost: 30 }
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

    #[test]
    fn lists_have_the_notes_that_are_counted_by_time() {
        let hand = |at: u8| if at.is_multiple_of(2) { LEFT } else { RIGHT };
        let mut notes: Vec<_> =
            (0..8).map(|at| (f32::from(at) * 0.15, hand(at), 2, i32::from(at % 9))).collect();
        notes.push((9.0, LEFT, 0, 1));
        // The first comes last in the file.
        notes.rotate_left(1);
        let (counts, lists) = (count(&notes), counter(&notes).list());
        assert_eq!(lists.streams, [8, 0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(lists.crossovers, [8, 1, 3, 5]);
        let counted = counts.map(|count| count.notes as usize);
        assert_eq!(lists.map(|list| list.len()), counted);
    }
}
