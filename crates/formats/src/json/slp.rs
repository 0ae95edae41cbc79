//! `.slp` as JSON: events of a kind as columns, since rows would repeat every name thousands of times.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use ghostreel_core::{Endian, Field, FieldType, FieldValue};
use ghostreel_slp::layout::{PayloadSizes, command_fields, command_name};
use ghostreel_slp::ubjson::UbjsonValue;
use ghostreel_slp::{Gap, Member, PlayerStart, Replay, View, Wrapper};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::JsonError;
use super::float::Float;
use super::hex::Hex;
use super::{List, skip};

/// A whole file, written from where it lies.
pub(super) struct Document<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) summary: bool,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { view, summary } = *self;
        let sizes = view.payload_sizes();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", "slp")?;
        map.serialize_entry("version", &view.version().to_string())?;
        match view.wrapper() {
            Wrapper::Ubjson { raw_length } => map.serialize_entry("rawLength", &raw_length)?,
            Wrapper::Bare { has_sizes } => map.serialize_entry("bare", &BareOut { has_sizes })?,
        }
        map.serialize_entry("payloadSizes", &sizes.entries)?;
        if !sizes.extra.is_empty() {
            map.serialize_entry("payloadSizesExtra", &Hex(&sizes.extra))?;
        }
        // For people: both are in the events and members, and passed over when read.
        map.serialize_entry("settings", &Settings(view))?;
        map.serialize_entry("metadata", &view.metadata().map(Natural))?;
        if summary {
            map.serialize_entry("counts", &counts(view))?;
        } else {
            map.serialize_entry("events", &Events(view))?;
            let order: Vec<u8> = view.events().map(|(code, _)| code).collect();
            map.serialize_entry("order", &Hex(order))?;
            if view.gaps().len() > 0 {
                let gaps =
                    || view.gaps().map(|(events, bytes)| GapOut { events, bytes: Hex(bytes) });
                map.serialize_entry("gaps", &List(gaps))?;
            }
        }
        if !view.rest().is_empty() {
            map.serialize_entry("rest", &Hex(view.rest()))?;
        }
        map.serialize_entry("members", &Hex(view.member_bytes()))?;
        map.serialize_entry("tail", &Hex(view.tail()))?;
        map.end()
    }
}

struct BareOut {
    has_sizes: bool,
}

impl Serialize for BareOut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bare = serializer.serialize_struct("Bare", 1)?;
        bare.serialize_field("hasSizes", &self.has_sizes)?;
        bare.end()
    }
}

#[derive(Serialize)]
struct GapOut<'a> {
    events: usize,
    bytes: Hex<&'a [u8]>,
}

/// The name of a command in JSON: the specification's, or its number.
fn name_of(code: u8) -> String {
    command_name(code).map_or_else(|| format!("{code:#04x}"), str::to_owned)
}

fn code_of(name: &str) -> Option<u8> {
    match name.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => (0..=u8::MAX).find(|&code| command_name(code) == Some(name)),
    }
}

fn counts(view: &View<'_>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (code, _) in view.events() {
        let count: &mut u64 = counts.entry(name_of(code)).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// All events by command.
struct Events<'a>(&'a View<'a>);

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Put together by command, since a reference to each event can be longer than the event.
        let replay = self.0.to_replay();
        let mut map = serializer.serialize_map(Some(replay.events.len()))?;
        for (&code, events) in &replay.events {
            let size = replay.payload_sizes.event_size(code).unwrap_or(1).max(1);
            let events = Rows { events, size };
            match columns_of(code, size) {
                Some(fields) => map.serialize_entry(&name_of(code), &Columns { fields, events })?,
                None => map.serialize_entry(
                    &name_of(code),
                    &List(|| events.iter().map(|event| Hex(payload(event)))),
                )?,
            }
        }
        map.end()
    }
}

/// The events of one command, one after the other.
#[derive(Clone, Copy)]
struct Rows<'a> {
    events: &'a [u8],
    size: usize,
}

impl<'a> Rows<'a> {
    fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        self.events.chunks_exact(self.size)
    }
}

/// An event without its command byte.
fn payload(event: &[u8]) -> &[u8] {
    event.get(1..).unwrap_or_default()
}

/// The fields of a command whose events are written as columns: not those without fields, whose number no column
/// would show.
fn columns_of(code: u8, size: usize) -> Option<&'static [Field]> {
    command_fields(code).filter(|_| size > 1)
}

