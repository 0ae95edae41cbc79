//! Integers below a bound, in as few bits as Unreal's `SerializeInt` needs.

/// How integers below `max` are written: enough bits for all below the greatest power of two in it, and one more where
/// that leads to an integer that is still below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    max: u32,
    /// How many bits are enough for all below the greatest power of two, and those bits.
    bits: u32,
    mask: u32,
    /// The number of integers from that power of two on.
    longer: u32,
}

impl Bound {
    /// Integers below `max`; below 0 or 1 there is just 0, in no bits.
    pub const fn new(max: u32) -> Self {
        let bits = if max == 0 { 0 } else { max.ilog2() };
        let power = 1_u32.wrapping_shl(bits);
        Self { max, bits, mask: power.wrapping_sub(1), longer: max.saturating_sub(power) }
    }

    /// The bound of the integers.
    pub const fn max(self) -> u32 {
        self.max
    }

    /// The integer at the low end of `word` and how many bits it takes up, at most 32.
    #[inline(always)]
    pub(crate) const fn split(self, word: u64) -> (u32, u32) {
        #[allow(clippy::cast_possible_truncation, reason = "the integers have 32 bits")]
        let word = word as u32;
        let low = word & self.mask;
        let is_longer = low < self.longer;
        let all = self.mask.wrapping_mul(2).wrapping_add(1);
        let value = if is_longer { word & all } else { low };
        (value, self.bits.wrapping_add(is_longer as u32))
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
