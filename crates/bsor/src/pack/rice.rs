//! Quick coding: how far a value's bits are off those of the prediction, as a Golomb-Rice code whose parameter follows the column's mean.

use ghostreel_pack::bits::{BitReader, BitWriter, Bits};
use ghostreel_pack::integers::{from_zigzag, ordered, zigzag};

use super::values::{Values, low_32, sound};

/// The longest run of zeros: after it, a difference stands as it is.
const FAR: u32 = 24;

/// The mean difference of a float column before its first value.
const FIRST_FLOAT: u32 = 1 << 14;

/// The mean difference of an integer column before its first value.
const FIRST_INTEGER: u32 = 1;

/// A difference counts at most so many times the mean before it and one more.
const MOST_SURPRISE: u32 = 16;

/// How far predictions of a column are off.
#[derive(Clone, Copy, Debug)]
struct Spread {
    /// The mean of differences in zigzag.
    mean: u32,
}

impl Spread {
    /// Lowest bits of a difference that stand as they are.
    #[inline]
    fn raw_bits(self) -> u32 {
        (self.mean | 1).ilog2()
    }

    /// The mean goes half way to a new difference, as differences come in bursts.
    #[inline]
    fn learn(&mut self, folded: u32) {
        let most = self.mean.saturating_add(1).saturating_mul(MOST_SURPRISE);
        self.mean = (self.mean >> 1).wrapping_add(folded.min(most) >> 1);
    }
}

/// A coder of `COLUMNS` columns.
#[derive(Clone, Debug)]
pub(super) struct Rice<B, const COLUMNS: usize> {
    bits: B,
    floats: [Spread; COLUMNS],
    integers: [Spread; COLUMNS],
}

impl<B, const COLUMNS: usize> Rice<B, COLUMNS> {
    fn with(bits: B) -> Self {
        Self {
            bits,
            floats: [Spread { mean: FIRST_FLOAT }; COLUMNS],
            integers: [Spread { mean: FIRST_INTEGER }; COLUMNS],
        }
    }
}

impl<const COLUMNS: usize> Rice<BitWriter, COLUMNS> {
    pub(super) fn writer() -> Self {
        Self::with(BitWriter::default())
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bits.finish()
    }
}

impl<'a, const COLUMNS: usize> Rice<BitReader<'a>, COLUMNS> {
    pub(super) fn reader(packed: &'a [u8]) -> Self {
        Self::with(BitReader::new(packed))
    }
}

/// Codes a difference in zigzag.
#[inline]
fn code<B: Bits>(bits: &mut B, spread: &mut Spread, folded: u32) -> u32 {
    let length = spread.raw_bits();
    let high = bits.unary(folded >> length, FAR);
    let folded = if high >= FAR {
        low_32(bits.raw(folded.into(), 32))
    } else {
        high << length | low_32(bits.raw(folded.into(), length))
    };
    spread.learn(folded);
    folded
}

impl<B: Bits, const COLUMNS: usize> Values for Rice<B, COLUMNS> {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "to the nearest float")]
    fn float(&mut self, column: usize, predicted: f64, _: bool, value: f32) -> f32 {
        let Some(spread) = self.floats.get_mut(column) else { return value };
        let predicted = ordered((sound(predicted) as f32).to_bits());
        let folded = zigzag(ordered(value.to_bits()).wrapping_sub(predicted));
        let folded = code(&mut self.bits, spread, folded);
        f32::from_bits(ordered(predicted.wrapping_add(from_zigzag(folded))))
    }

    #[inline]
    fn integer(&mut self, column: usize, predicted: u32, value: u32) -> u32 {
        let Some(spread) = self.integers.get_mut(column) else { return value };
        let folded = zigzag(value.wrapping_sub(predicted));
        predicted.wrapping_add(from_zigzag(code(&mut self.bits, spread, folded)))
    }

    fn symbol(&mut self, _: usize, _: u32, value: u32) -> u32 {
        low_32(self.bits.raw(value.into(), 4))
    }

    fn is_exhausted(&self) -> bool {
        self.bits.is_exhausted()
    }
}
