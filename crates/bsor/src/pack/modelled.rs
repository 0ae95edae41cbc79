//! Close coding: a value's error in steps is coded by its probability, the rest as it is.

use ghostreel_pack::cells::{Cell, EXPONENTS, exponent_of};
use ghostreel_pack::coder::{Coder, Decoder, Encoder};
use ghostreel_pack::integers::{from_zigzag, zigzag};
use ghostreel_pack::mixer::Mixer;
use ghostreel_pack::model::{Bit, Number, Symbol};

use super::values::{Values, low_32, lowest_exponent, sound, steps, tame};

/// How far a step's exponent is below the expected error's.
const FINER: i32 = 4;

/// How many bits a bucket takes.
const BUCKET_BITS: u32 = 5;

/// How many of these bits are the magnitude's after its highest: these are coded by one sense alone.
const MANTISSA_BITS: u32 = 2;

/// The bucket of a value that stands as it is.
const FAR: u32 = 31;

/// Contexts of buckets in each of the two senses.
const CONTEXTS: usize = 64;

/// The mean error of a column before its first value.
const FIRST_ERROR: f64 = 1.0 / 256.0;

/// An error counts at least so much.
const LEAST_ERROR: f64 = 1e-30;

/// An error counts at most so many times the expected one.
const MOST_SURPRISE: f64 = 16.0;

/// Bits of a bucket, each by those above it.
type Tree = [Bit; 1 << BUCKET_BITS];

/// The statistics of a column so far.
#[derive(Clone, Debug)]
struct Column {
    /// Mean errors over some 2, 20 and 100 values.
    quick: f64,
    slow: f64,
    slowest: f64,
    /// By the ratio of the mean errors, and by the surprise of the values before.
    by_trend: Box<[Tree; CONTEXTS]>,
    by_surprise: Box<[Tree; CONTEXTS]>,
    mixers: [Mixer<2>; 1 << (BUCKET_BITS - MANTISSA_BITS)],
    /// 0: the last value was too low, 1: too high, 2: neither.
    last_sign: usize,
    signs: [Bit; 3],
    /// The lowest two bits by the value's exponent: some writers' positions lie on a grid.
    grains: [Symbol<4>; 16],
    integers: Number,
}

impl Default for Column {
    fn default() -> Self {
        let trees = || Box::new([[Bit::default(); 1 << BUCKET_BITS]; CONTEXTS]);
        Self {
            quick: FIRST_ERROR,
            slow: FIRST_ERROR,
            slowest: FIRST_ERROR,
            by_trend: trees(),
            by_surprise: trees(),
            mixers: [Mixer::default(); 1 << (BUCKET_BITS - MANTISSA_BITS)],
            last_sign: 2,
            signs: [Bit::default(); 3],
            grains: std::array::from_fn(|_| Symbol::default()),
            integers: Number::default(),
        }
    }
}

impl Column {
    fn expected(&self) -> f64 {
        0.75 * self.quick + 0.25 * self.slow
    }

    fn learn(&mut self, error: f64) {
        self.quick += (error - self.quick) * 0.5;
        self.slow += (error - self.slow) * 0.05;
        self.slowest += (error - self.slowest) * 0.01;
    }

    /// Codes a bucket. `scale`: the expected error in quarters of powers of two of a step.
    #[inline]
    fn bucket<C: Coder>(&mut self, coder: &mut C, scale: i32, surprise: f64, bucket: u32) -> u32 {
        let scale = context(scale >> 1, 9);
        let trend = quarters(self.quick).wrapping_sub(quarters(self.slowest)).wrapping_add(8) >> 2;
        let trend = context(trend, 3) | scale << 2;
        let surprise = context(quarters(surprise).wrapping_add(4), 7) << 3 | scale.min(7);
        let (Some(by_trend), Some(by_surprise)) =
            (self.by_trend.get_mut(trend), self.by_surprise.get_mut(surprise))
        else {
            return bucket;
        };
        let mut node = 1_usize;
        for place in (MANTISSA_BITS..BUCKET_BITS).rev() {
            let bit = bucket >> place & 1 == 1;
            if let (Some(mixer), Some(first), Some(second)) =
                (self.mixers.get_mut(node), by_trend.get_mut(node), by_surprise.get_mut(node))
            {
                node = node << 1 | usize::from(mixer.code(coder, bit, [first, second]));
            }
        }
        for place in (0..MANTISSA_BITS).rev() {
            let bit = bucket >> place & 1 == 1;
            if let Some(model) = by_trend.get_mut(node) {
                node = node << 1 | usize::from(model.code(coder, bit));
            }
        }
        u32::try_from(node).unwrap_or(0) & FAR
    }

    /// Codes whether a value is below its prediction.
    #[inline]
    fn sign<C: Coder>(&mut self, coder: &mut C, is_less: bool) -> bool {
        let sign = self.signs.get_mut(self.last_sign);
        let is_less = sign.map_or(is_less, |sign| sign.code(coder, is_less));
        self.last_sign = usize::from(is_less);
        is_less
    }

    /// Codes the bits below a step.
    #[inline]
    fn rest<C: Coder>(
        &mut self,
        coder: &mut C,
        is_grained: bool,
        exponent: i32,
        rest: u32,
        bits: u32,
    ) -> u32 {
        if !is_grained || bits < 2 {
            return low_32(coder.raw(rest.into(), bits));
        }
        let grain = self.grains.get_mut((exponent & 15).cast_unsigned() as usize);
        let grain = grain.map_or(0, |grain| grain.code(coder, rest & 3));
        grain | low_32(coder.raw((rest >> 2).into(), bits.wrapping_sub(2))) << 2
    }
}

