//! Whole maps: those that we make, those that others made, and those that are built to cost.

use ghostreel_bsor::View;
use ghostreel_core::{DecodeOptions, Fault, Severity};
use ghostreel_corpus::files as corpus;

use crate::sample::{self, Version};
use crate::{Beatmap, FileList, Map, limits};

/// A zip file of these files.
fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    sample::zip(&files.into_iter().collect()).unwrap()
}

fn read(files: &FileList) -> Map {
    Map::read(files).unwrap_or_else(|error| panic!("{error}"))
}

/// The diagnostics of the files, as `file: message`.
fn messages_of(map: &Map) -> Vec<String> {
    map.diagnostics.iter().map(|d| format!("{}: {}", d.section, d.message)).collect()
}

fn beatmap(map: &Map, index: usize) -> &Beatmap {
    map.difficulties[index].beatmap.as_ref().unwrap()
}

#[test]
fn all_versions_of_the_sample_are_one_map() {
    let [v2, v3, v4] = Version::ALL.map(|version| read(&sample::files(version)));
    for map in [&v2, &v3, &v4] {
        assert_eq!(messages_of(map), [""; 0]);
        let summary = map.summary();
        assert_eq!((&*summary.song, summary.bpm), ("Synthetic Sample", 120.0));
        let [expert, easy] = &map.difficulties[..] else { panic!("{summary:?}") };
        assert_eq!(
            (&*expert.mode, &*expert.name, &*expert.label),
            ("Standard", "Expert", "Sample Expert")
        );
        assert_eq!((&*easy.mode, &*easy.environment), ("90Degree", "TheFirstEnvironment"));
        assert!(easy.colors.is_none());
        let colors = expert.colors.as_ref().unwrap();
        assert_eq!(colors.left.unwrap().r, 1.0);
        assert!((colors.right.unwrap().g - 0.5).abs() < 0.01 && colors.boosted_lights[0].is_none());
    }
    for index in [0, 1] {
        let [v2, v3, v4] = [&v2, &v3, &v4].map(|map| beatmap(map, index));
        for other in [v3, v4] {
            assert_eq!(v2.tempo, other.tempo);
            assert_eq!(v2.notes, other.notes);
            assert_eq!(v2.bombs, other.bombs);
            assert_eq!(v2.walls, other.walls);
            assert_eq!(v2.arcs, other.arcs);
            assert_eq!(v2.rotations, other.rotations);
        }
        assert_eq!(v3.chains, v4.chains);
    }
    let [v2, v3, v4] = [&v2, &v3, &v4].map(|map| beatmap(map, 0));
    assert_eq!((v2.lights.len(), v2.color_boosts.len(), v2.light_groups), (4, 2, 0));
    for other in [v3, v4] {
        assert_eq!(
            (&v2.lights, &v2.color_boosts, 3),
            (&other.lights, &other.color_boosts, other.light_groups)
        );
    }
    assert!(v2.group_lights.is_empty() && v3.group_lights == v4.group_lights);
    let group_lights: Vec<_> = v3
        .group_lights
        .iter()
        .map(|at| (at.time_s, at.group, at.color, at.brightness, at.extends))
        .collect();
    assert_eq!(
        group_lights,
        [(1.0, 1, 1, 0.5, false), (1.5, 1, 1, 0.0, false), (2.0, 8, 2, 1.0, false)]
    );
    assert_eq!((v3.chains.len(), v3.speed_changes.len(), v4.speed_changes.len()), (1, 0, 2));
    assert_eq!((v4.speed_changes[0].difference, v4.speed_changes[1].extends), (2.0, true));
    // 12 beats at 120 beats a minute, and then at 240.
    assert_eq!(v2.notes[23].cell.time_s, 6.0 + 3.5 * 0.25);
}

