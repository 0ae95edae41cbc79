//! ScoreSaber's `.dat` as JSON.

mod metadata;
mod parts;

use std::collections::BTreeMap;
use std::fmt;

use ghostreel_core::{Outcome, Record};
use ghostreel_scoresaber::layout::{
    Combo, Energy, Height, Keyframe, Multiplier, NoteV2, NoteV3, Pointers, PoseFrame, ScoreV2,
    ScoreV3,
};
use ghostreel_scoresaber::{
    Notes, Payload, RecordForm, Recording, Replay, SavedData, Scores, Sections, View,
};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::JsonError;
use super::bsor::record::{Fields, RecordIn, RecordsIn};
use super::hex::Hex;
use super::{List, skip};
use metadata::{MetadataIn, MetadataOut};
use parts::{PartsIn, PartsOut};

/// A whole file, written record by record from where it lies.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "scoresaber")?;
        map.serialize_entry("version", &view.version())?;
        if let Some(sections) = view.sections() {
            write_sections(sections, summary, &mut map)?;
        }
        if let Some(data) = view.saved_data() {
            write_saved_data(data, summary, &mut map)?;
        }
        if summary {
            if view.outcome() == Outcome::Recovered {
                map.serialize_entry("recovered", &true)?;
            }
        } else {
            map.serialize_entry("original", &Hex(view.bytes()))?;
        }
        map.end()
    }
}

fn write_sections<M: SerializeMap>(
    sections: &Sections,
    summary: bool,
    map: &mut M,
) -> Result<(), M::Error> {
    let form = sections.record_form();
    map.serialize_entry("recordForm", form_name(form))?;
    let mut pointers = [0; Pointers::SIZE];
    sections.pointers().write(&mut pointers);
    map.serialize_entry("pointers", &Fields::of::<Pointers>(&pointers))?;
    map.serialize_entry("metadata", &MetadataOut(sections.metadata()))?;
    if summary {
        map.serialize_entry("counts", &BTreeMap::from([("poses", sections.poses().len())]))?;
    } else {
        list::<PoseFrame, M>("poses", sections.poses().bytes(), map)?;
    }
    list::<Height, M>("heights", sections.heights().bytes(), map)?;
    match form {
        RecordForm::V2 => list::<NoteV2, M>("notes", sections.note_bytes(), map)?,
        RecordForm::V3 => list::<NoteV3, M>("notes", sections.note_bytes(), map)?,
    }
    match form {
        RecordForm::V2 => list::<ScoreV2, M>("scores", sections.score_bytes(), map)?,
        RecordForm::V3 => list::<ScoreV3, M>("scores", sections.score_bytes(), map)?,
    }
    list::<Combo, M>("combos", sections.combos().bytes(), map)?;
    list::<Multiplier, M>("multipliers", sections.multipliers().bytes(), map)?;
    list::<Energy, M>("energies", sections.energies().bytes(), map)?;
    // The usual ones go without saying.
    let parts: Vec<_> = sections.parts().collect();
    if !parts::are_usual(&parts) {
        map.serialize_entry("parts", &PartsOut(&parts))?;
    }
    Ok(())
}

fn list<R: Record, M: SerializeMap>(
    name: &'static str,
    bytes: &[u8],
    map: &mut M,
) -> Result<(), M::Error> {
    map.serialize_entry(name, &List(|| bytes.chunks_exact(R::SIZE).map(Fields::of::<R>)))
}

fn write_saved_data<M: SerializeMap>(
    data: &SavedData,
    summary: bool,
    map: &mut M,
) -> Result<(), M::Error> {
    if summary {
        return map.serialize_entry("counts", &BTreeMap::from([("keyframes", data.len())]));
    }
    map.serialize_entry("keyframes", &List(|| data.iter().map(KeyframeOut)))?;
    if !data.is_canonical() {
        map.serialize_entry("graph", &Hex(data.bytes()))?;
    }
    Ok(())
}

struct KeyframeOut(Keyframe);

impl Serialize for KeyframeOut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = [0; Keyframe::SIZE];
        self.0.write(&mut bytes);
        Fields::of::<Keyframe>(&bytes).serialize(serializer)
    }
}

const fn form_name(form: RecordForm) -> &'static str {
    match form {
        RecordForm::V2 => "v2",
        RecordForm::V3 => "v3",
    }
}

/// Reads a document.
pub(super) fn read(json: &[u8]) -> Result<Replay, JsonError> {
    Ok(serde_json::from_slice::<Read>(json)?.0)
}

/// A replay, read from JSON.
struct Read(Replay);

impl<'de> Deserialize<'de> for Read {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DocumentVisitor)
    }
}

