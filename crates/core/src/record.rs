//! Fixed-size structures, declared once: the [`record!`](crate::record!) table of a structure gives
//! its Rust type, its reader and writer, its columns, its JSON members and its documentation.

use std::borrow::Cow;

/// The order of a number's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endian {
    /// The least significant one.
    Little,
    /// The most significant one.
    Big,
}

/// The type of a [`Field`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldType {
    /// An unsigned byte.
    U8,
    /// A signed byte.
    I8,
    /// An unsigned 16-bit integer.
    U16,
    /// An unsigned 32-bit integer.
    U32,
    /// A signed 32-bit integer.
    I32,
    /// A signed 64-bit integer.
    I64,
    /// An IEEE 754 single.
    F32,
    /// Another record.
    Record(&'static [Field]),
}

impl FieldType {
    /// Bytes that the value takes up.
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::I64 => 8,
            Self::Record(fields) => size_of_fields(fields),
        }
    }
}

/// One row of a record's byte table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The specification's name, e.g. `saberSpeed`; also the name in JSON.
    pub name: &'static str,
    /// The name as a column, e.g. `saber_speed`.
    pub column: &'static str,
    /// Bytes from the start of the record.
    pub offset: usize,
    /// Its type.
    pub kind: FieldType,
    /// Unit of the value, empty if it has none.
    pub unit: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// The value that stands for none, a colon, and what it says; empty if there is no such value.
    pub none: &'static str,
    /// Version of the format that added it, empty if it was always there.
    pub since: &'static str,
}

impl Field {
    /// Whether a record of `size` bytes reaches far enough to hold the field.
    pub const fn fits(&self, size: usize) -> bool {
        self.offset.saturating_add(self.kind.size()) <= size
    }
}

/// A value with a fixed place in a record.
pub trait FieldValue: Copy {
    /// The kind of value.
    const KIND: FieldType;

    /// Reads the value from the start of `bytes`; `None` if they are too few.
    fn load(bytes: &[u8], endian: Endian) -> Option<Self>;

    /// Writes the value to the start of `bytes`, which must be long enough to hold it; else nothing is written.
    fn store(&self, bytes: &mut [u8], endian: Endian);
}

/// A structure of fixed size, made by [`record!`](crate::record!).
pub trait Record: FieldValue {
    /// Bytes that the record takes up.
    const SIZE: usize;
    /// Its byte table.
    const FIELDS: &'static [Field];
    /// The order of bytes in its numbers.
    const ENDIAN: Endian;

    /// Reads the record from the start of `bytes`; `None` if they are too few. A growing record takes the bytes that are there:
    /// fields that `bytes` do not reach are 0.
    #[inline(always)]
    fn read(bytes: &[u8]) -> Option<Self> {
        Self::load(bytes, Self::ENDIAN)
    }

    /// Writes the record to the start of `bytes`. A growing record writes the fields that fit whole.
    #[inline(always)]
    fn write(&self, bytes: &mut [u8]) {
        self.store(bytes, Self::ENDIAN);
    }
}

macro_rules! values {
    ($($number:ty => $kind:ident,)*) => {$(
        impl FieldValue for $number {
            const KIND: FieldType = FieldType::$kind;

            #[inline(always)]
            fn load(bytes: &[u8], endian: Endian) -> Option<Self> {
                bytes.first_chunk().map(|chunk| match endian {
                    Endian::Little => <$number>::from_le_bytes(*chunk),
                    Endian::Big => <$number>::from_be_bytes(*chunk),
                })
            }

            #[inline(always)]
            fn store(&self, bytes: &mut [u8], endian: Endian) {
                if let Some(chunk) = bytes.first_chunk_mut() {
                    *chunk = match endian {
                        Endian::Little => self.to_le_bytes(),
                        Endian::Big => self.to_be_bytes(),
                    };
                }
            }
        }
    )*};
}

values! { u8 => U8, i8 => I8, u16 => U16, u32 => U32, i32 => I32, i64 => I64, f32 => F32, }

/// The sum of the fields' sizes.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "evaluated by the compiler"
)]
pub const fn size_of_fields(fields: &[Field]) -> usize {
    let mut size = 0;
    let mut i = 0;
    while i < fields.len() {
        size += fields[i].kind.size();
        i += 1;
    }
    size
}

