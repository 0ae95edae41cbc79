//! Strings of a file that are their bytes and nothing else.

use serde::ser::{Serialize, Serializer};

use super::hex::Hex;

/// A string of the file: a JSON string where it is UTF-8.
pub(super) struct Utf8Out<'a>(pub(super) &'a [u8]);

impl Serialize for Utf8Out<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_map([("bytes", Hex(self.0))]),
        }
    }
}

/// A string of a file, read.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "a text, or an object with bytes")]
pub(super) enum TextIn {
    /// The text.
    Plain(String),
    /// Its bytes, which say nothing.
    Exact { bytes: Hex<Vec<u8>> },
}

impl TextIn {
    /// The bytes in UTF-8.
    pub(super) fn into_utf8(self) -> Vec<u8> {
        match self {
            Self::Plain(text) => text.into_bytes(),
            Self::Exact { bytes } => bytes.0,
        }
    }
}
