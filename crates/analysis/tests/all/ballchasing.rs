//! Our numbers beside ballchasing's, for the replays whose results are at hand.
#![cfg(feature = "rocket-league")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ghostreel_analysis::rocket_league::Report;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::rlreplay::View;
use serde_json::Value;

/// Parts of the names of replays, and of ballchasing's results for them.
const PAIRS: [(&str, &str); 3] = [
    ("c1994003", "old-ballchasing-midfield-car"),
    ("215a4e00", "recent-ranked-doubles-2026-03-10"),
    ("127d794a", "recent-ranked-standard-2026-03-10-a"),
];

/// Times and shares are shown to two places, as singles.
const ROUNDING: f64 = 0.005;

/// The match whose places are in whole uu: players of a team are level in 37 tenths of a second that count.
const LEVEL: &str = "c1994003";

/// How far numbers are off at most: not at all, except for which of level players is first or last.
fn tolerance(replay: &str, field: &str) -> f64 {
    let is_rank = ["most_", "closest_", "farthest_"].iter().any(|rank| field.contains(rank));
    match field.split('_').next() {
        Some("time") if is_rank && replay == LEVEL => 0.55,
        Some("percent") if is_rank && replay == LEVEL => 0.2,
        _ => ROUNDING,
    }
}

/// How many fields ballchasing shows of players and teams.
const FIELDS: usize = 134;

/// Numbers, yes and no of two trees, side by side.
fn side_by_side(path: &str, theirs: &Value, ours: &Value, visit: &mut dyn FnMut(&str, f64, f64)) {
    let number = |value: &Value| match value {
        Value::Bool(yes) => Some(f64::from(u8::from(*yes))),
        value => value.as_f64(),
    };
    if let Value::Object(members) = theirs {
        for (name, theirs) in members {
            side_by_side(&format!("{path}.{name}"), theirs, &ours[name], visit);
        }
    } else if let Some(theirs) = number(theirs) {
        let ours = number(ours).unwrap_or_else(|| panic!("no {path}"));
        visit(path, theirs, ours);
    }
}

/// Members that ballchasing's answers have and ours do not: facts of its site, and values from dates and ranks.
const THEIRS: [&str; 14] = [
    "created",
    "date_has_timezone",
    "groups",
    "id",
    "link",
    "max_rank",
    "min_rank",
    "playlist_name",
    "rank",
    "season",
    "season_type",
    "status",
    "uploader",
    "visibility",
];

/// Members that one tree has and another lacks, each once.
fn missing(theirs: &Value, ours: &Value, names: &mut BTreeSet<String>) {
    let Value::Object(members) = theirs else { return };
    for (name, theirs) in members {
        match (ours.get(name), theirs) {
            (None, _) => {
                names.insert(name.clone());
            }
            (Some(ours), Value::Array(players)) => {
                for theirs in players {
                    let is_it = |ours: &&Value| ours["name"] == theirs["name"];
                    let ours = ours.as_array().unwrap().iter().find(is_it);
                    missing(theirs, ours.unwrap(), names);
                }
            }
            (Some(ours), _) => missing(theirs, ours, names),
        }
    }
}

/// Each result of ballchasing beside ours.
fn each(corpus: &Path, mut check: impl FnMut(&str, &Value, &Value)) {
    for (replay, result) in PAIRS {
        let files = std::fs::read_dir(corpus.join("good")).unwrap();
        let mut paths = files.map(|entry| entry.unwrap().path());
        let is_replay =
            |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(replay);
        let bytes = std::fs::read(paths.find(is_replay).unwrap()).unwrap();
        let result = corpus.join(format!("ballchasing-stats/{result}.ballchasing.json"));
        let theirs: Value = serde_json::from_slice(&std::fs::read(result).unwrap()).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let ours = serde_json::to_value(Report::new(&view)).unwrap();
        check(replay, &theirs, &ours);
    }
}

#[test]
fn the_shape_is_ballchasings() {
    let Some(corpus) = ghostreel_corpus::folder("rocket-league") else { return };
    let mut names = BTreeSet::new();
    each(&corpus, |replay, theirs, ours| {
        missing(theirs, ours, &mut names);
        for member in ["rocket_league_id", "map_code", "match_type", "team_size", "recorder"] {
            assert_eq!(ours[member], theirs[member], "{replay} {member}");
        }
        for member in ["playlist_id", "server", "title", "duration"] {
            assert_eq!(ours[member], theirs[member], "{replay} {member}");
        }
        for team in ["blue", "orange"] {
            let players = ours[team]["players"].as_array().unwrap();
            for theirs in theirs[team]["players"].as_array().unwrap() {
                let ours = players.iter().find(|ours| ours["name"] == theirs["name"]).unwrap();
                for member in ["mvp", "car_id", "car_name"] {
                    assert_eq!(ours[member], theirs[member], "{replay} {member}");
                }
                // Singles, written as short as they are.
                for member in ["camera", "steering_sensitivity"] {
                    assert!(is_near(&ours[member], &theirs[member]), "{replay} {member}");
                }
            }
        }
    });
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), THEIRS);
}

/// Whether two trees hold the same numbers, as singles.
fn is_near(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && theirs.iter().all(|(name, theirs)| is_near(&ours[name], theirs))
        }
        _ => ours.as_f64().zip(theirs.as_f64()).is_some_and(|(a, b)| (a - b).abs() < 1e-5),
    }
}

#[test]
fn numbers_are_ballchasings() {
    let Some(corpus) = ghostreel_corpus::folder("rocket-league") else { return };
    let mut fields: BTreeMap<String, (u32, f64)> = BTreeMap::new();
    let mut outside = Vec::new();
    each(&corpus, |replay, theirs, ours| {
        let mut visit = |who: &str, path: &str, theirs: f64, ours: f64| {
            let field = path.rsplit('.').next().unwrap();
            let off = (ours - theirs).abs();
            let (count, most) = fields.entry(path.to_owned()).or_default();
            *count += 1;
            *most = most.max(off);
            if off > tolerance(replay, field) {
                outside.push(format!("{replay} {who} {path}: {theirs} {ours:.2}"));
            }
        };
        for team in ["blue", "orange"] {
            side_by_side(
                "team",
                &theirs[team]["stats"],
                &ours[team]["stats"],
                &mut |path, theirs, ours| {
                    visit(team, path, theirs, ours);
                },
            );
            let players = ours[team]["players"].as_array().unwrap();
            for theirs in theirs[team]["players"].as_array().unwrap() {
                let name = theirs["name"].as_str().unwrap();
                let ours = players.iter().find(|ours| ours["name"] == name).unwrap();
                for time in ["start_time", "end_time"] {
                    let [ours, theirs] =
                        [ours, theirs].map(|player| player[time].as_f64().unwrap());
                    assert!(
                        (ours - theirs).abs() < 1e-4,
                        "{replay} {name} {time}: {theirs} {ours}"
                    );
                }
                side_by_side(
                    "player",
                    &theirs["stats"],
                    &ours["stats"],
                    &mut |path, theirs, ours| {
                        visit(name, path, theirs, ours);
                    },
                );
            }
        }
    });
    println!("{:52} {:>6} {:>10}", "field", "values", "most off");
    for (field, (count, most)) in &fields {
        println!("{field:52} {count:6} {most:10.2}");
    }
    assert_eq!(fields.len(), FIELDS);
    assert!(outside.is_empty(), "{outside:#?}");
}
