//! Our statistics beside slippi-js's, of every real replay, field by field, to the last bit.

use std::collections::BTreeMap;

use ghostreel_analysis::stats;
use ghostreel_corpus::files;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;
use serde_json::Value;

/// The members that are compared of every replay: here, and there.
const OF_ALL: [(&str, &str); 3] =
    [("latestFrame", "latestFrame"), ("winners", "winners"), ("stadium", "stadiumStats")];
/// The members that are compared of games with other than two players too: the rest is left empty there by slippi-js, but not by us.
const STATS_OF_ALL: [&str; 3] = ["lastFrame", "playableFrameCount", "gameComplete"];

/// Members that we add to slippi-js's objects.
const OUR_OWN: [&str; 1] = ["moveName"];

/// Where we differ, and why slippi-js is wrong: file, path of the field, reason.
const THEIR_FAULTS: [(&str, &str, &str); 0] = [];

/// Agreement by field.
#[derive(Default)]
struct Agreement {
    fields: BTreeMap<String, (usize, usize)>,
    differences: Vec<String>,
}

impl Agreement {
    fn field(&mut self, file: &str, path: &str, ours: Option<&Value>, theirs: Option<&Value>) {
        match (ours, theirs) {
            (Some(Value::Object(a)), Some(Value::Object(b))) => {
                let ours = a.keys().filter(|key| !OUR_OWN.contains(&key.as_str()));
                for key in ours.chain(b.keys().filter(|key| !a.contains_key(*key))) {
                    self.field(file, &format!("{path}.{key}"), a.get(key), b.get(key));
                }
            }
            (Some(Value::Array(a)), Some(Value::Array(b))) => {
                let lengths = [a.len(), b.len()].map(Value::from);
                self.leaf(file, &format!("{path}.length"), Some(&lengths[0]), Some(&lengths[1]));
                for (i, (a, b)) in a.iter().zip(b).enumerate() {
                    self.field(file, &format!("{path}[{i}]"), Some(a), Some(b));
                }
            }
            _ => self.leaf(file, path, ours, theirs),
        }
    }

    fn leaf(&mut self, file: &str, path: &str, ours: Option<&Value>, theirs: Option<&Value>) {
        let agrees = ours == theirs;
        let (agreeing, total) = self.fields.entry(generic(path)).or_default();
        *agreeing += usize::from(agrees);
        *total += 1;
        let is_theirs = |(f, p, _): &&(&str, &str, &str)| *f == file && *p == path;
        if !agrees && THEIR_FAULTS.iter().find(is_theirs).is_none() {
            self.differences.push(format!("{file}: {path}: ours {ours:?}, theirs {theirs:?}"));
        }
    }
}

/// A path without the places in lists.
fn generic(path: &str) -> String {
    let mut parts = path.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| path + "[" + &part[part.find(']').unwrap_or(0)..])
}

#[test]
fn every_field_equals_slippi_js() {
    let Some(oracle) = files("slippi/slippi-js-stats") else { return };
    let oracle: BTreeMap<String, Vec<u8>> = oracle.into_iter().collect();
    let mut agreement = Agreement::default();
    let (mut games, mut duels, mut by_stocks) = (0, 0, 0);
    let Some(files) = files("slippi/good") else { return };
    for (name, bytes) in files {
        let theirs: Value = serde_json::from_slice(&oracle[&format!("{name}.json")]).unwrap();
        let replay = open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let ours = serde_json::to_value(stats(&replay)).unwrap();
        let by_standing = ours["winnersBy"] == "standing";
        for (key, their_key) in OF_ALL {
            if key == "winners" && by_standing {
                // Before 3.13 slippi-js names no winner. Those we name have not lost their last stock.
                assert_eq!(theirs[their_key].as_array().map(Vec::len), Some(0), "{name}");
                let lost = |stock: &&Value| stock["count"] == 1 && !stock["endFrame"].is_null();
                let out: Vec<&Value> =
                    theirs["stats"]["stocks"].as_array().unwrap().iter().filter(lost).collect();
                for winner in ours[key].as_array().unwrap() {
                    let is_out =
                        out.iter().any(|stock| stock["playerIndex"] == winner["playerIndex"]);
                    assert!(!is_out, "{name}: {winner}");
                }
                by_stocks += 1;
                continue;
            }
            let theirs = theirs.get(their_key).filter(|value| !value.is_null());
            agreement.field(&name, their_key, ours.get(key), theirs);
        }
        let [rollbacks, their_rollbacks] = [&ours, &theirs].map(|it| &it["rollbackFrames"]);
        for key in ["count", "lengths"] {
            let path = format!("rollbackFrames.{key}");
            agreement.field(&name, &path, rollbacks.get(key), their_rollbacks.get(key));
        }
        let frames = Value::from(rollbacks["frames"].as_array().unwrap().len());
        let path = "rollbackFrames.nframes";
        agreement.field(&name, path, Some(&frames), their_rollbacks.get("nframes"));
        let is_duel = ours["players"].as_array().unwrap().len() == 2;
        let theirs = theirs["stats"].as_object().unwrap();
        for key in theirs.keys().filter(|key| is_duel || STATS_OF_ALL.contains(&key.as_str())) {
            agreement.field(&name, &format!("stats.{key}"), ours.get(key), theirs.get(key));
        }
        games += 1;
        duels += usize::from(is_duel);
    }
    println!("{games} replays, {duels} of them with two players, {by_stocks} won by stocks");
    for (field, (agreeing, total)) in &agreement.fields {
        println!("{agreeing:>6}/{total:<6} {field}");
    }
    assert!(agreement.differences.is_empty(), "{}", agreement.differences.join("\n"));
}