/// The fields that events of this size hold, but for the command, and where what we do not know begins.
fn known_fields(
    fields: &'static [Field],
    size: usize,
) -> (impl Iterator<Item = &'static Field>, usize) {
    let fits = move |field: &&Field| field.offset > 0 && field.fits(size);
    let end = fields
        .iter()
        .filter(fits)
        .map(|field| field.offset.saturating_add(field.kind.size()))
        .max();
    (fields.iter().filter(fits), end.unwrap_or(1))
}

/// The events of one command, a column for each field.
struct Columns<'a> {
    fields: &'static [Field],
    events: Rows<'a>,
}

impl Serialize for Columns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.events.size;
        let (fields, end) = known_fields(self.fields, size);
        let mut map = serializer.serialize_map(None)?;
        for field in fields {
            map.serialize_entry(field.name, &Column { field, events: self.events })?;
        }
        if end < size {
            let extra =
                || self.events.iter().map(|event| Hex(event.get(end..).unwrap_or_default()));
            map.serialize_entry("extra", &List(extra))?;
        }
        map.end()
    }
}

struct Column<'a> {
    field: &'static Field,
    events: Rows<'a>,
}

impl Column<'_> {
    fn values<T: FieldValue + Default>(&self) -> impl Iterator<Item = T> {
        let load = |event: &[u8]| T::load(event.get(self.field.offset..)?, Endian::Big);
        self.events.iter().map(move |event| load(event).unwrap_or_default())
    }
}

impl Serialize for Column<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.field.kind {
            FieldType::U8 => serializer.collect_seq(self.values::<u8>()),
            FieldType::I8 => serializer.collect_seq(self.values::<i8>()),
            FieldType::U16 => serializer.collect_seq(self.values::<u16>()),
            FieldType::U32 => serializer.collect_seq(self.values::<u32>()),
            FieldType::I32 => serializer.collect_seq(self.values::<i32>()),
            FieldType::F32 => serializer.collect_seq(self.values::<f32>().map(Float)),
            _ => Err(serde::ser::Error::custom("a kind of field that JSON does not know")),
        }
    }
}

/// The settings in Game Start, for people.
struct Settings<'a>(&'a View<'a>);

impl Serialize for Settings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(start) = self.0.game_start() else { return serializer.serialize_none() };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("slpVersion", &start.version().to_string())?;
        map.serialize_entry("isTeams", &start.is_teams())?;
        map.serialize_entry("isPAL", &start.is_pal())?;
        map.serialize_entry("stageId", &start.stage())?;
        map.serialize_entry("startingTimerSeconds", &start.timer_s())?;
        map.serialize_entry("scene", &start.minor_scene())?;
        map.serialize_entry("gameMode", &start.major_scene())?;
        map.serialize_entry("language", &start.language())?;
        map.serialize_entry("randomSeed", &start.random_seed())?;
        map.serialize_entry("isFrozenPS", &start.is_frozen_ps())?;
        map.serialize_entry("matchId", &start.match_id())?;
        map.serialize_entry("gameNumber", &start.game_number())?;
        map.serialize_entry("tiebreakerNumber", &start.tiebreaker_number())?;
        map.serialize_entry("players", &List(|| start.players().into_iter().map(PlayerOut)))?;
        map.end()
    }
}

struct PlayerOut(PlayerStart);

impl Serialize for PlayerOut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(player) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("playerIndex", &player.port)?;
        map.serialize_entry("characterId", &player.external_character_id)?;
        map.serialize_entry("startStocks", &player.start_stocks)?;
        map.serialize_entry("characterColor", &player.costume_index)?;
        map.serialize_entry("teamId", &player.team_id)?;
        map.serialize_entry("nametag", &player.nametag)?;
        map.serialize_entry("displayName", &player.display_name)?;
        map.serialize_entry("connectCode", &player.connect_code)?;
        map.serialize_entry("userId", &player.slippi_uid)?;
        map.end()
    }
}

/// A UBJSON value as ordinary JSON, for people.
struct Natural<'a>(&'a UbjsonValue);

