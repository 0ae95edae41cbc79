//! `map`.

use ghostreel_beatmap::sample::{self, Version};
use ghostreel_beatmap::{FileList, Map};
use ghostreel_formats::bsor::layout::NoteHead;
use ghostreel_formats::bsor::{self, EventType, Note, Replay};
use ghostreel_formats::core::DecodeOptions;

use crate::kit::Place;

#[test]
fn folders_and_zip_files_show_the_same() {
    let place = Place::new();
    for (version, name) in [(Version::V2, "2"), (Version::V3, "3"), (Version::V4, "4")] {
        place.check(&format!("map sample s{name} --format-version {name}"), 0, &[]);
        place.write("s.zip", &sample::zip(&sample::files(version)).unwrap());
        let lines = place.check(&format!("map info --json s{name} s.zip"), 0, &[]).json_lines();
        let [folder, zip] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((&folder["path"], &zip["path"]), (&format!("s{name}").into(), &"s.zip".into()));
        assert_eq!(
            (&folder["hash"], &folder["difficulties"]),
            (&zip["hash"], &zip["difficulties"])
        );
        assert_eq!(folder["difficulties"][0]["content"]["notes"], 24);
        let zip = place.read("s.zip");
        let piped = place.run_with(["map", "info", "-"], &[], &zip);
        assert!(
            piped.stdout.starts_with("standard input\n  Song       Synthetic"),
            "{}",
            piped.stdout
        );
    }
}

#[test]
fn losses_are_reported() {
    let place = Place::new();
    place.check("map sample song", 0, &[]);
    place.check("map sample song", 1, &["song/Info.dat exists already"]);
    std::fs::remove_file(place.path("song/Easy90Degree.dat")).unwrap();
    let run = place.check("map info song", 3, &[]);
    assert!(run.stdout.contains("its file could not be read"), "{}", run.stdout);
    assert!(run.stdout.contains("error   Easy90Degree.dat"), "{}", run.stdout);
    // The name in other letter case, as a system that makes no difference leaves it.
    std::fs::rename(place.path("song/Info.dat"), place.path("song/INFO.DAT")).unwrap();
    place.check("map info song", 3, &[]);
}

#[test]
fn files_that_are_no_map_are_refused_in_a_sentence() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("folder/readme.txt", b"no map");
    place.write("broken.zip", b"PK\x03\x04 and no more");
    place.check(
        "map info a.bsor",
        1,
        &["a.bsor: expected a folder or a zip file with a map, found a file of another kind"],
    );
    place.check(
        "map info folder",
        1,
        &["folder: not a Beat Saber map, which has a file Info.dat, but 1 other file"],
    );
    place.check("map info broken.zip", 1, &["broken.zip: expected a zip file, found"]);
    place.check("map info missing", 1, &["cannot read missing: there is no such file"]);
}

/// A replay of the sample map in which every note was missed.
fn all_missed() -> Replay {
    let map = Map::read(&sample::files(Version::V3)).unwrap();
    let mut replay = bsor::sample::generate(&bsor::sample::Options::default());
    let head = |target: &ghostreel_beatmap::Target| NoteHead {
        note_id: target.id(),
        event_time: target.time_s,
        spawn_time: target.time_s,
        event_type: EventType::Miss as i32,
    };
    let targets = map.difficulties[0].targets();
    replay.notes =
        targets.as_slice().iter().map(|target| Note { head: head(target), cut: None }).collect();
    replay.walls.clear();
    replay.info.fail_time = 0.0;
    replay.info.score = 0;
    replay.info.hash = (&*map.hash.unwrap().to_string()).into();
    (replay.info.mode, replay.info.difficulty) = ("Standard".into(), "Expert".into());
    replay
}

