//! The real replays whose maps are at hand.

use ghostreel_analysis::beat_saber::{
    CutProperty, ExplainedParts, Verdict, WithMap, verify_with_map,
};
use ghostreel_beatmap::{Beatmap, Cell, Difficulty, FileList, Map, Note, sample};
use ghostreel_formats::bsor::{Note as NoteEvent, Replay, View, decode, encode};
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

fn apart([a, b]: [f64; 2]) -> f64 {
    (a - b).abs()
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
        assert!(by_map.tried.is_empty(), "{name}: {:?}", by_map.tried);
        // The statements of `limits` about real files.
        let most = |of: &dyn Fn(&ExplainedParts) -> f64| {
            for note in &found.notes {
                if let Some(p) = note.parts {
                    let by = p.direction[0] - p.direction[1];
                    if by.abs() > 0.01 {
                        let now = note.time;
                        let same: Vec<_> = found
                            .notes
                            .iter()
                            .filter(|o| o.time == now)
                            .map(|o| o.note_id)
                            .collect();
                        eprintln!(
                            "{} t {} id {} by {by:.4} dist {:?} same {same:?} n {:.3}",
                            note.note.unwrap(),
                            note.time,
                            note.note_id,
                            p.distance,
                            note.time * 10.0
                        );
                    }
                }
            }
            let parts = found.notes.iter().filter_map(|note| note.parts.as_ref());
            parts.map(of).fold(f64::NEG_INFINITY, f64::max)
        };
        assert!(most(&|parts| apart(parts.distance)) < 2e-6, "{name}");
        assert!(most(&|parts| apart(parts.before)) < 1e-3, "{name}");
        assert!(most(&|parts| apart(parts.after)) < 1e-3, "{name}");
        assert!(most(&|parts| parts.apart.unwrap()) < 0.0, "{name}");
        assert!(most(&|parts| -parts.apart_before.unwrap_or(1.0)) < 0.0, "{name}");
        assert!(most(&|parts| apart(parts.direction)) < 0.005, "{name}");
    }
    assert_eq!(pairs.len(), 2);
}

/// The notes that a replay has events of as a map, at the speed that its cuts agree on.
fn own_map(replay: &Replay, view: &View<'_>) -> Map {
    let beatmap = Beatmap {
        notes: replay.notes.as_notes().iter().map(as_in_map).collect(),
        ..Beatmap::default()
    };
    let mut map = Map::read(&sample::files(sample::Version::V3)).unwrap();
    map.hash = None;
    map.difficulties = vec![Difficulty {
        mode: replay.info.mode.as_str().into_owned(),
        name: replay.info.difficulty.as_str().into_owned(),
        note_jump_speed: view.fitted_note_jump_speed().unwrap() as f32,
        beatmap: Some(beatmap),
        ..Difficulty::default()
    }];
    map
}

fn as_in_map(event: NoteEvent) -> Note {
    let id = event.id();
    let place = Cell { line: id.line, layer: id.layer, ..Cell::default() };
    let cell = Cell { time_s: event.head.spawn_time, ..place };
    Note { cell, color: id.color.map_or(-1, i32::from), direction: id.direction, ..Note::default() }
}

/// The statements of `limits` about real files whose maps are not at hand. It says nothing here that all notes are there; it does that each was where it is worked out to be.
#[test]
fn notes_of_real_replays_are_where_their_cuts_say() {
    let Some(files) = ghostreel_corpus::files("beat-saber/bsor") else { return };
    let mut all = 0;
    for (name, bytes) in files {
        let mut replay: Replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let view = View::open(&bytes, &DecodeOptions::STRICT).unwrap();
        let mut map = own_map(&replay, &view);
        let known = Map::read(&sample::files(sample::Version::V3)).unwrap().hash;
        (map.hash, replay.info.hash) = (known, known.unwrap().to_string().as_str().into());
        let found = compared(&encode(&replay), &map);
        let by_map = found.motion.by_map.as_ref().unwrap();
        let checked = found.motion.checked;
        // In one map bombs beside notes matter, and no player hit them: notes above them begin their jump elsewhere.
        let (off, far) = if name.starts_with("33158f13") { (3, 27) } else { (0, 0) };
        assert_eq!((by_map.checked, by_map.notes_off), (checked, off), "{name}");
        assert!(by_map.tried.is_empty() && by_map.reason.is_none(), "{name}: {by_map:?}");
        assert_eq!(found.verdict(), Verdict::Consistent, "{name}");
        assert!(
            found.motion.off.iter().all(|off| off.what == CutProperty::CutDirDeviation),
            "{name}"
        );
        let parts = found.notes.iter().filter_map(|note| note.parts.as_ref());
        let parts =
            parts.filter(|parts| apart(parts.direction) > 0.01 || apart(parts.distance) > 2e-4);
        assert_eq!(parts.count(), far, "{name}");
        // The game takes a cut in the first frame in which the blade meets the note.
        let before = found.notes.iter().filter_map(|note| note.parts?.apart_before);
        assert!(before.fold(1.0, f64::min) > 0.0, "{name}");
        // Of a version of the game that is not known, the same cuts count, as they follow.
        replay.info.game_version = "1.40.8".into();
        let newer = compared(&encode(&replay), &map).motion.by_map.unwrap();
        assert_eq!((newer.reason, newer.checked, newer.notes_off), (None, checked, off), "{name}");
        assert_eq!(newer.tried.len(), 1, "{name}: {:?}", newer.tried);
        all += checked;
    }
    assert_eq!(all, 4_770);
}
