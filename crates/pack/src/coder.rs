//! Coding of bits by their probabilities.
//!
//! [`Encoder`] and [`Decoder`] are one [`Coder`]: a model is written once, for both. It hands over the value, which a decoder ignores, and
//! goes on with the value that it is given, which an encoder leaves as it is.

/// Of one in the probabilities of bits.
pub const CERTAIN: u32 = 1 << 16;

/// An encoder or a decoder.
pub trait Coder {
    /// Whether values come from packed bytes.
    const IS_DECODER: bool;

    /// Codes a bit. `one` is how probable it is that the bit is set, in parts of [`CERTAIN`], neither 0 nor all of it.
    fn bit(&mut self, bit: bool, one: u32) -> bool;

    /// Codes the lowest bits of a value, at most 56, as they are.
    fn raw(&mut self, value: u64, bits: u32) -> u64;

    /// Whether more was asked for than the packed bytes hold, so that nothing after makes sense. An encoder never is.
    fn is_exhausted(&self) -> bool {
        false
    }
}

/// Packs bits.
#[derive(Debug)]
pub struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that may still be carried into, and how many 0xff follow it.
    held: u8,
    held_ones: u64,
    is_begun: bool,
    coded: Vec<u8>,
    raw: Vec<u8>,
    bits: u64,
    bit_count: u32,
}

impl Default for Encoder {
    fn default() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            held: 0,
            held_ones: 0,
            is_begun: false,
            coded: Vec::new(),
            raw: Vec::new(),
            bits: 0,
            bit_count: 0,
        }
    }
}

/// Below this, a range is widened by a byte.
const LEAST_RANGE: u32 = 1 << 24;

/// The share of a range that is for a set bit; neither nothing nor all of it.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "a part of a range of 32 bits")]
const fn share(range: u32, one: u32) -> u32 {
    ((range as u64).wrapping_mul(one as u64) >> 16) as u32
}

impl Encoder {
    /// Ends the packing: the length of the coded bits, the coded bits, the raw ones.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        // A decoder reads zeros after the end, but few.
        for _ in 0..4 {
            self.coded.pop_if(|last| *last == 0);
        }
        if self.bit_count > 0 {
            let last = self.bits.to_le_bytes();
            let length = self.bit_count.div_ceil(8) as usize;
            self.raw.extend(last.iter().take(length));
        }
        let mut packed = Vec::with_capacity(self.coded.len().saturating_add(self.raw.len()));
        packed.extend(u32::try_from(self.coded.len()).unwrap_or(u32::MAX).to_le_bytes());
        packed.append(&mut self.coded);
        packed.append(&mut self.raw);
        packed
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the byte on top is what is wanted")]
    fn shift(&mut self) {
        let carry = self.low >> 32;
        if carry != 0 || self.low < 0xff00_0000 {
            if self.is_begun {
                self.coded.push(self.held.wrapping_add(carry as u8));
            }
            for _ in 0..self.held_ones {
                self.coded.push(0xff_u8.wrapping_add(carry as u8));
            }
            self.held_ones = 0;
            self.held = (self.low >> 24) as u8;
            self.is_begun = true;
        } else {
            self.held_ones = self.held_ones.wrapping_add(1);
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }
}

impl Coder for Encoder {
    const IS_DECODER: bool = false;

    #[inline]
    fn bit(&mut self, bit: bool, one: u32) -> bool {
        let ones = share(self.range, one);
        if bit {
            self.range = ones;
        } else {
            self.low = self.low.wrapping_add(u64::from(ones));
            self.range = self.range.wrapping_sub(ones);
        }
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }

    #[inline]
    fn raw(&mut self, value: u64, bits: u32) -> u64 {
        let value = value & low_bits(bits);
        self.bits |= value << self.bit_count;
        self.bit_count = self.bit_count.wrapping_add(bits);
        let whole = self.bit_count >> 3;
        if whole > 0 {
            let bytes = self.bits.to_le_bytes();
            self.raw.extend(bytes.iter().take(whole as usize));
            self.bits = self.bits.checked_shr(whole.wrapping_mul(8)).unwrap_or(0);
            self.bit_count &= 7;
        }
        value
    }
}

#[inline]
const fn low_bits(bits: u32) -> u64 {
    (1_u64 << (bits & 63)).wrapping_sub(1)
}

/// Unpacks bits.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    range: u32,
    code: u32,
    coded: &'a [u8],
    coded_at: usize,
    raw: &'a [u8],
    raw_at: usize,
    bits: u64,
    bit_count: u32,
}

