//! `events`.

use serde_json::Value;

use crate::kit::{Place, melee, samples};

const MEMBERS: [&str; 12] = [
    "path",
    "time",
    "match_time",
    "frame",
    "kind",
    "player",
    "other",
    "team",
    "label",
    "detail",
    "severity",
    "value",
];

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_moment_is_an_object_on_a_line() {
    let place = Place::new();
    let mut with_moments = 0;
    for sample in samples() {
        place.write("replay", &sample.bytes());
        let run = place.run("events --json replay");
        for moment in lines(&run.stdout) {
            let members: Vec<&str> =
                moment.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(members.len(), MEMBERS.len(), "{moment}");
            assert!(MEMBERS.iter().all(|member| members.contains(member)), "{moment}");
            assert_eq!(moment["path"], "replay");
            assert!(moment["time"].is_number() && moment["label"].is_string(), "{moment}");
            let (time, played) = (moment["time"].as_f64(), moment["match_time"].as_f64());
            assert!(played.is_none_or(|played| Some(played) <= time), "{moment}");
        }
        with_moments += usize::from(!run.stdout.is_empty());
    }
    assert!(with_moments > 10, "{with_moments}");
}

#[test]
fn details_come_when_they_are_asked_for() {
    let place = Place::new();
    place.write("a.slp", &melee("online"));
    let count = |arguments: &str| place.check(arguments, 0, &[]).stdout.lines().count();
    let (worth, all, stocks) =
        (count("events a.slp"), count("events --all a.slp"), count("events --kind stock a.slp"));
    assert!(1 < stocks && stocks < worth && worth <= all, "{stocks} {worth} {all}");
    let json = lines(&place.check("events --json a.slp", 0, &[]).stdout);
    // The name of the file is no moment.
    assert_eq!(json.len() + 1, all);
}

#[test]
fn an_unknown_kind_is_refused_with_those_there_are() {
    let place = Place::new();
    place.write("a.slp", &melee("online"));
    let run = place.run("events --kind goal a.slp");
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("goal")
            && run.stderr.contains("kill, conversion, combo, edgeguard, stock"),
        "{}",
        run.stderr
    );
}