/// Whether each field begins where the one before it ends: a byte table without gaps or overlaps.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "evaluated by the compiler"
)]
pub const fn is_contiguous(fields: &[Field]) -> bool {
    let mut end = 0;
    let mut i = 0;
    while i < fields.len() {
        if fields[i].offset != end {
            return false;
        }
        end += fields[i].kind.size();
        i += 1;
    }
    true
}

/// A scalar field of a record with the names of the records around it joined by dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Dotted column name, e.g. `left.pos.x`.
    pub column: Cow<'static, str>,
    /// Bytes from the start of the outermost record.
    pub offset: usize,
    /// Never [`FieldType::Record`].
    pub kind: FieldType,
    /// Unit of the value, empty if it has none.
    pub unit: &'static str,
    /// Its meaning; a record inside a record adds its own in front.
    pub meaning: Cow<'static, str>,
    /// The value that stands for none, a colon, and what it says; empty if there is no such value.
    pub none: &'static str,
    /// Version of the format that added it, empty if it was always there.
    pub since: &'static str,
}

/// All scalars of a record, in the order of their bytes.
pub fn leaves(fields: &'static [Field]) -> Vec<Leaf> {
    let mut out = Vec::new();
    collect(fields, "", "", 0, "", &mut out);
    out
}

fn collect(
    fields: &'static [Field],
    prefix: &str,
    meaning: &str,
    base: usize,
    unit: &'static str,
    out: &mut Vec<Leaf>,
) {
    for field in fields {
        let column = join(prefix, ".", field.column);
        let meaning = join(meaning, ": ", field.meaning);
        let offset = base.saturating_add(field.offset);
        let unit = if field.unit.is_empty() { unit } else { field.unit };
        match field.kind {
            FieldType::Record(inner) => collect(inner, &column, &meaning, offset, unit, out),
            kind => {
                let (none, since) = (field.none, field.since);
                out.push(Leaf { column, offset, kind, unit, meaning, none, since });
            }
        }
    }
}

fn join(left: &str, between: &str, right: &'static str) -> Cow<'static, str> {
    if left.is_empty() { right.into() } else { format!("{left}{between}{right}").into() }
}

/// Declares a fixed-size structure by its byte table.
///
/// ```
/// ghostreel_core::record! {
///     /// How tall the player is from a moment on.
///     pub struct Height, 8 bytes {
///         /// Height of the player
///         0: height: f32 = "height", "m";
///         /// Song time from which it holds
///         4: time: f32 = "time", "s";
///     }
/// }
/// use ghostreel_core::Record;
/// let height = Height::read(&[0, 0, 0, 64, 0, 0, 128, 63]).unwrap();
/// assert_eq!((height.height, height.time), (2.0, 1.0));
/// assert_eq!(Height::FIELDS[1].unit, "s");
/// ```
///
/// Offsets and size are checked by the compiler. `as "pos"` after the specification's name gives the
/// column another name than the field's; `none "-1: nobody"` says which value stands for none, and `since "2.0"` at the end names the version that added it.
///
/// Records are little-endian unless the size is followed by `big-endian`. A record that is also `growing` gained fields
/// with versions of the format: it is read from as many bytes as a file has.
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident, $size:literal bytes $($endian:ident-endian)? $(, $growing:ident)? {
            $(
                $(#[doc = $doc:expr])*
                $offset:literal: $field:ident: $type:ty = $spec:literal $(as $column:literal)? $(, $unit:literal)?
                    $(; none $none:literal)? $(; since $since:literal)?;
            )*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C)]
        $visibility struct $name {
            $(
                $(#[doc = $doc])*
                $(#[doc = concat!(" (", $unit, ").")])?
                pub $field: $type,
            )*
        }

        impl $crate::FieldValue for $name {
            const KIND: $crate::FieldType = $crate::FieldType::Record(<Self as $crate::Record>::FIELDS);

            #[inline(always)]
            fn load(bytes: &[u8], endian: $crate::Endian) -> Option<Self> {
                $crate::record!(@load bytes, endian, $size, ($($growing)?), $($field: $type = $offset,)*)
            }

            #[inline(always)]
            fn store(&self, bytes: &mut [u8], endian: $crate::Endian) {
                $crate::record!(@room bytes, $size, ($($growing)?));
                $(
                    if let Some(room) = bytes.get_mut($offset..) {
                        $crate::FieldValue::store(&self.$field, room, endian);
                    }
                )*
            }
        }

        impl $crate::Record for $name {
            const SIZE: usize = $size;
            const ENDIAN: $crate::Endian = $crate::record!(@endian $($endian)?);
            const FIELDS: &'static [$crate::Field] = &[$(
                $crate::Field {
                    name: $spec,
                    column: $crate::record!(@column $field $($column)?),
                    offset: $offset,
                    kind: <$type as $crate::FieldValue>::KIND,
                    unit: $crate::record!(@unit $($unit)?),
                    meaning: concat!($($doc,)*).trim_ascii(),
                    none: $crate::record!(@unit $($none)?),
                    since: $crate::record!(@unit $($since)?),
                },
            )*];
        }

        const _: () = {
            let fields = <$name as $crate::Record>::FIELDS;
            assert!($crate::record::is_contiguous(fields), "a gap or overlap in the byte table");
            assert!($crate::record::size_of_fields(fields) == $size, "the byte table does not add up");
        };
    };
    (@load $bytes:ident, $endian:ident, $size:literal, (), $($field:ident: $type:ty = $offset:literal,)*) => {{
        let bytes = $bytes.get(..$size)?;
        Some(Self { $($field: <$type as $crate::FieldValue>::load(bytes.get($offset..)?, $endian)?,)* })
    }};
    (@load $bytes:ident, $endian:ident, $size:literal, (growing), $($field:ident: $type:ty = $offset:literal,)*) => {
        Some(Self {
            $($field: $bytes
                .get($offset..)
                .and_then(|bytes| <$type as $crate::FieldValue>::load(bytes, $endian))
                .unwrap_or_default(),)*
        })
    };
    (@room $bytes:ident, $size:literal, ()) => {
        let Some($bytes) = $bytes.get_mut(..$size) else { return };
    };
    (@room $bytes:ident, $size:literal, (growing)) => {};
    (@endian) => { $crate::Endian::Little };
    (@endian little) => { $crate::Endian::Little };
    (@endian big) => { $crate::Endian::Big };
    (@column $field:ident $column:literal) => { $column };
    (@column $field:ident) => { stringify!($field) };
    (@unit $unit:literal) => { $unit };
    (@unit) => { "" };
}

