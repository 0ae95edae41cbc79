//! The sample in version 3. Zeros are left out, as the game does.

use serde_json::{Value, json};

use super::{
    ARCS, BOMBS, BPM, CHAIN, COLOR_BOOSTS, FASTER_BEAT, GROUP_LIGHTS, LIGHTS, ROTATIONS, WALLS,
    Written, notes, v2,
};

pub(super) fn files() -> Written {
    vec![
        ("Info.dat", v2::info()),
        ("ExpertStandard.dat", standard()),
        ("Easy90Degree.dat", rotating()),
    ]
}

fn standard() -> Value {
    let all: Vec<_> = notes().collect();
    let arcs = ARCS.iter().filter_map(|&(head, tail)| {
        let (head, tail) = (all.get(head)?, all.get(tail)?);
        Some(json!({
            "c": head.color, "b": head.beat, "x": head.line, "y": head.layer, "d": head.direction, "mu": 1.0,
            "tb": tail.beat, "tx": tail.line, "ty": tail.layer, "tc": tail.direction, "tmu": 0.5, "m": 1,
        }))
    });
    let (head, beat, line, layer, parts) = CHAIN;
    let chain = all.get(head).map(|head| {
        json!({
            "c": head.color, "b": head.beat, "x": head.line, "y": head.layer, "d": head.direction,
            "tb": beat, "tx": line, "ty": layer, "sc": parts, "s": 0.5,
        })
    });
    json!({
        "version": "3.3.0",
        "bpmEvents": [{"b": 0, "m": BPM}, {"b": FASTER_BEAT, "m": BPM * 2.0}],
        "rotationEvents": [],
        "colorNotes": written_notes(),
        "bombNotes": BOMBS.map(|(beat, line, layer)| lean(json!({"b": beat, "x": line, "y": layer}))),
        "obstacles": WALLS.map(|(beat, line, layer, duration, width, height)| {
            lean(json!({"b": beat, "x": line, "y": layer, "d": duration, "w": width, "h": height}))
        }),
        "sliders": arcs.collect::<Vec<_>>(),
        "burstSliders": chain.into_iter().collect::<Vec<_>>(),
        "waypoints": [],
        "basicBeatmapEvents": LIGHTS.map(|(beat, kind, value, brightness)| {
            lean(json!({"b": beat, "et": kind, "i": value, "f": brightness}))
        }),
        "colorBoostBeatmapEvents": COLOR_BOOSTS.map(|(beat, is_on)| json!({"b": beat, "o": is_on})),
        "lightColorEventBoxGroups": GROUP_LIGHTS.map(|(beat, group, color, brightness)| {
            lean(json!({"b": beat, "g": group, "e": [{"e": [lean(json!({"c": color, "s": brightness}))]}]}))
        }),
        "useNormalEventsAsCompatibleEvents": true,
        "customData": {"BPMChanges": [{"b": 4, "m": 90}]},
    })
}

fn rotating() -> Value {
    json!({
        "version": "3.0.0",
        "bpmEvents": [{"b": FASTER_BEAT, "m": BPM * 2.0}],
        "rotationEvents": ROTATIONS.map(|(beat, is_late, degrees)| {
            lean(json!({"b": beat, "e": i32::from(is_late), "r": degrees}))
        }),
        "colorNotes": written_notes(),
    })
}

fn written_notes() -> Vec<Value> {
    let written = notes().map(|note| {
        lean(json!({
            "b": note.beat, "x": note.line, "y": note.layer, "c": note.color, "d": note.direction,
        }))
    });
    written.collect()
}

/// Without members that are 0.
pub(super) fn lean(mut object: Value) -> Value {
    if let Some(members) = object.as_object_mut() {
        members.retain(|_, value| value.as_f64() != Some(0.0));
    }
    object
}
