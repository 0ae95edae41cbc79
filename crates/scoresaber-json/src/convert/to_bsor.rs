//! The BSOR replay of a legacy one.

use ghostreel_bsor::layout::{NoteHead, Vector3};
use ghostreel_bsor::scoring::{CutRule, score_rows};
use ghostreel_bsor::{CutInfo, EventType, Frame, Note, NoteId, Replay as Bsor, Wall};

use super::{DIFFICULTIES, score};
use crate::layout::{Info, NoteInfo};
use crate::limits;
use crate::model::Replay;

/// Converts a replay, whose frames are given apart. Each sentence names a gap or an assumption.
pub(crate) fn to_bsor(replay: &Replay, frames: Vec<Frame>) -> (Bsor, Vec<String>) {
    let mut missing = Vec::new();
    let mut bsor = Bsor::new(info(&replay.info, &mut missing));
    bsor.frames = frames;
    bsor.heights.clone_from(&replay.dynamic_heights);
    let (mut notes, mut walls) = events(replay, &mut missing);
    // BSOR has them in the order of play, and its readers need it to tell how long a bomb's record is.
    notes.sort_by(|a, b| a.head.event_time.total_cmp(&b.head.event_time));
    leave_out_strays(&mut notes, &mut missing);
    walls.sort_by(|a, b| a.time.total_cmp(&b.time));
    bsor.notes = notes.into_iter().collect();
    bsor.walls = walls;
    bsor.info.score = score_rows(&bsor.info, bsor.notes.as_notes(), &bsor.walls)
        .last()
        .map_or(0, |last| last.score);
    (bsor, missing)
}

fn info(info: &Info, missing: &mut Vec<String>) -> ghostreel_bsor::Info {
    let mut lacks = |what: &str| missing.push(what.to_owned());
    lacks("The name of the player and the id are not in the file.");
    lacks(
        "When it was played, on what platform, headset and controllers, and by which version of the game are not in the file.",
    );
    lacks("The names of the song and of the mapper are not in the file; the hash of the map is.");
    lacks("The score is worked out from the scores of the notes.");
    lacks("The jump distance is not in the file: the map and the offset in beats give it.");
    lacks(
        "Whether the run failed, and whether it was practice, are not in the file: it counts as cleared.",
    );
    lacks("Pauses are not in the file.");
    let text = |text: &Option<String>| text.as_deref().unwrap_or_default().into();
    let difficulty = info.difficulty.map(|number| {
        let named = DIFFICULTIES.into_iter().find(|(known, _)| *known == number);
        named.map_or_else(|| number.to_string(), |(_, name)| name.to_owned())
    });
    let absent: Vec<&str> = info
        .fields()
        .into_iter()
        .filter(|(_, value)| value.is_none())
        .map(|(name, _)| name)
        .collect();
    if !absent.is_empty() {
        missing.push(format!("The info has no {}.", absent.join(", ")));
    }
    ghostreel_bsor::Info {
        version: text(&info.version),
        hash: text(&info.hash),
        difficulty: text(&difficulty),
        mode: text(&info.mode),
        environment: text(&info.environment),
        modifiers: info.modifiers.as_deref().unwrap_or_default().join(",").as_str().into(),
        left_handed: u8::from(info.left_handed.unwrap_or_default()),
        height: info.height.unwrap_or_default(),
        ..ghostreel_bsor::Info::default()
    }
}

/// Leaves out all notes after a gap that no song has, which BSOR's readers would not follow.
fn leave_out_strays(notes: &mut Vec<Note>, missing: &mut Vec<String>) {
    /// Longer than any song without a note; seconds.
    const LONGEST_GAP: f32 = 3_000.0;
    let is_gap = |pair: &[Note]| match pair {
        [a, b] => b.head.event_time - a.head.event_time > LONGEST_GAP,
        _ => false,
    };
    if let Some(last) = notes.windows(2).position(is_gap) {
        notes.truncate(last.saturating_add(1));
        missing.push("Notes more than 50 minutes after the one before are left out.".to_owned());
    }
}

