//! Replays beside maps: real ones, and ones that were changed.

use ghostreel_beatmap::{FileList, MapHash, sample};
use ghostreel_corpus::files as corpus;
use ghostreel_formats::bsor::scoring::CutRule;
use ghostreel_formats::bsor::{Replay, encode, sample as replays};
use ghostreel_formats::core::DecodeOptions;

use super::*;

/// A replay in which each target of the sample's first difficulty was cut well.
fn perfect(difficulty: &Difficulty) -> Replay {
    let mut replay = replays::generate(&replays::Options::default());
    let cut = replay.notes.iter().find_map(|note| note.cut).unwrap();
    let all = targets_as_played(difficulty, &replay.info);
    let note = |target: &Target| Note {
        head: NoteHead { event_type: EventType::Good as i32, ..miss(target).head },
        cut: Some(cut),
    };
    replay.notes = all.iter().map(note).collect();
    replay.walls.clear();
    replay.info.fail_time = 0.0;
    replay.info.score = {
        let rows = score_rows(&replay.info, replay.notes.as_notes(), &[]);
        rows.last().unwrap().score
    };
    replay
}

fn compare(replay: &Replay, difficulty: &Difficulty) -> MapMatch {
    let bytes = encode(replay);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    match_map(&view, difficulty)
}

fn sample_map() -> Map {
    Map::read(&sample::files(sample::Version::V4)).unwrap()
}

#[track_caller]
fn check(
    found: &MapMatch,
    verdict: Verdict,
    [matched, invented, missing, not_reached]: [usize; 4],
) {
    let counts = [found.matched, found.invented, found.missing, found.not_reached];
    assert_eq!(counts, [matched, invented, missing, not_reached]);
    assert_eq!(found.verdict, verdict);
}

#[test]
fn a_perfect_replay_has_every_target_once() {
    let map = sample_map();
    let difficulty = &map.difficulties[0];
    let mut replay = perfect(difficulty);
    for left_handed in [0, 1] {
        replay.info.left_handed = left_handed;
        let replay = Replay { notes: perfect_notes(&replay, difficulty), ..replay.clone() };
        let map_match = compare(&replay, difficulty);
        check(&map_match, Verdict::Consistent, [28, 0, 0, 0]);
        assert_eq!(map_match.score_by_map, replay.info.score);
        assert_eq!(map_match.max_score, 15_235);
    }
}

/// The notes of a replay as the map has them for this player.
fn perfect_notes(replay: &Replay, difficulty: &Difficulty) -> NoteList {
    let all = targets_as_played(difficulty, &replay.info);
    let notes = replay.notes.iter().zip(&all);
    notes
        .map(|(note, target)| Note { head: NoteHead { note_id: target.id(), ..note.head }, ..note })
        .collect()
}

#[test]
fn missing_and_invented_notes_are_found() {
    let map = sample_map();
    let difficulty = &map.difficulties[0];
    let whole = perfect(difficulty);
    // One note less: as if it had been missed.
    let mut replay = whole.clone();
    replay.notes =
        whole.notes.iter().enumerate().filter(|(at, _)| *at != 20).map(|n| n.1).collect();
    let map_match = compare(&replay, difficulty);
    check(&map_match, Verdict::Inconsistent, [27, 0, 1, 0]);
    assert!(map_match.score_by_map < replay.info.score);
    assert_eq!(map_match.missing_notes[0].note_id, whole.notes.get(20).unwrap().head.note_id);
    // One twice.
    let mut replay = whole.clone();
    replay.notes.push(&whole.notes.get(5).unwrap());
    let map_match = compare(&replay, difficulty);
    check(&map_match, Verdict::Inconsistent, [28, 1, 0, 0]);
    assert_eq!((map_match.invented_notes, map_match.score_by_map), (vec![28], whole.info.score));
    // A link of a chain as a note that is worth more.
    let mut replay = whole.clone();
    let link = (0..28).find(|at| whole.notes.get(*at).unwrap().id().scoring_type == 7).unwrap();
    let mut note = whole.notes.get(link).unwrap();
    note.head.note_id -= 40_000;
    assert_eq!(CutRule::of(note.id().scoring_type).max(), 115);
    replay.notes.set(link, &note);
    let map_match = compare(&replay, difficulty);
    check(&map_match, Verdict::Inconsistent, [28, 0, 0, 0]);
    // It counts as a link all the same.
    assert_eq!(map_match.score_by_map, whole.info.score);
    let types = " 1 note is recorded as Normal and is ChainLink by the map.";
    assert!(map_match.finding().unwrap().ends_with(types));
    // Half of them a tenth of a second late.
    let mut replay = whole.clone();
    replay.notes = whole
        .notes
        .iter()
        .enumerate()
        .map(|(at, mut note)| {
            note.head.spawn_time += if at < 14 { 0.0 } else { 0.1 };
            note
        })
        .collect();
    check(&compare(&replay, difficulty), Verdict::Inconsistent, [14, 14, 14, 0]);
}

