//! BSOR 2 as JSON.

use std::fmt;

use ghostreel_bsor2::layout::{
    Frame, Height, Info, InfoValue, InfoValueMut, Note, Pause, Pose, SectionName, Vector3, Wall,
    WideText,
};
use ghostreel_bsor2::{CustomSection, ItemList, Items, Replay, Version, View, encode};
use ghostreel_core::{Outcome, Record};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::bsor::record::{Fields, RecordIn, RecordsIn};
use super::float::Float;
use super::hex::Hex;
use super::utf8::{TextIn, Utf8Out};
use super::{JsonError, List};

/// A whole file, written item by item from where it lies.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let sections = view.sections();
        let replay = Replay { original: Vec::new(), ..view.to_replay() };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "bsor2")?;
        map.serialize_entry("version", &view.version().major)?;
        map.serialize_entry("minor", &view.version().minor)?;
        map.serialize_entry("info", &InfoOut(sections.info()))?;
        if summary {
            map.serialize_entry("counts", &Counts(&replay))?;
        } else {
            list("frames", sections.frames(), &mut map)?;
        }
        list("notes", sections.notes(), &mut map)?;
        list("walls", sections.walls(), &mut map)?;
        list("heights", sections.heights(), &mut map)?;
        list("pauses", sections.pauses(), &mut map)?;
        let appended = Appended::of(&replay);
        if appended != Appended::default() {
            map.serialize_entry("appended", &appended)?;
        }
        if !replay.sections.is_empty() {
            map.serialize_entry("sections", &List(|| replay.sections.iter().map(SectionOut)))?;
        }
        if summary {
            if view.outcome() == Outcome::Recovered {
                map.serialize_entry("recovered", &true)?;
            }
        } else if encode(&replay) != view.bytes() {
            map.serialize_entry("original", &Hex(view.bytes()))?;
        }
        map.end()
    }
}

fn list<R: Record + Default, M: SerializeMap>(
    name: &'static str,
    items: Items<'_, R>,
    map: &mut M,
) -> Result<(), M::Error> {
    map.serialize_entry(name, &List(|| items.slices().map(Fields::of::<R>)))
}

struct Counts<'a>(&'a Replay);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(replay) = self;
        serializer.collect_map([
            ("frames", replay.frames.records.len()),
            ("notes", replay.notes.records.len()),
            ("walls", replay.walls.records.len()),
            ("heights", replay.heights.records.len()),
            ("pauses", replay.pauses.records.len()),
            ("sections", replay.sections.len()),
        ])
    }
}

struct InfoOut<'a>(&'a Info);

impl Serialize for InfoOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.fields() {
            match value {
                InfoValue::Text(text) => map.serialize_entry(name, &Utf8Out(&text.bytes))?,
                InfoValue::WideText(text) => map.serialize_entry(name, &WideOut(text))?,
                InfoValue::U8(number) => map.serialize_entry(name, number)?,
                InfoValue::U16(number) => map.serialize_entry(name, number)?,
                InfoValue::I32(number) => map.serialize_entry(name, number)?,
                InfoValue::F32(number) => map.serialize_entry(name, &Float(*number))?,
                InfoValue::Vector3(vector) => record(name, vector, &mut map)?,
                InfoValue::Pose(pose) => record(name, pose, &mut map)?,
                _ => return Err(serde::ser::Error::custom("a member that JSON does not know")),
            }
        }
        map.end()
    }
}

fn record<R: Record, M: SerializeMap>(
    name: &'static str,
    record: &R,
    map: &mut M,
) -> Result<(), M::Error> {
    let mut bytes = vec![0; R::SIZE];
    record.write(&mut bytes);
    map.serialize_entry(name, &Fields::of::<R>(&bytes))
}

/// A string in UTF-16: a JSON string where it is one.
struct WideOut<'a>(&'a WideText);

impl Serialize for WideOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.to_text();
        if WideText::from(&*text) == *self.0 {
            serializer.serialize_str(&text)
        } else {
            serializer.collect_map([("bytes", Hex(&self.0.bytes))])
        }
    }
}

/// The bytes after the known structures.
#[derive(Default, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(default, deny_unknown_fields)]
struct Appended {
    #[serde(skip_serializing_if = "is_empty")]
    info: AppendedMembers,
    #[serde(skip_serializing_if = "is_empty")]
    frames: AppendedMembers,
    #[serde(skip_serializing_if = "is_empty")]
    notes: AppendedMembers,
    #[serde(skip_serializing_if = "is_empty")]
    walls: AppendedMembers,
    #[serde(skip_serializing_if = "is_empty")]
    heights: AppendedMembers,
    #[serde(skip_serializing_if = "is_empty")]
    pauses: AppendedMembers,
}

impl Appended {
    fn of(replay: &Replay) -> Self {
        fn members<R>(list: &ItemList<R>) -> AppendedMembers {
            AppendedMembers { size: list.appended_size, bytes: list.appended.clone() }
        }
        let info = &replay.info_appended;
        Self {
            info: AppendedMembers { size: info.len(), bytes: info.clone() },
            frames: members(&replay.frames),
            notes: members(&replay.notes),
            walls: members(&replay.walls),
            heights: members(&replay.heights),
            pauses: members(&replay.pauses),
        }
    }
}

/// The bytes after the known structure of a section's items.
#[derive(Default, PartialEq)]
struct AppendedMembers {
    size: usize,
    bytes: Vec<u8>,
}

fn is_empty(members: &AppendedMembers) -> bool {
    *members == AppendedMembers::default()
}

