//! The sample in version 4: each kind of object has a list of places and times, and a list of data.

use serde_json::{Value, json};

use super::v3::lean;
use super::{
    ARCS, BOMBS, BPM, CHAIN, COLOR_BOOSTS, FASTER_BEAT, GROUP_LIGHTS, LIGHTS, NOTE_JUMP_SPEED,
    ROTATIONS, WALLS, Written, notes,
};

/// Samples a second of the song.
const FREQUENCY: i32 = 1_000;

pub(super) fn files() -> Written {
    vec![
        ("Info.dat", info()),
        ("AudioData.dat", audio_data()),
        ("ExpertStandard.dat", standard()),
        ("Easy90Degree.dat", rotating()),
        ("Lightshow.dat", lightshow()),
    ]
}

fn info() -> Value {
    let difficulty = |mode: &str, name: &str, file: &str, scheme: i32| {
        json!({
            "characteristic": mode, "difficulty": name,
            "beatmapAuthors": {"mappers": ["Ghostreel"], "lighters": ["Ghost", "Reel"]},
            "environmentNameIdx": 0, "beatmapColorSchemeIdx": scheme,
            "noteJumpMovementSpeed": NOTE_JUMP_SPEED, "noteJumpStartBeatOffset": 0,
            "lightshowDataFilename": "Lightshow.dat", "beatmapDataFilename": file,
            "customData": {"difficultyLabel": format!("Sample {name}")},
        })
    };
    json!({
        "version": "4.0.1",
        "song": {"title": "Synthetic Sample", "subTitle": "", "author": "Nobody"},
        "audio": {
            "songFilename": "song.ogg", "songDuration": 20.0, "audioDataFilename": "AudioData.dat", "bpm": BPM,
            "lufs": 0, "previewStartTime": 2, "previewDuration": 5,
        },
        "songPreviewFilename": "song.ogg", "coverImageFilename": "cover.png",
        "environmentNames": ["TheFirstEnvironment"],
        "colorSchemes": [{
            "colorSchemeName": "Sample", "overrideNotes": true, "saberAColor": "FF8000FF", "saberBColor": "0080FFFF",
            "obstaclesColor": "FF0000FF", "overrideLights": true, "environmentColor0": "FF0080FF",
            "environmentColor1": "00FF80FF",
        }],
        "difficultyBeatmaps": [
            difficulty("Standard", "Expert", "ExpertStandard.dat", 0),
            difficulty("90Degree", "Easy", "Easy90Degree.dat", -1),
        ],
    })
}

fn audio_data() -> Value {
    json!({
        "version": "4.0.0", "songChecksum": "", "songSampleCount": 20_000, "songFrequency": FREQUENCY,
        "bpmData": [
            {"si": 0, "ei": 6_000, "sb": 0, "eb": FASTER_BEAT},
            {"si": 6_000, "ei": 20_000, "sb": FASTER_BEAT, "eb": 68},
        ],
        "lufsData": [],
    })
}

fn standard() -> Value {
    let (head, beat, line, layer, parts) = CHAIN;
    let beat_of = |index: usize| notes().nth(index).map(|note| note.beat);
    let arcs = ARCS.map(|(head, tail)| {
        lean(json!({"hb": beat_of(head), "tb": beat_of(tail), "hi": head, "ti": tail}))
    });
    json!({
        "version": "4.1.0",
        "colorNotes": placed(notes().map(|note| note.beat)),
        "colorNotesData": notes_data(),
        "bombNotes": placed(BOMBS.map(|(beat, ..)| beat)),
        "bombNotesData": BOMBS.map(|(_, line, layer)| lean(json!({"x": line, "y": layer}))),
        "obstacles": placed(WALLS.map(|(beat, ..)| beat)),
        "obstaclesData": WALLS.map(|(_, line, layer, duration, width, height)| {
            lean(json!({"x": line, "y": layer, "d": duration, "w": width, "h": height}))
        }),
        "arcs": arcs,
        "arcsData": [{"m": 1.0, "tm": 0.5, "a": 1}],
        "chains": [{"hb": beat_of(head), "tb": beat, "i": head}],
        "chainsData": [lean(json!({"tx": line, "ty": layer, "c": parts, "s": 0.5}))],
        "njsEvents": placed([8.0, 12.0]),
        "njsEventData": [{"e": 1, "d": 2.0}, {"p": 1}],
    })
}

fn rotating() -> Value {
    json!({
        "version": "4.0.0",
        "colorNotes": placed(notes().map(|note| note.beat)),
        "colorNotesData": notes_data(),
        "spawnRotations": placed(ROTATIONS.map(|(beat, ..)| beat)),
        "spawnRotationsData": ROTATIONS.map(|(_, is_late, degrees)| {
            lean(json!({"t": i32::from(is_late), "r": degrees}))
        }),
    })
}

fn lightshow() -> Value {
    json!({
        "version": "4.0.0",
        "basicEvents": placed(LIGHTS.map(|(beat, ..)| beat)),
        "basicEventsData": LIGHTS.map(|(_, kind, value, brightness)| {
            lean(json!({"t": kind, "i": value, "f": brightness}))
        }),
        "colorBoostEvents": placed(COLOR_BOOSTS.map(|(beat, _)| beat)),
        "colorBoostEventsData": COLOR_BOOSTS.map(|(_, is_on)| lean(json!({"b": i32::from(is_on)}))),
        "eventBoxGroups": GROUP_LIGHTS.iter().enumerate().map(|(index, (beat, group, ..))| {
            lean(json!({"t": 1, "b": beat, "g": group, "e": [{"l": [lean(json!({"i": index}))]}]}))
        }).collect::<Vec<_>>(),
        "lightColorEvents": GROUP_LIGHTS.map(|(.., color, brightness)| {
            lean(json!({"c": color, "b": brightness}))
        }),
    })
}

fn notes_data() -> Vec<Value> {
    let data = notes().map(|note| {
        lean(json!({"x": note.line, "y": note.layer, "c": note.color, "d": note.direction}))
    });
    data.collect()
}

/// Where in time things are that stand in the other list in the same order.
fn placed(beats: impl IntoIterator<Item = f32>) -> Vec<Value> {
    let beats = beats.into_iter().enumerate();
    beats.map(|(index, beat)| lean(json!({"b": beat, "i": index}))).collect()
}
