//! `.replay` as JSON.

mod cells;
mod network;
mod properties;
mod tables;
mod text;

use std::collections::BTreeMap;

use ghostreel_rlreplay::layout::{Body, Header, Text};
use ghostreel_rlreplay::{Network, Replay, ReplayParts, SectionPrefix, Version, View};
use serde::de::{Error, IgnoredAny};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::JsonError;
use super::hex::Hex;
use tables::{ClassIndexJson, DebugLogJson, KeyFrameJson, NetCacheJson, TickMarkJson};
use text::Exact;

/// A whole file, written from where it lies.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let ReplayParts {
            header_prefix,
            header,
            body_prefix,
            body,
            body_parts,
            classes,
            network_rest,
            tail,
            rest,
        } = view.parts_without_frames();
        let Version { major, minor, net } = header.version;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "replay")?;
        let (is_header_prefix_true, is_body_prefix_true) = view.are_prefixes_true();
        if !is_header_prefix_true {
            map.serialize_entry("header_size", &header_prefix.size)?;
            map.serialize_entry("header_crc", &header_prefix.crc)?;
        }
        map.serialize_entry("major_version", &major)?;
        map.serialize_entry("minor_version", &minor)?;
        map.serialize_entry("net_version", &net)?;
        map.serialize_entry("game_type", &Exact::new(&header.game_type))?;
        map.serialize_entry("properties", &properties::Out(&header.properties))?;
        if header.is_cut {
            map.serialize_entry("header_cut", &true)?;
        }
        if !header.rest.is_empty() {
            map.serialize_entry("header_rest", &Hex(&header.rest))?;
        }
        if let Some(prefix) = body_prefix {
            if !is_body_prefix_true {
                map.serialize_entry("body_size", &prefix.size)?;
                map.serialize_entry("body_crc", &prefix.crc)?;
            }
            map.serialize_entry("body_parts", &body_parts)?;
        }
        tables::write(&body, view, &mut map)?;
        if !classes.is_empty() {
            map.serialize_entry("classes", &classes)?;
        }
        if summary {
            map.serialize_entry("counts", &network::Counts { view, objects: &body.objects })?;
        } else {
            let stream = view.stream_bytes();
            match (&network_rest, view.network()) {
                (Some(rest), [segment]) => {
                    let network = network::Out {
                        view,
                        objects: &body.objects,
                        segment,
                        size: stream.len(),
                        rest,
                    };
                    map.serialize_entry("network", &network)?;
                }
                _ => map.serialize_entry("network_stream", &Hex(stream))?,
            }
        }
        map.serialize_entry("tail", &Hex(tail))?;
        map.serialize_entry("rest", &Hex(rest))?;
        map.end()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct In<'a> {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    header_size: Option<u32>,
    header_crc: Option<u32>,
    major_version: i32,
    minor_version: i32,
    net_version: i32,
    game_type: Exact<'static>,
    #[serde(borrow)]
    properties: &'a RawValue,
    #[serde(default)]
    header_cut: bool,
    header_rest: Option<Hex<Vec<u8>>>,
    body_size: Option<u32>,
    body_crc: Option<u32>,
    body_parts: Option<usize>,
    levels: Vec<Exact<'static>>,
    keyframes: Vec<KeyFrameJson>,
    debug_info: Vec<DebugLogJson<'static>>,
    tick_marks: Vec<TickMarkJson<'static>>,
    packages: Vec<Exact<'static>>,
    objects: Vec<Exact<'static>>,
    names: Vec<Exact<'static>>,
    class_indices: Vec<ClassIndexJson<'static>>,
    net_cache: Vec<NetCacheJson>,
    #[serde(default)]
    classes: BTreeMap<String, String>,
    counts: Option<IgnoredAny>,
    #[serde(borrow)]
    network: Option<&'a RawValue>,
    network_stream: Option<Hex<Vec<u8>>>,
    tail: Hex<Vec<u8>>,
    rest: Hex<Vec<u8>>,
}

/// Reads a whole file.
pub(super) fn read(json: &[u8]) -> Result<Replay, JsonError> {
    let doc: In<'_> = serde_json::from_slice(json)?;
    if doc.counts.is_some() {
        return Err(serde_json::Error::custom("a summary holds no frames").into());
    }
    let version = Version::new(doc.major_version, doc.minor_version, doc.net_version);
    let header = Header {
        version,
        game_type: doc.game_type.into_text(),
        properties: properties::read(doc.properties.get(), version.is_unnumbered())?,
        rest: doc.header_rest.map(|rest| rest.0).unwrap_or_default(),
        is_cut: doc.header_cut,
    };
    let body = Body {
        levels: texts(doc.levels),
        keyframes: Vec::new(),
        debug_log: all(doc.debug_info),
        tick_marks: all(doc.tick_marks),
        packages: texts(doc.packages),
        objects: texts(doc.objects),
        names: texts(doc.names),
        class_index: all(doc.class_indices),
        net_cache: all(doc.net_cache),
    };
    let mut replay = Replay {
        header_prefix: SectionPrefix::default(),
        header,
        body_prefix: None,
        body,
        body_parts: doc.body_parts.unwrap_or(0),
        classes: doc.classes,
        network: Network::Raw(Vec::new()),
        tail: doc.tail.0,
        rest: doc.rest.0,
    };
    replay.network = match (doc.network, doc.network_stream) {
        (Some(network), None) => {
            network::read(network.get(), &replay.context(), &replay.catalog())?
        }
        (None, Some(stream)) => Network::Raw(stream.0),
        _ => return Err(serde_json::Error::custom("expected network or network_stream").into()),
    };
    let Some(frames) = replay.frame_positions() else {
        let message = "the network's frames speak of actors or attributes that are not there";
        return Err(serde_json::Error::custom(message).into());
    };
    for mut keyframe in doc.keyframes {
        if keyframe.position.is_none() {
            let place = frames.binary_search_by_key(&keyframe.frame.into(), |frame| frame.0);
            let position = place.ok().and_then(|place| frames.get(place)).map(|frame| frame.1);
            let message = format!("keyframe {} is no frame: it needs a position", keyframe.frame);
            keyframe.position = Some(position.ok_or_else(|| serde_json::Error::custom(message))?);
        }
        replay.body.keyframes.push(keyframe.into());
    }
    let prefix =
        |size: Option<u32>, crc: Option<u32>| Some(SectionPrefix { size: size?, crc: crc? });
    let header_prefix = prefix(doc.header_size, doc.header_crc);
    let body_prefix = prefix(doc.body_size, doc.body_crc);
    if header_prefix.is_none() || body_prefix.is_none() {
        replay.update_lengths_and_checksums();
    }
    replay.header_prefix = header_prefix.unwrap_or(replay.header_prefix);
    replay.body_prefix = doc.body_parts.and(body_prefix.or(replay.body_prefix));
    Ok(replay)
}

fn texts(list: Vec<Exact<'static>>) -> Vec<Text> {
    list.into_iter().map(Exact::into_text).collect()
}

fn all<T, J: Into<T>>(list: Vec<J>) -> Vec<T> {
    list.into_iter().map(Into::into).collect()
}
