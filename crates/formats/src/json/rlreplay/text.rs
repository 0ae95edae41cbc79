//! Texts of a replay.

use ghostreel_rlreplay::layout::{Text, TextRef};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::hex::Hex;

/// A text; if it was not written as the game does, its count and bytes.
pub(super) enum Exact<'a> {
    /// To be written.
    Out(TextRef<'a>),
    /// Was read.
    In(Text),
}

impl<'a> Exact<'a> {
    pub(super) fn new(text: &'a Text) -> Self {
        Self::Out(text.borrowed())
    }

    pub(super) fn into_text(self) -> Text {
        match self {
            Self::Out(text) => text.into(),
            Self::In(text) => text,
        }
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
        let exact = match self {
            Self::Out(text) => *text,
            Self::In(text) => text.borrowed(),
        };
        let text = exact.as_str();
        if exact.is_usual() {
            return serializer.serialize_str(&text);
        }
        let (count, bytes) = (exact.count(), Hex(exact.content().to_vec()));
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
        Ok(Self::In(match Either::deserialize(deserializer)? {
            Either::Usual(text) => Text::new(&text),
            Either::Odd(odd) => Text::of(odd.count, &odd.bytes.0),
        }))
    }
}
