//! The operations of every type of value, and the macro that declares structures of them.

use ghostreel_timeline::Columnar;

use super::Context;
use crate::bits::{BitReader, BitWriter};

/// A value of a replicated property: how its bits are laid out.
pub trait Attribute: Columnar + Clone + Default + PartialEq + std::fmt::Debug {
    /// Reads the value. After the end of the bits, it reads zeros, and the reader is not [sound](BitReader::is_sound) afterwards.
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self;

    /// Reads the value and appends it to a list.
    #[inline(always)]
    fn append_to(list: &mut Vec<Self>, bits: &mut BitReader<'_>, context: &Context) {
        list.push(Self::read(bits, context));
    }

    /// Writes the value: the very bits it was read from.
    fn write(&self, bits: &mut BitWriter, context: &Context);

    /// About how many bytes of memory it holds on the heap.
    #[inline]
    fn owned(&self) -> usize {
        0
    }
}

impl<A: Attribute> Attribute for Option<A> {
    /// A bit that says whether the value follows.
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self {
        bits.bit().then(|| A::read(bits, context))
    }

    fn write(&self, bits: &mut BitWriter, context: &Context) {
        bits.bit(self.is_some());
        if let Some(value) = self {
            value.write(bits, context);
        }
    }

    #[inline]
    fn owned(&self) -> usize {
        self.as_ref().map_or(0, A::owned)
    }
}

/// Structures whose members follow each other in the stream, that are [rows](ghostreel_timeline::rows!), and [cells](super::Cell). A member `name: Type => gate,
/// …` is there if that member of [`Context`] is true, and an `Option`.
macro_rules! structures {
    ($($(#[$doc:meta])* $name:ident {
        $($member:ident: $type:ty $(=> $gate:ident)?, $unit:literal, $meaning:literal;)*
    })*) => {$(
        ghostreel_timeline::rows! {
            $(#[$doc])*
            pub struct $name {
                $($member: structures!(@type $type $(, $gate)?), $unit, $meaning;)*
            }
        }

        #[cfg(test)]
        impl $name {
            /// Names, types, units and meanings, as `docs/spec/rocket-league.md` has them.
            pub(crate) const MEMBERS: &[[&str; 4]] = &[
                $([stringify!($member), stringify!($type), $unit, $meaning],)*
            ];
        }

        impl $crate::attributes::Attribute for $name {
            #[inline]
            fn read(
                bits: &mut $crate::bits::BitReader<'_>,
                context: &$crate::attributes::Context,
            ) -> Self {
                Self { $($member: structures!(@read bits, context, $type $(, $gate)?),)* }
            }

            #[inline]
            fn write(&self, bits: &mut $crate::bits::BitWriter, context: &$crate::attributes::Context) {
                $(structures!(@write self.$member, bits, context $(, $gate)?);)*
            }

            #[inline]
            fn owned(&self) -> usize {
                0_usize $(.saturating_add($crate::attributes::Attribute::owned(&self.$member)))*
            }
        }

        impl $crate::attributes::Cell for $name {
            fn shape(shapes: &mut $crate::attributes::Shapes) -> &'static str {
                shapes.add(stringify!($name), |shapes| vec![$((
                    stringify!($member),
                    <$type as $crate::attributes::Cell>::shape(shapes),
                ),)*])
            }

            fn write_to<O: $crate::attributes::Output>(&self, out: O) -> Result<O::Ok, O::Error> {
                use $crate::attributes::OutputList as _;
                let mut list = out.list()?;
                $(list.push(&self.$member)?;)*
                list.end()
            }

            fn read_from<I: $crate::attributes::Input>(
                input: I,
                context: &$crate::attributes::Context,
            ) -> Result<Self, I::Error> {
                input.list(context)
            }
        }

        impl $crate::attributes::CellList for $name {
            fn read_elements<L: $crate::attributes::InputList>(
                list: &mut L,
                context: &$crate::attributes::Context,
            ) -> Result<Self, L::Error> {
                Ok(Self { $($member: structures!(@take L, list, context $(, $gate)?),)* })
            }
        }
    )*};
    (@type $type:ty) => { $type };
    (@type $type:ty, $gate:ident) => { Option<$type> };
    (@read $bits:ident, $context:ident, $type:ty) => {
        <$type as $crate::attributes::Attribute>::read($bits, $context)
    };
    (@read $bits:ident, $context:ident, $type:ty, $gate:ident) => {
        $context.$gate.then(|| <$type as $crate::attributes::Attribute>::read($bits, $context))
    };
    (@write $value:expr, $bits:ident, $context:ident) => {
        $crate::attributes::Attribute::write(&$value, $bits, $context)
    };
    (@write $value:expr, $bits:ident, $context:ident, $gate:ident) => {
        if let Some(value) = &$value {
            $crate::attributes::Attribute::write(value, $bits, $context);
        }
    };
    (@take $from:ident, $list:ident, $context:ident) => { $list.required($context)? };
    (@take $from:ident, $list:ident, $context:ident, $gate:ident) => {
        $list
            .required::<Option<_>>($context)
            .and_then(|value| match value.is_some() == $context.$gate {
                true => Ok(value),
                false => Err($from::unexpected("the members that this version has")),
            })?
    };
}
pub(crate) use structures;
