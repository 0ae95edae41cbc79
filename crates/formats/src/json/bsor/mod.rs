//! `.bsor` as JSON.

pub(super) mod record;
mod text;

use std::fmt;
use std::marker::PhantomData;

use ghostreel_bsor::layout::{InfoValue, InfoValueMut, NoteHead};
use ghostreel_bsor::{
    ControllerOffsets, CutInfo, Frame, Height, Info, Note, NoteList, Pause, Replay, SectionId,
    UserData, UserEntries, Version, View, Wall,
};
use ghostreel_core::{Outcome, Record};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::JsonError;
use super::float::Float;
use super::hex::Hex;
use super::{List, skip};
use record::{Fields, FieldsSeed, RecordIn, RecordsIn};
use text::{TextIn, TextOut};

/// A whole file, written record by record from where it lies.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let sections: Vec<SectionId> = view.sections().collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "bsor")?;
        map.serialize_entry("version", &view.version().0)?;
        map.serialize_entry("info", &InfoOut(view.info()))?;
        if summary {
            map.serialize_entry("counts", &Counts(view))?;
        } else {
            map.serialize_entry("frames", &List(|| records::<Frame>(view.frames().bytes())))?;
        }
        map.serialize_entry("notes", &List(|| view.notes().slices().map(NoteOut)))?;
        map.serialize_entry("walls", &List(|| records::<Wall>(view.walls().bytes())))?;
        map.serialize_entry("heights", &List(|| records::<Height>(view.heights().bytes())))?;
        map.serialize_entry("pauses", &List(|| records::<Pause>(view.pauses().bytes())))?;
        if let Some(offsets) = view.controller_offset_bytes() {
            map.serialize_entry("controllerOffsets", &Fields::of::<ControllerOffsets>(offsets))?;
        }
        if sections.contains(&SectionId::UserData) {
            map.serialize_entry("userData", &List(|| view.user_data().map(UserDataOut)))?;
        }
        // The sections are the same in nearly all files, and then left out.
        if sections != usual_sections(view, &sections) {
            map.serialize_entry("sections", &List(|| sections.iter().map(|id| id.name())))?;
        }
        if view.missing() > 0 {
            map.serialize_entry("missing", &view.missing())?;
        }
        if !view.tail().is_empty() {
            map.serialize_entry("tail", &Hex(view.tail()))?;
        }
        if summary && view.outcome() == Outcome::Recovered {
            map.serialize_entry("recovered", &true)?;
        }
        map.end()
    }
}

/// The sections that a file has if nothing else is said: the required ones, and those optional ones whose members
/// are written.
fn usual_sections(view: &View<'_>, present: &[SectionId]) -> Vec<SectionId> {
    // Cut off after its id, section 6 is there without a value.
    let offsets = view.controller_offset_bytes().map(|_| SectionId::ControllerOffsets);
    let user_data = present.contains(&SectionId::UserData).then_some(SectionId::UserData);
    SectionId::REQUIRED.into_iter().chain(offsets).chain(user_data).collect()
}

fn records<R: Record>(bytes: &[u8]) -> impl Iterator<Item = Fields<'_>> {
    bytes.chunks_exact(R::SIZE).map(Fields::of::<R>)
}

struct Counts<'a>(&'a View<'a>);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(view) = self;
        serializer.collect_map([
            ("frames", view.frames().len()),
            ("notes", view.notes().len()),
            ("walls", view.walls().len()),
            ("heights", view.heights().len()),
            ("pauses", view.pauses().len()),
            ("userData", view.user_data_len()),
        ])
    }
}

struct InfoOut<'a>(&'a Info);

impl Serialize for InfoOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.fields();
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        for (name, value) in fields {
            match value {
                InfoValue::Text(text) => map.serialize_entry(name, &TextOut(text))?,
                InfoValue::I32(number) => map.serialize_entry(name, &number)?,
                InfoValue::F32(number) => map.serialize_entry(name, &Float(number))?,
                InfoValue::U8(number) => map.serialize_entry(name, &number)?,
            }
        }
        map.end()
    }
}

/// The bytes of a note.
struct NoteOut<'a>(&'a [u8]);

impl Serialize for NoteOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        Fields::of::<NoteHead>(self.0).entries(&mut map)?;
        if let Some(cut) = self.0.get(Note::MIN_SIZE..).filter(|cut| !cut.is_empty()) {
            map.serialize_entry("noteCutInfo", &Fields::of::<CutInfo>(cut))?;
        }
        map.end()
    }
}

struct UserDataOut(UserData);

