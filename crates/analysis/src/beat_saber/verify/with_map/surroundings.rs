//! What stands beside each note at its time: the game lets notes of one column jump from above each other, and turns two of one colour alike.

use std::collections::BTreeMap;

use ghostreel_beatmap::{Beatmap, Origin, Target};

/// What matters around a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// Notes below it in its column.
    pub(super) below: u8,
    /// Whether there is a bomb in its column.
    pub(super) has_bomb: bool,
    /// Whether the game may have turned it: two notes of one colour at a time, or the map turns it.
    pub(super) may_be_turned: bool,
    /// Whether it is the head of a chain.
    pub(super) is_chain: bool,
}

impl Surroundings {
    /// Of each target.
    pub(super) fn of(targets: &[Target], beatmap: &Beatmap, is_mirrored: bool) -> Vec<Self> {
        let mut columns: BTreeMap<(u32, i32), Vec<i32>> = BTreeMap::new();
        let mut colors: BTreeMap<(u32, i32), u32> = BTreeMap::new();
        let notes = targets.iter().filter(|target| matches!(target.origin, Origin::Note(_)));
        for target in notes {
            columns.entry(key(target.time_s, target.line)).or_default().push(target.layer);
            let count = colors.entry(key(target.time_s, target.color)).or_default();
            *count = count.saturating_add(1);
        }
        let bombs: BTreeMap<(u32, i32), ()> = (beatmap.bombs.iter())
            .map(|bomb| {
                let line = bomb.cell.line;
                let line = if is_mirrored { 3_i32.saturating_sub(line) } else { line };
                (key(bomb.cell.time_s, line), ())
            })
            .collect();
        let around = |target: &Target| {
            let column = key(target.time_s, target.line);
            let below = columns
                .get(&column)
                .map_or(0, |layers| layers.iter().filter(|layer| **layer < target.layer).count());
            let of_color = colors.get(&key(target.time_s, target.color)).copied().unwrap_or(0);
            let number = target.scoring_type.number();
            Self {
                below: u8::try_from(below).unwrap_or(u8::MAX),
                has_bomb: bombs.contains_key(&column),
                may_be_turned: of_color > 1 || angle_offset(target, beatmap) != 0,
                is_chain: matches!(number, 6 | 9 | 11 | 12),
            }
        };
        targets.iter().map(around).collect()
    }
}

fn angle_offset(target: &Target, beatmap: &Beatmap) -> i32 {
    let Origin::Note(index) = target.origin else { return 0 };
    let note = usize::try_from(index).ok().and_then(|index| beatmap.notes.get(index));
    note.map_or(0, |note| note.angle_offset)
}

/// A time, to the bit but for −0, with a line or colour.
fn key(time_s: f32, other: i32) -> (u32, i32) {
    ((time_s + 0.0).to_bits(), other)
}
