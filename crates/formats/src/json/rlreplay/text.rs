//! Texts of a replay.

use std::borrow::Cow;

use ghostreel_rlreplay::layout::Text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::hex::Hex;

/// A text; if it was not written as the game does, its count and bytes.
pub(super) struct Exact<'a>(Cow<'a, Text>);

impl<'a> Exact<'a> {
    pub(super) const fn new(text: &'a Text) -> Self {
        Self(Cow::Borrowed(text))
    }

    pub(super) fn into_text(self) -> Text {
        self.0.into_owned()
    }
}

#[derive(Serialize, Deserialize)]
struct Odd {
    /// For people.
    text: String,
    count: i32,
    bytes: Hex<Vec<u8>>,
}

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.as_str();
        if self.0.is_usual() {
            return serializer.serialize_str(&text);
        }
        let (count, bytes) = (self.0.count(), Hex(self.0.content().to_vec()));
        Odd { text: text.into_owned(), count, bytes }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Exact<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a text, or its count and bytes")]
        enum Either {
            Usual(String),
            Odd(Odd),
        }
        Ok(Self(Cow::Owned(match Either::deserialize(deserializer)? {
            Either::Usual(text) => Text::new(&text),
            Either::Odd(odd) => Text::of(odd.count, &odd.bytes.0),
        })))
    }
}
