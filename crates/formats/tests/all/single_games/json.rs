//! JSON and back is exact, for damaged files and every replay of the corpus.

use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{Options, json, open, sample};

use crate::each_game::check_json as check;

#[test]
fn damaged_files_survive_json() {
    let bytes = sample("beat-saber", Some("everything-small"), 3).unwrap();
    // The last bytes are those of the optional sections 6 and 7.
    for cut in [400, 1_000, bytes.len() / 2].into_iter().chain(bytes.len() - 300..bytes.len()) {
        check(&bytes[..cut]);
        let mut replay = open(&bytes[..cut], &DecodeOptions::RECOVER).unwrap().to_replay().unwrap();
        replay.repair(&Options::default()).unwrap();
        open(replay.encode(), &DecodeOptions::STRICT).unwrap();
    }
}

#[test]
fn damage_in_the_middle_survives_json() {
    let bytes = sample("melee", Some("small"), 3).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 23) {
        let mut damaged = bytes.clone();
        damaged.drain(at..(at + 40).min(bytes.len()));
        if open(&damaged[..], &DecodeOptions::RECOVER).is_ok() {
            check(&damaged);
        }
    }
    let mut damaged = bytes.clone();
    damaged.splice(bytes.len() / 2..bytes.len() / 2, [0xee; 100]);
    check(&damaged);
    let view = open(&damaged[..], &DecodeOptions::RECOVER).unwrap();
    let mut text = Vec::new();
    json::write(&view, &mut text, false).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text.matches("\"gaps\":[{\"events\":").count(), 1);
    let error = json::read(text.replace("{\"events\":", "{\"events\":9").as_bytes()).unwrap_err();
    assert!(error.to_string().contains("gaps"), "{error}");
    let mut replay = view.to_replay().unwrap();
    replay.repair(&Options::default()).unwrap();
    open(replay.encode(), &DecodeOptions::STRICT).unwrap();
}

fn rocket_league(variant: &str) -> (Vec<u8>, String) {
    let bytes = sample("rocket-league", Some(variant), 3).unwrap();
    let mut text = Vec::new();
    json::write(&open(&bytes[..], &DecodeOptions::RECOVER).unwrap(), &mut text, false).unwrap();
    (bytes, String::from_utf8(text).unwrap())
}

/// Lengths and checksums that are not in the JSON are those of the written bytes.
#[test]
fn edited_json_makes_a_whole_replay() {
    let (bytes, text) = rocket_league("full");
    let longer = "\"a ghost of many more letters than it had before\"";
    let replay = json::read(text.replace("\"Ghost\"", longer).as_bytes()).unwrap();
    let edited = replay.encode();
    assert!(edited.len() > bytes.len());
    let view = open(edited, &DecodeOptions::STRICT).unwrap();
    assert_eq!(view.diagnostics(), []);
    let mut again = Vec::new();
    json::write(&view, &mut again, false).unwrap();
    let again = String::from_utf8(again).unwrap();
    let count = |text: &str, name: &str| text.matches(name).count();
    assert_eq!(count(&again, longer), count(&text, "\"Ghost\""));
    // Keyframes are where their frames are now.
    assert!(text.contains("\"keyframes\":[{") && !again.contains("\"position\""));
}

#[test]
fn damaged_network_streams_survive_json() {
    let (bytes, whole) = rocket_league("small");
    assert!(!whole.contains("\"gaps\"") && !whole.contains("\"order\""));
    let mut gaps = 0;
    for at in (1_000..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x5a;
        for damaged in [&damaged[..], &bytes[..at]] {
            let Ok(view) = open(damaged, &DecodeOptions::RECOVER) else { continue };
            check(damaged);
            let mut text = Vec::new();
            json::write(&view, &mut text, false).unwrap();
            gaps += usize::from(String::from_utf8(text).unwrap().contains("\"gaps\":[{"));
        }
    }
    assert!(gaps > 5, "{gaps}");
}