#[test]
fn replays_are_compared_with_their_map() {
    let place = Place::new();
    place.check("map sample song", 0, &[]);
    let mut replay = all_missed();
    place.write("a.bsor", &bsor::encode(&replay));
    let run = place.check("verify --map song a.bsor", 3, &[]);
    let wanted = "28 of the map's 28 notes are in it, 0 of its notes are not in the map; the score by the map is the recorded 0.";
    assert!(run.stdout.contains(wanted), "{}", run.stdout);
    let wanted = "How notes jump in the version of the game that it was played in is not known";
    assert!(run.stdout.contains(wanted), "{}", run.stdout);
    // Note by note.
    let run = place.check("verify --map song --notes a.bsor", 3, &[]);
    let lines = run.stdout.lines().filter(|line| line.ends_with(" s  miss      0 →   0"));
    assert_eq!(lines.count(), 28, "{}", run.stdout);
    let line = &place.check("verify --json --map song --notes a.bsor", 3, &[]).json_lines()[0];
    assert_eq!(line["notes"].as_array().unwrap().len(), 28);
    assert_eq!(line["motion"]["byMap"]["score"]["recomputed"], 0);
    place.check("verify --notes a.bsor", 2, &["--map"]);
    replay.notes.truncate(20);
    place.write("a.bsor", &bsor::encode(&replay));
    let run = place.check("verify --json --map song a.bsor", 2, &[]);
    let line = &run.json_lines()[0];
    assert_eq!((&line["map"]["matched"], &line["map"]["missing"]), (&20.into(), &8.into()));
    assert_eq!(line["findings"][0]["kind"], "inconsistent");
    assert_eq!(
        (&line["verdict"], &line["map"]["verdict"]),
        (&"inconsistent".into(), &"inconsistent".into())
    );
    let level = place.check("verify --require signed --map song a.bsor", 1, &[]);
    assert!(level.stdout.contains("inconsistent"), "the level counts before it: {}", level.stdout);
    // Without the map nothing is wrong with it, and of another nothing is said.
    assert_eq!(place.check("verify --json a.bsor", 3, &[]).json_lines()[0].get("map"), None);
    place.check("map sample other --format-version 2", 0, &[]);
    let run = place.check("verify --map other a.bsor", 3, &[]);
    assert!(
        run.stdout.contains("It is not compared with the map. This map is another"),
        "{}",
        run.stdout
    );
    place.check("verify --map a.bsor a.bsor", 1, &["expected a folder or a zip file with a map"]);
}

#[test]
fn replays_of_other_formats_are_compared_too() {
    let place = Place::new();
    place.check("map sample song", 0, &[]);
    let mut replay = all_missed();
    let mut notes: Vec<Note> = replay.notes.iter().collect();
    for note in &mut notes {
        note.head.event_type = EventType::Good as i32;
        note.cut = Some(bsor::CutInfo {
            saber_type: note.id().color.map_or(-1, i32::from),
            ..Default::default()
        });
    }
    replay.notes = notes.into_iter().collect();
    place.write("a.bsor", &bsor::encode(&replay));
    place.run("convert --to scoresaber-json a.bsor a.json");
    let line = &place.check("verify --json --map song a.json", 3, &[]).json_lines()[0];
    let wanted = "The file does not say when its notes were to be cut.";
    assert_eq!(line["map"]["reason"], wanted, "{line}");
    assert_eq!(line["findings"].as_array().unwrap().len(), 0);
    // Of what is no replay of Beat Saber nothing is said.
    place.check("sample melee a.slp", 0, &[]);
    let line = &place.check("verify --json --map song a.slp", 0, &[]).json_lines()[0];
    assert_eq!((line.get("map"), line["motion"].is_null()), (None, true));
}

/// The exit code speaks of the score: 0 only where all of it is confirmed.
#[test]
fn the_exit_code_says_how_much_of_a_score_is_confirmed() {
    let Some(maps) = ghostreel_corpus::files("beat-saber/maps") else { return };
    let Some(replays) = ghostreel_corpus::files("beat-saber/bsor") else { return };
    let place = Place::new();
    let mut song = FileList::default();
    for (name, content) in maps.iter().filter(|(name, _)| name.contains("_2b69a_")) {
        let file = name.rsplit_once('_').unwrap().1;
        place.write(&format!("song/{file}"), content);
        song.push(file, content.clone());
    }
    let hash = Map::read(&song).unwrap().hash.unwrap().to_string();
    let decoded = |file: &[u8]| bsor::decode(file, &DecodeOptions::STRICT).unwrap().value;
    let (_, file) = replays.iter().find(|(_, file)| decoded(file).info.map_hash() == hash).unwrap();
    let score = decoded(file).info.score;
    let check = |score: i32, code: i32, said: &str| {
        let mut replay = decoded(file);
        replay.info.score = score;
        place.write("a.bsor", &bsor::encode(&replay));
        let run = place.check("verify --map song a.bsor", code, &[]);
        assert!(run.stdout.replace(',', "").contains(said), "{}", run.stdout);
    };
    check(score, 0, &format!("Motion and map show all {score} points."));
    check(score / 100 * 101, 3, "are shown by nothing.");
    check(score * 2, 2, "inconsistent: ");
}
