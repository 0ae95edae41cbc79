//! Reading bits.

use super::Bound;

/// Reads forward through bits.
///
/// Reading never fails: after the end there are zeros, and whoever reads asks [`is_sound`](Self::is_sound) when a whole
/// thing was read. This takes one check per thing in place of one per field.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// [`REFUSED`](Self::REFUSED) for good once the bits made no sense.
    position: usize,
}

impl<'a> BitReader<'a> {
    /// After the end of all bytes, whichever they are.
    pub(crate) const REFUSED: usize = usize::MAX;

    /// A reader of `bytes`, `position` bits from their start.
    #[inline(always)]
    pub const fn new(bytes: &'a [u8], position: usize) -> Self {
        Self { bytes, position }
    }

    /// All the bytes, those in front of the reader included.
    #[inline(always)]
    pub(crate) const fn all(&self) -> &'a [u8] {
        self.bytes
    }

    /// Bits from the start. After what makes no sense, greater than any.
    #[inline(always)]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Bits there are: at least seven less than the greatest number.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.bytes.len().saturating_mul(8) & !7
    }

    /// Whether there are no bits at all.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Bits that are left.
    pub const fn left(&self) -> usize {
        self.len().saturating_sub(self.position)
    }

    /// Whether everything read so far was there, and made sense.
    #[inline(always)]
    pub const fn is_sound(&self) -> bool {
        self.position <= self.len()
    }

    /// Marks the bits read as senseless.
    #[cold]
    pub const fn refuse(&mut self) {
        self.position = Self::REFUSED;
    }

    /// The next 57 bits or more, without moving on.
    #[inline(always)]
    pub(crate) fn word(&self) -> u64 {
        let at = self.position.wrapping_shr(3);
        // As a range, it is compared once.
        let bytes = self.bytes.get(at..at.wrapping_add(8)).and_then(|bytes| bytes.first_chunk());
        let word = match bytes {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => u64::from_le_bytes(self.rest(at)),
        };
        #[allow(clippy::cast_possible_truncation, reason = "three bits")]
        word.wrapping_shr(self.position as u32 & 7)
    }

    /// The bits after the reader, for a value of many fields, which [moves on](Self::skip_to) once. `copy` is used near the end.
    #[inline(always)]
    pub(crate) fn window<'w>(&self, copy: &'w mut Option<[u8; WINDOW]>) -> Window<'w>
    where
        'a: 'w,
    {
        let at = self.position.wrapping_shr(3);
        let bytes = self.bytes.get(at..at.wrapping_add(WINDOW));
        let bytes = match bytes.and_then(|bytes| bytes.first_chunk()) {
            Some(bytes) => bytes,
            None => copy.insert(self.rest(at)),
        };
        #[allow(clippy::cast_possible_truncation, reason = "three bits")]
        Window { bytes, at: self.position as u32 & 7 }
    }

    /// Moves on to where a window is that was taken here.
    #[inline(always)]
    pub(crate) fn skip_to(&mut self, window: Window<'_>) {
        self.skip((window.at as usize).wrapping_sub(self.position & 7));
    }

    /// The bytes that there are from one on, zeros after them.
    #[cold]
    #[inline(never)]
    fn rest<const N: usize>(&self, at: usize) -> [u8; N] {
        let mut copy = [0; N];
        for (to, from) in copy.iter_mut().zip(self.bytes.get(at..).unwrap_or_default()) {
            *to = *from;
        }
        copy
    }

    /// Moves on.
    #[inline(always)]
    pub(crate) const fn skip(&mut self, bits: usize) {
        self.position = self.position.saturating_add(bits);
    }

    /// The next bit.
    #[inline(always)]
    pub fn bit(&mut self) -> bool {
        let word = self.word();
        self.skip(1);
        word & 1 == 1
    }

    /// The next `count` bits, at most 57.
    #[inline(always)]
    pub fn bits(&mut self, count: u32) -> u64 {
        let word = self.word();
        self.skip(count as usize);
        word & low_mask(count)
    }

    /// The next integer below a bound.
    #[inline(always)]
    pub fn bounded(&mut self, bound: Bound) -> u32 {
        let (value, bits) = bound.split(self.word());
        self.skip(bits as usize);
        value
    }

    /// The next `count` bytes; empty, and refused, if there are fewer.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        if count > self.left() / 8 {
            self.refuse();
            return Vec::new();
        }
        #[allow(clippy::cast_possible_truncation, reason = "eight bits")]
        (0..count).map(|_| self.bits(8) as u8).collect()
    }
}

/// The bytes of a [`Window`]. A word begins in each of the first 64: one there needs no check.
pub(crate) const WINDOW: usize = 72;

/// At least 512 bits after a [`BitReader`], zeros after the end.
#[derive(Clone, Copy)]
pub(crate) struct Window<'w> {
    bytes: &'w [u8; WINDOW],
    /// The next bit.
    at: u32,
}

impl Window<'_> {
    /// The next 57 bits or more, without moving on.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        let at = self.at.wrapping_shr(3) as usize & 63;
        let word = self.bytes.get(at..at.wrapping_add(8)).and_then(|bytes| bytes.first_chunk());
        word.copied().map_or(0, u64::from_le_bytes).wrapping_shr(self.at & 7)
    }

    /// Moves on.
    #[inline(always)]
    pub(crate) const fn skip(&mut self, bits: u32) {
        self.at = self.at.wrapping_add(bits);
    }
}

/// The lowest `count` bits, at most 63.
#[inline(always)]
pub(crate) const fn low_mask(count: u32) -> u64 {
    1_u64.wrapping_shl(count).wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_lowest_first_and_end_in_zeros() {
        let mut reader = BitReader::new(&[0b1010_0101, 0xff], 0);
        assert!(reader.bit());
        assert_eq!(reader.bits(4), 0b0010);
        assert_eq!(reader.bits(7), 0b111_1101);
        assert!(reader.is_sound());
        assert_eq!(reader.bits(57), 0b1111);
        assert!(!reader.is_sound());
        assert_eq!(reader.left(), 0);
    }

    #[test]
    fn bytes_that_are_not_there_are_not_made_up() {
        let mut reader = BitReader::new(&[1, 2, 3], 4);
        assert_eq!(reader.bytes(2), [0x20, 0x30]);
        assert_eq!(reader.bytes(1), [0_u8; 0]);
        assert!(!reader.is_sound());
    }
}
