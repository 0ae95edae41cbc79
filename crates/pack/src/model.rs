//! Models of bits, symbols and numbers: each learns from the coded values.

use crate::coder::Coder;

/// The probability of a bit: the mean of two estimates, one forgetting sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    quick: u16,
    slow: u16,
}

impl Default for Bit {
    fn default() -> Self {
        Self { quick: 1 << 15, slow: 1 << 15 }
    }
}

const QUICK: u32 = 4;
const SLOW: u32 = 7;

impl Bit {
    /// How probable it is that the bit is set.
    #[inline]
    pub const fn probability(self) -> u32 {
        // Neither 0 nor all of it.
        let mean = (self.quick as u32).wrapping_add(self.slow as u32) >> 1;
        if mean < 32 {
            32
        } else if mean > 65_504 {
            65_504
        } else {
            mean
        }
    }

    /// Learns a bit.
    #[inline]
    pub const fn learn(&mut self, bit: bool) {
        let to = if bit { u16::MAX } else { 0 };
        self.quick = toward(self.quick, to, QUICK);
        self.slow = toward(self.slow, to, SLOW);
    }

    /// Codes a bit, and learns it.
    #[inline]
    pub fn code<C: Coder>(&mut self, coder: &mut C, bit: bool) -> bool {
        let bit = coder.bit(bit, self.probability());
        self.learn(bit);
        bit
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "between two numbers of 16 bits")]
const fn toward(from: u16, to: u16, shift: u32) -> u16 {
    let way = (to as i32).wrapping_sub(from as i32);
    (from as i32).wrapping_add(way >> shift).cast_unsigned() as u16
}

/// A symbol of at most `SIZE` kinds; `SIZE` is a power of two. The bits are coded from the highest, each by those above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol<const SIZE: usize> {
    bits: [Bit; SIZE],
}

impl<const SIZE: usize> Default for Symbol<SIZE> {
    fn default() -> Self {
        Self { bits: [Bit::default(); SIZE] }
    }
}

impl<const SIZE: usize> Symbol<SIZE> {
    /// Codes a symbol below `SIZE`.
    #[inline]
    pub fn code<C: Coder>(&mut self, coder: &mut C, symbol: u32) -> u32 {
        let count = SIZE.trailing_zeros();
        let mut node = 1_usize;
        for place in (0..count).rev() {
            let bit = symbol >> place & 1 == 1;
            let model = self.bits.get_mut(node & SIZE.wrapping_sub(1));
            let bit = model.map_or(bit, |model| model.code(coder, bit));
            node = node << 1 | usize::from(bit);
        }
        u32::try_from(node & SIZE.wrapping_sub(1)).unwrap_or(0)
    }
}

/// A number of up to 32 bits that is mostly small: its length in bits, its highest bits after the first, and the rest as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Number {
    length: Symbol<64>,
    /// The two bits below the highest, by length.
    high: [Symbol<4>; 32],
}

impl Number {
    /// Codes a number.
    #[inline]
    pub fn code<C: Coder>(&mut self, coder: &mut C, value: u32) -> u32 {
        let length = 32_u32.wrapping_sub(value.leading_zeros());
        let length = self.length.code(coder, length).min(32);
        if length < 2 {
            return length;
        }
        let below = length.wrapping_sub(1);
        let taken = below.min(2);
        let rest = below.wrapping_sub(taken);
        let top = value.checked_shr(rest).unwrap_or(0) & 1_u32.wrapping_shl(taken).wrapping_sub(1);
        let top = match self.high.get_mut(below as usize) {
            // A number of one bit below the highest is coded as two with the higher 0.
            Some(high) => high.code(coder, top) & 1_u32.wrapping_shl(taken).wrapping_sub(1),
            None => top,
        };
        let low = coder.raw(value.into(), rest);
        let high = 1_u32.wrapping_shl(taken) | top;
        high.checked_shl(rest).unwrap_or(0) | u32::try_from(low).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::coder::{Decoder, Encoder};

    proptest! {
        #[test]
        fn numbers_and_symbols_come_back(values: Vec<(u32, u8)>) {
            let (mut number, mut symbol) = (Number::default(), Symbol::<256>::default());
            let mut encoder = Encoder::default();
            for (value, shift) in &values {
                number.code(&mut encoder, value >> (shift & 31));
                symbol.code(&mut encoder, u32::from(*shift));
            }
            let packed = encoder.finish();
            let mut decoder = Decoder::new(&packed);
            let (mut number, mut symbol) = (Number::default(), Symbol::<256>::default());
            for (value, shift) in &values {
                prop_assert_eq!(number.code(&mut decoder, 0), value >> (shift & 31));
                prop_assert_eq!(symbol.code(&mut decoder, 0), u32::from(*shift));
            }
        }
    }

    #[test]
    fn repeated_values_take_little() {
        let mut encoder = Encoder::default();
        let mut number = Number::default();
        for _ in 0..10_000 {
            number.code(&mut encoder, 5);
        }
        assert!(encoder.finish().len() < 300);
    }
}
