//! Integers below a bound, in as few bits as Unreal's `SerializeInt` needs.

/// How integers below `max` are written: enough bits for all below the greatest power of two in it, and one more where
/// that leads to an integer that is still below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    max: u32,
    bits: u32,
}

impl Bound {
    /// Integers below `max`; below 0 or 1 there is just 0, in no bits.
    pub const fn new(max: u32) -> Self {
        Self { max, bits: if max == 0 { 0 } else { max.ilog2() } }
    }

    /// What the integers are below.
    pub const fn max(self) -> u32 {
        self.max
    }

    /// The integer at the low end of `word` and how many bits it takes up, at most 32.
    #[inline(always)]
    pub(crate) const fn split(self, word: u64) -> (u32, u32) {
        let high = 1_u64 << self.bits;
        let low = word & high.wrapping_sub(1);
        let is_longer = low.wrapping_add(high) < self.max as u64;
        let mask = if is_longer { high.wrapping_mul(2) } else { high }.wrapping_sub(1);
        #[allow(clippy::cast_possible_truncation, reason = "below `max`")]
        ((word & mask) as u32, self.bits.wrapping_add(is_longer as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule as the engine has it.
    fn serialize_int(word: u64, max: u32) -> (u32, u32) {
        let (mut value, mut mask, mut used) = (0_u32, 1_u32, 0);
        while (value | mask) < max {
            if word >> used & 1 == 1 {
                value |= mask;
            }
            used += 1;
            mask = match mask.checked_mul(2) {
                Some(mask) => mask,
                None => break,
            };
        }
        (value, used)
    }

    #[test]
    fn integers_are_those_of_the_engine() {
        for max in (0..300).chain([1023, 1024, 1025, 65_535, 65_536]) {
            for word in (0..2100).chain([u64::MAX]) {
                assert_eq!(Bound::new(max).split(word), serialize_int(word, max), "{max} {word:b}");
            }
        }
    }
}
