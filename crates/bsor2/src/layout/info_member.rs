//! The types of the INFO's members, and how they lie in its item.

use super::{Pose, StringRef, Text, Vector3, WideText};

/// How a member of the INFO lies in its item: numbers as they are, strings by reference.
pub(crate) trait InfoMember: Sized {
    /// The item's value for it.
    type Stored: ghostreel_core::FieldValue;

    /// The member from the item's value. `strings` gives the bytes of a string.
    fn load<'a>(stored: Self::Stored, strings: &mut impl FnMut(StringRef) -> &'a [u8]) -> Self;

    /// The item's value for the member. `strings` takes the bytes of a string of units of so many bytes, and returns their place.
    fn store(&self, strings: &mut impl FnMut(&[u8], usize) -> StringRef) -> Self::Stored;

    /// The member, of any type.
    fn value(&self) -> InfoValue<'_>;

    /// The member, of any type, to be changed.
    fn value_mut(&mut self) -> InfoValueMut<'_>;
}

/// Declares the types of INFO's members.
macro_rules! values {
    ($($kind:ident($type:ty),)*) => {
        /// A member of INFO, of any type.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum InfoValue<'a> {
            $(#[doc = concat!("A `", stringify!($kind), "`.")] $kind(&'a $type),)*
        }

        /// A member of INFO, of any type, to be changed.
        #[derive(Debug, PartialEq)]
        #[non_exhaustive]
        pub enum InfoValueMut<'a> {
            $(#[doc = concat!("A `", stringify!($kind), "`.")] $kind(&'a mut $type),)*
        }
    };
}

values! {
    Text(Text),
    WideText(WideText),
    U8(u8),
    U16(u16),
    I32(i32),
    F32(f32),
    Vector3(Vector3),
    Pose(Pose),
}

/// The conversion of a member of any type.
macro_rules! handed_on {
    ($kind:ident) => {
        fn value(&self) -> InfoValue<'_> {
            InfoValue::$kind(self)
        }

        fn value_mut(&mut self) -> InfoValueMut<'_> {
            InfoValueMut::$kind(self)
        }
    };
}

macro_rules! numbers {
    ($($number:ty: $kind:ident),*) => {$(
        impl InfoMember for $number {
            type Stored = Self;

            fn load<'a>(stored: Self, _: &mut impl FnMut(StringRef) -> &'a [u8]) -> Self {
                stored
            }

            fn store(&self, _: &mut impl FnMut(&[u8], usize) -> StringRef) -> Self {
                *self
            }

            handed_on! { $kind }
        }
    )*};
}

numbers! { u8: U8, u16: U16, i32: I32, f32: F32, Vector3: Vector3, Pose: Pose }

macro_rules! strings {
    ($($text:ident, $unit:literal;)*) => {$(
        impl InfoMember for $text {
            type Stored = StringRef;

            fn load<'a>(stored: StringRef, strings: &mut impl FnMut(StringRef) -> &'a [u8]) -> Self {
                Self { bytes: strings(stored).to_vec() }
            }

            fn store(&self, strings: &mut impl FnMut(&[u8], usize) -> StringRef) -> StringRef {
                strings(&self.bytes, $unit)
            }

            handed_on! { $text }
        }
    )*};
}

strings! {
    Text, 1;
    WideText, 2;
}
