//! The real replays whose maps are at hand.

use ghostreel_analysis::beat_saber::{ExplainedParts, Verdict, WithMap, verify_with_map};
use ghostreel_beatmap::{FileList, Map};
use ghostreel_formats::bsor::{Replay, decode};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;

/// Each replay whose map is there, by the beginning of its name, with the map.
pub(crate) fn pairs() -> Option<Vec<(String, Vec<u8>, Map)>> {
    let maps = ghostreel_corpus::files("beat-saber/maps")?;
    let mut folders: Vec<(String, FileList)> = Vec::new();
    for (name, content) in maps {
        let (folder, file) = name.split_once("__").unwrap().1.rsplit_once('_').unwrap();
        match folders.iter_mut().find(|(known, _)| known == folder) {
            Some((_, files)) => files.push(file, content),
            None => folders.push((folder.to_owned(), [(file, content)].into_iter().collect())),
        }
    }
    let maps: Vec<Map> = folders.iter().filter_map(|(_, files)| Map::read(files).ok()).collect();
    let replays = ghostreel_corpus::files("beat-saber/bsor")?;
    let mut pairs = Vec::new();
    for (name, bytes) in replays {
        let replay: Replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let hash = replay.info.map_hash();
        let map = maps.iter().find(|map| map.hash.is_some_and(|known| known.to_string() == hash));
        if let Some(map) = map {
            let name = name.split('_').next().unwrap_or_default().to_owned();
            pairs.push((name, bytes, map.clone()));
        }
    }
    Some(pairs)
}

pub(crate) fn compared(file: &[u8], map: &Map) -> WithMap {
    verify_with_map(&open(file, &DecodeOptions::RECOVER).unwrap(), map).unwrap()
}

#[test]
fn every_cut_of_real_replays_is_recomputed() {
    let Some(pairs) = pairs() else { return };
    for (name, file, map) in &pairs {
        let found = compared(file, map);
        let by_map = found.motion.by_map.as_ref().unwrap();
        assert_eq!((found.verdict(), found.motion.notes_off), (Verdict::Consistent, 0), "{name}");
        assert_eq!((by_map.checked, by_map.notes_off), (found.motion.checked, 0), "{name}");
        assert!(by_map.not_checked.is_empty() && by_map.reason.is_none(), "{name}");
        assert!(by_map.passed.is_empty(), "{name}: {:?}", by_map.passed);
        // All points of all notes, and with them the score, follow from map and frames.
        let score = by_map.score;
        assert_eq!((score.recomputed, score.notes_differ), (score.recorded, 0), "{name}");
        assert_eq!((score.combo, score.energy), (score.recorded_combo, score.recorded_energy));
        assert_eq!(score.recorded_fail.is_none(), score.fail.is_none(), "{name}");
        // What `limits` says of real files.
        let most = |of: fn(&ExplainedParts) -> f64| {
            let parts = found.notes.iter().filter_map(|note| note.parts.as_ref());
            parts.map(of).fold(f64::NEG_INFINITY, f64::max)
        };
        let apart = |[a, b]: [f64; 2]| (a - b).abs();
        assert!(most(|parts| (parts.distance[0] - parts.distance[1]).abs()) < 2e-6, "{name}");
        assert!(most(|parts| (parts.before[0] - parts.before[1]).abs()) < 1e-3, "{name}");
        assert!(most(|parts| (parts.after[0] - parts.after[1]).abs()) < 1e-3, "{name}");
        assert!(most(|parts| parts.apart.unwrap()) < 0.0, "{name}");
        let directions = found
            .notes
            .iter()
            .filter_map(|note| note.parts.as_ref()?.direction[1].zip(note.parts?.direction[0]));
        let off: Vec<f64> = directions.map(|(a, b)| apart([a, b])).collect();
        assert!(off.iter().all(|off| *off < 0.005), "{name}: {off:?}");
    }
    assert_eq!(pairs.len(), 2);
}
