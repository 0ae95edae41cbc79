//! The metadata: as many of its fields as the file has.

use std::fmt;

use ghostreel_bsor::layout::Vector3;
use ghostreel_core::Record;
use ghostreel_scoresaber::layout::{Metadata, MetadataValue, MetadataValueMut, Text};
use ghostreel_scoresaber::limits;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::super::bsor::record::{Fields, RecordIn};
use super::super::float::Float;
use super::super::utf8::{TextIn, Utf8Out};

pub(super) struct MetadataOut<'a>(pub(super) &'a Metadata);

impl Serialize for MetadataOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(metadata) = self;
        let mut map = serializer.serialize_map(Some(metadata.present))?;
        for (name, value) in metadata.fields().into_iter().take(metadata.present) {
            match value {
                MetadataValue::Text(text) => map.serialize_entry(name, &Utf8Out(&text.bytes))?,
                MetadataValue::Texts(texts) => {
                    map.serialize_entry(
                        name,
                        &super::List(|| texts.iter().map(|text| Utf8Out(&text.bytes))),
                    )?;
                }
                MetadataValue::I32(number) => map.serialize_entry(name, number)?,
                MetadataValue::F32(number) => map.serialize_entry(name, &Float(*number))?,
                MetadataValue::U8(number) => map.serialize_entry(name, number)?,
                MetadataValue::Vector3(vector) => {
                    let mut bytes = [0; Vector3::SIZE];
                    vector.write(&mut bytes);
                    map.serialize_entry(name, &Fields::of::<Vector3>(&bytes))?;
                }
            }
        }
        map.end()
    }
}

/// A list of strings, no longer than files may have.
struct TextsIn(Vec<Text>);

impl<'de> Deserialize<'de> for TextsIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Texts;

        impl<'de> Visitor<'de> for Texts {
            type Value = TextsIn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of texts")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<TextsIn, S::Error> {
                let most = usize::try_from(limits::MODIFIERS).unwrap_or(0);
                let mut texts = Vec::new();
                while let Some(text) = seq.next_element::<TextIn>()? {
                    let text = Text { bytes: text.into_utf8() };
                    if texts.len() >= most {
                        return Err(de::Error::custom(format!("expected at most {most} texts")));
                    }
                    texts.push(text);
                }
                Ok(TextsIn(texts))
            }
        }

        deserializer.deserialize_seq(Texts)
    }
}

/// The metadata, read: a file cannot leave out a field and have one after it.
pub(super) struct MetadataIn(pub(super) Metadata);

impl<'de> Deserialize<'de> for MetadataIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MetadataVisitor)
    }
}

struct MetadataVisitor;

impl<'de> Visitor<'de> for MetadataVisitor {
    type Value = MetadataIn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the metadata of a replay")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<MetadataIn, M::Error> {
        let mut metadata = Metadata::default();
        let names: Vec<&str> = metadata.fields().into_iter().map(|(name, _)| name).collect();
        let mut fields = metadata.fields_mut();
        let mut given = vec![false; names.len()];
        while let Some(name) = map.next_key::<String>()? {
            let Some(at) = names.iter().position(|known| *known == name) else {
                return Err(de::Error::custom(format!("unknown member {name:?} of metadata")));
            };
            let (Some((_, value)), Some(is_given)) = (fields.get_mut(at), given.get_mut(at)) else {
                continue;
            };
            if std::mem::replace(is_given, true) {
                return Err(de::Error::custom(format!(
                    "member {name:?} of metadata is given twice"
                )));
            }
            match value {
                MetadataValueMut::Text(text) => {
                    text.bytes = map.next_value::<TextIn>()?.into_utf8()
                }
                MetadataValueMut::Texts(texts) => **texts = map.next_value::<TextsIn>()?.0,
                MetadataValueMut::I32(number) => **number = map.next_value()?,
                MetadataValueMut::F32(number) => **number = map.next_value::<Float>()?.0,
                MetadataValueMut::U8(number) => **number = map.next_value()?,
                MetadataValueMut::Vector3(vector) => {
                    **vector = map.next_value::<RecordIn<Vector3>>()?.0;
                }
            }
        }
        let present = given.iter().take_while(|is_given| **is_given).count();
        if given.iter().skip(present).any(|is_given| *is_given) {
            let name = names.get(present).copied().unwrap_or_default();
            return Err(de::Error::custom(format!(
                "metadata lacks {name:?} and has what comes after it"
            )));
        }
        metadata.present = present;
        Ok(MetadataIn(metadata))
    }
}
