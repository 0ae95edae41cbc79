//! The game's scoring, from the notes and walls of a replay: what a cut is worth, and score, combo, multiplier
//! and energy after each note and wall.
//!
//! The rules and the scoring types that were added or merged over the game's versions are in `docs/spec/bsor.md`.

use ghostreel_timeline::{rows, table_rows};

use crate::energy::Energy;
use crate::indices::{NoteIndex, WallIndex};
use crate::layout::{CutInfo, EventType, Info, Note, Wall};
use crate::note_id::NoteId;
use crate::notes::Notes;
use crate::rank::Rank;

/// The points that a scoring type gives: 70 × the rating of the swing before the cut, 30 × that after it, both within
/// bounds, and up to 15 for cutting through the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutRule {
    /// Least and most points for the swing before the cut.
    pub before: (i32, i32),
    /// Least and most points for the swing after the cut.
    pub after: (i32, i32),
    /// Most points for the distance to the centre.
    pub distance: i32,
    /// Points whatever the swing.
    pub fixed: i32,
}

impl CutRule {
    /// The rule for most notes: up to 70 points before, 30 after, 15 for the distance.
    pub const NORMAL: Self = Self { before: (0, 70), after: (0, 30), distance: 15, fixed: 0 };
    const NOTHING: Self = Self { before: (0, 0), after: (0, 0), distance: 0, fixed: 0 };
    const LINK: Self = Self { fixed: 20, ..Self::NOTHING };

    /// The rule for a scoring type as stored in note ids (the game's + 2).
    pub const fn of(scoring_type: u8) -> Self {
        match scoring_type {
            1 | 2 => Self::NOTHING,
            // Arc heads: the swing goes on along the arc.
            4 => Self { after: (30, 30), ..Self::NORMAL },
            5 => Self { before: (70, 70), ..Self::NORMAL },
            6 => Self { after: (0, 0), ..Self::NORMAL },
            7 | 10 => Self::LINK,
            8 | 9 | 12 => Self { before: (70, 70), after: (30, 30), ..Self::NORMAL },
            11 => Self { after: (30, 30), ..Self::NORMAL },
            _ => Self::NORMAL,
        }
    }

    /// The most that a cut can be worth: 115, 85 for chain heads, 20 for chain links, 0 for bombs.
    pub const fn max(self) -> i32 {
        self.before
            .1
            .saturating_add(self.after.1)
            .saturating_add(self.distance)
            .saturating_add(self.fixed)
    }

    /// The points of a good cut.
    pub fn score(self, cut: &CutInfo) -> CutScore {
        let offset = (cut.cut_distance_to_center / 0.3).clamp(0.0, 1.0);
        CutScore {
            before: rated(self.before, cut.before_cut_rating, 70),
            after: rated(self.after, cut.after_cut_rating, 30),
            distance: rated((0, self.distance), 1.0 - offset, 15),
            fixed: self.fixed,
        }
    }
}

/// Rounds half to even, as .NET and Unity do, and only then clamps.
fn rated((min, max): (i32, i32), rating: f32, full: i8) -> i32 {
    let points = round_half_to_even(f32::from(full) * rating);
    // NaN becomes 0, like everything in uninitialised cut infos that is not above it.
    #[allow(clippy::cast_possible_truncation, reason = "saturates, and is clamped")]
    (points as i32).clamp(min, max)
}

/// As `f32::round_ties_even`, which is a function call on processors of before 2008: adding 1.5 × 2²³ leaves no bits
/// for a fraction, and the addition rounds half to even.
fn round_half_to_even(value: f32) -> f32 {
    const NO_FRACTION: f32 = 12_582_912.0;
    // Points beyond a few hundred are clamped anyway.
    let value = value.clamp(-10_000.0, 10_000.0);
    (value + NO_FRACTION) - NO_FRACTION
}

/// The points of one cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutScore {
    /// For the swing before the cut: 0 to 70.
    pub before: i32,
    /// For the swing after the cut: 0 to 30.
    pub after: i32,
    /// For cutting through the middle: 0 to 15.
    pub distance: i32,
    /// 20 for a chain link.
    pub fixed: i32,
}

impl CutScore {
    /// The points together, 0 to 115.
    pub const fn total(self) -> i32 {
        self.before
            .saturating_add(self.after)
            .saturating_add(self.distance)
            .saturating_add(self.fixed)
    }
}

