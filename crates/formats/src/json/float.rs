//! Floats with every bit.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// A number where JSON can write it, else the bits as a text.
pub(super) struct Float(pub(super) f32);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f32(self.0)
        } else {
            serializer.collect_str(&format_args!("{:#010x}", self.0.to_bits()))
        }
    }
}

impl<'de> de::Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bits;

        impl Visitor<'_> for Bits {
            type Value = Float;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or the bits of a float as \"0x7fc00000\"")
            }

            #[allow(
                clippy::cast_possible_truncation,
                reason = "it was a single when it was written"
            )]
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Float, E> {
                Ok(Float(value as f32))
            }

            #[allow(clippy::cast_precision_loss, reason = "it was a single when it was written")]
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Float, E> {
                Ok(Float(value as f32))
            }

            #[allow(clippy::cast_precision_loss, reason = "it was a single when it was written")]
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Float, E> {
                Ok(Float(value as f32))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Float, E> {
                let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 8);
                let bits = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                bits.map(|bits| Float(f32::from_bits(bits)))
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        // By way of a double: for the shortest decimal of each of the 2³² singles, rounding twice gives what
        // rounding once does (checked for all of them).
        deserializer.deserialize_any(Bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_float_comes_back_bit_for_bit() {
        let mut bits = 1_u32;
        for special in
            [0x7fc0_0000, 0x7f80_0001, 0xff80_0000, 0x8000_0000, 0, 1, 0x3f80_0000, 0x4f00_0000]
        {
            check(special);
        }
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            check(bits);
        }
    }

    #[track_caller]
    fn check(bits: u32) {
        let json = serde_json::to_string(&Float(f32::from_bits(bits))).unwrap();
        let back: Float = serde_json::from_str(&json).unwrap();
        assert_eq!(back.0.to_bits(), bits, "{json}");
    }
}
