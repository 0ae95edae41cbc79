//! Writing bits.

use super::Bound;
use super::reader::low_mask;

/// Appends bits.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that fill no eight bytes yet, lowest first.
    word: u64,
    used: u32,
}

impl BitWriter {
    /// A writer with room for `bytes`.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), word: 0, used: 0 }
    }

    /// Bits written so far.
    pub fn position(&self) -> usize {
        self.bytes.len().saturating_mul(8).saturating_add(self.used as usize)
    }

    /// Appends a bit.
    #[inline]
    pub fn bit(&mut self, bit: bool) {
        self.bits(bit.into(), 1);
    }

    /// Appends the lowest `count` bits of a value, at most 57.
    #[inline]
    pub fn bits(&mut self, value: u64, count: u32) {
        let value = value & low_mask(count);
        self.word |= value.wrapping_shl(self.used);
        let used = self.used.wrapping_add(count);
        if used < 64 {
            self.used = used;
            return;
        }
        self.bytes.extend_from_slice(&self.word.to_le_bytes());
        // The bits that did not fit: all of them if the word was full, for a shift by 64 would leave it as it is.
        self.word = value.unbounded_shr(64_u32.wrapping_sub(self.used));
        self.used = used.wrapping_sub(64);
    }

    /// Appends an integer below a bound. A greater one is cut to the bits that there are.
    #[inline]
    pub fn bounded(&mut self, value: u32, bound: Bound) {
        let (_, bits) = bound.split(value.into());
        self.bits(value.into(), bits);
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.bits(byte.into(), 8);
        }
    }

    /// The bytes, the last one filled with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        let rest = self.used.div_ceil(8) as usize;
        self.bytes.extend(self.word.to_le_bytes().into_iter().take(rest));
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::BitReader;

    #[test]
    fn written_bits_are_read() {
        let values: Vec<(u64, u32)> = (0..2000_u64)
            .map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15), (i % 58) as u32))
            .collect();
        let mut writer = BitWriter::default();
        for &(value, count) in &values {
            writer.bits(value, count);
        }
        let bits = writer.position();
        let bytes = writer.finish();
        assert_eq!(bytes.len(), bits.div_ceil(8));
        let mut reader = BitReader::new(&bytes, 0);
        for &(value, count) in &values {
            assert_eq!(reader.bits(count), value & low_mask(count));
        }
        assert_eq!(reader.position(), bits);
    }
}
