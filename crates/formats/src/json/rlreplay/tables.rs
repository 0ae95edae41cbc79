//! The tables of the body.

use ghostreel_rlreplay::View;
use ghostreel_rlreplay::layout::{
    Body, ClassIndex, DebugLog, KeyFrame, NetCache, NetProperty, TextRef, TickMark,
};

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize};

use super::super::List;
use super::super::float::Float;
use super::text::Exact;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyFrameJson {
    time: Float,
    pub(super) frame: i32,
    /// Where it is not that of the frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DebugLogJson<'a> {
    frame: i32,
    user: Exact<'a>,
    text: Exact<'a>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TickMarkJson<'a> {
    description: Exact<'a>,
    frame: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassIndexJson<'a> {
    class: Exact<'a>,
    index: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NetCacheJson {
    object_ind: i32,
    parent_id: i32,
    cache_id: i32,
    /// Object and number in the stream.
    properties: Vec<(i32, i32)>,
}

/// Writes the tables of a body that belongs to a view.
pub(super) fn write<M: SerializeMap>(
    body: &Body<TextRef<'_>>,
    view: &View<'_>,
    map: &mut M,
) -> Result<(), M::Error> {
    fn texts<M: SerializeMap>(
        map: &mut M,
        key: &str,
        list: &[TextRef<'_>],
    ) -> Result<(), M::Error> {
        map.serialize_entry(key, &List(|| list.iter().copied().map(Exact::Out)))
    }
    texts(map, "levels", &body.levels)?;
    let keyframe = |keyframe: &KeyFrame| KeyFrameJson {
        time: Float(keyframe.time),
        frame: keyframe.frame,
        position: (!view.is_in_place(keyframe)).then_some(keyframe.position),
    };
    map.serialize_entry("keyframes", &List(|| body.keyframes.iter().map(keyframe)))?;
    let lines = || {
        body.debug_log.iter().map(|line| DebugLogJson {
            frame: line.frame,
            user: Exact::Out(line.user),
            text: Exact::Out(line.text),
        })
    };
    map.serialize_entry("debug_info", &List(lines))?;
    let marks = || {
        body.tick_marks
            .iter()
            .map(|mark| TickMarkJson { description: Exact::Out(mark.kind), frame: mark.frame })
    };
    map.serialize_entry("tick_marks", &List(marks))?;
    texts(map, "packages", &body.packages)?;
    texts(map, "objects", &body.objects)?;
    texts(map, "names", &body.names)?;
    let classes = || {
        body.class_index
            .iter()
            .map(|entry| ClassIndexJson { class: Exact::Out(entry.class), index: entry.object })
    };
    map.serialize_entry("class_indices", &List(classes))?;
    let row = |row: &NetCache| NetCacheJson {
        object_ind: row.object,
        parent_id: row.parent,
        cache_id: row.cache,
        properties: row.properties.iter().map(|p| (p.object, p.stream_id)).collect(),
    };
    map.serialize_entry("net_cache", &List(|| body.net_cache.iter().map(row)))
}

impl From<KeyFrameJson> for KeyFrame {
    fn from(json: KeyFrameJson) -> Self {
        let position = json.position.unwrap_or(0);
        Self { time: json.time.0, frame: json.frame, position }
    }
}

impl From<DebugLogJson<'_>> for DebugLog {
    fn from(json: DebugLogJson<'_>) -> Self {
        Self { frame: json.frame, user: json.user.into_text(), text: json.text.into_text() }
    }
}

impl From<TickMarkJson<'_>> for TickMark {
    fn from(json: TickMarkJson<'_>) -> Self {
        Self { kind: json.description.into_text(), frame: json.frame }
    }
}

impl From<ClassIndexJson<'_>> for ClassIndex {
    fn from(json: ClassIndexJson<'_>) -> Self {
        Self { class: json.class.into_text(), object: json.index }
    }
}

impl From<NetCacheJson> for NetCache {
    fn from(json: NetCacheJson) -> Self {
        let property = |(object, stream_id)| NetProperty { object, stream_id };
        Self {
            object: json.object_ind,
            parent: json.parent_id,
            cache: json.cache_id,
            properties: json.properties.into_iter().map(property).collect(),
        }
    }
}