/// Recorders have had other types than the map: all as normal ones on Quest, and the end of an arc where a chain ends.
#[test]
fn types_of_older_recorders_are_named_and_scored_by_the_map() {
    let map = sample_map();
    let difficulty = &map.difficulties[0];
    let whole = perfect(difficulty);
    let with_types = |of: &dyn Fn(u8) -> u8| {
        let notes = whole.notes.iter().map(|mut note| {
            let scoring = note.id().scoring_type;
            note.head.note_id += (i32::from(of(scoring)) - i32::from(scoring)) * 10_000;
            note
        });
        Replay { notes: notes.collect(), ..whole.clone() }
    };
    let has = |number: u8| whole.notes.iter().any(|note| note.id().scoring_type == number);
    assert!(has(3) && has(4) && has(6) && has(7));
    let map_match = compare(&with_types(&|_| 3), difficulty);
    check(&map_match, Verdict::Consistent, [28, 0, 0, 0]);
    assert_eq!(map_match.score_by_map, whole.info.score);
    assert!(
        map_match.types_differ.iter().all(|types| types.recorded == "Normal" && !types.is_wrong)
    );
    let differ: usize = map_match.types_differ.iter().map(|types| types.notes).sum();
    assert_eq!(differ, whole.notes.iter().filter(|note| note.id().scoring_type != 3).count());
    assert!(map_match.summary().contains("recorded as Normal and"), "{}", map_match.summary());
    // Mods join arcs to other notes than the game does. A link is a link in all of them.
    let map_match =
        compare(&with_types(&|number| if number == 3 { 4 } else { number }), difficulty);
    check(&map_match, Verdict::Consistent, [28, 0, 0, 0]);
    let map_match =
        compare(&with_types(&|number| if number == 3 { 7 } else { number }), difficulty);
    assert_eq!((map_match.verdict, map_match.invented), (Verdict::Inconsistent, 0));
    assert!(map_match.types_differ.iter().all(|types| types.is_wrong));
    assert_eq!(map_match.score_by_map, whole.info.score);
}

#[test]
fn a_replay_without_notes_and_a_map_of_mods_are_not_judged() {
    let mut map = sample_map();
    let difficulty = &mut map.difficulties[0];
    let mut replay = perfect(difficulty);
    let whole = replay.clone();
    replay.notes = NoteList::default();
    let map_match = compare(&replay, difficulty);
    check(&map_match, Verdict::NotEnoughData, [0, 0, 28, 0]);
    assert_eq!(map_match.reason.as_deref(), Some("It has no notes that could be compared."));
    difficulty.requirements.push("Noodle Extensions".to_owned());
    check(&compare(&whole, difficulty), Verdict::Consistent, [28, 0, 0, 0]);
    let mut replay = whole;
    replay.notes.truncate(14);
    let map_match = compare(&replay, difficulty);
    check(&map_match, Verdict::NotEnoughData, [14, 0, 14, 0]);
    assert_eq!(map_match.reason.as_deref(), Some(MOVED_BY_MODS));
}