impl Serialize for Natural<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            UbjsonValue::Null => serializer.serialize_unit(),
            UbjsonValue::Bool(yes) => serializer.serialize_bool(*yes),
            UbjsonValue::Int(int) => serializer.serialize_i64(int.value),
            UbjsonValue::F32(bits) => Float(f32::from_bits(*bits)).serialize(serializer),
            UbjsonValue::F64(bits) => serializer.serialize_f64(f64::from_bits(*bits)),
            UbjsonValue::Char(byte) => serializer.serialize_char(char::from(*byte)),
            UbjsonValue::Text { bytes, .. } => {
                serializer.serialize_str(&String::from_utf8_lossy(bytes))
            }
            UbjsonValue::Array(items) => serializer.collect_seq(items.iter().map(Natural)),
            UbjsonValue::Bytes { bytes, .. } => serializer.collect_seq(bytes),
            UbjsonValue::Object(members) => {
                serializer.collect_map(members.iter().map(|(_, key, value)| {
                    (String::from_utf8_lossy(key).into_owned(), Natural(value))
                }))
            }
        }
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct BareIn {
    has_sizes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GapIn {
    events: usize,
    bytes: Hex<Vec<u8>>,
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an slp replay")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Read, M::Error> {
        let bytes = |map: &mut M| Ok(map.next_value::<Hex<Vec<u8>>>()?.0);
        let mut wrapper = None;
        let mut sizes = PayloadSizes { entries: Vec::new(), extra: Vec::new() };
        let mut has_sizes = false;
        let (mut events, mut order, mut gaps) = (None, None, Vec::new());
        let (mut rest, mut members, mut tail) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "format" | "version" | "settings" | "metadata" => skip(&mut map)?,
                "rawLength" => wrapper = Some(Wrapper::Ubjson { raw_length: map.next_value()? }),
                "bare" => {
                    wrapper =
                        Some(Wrapper::Bare { has_sizes: map.next_value::<BareIn>()?.has_sizes })
                }
                "payloadSizes" => (has_sizes, sizes.entries) = (true, map.next_value()?),
                "payloadSizesExtra" => sizes.extra = bytes(&mut map)?,
                "events" if !has_sizes => {
                    return Err(de::Error::custom("payloadSizes must stand before events"));
                }
                "events" => events = Some(map.next_value_seed(EventsSeed(&sizes))?),
                "order" => order = Some(bytes(&mut map)?),
                "gaps" => gaps = map.next_value::<Vec<GapIn>>()?,
                "rest" => rest = bytes(&mut map)?,
                "members" => {
                    members = Member::read_all(&bytes(&mut map)?).map_err(de::Error::custom)?
                }
                "tail" => tail = bytes(&mut map)?,
                "counts" => {
                    return Err(de::Error::custom(
                        "a summary holds no events; write the full JSON instead",
                    ));
                }
                other => return Err(de::Error::custom(format!("unknown member {other:?}"))),
            }
        }
        let events: BTreeMap<u8, Vec<u8>> =
            events.ok_or_else(|| de::Error::missing_field("events"))?;
        let order = order.ok_or_else(|| de::Error::missing_field("order"))?;
        let gaps = gaps.into_iter().map(|gap| Gap { events: gap.events, bytes: gap.bytes.0 });
        let replay = Replay {
            wrapper: wrapper.ok_or_else(|| de::Error::missing_field("rawLength"))?,
            payload_sizes: sizes,
            order,
            events,
            gaps: gaps.collect(),
            rest,
            members,
            tail,
        };
        let places = || replay.gaps.iter().map(|gap| gap.events);
        if !places().is_sorted() || places().any(|events| events > replay.order.len()) {
            return Err(de::Error::custom("gaps out of order, or after events that are not there"));
        }
        for (&code, rows) in &replay.events {
            let size = replay.payload_sizes.event_size(code).unwrap_or(1);
            let listed = replay.order.iter().filter(|&&listed| listed == code).count();
            if rows.len().checked_div(size) != Some(listed) {
                return Err(de::Error::custom(format!(
                    "order does not list as many {} as there are",
                    name_of(code)
                )));
            }
        }
        Ok(Read(replay))
    }
}

/// Reads the events by command into their bytes.
struct EventsSeed<'a>(&'a PayloadSizes);

impl<'de> DeserializeSeed<'de> for EventsSeed<'_> {
    type Value = BTreeMap<u8, Vec<u8>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for EventsSeed<'_> {
    type Value = BTreeMap<u8, Vec<u8>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("events by command")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut events = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            let code = code_of(&name)
                .ok_or_else(|| de::Error::custom(format!("unknown event {name:?}")))?;
            let size = self.0.event_size(code);
            let size = size
                .ok_or_else(|| de::Error::custom(format!("payloadSizes has no size for {name}")))?;
            let rows = match columns_of(code, size) {
                Some(fields) => map.next_value_seed(ColumnsSeed { code, fields, size })?,
                None => {
                    let payloads = map.next_value::<Vec<Hex<Vec<u8>>>>()?;
                    if payloads.iter().any(|Hex(payload)| payload.len().saturating_add(1) != size) {
                        return Err(de::Error::custom(format!(
                            "a {name} of another size than payloadSizes says"
                        )));
                    }
                    payloads
                        .into_iter()
                        .flat_map(|Hex(payload)| [code].into_iter().chain(payload))
                        .collect()
                }
            };
            events.insert(code, rows);
        }
        Ok(events)
    }
}

