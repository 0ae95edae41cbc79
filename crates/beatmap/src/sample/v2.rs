//! The sample in version 2.

use serde_json::{Value, json};

use super::{
    ARCS, BOMBS, BPM, COLOR_BOOSTS, FASTER_BEAT, LIGHTS, NOTE_JUMP_SPEED, ROTATIONS, WALLS,
    Written, notes,
};

pub(super) fn files() -> Written {
    vec![("Info.dat", info()), ("ExpertStandard.dat", standard()), ("Easy90Degree.dat", rotating())]
}

/// Also that of version 3.
pub(super) fn info() -> Value {
    let color = |r: f32, g: f32, b: f32| json!({"r": r, "g": g, "b": b, "a": 1.0});
    let difficulty = |name: &str, rank: i32, file: &str| {
        json!({
            "_difficulty": name, "_difficultyRank": rank, "_beatmapFilename": file,
            "_noteJumpMovementSpeed": NOTE_JUMP_SPEED, "_noteJumpStartBeatOffset": 0,
            "_environmentNameIdx": 0, "_beatmapColorSchemeIdx": if rank > 5 { 0 } else { -1 },
            "_customData": {"_difficultyLabel": format!("Sample {name}")},
        })
    };
    json!({
        "_version": "2.1.0", "_songName": "Synthetic Sample", "_songSubName": "",
        "_songAuthorName": "Nobody", "_levelAuthorName": "Ghostreel", "_beatsPerMinute": BPM,
        "_songTimeOffset": 0, "_shuffle": 0, "_shufflePeriod": 0.5, "_previewStartTime": 2,
        "_previewDuration": 5, "_songFilename": "song.egg", "_coverImageFilename": "cover.png",
        "_environmentName": "DefaultEnvironment", "_allDirectionsEnvironmentName": "GlassDesertEnvironment",
        "_environmentNames": ["TheFirstEnvironment"],
        "_colorSchemes": [{"useOverride": true, "colorScheme": {
            "colorSchemeId": "Sample", "saberAColor": color(1.0, 0.5, 0.0), "saberBColor": color(0.0, 0.5, 1.0),
            "obstaclesColor": color(1.0, 0.0, 0.0), "environmentColor0": color(1.0, 0.0, 0.5),
            "environmentColor1": color(0.0, 1.0, 0.5),
        }}],
        "_difficultyBeatmapSets": [
            {"_beatmapCharacteristicName": "Standard", "_difficultyBeatmaps": [difficulty("Expert", 7, "ExpertStandard.dat")]},
            {"_beatmapCharacteristicName": "90Degree", "_difficultyBeatmaps": [difficulty("Easy", 1, "Easy90Degree.dat")]},
        ],
    })
}

fn standard() -> Value {
    let all: Vec<_> = notes().collect();
    let bombs = BOMBS.map(|(beat, line, layer)| {
        json!({"_time": beat, "_lineIndex": line, "_lineLayer": layer, "_type": 3, "_cutDirection": 0})
    });
    let walls = WALLS.map(|(beat, line, layer, duration, width, height)| match (layer, height) {
        (0, 5) => json!({"_time": beat, "_lineIndex": line, "_type": 0, "_duration": duration, "_width": width}),
        (2, 3) => json!({"_time": beat, "_lineIndex": line, "_type": 1, "_duration": duration, "_width": width}),
        _ => json!({
            "_time": beat, "_lineIndex": line, "_lineLayer": layer, "_type": 2, "_duration": duration,
            "_width": width, "_height": height,
        }),
    });
    let arcs = ARCS.iter().filter_map(|&(head, tail)| {
        let (head, tail) = (all.get(head)?, all.get(tail)?);
        Some(json!({
            "_colorType": head.color, "_headTime": head.beat, "_headLineIndex": head.line,
            "_headLineLayer": head.layer, "_headCutDirection": head.direction,
            "_headControlPointLengthMultiplier": 1.0, "_tailTime": tail.beat,
            "_tailLineIndex": tail.line, "_tailLineLayer": tail.layer,
            "_tailCutDirection": tail.direction, "_tailControlPointLengthMultiplier": 0.5,
            "_sliderMidAnchorMode": 1,
        }))
    });
    let boosts = COLOR_BOOSTS.map(|(beat, is_on)| (beat, 5, i32::from(is_on), 1.0));
    let tempo = (FASTER_BEAT, 100, 0, BPM * 2.0);
    let events = LIGHTS.into_iter().chain(boosts).chain([tempo]);
    json!({
        "_version": "2.6.0",
        "_notes": written_notes().chain(bombs).collect::<Vec<_>>(),
        "_obstacles": walls,
        "_sliders": arcs.collect::<Vec<_>>(),
        "_events": events.map(event).collect::<Vec<_>>(),
        "_waypoints": [],
        "_customData": {"_BPMChanges": [{"_time": 4, "_BPM": 90}]},
    })
}

/// Events of the version before they had a second value.
fn rotating() -> Value {
    const DEGREES: [f32; 8] = [-60.0, -45.0, -30.0, -15.0, 15.0, 30.0, 45.0, 60.0];
    let events = ROTATIONS.map(|(beat, is_late, degrees)| {
        let value = DEGREES.iter().position(|known| *known == degrees);
        json!({"_time": beat, "_type": if is_late { 15 } else { 14 }, "_value": value})
    });
    let tempo = json!({"_time": FASTER_BEAT, "_type": 100, "_value": 240});
    json!({
        "_version": "2.2.0",
        "_notes": written_notes().collect::<Vec<_>>(),
        "_obstacles": [],
        "_events": events.into_iter().chain([tempo]).collect::<Vec<_>>(),
    })
}

fn written_notes() -> impl Iterator<Item = Value> {
    notes().map(|note| {
        json!({
            "_time": note.beat, "_lineIndex": note.line, "_lineLayer": note.layer,
            "_type": note.color, "_cutDirection": note.direction,
        })
    })
}

fn event((beat, kind, value, float_value): (f32, i32, i32, f32)) -> Value {
    json!({"_time": beat, "_type": kind, "_value": value, "_floatValue": float_value})
}
