//! Bytes of a file.

use data_encoding::HEXLOWER;
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Bytes as a hexadecimal text.
pub(super) struct Hex<B>(pub(super) B);

impl<B: AsRef<[u8]>> Serialize for Hex<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&HEXLOWER.encode(self.0.as_ref()))
    }
}

impl<'de> Deserialize<'de> for Hex<Vec<u8>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        HEXLOWER.decode(digits.as_bytes()).map(Hex).map_err(de::Error::custom)
    }
}
