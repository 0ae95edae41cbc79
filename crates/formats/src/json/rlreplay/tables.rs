//! The tables of the body.

use ghostreel_rlreplay::layout::{
    Body, ClassIndex, DebugLog, KeyFrame, NetCache, NetProperty, Text, TickMark,
};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize};

use super::super::float::Float;
use super::super::{JsonError, List};
use super::text::Exact;

#[derive(Serialize, Deserialize)]
struct KeyFrameJson {
    time: Float,
    frame: i32,
    position: u32,
}

#[derive(Serialize, Deserialize)]
struct DebugLogJson<'a> {
    frame: i32,
    user: Exact<'a>,
    text: Exact<'a>,
}

#[derive(Serialize, Deserialize)]
struct TickMarkJson<'a> {
    description: Exact<'a>,
    frame: i32,
}

#[derive(Serialize, Deserialize)]
struct ClassIndexJson<'a> {
    class: Exact<'a>,
    index: i32,
}

#[derive(Serialize, Deserialize)]
struct NetCacheJson {
    object_ind: i32,
    parent_id: i32,
    cache_id: i32,
    /// Object and number in the stream.
    properties: Vec<(i32, i32)>,
}

pub(super) fn write<M: SerializeMap>(body: &Body, map: &mut M) -> Result<(), M::Error> {
    fn texts<M: SerializeMap>(map: &mut M, key: &str, list: &[Text]) -> Result<(), M::Error> {
        map.serialize_entry(key, &List(|| list.iter().map(Exact::new)))
    }
    texts(map, "levels", &body.levels)?;
    let keyframe = |&KeyFrame { time, frame, position }: &KeyFrame| KeyFrameJson {
        time: Float(time),
        frame,
        position,
    };
    map.serialize_entry("keyframes", &List(|| body.keyframes.iter().map(keyframe)))?;
    let lines = || {
        body.debug_log.iter().map(|line| DebugLogJson {
            frame: line.frame,
            user: Exact::new(&line.user),
            text: Exact::new(&line.text),
        })
    };
    map.serialize_entry("debug_info", &List(lines))?;
    let marks = || {
        body.tick_marks
            .iter()
            .map(|mark| TickMarkJson { description: Exact::new(&mark.kind), frame: mark.frame })
    };
    map.serialize_entry("tick_marks", &List(marks))?;
    texts(map, "packages", &body.packages)?;
    texts(map, "objects", &body.objects)?;
    texts(map, "names", &body.names)?;
    let classes = || {
        body.class_index
            .iter()
            .map(|entry| ClassIndexJson { class: Exact::new(&entry.class), index: entry.object })
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

#[derive(Deserialize)]
struct In {
    levels: Vec<Exact<'static>>,
    keyframes: Vec<KeyFrameJson>,
    debug_info: Vec<DebugLogJson<'static>>,
    tick_marks: Vec<TickMarkJson<'static>>,
    packages: Vec<Exact<'static>>,
    objects: Vec<Exact<'static>>,
    names: Vec<Exact<'static>>,
    class_indices: Vec<ClassIndexJson<'static>>,
    net_cache: Vec<NetCacheJson>,
}

pub(super) fn read(json: &[u8]) -> Result<Body, JsonError> {
    let doc: In = serde_json::from_slice(json)?;
    let texts = |list: Vec<Exact<'static>>| list.into_iter().map(Exact::into_text).collect();
    let net_cache = |row: NetCacheJson| {
        let property = |(object, stream_id)| NetProperty { object, stream_id };
        NetCache {
            object: row.object_ind,
            parent: row.parent_id,
            cache: row.cache_id,
            properties: row.properties.into_iter().map(property).collect(),
        }
    };
    Ok(Body {
        levels: texts(doc.levels),
        keyframes: doc
            .keyframes
            .into_iter()
            .map(|k| KeyFrame { time: k.time.0, frame: k.frame, position: k.position })
            .collect(),
        debug_log: doc
            .debug_info
            .into_iter()
            .map(|line| DebugLog {
                frame: line.frame,
                user: line.user.into_text(),
                text: line.text.into_text(),
            })
            .collect(),
        tick_marks: doc
            .tick_marks
            .into_iter()
            .map(|mark| TickMark { kind: mark.description.into_text(), frame: mark.frame })
            .collect(),
        packages: texts(doc.packages),
        objects: texts(doc.objects),
        names: texts(doc.names),
        class_index: doc
            .class_indices
            .into_iter()
            .map(|entry| ClassIndex { class: entry.class.into_text(), object: entry.index })
            .collect(),
        net_cache: doc.net_cache.into_iter().map(net_cache).collect(),
    })
}