/// The notes and walls, in the order of the file.
fn events(replay: &Replay, missing: &mut Vec<String>) -> (Vec<Note>, Vec<Wall>) {
    let (mut notes, mut walls) = (Vec::new(), Vec::new());
    let mut count = Counts::default();
    for (index, &points) in replay.scores.iter().take(limits::NOTES).enumerate() {
        let time = replay.note_times.get(index).copied().filter(|time| time.is_finite());
        let Some(time) = time else {
            count.without_time = count.without_time.saturating_add(1);
            continue;
        };
        if points == score::WALL {
            walls.push(Wall { wall_id: 0, energy: 0.0, time, spawn_time: time });
            continue;
        }
        let place = replay.note_infos.get(index).and_then(NoteInfo::new);
        if place.is_none() {
            count.without_place = count.without_place.saturating_add(1);
        }
        match note(points, time, place) {
            Some(note) => {
                match note.event_type() {
                    Some(EventType::Good) => count.good = count.good.saturating_add(1),
                    Some(EventType::Bad) => count.bad = count.bad.saturating_add(1),
                    _ => {}
                }
                if points > score::MOST {
                    count.too_good = count.too_good.saturating_add(1);
                }
                notes.push(note);
            }
            None => count.odd = count.odd.saturating_add(1),
        }
    }
    count.all = notes.len();
    count.walls = walls.len();
    count.after_limit = replay.scores.len().saturating_sub(limits::NOTES);
    count.report(missing);
    (notes, walls)
}

/// The note of these points at that time; `None` if the points have no known meaning. Without a place it stands in the
/// lower left corner, is red, and may be cut in any direction.
fn note(points: i32, time: f32, place: Option<NoteInfo>) -> Option<Note> {
    const NOWHERE: NoteInfo = NoteInfo { line: 0, layer: 0, direction: 8, kind: 0 };
    let NoteInfo { line, layer, direction, kind } = place.unwrap_or(NOWHERE);
    let (event, cut) = match points {
        score::BOMB => (EventType::Bomb, None),
        score::MISS => (EventType::Miss, None),
        score::BAD_CUT => (EventType::Bad, Some(bad_cut(kind))),
        0.. => (EventType::Good, Some(good_cut(kind, points))),
        _ => return None,
    };
    let color = if event == EventType::Bomb { NoteInfo::BOMB } else { kind };
    let head = NoteHead {
        // The scoring type is not recorded: it is 0, as in BSOR before game version 1.20.
        note_id: NoteId::pack(0, line, layer, color, direction),
        event_time: time,
        spawn_time: time,
        event_type: event as i32,
    };
    Some(Note { head, cut })
}

/// A cut worth so many points. They are given to the swing before the cut, up to 70, then to that after it, up to 30, and the
/// rest to the distance from the centre, up to 15.
fn good_cut(color: u8, points: i32) -> CutInfo {
    let mut left = points;
    let mut part = |most: i32| {
        let points = left.clamp(0, most);
        left = left.saturating_sub(points);
        // At most 115.
        #[allow(clippy::cast_precision_loss, reason = "at most 115")]
        let share = points as f32 / most as f32;
        share
    };
    let (_, before) = CutRule::NORMAL.before;
    let (_, after) = CutRule::NORMAL.after;
    let [before, after, distance] = [before, after, CutRule::NORMAL.distance].map(&mut part);
    CutInfo {
        speed_ok: 1,
        direction_ok: 1,
        before_cut_rating: before,
        after_cut_rating: after,
        cut_distance_to_center: 0.3 * (1.0 - distance),
        ..cut(color)
    }
}

/// A cut that counts as one in the wrong direction: why it was bad is not recorded.
fn bad_cut(color: u8) -> CutInfo {
    CutInfo { speed_ok: 1, direction_ok: 0, cut_distance_to_center: 0.3, ..cut(color) }
}