#[test]
fn values_that_no_network_stream_holds_say_why() {
    let (_, text) = rocket_league("small");
    let read = |text: &str| json::read(text.as_bytes()).map(|replay| replay.encode());
    let body = text.find("[false,[").unwrap();
    let end = body + text[body..].find(']').unwrap();
    let vector = &text[body..=end];
    for (from, to, why) in [
        (vector, "[false,[9999999,0,0]", "three numbers of the size that vectors have"),
        (vector, "[false,[1,2]", "one more element"),
        (vector, "[false,[1,2,3,4,5]", "no more members"),
        (vector, "[true,[1,2,3]", "velocities of a body that is awake"),
        ("\"updated_actors\":[[", "\"updated_actors\":[[9,9999,0],[", "there is no attribute 9999"),
        ("\"updated_actors\":[[", "\"updated_actors\":[[777,0,\"x\"],[", "frames speak of actors"),
        ("\"updated_actors\":[[", "\"updated_actors\":[[777,0,0],[", "expected a text"),
        ("\"new_actors\":[{", "\"order\":\"d\",\"new_actors\":[{", "the order of a frame"),
        ("\"name_id\":0", "\"name_id\":null", "expected of a new actor"),
        ("\"kind\":\"RigidBody\"", "\"kind\":\"Body\"", "kind \"Body\" is not known"),
        ("\"slot\":", "\"slot\":9", "there is no slot"),
        ("\"delta\":", "\"delt\":", "unknown field `delt`"),
        ("\"network\":", "\"net\":", "unknown field `net`"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = read(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(why), "{to}: {error}");
    }
    // Any text there gets an answer.
    let digits: Vec<usize> =
        text.match_indices(|c: char| c.is_ascii_digit()).map(|d| d.0).collect();
    for (round, &at) in digits.iter().step_by(digits.len() / 150).enumerate() {
        for put in ["7", "-", "99", "null", "\"", "1e9"] {
            let changed = format!("{}{put}{}", &text[..at], &text[at + 1 + round % 2..]);
            drop(read(&changed));
        }
    }
}

#[test]
fn a_summary_and_other_texts_say_why_they_are_no_replay() {
    let bytes = sample("beat-saber", Some("small"), 1).unwrap();
    let view = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let mut text = Vec::new();
    json::write(&view, &mut text, true).unwrap();
    let error = json::read(&text).unwrap_err().to_string();
    assert!(error.contains("a summary holds no frames"), "{error}");
    for (text, why) in [
        ("", "EOF"),
        ("[]", "invalid"),
        ("{\"format\":\"zip\"}", "\"zip\" is not known"),
        ("{\"format\":\"bsor\",\"version\":1}", "missing field `info`"),
        ("{\"format\":\"bsor\",\"pauses\":[{\"duration\":1}]}", "missing field `time`"),
        ("{\"format\":\"bsor\",\"pauses\":[{\"duration\":1,\"tim\":2}]}", "unknown member \"tim\""),
    ] {
        let error = json::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// A case that fuzzing found.
#[test]
fn files_that_once_were_trouble_survive_json() {
    for game in ["beat-saber", "melee", "rocket-league"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
        let folder = std::path::Path::new(folder).join(game).join("bad");
        for file in std::fs::read_dir(folder).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            if open(&bytes[..], &DecodeOptions::RECOVER).is_ok() {
                check(&bytes);
            }
        }
    }
}

/// Real replays, where they are at hand.
#[test]
fn slippi_replays_survive_json() {
    real_replays_survive_json("slippi");
}

#[test]
fn rocket_leagues_replays_survive_json() {
    real_replays_survive_json("rocket-league");
}

fn real_replays_survive_json(game: &str) {
    for folder in ["good", "bad"] {
        let Some(files) = ghostreel_corpus::files(&format!("{game}/{folder}")) else { return };
        for (_, bytes) in files {
            if open(&bytes[..], &DecodeOptions::RECOVER).is_ok()
                && (bytes.len() < 600_000 || game == "rocket-league")
            {
                check(&bytes);
            }
        }
    }
}

#[test]
fn a_column_says_what_it_has_for_none() {
    let bytes = sample("melee", None, 1).unwrap();
    let replay = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let described =
        serde_json::to_value(json::describe(&replay.timeline(), replay.diagnostics(), None))
            .unwrap();
    let column = |table: &str, column: &str| {
        let by_name = |all: &serde_json::Value, name: &str| {
            all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
        };
        by_name(&by_name(&described["tables"], table)["columns"], column)
    };
    // Worked out: null. As the file has it: a value.
    assert_eq!(column("players", "team")["null"], "no team");
    assert_eq!(column("players", "team").get("sentinel"), None);
    let nobody = serde_json::json!({"value": "-1", "meaning": "nobody"});
    assert_eq!(column("items", "owner")["sentinel"], nobody);
    assert_eq!(column("items", "owner").get("null"), None);
    let team = replay.timeline().column("players.team").unwrap();
    assert_eq!(team.validity, Some(vec![0; team.len()]));
}
