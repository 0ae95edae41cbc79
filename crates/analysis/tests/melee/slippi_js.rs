//! Our statistics beside slippi-js's, of every real replay, field by field, to the last bit.

use std::collections::BTreeMap;

use crate::corpus::files;
use crate::json::as_slippi_js;
use ghostreel_analysis::melee::Game;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::slp::View;
use serde_json::Value;

/// What is compared of every replay.
const OF_ALL: [&str; 4] = ["latestFrame", "winners", "rollbackFrames", "stadiumStats"];
/// What is compared of games with other than two players too: the rest is left empty there by slippi-js, but not by us.
const STATS_OF_ALL: [&str; 3] = ["lastFrame", "playableFrameCount", "gameComplete"];

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
                for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
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
        let agrees = match (ours, theirs) {
            // JavaScript has doubles only, and writes whole ones as integers.
            (Some(Value::Number(a)), Some(Value::Number(b))) => a.as_f64() == b.as_f64(),
            _ => ours == theirs,
        };
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
    let oracle: BTreeMap<String, Vec<u8>> = files("slippi-js-stats").into_iter().collect();
    let mut agreement = Agreement::default();
    let (mut games, mut duels) = (0, 0);
    for (name, bytes) in files("good") {
        let theirs: Value = serde_json::from_slice(&oracle[&format!("{name}.json")]).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let game = Game::new(&view);
        let ours = as_slippi_js(&game);
        for key in OF_ALL {
            agreement.field(&name, key, ours.get(key), theirs.get(key));
        }
        let is_duel = game.players().len() == 2;
        let stats = [&ours["stats"], &theirs["stats"]].map(|stats| stats.as_object().unwrap());
        for key in stats[1].keys().filter(|key| is_duel || STATS_OF_ALL.contains(&key.as_str())) {
            agreement.field(&name, &format!("stats.{key}"), stats[0].get(key), stats[1].get(key));
        }
        games += 1;
        duels += usize::from(is_duel);
    }
    println!("{games} replays, {duels} of them with two players");
    for (field, (agreeing, total)) in &agreement.fields {
        println!("{agreeing:>6}/{total:<6} {field}");
    }
    assert!(agreement.differences.is_empty(), "{}", agreement.differences.join("\n"));
}