impl<'a> Decoder<'a> {
    /// Begins to unpack what [`Encoder::finish`] gave. Other bytes give some values, and are soon [exhausted](Coder::is_exhausted).
    pub fn new(packed: &'a [u8]) -> Self {
        let (length, rest) = packed.split_first_chunk().unwrap_or((&[0; 4], &[]));
        let length = (u32::from_le_bytes(*length) as usize).min(rest.len());
        let (coded, raw) = rest.split_at(length);
        let mut decoder = Self {
            range: u32::MAX,
            code: 0,
            coded,
            coded_at: 0,
            raw,
            raw_at: 0,
            bits: 0,
            bit_count: 0,
        };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | u32::from(decoder.next());
        }
        decoder
    }

    #[inline]
    fn next(&mut self) -> u8 {
        let byte = self.coded.get(self.coded_at).copied().unwrap_or(0);
        self.coded_at = self.coded_at.wrapping_add(1);
        byte
    }

    #[cold]
    fn refill_at_end(&mut self) {
        while self.bit_count <= 56 {
            let byte = self.raw.get(self.raw_at).copied().unwrap_or(0);
            self.bits |= u64::from(byte) << self.bit_count;
            self.raw_at = self.raw_at.wrapping_add(1);
            self.bit_count = self.bit_count.wrapping_add(8);
        }
    }
}

impl Coder for Decoder<'_> {
    const IS_DECODER: bool = true;

    #[inline]
    fn bit(&mut self, _: bool, one: u32) -> bool {
        let ones = share(self.range, one);
        let bit = self.code < ones;
        // Without a branch: many bits are as likely as not, and half of these would be guessed wrong.
        let below = u32::from(!bit).wrapping_neg();
        self.code = self.code.wrapping_sub(ones & below);
        self.range = ones ^ ((ones ^ self.range.wrapping_sub(ones)) & below);
        while self.range < LEAST_RANGE {
            // No code of an encoder is at or above its range; one of other bytes is kept from standing still.
            self.range = self.range.max(1) << 8;
            self.code = self.code << 8 | u32::from(self.next());
        }
        bit
    }

    #[inline]
    fn raw(&mut self, _: u64, bits: u32) -> u64 {
        if self.bit_count < bits {
            match self.raw.get(self.raw_at..).and_then(<[u8]>::first_chunk) {
                Some(bytes) => {
                    self.bits |= u64::from_le_bytes(*bytes) << self.bit_count;
                    let whole = 63_u32.wrapping_sub(self.bit_count) >> 3;
                    self.raw_at = self.raw_at.wrapping_add(whole as usize);
                    self.bit_count = self.bit_count.wrapping_add(whole.wrapping_mul(8));
                }
                None => self.refill_at_end(),
            }
        }
        let value = self.bits & low_bits(bits);
        self.bits >>= bits & 63;
        self.bit_count = self.bit_count.wrapping_sub(bits);
        // Bits above the whole bytes are read again.
        self.bits &= low_bits_or_all(self.bit_count);
        value
    }

    #[inline]
    fn is_exhausted(&self) -> bool {
        self.coded_at > self.coded.len().wrapping_add(8)
            || self.raw_at > self.raw.len().wrapping_add(8)
    }
}

#[inline]
const fn low_bits_or_all(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { low_bits(bits) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_come_back(steps: Vec<(bool, u16, u64, u8)>) {
            let run = |coder: &mut dyn FnMut(bool, u32, u64, u32) -> (bool, u64)| -> Vec<(bool, u64)> {
                let steps = steps.iter();
                steps.map(|(bit, one, value, bits)| {
                    let bits = u32::from(bits % 57);
                    coder(*bit, u32::from(*one).max(1), value & low_bits(bits), bits)
                }).collect()
            };
            let mut encoder = Encoder::default();
            let given = run(&mut |bit, one, value, bits| (encoder.bit(bit, one), encoder.raw(value, bits)));
            let packed = encoder.finish();
            let mut decoder = Decoder::new(&packed);
            let back = run(&mut |_, one, _, bits| (decoder.bit(false, one), decoder.raw(0, bits)));
            prop_assert_eq!(given, back);
            prop_assert!(!decoder.is_exhausted());
        }

        #[test]
        fn any_bytes_are_soon_exhausted(packed: Vec<u8>, one in 1..CERTAIN) {
            let mut decoder = Decoder::new(&packed);
            // A bit that is all but certain takes next to no bytes.
            let most = packed.len() * 8 * 70_000 + 10_000_000;
            let steps = (0..most).take_while(|_| {
                decoder.bit(false, one.clamp(1000, 64_000));
                decoder.raw(0, 3);
                !decoder.is_exhausted()
            });
            prop_assert!(steps.count() < most);
        }
    }

    #[test]
    fn a_part_that_ends_in_zeros_is_not_exhausted() {
        let mut encoder = Encoder::default();
        for bit in (0..200_000).map(|at| at != 20) {
            encoder.bit(bit, CERTAIN - 6_000);
        }
        let packed = encoder.finish();
        let mut decoder = Decoder::new(&packed);
        for bit in (0..200_000).map(|at| at != 20) {
            assert_eq!(decoder.bit(false, CERTAIN - 6_000), bit);
        }
        assert!(!decoder.is_exhausted());
    }

    #[test]
    fn probable_bits_take_little() {
        let mut encoder = Encoder::default();
        for _ in 0..80_000 {
            encoder.bit(true, CERTAIN - 6);
        }
        assert!(encoder.finish().len() < 20);
    }
}
