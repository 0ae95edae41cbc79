//! Floats as multiples of a power of two, and their remainders: the multiple can be predicted, the rest is noise.

/// A float's place: its sign and magnitude in whole steps toward zero, and its lowest bits below a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whole steps, with the float's sign. 0 for a float whose magnitude is below one step: its bits are not in the rest of this.
    pub steps: i64,
    /// The number of bits below a step. It follows from the steps: see [`Cell::rest_bits`].
    pub rest_bits: u32,
    /// These bits.
    pub rest: u32,
}

/// Smallest and greatest exponent of a step.
pub const EXPONENTS: std::ops::RangeInclusive<i32> = -149..=64;

/// Exponent of the lowest bit of floats below the normal ones.
const LOWEST: i32 = -149;

impl Cell {
    /// Where a float is, in steps of `2^exponent`; `None` for infinities, NaN, and values 2^40 steps away or more.
    #[inline]
    pub const fn of(value: f32, exponent: i32) -> Option<Self> {
        let bits = value.to_bits();
        let (mantissa, lowest) = parts(bits);
        if bits & 0x7f80_0000 == 0x7f80_0000 {
            return None;
        }
        let below = exponent.wrapping_sub(lowest);
        let (steps, rest_bits) = if below <= 0 {
            if below < -16 {
                return None;
            }
            ((mantissa as i64) << (below.wrapping_neg() & 31), 0)
        } else if below < 24 {
            ((mantissa >> (below & 31)) as i64, below.cast_unsigned())
        } else {
            (0, 0)
        };
        let rest = mantissa & (1_u32 << (rest_bits & 31)).wrapping_sub(1);
        let steps = if bits >> 31 == 1 { steps.wrapping_neg() } else { steps };
        Some(Self { steps, rest_bits, rest })
    }

    /// How many bits are below a step of `2^exponent` in a float so many steps away from 0.
    #[inline]
    pub const fn rest_bits(steps: i64, exponent: i32) -> u32 {
        let below = exponent.wrapping_sub(lowest_of(steps, exponent));
        if below > 0 { below.cast_unsigned() & 31 } else { 0 }
    }

    /// The float, from its steps, which are not 0, and its rest. Steps that no float has give some float.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "24 bits of a mantissa")]
    pub const fn value(steps: i64, rest: u32, exponent: i32) -> f32 {
        let lowest = lowest_of(steps, exponent);
        let below = exponent.wrapping_sub(lowest);
        let magnitude = steps.unsigned_abs();
        let mantissa = if below >= 0 {
            (magnitude << (below & 31)) as u32 | rest
        } else {
            (magnitude >> (below.wrapping_neg() & 63)) as u32
        };
        let biased =
            if mantissa < 1 << 23 { 0 } else { lowest.wrapping_add(150).cast_unsigned() & 255 };
        let sign = if steps < 0 { 1 << 31 } else { 0 };
        f32::from_bits(sign | biased << 23 | mantissa & 0x007f_ffff)
    }
}

/// A float's mantissa, and the exponent of its lowest bit.
#[inline]
const fn parts(bits: u32) -> (u32, i32) {
    let biased = (bits >> 23 & 255).cast_signed();
    if biased == 0 {
        (bits & 0x007f_ffff, LOWEST)
    } else {
        (bits & 0x007f_ffff | 0x0080_0000, biased.wrapping_sub(150))
    }
}

/// The exponent of the lowest bit of floats so many steps away from 0.
#[inline]
const fn lowest_of(steps: i64, exponent: i32) -> i32 {
    let length = 64_u32.wrapping_sub(steps.unsigned_abs().leading_zeros()).cast_signed();
    let lowest = length.wrapping_add(exponent).wrapping_sub(24);
    if lowest < LOWEST { LOWEST } else { lowest }
}

/// `2^exponent`, for exponents from −1022 to 1023.
#[inline]
pub const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits((exponent.wrapping_add(1023).cast_unsigned() as u64 & 2047) << 52)
}

/// The exponent of a positive number: the greatest power of two that is not above it.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "11 bits")]
pub const fn exponent_of(value: f64) -> i32 {
    ((value.to_bits() >> 52 & 2047) as i32).wrapping_sub(1023)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(value: f32, exponent: i32) {
        let Some(cell) = Cell::of(value, exponent) else { return };
        if cell.steps == 0 {
            assert!(f64::from(value.abs()) < power_of_two(exponent), "{value:e} {exponent}");
            return;
        }
        assert_eq!(cell.rest_bits, Cell::rest_bits(cell.steps, exponent), "{value:e} {exponent}");
        let back = Cell::value(cell.steps, cell.rest, exponent);
        assert_eq!(back.to_bits(), value.to_bits(), "{value:e} {exponent}");
        let steps = (f64::from(value) * power_of_two(-exponent)).trunc();
        assert_eq!(steps, cell.steps as f64);
    }

    proptest! {
        #[test]
        fn floats_come_back(bits: u32, near in -30..30_i32, exponent in EXPONENTS) {
            let value = f32::from_bits(bits);
            check(value, exponent);
            check(value, (exponent_of(value.abs().into()) - near).clamp(*EXPONENTS.start(), *EXPONENTS.end()));
        }

        #[test]
        fn any_steps_give_some_float(steps: i64, rest: u32, exponent in EXPONENTS) {
            let bits = Cell::rest_bits(steps, exponent);
            prop_assert!(bits < 24 || steps == 0);
            Cell::value(steps, rest, exponent);
        }
    }

    #[test]
    fn edges() {
        for value in
            [0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, f32::from_bits(1), f32::MAX, f32::MIN]
        {
            EXPONENTS.for_each(|exponent| check(value, exponent));
        }
        assert_eq!(Cell::of(f32::NAN, 0), None);
        assert_eq!(Cell::of(f32::INFINITY, 0), None);
        assert_eq!(Cell::of(-2.75, -1).unwrap(), Cell { steps: -5, rest_bits: 21, rest: 1 << 20 });
    }
}