#[test]
fn deviations_of_editors_give_the_same_map() {
    for version in Version::ALL {
        let files = sample::files(version);
        let plain = read(&files);
        for deviation in sample::Deviation::ALL {
            let map = read(&deviation.of_all(&files));
            assert_ne!(map.hash, plain.hash);
            assert_eq!(Map { hash: plain.hash, ..map }, plain, "{version:?}, {deviation:?}");
        }
    }
}

/// An invalid value is missing, and all others stand: of a note, of the tempo, of Info.dat.
#[test]
fn a_number_that_is_none_costs_one_value() {
    for version in Version::ALL {
        let plain = read(&sample::files(version));
        let mut files = sample::files(version);
        let name = plain.difficulties[0].file.clone();
        let file = files.get_mut(&name).unwrap();
        let text = String::from_utf8(file.clone()).unwrap();
        let (list, beat) = match version {
            Version::V2 => ("_notes", "\"_lineIndex\":"),
            Version::V3 => ("colorNotes", "\"x\":"),
            Version::V4 => ("colorNotesData", "\"x\":"),
        };
        let from = text.find(&format!("\"{list}\":")).unwrap();
        let at = from + text[from..].find(beat).unwrap() + beat.len();
        *file = format!("{}NaN{}", &text[..at], &text[at + 1..]).into_bytes();
        let map = read(&files);
        let message = format!(
            "{name}: 1 value in {list} is not what its place is for, and is taken for missing"
        );
        assert_eq!(messages_of(&map), std::slice::from_ref(&message), "{version:?}");
        assert_eq!(map.difficulties[0].read_in_part, Some(format!("{message}.")));
        assert_eq!((&map.read_in_part, &map.difficulties[1].read_in_part), (&None, &None));
        assert_eq!(beatmap(&map, 0).notes.len(), beatmap(&plain, 0).notes.len());
    }
}

#[test]
fn a_tempo_that_is_lost_is_lost_to_all_difficulties() {
    let mut files = sample::files(Version::V3);
    let info = files.get_mut("Info.dat").unwrap();
    let text = String::from_utf8(info.clone()).unwrap();
    *info = text.replacen("120.0", "NaN", 1).into_bytes();
    let map = read(&files);
    assert_eq!(map.difficulties.len(), 2);
    assert!(map.difficulties.iter().all(|difficulty| difficulty.read_in_part.is_some()));
    assert!(map.read_in_part.unwrap().contains("0 beats a minute"));
}

#[test]
fn a_zip_file_is_as_good_as_a_folder() {
    for version in Version::ALL {
        let files = sample::files(version);
        let plain = read(&files);
        let packed = zip(files.iter());
        assert_eq!(Map::from_zip(&packed).unwrap(), plain);
        let inside: Vec<(String, &[u8])> = files
            .iter()
            .map(|(name, content)| (format!("My song\\{}", name.to_uppercase()), content))
            .collect();
        let packed = zip(inside.iter().map(|(name, content)| (&**name, *content)));
        let map = Map::from_zip(&packed).unwrap();
        assert_eq!((map.hash, &map.difficulties), (plain.hash, &plain.difficulties));
    }
}

#[test]
fn a_map_without_an_info_is_none() {
    let error = Map::from_files([("Easy.dat", "{}")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "not a Beat Saber map, which has a file Info.dat, but 1 other file"
    );
    let error = Map::from_zip(b"PK\x03\x04 and no more").unwrap_err();
    assert_eq!(error.fault, Fault::Malformed);
    assert!(Map::from_zip(&zip([("Easy.dat", &b"{}"[..])])).is_err());
}

#[test]
fn missing_files_and_damaged_ones_leave_the_others() {
    let mut files = sample::files(Version::V3);
    files.get_mut("Info.dat").unwrap().extend_from_slice(b" ");
    let text = files.get_mut("ExpertStandard.dat").unwrap();
    text.truncate(text.len() / 2);
    let left: FileList = files.iter().filter(|(name, _)| !name.starts_with("Easy")).collect();
    let map = read(&left);
    let messages = messages_of(&map);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].starts_with("ExpertStandard.dat: EOF while parsing"), "{messages:?}");
    assert_eq!(messages[1], "Easy90Degree.dat: Info.dat lists it, and it is not there");
    assert!(map.difficulties[1].beatmap.is_none() && !beatmap(&map, 0).lights.is_empty());
    assert!(map.diagnostics.iter().all(|d| d.severity == Severity::Error));
}

