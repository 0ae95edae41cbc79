//! Bits as they are and small numbers as runs of zeros: no model, and quick.
//!
//! [`BitWriter`] and [`BitReader`] are one [`Bits`], as an encoder and a decoder are one [`Coder`](crate::coder::Coder): a value to write
//! is handed over, which a reader ignores, and the value written or read comes back.

/// A writer or a reader of bits.
pub trait Bits {
    /// Whether values come from bytes that were written.
    const IS_READER: bool;

    /// The lowest bits of a value, at most 48.
    fn raw(&mut self, value: u64, bits: u32) -> u64;

    /// A number from 0 to `most`, which is at most 48: as many zeros, and a one unless it is `most`.
    fn unary(&mut self, value: u32, most: u32) -> u32;

    /// Whether more was asked for than there is, so that nothing after makes sense. A writer never is.
    fn is_exhausted(&self) -> bool {
        false
    }
}

/// Writes bits, the lowest of a byte first.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl BitWriter {
    /// The bytes that were written; the last one's bits after the end are 0.
    pub fn finish(mut self) -> Vec<u8> {
        let held = self.held.to_le_bytes();
        self.bytes.extend(held.iter().take(self.count.div_ceil(8) as usize));
        self.bytes
    }
}

#[inline]
const fn low_bits(bits: u32) -> u64 {
    (1_u64 << (bits & 63)).wrapping_sub(1)
}

impl Bits for BitWriter {
    const IS_READER: bool = false;

    #[inline]
    fn raw(&mut self, value: u64, bits: u32) -> u64 {
        let value = value & low_bits(bits);
        if self.count.wrapping_add(bits) > 64 {
            // At least 17 bits are held.
            let held = self.held.to_le_bytes();
            self.bytes.extend_from_slice(held.first_chunk::<2>().unwrap_or(&[0; 2]));
            self.held >>= 16;
            self.count = self.count.wrapping_sub(16);
        }
        self.held |= value << (self.count & 63);
        self.count = self.count.wrapping_add(bits);
        if self.count >= 32 {
            let held = self.held.to_le_bytes();
            self.bytes.extend_from_slice(held.first_chunk::<4>().unwrap_or(&[0; 4]));
            self.held >>= 32;
            self.count = self.count.wrapping_sub(32);
        }
        value
    }

    #[inline]
    fn unary(&mut self, value: u32, most: u32) -> u32 {
        let value = value.min(most);
        let length = value.wrapping_add(1).min(most);
        self.raw(1 << (value & 63), length);
        value
    }
}

/// Reads bits; zeros after the end.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// Bits that were read.
    position: u64,
}

impl<'a> BitReader<'a> {
    /// Begins to read.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// At least 57 bits from here on.
    #[inline]
    fn window(&self) -> u64 {
        let from = usize::try_from(self.position >> 3).unwrap_or(usize::MAX);
        let bytes = self.bytes.get(from..).unwrap_or_default();
        let window = match bytes.first_chunk() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => last_window(bytes),
        };
        window >> (self.position & 7)
    }
}

#[cold]
fn last_window(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |window, byte| window << 8 | u64::from(*byte))
}

impl Bits for BitReader<'_> {
    const IS_READER: bool = true;

    #[inline]
    fn raw(&mut self, _: u64, bits: u32) -> u64 {
        let value = self.window() & low_bits(bits);
        self.position = self.position.wrapping_add(bits.into());
        value
    }

    #[inline]
    fn unary(&mut self, _: u32, most: u32) -> u32 {
        let value = self.window().trailing_zeros().min(most);
        self.position = self.position.wrapping_add(value.wrapping_add(1).min(most).into());
        value
    }

    #[inline]
    fn is_exhausted(&self) -> bool {
        self.position > (self.bytes.len() as u64).wrapping_mul(8)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_come_back(steps: Vec<(u64, u8, u8, u8)>) {
            let run = |coder: &mut dyn FnMut(u64, u32, u32, u32) -> (u64, u32)| -> Vec<(u64, u32)> {
                let steps = steps.iter();
                steps.map(|(value, bits, small, most)| {
                    coder(*value, u32::from(bits % 49), u32::from(*small), u32::from(most % 49))
                }).collect()
            };
            let mut writer = BitWriter::default();
            let given = run(&mut |value, bits, small, most| (writer.raw(value, bits), writer.unary(small, most)));
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            let back = run(&mut |_, bits, _, most| (reader.raw(0, bits), reader.unary(0, most)));
            prop_assert_eq!(given, back);
            prop_assert!(!reader.is_exhausted());
            prop_assert!(reader.position.div_ceil(8) == bytes.len() as u64);
        }
    }

    #[test]
    fn a_reader_after_the_end_is_exhausted() {
        let mut reader = BitReader::new(&[0xff]);
        assert_eq!((reader.raw(0, 8), reader.is_exhausted()), (0xff, false));
        assert_eq!((reader.raw(0, 1), reader.is_exhausted()), (0, true));
        assert_eq!(reader.unary(0, 20), 20);
    }
}
