//! What every kind of value can do, and the table from which a structure gets it.

use ghostreel_timeline::{Column, ColumnSchema, Type};

use super::Context;
use crate::bits::{BitReader, BitWriter};

/// A value of a replicated property: how its bits are laid out.
pub trait Attribute: Columnar + Clone + Default + PartialEq + std::fmt::Debug {
    /// Reads the value. What is not there is zeros, and the reader is not sound behind it.
    fn read(bits: &mut BitReader<'_>, context: &Context) -> Self;

    /// Writes the value: the very bits it was read from.
    fn write(&self, bits: &mut BitWriter, context: &Context);

    /// About how many bytes of memory it takes up beside itself.
    #[inline]
    fn owned(&self) -> usize {
        0
    }
}

/// A value that makes columns.
pub trait Columnar: 'static {
    /// How many.
    const COLUMNS: usize;

    /// Appends what its columns are called and mean.
    fn schema(about: About, schema: &mut Vec<ColumnSchema>);

    /// One of its columns out of many rows. Rows without the value are marked as such.
    fn column(rows: usize, get: Get<'_, Self>, index: usize) -> Column;
}

/// Where the value of a row is, if the row has it. Not generic over what the rows are: there are hundreds of columns, and each
/// would be code of its own.
pub type Get<'g, A> = &'g dyn Fn(usize) -> Option<&'g A>;

/// What is said about a value where it is a member of another.
#[derive(Clone, Debug)]
pub struct About {
    /// Names from the outermost in, joined by dots; empty for the value of the property itself.
    pub path: String,
    /// Unit.
    pub unit: &'static str,
    /// Meaning.
    pub meaning: &'static str,
}

impl About {
    /// A member.
    pub(crate) fn member(&self, name: &str, unit: &'static str, meaning: &'static str) -> Self {
        let path = match self.path.as_str() {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        Self { path, unit, meaning }
    }

    /// A column of that name.
    pub(crate) fn column(self, kind: Type) -> ColumnSchema {
        let name = if self.path.is_empty() { "value".to_owned() } else { self.path };
        ColumnSchema::new(name, kind, self.unit, self.meaning)
    }
}

/// The values of a column, marked where there is none.
pub(crate) fn collect<A, T: Default>(
    rows: usize,
    get: Get<'_, A>,
    value: impl Fn(&A) -> T,
) -> Column
where
    Vec<T>: Into<Column>,
{
    let values: Vec<T> = (0..rows).map(|row| get(row).map(&value).unwrap_or_default()).collect();
    Column { validity: validity(rows, &|row| get(row).is_some()), ..values.into() }
}

/// Which rows have the value; `None` if all do.
pub(crate) fn validity(rows: usize, has: &dyn Fn(usize) -> bool) -> Option<Vec<u8>> {
    let is_partial = (0..rows).any(|row| !has(row));
    is_partial.then(|| (0..rows).map(|row| u8::from(has(row))).collect())
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

impl<A: Columnar> Columnar for Option<A> {
    const COLUMNS: usize = A::COLUMNS;

    fn schema(about: About, schema: &mut Vec<ColumnSchema>) {
        A::schema(about, schema);
    }

    fn column(rows: usize, get: Get<'_, Self>, index: usize) -> Column {
        A::column(rows, &|row| get(row)?.as_ref(), index)
    }
}

/// Structures that make the columns of their members: `name: Type, "unit", "meaning";`.
macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident {
        $($member:ident: $type:ty, $unit:literal, $meaning:literal;)*
    })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $(#[doc = concat!($meaning, ".")] pub $member: $type,)*
        }

        impl $crate::kinds::Columnar for $name {
            const COLUMNS: usize =
                0_usize $(.saturating_add(<$type as $crate::kinds::Columnar>::COLUMNS))*;

            fn schema(
                about: $crate::kinds::About,
                schema: &mut Vec<ghostreel_timeline::ColumnSchema>,
            ) {
                $(<$type as $crate::kinds::Columnar>::schema(
                    about.member(stringify!($member), $unit, $meaning),
                    schema,
                );)*
            }