/// The values that all cuts share: the right saber, standing still.
fn cut(color: u8) -> CutInfo {
    CutInfo {
        saber_type_ok: 1,
        saber_type: i32::from(color == 1),
        cut_normal: Vector3::new(1.0, 0.0, 0.0),
        ..CutInfo::default()
    }
}

#[derive(Default)]
struct Counts {
    all: usize,
    good: usize,
    bad: usize,
    walls: usize,
    too_good: usize,
    odd: usize,
    without_time: usize,
    without_place: usize,
    after_limit: usize,
}

impl Counts {
    fn report(&self, missing: &mut Vec<String>) {
        let mut add = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => missing.push(one.to_owned()),
            _ => missing.push(many.replace('#', &count.to_string())),
        };
        add(
            self.all,
            "Of the note, neither the scoring type nor the time when it was to be cut is in the file: it counts as a normal note, cut on time.",
            "Of the # notes, neither scoring types nor the times when they were to be cut are in the file: they count as normal notes, cut on time.",
        );
        add(
            self.good,
            "Of the good cut only the points are in the file: they are given to the swing before the cut, then to that after it, then to the distance from the centre. Everything else about the cut is empty.",
            "Of the # good cuts only the points are in the file: they are given to the swing before the cut, then to that after it, then to the distance from the centre. Everything else about the cuts is empty.",
        );
        add(
            self.bad,
            "Why the bad cut was bad is not in the file: it counts as cut in the wrong direction.",
            "Why the # bad cuts were bad is not in the file: they count as cut in the wrong direction.",
        );
        add(
            self.walls,
            "Which wall was hit, for how long and what energy it cost are not in the file.",
            "Which # walls were hit, for how long and what energy they cost are not in the file.",
        );
        add(
            self.too_good,
            "A score is above 115 and counts as 115.",
            "# scores are above 115 and count as 115.",
        );
        add(
            self.odd,
            "A score says nothing that is known, and its note is left out.",
            "# scores say nothing that is known, and their notes are left out.",
        );
        add(
            self.without_time,
            "A note has no time and is left out.",
            "# notes have no time and are left out.",
        );
        add(
            self.without_place,
            "The place and colour of a note are not in the file in four digits: it counts as a red one in the lower left corner.",
            "The places and colours of # notes are not in the file in four digits: they count as red ones in the lower left corner.",
        );
        add(
            self.after_limit,
            "A note after the limit is left out.",
            "# notes after the limit are left out.",
        );
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_bsor::scoring::note_score;

    use super::*;

    #[test]
    fn the_points_of_a_cut_are_those_of_the_file() {
        for points in 0..=115 {
            let note = note(points, 1.0, NoteInfo::new("1211")).unwrap();
            let score = note_score(&note, note.id());
            assert_eq!(score.total(), points);
            assert_eq!(
                (score.before, score.after, score.distance),
                (points.min(70), (points - 70).clamp(0, 30), (points - 100).max(0))
            );
            assert!(!note.cut_is_garbage());
        }
        assert_eq!(note_score(&note(999, 1.0, None).unwrap(), NoteId::new(8, false)).total(), 115);
    }

    #[test]
    fn a_note_says_what_the_file_says() {
        let read = |points, text| {
            let note = note(points, 1.0, NoteInfo::new(text))?;
            let id = note.id();
            Some((note.event_type()?, id.line, id.layer, id.color, id.direction))
        };
        assert_eq!(read(115, "2081"), Some((EventType::Good, 2, 0, Some(1), 8)));
        assert_eq!(read(-2, "3150"), Some((EventType::Bad, 3, 1, Some(0), 5)));
        assert_eq!(read(-3, "0241"), Some((EventType::Miss, 0, 2, Some(1), 4)));
        assert_eq!(read(-4, "1083"), Some((EventType::Bomb, 1, 0, None, 8)));
        assert_eq!(read(50, "odd"), Some((EventType::Good, 0, 0, Some(0), 8)));
        assert_eq!(read(-1, "2081"), None);
    }
}
