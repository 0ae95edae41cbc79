//! Quick coding: whole steps as runs of zeros, the rest as it is. A step is about as long as the column's mean error.

use ghostreel_pack::bits::{BitReader, BitWriter, Bits};
use ghostreel_pack::cells::{Cell, EXPONENTS, exponent_of};
use ghostreel_pack::integers::{from_zigzag, from_zigzag_long, zigzag, zigzag_long};

use super::values::{Values, low_32, lowest_exponent, sound, steps, tame};

/// From so many steps on, a value stands as it is.
const FAR: u32 = 24;

/// How far the step's exponent is above the mean error's.
const COARSER: i32 = 1;

/// The mean error of a float column before its first value.
const FIRST_ERROR: f64 = 1.0 / 256.0;

/// The mean error of an integer column before its first value.
const FIRST_FOLDED: f64 = 1.0;

/// A mean error counts at least so much.
const LEAST_ERROR: f64 = 1e-30;

/// An error counts at most so many times the mean before.
const MOST_SURPRISE: f64 = 16.0;

/// How much of a new error goes into the mean: much, as errors come in bursts.
const RATE: f64 = 0.5;

/// How far predictions of a column are off.
#[derive(Clone, Copy, Debug)]
struct Spread {
    mean: f64,
}

impl Spread {
    #[inline]
    fn learn(&mut self, error: f64) {
        self.mean += (error - self.mean) * RATE;
        if self.mean < LEAST_ERROR {
            self.mean = LEAST_ERROR;
        }
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
            floats: [Spread { mean: FIRST_ERROR }; COLUMNS],
            integers: [Spread { mean: FIRST_FOLDED }; COLUMNS],
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

impl<B: Bits, const COLUMNS: usize> Values for Rice<B, COLUMNS> {
    #[inline]
    fn float(&mut self, column: usize, predicted: f64, _: bool, value: f32) -> f32 {
        let Some(spread) = self.floats.get_mut(column) else { return value };
        let predicted = sound(predicted);
        let finest = lowest_exponent(predicted);
        let exponent =
            exponent_of(spread.mean).wrapping_add(COARSER).max(finest).min(*EXPONENTS.end());
        let predicted_steps = steps(predicted, exponent);
        let (mut folded, mut rest) = (u64::MAX, 0);
        if !B::IS_READER
            && let Some(cell) = Cell::of(value, exponent)
        {
            folded = zigzag_long(cell.steps.wrapping_sub(predicted_steps));
            rest = cell.rest;
        }
        let folded = u32::try_from(folded).unwrap_or(FAR);
        let folded = self.bits.unary(folded, FAR);
        let value = if folded >= FAR {
            f32::from_bits(low_32(self.bits.raw(value.to_bits().into(), 32)))
        } else {
            let steps = from_zigzag_long(folded.into()).wrapping_add(predicted_steps);
            if steps == 0 {
                near_zero(&mut self.bits, value, exponent)
            } else {
                let rest = self.bits.raw(rest.into(), Cell::rest_bits(steps, exponent));
                Cell::value(steps, low_32(rest), exponent)
            }
        };
        spread.learn((tame(value) - predicted).abs().min(spread.mean * MOST_SURPRISE));
        value
    }

    #[inline]
    fn integer(&mut self, column: usize, predicted: u32, value: u32) -> u32 {
        let Some(spread) = self.integers.get_mut(column) else { return value };
        let length = exponent_of(spread.mean).clamp(0, 31).cast_unsigned();
        let folded = zigzag(value.wrapping_sub(predicted));
        let high = self.bits.unary(folded >> length, FAR);
        let folded = if high >= FAR {
            low_32(self.bits.raw(folded.into(), 32))
        } else {
            high << length | low_32(self.bits.raw(folded.into(), length))
        };
        spread.learn(folded.into());
        predicted.wrapping_add(from_zigzag(folded))
    }

    fn symbol(&mut self, _: usize, _: u32, value: u32) -> u32 {
        low_32(self.bits.raw(value.into(), 4))
    }

    fn is_exhausted(&self) -> bool {
        self.bits.is_exhausted()
    }
}

/// A float below one step: its sign, how far its exponent is below the step's, its mantissa.
#[cold]
fn near_zero<B: Bits>(bits: &mut B, value: f32, exponent: i32) -> f32 {
    let most = exponent.wrapping_add(126).clamp(0, 255).cast_unsigned();
    let value = value.to_bits();
    let sign = low_32(bits.raw((value >> 31).into(), 1));
    let below = bits.unary(most.saturating_sub(value >> 23 & 255), FAR);
    let biased = if below >= FAR {
        low_32(bits.raw((value >> 23 & 255).into(), 8))
    } else {
        most.saturating_sub(below)
    };
    let mantissa = low_32(bits.raw(value.into(), 23));
    f32::from_bits(sign << 31 | biased << 23 | mantissa)
}