            fn column(
                rows: usize,
                get: $crate::kinds::Get<'_, Self>,
                index: usize,
            ) -> ghostreel_timeline::Column {
                $(let index = match index.checked_sub(<$type as $crate::kinds::Columnar>::COLUMNS) {
                    Some(index) => index,
                    None => return <$type as $crate::kinds::Columnar>::column(
                        rows,
                        &|row| Some(&get(row)?.$member),
                        index,
                    ),
                };)*
                let _ = index;
                Vec::<u8>::new().into()
            }
        }
    )*};
}
pub(crate) use columns;

/// Structures whose members follow each other in the stream, that make [`columns!`] of them, and [cells](super::Cell). A member `name: Type => gate,
/// …` is there if that member of [`Context`] is true, and an `Option`.
macro_rules! structures {
    ($($(#[$doc:meta])* $name:ident {
        $($member:ident: $type:ty $(=> $gate:ident)?, $unit:literal, $meaning:literal;)*
    })*) => {$(
        $crate::kinds::columns! {
            $(#[$doc])*
            $name {
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

        impl $crate::kinds::Attribute for $name {
            #[inline]
            fn read(
                bits: &mut $crate::bits::BitReader<'_>,
                context: &$crate::kinds::Context,
            ) -> Self {
                Self { $($member: structures!(@read bits, context, $type $(, $gate)?),)* }
            }

            #[inline]
            fn write(&self, bits: &mut $crate::bits::BitWriter, context: &$crate::kinds::Context) {
                $(structures!(@write self.$member, bits, context $(, $gate)?);)*
            }

            #[inline]
            fn owned(&self) -> usize {
                0_usize $(.saturating_add($crate::kinds::Attribute::owned(&self.$member)))*
            }
        }

        impl $crate::kinds::Cell for $name {
            fn shape(shapes: &mut $crate::kinds::Shapes) -> &'static str {
                shapes.of(stringify!($name), |shapes| vec![$((
                    stringify!($member),
                    <$type as $crate::kinds::Cell>::shape(shapes),
                ),)*])
            }

            fn give<O: $crate::kinds::Output>(&self, out: O) -> Result<O::Ok, O::Error> {
                use $crate::kinds::OutputList as _;
                let mut list = out.list()?;
                $(list.push(&self.$member)?;)*
                list.end()
            }

            fn take<I: $crate::kinds::Input>(
                input: I,
                context: &$crate::kinds::Context,
            ) -> Result<Self, I::Error> {
                input.list(context)
            }
        }

        impl $crate::kinds::CellList for $name {
            fn take_all<L: $crate::kinds::InputList>(
                list: &mut L,
                context: &$crate::kinds::Context,
            ) -> Result<Self, L::Error> {
                Ok(Self { $($member: structures!(@take L, list, context $(, $gate)?),)* })
            }
        }
    )*};
    (@type $type:ty) => { $type };
    (@type $type:ty, $gate:ident) => { Option<$type> };
    (@read $bits:ident, $context:ident, $type:ty) => {
        <$type as $crate::kinds::Attribute>::read($bits, $context)
    };
    (@read $bits:ident, $context:ident, $type:ty, $gate:ident) => {
        $context.$gate.then(|| <$type as $crate::kinds::Attribute>::read($bits, $context))
    };
    (@write $value:expr, $bits:ident, $context:ident) => {
        $crate::kinds::Attribute::write(&$value, $bits, $context)
    };
    (@write $value:expr, $bits:ident, $context:ident, $gate:ident) => {
        if let Some(value) = &$value {
            $crate::kinds::Attribute::write(value, $bits, $context);
        }
    };
    (@take $from:ident, $list:ident, $context:ident) => { $list.one($context)? };
    (@take $from:ident, $list:ident, $context:ident, $gate:ident) => {
        $list
            .one::<Option<_>>($context)
            .and_then(|value| match value.is_some() == $context.$gate {
                true => Ok(value),
                false => Err($from::unexpected("the members that this version has")),
            })?
    };
}
pub(crate) use structures;
