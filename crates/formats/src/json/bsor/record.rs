//! Fixed-size records as objects, driven by their byte tables: names of fields are written in one place only.

use std::fmt;
use std::marker::PhantomData;

use ghostreel_core::{Endian, Field, FieldType, FieldValue, Record};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::super::float::Float;

/// The bytes of a record as an object of its fields.
pub(in crate::json) struct Fields<'a> {
    pub(in crate::json) fields: &'static [Field],
    pub(in crate::json) endian: Endian,
    pub(in crate::json) bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(in crate::json) fn of<R: Record>(bytes: &'a [u8]) -> Self {
        Self { fields: R::FIELDS, endian: R::ENDIAN, bytes }
    }

    /// Writes the fields into an object that holds more.
    pub(super) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        for field in self.fields {
            let bytes = self.bytes.get(field.offset..).unwrap_or_default();
            let endian = self.endian;
            match field.kind {
                FieldType::U8 => map.serialize_entry(field.name, &u8::load(bytes, endian))?,
                FieldType::I8 => map.serialize_entry(field.name, &i8::load(bytes, endian))?,
                FieldType::U16 => map.serialize_entry(field.name, &u16::load(bytes, endian))?,
                FieldType::U32 => map.serialize_entry(field.name, &u32::load(bytes, endian))?,
                FieldType::I32 => map.serialize_entry(field.name, &i32::load(bytes, endian))?,
                FieldType::I64 => map.serialize_entry(field.name, &i64::load(bytes, endian))?,
                FieldType::F32 => {
                    map.serialize_entry(field.name, &f32::load(bytes, endian).map(Float))?
                }
                FieldType::Record(fields) => {
                    map.serialize_entry(field.name, &Fields { fields, endian, bytes })?
                }
                _ => {
                    return Err(serde::ser::Error::custom(
                        "a kind of field that JSON does not know",
                    ));
                }
            }
        }
        Ok(())
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        self.entries(&mut map)?;
        map.end()
    }
}

/// Reads an object into the bytes of a record. Every field must be there; others are an error, so that a misspelt
/// one cannot go unnoticed.
pub(super) struct FieldsSeed<'a> {
    pub(super) fields: &'static [Field],
    pub(super) endian: Endian,
    pub(super) bytes: &'a mut [u8],
}

impl FieldsSeed<'_> {
    /// Reads the value of the member `name`; `false` if there is no such field.
    pub(super) fn member<'de, M: MapAccess<'de>>(
        &mut self,
        name: &str,
        map: &mut M,
    ) -> Result<Option<&'static str>, M::Error> {
        let Some(field) = self.fields.iter().find(|field| field.name == name) else {
            return Ok(None);
        };
        let bytes = self.bytes.get_mut(field.offset..).unwrap_or_default();
        let endian = self.endian;
        match field.kind {
            FieldType::U8 => map.next_value::<u8>()?.store(bytes, endian),
            FieldType::I8 => map.next_value::<i8>()?.store(bytes, endian),
            FieldType::U16 => map.next_value::<u16>()?.store(bytes, endian),
            FieldType::U32 => map.next_value::<u32>()?.store(bytes, endian),
            FieldType::I32 => map.next_value::<i32>()?.store(bytes, endian),
            FieldType::I64 => map.next_value::<i64>()?.store(bytes, endian),
            FieldType::F32 => map.next_value::<Float>()?.0.store(bytes, endian),
            FieldType::Record(fields) => {
                map.next_value_seed(FieldsSeed { fields, endian, bytes })?
            }
            _ => return Err(de::Error::custom("a kind of field that JSON does not know")),
        }
        Ok(Some(field.name))
    }

    /// The first field that was not among the members read.
    pub(super) fn missing(&self, seen: &[&'static str]) -> Option<&'static str> {
        self.fields.iter().map(|field| field.name).find(|name| !seen.contains(name))
    }
}

impl<'de> DeserializeSeed<'de> for FieldsSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FieldsSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        write!(f, "an object with {}", names.join(", "))
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<(), M::Error> {
        let mut seen = Vec::with_capacity(self.fields.len());
        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            match self.member(&name, &mut map)? {
                Some(name) => seen.push(name),
                None => return Err(de::Error::custom(format!("unknown member {name:?}"))),
            }
        }
        match self.missing(&seen) {
            Some(name) => Err(de::Error::missing_field(name)),
            None => Ok(()),
        }
    }
}

/// A record, read from an object.
pub(in crate::json) struct RecordIn<R>(pub(in crate::json) R);

impl<'de, R: Record> de::Deserialize<'de> for RecordIn<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut bytes = vec![0; R::SIZE];
        FieldsSeed { fields: R::FIELDS, endian: R::ENDIAN, bytes: &mut bytes }
            .deserialize(deserializer)?;
        R::read(&bytes).map(RecordIn).ok_or_else(|| de::Error::custom("a record of another size"))
    }
}

/// A list of records, read from an array of objects.
pub(in crate::json) struct RecordsIn<R>(pub(in crate::json) Vec<R>);

impl<'de, R: Record> de::Deserialize<'de> for RecordsIn<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<R>(PhantomData<R>);

        impl<'de, R: Record> Visitor<'de> for List<R> {
            type Value = RecordsIn<R>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of records")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Self::Value, S::Error> {
                let mut records = Vec::new();
                while let Some(RecordIn(record)) = seq.next_element()? {
                    records.push(record);
                }
                Ok(RecordsIn(records))
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}
