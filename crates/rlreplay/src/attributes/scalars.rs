//! Numbers, booleans, texts and references.

use ghostreel_timeline::{
    CellAccess, Column, ColumnMeta, ColumnSchema, Columnar, Type, erase, validity,
};

use super::Context;
use super::attribute::{Attribute, structures};
use super::cell::{Cell, Input, Output, Shapes};
use crate::bits::{BitReader, BitWriter, Bound, low_mask};
use crate::layout::{Text, TextRef};

macro_rules! scalars {
    ($($type:ty: $bits:literal, $from:expr, $to:expr;)*) => {$(
        impl Attribute for $type {
            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, reason = "as many bits as the type has")]
            fn read(bits: &mut BitReader<'_>, _: &Context) -> Self {
                ($from)(bits.bits($bits))
            }

            #[inline]
            fn write(&self, bits: &mut BitWriter, _: &Context) {
                bits.bits(($to)(*self), $bits);
            }
        }
    )*};
}

scalars! {
    u8: 8, |word| word as Self, u64::from;
    u32: 32, |word| word as Self, u64::from;
    i32: 32, |word| word as u32 as Self, |value: i32| u64::from(value.cast_unsigned());
    f32: 32, |word| Self::from_bits(word as u32), |value: f32| u64::from(value.to_bits());
}

impl Attribute for bool {
    #[inline(always)]
    fn read(bits: &mut BitReader<'_>, _: &Context) -> Self {
        bits.bit()
    }

    fn write(&self, bits: &mut BitWriter, _: &Context) {
        bits.bit(*self);
    }
}

impl Attribute for u64 {
    fn read(bits: &mut BitReader<'_>, _: &Context) -> Self {
        let low = bits.bits(32);
        low | bits.bits(32).wrapping_shl(32)
    }

    fn write(&self, bits: &mut BitWriter, _: &Context) {
        bits.bits(*self, 32);
        bits.bits(self.wrapping_shr(32), 32);
    }
}

impl Attribute for Text {
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        let count = i32::read(bits, context);
        let content = bits.bytes(TextRef::content_length(count));
        Self::of(count, &content)
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        self.count().write(bits, context);
        bits.bytes(self.content());
    }

    #[inline]
    fn owned(&self) -> usize {
        self.owned_len()
    }
}

impl Columnar for Text {
    const COLUMNS: usize = 1;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.column(Type::Dict));
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        let text = |row| get(row).map(Self::as_str).unwrap_or_default();
        let column = Column::dict_shared(rows, |row| get(row)?.identity(), text);
        Column { validity: validity(rows, &|row| get(row).is_some()), ..column }
    }
}

/// The column and the [`Cell`] of a type that wraps a number: those of the number. A value is taken if it fits.
macro_rules! wrapped_number {
    (
        [$($generics:tt)*] $name:ty: $number:ty, $column:ident,
        |$value:ident, $context:ident| $fits:expr,
        $expected:expr
    ) => {
        impl<$($generics)*> Columnar for $name {
            const COLUMNS: usize = 1;

            fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
                schema.push(meta.column(Type::$column));
            }

            fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
                <$number>::column(rows, erase(&|row| Some(&get(row)?.0)), 0)
            }
        }

        impl<$($generics)*> Cell for $name {
            fn shape(shapes: &mut Shapes) -> &'static str {
                <$number>::shape(shapes)
            }

            fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
                self.0.write_to(out)
            }

            fn read_from<I: Input>(input: I, $context: &Context) -> Result<Self, I::Error> {
                let $value = input.integer::<$number>()?;
                if $fits { Ok(Self($value)) } else { Err(I::unexpected($expected)) }
            }
        }
    };
}

/// An integer of `N` bits, at most 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits<const N: u32>(pub u32);

impl<const N: u32> Attribute for Bits<N> {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "at most 32 bits")]
    fn read(bits: &mut BitReader<'_>, _: &Context) -> Self {
        Self(bits.bits(N) as u32)
    }

    fn write(&self, bits: &mut BitWriter, _: &Context) {
        bits.bits(self.0.into(), N);
    }
}

wrapped_number! {
    [const N: u32] Bits<N>: u32, U32,
    |value, _context| u64::from(value) <= low_mask(N),
    &format!("a number of at most {N} bits")
}

/// An integer below `MAX`, in as many bits as a [`Bound`] takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Below<const MAX: u32>(pub u32);

impl<const MAX: u32> Attribute for Below<MAX> {
    #[inline]
    fn read(bits: &mut BitReader<'_>, _: &Context) -> Self {
        Self(bits.bounded(Bound::new(MAX)))
    }

    fn write(&self, bits: &mut BitWriter, _: &Context) {
        bits.bounded(self.0, Bound::new(MAX));
    }
}

wrapped_number! {
    [const MAX: u32] Below<MAX>: u32, U32,
    |value, _context| value < MAX,
    &format!("a number below {MAX}")
}

/// A number that later versions write in a whole byte and earlier ones in fewer bits.
macro_rules! widened {
    ($($(#[$doc:meta])* $name:ident: $gate:ident, $bits:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name(pub u8);

        impl Attribute for $name {
            #[allow(clippy::cast_possible_truncation, reason = "at most eight bits")]
            fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
                Self(bits.bits(if context.$gate { 8 } else { $bits }) as u8)
            }

            fn write(&self, bits: &mut BitWriter, context: &Context) {
                bits.bits(self.0.into(), if context.$gate { 8 } else { $bits });
            }
        }

        wrapped_number! {
            [] $name: u8, U8,
            |value, context| context.$gate || u64::from(value) <= low_mask($bits),
            concat!("a number of ", $bits, " bits")
        }
    )*};
}

widened! {
    /// The mode of the game. A byte since 868.12, two bits before.
    GameMode: has_wide_states, 2;
    /// How far a reservation is: 0 none, 1 reserved, 2 joining, 3 in the game. A byte since 868.12, two bits before.
    ReservationStatus: has_wide_states, 2;
}

structures! {
    /// An actor, or an object of the replay's table.
    ObjectRef {
        is_actor: bool, "", "Whether the index is an actor's";
        index: i32, "", "Actor, or place in the table of objects; -1 for an actor that is gone, or none";
    }

    /// A place of the replay's table of names.
    NameIndex {
        index: i32, "", "Place in the table of names";
    }
}

impl ObjectRef {
    /// The actor; `None` for an object, and for an actor that is gone.
    pub fn actor(&self) -> Option<u16> {
        self.is_actor.then(|| u16::try_from(self.index).ok()).flatten()
    }
}
