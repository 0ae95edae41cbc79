//! Transforms of a column's values before packing, so that they pack well. Each can be undone exactly.

use ghostreel_timeline::Type;

/// The encoding of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transform {
    /// One after the other, little endian.
    Plain,
    /// The lowest bytes of all values, then the next, and so on.
    Planes,
    /// Planes of the differences of each integer from the one before it, in zigzag: 0, −1, 1, −2 … become 0, 1, 2, 3 …
    Delta,
    /// Planes of the differences of each float from the line through the two before it, as integers in the floats' order.
    Linear,
}

impl Transform {
    /// The one for columns of a type.
    pub(crate) const fn of(kind: Type) -> Self {
        match kind {
            Type::F32 | Type::F64 => Self::Linear,
            Type::I16 | Type::I32 | Type::I64 | Type::U16 | Type::U32 | Type::U64 => Self::Delta,
            Type::Dict => Self::Planes,
            _ => Self::Plain,
        }
    }

    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Plain => 0,
            Self::Planes => 1,
            Self::Delta => 2,
            Self::Linear => 3,
        }
    }

    /// The transform of a number, if it is one for values of this width.
    pub(crate) const fn from_number(number: u8, kind: Type) -> Option<Self> {
        match (number, kind) {
            (0, _) => Some(Self::Plain),
            (1, _) => Some(Self::Planes),
            (2, _) => Some(Self::Delta),
            (3, Type::F32 | Type::F64) => Some(Self::Linear),
            _ => None,
        }
    }

    /// Values, little endian, as they are written.
    pub(crate) fn apply(self, values: &[u8], kind: Type) -> Vec<u8> {
        let width = width(kind);
        let values = words(values, width);
        match self {
            Self::Plain => plain(values, width),
            Self::Planes => planes(&values.collect::<Vec<_>>(), width),
            Self::Delta => {
                let mut before = 0;
                let deltas = values.map(|value| {
                    let delta = zigzag(value.wrapping_sub(before), width);
                    before = value;
                    delta
                });
                planes(&deltas.collect::<Vec<_>>(), width)
            }
            Self::Linear => {
                let mut line = Line::new(width);
                let rests = values.map(|value| {
                    let rest = ordered(value, width).wrapping_sub(ordered(line.next(), width));
                    line.push(value);
                    zigzag(rest, width)
                });
                planes(&rests.collect::<Vec<_>>(), width)
            }
        }
    }

    /// Undoes [`apply`](Self::apply).
    pub(crate) fn undo(self, bytes: &[u8], kind: Type) -> Vec<u8> {
        let width = width(kind);
        match self {
            Self::Plain => bytes.to_vec(),
            Self::Planes => plain(from_planes(bytes, width), width),
            Self::Delta => {
                let mut before = 0_u64;
                let values = from_planes(bytes, width).map(|delta| {
                    before = before.wrapping_add(from_zigzag(delta, width));
                    before
                });
                plain(values, width)
            }
            Self::Linear => {
                let mut line = Line::new(width);
                let values = from_planes(bytes, width).map(|rest| {
                    let place = ordered(line.next(), width).wrapping_add(from_zigzag(rest, width));
                    let value = from_ordered(place, width);
                    line.push(value);
                    value
                });
                plain(values, width)
            }
        }
    }
}

/// Bytes of a value.
pub(crate) const fn width(kind: Type) -> usize {
    match kind {
        Type::I16 | Type::U16 => 2,
        Type::F32 | Type::I32 | Type::U32 | Type::Dict => 4,
        Type::F64 | Type::I64 | Type::U64 => 8,
        _ => 1,
    }
}

/// All bits of a value.
const fn mask(width: usize) -> u64 {
    u64::MAX.wrapping_shr(64_u32.wrapping_sub(bits(width)))
}

#[allow(clippy::cast_possible_truncation, reason = "at most eight bytes")]
const fn bits(width: usize) -> u32 {
    (width as u32).wrapping_mul(8)
}

/// The lowest bits of a number, with their sign.
const fn signed(value: u64, width: usize) -> i64 {
    let shift = 64_u32.wrapping_sub(bits(width));
    value.wrapping_shl(shift).cast_signed().wrapping_shr(shift)
}

const fn zigzag(value: u64, width: usize) -> u64 {
    let value = signed(value, width);
    (value.wrapping_shl(1) ^ value.wrapping_shr(63)).cast_unsigned() & mask(width)
}