#[test]
fn names_lead_nowhere_else() {
    let info = r#"{"_version":"2.0.0","_beatsPerMinute":120,"_difficultyBeatmapSets":[{"_difficultyBeatmaps":[
        {"_beatmapFilename":"../Easy.dat"},{"_beatmapFilename":"/etc/passwd"},{"_beatmapFilename":"C:\\a"},{"_beatmapFilename":""}]}]}"#;
    let map = Map::from_files([("song/Info.dat", info), ("Easy.dat", "{}"), ("etc/passwd", "{}")])
        .unwrap();
    assert_eq!(messages_of(&map).len(), 4);
    assert!(map.difficulties.iter().all(|difficulty| difficulty.beatmap.is_none()));
}

#[test]
fn of_files_with_one_name_the_last_counts() {
    let files = sample::files(Version::V2);
    let all = [("Info.dat", &b"{}"[..])].into_iter().chain(files.iter());
    let map = Map::from_zip(&zip(all)).unwrap();
    assert!(map.difficulties.is_empty(), "the first Info.dat shows that it is a map, and is read");
    let all = files.iter().chain([("ExpertStandard.dat", &b"{}"[..])]);
    let map = Map::from_zip(&zip(all)).unwrap();
    assert!(beatmap(&map, 0).notes.is_empty());
}

/// A zip file may list one stretch of bytes many times, and so unpack to what no file of its length holds.
#[test]
fn a_zip_file_whose_members_overlap_is_refused() {
    let packed = zip(sample::files(sample::Version::V3).iter());
    let end = packed.len() - 22;
    let number = |at: usize| u32::from_le_bytes(packed[at..at + 4].try_into().unwrap());
    let (length, from) = (number(end + 12), number(end + 16));
    let list = &packed[from as usize..end];
    let repeated = |times: u32| {
        let mut zip = packed[..from as usize].to_vec();
        (0..times).for_each(|_| zip.extend_from_slice(list));
        let mut tail = packed[end..].to_vec();
        let entries = u16::from_le_bytes(tail[10..12].try_into().unwrap()) * times as u16;
        tail[8..10].copy_from_slice(&entries.to_le_bytes());
        tail[10..12].copy_from_slice(&entries.to_le_bytes());
        tail[12..16].copy_from_slice(&(length * times).to_le_bytes());
        zip.extend_from_slice(&tail);
        zip
    };
    assert!(Map::from_zip(&repeated(1)).is_ok());
    let error = Map::from_zip(&repeated(20)).unwrap_err();
    assert!(error.to_string().contains("members that do not overlap"), "{error}");
}

#[test]
fn damage_in_a_zip_file_is_reported() {
    let files = sample::files(Version::V3);
    let packed = zip(files.iter());
    let place =
        |bytes: &[u8]| packed.windows(bytes.len()).position(|window| window == bytes).unwrap();
    // Within the packed data of the second file.
    let at = place(b"ExpertStandard.dat") + 200;
    let mut damaged = packed.clone();
    damaged[at] ^= 0xff;
    let map = Map::from_zip(&damaged).unwrap();
    let messages = messages_of(&map);
    assert!(messages[0].starts_with("ExpertStandard.dat: it"), "{messages:?}");
    assert_eq!(map.difficulties.len(), 2);
    // Its checksum in the list at the end.
    let list = packed.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    let mut damaged = packed.clone();
    damaged[list + 16] ^= 1;
    assert_eq!(
        messages_of(&Map::from_zip(&damaged).unwrap()),
        ["Easy90Degree.dat: its checksum is another"]
    );
}