/// The parts of a document read so far.
#[derive(Default)]
struct Members {
    original: Option<Vec<u8>>,
    form: Option<RecordForm>,
    pointers: Option<Pointers>,
    metadata: Option<MetadataIn>,
    poses: Option<Vec<PoseFrame>>,
    heights: Option<Vec<Height>>,
    notes: Option<Notes>,
    scores: Option<Scores>,
    combos: Option<Vec<Combo>>,
    multipliers: Option<Vec<Multiplier>>,
    energies: Option<Vec<Energy>>,
    parts: Option<PartsIn>,
    keyframes: Option<Vec<Keyframe>>,
    graph: Option<Vec<u8>>,
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scoresaber replay")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Read, M::Error> {
        let mut members = Members::default();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "format" | "version" => skip(&mut map)?,
                "original" => members.original = Some(map.next_value::<Hex<Vec<u8>>>()?.0),
                "recordForm" => members.form = Some(read_form(&map.next_value::<String>()?)?),
                "pointers" => members.pointers = Some(map.next_value::<RecordIn<Pointers>>()?.0),
                "metadata" => members.metadata = Some(map.next_value()?),
                "poses" => members.poses = Some(map.next_value::<RecordsIn<_>>()?.0),
                "heights" => members.heights = Some(map.next_value::<RecordsIn<_>>()?.0),
                "notes" => {
                    members.notes = Some(match members.form() {
                        Ok(RecordForm::V2) => Notes::V2(map.next_value::<RecordsIn<_>>()?.0),
                        Ok(RecordForm::V3) => Notes::V3(map.next_value::<RecordsIn<_>>()?.0),
                        Err(error) => return Err(error),
                    });
                }
                "scores" => {
                    members.scores = Some(match members.form() {
                        Ok(RecordForm::V2) => Scores::V2(map.next_value::<RecordsIn<_>>()?.0),
                        Ok(RecordForm::V3) => Scores::V3(map.next_value::<RecordsIn<_>>()?.0),
                        Err(error) => return Err(error),
                    });
                }
                "combos" => members.combos = Some(map.next_value::<RecordsIn<_>>()?.0),
                "multipliers" => members.multipliers = Some(map.next_value::<RecordsIn<_>>()?.0),
                "energies" => members.energies = Some(map.next_value::<RecordsIn<_>>()?.0),
                "parts" => members.parts = Some(map.next_value()?),
                "keyframes" => members.keyframes = Some(map.next_value::<RecordsIn<_>>()?.0),
                "graph" => members.graph = Some(map.next_value::<Hex<Vec<u8>>>()?.0),
                "counts" => {
                    return Err(de::Error::custom(
                        "a summary holds no poses; write the full JSON instead",
                    ));
                }
                other => return Err(de::Error::custom(format!("unknown member {other:?}"))),
            }
        }
        members.finish().map(Read)
    }
}

fn read_form<E: de::Error>(name: &str) -> Result<RecordForm, E> {
    let form_there =
        [RecordForm::V2, RecordForm::V3].into_iter().find(|form| form_name(*form) == name);
    form_there
        .ok_or_else(|| E::custom(format!("expected the record form v2 or v3, found {name:?}")))
}

impl Members {
    fn form<E: de::Error>(&self) -> Result<RecordForm, E> {
        self.form.ok_or_else(|| E::custom("expected recordForm in front of notes and scores"))
    }

    fn finish<E: de::Error>(self) -> Result<Replay, E> {
        let original = self.original.unwrap_or_default();
        let payload = match self.keyframes {
            Some(keyframes) => Payload::Legacy(saved_data(keyframes, self.graph)?),
            None => Payload::Sections(Recording {
                pointers: self.pointers.ok_or_else(|| E::missing_field("pointers"))?,
                metadata: self.metadata.ok_or_else(|| E::missing_field("metadata"))?.0,
                poses: self.poses.ok_or_else(|| E::missing_field("poses"))?,
                heights: self.heights.ok_or_else(|| E::missing_field("heights"))?,
                notes: self.notes.ok_or_else(|| E::missing_field("notes"))?,
                scores: self.scores.ok_or_else(|| E::missing_field("scores"))?,
                combos: self.combos.ok_or_else(|| E::missing_field("combos"))?,
                multipliers: self.multipliers.ok_or_else(|| E::missing_field("multipliers"))?,
                energies: self.energies.ok_or_else(|| E::missing_field("energies"))?,
                parts: self.parts.map_or_else(parts::usual, |parts| parts.0),
            }),
        };
        Ok(Replay { original, payload, is_cancelled: false })
    }
}

/// The keyframes, in their graph if it is not the usual one.
fn saved_data<E: de::Error>(
    keyframes: Vec<Keyframe>,
    graph: Option<Vec<u8>>,
) -> Result<SavedData, E> {
    let Some(graph) = graph else { return Ok(keyframes.into_iter().collect()) };
    let mut data = SavedData::from_graph(graph).map_err(E::custom)?;
    if data.len() != keyframes.len() {
        let (there, given) = (data.len(), keyframes.len());
        return Err(E::custom(format!(
            "expected the {there} keyframes of the graph, found {given}"
        )));
    }
    for (index, keyframe) in keyframes.iter().enumerate() {
        data.set(index, keyframe);
    }
    Ok(data)
}

#[cfg(test)]
mod tests;
