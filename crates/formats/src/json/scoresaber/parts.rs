//! The parts after the pointers, where they are not the usual ones: sections as texts, or with the records that they lack, and bytes.

use std::fmt;

use ghostreel_scoresaber::Part;
use ghostreel_scoresaber::layout::SectionId;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::super::hex::Hex;

/// All sections in their usual order, and nothing else.
pub(super) fn usual() -> Vec<Part> {
    SectionId::ALL.into_iter().map(|id| Part::Section { id, missing: 0 }).collect()
}

pub(super) fn are_usual(parts: &[Part]) -> bool {
    parts == usual()
}

pub(super) struct PartsOut<'a>(pub(super) &'a [Part]);

impl Serialize for PartsOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(PartOut))
    }
}

struct PartOut<'a>(&'a Part);

impl Serialize for PartOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Part::Section { id, missing: 0 } => serializer.serialize_str(id.name()),
            Part::Section { id, missing } => {
                let mut object = serializer.serialize_struct("Section", 2)?;
                object.serialize_field("section", id.name())?;
                object.serialize_field("missing", missing)?;
                object.end()
            }
            Part::Raw(bytes) => {
                let mut object = serializer.serialize_struct("Raw", 1)?;
                object.serialize_field("raw", &Hex(bytes))?;
                object.end()
            }
        }
    }
}

#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "a section, or an object with section and missing, or with raw")]
enum PartIn {
    Whole(String),
    Cut { section: String, missing: u32 },
    Raw { raw: Hex<Vec<u8>> },
}

/// The parts, read. Each section is there once: it would be written again, with all its records.
pub(super) struct PartsIn(pub(super) Vec<Part>);

impl<'de> Deserialize<'de> for PartsIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(PartsVisitor)
    }
}

struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = PartsIn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of sections and bytes")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<PartsIn, S::Error> {
        let mut parts: Vec<Part> = Vec::new();
        while let Some(part) = seq.next_element::<PartIn>()? {
            let (name, missing) = match part {
                PartIn::Raw { raw } => {
                    if matches!(parts.last(), Some(Part::Raw(_))) {
                        return Err(de::Error::custom("expected a section after raw bytes"));
                    }
                    parts.push(Part::Raw(raw.0));
                    continue;
                }
                PartIn::Whole(name) => (name, 0),
                PartIn::Cut { section, missing } => (section, missing),
            };
            let Some(id) = SectionId::from_name(&name) else {
                return Err(de::Error::custom(format!("there is no section {name:?}")));
            };
            let is_it =
                |part: &Part| matches!(part, Part::Section { id: other, .. } if *other == id);
            if parts.iter().any(is_it) {
                let message = format!("expected each section once, found {name:?} again");
                return Err(de::Error::custom(message));
            }
            parts.push(Part::Section { id, missing });
        }
        Ok(PartsIn(parts))
    }
}
