//! Strings of a file.

use ghostreel_bsor::Text;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::super::hex::Hex;

/// A string of the file: a JSON string where that says it all.
pub(super) struct TextOut<'a>(pub(super) &'a Text);

impl Serialize for TextOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(text) = self;
        if text.is_plain() {
            return serializer.serialize_str(&text.as_str());
        }
        let mut object = serializer.serialize_struct("Text", 4)?;
        object.serialize_field("text", &text.as_str())?;
        object.serialize_field("declared", &text.declared)?;
        object.serialize_field("skipped", &Hex(&text.skipped))?;
        object.serialize_field("bytes", &Hex(&text.bytes))?;
        object.end()
    }
}

/// A string of the file, read.
pub(super) struct TextIn(pub(super) Text);

impl<'de> Deserialize<'de> for TextIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged, expecting = "a text, or an object with declared, skipped and bytes")]
        enum Either {
            Plain(String),
            Exact { declared: i32, skipped: Hex<Vec<u8>>, bytes: Hex<Vec<u8>> },
        }
        Ok(Self(match Either::deserialize(deserializer)? {
            Either::Plain(text) => text.as_str().into(),
            Either::Exact { declared, skipped, bytes } => {
                Text { skipped: skipped.0, declared, bytes: bytes.0 }
            }
        }))
    }
}