/// The rest of a damaged map proves nothing, neither for the replay nor against it.
#[test]
fn a_map_that_was_read_in_part_judges_nothing() {
    for version in sample::Version::ALL {
        let map = Map::read(&sample::files(version)).unwrap();
        let mut replay = perfect(&map.difficulties[0]);
        replay.info.hash = map.hash.unwrap().to_string().as_str().into();
        // The game looks modes and difficulties up in any case.
        replay.info.mode = map.difficulties[0].mode.to_lowercase().as_str().into();
        replay.info.difficulty = map.difficulties[0].name.to_uppercase().as_str().into();
        let bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(compare_with_map(&view, &map).unwrap().verdict, Verdict::Consistent);
        let mut with_prefix = replay.clone();
        let hash = map.hash.unwrap().to_string().to_lowercase();
        with_prefix.info.hash = format!("custom_level_{hash} WIP").as_str().into();
        let bytes_with_prefix = encode(&with_prefix);
        let same = View::open(&bytes_with_prefix[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(compare_with_map(&same, &map).unwrap().verdict, Verdict::Consistent);
        let mut in_part = map.clone();
        in_part.difficulties[0].read_in_part = Some("Easy.dat: cut.".to_owned());
        let wanted =
            "The map could not be read whole, so the replay is not judged by it. Easy.dat: cut.";
        assert_eq!(compare_with_map(&view, &in_part).unwrap_err().to_string(), wanted);
        // Of an Info.dat that was read in part, the hash is another.
        let lost = map.read_in_part.clone().or(Some("Easy.dat: cut.".to_owned()));
        let in_part = Map { hash: Some(MapHash([0; 20])), read_in_part: lost, ..map };
        assert_eq!(compare_with_map(&view, &in_part).unwrap_err().to_string(), wanted);
    }
}

/// An honest play is never called inconsistent, however the map's files are damaged on their way.
#[test]
fn an_honest_play_is_not_inconsistent_whatever_its_map_looks_like() {
    for version in sample::Version::ALL {
        let files = sample::files(version);
        let plain = Map::read(&files).unwrap();
        let mut replay = perfect(&plain.difficulties[0]);
        replay.info.mode = plain.difficulties[0].mode.as_str().into();
        replay.info.difficulty = plain.difficulties[0].name.as_str().into();
        let mut judged = |map: &Map| {
            replay.info.hash = map.hash.unwrap().to_string().as_str().into();
            let bytes = encode(&replay);
            compare_with_map(&View::open(&bytes[..], &DecodeOptions::STRICT).unwrap(), map)
        };
        for deviation in sample::Deviation::ALL {
            let map = Map::read(&deviation.of_all(&files)).unwrap();
            let found = judged(&map).unwrap();
            check(&found, Verdict::Consistent, [found.matched, 0, 0, 0]);
            assert!(found.matched >= 24, "{version:?}, {deviation:?}");
        }
        let name = &plain.difficulties[0].file;
        let whole = files.clone().get_mut(name).unwrap().clone();
        let mut refused = 0;
        for length in (0..whole.len()).step_by(7) {
            let mut files = files.clone();
            files.get_mut(name).unwrap().truncate(length);
            match judged(&Map::read(&files).unwrap()) {
                Err(NotCompared::ReadInPart { .. }) => refused += 1,
                found => panic!("{version:?}, {length}: {found:?}"),
            }
        }
        assert!(refused > 100);
    }
}

#[test]
fn notes_after_the_end_were_not_reached() {
    let map = sample_map();
    let difficulty = &map.difficulties[0];
    let mut replay = perfect(difficulty);
    replay.notes.truncate(10);
    check(&compare(&replay, difficulty), Verdict::Inconsistent, [10, 0, 18, 0]);
    replay.info.fail_time = 5.0;
    check(&compare(&replay, difficulty), Verdict::Consistent, [10, 0, 0, 18]);
    replay.notes = NoteList::default();
    check(&compare(&replay, difficulty), Verdict::NotEnoughData, [0, 0, 0, 28]);
}

#[test]
fn only_its_own_map_is_compared() {
    let map = sample_map();
    let mut replay = perfect(&map.difficulties[0]);
    let hash = map.hash.unwrap().to_string();
    let compare = |replay: &Replay| {
        let bytes = encode(replay);
        compare_with_map(&View::open(&bytes[..], &DecodeOptions::STRICT).unwrap(), &map)
    };
    replay.info.mode = "Standard".into();
    let played_on = replay.info.map_hash();
    (replay.info.song_name, replay.info.mapper) = ("Other".into(), "Somebody".into());
    let (song, mappers) = (&map.info.song_name, map.info.mappers.join(", "));
    assert_eq!(
        compare(&replay).unwrap_err().to_string(),
        format!(
            "This map is another one: “{song}” by {mappers}, {hash}. The replay was played on “Other” by Somebody, {played_on}."
        )
    );
    (replay.info.song_name, replay.info.mapper) = (song.as_str().into(), mappers.as_str().into());
    assert_eq!(
        compare(&replay).unwrap_err().to_string(),
        format!(
            "This map is another version of “{song}” by {mappers}: {hash}. The replay was played on {played_on}."
        )
    );
    replay.info.hash = format!("{} WIP", hash.to_lowercase()).as_str().into();
    replay.info.difficulty = "Expert".into();
    check(&compare(&replay).unwrap(), Verdict::Consistent, [28, 0, 0, 0]);
    replay.info.difficulty = "Hard".into();
    let none = compare(&replay).unwrap_err().to_string();
    assert_eq!(none, "It was played on Standard Hard, which is missing in the map, or unreadable.");
}

#[test]
fn real_replays_have_every_note_of_their_maps_once() {
    let (Some(maps), Some(replays)) = (corpus("beat-saber/maps"), corpus("beat-saber/bsor")) else {
        return;
    };
    let mut folders: Vec<(String, FileList)> = Vec::new();
    for (name, content) in maps {
        let (folder, file) = name.split_once("__").unwrap().1.rsplit_once('_').unwrap();
        match folders.iter_mut().find(|(known, _)| known == folder) {
            Some((_, files)) => files.push(file, content),
            None => folders.push((folder.to_owned(), [(file, content)].into_iter().collect())),
        }
    }
    let mut pairs = 0;
    for map in folders.iter().filter_map(|(_, files)| Map::read(files).ok()) {
        let Some(hash) = map.hash else { continue };
        for (name, bytes) in &replays {
            let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
            let found = match compare_with_map(&view, &map) {
                Err(NotCompared::OtherMap { map, .. }) => {
                    assert_eq!(map, Some(hash));
                    continue;
                }
                // Of some maps a single file is there.
                Err(NotCompared::ReadInPart { .. }) if map.read_in_part.is_some() => continue,
                found => found.unwrap(),
            };
            let name_of = view.info().difficulty.as_str();
            let difficulty = map.difficulties.iter().find(|d| d.name == name_of).unwrap();
            let targets = difficulty.targets();
            let is_to_the_bit = |(note, target): (Note, &Option<u32>)| {
                let target = targets.as_slice()[target.unwrap() as usize];
                note.head.spawn_time == target.time_s
            };
            let notes = view.notes().iter().zip(&found.targets).filter(|(note, _)| !is_bomb(note));
            let exact = notes.map(is_to_the_bit).filter(|is| *is).count();
            assert_eq!(exact, targets.as_slice().len(), "{name}");
            check(&found, Verdict::Consistent, [targets.as_slice().len(), 0, 0, 0]);
            assert_eq!(found.score_by_map, view.info().score, "{name}");
            let walls: Vec<Wall> = view.walls().iter().collect();
            let by_events = score_rows(view.info(), view.notes(), &walls).last().unwrap().max_score;
            assert_eq!(found.max_score, i64::from(by_events.unwrap()), "{name}");
            pairs += 1;
        }
    }
    assert_eq!(pairs, 2);
}
