//! Coders for the difference between a value and its prediction.

use ghostreel_pack::cells::{EXPONENTS, exponent_of, power_of_two};

/// Writes or reads values. Each column has its own sense of how far its predictions are off.
pub(super) trait Values {
    /// Codes a float. `is_grained`: the lowest bits may be no noise.
    fn float(&mut self, column: usize, predicted: f64, is_grained: bool, value: f32) -> f32;

    /// Codes an integer.
    fn integer(&mut self, column: usize, predicted: u32, value: u32) -> u32;

    /// Codes a number from 0 to 15, with separate probabilities in each of 16 contexts.
    fn symbol(&mut self, table: usize, context: u32, value: u32) -> u32;

    /// Whether more was asked for than there is.
    fn is_exhausted(&self) -> bool;
}

/// A float that predictions can work on: those that are no numbers or beyond all measure count as 0.
#[inline]
pub(super) fn tame(value: f32) -> f64 {
    if value.abs() < 1e6 { f64::from(value) } else { 0.0 }
}

/// A prediction that can be worked with.
#[inline]
pub(super) fn sound(predicted: f64) -> f64 {
    if predicted.abs() < 1e10 { predicted } else { 0.0 }
}

/// The exponent of the lowest bit of floats about here.
#[inline]
pub(super) fn lowest_exponent(value: f64) -> i32 {
    exponent_of(value.abs()).wrapping_sub(23).max(*EXPONENTS.start())
}

/// Whole steps of `2^exponent` in a number, toward zero.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "toward zero, and far away the greatest there is"
)]
pub(super) fn steps(value: f64, exponent: i32) -> i64 {
    (value * power_of_two(exponent.wrapping_neg())) as i64
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
pub(super) const fn low_32(value: u64) -> u32 {
    value as u32
}