/// The points of a note, by the scoring type in its id; all 0 without a good cut. The multiplier and modifiers do not count.
pub fn note_score(note: &Note, id: NoteId) -> CutScore {
    match (note.event_type(), &note.cut) {
        (Some(EventType::Good), Some(cut)) => CutRule::of(id.scoring_type).score(cut),
        _ => CutScore::default(),
    }
}

/// The most points that a note could have given, by the scoring type in its id; 0 for a bomb.
pub fn max_note_score(note: &Note, id: NoteId) -> i32 {
    if note.event_type() == Some(EventType::Bomb) { 0 } else { CutRule::of(id.scoring_type).max() }
}

/// The multiplier: 1, 2, 4, 8, raised by 2, 4, 8 hits in a row and halved by a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplier {
    /// 1, 2, 4 or 8.
    pub level: i32,
    /// Hits towards the next level, of 2 × the level.
    pub progress: i32,
}

impl Default for Multiplier {
    fn default() -> Self {
        Self { level: 1, progress: 0 }
    }
}

impl Multiplier {
    const HIGHEST: i32 = 8;

    /// How many hits in a row raise this level; `None` for the highest.
    pub fn hits_to_raise(self) -> Option<i32> {
        (self.level < Self::HIGHEST).then(|| self.level.saturating_mul(2))
    }

    /// After a hit.
    pub fn hit(&mut self) {
        let Some(hits) = self.hits_to_raise() else { return };
        self.progress = self.progress.saturating_add(1);
        if self.progress >= hits {
            *self = Self { level: self.level.saturating_mul(2), progress: 0 };
        }
    }

    fn mistake(&mut self) {
        *self = Self { level: (self.level / 2).max(1), progress: 0 };
    }
}

rows! {
    /// Where everything stands after an event.
    pub struct ScoreRow {
        time: f32, "s", "Song time of the event";
        note: Option<NoteIndex>, "", "Row of the table notes", null "a wall, or not known";
        wall: Option<WallIndex>, "", "Row of the table walls", null "a note, or not known";
        mistake: bool, "", "Bad cut, miss, bomb or wall";
        points: i32, "", "Points gained, multiplier included";
        score: i32, "", "Score so far";
        max_score: Option<i32>, "", "The most that could have been scored so far", null "not known";
        combo: i32, "", "Events without a mistake in a row";
        max_combo: i32, "", "Longest combo so far";
        multiplier: Option<u8>, "", "1, 2, 4 or 8", null "not known";
        multiplier_progress: Option<u8>, "", "Hits towards the next multiplier, of 2 × the multiplier", null "not known";
        energy: Option<f32>, "", "0 to 1, by the rules of the modifiers; 0 is a fail unless No Fail is on", null "not known";
    }

    /// A score as a share of the most that was possible: columns of the table `score`, which a row works out.
    pub struct ScoreShare {
        accuracy: Option<f64>, "", "score over max_score, 1 where that is 0", null "not known";
        rank: Option<u8>, "", "The game's letter for the accuracy: 0 E, 1 D, 2 C, 3 B, 4 A, 5 S, 6 SS, 7 SSS", null "not known";
    }
}

impl ScoreRow {
    /// Score over the most that could have been scored, 1 where that is 0; `None` where it is not known.
    pub fn accuracy(&self) -> Option<f64> {
        let max_score = self.max_score?;
        Some(if max_score == 0 { 1.0 } else { f64::from(self.score) / f64::from(max_score) })
    }

    /// The game's letter for the accuracy.
    pub fn rank(&self) -> Option<Rank> {
        self.accuracy().map(Rank::of)
    }
}

impl Note {
    /// Its points: 0 to 115, without the multiplier; 0 unless the cut was good.
    pub fn points(&self) -> i32 {
        note_score(self, self.id()).total()
    }

    /// The most that it can be worth: 115, 85 for the head of a chain, 20 for a link, 0 for a bomb.
    pub fn max_points(&self) -> i32 {
        max_note_score(self, self.id())
    }
}

table_rows! { ScoreRow: "score"; }

/// Score and combo from a moment on, as a format without notes records them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecordedStanding {
    /// Song time, in seconds.
    pub time: f32,
    /// Score so far.
    pub score: i32,
    /// Combo so far.
    pub combo: i32,
}

