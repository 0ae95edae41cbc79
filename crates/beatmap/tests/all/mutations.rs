//! Maps that were changed at random: nothing panics, and the result is consistent. The fuzz target `beatmap_read` goes on where this ends.

use ghostreel_beatmap::sample::{self, Version};
use ghostreel_beatmap::{FileList, Map, Origin};
use ghostreel_core::Random;

const ROUNDS: u64 = 1_500;

/// Replacements for pieces of a text.
const PIECES: [&str; 16] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "\\",
    "null",
    "-1",
    "1e39",
    "1e400",
    "NaN",
    "4294967296",
    "\"\"",
    "{}",
    "[[",
];

fn look(map: &Map) {
    drop(map.summary());
    for difficulty in &map.difficulties {
        let targets = difficulty.targets();
        let is_note = |origin: Origin| matches!(origin, Origin::Note(_));
        let notes = targets.as_slice().iter().filter(|target| is_note(target.origin)).count();
        let wanted = difficulty.beatmap.as_ref().map_or(0, |beatmap| beatmap.notes.len());
        assert_eq!(notes, wanted);
        assert!(targets.max_score() >= 0);
        let is_in_order =
            |pair: &[ghostreel_beatmap::Target]| pair[0].time_s.total_cmp(&pair[1].time_s).is_le();
        assert!(targets.as_slice().windows(2).all(is_in_order));
        let mirrored = targets.mirrored();
        assert!(mirrored.as_slice().iter().all(|target| target.has_id(target.id())));
    }
}

fn below(random: &mut Random, end: usize) -> usize {
    random.between(0, end as i32 - 1) as usize
}

fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=below(random, 3) {
        let at = below(random, bytes.len().max(1));
        let piece = PIECES[below(random, PIECES.len())];
        match below(random, 4) {
            0 => bytes.truncate(at),
            1 => drop(bytes.splice(at..(at + piece.len()).min(bytes.len()), piece.bytes())),
            2 => drop(bytes.splice(at..at, piece.bytes())),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (piece.len() % 8)),
        }
    }
}

#[test]
fn changed_maps_are_met_calmly() {
    let mut random = Random::new(1);
    for version in Version::ALL {
        let files = sample::files(version);
        let zip = sample::zip(&files).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name).collect();
        for _ in 0..ROUNDS {
            let mut changed: FileList = files.iter().collect();
            let name = names[below(&mut random, names.len())];
            change(changed.get_mut(name).unwrap(), &mut random);
            look(&Map::read(&changed).unwrap());
            let mut changed = zip.clone();
            change(&mut changed, &mut random);
            if let Ok(map) = Map::from_zip(&changed) {
                look(&map);
            }
        }
    }
}