impl Serialize for AppendedMembers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.size, Hex(&self.bytes)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AppendedMembers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (size, Hex(bytes)) = Deserialize::deserialize(deserializer)?;
        // Zeros are written in place of bytes that are not there: as many as there are items.
        if size > bytes.len() {
            return Err(de::Error::custom(format!("expected {size} bytes for each item")));
        }
        Ok(Self { size, bytes })
    }
}

struct SectionOut<'a>(&'a CustomSection);

impl Serialize for SectionOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CustomSection { name, item_size, item_count, first_item, bytes } = self.0;
        let mut map = serializer.serialize_map(None)?;
        match SectionName::new(name.as_bytes()) == Some(*name) {
            true => map.serialize_entry("name", &Utf8Out(name.as_bytes()))?,
            false => map.serialize_entry("stored", &Hex(name.stored()))?,
        }
        map.serialize_entry("itemSize", item_size)?;
        map.serialize_entry("itemCount", item_count)?;
        map.serialize_entry("firstItemOffset", first_item)?;
        map.serialize_entry("bytes", &Hex(bytes))?;
        map.end()
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SectionIn {
    name: Option<TextIn>,
    stored: Option<Hex<Vec<u8>>>,
    item_size: u32,
    item_count: u32,
    first_item_offset: u32,
    bytes: Hex<Vec<u8>>,
}

impl SectionIn {
    fn into_section(self) -> Result<CustomSection, JsonError> {
        let name = match (self.name, self.stored) {
            (Some(name), None) => SectionName::new(&name.into_utf8()),
            (None, Some(stored)) => <[u8; 64]>::try_from(&*stored.0).ok().map(SectionName::from),
            _ => None,
        };
        Ok(CustomSection {
            name: name.ok_or_else(|| refused("a section needs a name of at most 64 bytes"))?,
            item_size: self.item_size,
            item_count: self.item_count,
            first_item: self.first_item_offset,
            bytes: self.bytes.0,
        })
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct In {
    #[serde(rename = "format")]
    _format: String,
    version: u8,
    minor: u8,
    info: InfoIn,
    frames: RecordsIn<Frame>,
    notes: RecordsIn<Note>,
    walls: RecordsIn<Wall>,
    heights: RecordsIn<Height>,
    pauses: RecordsIn<Pause>,
    #[serde(default)]
    appended: Appended,
    #[serde(default)]
    sections: Vec<SectionIn>,
    original: Option<Hex<Vec<u8>>>,
}

/// Reads a document.
pub(super) fn read(json: &[u8]) -> Result<Replay, JsonError> {
    fn items<R>(RecordsIn(records): RecordsIn<R>, appended: AppendedMembers) -> ItemList<R> {
        ItemList { records, appended_size: appended.size, appended: appended.bytes }
    }
    let read: In = serde_json::from_slice(json)?;
    if read.version != Version::MAJOR {
        return Err(refused(&format!("expected version 2, found {}", read.version)));
    }
    let sections = read.sections.into_iter().map(SectionIn::into_section);
    let mut replay = Replay {
        minor: read.minor,
        info: read.info.0,
        info_appended: read.appended.info.bytes,
        frames: items(read.frames, read.appended.frames),
        notes: items(read.notes, read.appended.notes),
        walls: items(read.walls, read.appended.walls),
        heights: items(read.heights, read.appended.heights),
        pauses: items(read.pauses, read.appended.pauses),
        sections: sections.collect::<Result<_, _>>()?,
        original: Vec::new(),
    };
    replay.original = read.original.map_or_else(|| encode(&replay), |Hex(bytes)| bytes);
    Ok(replay)
}

fn refused(message: &str) -> JsonError {
    <serde_json::Error as de::Error>::custom(message).into()
}

struct InfoIn(Info);

impl<'de> Deserialize<'de> for InfoIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = InfoIn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the info of a replay")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<InfoIn, M::Error> {
                let mut info = Info::default();
                let mut fields = info.fields_mut();
                while let Some(name) = map.next_key::<String>()? {
                    let Some(at) = fields.iter().position(|(known, _)| *known == name) else {
                        return Err(de::Error::custom(format!(
                            "unknown member {name:?} of info, or given twice"
                        )));
                    };
                    match fields.swap_remove(at).1 {
                        InfoValueMut::Text(text) => {
                            text.bytes = map.next_value::<TextIn>()?.into_utf8();
                        }
                        InfoValueMut::WideText(wide) => {
                            *wide = match map.next_value()? {
                                TextIn::Plain(text) => text.as_str().into(),
                                TextIn::Exact { bytes: Hex(bytes) } => WideText { bytes },
                            }
                        }
                        InfoValueMut::U8(number) => *number = map.next_value()?,
                        InfoValueMut::U16(number) => *number = map.next_value()?,
                        InfoValueMut::I32(number) => *number = map.next_value()?,
                        InfoValueMut::F32(number) => *number = map.next_value::<Float>()?.0,
                        InfoValueMut::Vector3(vector) => {
                            *vector = map.next_value::<RecordIn<Vector3>>()?.0;
                        }
                        InfoValueMut::Pose(pose) => *pose = map.next_value::<RecordIn<Pose>>()?.0,
                        _ => return Err(de::Error::custom("a member that JSON does not know")),
                    }
                }
                match fields.first() {
                    Some((name, _)) => Err(de::Error::missing_field(name)),
                    None => Ok(InfoIn(info)),
                }
            }
        }

        deserializer.deserialize_map(Members)
    }
}
