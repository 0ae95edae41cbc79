//! The entries of the log.

use serde::{Deserialize, Serialize};

/// An entry of the log: one line of JSON, with its members in this order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Entry {
    /// A replay was accepted.
    Replay {
        /// The SHA-256 of its file, in hexadecimal digits.
        sha256: String,
        /// The level that it proved: `unmarked`, `signed` or `witnessed`.
        level: String,
        /// The key that it is signed with, as text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The SHA-256 of the proof, in hexadecimal digits: a reel, or the file with its mark.
        proof: String,
        /// When, in milliseconds since 1970 UTC.
        received: i64,
    },
    /// A message about a key was taken.
    Key {
        /// The message, in base64.
        message: String,
        /// When, in milliseconds since 1970 UTC.
        received: i64,
    },
}

impl Entry {
    /// The entry as the log has it.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads an entry; `None` if it is of a kind that is not known.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}
