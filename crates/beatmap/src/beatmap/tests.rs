//! Reading each version.

use super::*;

#[track_caller]
fn check(text: &str, wanted: &[&str]) -> Beatmap {
    let mut diagnostics = Diagnostics::default();
    let around = Surroundings { bpm: 120.0, audio: None, room: 1 << 20 };
    let beatmap = read(text.as_bytes(), "Easy.dat", &around, &mut diagnostics);
    let messages: Vec<&str> = diagnostics.iter().map(|found| &*found.message).collect();
    assert_eq!(messages, wanted, "{text}");
    beatmap
}

#[track_caller]
fn check_layout(text: &str, wanted: Layout, version_wanted: &str) {
    assert_eq!(version(text.as_bytes(), 1 << 20), (version_wanted.to_owned(), wanted), "{text}");
}

#[test]
fn a_file_shows_its_version() {
    check_layout(r#"{"_notes":[],"_version":"2.0.0"}"#, Layout::V2, "2.0.0");
    check_layout(r#"{"colorNotes":[],"version":"3.3.0"}"#, Layout::V3, "3.3.0");
    check_layout(r#"{"version":"4.1.0"}"#, Layout::V4, "4.1.0");
    check_layout(r#"{"colorNotes":[{}]}"#, Layout::V3, "");
    check_layout(r#"{"colorNotes":[{}],"colorNotesData":[{}]}"#, Layout::V4, "");
    check_layout("{}", Layout::V2, "");
    check_layout("", Layout::V2, "");
}

#[test]
fn walls_of_version_2_have_two_heights_and_later_any() {
    let wall = |members: &str| {
        let text = format!(
            r#"{{"_version":"2.6.0","_obstacles":[{{"_time":1,"_duration":2{members}}}]}}"#
        );
        let [wall] = check(&text, &[]).walls[..] else { panic!("{text}") };
        (wall.cell.layer, wall.height, wall.duration_s)
    };
    assert_eq!(wall(r#","_type":0,"_lineLayer":1,"_height":1"#), (0, 5, 1.0));
    assert_eq!(wall(r#","_type":1,"_lineLayer":1,"_height":1"#), (2, 3, 1.0));
    assert_eq!(wall(r#","_type":2,"_lineLayer":1,"_height":4"#), (1, 4, 1.0));
}

#[test]
fn the_tempo_of_version_2_stands_in_another_value_since_2_5() {
    let seconds = |version: &str| {
        let event = r#"{"_time":2,"_type":100,"_value":60,"_floatValue":30}"#;
        let text =
            format!(r#"{{"_version":"{version}","_notes":[{{"_time":4}}],"_events":[{event}]}}"#);
        check(&text, &[]).notes[0].cell.time_s
    };
    assert_eq!(["2.0.0", "2.4.0", "2.5.0", "2.6.0"].map(seconds), [3.0, 3.0, 5.0, 5.0]);
}

#[test]
fn marks_of_editors_change_no_time() {
    let text = r#"{"_version":"2.0.0","_notes":[{"_time":4}],"_customData":{"_BPMChanges":[{"_time":1,"_BPM":60}]}}"#;
    let beatmap = check(text, &[]);
    assert_eq!((beatmap.notes[0].cell.time_s, beatmap.editor_bpm_changes), (2.0, 1));
}

#[test]
fn lanes_turn_early_or_late() {
    let text = r#"{"version":"3.0.0","rotationEvents":[{"b":2,"e":1,"r":30},{"b":2,"r":15},{"b":4,"r":-90}],
        "colorNotes":[{"b":1},{"b":2},{"b":3},{"b":4}],"sliders":[{"b":3,"tb":4}]}"#;
    let beatmap = check(text, &[]);
    let turns: Vec<f32> = beatmap.notes.iter().map(|note| note.cell.rotation).collect();
    assert_eq!(turns, [0.0, 15.0, 45.0, -45.0]);
    assert_eq!(
        (beatmap.arcs[0].head.cell.rotation, beatmap.arcs[0].tail.cell.rotation),
        (45.0, -45.0)
    );
}

#[test]
fn objects_come_in_the_order_of_time_and_then_of_the_file() {
    let text = r#"{"version":"3.0.0","colorNotes":[{"b":2,"x":1},{"b":-1,"x":2},{"b":2,"x":0}]}"#;
    let lines: Vec<i32> = check(text, &[]).notes.iter().map(|note| note.cell.line).collect();
    assert_eq!(lines, [2, 1, 0]);
}

#[test]
fn what_cannot_be_meant_is_left_out() {
    let beatmap = check(
        r#"{"_version":"2.0.0","_notes":[{"_type":2},{"_type":-1},{"_type":3}],"_events":[{"_type":14,"_value":8},{"_type":100}]}"#,
        &[
            "1 changes to no tempo at all: left out",
            "2 notes of a kind that the game does not know: left out",
            "1 rotations by an angle that the game does not know: left out",
        ],
    );
    assert_eq!((beatmap.notes.len(), beatmap.bombs.len(), beatmap.rotations.len()), (0, 1, 0));
    let beatmap = check(
        r#"{"version":"4.0.0","colorNotes":[{},{"i":1},{"i":-1},{"i":1000000000}],"colorNotesData":[{"x":3}],"arcs":[{"ti":9}],"arcsData":[{}]}"#,
        &["4 objects that are in no list of what they are: left out"],
    );
    assert_eq!((beatmap.notes.len(), beatmap.notes[0].cell.line, beatmap.arcs.len()), (1, 3, 0));
}

#[test]
fn version_4_may_have_all_in_a_member() {
    let inner = r#""colorNotes":[{"b":2}],"colorNotesData":[{"x":3}]"#;
    let plain = check(&format!(r#"{{"version":"4.0.0",{inner}}}"#), &[]);
    assert_eq!(plain, check(&format!(r#"{{"version":"4.0.0","content":{{{inner}}}}}"#), &[]));
    assert_eq!(plain.notes.len(), 1);
}

#[test]
fn what_stands_before_damage_is_kept() {
    let beatmap = check(
        r#"{"version":"3.0.0","bombNotes":[{"b":1}],"colorNotes":[{"b":2},{"b":NaN},{"b":4}]}"#,
        &["expected value; what is behind it is lost"],
    );
    assert_eq!((beatmap.notes.len(), beatmap.bombs.len()), (1, 1));
}
