//! Honest plays on maps that others reported: as editors, mods and other versions of the game write them. Each was played as the corpus' `ab07f0f8`.

use std::collections::BTreeMap;

use ghostreel_analysis::beat_saber::Verdict;
use ghostreel_beatmap::Map;
use ghostreel_formats::bsor::{NoteList, Replay, decode, encode};
use ghostreel_formats::core::DecodeOptions;
use serde::Deserialize;

use super::real::compared;

/// How the replay on a map differs from that on the map as it was.
#[derive(Deserialize)]
struct Change {
    info: BTreeMap<String, String>,
    note_ids: BTreeMap<usize, i32>,
}

impl Change {
    fn made_to(&self, whole: &Replay) -> Vec<u8> {
        let mut replay = whole.clone();
        for (member, value) in &self.info {
            match &**member {
                "hash" => replay.info.hash = value.as_str().into(),
                other => panic!("{other}"),
            }
        }
        let notes = whole.notes.iter().enumerate().map(|(index, mut note)| {
            note.head.note_id = *self.note_ids.get(&index).unwrap_or(&note.head.note_id);
            note
        });
        replay.notes = notes.collect::<NoteList>();
        encode(&replay)
    }
}

#[test]
fn honest_plays_on_odd_maps_are_consistent() {
    let Some(files) = ghostreel_corpus::files("reports/beat-saber") else { return };
    let Some(replays) = ghostreel_corpus::files("beat-saber/bsor") else { return };
    let (_, base) = replays.iter().find(|(name, _)| name.starts_with("ab07f0f8")).unwrap();
    let whole = decode(base, &DecodeOptions::STRICT).unwrap().value;
    let content = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap().1;
    let changes: BTreeMap<String, Change> =
        serde_json::from_slice(content("replays.json")).unwrap();
    for (name, change) in &changes {
        let map = Map::from_zip(content(&format!("{name}.zip"))).unwrap();
        let found = compared(&change.made_to(&whole), &map);
        let is_moved = matches!(&**name, "customdirreq" | "noodlearc");
        // Of what mods move, the motion shows nothing.
        let verdict = if is_moved { Verdict::NotEnoughData } else { Verdict::Consistent };
        assert_eq!((found.verdict(), found.findings()), (verdict, vec![]), "{name}");
        let counts = [found.map.matched, found.map.invented, found.map.missing];
        assert_eq!(counts, [241, 0, 0], "{name}");
        let types: usize = found.map.types_differ.iter().map(|types| types.notes).sum();
        let wanted = match &**name {
            "arcnormal" => 2,
            "chainnormal4" => 4,
            "chaintail3" => 3,
            _ => 0,
        };
        assert_eq!(types, wanted, "{name}: {:?}", found.map.types_differ);
        let by_map = found.motion.by_map.unwrap();
        assert_eq!(by_map.reason.is_some(), is_moved, "{name}: {:?}", by_map.reason);
        assert_eq!(by_map.checked, if is_moved { 0 } else { 241 }, "{name}");
    }
    assert!(changes.len() >= 14);
}
