//! The contents of a packed stream: fields, each coded in contexts. How they are coded is the level's.

/// A field. Values under the same one are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field(pub(super) u8);

impl Field {
    /// How far a frame's time is from that of the frame before and the difference between both.
    pub(super) const TIME: Self = Self(0);
    /// The difference between a frame's time and that of the frame before.
    pub(super) const DELTA: Self = Self(1);
    /// Whether the next actor is one of those that are expected.
    pub(super) const IS_EXPECTED: Self = Self(2);
    /// Whether an actor that is expected is the next one.
    pub(super) const IS_NEXT: Self = Self(3);
    /// How far an actor that is not expected is from the last such one.
    pub(super) const ACTOR: Self = Self(4);
    /// The event of an actor: see `EventKind`.
    pub(super) const HAPPENING: Self = Self(5);
    /// Whether the property is the expected one.
    pub(super) const IS_PROPERTY: Self = Self(6);
    /// The property that is not expected.
    pub(super) const PROPERTY: Self = Self(7);
    /// Classes, and their values.
    pub(super) const CLASS: Self = Self(8);
    /// Whether the values of a property are rigid bodies.
    pub(super) const ARE_BODIES: Self = Self(9);
    /// Whether a value is that which the actor had.
    pub(super) const IS_SAME: Self = Self(10);
    /// How much longer a value is than the one before.
    pub(super) const LENGTH: Self = Self(11);
    /// Whether a body sleeps.
    pub(super) const IS_SLEEPING: Self = Self(13);
    /// How many ticks lie between a body and the one before.
    pub(super) const TICKS: Self = Self(14);
    /// The component of a rotation that is left out.
    pub(super) const OMITTED: Self = Self(15);
    /// The three numbers of a place.
    pub(super) const LOCATION: Self = Self(16);
    /// The three numbers of a velocity.
    pub(super) const VELOCITY: Self = Self(19);
    /// The three numbers of a spin.
    pub(super) const SPIN: Self = Self(22);
    /// The three numbers of a rotation.
    pub(super) const ROTATION: Self = Self(25);
    /// Bits of other values.
    pub(super) const BITS: Self = Self(28);
    /// Their number.
    pub(super) const COUNT: usize = 29;

    /// The field of one of three numbers.
    pub(super) const fn axis(self, axis: u8) -> Self {
        Self(self.0.wrapping_add(axis))
    }
}

/// The contexts of a field: the more two fields share, the more alike they are.
pub(super) type Contexts = [u32; 4];

/// Codes fields. A packer passes the value; an unpacker passes anything, and gets the value.
pub(super) trait Fields {
    /// Whether values come from packed bytes.
    const IS_UNPACKING: bool;
    /// Whether nothing is coded: the bits are only looked through.
    const IS_DRY: bool;
    /// Whether predictions that take time are worth it.
    const LEARNS: bool;

    /// Codes a bit.
    fn flag(&mut self, field: Field, contexts: Contexts, flag: bool) -> bool;

    /// Codes a symbol of so many bits, at most 8.
    fn symbol(&mut self, field: Field, contexts: Contexts, symbol: u8, bits: u32) -> u8;

    /// Codes a number that is mostly near 0. `length` is how many bits it has as a rule.
    fn number(&mut self, field: Field, contexts: Contexts, number: i32, length: u32) -> i32;

    /// Codes a value of so many bits, each byte's first bit lowest. `before` is the value that stood in its place.
    fn value(&mut self, slot: u32, before: &[u8], value: &mut Vec<u8>, bits: usize);

    /// Whether more was asked for than was packed.
    fn is_exhausted(&self) -> bool;
}

/// Codes nothing.
#[derive(Debug)]
pub(super) struct Dry;

impl Fields for Dry {
    const IS_UNPACKING: bool = false;
    const IS_DRY: bool = true;
    const LEARNS: bool = false;

    fn flag(&mut self, _: Field, _: Contexts, flag: bool) -> bool {
        flag
    }

    fn symbol(&mut self, _: Field, _: Contexts, symbol: u8, _: u32) -> u8 {
        symbol
    }

    fn number(&mut self, _: Field, _: Contexts, number: i32, _: u32) -> i32 {
        number
    }

    fn value(&mut self, _: u32, _: &[u8], _: &mut Vec<u8>, _: usize) {}

    fn is_exhausted(&self) -> bool {
        false
    }
}
