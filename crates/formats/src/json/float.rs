//! Floats with every bit.

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

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

impl<'de> Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // From the digits themselves: by way of a double, 7.038531e-26 would become its neighbour.
        let json = <&RawValue>::deserialize(deserializer)?.get();
        let value = match json.strip_prefix("\"0x").and_then(|rest| rest.strip_suffix('"')) {
            Some(digits) if digits.len() == 8 => {
                u32::from_str_radix(digits, 16).ok().map(f32::from_bits)
            }
            Some(_) => None,
            None => json.parse().ok().filter(|value: &f32| value.is_finite()),
        };
        value.map(Float).ok_or_else(|| {
            let short: String = json.chars().take(40).collect();
            de::Error::custom(format!(
                "expected a number, or the bits of a float as \"0x7fc00000\", found {short}"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_float_comes_back_bit_for_bit() {
        let mut bits = 1_u32;
        for special in [
            0x7fc0_0000,
            0x7f80_0001,
            0xff80_0000,
            0x8000_0000,
            0,
            1,
            0x3f80_0000,
            0x4f00_0000,
            0x15ae_43fd,
        ] {
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