/// Reads the columns of one command into the bytes of its events.
struct ColumnsSeed {
    code: u8,
    fields: &'static [Field],
    size: usize,
}

impl<'de> DeserializeSeed<'de> for ColumnsSeed {
    type Value = Vec<u8>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ColumnsSeed {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of columns")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Vec<u8>, M::Error> {
        let Self { code, fields, size } = self;
        let (fields, end) = known_fields(fields, size);
        let mut missing: Vec<&'static Field> = fields.collect();
        let mut extra_read = end >= size;
        // Each column by itself, so that a file grows only as its JSON does; the rows are put together at the end.
        let mut columns: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let (range, field) = if name == "extra" && !extra_read {
                extra_read = true;
                (end..size, None)
            } else {
                let at = missing.iter().position(|field| field.name == name);
                let at = at.ok_or_else(|| {
                    de::Error::custom(format!("unknown column {name:?}, or given twice"))
                })?;
                let field = missing.swap_remove(at);
                (field.offset..field.offset.saturating_add(field.kind.size()), Some(field))
            };
            let column = map.next_value_seed(ColumnSeed { field, size: range.len() })?;
            columns.push((range, column));
        }
        if let Some(field) = missing.first() {
            return Err(de::Error::missing_field(field.name));
        }
        if !extra_read {
            return Err(de::Error::missing_field("extra"));
        }
        let count =
            |(range, column): &(Range<usize>, Vec<u8>)| column.len().checked_div(range.len());
        let rows = columns.first().and_then(count).unwrap_or(0);
        if columns.iter().any(|column| count(column) != Some(rows)) {
            return Err(de::Error::custom("columns of different lengths"));
        }
        let mut events = vec![0; rows.saturating_mul(size)];
        for event in events.chunks_exact_mut(size.max(1)) {
            if let Some(first) = event.first_mut() {
                *first = code;
            }
        }
        for (range, column) in columns {
            let cells = column.chunks_exact(range.len().max(1));
            for (event, cell) in events.chunks_exact_mut(size.max(1)).zip(cells) {
                if let Some(place) = event.get_mut(range.clone()) {
                    place.copy_from_slice(cell);
                }
            }
        }
        Ok(events)
    }
}

/// Reads the values of one column, one after the other, each of so many bytes; without a field, the unknown rest of the events.
struct ColumnSeed {
    field: Option<&'static Field>,
    size: usize,
}

impl<'de> DeserializeSeed<'de> for ColumnSeed {
    type Value = Vec<u8>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ColumnSeed {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of values")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Vec<u8>, S::Error> {
        let Self { field, size } = self;
        let mut column = Vec::new();
        if let Some(field) = field {
            let mut cell = vec![0; size];
            while read_value(&mut seq, field, &mut cell)? {
                column.extend_from_slice(&cell);
            }
            return Ok(column);
        }
        while let Some(Hex(extra)) = seq.next_element::<Hex<Vec<u8>>>()? {
            if extra.len() != size {
                let message = "extra bytes of another length than payloadSizes says";
                return Err(de::Error::custom(message));
            }
            column.extend_from_slice(&extra);
        }
        Ok(column)
    }
}

/// Reads the next value of a column into its place; `false` at the end.
fn read_value<'de, S: SeqAccess<'de>>(
    seq: &mut S,
    field: &Field,
    place: &mut [u8],
) -> Result<bool, S::Error> {
    macro_rules! read {
        ($number:ty) => {
            seq.next_element::<$number>()?.map(|value| value.store(place, Endian::Big)).is_some()
        };
    }
    Ok(match field.kind {
        FieldType::U8 => read!(u8),
        FieldType::I8 => read!(i8),
        FieldType::U16 => read!(u16),
        FieldType::U32 => read!(u32),
        FieldType::I32 => read!(i32),
        FieldType::F32 => {
            seq.next_element::<Float>()?.map(|value| value.0.store(place, Endian::Big)).is_some()
        }
        _ => return Err(de::Error::custom("a kind of field that JSON does not know")),
    })
}