const fn from_zigzag(value: u64, width: usize) -> u64 {
    (value.wrapping_shr(1) ^ (value & 1).wrapping_neg()) & mask(width)
}

/// The bits of a float as an integer that is greater where the float is.
const fn ordered(float: u64, width: usize) -> u64 {
    let sign = signed(float, width).wrapping_shr(63).cast_unsigned();
    (float ^ (sign.wrapping_shr(1) & mask(width).wrapping_shr(1))) & mask(width)
}

/// Undoes [`ordered`].
const fn from_ordered(integer: u64, width: usize) -> u64 {
    ordered(integer & mask(width), width)
}

/// The line through the last two floats.
struct Line {
    width: usize,
    seen: usize,
    last: u64,
    before: u64,
}

impl Line {
    const fn new(width: usize) -> Self {
        Self { width, seen: 0, last: 0, before: 0 }
    }

    const fn push(&mut self, value: u64) {
        self.before = self.last;
        self.last = value;
        self.seen = self.seen.saturating_add(1);
    }

    /// Where the next float is on the line, as bits. The first is expected at 0, the second where the first is, and one after a NaN
    /// at its bits.
    fn next(&self) -> u64 {
        if self.seen < 2 {
            return self.last;
        }
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the lowest 32 bits are the float, which is rounded"
        )]
        let (next, bits) = if self.width == 4 {
            let float = |bits: u64| f64::from(f32::from_bits(bits as u32));
            let next = 2.0 * float(self.last) - float(self.before);
            (next, u64::from((next as f32).to_bits()))
        } else {
            let next = 2.0 * f64::from_bits(self.last) - f64::from_bits(self.before);
            (next, next.to_bits())
        };
        // Processors differ in the bits of NaN.
        if next.is_nan() { self.last } else { bits }
    }
}

fn words(bytes: &[u8], width: usize) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(width.max(1)).map(|bytes| {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(bytes) {
            *to = *from;
        }
        u64::from_le_bytes(word)
    })
}

fn plain(values: impl Iterator<Item = u64>, width: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.size_hint().0.saturating_mul(width));
    for value in values {
        bytes.extend(value.to_le_bytes().into_iter().take(width));
    }
    bytes
}

fn planes(values: &[u64], width: usize) -> Vec<u8> {
    let shifts = (0..bits(width)).step_by(8);
    #[allow(clippy::cast_possible_truncation, reason = "the byte is what is wanted")]
    shifts
        .flat_map(|shift| values.iter().map(move |value| value.wrapping_shr(shift) as u8))
        .collect()
}

fn from_planes(bytes: &[u8], width: usize) -> impl Iterator<Item = u64> {
    let rows = bytes.len().checked_div(width).unwrap_or(0);
    (0..rows).map(move |row| {
        let plane = bytes.get(row..).unwrap_or_default().iter().step_by(rows.max(1));
        let bytes = plane.take(width).enumerate();
        bytes.fold(0, |value, (place, byte)| value | u64::from(*byte).wrapping_shl(bits(place)))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KINDS: [Type; 6] = [Type::U8, Type::I16, Type::F32, Type::U32, Type::F64, Type::I64];

    proptest! {
        #[test]
        fn values_come_back(bytes: Vec<u8>, kind in prop::sample::select(&KINDS[..]), number in 0_u8..4) {
            let Some(transform) = Transform::from_number(number, kind) else { return Ok(()) };
            let bytes = &bytes[..bytes.len() / width(kind) * width(kind)];
            prop_assert_eq!(transform.undo(&transform.apply(bytes, kind), kind), bytes);
        }
    }

    #[test]
    fn integers_are_in_the_order_of_floats() {
        let floats = [f32::NEG_INFINITY, -1.5, -0.0, 0.0, 1e-40, 2.5, f32::INFINITY];
        let order = floats.map(|float| signed(ordered(float.to_bits().into(), 4), 4));
        assert!(order.is_sorted(), "{order:?}");
    }

    #[test]
    fn a_line_leaves_zeros() {
        let line: Vec<u8> =
            (0..100_u8).flat_map(|at| (f32::from(at) * 0.25).to_le_bytes()).collect();
        let written = Transform::Linear.apply(&line, Type::F32);
        assert!(written.iter().filter(|byte| **byte != 0).count() < 8);
    }
}
