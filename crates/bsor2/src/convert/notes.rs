//! Notes of version 1 and 2.

use ghostreel_bsor as bsor;
use ghostreel_core::Record;

use super::{NO_SPAWN_ID, ORIGINAL, Sentences};
use crate::layout::{Info, Note, NoteCutInfo, NoteId, NoteScore};
use ghostreel_bsor::layout::{CutInfo, EventType, NoteHead, Quaternion, Vector3};
use ghostreel_bsor::scoring::ScoreRow;

/// The id of a note of version 1, digit by digit, so that the digits make the same number again. PC mods wrote −1 for a bomb's colour,
/// which borrows from the layer.
fn split_id(raw: i32, is_bomb: bool) -> NoteId {
    let is_pc_bomb = is_bomb && raw.rem_euclid(100) == 99;
    let digits = if is_pc_bomb { raw.saturating_add(1) } else { raw };
    let rest = digits.rem_euclid(10_000);
    let (color_type, cut_direction) =
        if is_pc_bomb { (-1, 9) } else { (rest / 10 % 10, rest % 10) };
    NoteId {
        spawn_id: NO_SPAWN_ID,
        scoring_type: digits.div_euclid(10_000),
        line_index: rest / 1_000,
        line_layer: rest / 100 % 10,
        color_type,
        cut_direction,
        angle_offset: 0,
    }
}

/// The id of version 1, and whether each part has a digit of its own there.
fn join_id(id: &NoteId) -> (i32, bool) {
    let NoteId { scoring_type, line_index, line_layer, color_type, cut_direction, .. } = *id;
    let parts = [(10_000, scoring_type), (1_000, line_index), (100, line_layer), (10, color_type)];
    let sum = parts.into_iter().fold(i64::from(cut_direction), |sum, (place, part)| {
        sum.saturating_add(i64::from(part).saturating_mul(place))
    });
    let raw = i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX });
    let is_digit = |part: i32| (0..10).contains(&part);
    let is_plain = scoring_type >= 0
        && is_digit(line_index)
        && is_digit(line_layer)
        && (is_digit(color_type) || color_type == -1)
        && is_digit(cut_direction);
    (raw, is_plain)
}

/// The note of version 2. `score` is where everything stands after it.
pub(super) fn from_bsor(note: &bsor::Note, score: Option<&ScoreRow>) -> Note {
    let NoteHead { note_id, event_time, spawn_time, event_type } = note.head;
    let cut_info = note.cut.map_or_else(NoteCutInfo::default, |cut| {
        // Mods since December 2022 keep the sign in the lowest bit: 1 is 0 or less.
        let cut_distance_sign = if cut.saber_speed.to_bits() & 1 == 1 { -1 } else { 1 };
        NoteCutInfo { cut, cut_distance_sign }
    });
    Note {
        id: split_id(note_id, note.event_type() == Some(EventType::Bomb)),
        event_time,
        cut_time: if note.cut.is_some() { event_time } else { 0.0 },
        spawn_time,
        event_type,
        time_scale: 1.0,
        unity_time_scale: 1.0,
        position: Vector3::default(),
        rotation: Quaternion::IDENTITY,
        score: score.map_or_else(NoteScore::default, |row| NoteScore {
            multiplier: row.multiplier.unwrap_or_default().into(),
            total_score: row.score,
            max_score: row.max_score.unwrap_or_default(),
            combo: row.combo,
            ..NoteScore::default()
        }),
        cut_info,
    }
}

/// Adds the assumptions about notes that come from version 1.
pub(super) fn add_assumed(notes: &bsor::NoteList, sentences: &mut Sentences) {
    let extended = notes.iter().filter(|note| note.id().is_extended).count();
    let has_cuts = notes.iter().any(|note| note.cut.is_some());
    sentences.add_if(
        !notes.is_empty(),
        "Version 1 does not have the spawn ids of notes, their angle offsets, positions, rotations and time scales: ids are -1, scales 1, the rest is 0.",
    );
    sentences.add_if(
        !notes.is_empty(),
        "The score, the multiplier and the combo at each note are worked out by the game's rules; the score of a full combo and the energy, whose scale the draft does not say, are 0.",
    );
    sentences.add_if(
        has_cuts,
        "The time of a cut is taken to be that of the event, and the sign of the distance to be the lowest bit of the saber's speed, where mods before December 2022 did not write it.",
    );
    sentences.add(
        extended,
        "The id of a note is of a map with Mapping Extensions, and only the map says what it means: its digits are taken as they stand.",
        "The ids of # notes are of a map with Mapping Extensions, and only the map says what they mean: their digits are taken as they stand.",
    );
}

/// The notes of version 1.
pub(super) fn to_bsor(notes: &[Note], info: &Info, sentences: &mut Sentences) -> bsor::NoteList {
    let is_converted = (info.original_major, info.original_minor) == ORIGINAL;
    let mut count = Counts::default();
    let list = notes.iter().map(|note| count.note(note, is_converted)).collect();
    count.add_to(sentences);
    list
}

#[derive(Default)]
struct Counts {
    joined: usize,
    ids: usize,
    places: usize,
    times: usize,
    scores: usize,
    cuts: usize,
    signs: usize,
}