impl RecordedStanding {
    /// Those that differ from the one before.
    pub(crate) fn changes(all: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut before = (0, 0);
        let changes = |standing: &Self| {
            let now = (standing.score, standing.combo);
            std::mem::replace(&mut before, now) != now
        };
        all.into_iter().filter(changes).collect()
    }
}

/// A row for each. A combo that falls is a mistake, and nothing says which.
pub(crate) fn recorded_rows(standings: &[RecordedStanding]) -> Vec<ScoreRow> {
    let mut max_combo = 0;
    let mut before = RecordedStanding::default();
    let row = |&now: &RecordedStanding| {
        max_combo = now.combo.max(max_combo);
        let last = std::mem::replace(&mut before, now);
        ScoreRow {
            time: now.time,
            mistake: now.combo < last.combo,
            points: now.score.saturating_sub(last.score),
            score: now.score,
            combo: now.combo,
            max_combo,
            ..ScoreRow::default()
        }
    };
    standings.iter().map(row).collect()
}

/// The kind of event at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The note at this index.
    Note(u32),
    /// The wall at this index.
    Wall(u32),
}

/// Runs through all events in the order of play.
pub fn score_rows(info: &Info, notes: Notes<'_>, walls: &[Wall]) -> Vec<ScoreRow> {
    let times = notes.heads().map(|head| head.event_time);
    let events = in_order(times, walls.iter().map(Wall::event_time));
    let at = |index: u32| index as usize;
    run(info, events, |index| notes.get(at(index)), |index| walls.get(at(index)).copied())
}

/// Song time of the first event that leaves no energy; `None` if there is none, or if the energy is not known.
pub fn time_without_energy(rows: &[ScoreRow]) -> Option<f32> {
    rows.iter().find(|row| row.energy.is_some_and(|energy| energy <= 0.0)).map(|row| row.time)
}

/// When each event is, in the order of play.
pub(crate) fn in_order(
    notes: impl Iterator<Item = f32>,
    walls: impl Iterator<Item = f32>,
) -> Vec<(f32, Cause)> {
    let notes = (0..).zip(notes).map(|(index, time)| (time, Cause::Note(index)));
    let walls = (0..).zip(walls).map(|(index, time)| (time, Cause::Wall(index)));
    let mut events: Vec<(f32, Cause)> = notes.chain(walls).collect();
    // Stable: the file's order settles ties, notes before walls.
    events.sort_by(|a, b| a.0.total_cmp(&b.0));
    events
}

