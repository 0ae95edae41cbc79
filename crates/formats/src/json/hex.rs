//! Bytes of a file.

use std::fmt;

use data_encoding::HEXLOWER;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// So many bytes are written at a time: the text as a whole would take up twice as much as they do.
const PIECE: usize = 4 << 10;

/// Bytes as a hexadecimal text.
pub(super) struct Hex<B>(pub(super) B);

impl<B: AsRef<[u8]>> fmt::Display for Hex<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().chunks(PIECE).try_for_each(|piece| f.write_str(&HEXLOWER.encode(piece)))
    }
}

impl<B: AsRef<[u8]>> Serialize for Hex<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex<Vec<u8>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;

        impl Visitor<'_> for Digits {
            type Value = Hex<Vec<u8>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes as a hexadecimal text")
            }

            fn visit_str<E: de::Error>(self, digits: &str) -> Result<Self::Value, E> {
                HEXLOWER.decode(digits.as_bytes()).map(Hex).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Digits)
    }
}
