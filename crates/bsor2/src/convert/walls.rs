//! Walls of version 1 and 2.

use super::{NO_SPAWN_ID, ORIGINAL, Sentences};
use crate::layout::{Info, Wall, WallId};
use ghostreel_bsor as bsor;
use ghostreel_bsor::scoring::ScoreRow;

/// The kinds of walls that maps have always had: the kind in version 1, the lowest layer and the height in layers.
const KINDS: [(i32, i32, i32); 2] = [(0, 0, 5), (1, 2, 3)];

/// The wall of version 2. `score` is where everything stands after it.
pub(super) fn from_bsor(wall: &bsor::Wall, score: Option<&ScoreRow>) -> Wall {
    let kind = KINDS.into_iter().find(|(kind, ..)| *kind == wall.kind());
    // Other kinds have no known meaning: the layer has the number, and the height is 0.
    let (_, line_layer, height) = kind.unwrap_or((wall.kind(), wall.kind(), 0));
    let (out_time, out_energy) = match wall.exit_time() {
        Some(time) => (time, 0.0),
        None => (0.0, wall.energy),
    };
    Wall {
        id: WallId {
            spawn_id: NO_SPAWN_ID,
            line_index: wall.line(),
            line_layer,
            width: wall.width(),
            height,
            duration: 0.0,
        },
        in_time: wall.time,
        out_time,
        spawn_time: wall.spawn_time,
        in_energy: 0.0,
        out_energy,
        multiplier: score.and_then(|row| row.multiplier).unwrap_or_default().into(),
    }
}

/// Adds the assumptions about walls that come from version 1.
pub(super) fn add_assumed(walls: &[bsor::Wall], sentences: &mut Sentences) {
    sentences.add_if(
        !walls.is_empty(),
        "Version 1 does not have the spawn ids of walls, how long they are, the energy when the head went in, and one of the time and the energy when it came out: ids are -1, the rest is 0.",
    );
    let odd = walls.iter().filter(|wall| !KINDS.iter().any(|kind| kind.0 == wall.kind())).count();
    sentences.add(
        odd,
        "The kind of a wall is neither full height nor top half: its number is kept as the layer, with height 0.",
        "The kinds of # walls are neither full height nor top half: their numbers are kept as the layer, with height 0.",
    );
    let swapped = walls.iter().filter(|wall| wall.time < wall.spawn_time).count();
    sentences.add(
        swapped,
        "The head goes into a wall before it appears, as old mods swapped the two times: they are kept as they stand.",
        "The head goes into # walls before they appear, as old mods swapped the two times: they are kept as they stand.",
    );
}

/// The walls of version 1.
pub(super) fn to_bsor(walls: &[Wall], info: &Info, sentences: &mut Sentences) -> Vec<bsor::Wall> {
    let is_converted = (info.original_major, info.original_minor) == ORIGINAL;
    let mut lost = 0_usize;
    let mut bent = 0_usize;
    let list = walls.iter().map(|wall| {
        let (wall_id, is_plain) = join_id(&wall.id);
        bent = bent.saturating_add(usize::from(!is_plain));
        let is_lost = wall.id.spawn_id != NO_SPAWN_ID
            || wall.id.duration != 0.0
            || wall.in_energy != 0.0
            || (wall.out_time != 0.0 && wall.out_energy != 0.0);
        lost = lost.saturating_add(usize::from(is_lost));
        // As PC mods have it, but for walls that were converted from a Quest's.
        let is_time = is_converted && wall.out_time.to_bits() != 0;
        let energy = if is_time { wall.out_time } else { wall.out_energy };
        bsor::Wall { wall_id, energy, time: wall.in_time, spawn_time: wall.spawn_time }
    });
    let list = list.collect();
    sentences.add(
        lost,
        "There is no place for a wall's spawn id, its length, the energy when the head went in, and the time when it came out.",
        "There is no place for the spawn ids of # walls, their lengths, the energy when the head went in, and the time when it came out.",
    );
    sentences.add(
        bent,
        "A wall is of no kind or size that version 1 has, and becomes the nearest.",
        "# walls are of no kind or size that version 1 has, and become the nearest.",
    );
    list
}

/// The id of version 1, and whether it says all about the wall's place and size.
fn join_id(id: &WallId) -> (i32, bool) {
    let kind = KINDS
        .into_iter()
        .find(|(_, layer, height)| (*layer, *height) == (id.line_layer, id.height));
    let (kind, is_known) = match kind {
        Some((kind, ..)) => (kind, true),
        None if id.height == 0 && (2..10).contains(&id.line_layer) => (id.line_layer, true),
        // The top half begins at layer 2.
        None => (i32::from(id.line_layer >= 2), false),
    };
    let width = id.width.clamp(0, 9);
    let digits = kind.saturating_mul(10).saturating_add(width);
    let wide = i64::from(id.line_index).saturating_mul(100).saturating_add(i64::from(digits));
    let raw = i32::try_from(wide).unwrap_or(if wide < 0 { i32::MIN } else { i32::MAX });
    (raw, is_known && width == id.width && i64::from(raw) == wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wall_of_version_1_comes_back() {
        let mut ids: Vec<i32> = (-500..2_000).collect();
        ids.extend([i32::MIN, i32::MAX]);
        for wall_id in ids {
            for energy in [0.5, 12.0, -0.0, f32::NAN] {
                let wall = bsor::Wall { wall_id, energy, time: 10.0, spawn_time: 9.0 };
                let info = Info { original_major: 1, ..Info::default() };
                let mut sentences = Sentences(Vec::new());
                let back = to_bsor(&[from_bsor(&wall, None)], &info, &mut sentences);
                assert_eq!(back[0].wall_id, wall_id);
                assert_eq!(back[0].energy.to_bits(), energy.to_bits());
                assert_eq!((back[0].time, back[0].spawn_time), (10.0, 9.0));
                assert!(sentences.0.is_empty(), "{:?}", sentences.0);
            }
        }
    }
}
