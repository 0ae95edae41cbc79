//! Reading a map stays within the budget: 64 MiB + 4 × the input, whatever the input claims.

use allocation_counter::measure;
use ghostreel_beatmap::sample::{self, Version};
use ghostreel_beatmap::{FileList, Files, Map};
use ghostreel_core::limits;
use ghostreel_corpus::variants;

/// Reads a map and asks for all that is made of it.
fn look(map: ghostreel_core::Result<Map>) {
    let Ok(map) = map else { return };
    drop(map.summary());
    for difficulty in &map.difficulties {
        drop(difficulty.targets().mirrored());
    }
}

#[track_caller]
fn check_budget(what: &str, input: u64, work: impl FnOnce()) {
    let used = measure(work).bytes_max;
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * input;
    println!("{what}: {} of {} KiB", used >> 10, budget >> 10);
    assert!(used <= budget, "{what}: {used} bytes to read {input}");
}

/// As a folder, and as the smallest zip file.
#[track_caller]
fn check(what: &str, files: &FileList) {
    check_budget(what, files.length(), || look(Map::read(files)));
    let zip = sample::zip(files).unwrap();
    check_budget(&format!("{what}, packed"), zip.len() as u64, || look(Map::from_zip(&zip)));
}

/// A map whose Info.dat lists the same difficulty so many times.
fn with_difficulty(times: usize, text: String) -> FileList {
    let listed = vec![r#"{"_difficulty":"Easy","_beatmapFilename":"Easy.dat"}"#; times].join(",");
    let info = format!(
        r#"{{"_version":"2.0.0","_beatsPerMinute":120,"_difficultyBeatmapSets":[{{"_difficultyBeatmaps":[{listed}]}}]}}"#
    );
    [("Info.dat", info), ("Easy.dat", text)].into_iter().collect()
}

/// A list of so many empty objects, and the text after it.
fn many(version: &str, list: &str, count: usize, rest: &str) -> String {
    let elements = "{},".repeat(count);
    let name = if version.starts_with('2') { "_version" } else { "version" };
    format!(r#"{{"{name}":"{version}","{list}":[{elements}{{}}]{rest}}}"#)
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for version in Version::ALL {
        check("sample", &sample::files(version));
    }
    // By day half of the lists once, and the others in 20 files.
    for (half, (times, count)) in [(1, 5_000_000), (20, 100_000)].into_iter().enumerate() {
        for (version, list, rest) in [
            ("2.0.0", "_notes", ""),
            ("2.0.0", "_events", ""),
            ("2.6.0", "_sliders", ""),
            ("3.0.0", "colorNotes", ""),
            ("3.0.0", "burstSliders", ""),
            ("3.0.0", "bpmEvents", ""),
            ("4.0.0", "colorNotes", r#","colorNotesData":[{}]"#),
            ("4.0.0", "arcs", r#","colorNotesData":[{}],"arcsData":[{}]"#),
            ("4.0.0", "obstacles", r#","obstaclesData":[{}]"#),
            ("4.0.0", "spawnRotations", r#","spawnRotationsData":[{}]"#),
        ]
        .into_iter()
        .enumerate()
        .filter(|(at, _)| variants(*at, 2).contains(&half))
        .map(|(_, case)| case)
        {
            check(list, &with_difficulty(times, many(version, list, count, rest)));
        }
    }
    let chains = r#"{"sc":1000000000},"#.repeat(100_000);
    let chains = format!(r#"{{"version":"3.0.0","burstSliders":[{chains}{{}}]}}"#);
    check("chains", &with_difficulty(5, chains));
    for text in [r#"\n"#, "a", "\u{1f47b}"] {
        let long = text.repeat((16 << 20) / text.len());
        check("a long text", &with_difficulty(1, format!(r#"{{"version":"{long}"}}"#)));
        check("a long name", &with_difficulty(1, format!(r#"{{"{long}":1}}"#)));
        let long = text.repeat((2 << 20) / text.len() - 1);
        let list = vec![format!("\"{long}\""); 7].join(",");
        check(
            "long texts",
            &with_difficulty(
                1,
                format!(r#"{{"{long}":1,"version":"{long}","_version":[{list}]}}"#),
            ),
        );
    }
    check("depth", &with_difficulty(1, "[".repeat(16 << 20)));
    check(
        "depth in a member",
        &with_difficulty(1, format!(r#"{{"x":{}"#, "[{\"a\":".repeat(2 << 20))),
    );
    // Texts that are turned into strict JSON first.
    for text in ["{\"b\":1,},", "/**/{},", "{\"b\":NaN},", "{\"\u{4e2d}\":1e999},"] {
        let all = text.repeat((15 << 20) / text.len());
        let text = format!("{{\"version\":\"3.0.0\",\"colorNotes\":[{all}]}}");
        check("not quite JSON", &with_difficulty(1, text));
    }
    let wide = "{\"\u{4e2d}\u{4e2d}\u{4e2d}\u{4e2d}\":NaN,},".repeat(500_000);
    let wide = format!("{{\"version\":\"3.0.0\",\"colorNotes\":[{wide}]}}");
    let mut files = with_difficulty(1, String::new());
    *files.get_mut("Easy.dat").unwrap() = sample::Deviation::Utf16.of(&wide);
    check("UTF-16", &files);
    // Info.dat itself.
    let listed = |member: &str, element: &str| {
        let all = format!("{element},").repeat((15 << 20) / element.len());
        let info = format!(r#"{{"version":"4.0.0","{member}":[{all}{element}]}}"#);
        [("Info.dat", info)].into_iter().collect::<FileList>()
    };
    check("difficulties", &listed("difficultyBeatmaps", "{}"));
    check("environments", &listed("environmentNames", r#""a""#));
    check("schemes", &listed("colorSchemes", "{}"));
    let v2 = r#"{"_difficultyBeatmaps":[{},{},{}]},"#.repeat(400_000);
    let info = format!(r#"{{"_version":"2.0.0","_difficultyBeatmapSets":[{v2}{{}}]}}"#);
    check("sets", &[("Info.dat", info)].into_iter().collect());
    // Zip files with arbitrary claims in their list.
    let packed = sample::zip(&sample::files(Version::V3)).unwrap();
    for at in packed.len() - 400..packed.len() {
        for value in [0, 0xff, 0x7f] {
            let mut changed = packed.clone();
            changed[at] = value;
            check_budget("a changed zip file", changed.len() as u64, || {
                look(Map::from_zip(&changed))
            });
        }
    }
    let empty: FileList = (0..20_000).map(|index| (format!("{index}.dat"), "")).collect();
    check("many files", &empty);
}
