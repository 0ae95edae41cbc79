//! Two notes of one colour at one time: the game turns both along the line between them, so that one straight cut goes through them. Real replays show
//! it to a hundredth of a degree.

use std::collections::BTreeMap;

use ghostreel_bsor::{ANY_DIRECTION, ARROW_DEGREES};

use crate::target::{Origin, Target};

/// They are turned if that is at most so many degrees.
const MOST_TURNED: f64 = 40.0;
/// Directions from this one on are diagonal.
const DIAGONAL: i32 = 4;

/// Turns the pairs among targets; the map's own turns are void.
pub(crate) fn turn(targets: &mut [Target]) {
    let mut groups: BTreeMap<(u32, i32), Vec<usize>> = BTreeMap::new();
    for (index, target) in targets.iter().enumerate() {
        if matches!(target.origin, Origin::Note(_)) {
            let time = (target.time_s + 0.0).to_bits();
            groups.entry((time, target.color)).or_default().push(index);
        }
    }
    for group in groups.values() {
        let [first, second] = group[..] else { continue };
        let Some((a, b)) = targets.get(first).copied().zip(targets.get(second).copied()) else {
            continue;
        };
        for (at, own, other) in [(first, a, b), (second, b, a)] {
            if let (Some(target), Some(degrees)) = (targets.get_mut(at), turned(&own, &other)) {
                target.angle_offset = degrees;
            }
        }
    }
}

/// Degrees by which a note is turned for another one; `None` if it is not.
fn turned(note: &Target, other: &Target) -> Option<f32> {
    let arrow = |note: &Target| {
        let degrees = usize::try_from(note.direction).ok().and_then(|at| ARROW_DEGREES.get(at));
        degrees.map(|degrees| f64::from(*degrees))
    };
    let (own, others) = (arrow(note), arrow(other));
    if own.is_some() && others.is_some() && own != others {
        return None;
    }
    let apart = |a: i32, b: i32| f64::from(a.saturating_sub(b));
    let (x, y) = (apart(other.line, note.line), apart(other.layer, note.layer));
    if x == 0.0 && y == 0.0 {
        return None;
    }
    let along = libm::atan2(x, -y).to_degrees();
    let way = own.or(others);
    // Without any arrow both are turned from upright.
    let from = way.unwrap_or(180.0);
    let ends = [along, along + 180.0].map(|along| signed(along - from));
    let degrees = ends.into_iter().min_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    if way.is_some() && degrees.abs() > MOST_TURNED {
        return None;
    }
    let is_dot_of_diagonal =
        note.direction == ANY_DIRECTION && (DIAGONAL..ANY_DIRECTION).contains(&other.direction);
    #[allow(clippy::cast_possible_truncation, reason = "of some degrees")]
    let degrees = (if is_dot_of_diagonal { degrees + 45.0 } else { degrees }) as f32;
    Some(degrees)
}

/// An angle from −180° to 180°.
fn signed(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    if turned > 180.0 { turned - 360.0 } else { turned }
}

#[cfg(test)]
mod tests {
    use crate::model::{Beatmap, Cell, Note};
    use crate::targets::Targets;

    fn note(line: i32, layer: i32, direction: i32) -> Note {
        let cell = Cell { line, layer, time_s: 1.0, ..Cell::default() };
        Note { cell, direction, ..Note::default() }
    }

    #[track_caller]
    fn check(notes: &[Note], turned: &[f32]) {
        let beatmap = Beatmap { notes: notes.to_vec(), ..Beatmap::default() };
        let targets = Targets::of(&beatmap);
        let angles: Vec<f32> = targets.as_slice().iter().map(|note| note.angle_offset).collect();
        let is_close = |(angle, turned): (&f32, &f32)| (angle - turned).abs() < 1e-3;
        assert_eq!(angles.len(), turned.len());
        assert!(angles.iter().zip(turned).all(is_close), "{angles:?}, not {turned:?}");
        let mirrored = targets.mirrored();
        assert!(
            mirrored.as_slice().iter().zip(&angles).all(|(note, own)| note.angle_offset == -own)
        );
    }

    #[test]
    fn two_notes_of_a_color_turn_along_the_line_between_them() {
        check(&[note(0, 0, 1)], &[0.0]);
        // One above the other, and beside each other.
        check(&[note(0, 0, 1), note(0, 1, 1)], &[0.0, 0.0]);
        check(&[note(0, 0, 3), note(1, 0, 3)], &[0.0, 0.0]);
        // Two layers up and one line to the right, cut downwards; to the left, cut upwards.
        let slope = 0.5_f32.atan().to_degrees();
        check(&[note(0, 0, 1), note(1, 2, 1)], &[-slope, -slope]);
        check(&[note(1, 0, 0), note(0, 2, 0)], &[slope, slope]);
        check(&[note(1, 0, 0), note(0, 2, 8)], &[slope, slope]);
        // More than 40°, or directions of their own, or more than two.
        check(&[note(0, 0, 1), note(1, 0, 1)], &[0.0, 0.0]);
        check(&[note(0, 0, 1), note(0, 1, 0)], &[0.0, 0.0]);
        check(&[note(0, 0, 1), note(1, 2, 1), note(3, 2, 1)], &[0.0, 0.0, 0.0]);
        // Dots lie along it whatever it is.
        check(&[note(0, 0, 8), note(0, 1, 8)], &[0.0, 0.0]);
        check(&[note(0, 0, 5), note(1, 1, 8)], &[0.0, 45.0]);
    }

    #[test]
    fn notes_that_the_map_turns_stay_turned_but_for_pairs() {
        let by_map = Note { angle_offset: 15, ..note(0, 0, 1) };
        check(&[by_map], &[15.0]);
        check(&[by_map, note(0, 1, 1)], &[0.0, 0.0]);
        check(&[by_map, note(1, 0, 1)], &[15.0, 0.0]);
    }
}
