//! Reading each version.

use super::*;
use crate::model::Note;

#[track_caller]
fn check(text: &str, wanted: &[&str]) -> Beatmap {
    check_loss(text, wanted).0
}

#[track_caller]
fn check_loss(text: &str, wanted: &[&str]) -> (Beatmap, Option<String>) {
    let mut diagnostics = Diagnostics::default();
    let around = Surroundings { bpm: 120.0, audio: None, room: 1 << 20 };
    let text = Text::of(text.as_bytes());
    let version = version(&text, around.room);
    let beatmap = read(&text, version, "Easy.dat", &around, &mut diagnostics);
    let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| &*diagnostic.message).collect();
    assert_eq!(messages, wanted, "{text:?}");
    beatmap
}

#[track_caller]
fn check_layout(text: &str, wanted: Layout, version_wanted: &str) {
    let FoundVersion { label, layout, .. } = version(&Text::of(text.as_bytes()), 1 << 20);
    assert_eq!((&*label, layout), (version_wanted, wanted), "{text}");
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
    // The members that are there count for more than the label.
    check_layout(r#"{"version":"3.0.0","_version":"2.2.0","_notes":[{}]}"#, Layout::V2, "3.0.0");
    check_layout(r#"{"_version":"2.0.0","colorNotes":[{}]}"#, Layout::V3, "2.0.0");
    check_layout(r#"{"version":"3.3.0","colorNotesData":[{}]}"#, Layout::V4, "3.3.0");
    check_layout(r#"{"version":"4.0.0","burstSliders":[{}]}"#, Layout::V3, "4.0.0");
    check_layout(r#"{"version":"3.3.0","colorNotes":[{}],"_notes":[{}]}"#, Layout::V3, "3.3.0");
}

#[test]
fn a_label_that_its_members_contradict_is_reported() {
    let message = |label: &str, read: u8| {
        format!(
            "it says that it is of version {label}, and has the members of version {read}, which are read"
        )
    };
    for (text, label, read) in [
        (r#"{"version":"3.0.0","_notes":[{}]}"#, "3.0.0", 2),
        (r#"{"version":"4.1.0","_notes":[{}]}"#, "4.1.0", 2),
        (r#"{"_version":"2.0.0","colorNotes":[{}]}"#, "2.0.0", 3),
        (r#"{"version":"4.0.0","colorNotes":[{}],"bpmEvents":[{"m":1}]}"#, "4.0.0", 3),
        (r#"{"_version":"2.0.0","colorNotes":[{}],"colorNotesData":[{}]}"#, "2.0.0", 4),
    ] {
        let (beatmap, loss) = check_loss(text, &[&message(label, read)]);
        assert_eq!((beatmap.notes.len(), loss), (1, None), "{text}");
    }
    let beside = "it has members of version 2 beside those of version 3, which are read";
    let beatmap = check(r#"{"version":"3.3.0","colorNotes":[{}],"_notes":[{},{}]}"#, &[beside]);
    assert_eq!(beatmap.notes.len(), 1);
}

#[test]
fn lists_of_the_wrong_kind_are_reported_in_every_version() {
    for (text, list) in [
        (r#"{"_version":"2.0.0","_notes":{}}"#, "_notes"),
        (r#"{"_version":"2.0.0","_events":"many"}"#, "_events"),
        (r#"{"version":"3.3.0","colorNotes":{}}"#, "colorNotes"),
        (r#"{"version":"3.3.0","bpmEvents":7}"#, "bpmEvents"),
        (r#"{"version":"4.0.0","colorNotes":{}}"#, "colorNotes"),
        (r#"{"version":"4.0.0","content":{"chainsData":true}}"#, "chainsData"),
    ] {
        let message =
            format!("1 value in {list} is not what its place is for, and is taken for missing");
        let (_, loss) = check_loss(text, &[&message]);
        assert_eq!(loss, Some(format!("Easy.dat: {message}.")), "{text}");
    }
    // Values that are no notes and no tempo lose none.
    for (text, list) in [
        (r#"{"_version":"2.0.0","_obstacles":{}}"#, "_obstacles"),
        (r#"{"version":"3.3.0","basicBeatmapEvents":[5]}"#, "basicBeatmapEvents"),
        (r#"{"version":"4.0.0","obstaclesData":{}}"#, "obstaclesData"),
    ] {
        let message =
            format!("1 value in {list} is not what its place is for, and is taken for missing");
        assert_eq!(check_loss(text, &[&message]).1, None, "{text}");
    }
}

#[test]
fn a_possible_loss_of_notes_or_tempo_is_reported() {
    let cut = "EOF while parsing a value; what is after it is lost";
    for text in [r#"{"_version":"2.0.0","_notes":"#, r#"{"version":"3.0.0","bpmEvents":"#] {
        let (_, loss) = check_loss(text, &[cut]);
        assert_eq!(loss, Some(format!("Easy.dat, offset {}: {cut}.", text.len() - 1)));
    }
    let (_, loss) = check_loss(r#"{"_version":"2.0.0"} x"#, &["trailing characters after the end"]);
    assert_eq!(loss, None);
    let lost = "1 changes to no tempo at all: left out";
    let (_, loss) = check_loss(r#"{"version":"3.0.0","bpmEvents":[{"m":0}]}"#, &[lost]);
    assert_eq!(loss, Some(format!("Easy.dat: {lost}.")));
}

#[test]
fn notes_that_mods_show_uncuttable_are_in_no_list() {
    let message =
        "3 of its notes and bombs are shown by a mod, and not to be cut: they do not count";
    let text = r#"{"_version":"2.2.0","_notes":[{"_time":1},{"_time":2,"_customData":{"_fake":true}},
        {"_type":3,"_customData":{"_fake":true}},{"_type":1,"_customData":{"_fake":true,"_interactable":false}},
        {"_type":3}],"_obstacles":[{},{"_customData":{"_fake":true}}]}"#;
    let beatmap = check(text, &[message]);
    assert_eq!((beatmap.notes.len(), beatmap.bombs.len(), beatmap.fakes), (1, 1, 3));
    let harmless: Vec<bool> = beatmap.walls.iter().map(|wall| wall.is_harmless).collect();
    assert_eq!(harmless, [false, true]);
    let text = r#"{"version":"3.2.0","colorNotes":[{}],"customData":{"fakeColorNotes":[{},{}],
        "fakeBombNotes":[{}],"fakeBurstSliders":[{}]}}"#;
    let beatmap = check(text, &[]);
    assert_eq!((beatmap.notes.len(), beatmap.bombs.len(), beatmap.chains.len()), (1, 0, 0));
}

#[test]
fn a_mod_turns_and_moves_notes() {
    let text = r#"{"_version":"2.2.0","_notes":[
        {"_cutDirection":0,"_customData":{"_cutDirection":180}},
        {"_cutDirection":8,"_customData":{"_cutDirection":45}},
        {"_cutDirection":2,"_customData":{"_position":[-0.5,1.25]}},
        {"_cutDirection":3,"_customData":{"_position":[NaN,0],"_cutDirection":null}}]}"#;
    let found = check(text, &[]).notes;
    let of = |note: &Note| (note.direction, note.angle_offset, note.is_turned_by_mod);
    let turned: Vec<_> = found.iter().map(of).collect();
    assert_eq!(turned, [(1, 180, true), (8, 0, false), (2, 0, false), (3, 0, false)]);
    let positions: Vec<_> = found.iter().map(|note| note.cell.position).collect();
    assert_eq!(positions, [None, None, Some([-0.5, 1.25]), None]);
}

/// Arcs and chains belong to the notes that are where they begin and end, be it by line and layer or by a mod.
#[test]
fn arcs_are_joined_by_the_places_of_a_mod() {
    let text = r#"{"version":"3.2.0","colorNotes":[
        {"b":1,"x":1,"y":2,"customData":{"coordinates":[-0.5,2.25]}},
        {"b":2,"x":1,"customData":{"coordinates":[-0.5,0.25]}},{"b":3,"x":3}],
        "sliders":[{"b":1,"x":2,"y":2,"tb":2,"tx":2,"ty":0,
            "customData":{"coordinates":[-0.5,2.25],"tailCoordinates":[-0.5,0.25]}},
            {"b":3,"x":3,"tb":4,"customData":{"coordinates":[0.5,0.25]}}]}"#;
    let targets = crate::Targets::of(&check(text, &[]));
    let types: Vec<u8> = targets.as_slice().iter().map(|t| t.scoring_type.number()).collect();
    assert_eq!(types, [4, 5, 3]);
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
fn impossible_objects_are_left_out() {
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
fn objects_before_damage_are_kept() {
    let beatmap = check(
        r#"{"version":"3.0.0","bombNotes":[{"b":1}],"colorNotes":[{"b":2},{"b":?},{"b":4}]}"#,
        &["expected value; what is after it is lost"],
    );
    assert_eq!((beatmap.notes.len(), beatmap.bombs.len()), (1, 1));
}
