//! JSON of legacy ScoreSaber replays: the members of the file itself, and its text where they are not written in the usual way.

use std::borrow::Cow;

use ghostreel_core::{DecodeOptions, Diagnostic, Outcome};
use ghostreel_scoresaber_json::{Replay, SectionId, View, decode, encode, encode_member};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Serialize, Serializer, de};
use serde_json::value::RawValue;

use super::JsonError;
use super::hex::Hex;

/// A whole file, member by member.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let mut replay = view.to_replay();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "scoresaber-json")?;
        if summary {
            map.serialize_entry("counts", &Counts(&replay))?;
        }
        for id in SectionId::ALL {
            if summary && id == SectionId::Frames {
                continue;
            }
            let text = String::from_utf8(encode_member(&replay, id)).map_err(S::Error::custom)?;
            map.serialize_entry(
                id.name(),
                &RawValue::from_string(text).map_err(S::Error::custom)?,
            )?;
        }
        if summary {
            if view.outcome() == Outcome::Recovered {
                map.serialize_entry("recovered", &true)?;
            }
            return map.end();
        }
        replay.set_layout(None);
        if encode(&replay) != view.bytes() {
            match std::str::from_utf8(view.bytes()) {
                Ok(text) => map.serialize_entry("text", text)?,
                Err(_) => map.serialize_entry("bytes", &Hex(view.bytes()))?,
            }
        }
        map.end()
    }
}

struct Counts<'a>(&'a Replay);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(replay) = self;
        serializer.collect_map([
            ("frames", replay.frames.len()),
            ("scores", replay.scores.len()),
            ("combos", replay.combos.len()),
            ("noteTime", replay.note_times.len()),
            ("noteInfos", replay.note_infos.len()),
            ("dynamicHeight", replay.dynamic_heights.len()),
        ])
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct In<'a> {
    #[serde(rename = "format")]
    _format: Cow<'a, str>,
    #[serde(borrow)]
    info: &'a RawValue,
    frames: &'a RawValue,
    scores: &'a RawValue,
    combos: &'a RawValue,
    note_time: &'a RawValue,
    note_infos: &'a RawValue,
    dynamic_height: &'a RawValue,
    text: Option<String>,
    bytes: Option<Hex<Vec<u8>>>,
}

/// Reads a document.
pub(super) fn read(json: &[u8]) -> Result<Replay, JsonError> {
    let read: In<'_> = serde_json::from_slice(json)?;
    let In { info, frames, scores, combos, note_time, note_infos, dynamic_height, .. } = read;
    let values = [info, frames, scores, combos, note_time, note_infos, dynamic_height];
    let members: Vec<String> = SectionId::ALL
        .into_iter()
        .zip(values)
        .map(|(id, value)| format!("\"{}\":{value}", id.name()))
        .collect();
    let file = format!("{{{}}}", members.join(","));
    let decoded = decode(file.as_bytes(), &DecodeOptions::STRICT)
        .map_err(<serde_json::Error as de::Error>::custom)?;
    // A misspelt member must not go unnoticed; lists of different lengths are the file's own.
    let lists = [SectionId::Scores, SectionId::Combos, SectionId::NoteTime, SectionId::NoteInfos];
    let is_odd = |odd: &&Diagnostic| lists.iter().all(|list| list.name() != odd.section);
    if let Some(odd) = decoded.diagnostics.iter().find(is_odd) {
        let message = format!("{}: {}", odd.section, odd.message);
        return Err(<serde_json::Error as de::Error>::custom(message).into());
    }
    let mut replay = decoded.value;
    replay.set_layout(None);
    let layout = read.text.map(String::into_bytes).or(read.bytes.map(|Hex(bytes)| bytes));
    replay.set_layout(Some(layout.unwrap_or_else(|| encode(&replay))));
    Ok(replay)
}