impl Counts {
    /// The note of version 1. `is_converted`: it comes from there, and a cut without a sign was none.
    fn note(&mut self, note: &Note, is_converted: bool) -> bsor::Note {
        fn add(count: &mut usize, is_so: bool) {
            *count = count.saturating_add(usize::from(is_so));
        }
        let (note_id, is_plain) = join_id(&note.id);
        let cut_info = &note.cut_info;
        let event = note.event_type();
        let is_kept = match event {
            Some(EventType::Good | EventType::Bad) => true,
            _ => is_converted && cut_info.cut_distance_sign != 0,
        };
        let cut = is_kept.then(|| CutInfo { saber_speed: signed_speed(cut_info), ..cut_info.cut });
        let is_expected = |place: Vector3, rotation: Quaternion| {
            place == Vector3::default() && rotation == Quaternion::IDENTITY
        };
        add(&mut self.joined, !is_plain && !is_converted);
        add(&mut self.ids, note.id.spawn_id != NO_SPAWN_ID || note.id.angle_offset != 0);
        add(&mut self.places, !is_expected(note.position, note.rotation));
        let cut_time = if cut.is_some() { note.event_time } else { 0.0 };
        add(
            &mut self.times,
            note.cut_time.to_bits() != cut_time.to_bits()
                || [note.time_scale, note.unity_time_scale] != [1.0; 2],
        );
        add(&mut self.scores, note.score != NoteScore::default() && !is_converted);
        add(&mut self.cuts, cut.is_none() && bytes(&cut_info.cut).iter().any(|byte| *byte != 0));
        let speed = cut.map_or(0, |cut| cut.saber_speed.to_bits());
        add(&mut self.signs, cut.is_some() && speed != cut_info.cut.saber_speed.to_bits());
        let Note { event_time, spawn_time, event_type, .. } = *note;
        bsor::Note { head: NoteHead { note_id, event_time, spawn_time, event_type }, cut }
    }

    fn add_to(&self, sentences: &mut Sentences) {
        sentences.add(
            self.joined,
            "The id of a note has a part that takes more than one digit, and cannot be read back from version 1.",
            "The ids of # notes have parts that take more than one digit, and cannot be read back from version 1.",
        );
        sentences.add(
            self.ids,
            "There is no place for the spawn id and the angle offset of a note.",
            "There is no place for the spawn ids and the angle offsets of # notes.",
        );
        sentences.add(
            self.places,
            "There is no place for where a note was and how it was turned.",
            "There is no place for where # notes were and how they were turned.",
        );
        sentences.add(
            self.times,
            "There is no place for the time of the cut and the time scales of a note.",
            "There is no place for the times of the cuts and the time scales of # notes.",
        );
        sentences.add(
            self.scores,
            "There is no place for score and energy at a note; readers work them out.",
            "There is no place for score and energy at # notes; readers work them out.",
        );
        sentences.add(
            self.cuts,
            "There is no place for the cut info of a note that was missed, or of a bomb.",
            "There is no place for the cut infos of # notes that were missed, or of bombs.",
        );
        sentences.add(
            self.signs,
            "The sign of the distance of a cut goes into the lowest bit of the saber's speed.",
            "The signs of the distances of # cuts go into the lowest bits of the saber's speed.",
        );
    }
}

/// The saber's speed with the sign of the distance in its lowest bit, as version 1 has it.
fn signed_speed(cut_info: &NoteCutInfo) -> f32 {
    let speed = cut_info.cut.saber_speed;
    let bits = speed.to_bits();
    match cut_info.cut_distance_sign {
        // Infinity with another bit would be no number.
        _ if !speed.is_finite() => speed,
        0 => speed,
        sign => f32::from_bits((bits & !1) | u32::from(sign < 0)),
    }
}

fn bytes(cut: &CutInfo) -> [u8; CutInfo::SIZE] {
    let mut bytes = [0; CutInfo::SIZE];
    cut.write(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_of_version_1_comes_back() {
        let mut ids: Vec<i32> = (-3_000..140_000).collect();
        ids.extend([i32::MIN, i32::MAX, i32::MAX - 8, 31_250_018, -1]);
        for raw in ids {
            for is_bomb in [false, true] {
                assert_eq!(join_id(&split_id(raw, is_bomb)).0, raw, "{is_bomb}");
            }
        }
    }

    #[test]
    fn an_id_has_the_parts_that_the_digits_say() {
        let parts = |raw, is_bomb| {
            let id = split_id(raw, is_bomb);
            assert!(join_id(&id).1);
            (id.scoring_type, id.line_index, id.line_layer, id.color_type, id.cut_direction)
        };
        assert_eq!(parts(32_118, false), (3, 2, 1, 1, 8));
        assert_eq!(parts(21_099, true), (2, 1, 1, -1, 9));
        assert_eq!(parts(21_139, true), (2, 1, 1, 3, 9));
    }

    #[test]
    fn the_sign_of_the_distance_is_the_lowest_bit_of_the_speed() {
        let speed = |speed: f32, cut_distance_sign| {
            let cut = CutInfo { saber_speed: speed, ..CutInfo::default() };
            signed_speed(&NoteCutInfo { cut, cut_distance_sign }).to_bits()
        };
        let even = 12.5_f32.to_bits();
        assert_eq!(even & 1, 0);
        assert_eq!([-7, 0, 1].map(|sign| speed(12.5, sign)), [even | 1, even, even]);
        let odd = f32::from_bits(even | 1);
        assert_eq!([-1, 0, 9].map(|sign| speed(odd, sign)), [even | 1, even | 1, even]);
        assert_eq!(speed(f32::INFINITY, -1), f32::INFINITY.to_bits());
    }
}
