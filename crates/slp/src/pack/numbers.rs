//! How the values of a field are coded: as differences that are small where the game follows the prediction.

use ghostreel_pack::integers::{from_zigzag, ordered, zigzag};

/// The kind of values in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Integers.
    Int,
    /// Floats.
    Float,
    /// Floats that are mostly whole parts of so many.
    Parts(u8),
    /// States of the game's random number generator.
    Seed,
}

/// The difference of a value from the one expected; 0 if they are the same. Of `width` bytes.
#[inline]
pub(super) fn difference(kind: Kind, width: usize, value: u32, guess: u32) -> u32 {
    match kind {
        Kind::Int => value.wrapping_sub(guess) & mask(width),
        Kind::Float => zigzag(ordered(value).wrapping_sub(ordered(guess))),
        Kind::Parts(count) => zigzag(part(value, count).wrapping_sub(part(guess, count))),
        Kind::Seed => steps(guess, value),
    }
}

/// The value of that difference from the one expected.
#[inline]
pub(super) fn value(kind: Kind, width: usize, difference: u32, guess: u32) -> u32 {
    match kind {
        Kind::Int => guess.wrapping_add(difference) & mask(width),
        Kind::Float => ordered(ordered(guess).wrapping_add(from_zigzag(difference))),
        Kind::Parts(count) => {
            from_part(part(guess, count).wrapping_add(from_zigzag(difference)), count)
        }
        Kind::Seed => stepped(guess, difference),
    }
}

#[inline]
const fn mask(width: usize) -> u32 {
    match width {
        1 => 0xff,
        2 => 0xffff,
        _ => u32::MAX,
    }
}

/// Numbers of parts are from -128 to 255, and begin at 0 here.
const LEAST: i32 = -128;
const NUMBERS: u32 = 384;

/// A float as the number of its parts, 128 above; one that has none as its bits. Bits that are as low as these numbers change places with
/// the floats that have them: no two values get the same.
#[inline]
pub(super) fn part(bits: u32, count: u8) -> u32 {
    if let Some(number) = number(bits, count) {
        return number;
    }
    if bits >= NUMBERS {
        return bits;
    }
    // The bits of 0 are low, and have a number.
    let other = of_part(bits, count);
    if other < NUMBERS { of_part(other, count) } else { other }
}

/// The argument of [`part`].
#[inline]
pub(super) fn from_part(part: u32, count: u8) -> u32 {
    if part < NUMBERS {
        return of_part(part, count);
    }
    let low = number(part, count).map(|low| number(low, count).unwrap_or(low));
    low.unwrap_or(part)
}

/// The number of a float that is whole parts.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "saturates, and is compared")]
fn number(bits: u32, count: u8) -> Option<u32> {
    let number = (f32::from_bits(bits) * f32::from(count)).round() as i32;
    let place = number.wrapping_sub(LEAST).cast_unsigned();
    (place < NUMBERS && of_part(place, count) == bits).then_some(place)
}

#[allow(clippy::cast_precision_loss, reason = "of nine bits")]
fn of_part(place: u32, count: u8) -> u32 {
    let number = place.cast_signed().wrapping_add(LEAST);
    (number as f32 / f32::from(count)).to_bits()
}

/// The sum of two floats by their bits; the first where that is no float.
#[inline]
pub(super) fn add(a: u32, b: u32) -> u32 {
    let sum = f32::from_bits(a) + f32::from_bits(b);
    if sum.is_nan() { a } else { sum.to_bits() }
}

#[inline]
pub(super) fn subtract(a: u32, b: u32) -> u32 {
    let difference = f32::from_bits(a) - f32::from_bits(b);
    if difference.is_nan() { 0 } else { difference.to_bits() }
}

/// The game's generator: each state is the last times the first, plus the second.
const GENERATOR: [u32; 2] = [214_013, 2_531_011];

/// How many steps the generator takes from one state to another. It comes by all of them.
fn steps(from: u32, to: u32) -> u32 {
    let [mut times, mut plus] = GENERATOR;
    let (mut state, mut count, mut bit) = (from, 0, 1_u32);
    while state != to {
        if (state ^ to) & bit != 0 {
            state = state.wrapping_mul(times).wrapping_add(plus);
            count |= bit;
        }
        plus = plus.wrapping_mul(times.wrapping_add(1));
        times = times.wrapping_mul(times);
        bit = bit.wrapping_shl(1);
    }
    count
}

/// The state after so many steps.
fn stepped(from: u32, count: u32) -> u32 {
    let [mut times, mut plus] = GENERATOR;
    let (mut state, mut count) = (from, count);
    while count > 0 {
        if count & 1 == 1 {
            state = state.wrapping_mul(times).wrapping_add(plus);
        }
        plus = plus.wrapping_mul(times.wrapping_add(1));
        times = times.wrapping_mul(times);
        count >>= 1;
    }
    state
}

/// A stick's place on an axis as the game uses it, from the controller's values of both.
#[allow(clippy::cast_possible_truncation, reason = "at most 80")]
pub(super) fn stick(along: u32, across: u32) -> u32 {
    let [along, across] = [along, across].map(|raw| f64::from(raw.to_le_bytes()[0].cast_signed()));
    let length = (along * along + across * across).sqrt();
    let place = if length > 80.0 { (along * 80.0 / length).trunc() } else { along };
    // The dead zone.
    if place.abs() < 23.0 { 0 } else { (place as f32 / 80.0).to_bits() }
}

/// The button that a stick is held like: up, down, left or right, as the lowest bits.
pub(super) fn direction(x: u32, y: u32) -> u32 {
    let (x, y) = (f32::from_bits(x), f32::from_bits(y));
    if x == 0.0 && y == 0.0 {
        0
    } else if y.abs() > x.abs() {
        if y > 0.0 { 1 } else { 2 }
    } else if x > 0.0 {
        8
    } else {
        4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let floats =
            [0.0_f32, -0.0, 0.5, 1.0, -1.0, 49.0 / 140.0, 3.0 / 80.0, f32::NAN, 1e30, 7.25];
        let values =
            floats.map(f32::to_bits).into_iter().chain([1, 127, 128, 300, 383, 384, u32::MAX]);
        let values: Vec<u32> = values.collect();
        for kind in [Kind::Int, Kind::Float, Kind::Parts(80), Kind::Parts(140), Kind::Seed] {
            for value in &values {
                assert_eq!(difference(kind, 4, *value, *value), 0);
                for guess in &values {
                    let difference = difference(kind, 4, *value, *guess);
                    assert_eq!(super::value(kind, 4, difference, *guess), *value, "{kind:?}");
                }
            }
        }
    }

    #[test]
    fn every_part_has_its_own_number() {
        for count in [80, 140] {
            for bits in (0..2_000).chain((0..NUMBERS).map(|part| of_part(part, count))) {
                assert_eq!(from_part(part(bits, count), count), bits);
            }
        }
    }

    #[test]
    fn steps_of_the_generator_are_counted() {
        let mut state = 7;
        for count in 0..200 {
            assert_eq!(steps(7, state), count);
            state = stepped(state, 1);
        }
    }
}