/// As [`score_rows`], over events in the order of play, whose notes and walls are read as they come.
pub(crate) fn run(
    info: &Info,
    events: Vec<(f32, Cause)>,
    note: impl Fn(u32) -> Option<Note>,
    wall: impl Fn(u32) -> Option<Wall>,
) -> Vec<ScoreRow> {
    let mut energy = Energy::new(info);
    let mut multiplier = Multiplier::default();
    let mut best = Multiplier::default();
    let (mut score, mut max_score, mut combo, mut max_combo) = (0_i32, 0_i32, 0_i32, 0_i32);
    let mut rows = Vec::with_capacity(events.len());
    let last_event = events.len().checked_sub(1);
    for (at, (time, cause)) in events.into_iter().enumerate() {
        let mut gained = 0;
        let mistake = match cause {
            Cause::Note(index) => {
                let Some(note) = &note(index) else { continue };
                let id = note.id();
                if note.event_type() != Some(EventType::Bomb) {
                    best.hit();
                    max_score = max_score
                        .saturating_add(best.level.saturating_mul(max_note_score(note, id)));
                }
                let good = note.event_type() == Some(EventType::Good);
                if good {
                    // Raised before it counts.
                    multiplier.hit();
                    gained = multiplier.level.saturating_mul(note_score(note, id).total());
                }
                energy.note(note.event_type(), id);
                !good
            }
            Cause::Wall(index) => {
                let Some(wall) = wall(index) else { continue };
                energy.wall(&wall, Some(at) == last_event);
                true
            }
        };
        if mistake {
            multiplier.mistake();
            combo = 0;
        } else {
            combo = combo.saturating_add(1);
            max_combo = max_combo.max(combo);
        }
        score = score.saturating_add(gained);
        let (note, wall) = match cause {
            Cause::Note(index) => (Some(NoteIndex::new(index)), None),
            Cause::Wall(index) => (None, Some(WallIndex::new(index))),
        };
        rows.push(ScoreRow {
            time,
            note,
            wall,
            mistake,
            points: gained,
            score,
            max_score: Some(max_score),
            combo,
            max_combo,
            multiplier: u8::try_from(multiplier.level).ok(),
            multiplier_progress: u8::try_from(multiplier.progress).ok(),
            energy: Some(energy.level()),
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::NoteHead;
    use crate::notes::NoteList;

    fn note(scoring_type: u8, event_type: i32, time: f32) -> Note {
        let cut = CutInfo { before_cut_rating: 1.2, after_cut_rating: 1.0, ..CutInfo::default() };
        Note {
            head: NoteHead {
                note_id: NoteId::pack(scoring_type, 1, 1, 0, 1),
                event_time: time,
                spawn_time: time,
                event_type,
            },
            cut: (event_type < 2).then_some(cut),
        }
    }

    #[test]
    fn the_most_for_a_full_combo_has_a_closed_form() {
        for (count, most) in [(1, 115), (5, 115 * 9), (13, 115 * 41), (1645, 920 * 1645 - 7245)] {
            let notes: NoteList = (0..count).map(|_| note(3, 0, 1.0)).collect();
            let last = score_rows(&Info::default(), notes.as_notes(), &[]).pop().unwrap();
            assert_eq!(
                (last.score, last.max_score, last.combo),
                (most, Some(most), count),
                "{count} notes"
            );
        }
    }

    #[test]
    fn a_recorded_score_has_a_row_where_it_changes() {
        let standing = |time, score, combo| RecordedStanding { time, score, combo };
        let recorded = [(0.0, 0, 0), (1.0, 115, 1), (1.1, 115, 1), (2.0, 345, 2), (3.0, 345, 0)];
        let all = recorded.map(|(time, score, combo)| standing(time, score, combo));
        let rows = recorded_rows(&RecordedStanding::changes(all));
        let scores: Vec<_> = rows
            .iter()
            .map(|row| (row.time, row.points, row.score, row.combo, row.max_combo, row.mistake))
            .collect();
        assert_eq!(
            scores,
            [(1.0, 115, 115, 1, 1, false), (2.0, 230, 345, 2, 2, false), (3.0, 0, 345, 0, 2, true)]
        );
        assert!(rows.iter().all(|row| (row.note, row.wall, row.max_score) == (None, None, None)));
        assert!(rows.iter().all(|row| row.accuracy().is_none() && row.energy.is_none()));
    }

    #[test]
    fn every_scoring_type_has_its_most() {
        let most: Vec<i32> = (0..=12).map(|t| CutRule::of(t).max()).collect();
        assert_eq!(most, [115, 0, 0, 115, 115, 115, 85, 20, 115, 115, 20, 115, 115]);
    }

    #[test]
    fn points_round_half_to_even_before_they_are_clamped() {
        let cut = |before, after, distance| CutInfo {
            before_cut_rating: before,
            after_cut_rating: after,
            cut_distance_to_center: distance,
            ..CutInfo::default()
        };
        let score = |cut| CutRule::NORMAL.score(&cut);
        assert_eq!(score(cut(0.5 / 70.0, 0.05, 0.3)).total(), 2);
        assert_eq!(
            score(cut(4.0, -1.0, 0.0)),
            CutScore { before: 70, after: 0, distance: 15, fixed: 0 }
        );
        assert_eq!(score(cut(f32::NAN, f32::INFINITY, f32::NAN)).total(), 30);
    }

    #[test]
    fn mistakes_halve_the_multiplier_and_drain_energy() {
        let mut notes: NoteList = (0_u8..14).map(|i| note(3, 0, f32::from(i))).collect();
        notes.push(&note(3, 2, 20.0));
        let wall = Wall { wall_id: 0, energy: 0.3, time: 30.0, spawn_time: 29.0 };
        let rows = score_rows(&Info::default(), notes.as_notes(), &[wall]);
        let multipliers: Vec<u8> = rows.iter().map(|r| r.multiplier.unwrap()).collect();
        assert_eq!(multipliers, [1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 8, 4, 2]);
        assert!((rows[14].energy.unwrap() - (0.5 + 0.14 - 0.15)).abs() < 1e-6);
        assert_eq!(rows[15].energy, Some(0.3));
        assert_eq!((rows[15].note, rows[15].wall), (None, Some(WallIndex::new(0))));
    }
}
