//! How far predictions of three numbers are off, and in which directions.

use super::fields::{Field, Fields};
use super::geometry::{Vector3, dot, to_body};

/// The mean squares and products of a vector's recent errors: xx, yy, zz, xy, xz, yz.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread([f64; 6]);

impl Spread {
    /// How much of an error's square is taken in.
    const RATE: f64 = 0.45;

    /// Errors of this size, in any direction.
    pub(super) const fn of(size: f64) -> Self {
        let square = size * size;
        Self([square, square, square, 0.0, 0.0, 0.0])
    }

    /// Learns an error.
    pub(super) fn learn(&mut self, [x, y, z]: Vector3) {
        let squares = [x * x, y * y, z * z, x * y, x * z, y * z];
        if squares.iter().all(|square| square.is_finite()) {
            for (mean, square) in self.0.iter_mut().zip(squares) {
                *mean += (square - *mean) * Self::RATE;
            }
        }
    }

    /// The same of three sums of the vector's parts, as rows of their factors, in the same order.
    fn of_sums(&self, rows: &[Vector3; 3]) -> [f64; 6] {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        let matrix = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
        let [a, b, c] = rows;
        let along = |row: &Vector3| to_body(&matrix, *row);
        let (of_a, of_b, of_c) = (along(a), along(b), along(c));
        [dot(*a, of_a), dot(*b, of_b), dot(*c, of_c), dot(*a, of_b), dot(*a, of_c), dot(*b, of_c)]
    }
}

/// How unexpected the numbers of a body were so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surprise {
    last: u32,
    most: u32,
}

impl Surprise {
    fn context(self) -> u32 {
        self.last << 3 | self.most
    }

    /// Takes in an error and the square that it was expected to have.
    fn learn(&mut self, error: f64, square: f64) {
        let ratio = error * error / square;
        let bounds = [0.06, 0.25, 1.0, 4.0, 16.0, 100.0, 1000.0];
        let above = bounds.iter().filter(|bound| ratio > **bound).count();
        self.last = u32::try_from(above).unwrap_or(0);
        self.most = self.most.max(self.last);
    }
}

/// Three numbers to be coded.
#[derive(Debug)]
pub(super) struct Numbers<'a> {
    /// The field of the first.
    pub(super) field: Field,
    /// The expected values.
    pub(super) expected: Vector3,
    /// The components of each, in the directions of `spread`.
    pub(super) rows: &'a [Vector3; 3],
    pub(super) spread: &'a Spread,
    /// Something that they depend on.
    pub(super) context: u32,
    /// The lowest bits of the numbers that count.
    pub(super) bits: u32,
}

impl Numbers<'_> {
    /// Codes the numbers. `lengths` are those of their last differences in bits.
    #[inline(always)]
    pub(super) fn code<F: Fields>(
        &self,
        fields: &mut F,
        surprise: &mut Surprise,
        lengths: &mut [u8; 3],
        actual: [i32; 3],
    ) -> [i32; 3] {
        if !F::LEARNS {
            let mut code = |axis, expected, actual: i32| {
                let expected = nearest(expected);
                let rest = self.shortest(actual.wrapping_sub(expected));
                let rest = fields.number(self.field.axis(axis), [0; 4], rest, 0);
                self.in_range(expected.wrapping_add(rest))
            };
            let ([x, y, z], [actual_x, actual_y, actual_z]) = (self.expected, actual);
            return [code(0, x, actual_x), code(1, y, actual_y), code(2, z, actual_z)];
        }
        let [xx, yy, zz, xy, xz, yz] = self.spread.of_sums(self.rows);
        let [x, y, z] = self.expected;
        let [actual_x, actual_y, actual_z] = actual;
        let [length_x, length_y, length_z] = lengths;
        let mut code = |axis, expected, square: f64, length: &mut u8, actual| {
            self.code_number(fields, surprise, axis, expected, square.max(LEAST), length, actual)
        };
        let xx = xx.max(LEAST);
        let (coded_x, off_x) = code(0, x, xx, length_x, actual_x);
        // The knowledge about the others by now.
        let (by_y, by_z) = (xy / xx, xz / xx);
        let (yy, zz, yz) = ((yy - by_y * xy).max(LEAST), zz - by_z * xz, yz - by_y * xz);
        let (coded_y, off_y) = code(1, y + by_y * off_x, yy, length_y, actual_y);
        let by = yz / yy;
        let z = z + by_z * off_x + by * off_y;
        let (coded_z, _) = code(2, z, zz - by * yz, length_z, actual_z);
        [coded_x, coded_y, coded_z]
    }

    /// Codes a number. Also returns how far off it is.
    #[allow(clippy::too_many_arguments, reason = "one place calls it")]
    fn code_number<F: Fields>(
        &self,
        fields: &mut F,
        surprise: &mut Surprise,
        axis: u8,
        expected: f64,
        square: f64,
        length: &mut u8,
        actual: i32,
    ) -> (i32, f64) {
        let near = nearest(expected);
        let part = expected - f64::from(near);
        let place = if part < -0.25 {
            0
        } else if part < 0.0 {
            1
        } else if part < 0.25 {
            2
        } else {
            3
        };
        let size = size_of(square);
        let number = u32::from(axis);
        let contexts = [
            size << 8 | self.context,
            number << 16 | size << 8 | u32::from(*length),
            number << 16 | size << 8 | surprise.context(),
            number << 16 | size << 8 | place,
        ];
        let rest = self.shortest(actual.wrapping_sub(near));
        let rest =
            fields.number(self.field.axis(axis), contexts, rest, size.saturating_sub(6) >> 2);
        *length =
            u8::try_from(32_u32.wrapping_sub(rest.unsigned_abs().leading_zeros())).unwrap_or(0);
        let off = f64::from(rest) - part;
        surprise.learn(off, square);
        (self.in_range(near.wrapping_add(rest)), off)
    }

    /// A difference by the shorter way round.
    const fn shortest(&self, number: i32) -> i32 {
        let shift = 32_u32.wrapping_sub(self.bits);
        number.wrapping_shl(shift).wrapping_shr(shift)
    }

    /// A number as it is written: of all bits it is signed, others are not.
    const fn in_range(&self, number: i32) -> i32 {
        if self.bits == 32 {
            number
        } else {
            number & 1_i32.wrapping_shl(self.bits).wrapping_sub(1)
        }
    }
}

/// The least square that is expected: numbers are whole.
const LEAST: f64 = 0.08;

/// The nearest whole number.
#[allow(clippy::cast_possible_truncation, reason = "what is out of range is at its ends")]
#[inline(always)]
pub(super) fn nearest(number: f64) -> i32 {
    let number = number + 0.5;
    // A whole number that is not above; `floor` is a call where the processor is not known to have it.
    let whole = number as i32;
    whole.wrapping_sub(i32::from(f64::from(whole) > number))
}

/// A square's logarithm in halves, from 0 to 63.
fn size_of(square: f64) -> u32 {
    let halves = square.to_bits() >> 51;
    u32::try_from(halves.saturating_sub(2 * 1019).min(63)).unwrap_or(0)
}