impl Serialize for UserDataOut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(entry) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", &TextOut(&entry.key))?;
        map.serialize_entry("data", &Hex(&entry.bytes))?;
        if usize::try_from(entry.declared) != Ok(entry.bytes.len()) {
            map.serialize_entry("declared", &entry.declared)?;
        }
        map.end()
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

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a bsor replay")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Read, M::Error> {
        let mut replay = Replay::new(Info::default());
        let mut sections = None;
        let mut seen: Vec<String> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "format" => skip(&mut map)?,
                "version" => replay.version = Version(map.next_value()?),
                "info" => replay.info = map.next_value::<InfoIn>()?.0,
                "frames" => replay.frames = map.next_value::<RecordsIn<Frame>>()?.0,
                "notes" => replay.notes = map.next_value::<Packed<NoteIn>>()?.0,
                "walls" => replay.walls = map.next_value::<RecordsIn<Wall>>()?.0,
                "heights" => replay.heights = map.next_value::<RecordsIn<Height>>()?.0,
                "pauses" => replay.pauses = map.next_value::<RecordsIn<Pause>>()?.0,
                "controllerOffsets" => {
                    replay.controller_offsets =
                        Some(map.next_value::<RecordIn<ControllerOffsets>>()?.0);
                    replay.sections.push(SectionId::ControllerOffsets);
                }
                "userData" => {
                    replay.user_data = map.next_value::<Packed<UserDataIn>>()?.0;
                    replay.sections.push(SectionId::UserData);
                }
                "sections" => sections = Some(map.next_value::<Vec<String>>()?),
                "missing" => replay.missing = map.next_value()?,
                "tail" => replay.tail = map.next_value::<Hex<Vec<u8>>>()?.0,
                "counts" => {
                    return Err(de::Error::custom(
                        "a summary holds no frames; write the full JSON instead",
                    ));
                }
                other => return Err(de::Error::custom(format!("unknown member {other:?}"))),
            }
            seen.push(name);
        }
        let required = ["version", "info", "frames", "notes", "walls", "heights", "pauses"];
        if let Some(name) = required.into_iter().find(|name| !seen.iter().any(|seen| seen == name))
        {
            return Err(de::Error::missing_field(name));
        }
        if let Some(names) = sections {
            let id = |name: &String| {
                SectionId::from_name(name)
                    .ok_or_else(|| de::Error::custom(format!("there is no section {name:?}")))
            };
            replay.sections = names.iter().map(id).collect::<Result<_, _>>()?;
        }
        // Each would be written again, with all its records.
        let mut rest = replay.sections.as_slice();
        while let [id, more @ ..] = rest {
            if *id == SectionId::Info || more.contains(id) {
                let message = format!("expected each section once, found {:?} again", id.name());
                return Err(de::Error::custom(message));
            }
            rest = more;
        }
        Ok(Read(replay))
    }
}

struct InfoIn(Info);

impl<'de> Deserialize<'de> for InfoIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
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
                        InfoValueMut::Text(text) => *text = map.next_value::<TextIn>()?.0,
                        InfoValueMut::I32(number) => *number = map.next_value()?,
                        InfoValueMut::F32(number) => *number = map.next_value::<Float>()?.0,
                        InfoValueMut::U8(number) => *number = map.next_value()?,
                    }
                }
                match fields.first() {
                    Some((name, _)) => Err(de::Error::missing_field(name)),
                    None => Ok(InfoIn(info)),
                }
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

struct NoteIn(Note);

impl<'de> Deserialize<'de> for NoteIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = NoteIn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a note")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<NoteIn, M::Error> {
                let mut bytes = [0; NoteHead::SIZE];
                let mut head = FieldsSeed {
                    fields: NoteHead::FIELDS,
                    endian: NoteHead::ENDIAN,
                    bytes: &mut bytes,
                };
                let mut seen = Vec::new();
                let mut cut = None;
                while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
                    match head.member(&name, &mut map)? {
                        Some(name) => seen.push(name),
                        None if name == "noteCutInfo" => {
                            cut = Some(map.next_value::<RecordIn<CutInfo>>()?.0)
                        }
                        None => {
                            return Err(de::Error::custom(format!(
                                "unknown member {name:?} of a note"
                            )));
                        }
                    }
                }
                if let Some(name) = head.missing(&seen) {
                    return Err(de::Error::missing_field(name));
                }
                let head = NoteHead::read(&bytes);
                head.map(|head| NoteIn(Note { head, cut }))
                    .ok_or_else(|| de::Error::custom("a note of another size"))
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// Values that are kept as bytes, one after the other.
trait Packable: Sized {
    type List: Default;

    /// Appends it; why not, if it cannot be.
    fn pack(self, list: &mut Self::List) -> Result<(), &'static str>;
}

impl Packable for NoteIn {
    type List = NoteList;

    fn pack(self, notes: &mut NoteList) -> Result<(), &'static str> {
        notes.push(&self.0).then_some(()).ok_or("expected notes of less than 4 GiB")
    }
}

impl Packable for UserDataIn {
    type List = UserEntries;

    fn pack(self, entries: &mut UserEntries) -> Result<(), &'static str> {
        let is_readable = entries.push(&self.into_entry());
        is_readable.then_some(()).ok_or("expected user data of the declared length")
    }
}

/// A list of them, read from an array: none is held but the one that is read.
struct Packed<T: Packable>(T::List);

impl<'de, T: Packable + Deserialize<'de>> Deserialize<'de> for Packed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T>(PhantomData<T>);

        impl<'de, T: Packable + Deserialize<'de>> Visitor<'de> for Items<T> {
            type Value = Packed<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of notes or of user data")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Packed<T>, S::Error> {
                let mut list = T::List::default();
                while let Some(item) = seq.next_element::<T>()? {
                    item.pack(&mut list).map_err(de::Error::custom)?;
                }
                Ok(Packed(list))
            }
        }

        deserializer.deserialize_seq(Items(PhantomData))
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct UserDataIn {
    key: TextIn,
    data: Hex<Vec<u8>>,
    declared: Option<i32>,
}

impl UserDataIn {
    fn into_entry(self) -> UserData {
        let mut entry = UserData::new("", self.data.0);
        entry.key = self.key.0;
        entry.declared = self.declared.unwrap_or(entry.declared);
        entry
    }
}