/// A number as a context from 0 to `most`.
#[inline]
fn context(number: i32, most: i32) -> usize {
    number.clamp(0, most).cast_unsigned() as usize
}

/// Quarters of powers of two in a positive number. Between powers of two, the mantissa stands in for the logarithm.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "13 bits")]
const fn quarters(number: f64) -> i32 {
    ((number.to_bits() >> 50 & 0x1fff) as i32).wrapping_sub(1023 * 4)
}

/// A coder of columns.
#[derive(Clone, Debug)]
pub(super) struct Modelled<C> {
    coder: C,
    columns: Vec<Column>,
    symbols: Vec<Symbol<16>>,
    /// How much greater than expected the errors of the last values were.
    surprise: f64,
}

impl<C> Modelled<C> {
    fn with(coder: C, columns: usize, tables: usize) -> Self {
        Self {
            coder,
            columns: vec![Column::default(); columns],
            symbols: vec![Symbol::default(); tables.saturating_mul(16)],
            surprise: 1.0,
        }
    }
}

impl Modelled<Encoder> {
    /// Begins to write so many columns and tables of symbols.
    pub(super) fn writer(columns: usize, tables: usize) -> Self {
        Self::with(Encoder::default(), columns, tables)
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }
}

impl<'a> Modelled<Decoder<'a>> {
    /// Begins to read what [`Modelled::writer`] wrote.
    pub(super) fn reader(packed: &'a [u8], columns: usize, tables: usize) -> Self {
        Self::with(Decoder::new(packed), columns, tables)
    }
}

impl<C: Coder> Values for Modelled<C> {
    fn float(&mut self, column: usize, predicted: f64, is_grained: bool, value: f32) -> f32 {
        let Some(column) = self.columns.get_mut(column) else { return value };
        let coder = &mut self.coder;
        let expected = column.expected();
        let predicted = sound(predicted);
        let finest = lowest_exponent(predicted);
        let exponent = exponent_of(expected).wrapping_sub(FINER).max(finest).min(*EXPONENTS.end());
        let predicted_steps = steps(predicted, exponent);
        let (mut bucket, mut off, mut rest) = (FAR, 0, 0);
        if !C::IS_DECODER
            && let Some(cell) = Cell::of(value, exponent)
        {
            off = cell.steps.wrapping_sub(predicted_steps);
            bucket = bucket_of(off.unsigned_abs());
            rest = cell.rest;
        }
        let scale = quarters(expected).wrapping_sub(exponent.wrapping_mul(4));
        let bucket = column.bucket(coder, scale, self.surprise, bucket);
        let value = if bucket == FAR {
            column.last_sign = 2;
            f32::from_bits(low_32(coder.raw(value.to_bits().into(), 32)))
        } else {
            let (least, bits) = of_bucket(bucket);
            let low = coder.raw(off.unsigned_abs().wrapping_sub(least), bits);
            let magnitude = least.wrapping_add(low).cast_signed();
            let off = if magnitude == 0 {
                column.last_sign = 2;
                0
            } else if column.sign(coder, off < 0) {
                magnitude.wrapping_neg()
            } else {
                magnitude
            };
            let steps = predicted_steps.wrapping_add(off);
            if steps == 0 {
                f32::from_bits(low_32(coder.raw(value.to_bits().into(), 32)))
            } else {
                let bits = Cell::rest_bits(steps, exponent);
                let binade = exponent.wrapping_sub(bits.cast_signed());
                let rest = column.rest(coder, is_grained, binade, rest, bits);
                Cell::value(steps, rest, exponent)
            }
        };
        let error = (tame(value) - predicted).abs();
        let error = error.clamp(LEAST_ERROR, expected * MOST_SURPRISE);
        self.surprise += ((error / expected).min(8.0) - self.surprise) * 0.25;
        column.learn(error);
        value
    }

    fn integer(&mut self, column: usize, predicted: u32, value: u32) -> u32 {
        let Some(column) = self.columns.get_mut(column) else { return value };
        let folded = zigzag(value.wrapping_sub(predicted));
        predicted.wrapping_add(from_zigzag(column.integers.code(&mut self.coder, folded)))
    }

    fn symbol(&mut self, table: usize, context: u32, value: u32) -> u32 {
        let at = table << 4 | (context & 15) as usize;
        self.symbols.get_mut(at).map_or(0, |symbol| symbol.code(&mut self.coder, value))
    }

    fn is_exhausted(&self) -> bool {
        self.coder.is_exhausted()
    }
}

/// 0 to 3 as they are, then four buckets for each length in bits.
#[inline]
fn bucket_of(magnitude: u64) -> u32 {
    let length = 64_u32.wrapping_sub(magnitude.leading_zeros());
    if length <= 2 {
        return low_32(magnitude);
    }
    let high = low_32(magnitude.wrapping_shr(length.wrapping_sub(3))) & 3;
    (length.wrapping_sub(2) << 2 | high).min(FAR)
}

/// The least magnitude of a bucket, and the number of bits that tell its magnitudes apart.
#[inline]
fn of_bucket(bucket: u32) -> (u64, u32) {
    if bucket < 4 {
        return (bucket.into(), 0);
    }
    let bits = (bucket >> 2).wrapping_sub(1);
    (u64::from(4 | bucket & 3).wrapping_shl(bits), bits)
}
