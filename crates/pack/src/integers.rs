//! Integers that predictions work on.

/// A float's bits as an integer that is greater where the float is: differences are distances. Its own inverse.
#[inline]
pub const fn ordered(bits: u32) -> u32 {
    bits ^ ((bits.cast_signed() >> 31).cast_unsigned() >> 1)
}

/// 0, −1, 1, −2 … as 0, 1, 2, 3 …
#[inline]
pub const fn zigzag(value: u32) -> u32 {
    let value = value.cast_signed();
    ((value << 1) ^ (value >> 31)).cast_unsigned()
}

/// The argument of [`zigzag`].
#[inline]
pub const fn from_zigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}