/// A map whose one difficulty is that.
fn with_difficulty(text: &str) -> FileList {
    let info = r#"{"_version":"2.0.0","_beatsPerMinute":120,"_difficultyBeatmapSets":[{"_beatmapCharacteristicName":"Standard","_difficultyBeatmaps":[{"_difficulty":"Easy","_beatmapFilename":"Easy.dat"}]}]}"#;
    [("Info.dat", info), ("Easy.dat", text)].into_iter().collect()
}

#[test]
fn bombs_are_refused() {
    let long = format!(r#"{{"version":"3.0.0","x":"{}"}}"#, " ".repeat(16 << 20));
    let files = with_difficulty(&long);
    let packed = zip(files.iter());
    assert!(packed.len() < 64 << 10);
    let map = Map::from_zip(&packed).unwrap();
    let [error] = &map.diagnostics[..] else { panic!("{:?}", map.diagnostics) };
    assert!(
        error.message.starts_with("expected at most ") && map.difficulties[0].beatmap.is_none(),
        "{error}"
    );
}

#[test]
fn a_file_that_is_listed_again_and_again_is_read_only_so_often() {
    let listed = r#"{"_beatmapFilename":"Easy.dat"},"#.repeat(limits::DIFFICULTIES);
    let info = format!(
        r#"{{"_version":"2.0.0","_beatsPerMinute":120,"_difficultyBeatmapSets":[{{"_difficultyBeatmaps":[{}]}}]}}"#,
        listed.trim_end_matches(',')
    );
    let easy = format!(r#"{{"version":"3.0.0","x":[{}0]}}"#, "0,".repeat(2 << 20));
    let map = Map::from_files([("Info.dat", info), ("Easy.dat", easy)]).unwrap();
    let read = map.difficulties.iter().filter(|difficulty| difficulty.beatmap.is_some()).count();
    assert!((30..60).contains(&read), "{read}");
}

#[test]
fn hostile_difficulties_are_met_calmly() {
    let deep = "[".repeat(100_000);
    let many = "{},".repeat(1_000_000);
    let texts = [
        format!(r#"{{"version":"3.0.0","colorNotes":{deep}"#),
        format!(r#"{{"version":"3.0.0","colorNotes":[{many}{{}}]}}"#),
        format!(r#"{{"version":"4.0.0","colorNotes":[{many}{{}}],"colorNotesData":[{{}}]}}"#),
        format!(r#"{{"version":"2.0.0","_notes":[{many}{{}}]}}"#),
        r#"{"version":"3.0.0","burstSliders":[{"sc":1000000000,"tb":1e9},{"sc":-5}],"sliders":[{"b":-1e38}]}"#.to_owned(),
        r#"{"version":"3.0.0","bpmEvents":[{"b":-5,"m":0},{"b":1,"m":-1},{"b":1e30,"m":1e-30}],"colorNotes":[{"b":3e38},{"b":-4,"x":2147483647,"y":-2147483648,"c":2147483647,"d":2147483647}]}"#.to_owned(),
        r#"{"version":"3.0.0","colorNotes":[{"b":1e400}]}"#.to_owned(),
        r#"{"version":"3.0.0","colorNotes":[{"b":Infinity}]}"#.to_owned(),
        r#"{"version":["a"],"_version":{},"_notes":"x","colorNotes":{"b":1}}"#.to_owned(),
        "\u{0}\u{1}".to_owned(),
    ];
    for text in texts {
        let map = read(&with_difficulty(&text));
        let start = &text[..text.len().min(60)];
        let summary = map.summary();
        let content = summary.difficulties[0].content.as_ref();
        assert!(content.is_none_or(|c| c.notes < 1_000_000), "{start}");
        let mirrored = map.difficulties[0].targets().mirrored();
        assert!(mirrored.as_slice().iter().all(|target| target.has_id(target.id())), "{start}");
        for diagnostic in &map.diagnostics {
            assert!(!diagnostic.message.is_empty());
        }
    }
}

/// The maps of the corpus, whose files begin with the names of the folders that they come from. Some have files and no Info.dat.
fn real_files() -> Option<Vec<(String, FileList)>> {
    let mut maps: Vec<(String, FileList)> = Vec::new();
    for (name, content) in corpus("beat-saber/maps")? {
        let (folder, file) = name.split_once("__").unwrap().1.rsplit_once('_').unwrap();
        match maps.iter_mut().find(|(known, _)| known == folder) {
            Some((_, files)) => files.push(file, content),
            None => maps.push((folder.to_owned(), [(file, content)].into_iter().collect())),
        }
    }
    Some(maps)
}

fn real_maps() -> Option<Vec<(String, FileList)>> {
    let has_info = |files: &FileList| files.iter().any(|(name, _)| name == "Info.dat");
    Some(real_files()?.into_iter().filter(|(_, files)| has_info(files)).collect())
}

/// How many elements a plain reader of JSON finds in a list.
fn count(
    value: &serde_json::Value,
    list: &str,
    is_it: impl Fn(&serde_json::Value) -> bool,
) -> usize {
    value[list].as_array().map_or(0, |list| list.iter().filter(|element| is_it(element)).count())
}

#[test]
fn real_maps_have_what_a_plain_reader_finds() {
    let Some(maps) = real_maps() else { return };
    assert_eq!(maps.len(), 7);
    let mut read_files = 0;
    for (folder, files) in maps {
        let map = read(&files);
        for difficulty in &map.difficulties {
            let Some(beatmap) = &difficulty.beatmap else { continue };
            let (_, text) = files.iter().find(|(name, _)| *name == difficulty.file).unwrap();
            let plain: serde_json::Value = serde_json::from_slice(text).unwrap();
            let is = |kind: i64| move |note: &serde_json::Value| note["_type"] == kind;
            let notes = count(&plain, "_notes", is(0)) + count(&plain, "_notes", is(1));
            assert_eq!(beatmap.notes.len(), notes, "{folder} {}", difficulty.file);
            assert_eq!(beatmap.bombs.len(), count(&plain, "_notes", is(3)));
            assert_eq!(beatmap.walls.len(), count(&plain, "_obstacles", |_| true));
            assert_eq!(beatmap.arcs.len(), count(&plain, "_sliders", |_| true));
            let events =
                beatmap.lights.len() + beatmap.color_boosts.len() + beatmap.rotations.len();
            let others = beatmap.tempo.changes().len() - 1;
            assert_eq!(events + others, count(&plain, "_events", |_| true));
            read_files += 1;
        }
        let lost = map.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        assert!(lost.clone().all(|d| d.message.contains("is not there")), "{folder}");
    }
    assert_eq!(read_files, 10);
}

#[test]
fn every_file_is_read_whatever_its_map() {
    let Some(maps) = real_files() else { return };
    for (folder, files) in maps {
        for (name, text) in files.iter().filter(|(name, _)| *name != "Info.dat") {
            let map = read(&with_difficulty(std::str::from_utf8(text).unwrap()));
            assert!(map.diagnostics.is_empty(), "{folder} {name}: {:?}", map.diagnostics);
            assert!(map.difficulties[0].beatmap.is_some(), "{folder} {name}");
        }
    }
}

#[test]
fn hashes_are_those_in_replays() {
    let (Some(maps), Some(replays)) = (real_maps(), corpus("beat-saber/bsor")) else { return };
    let mut hashes = Vec::new();
    for (folder, files) in maps {
        let map = read(&files);
        let Some(hash) = map.hash else { continue };
        for (name, bytes) in &replays {
            let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
            if hash.to_string() == view.info().map_hash() {
                hashes.push((folder.clone(), name.clone()));
            }
        }
    }
    assert_eq!(hashes.len(), 2, "{hashes:#?}");
}