#[cfg(test)]
mod tests {
    use super::*;

    record! {
        /// A point.
        struct Point, 8 bytes {
            /// To the right
            0: x: f32 = "x";
            /// Up
            4: y: f32 = "y";
        }
    }

    record! {
        /// A line.
        struct Line, 21 bytes {
            /// Kind of line
            0: style: u8 = "lineStyle";
            /// First end
            1: from: Point = "from" as "a", "m";
            /// Second end
            9: to: Point = "to", "m";
            /// Count
            17: count: i32 = "count";
        }
    }

    record! {
        /// A record that gained a field.
        struct Grown, 8 bytes big-endian, growing {
            /// Always there
            0: first: i32 = "first";
            /// Added later
            4: second: f32 = "second", "m"; none "0: not known"; since "2.0";
        }
    }

    #[test]
    fn a_growing_record_takes_what_is_there() {
        let bytes = [0, 0, 1, 2, 0x3f, 0x80, 0, 0];
        assert_eq!(Grown::read(&bytes), Some(Grown { first: 258, second: 1.0 }));
        assert_eq!(Grown::read(&bytes[..6]), Some(Grown { first: 258, second: 0.0 }));
        let mut short = [9; 6];
        Grown { first: 1, second: 2.0 }.write(&mut short);
        assert_eq!(short, [0, 0, 0, 1, 9, 9]);
        assert!(Grown::FIELDS[0].fits(6) && !Grown::FIELDS[1].fits(6));
        let second = Grown::FIELDS[1];
        assert_eq!((second.unit, second.none, second.since), ("m", "0: not known", "2.0"));
    }

    #[test]
    fn a_record_reads_writes_and_describes_itself() {
        let bytes: Vec<u8> = (0..21).collect();
        let line = Line::read(&bytes).unwrap();
        let mut again = [0; 21];
        line.write(&mut again);
        assert_eq!(again.as_slice(), bytes);
        assert_eq!(Line::read(&bytes[..20]), None);

        let leaves = leaves(Line::FIELDS);
        let summary: Vec<_> =
            leaves.iter().map(|l| (l.column.as_ref(), l.offset, l.unit)).collect();
        assert_eq!(
            summary,
            [
                ("style", 0, ""),
                ("a.x", 1, "m"),
                ("a.y", 5, "m"),
                ("to.x", 9, "m"),
                ("to.y", 13, "m"),
                ("count", 17, "")
            ]
        );
        assert_eq!(leaves[1].meaning, "First end: To the right");
    }
}
