//! Writing and reading values in another form than the game's, made of numbers, texts and lists. JSON is such a form.

use std::collections::BTreeMap;

use super::Context;
use crate::layout::Text;

/// A value that can be written to an [`Output`] and read from an [`Input`].
pub trait Cell: Sized {
    /// The name of its type, e.g. `integer` or `Reservation`. A structure adds its members to `shapes`.
    fn shape(shapes: &mut Shapes) -> &'static str;

    /// Writes the value.
    ///
    /// # Errors
    /// If `out` fails.
    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error>;

    /// Reads a value.
    ///
    /// # Errors
    /// If `input` has a value of another type, or one that no replay of this context can hold.
    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error>;
}

/// A value that is written as a list.
pub trait CellList: Cell {
    /// Reads the elements.
    ///
    /// # Errors
    /// As [`Cell::read_from`].
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error>;
}

/// Writes one value.
pub trait Output: Sized {
    /// The result of writing.
    type Ok;
    /// The error.
    type Error;
    /// Writes the elements of a list.
    type List: OutputList<Ok = Self::Ok, Error = Self::Error>;

    /// No value.
    fn none(self) -> Result<Self::Ok, Self::Error>;
    /// True or false.
    fn boolean(self, value: bool) -> Result<Self::Ok, Self::Error>;
    /// An integer of at most 32 bits.
    fn integer(self, value: i64) -> Result<Self::Ok, Self::Error>;
    /// An integer of 64 bits.
    fn long(self, value: u64) -> Result<Self::Ok, Self::Error>;
    /// A float. Every bit counts, those of NaNs included.
    fn float(self, value: f32) -> Result<Self::Ok, Self::Error>;
    /// A text.
    fn text(self, value: &Text) -> Result<Self::Ok, Self::Error>;
    /// Bytes.
    fn bytes(self, value: &[u8]) -> Result<Self::Ok, Self::Error>;
    /// A list.
    fn list(self) -> Result<Self::List, Self::Error>;
}

/// Writes the elements of a list.
pub trait OutputList {
    /// The result of writing.
    type Ok;
    /// The error.
    type Error;

    /// Writes one more element.
    fn push(&mut self, element: &impl Cell) -> Result<(), Self::Error>;
    /// Ends the list.
    fn end(self) -> Result<Self::Ok, Self::Error>;
}

/// Reads one value.
pub trait Input: Sized {
    /// The error.
    type Error;

    /// The error for another value than the expected one.
    fn unexpected(expected: &str) -> Self::Error;
    /// A value; `None` for [`Output::none`].
    fn option<C: Cell>(self, context: &Context) -> Result<Option<C>, Self::Error>;
    /// True or false.
    fn boolean(self) -> Result<bool, Self::Error>;
    /// An integer of at most 32 bits.
    fn integer<T: TryFrom<i64>>(self) -> Result<T, Self::Error>;
    /// An integer of 64 bits.
    fn long(self) -> Result<u64, Self::Error>;
    /// A float.
    fn float(self) -> Result<f32, Self::Error>;
    /// A text.
    fn text(self) -> Result<Text, Self::Error>;
    /// Bytes.
    fn bytes(self) -> Result<Vec<u8>, Self::Error>;
    /// A list.
    fn list<C: CellList>(self, context: &Context) -> Result<C, Self::Error>;
}

/// Reads the elements of a list.
pub trait InputList {
    /// The error.
    type Error;

    /// The error for another element than the expected one.
    fn unexpected(expected: &str) -> Self::Error;
    /// The next element; `None` at the end of the list.
    fn next<C: Cell>(&mut self, context: &Context) -> Result<Option<C>, Self::Error>;

    /// The next element.
    ///
    /// # Errors
    /// As [`next`](Self::next), or at the end of the list.
    fn required<C: Cell>(&mut self, context: &Context) -> Result<C, Self::Error> {
        self.next(context)?.ok_or_else(|| Self::unexpected("one more element"))
    }
}

/// The members of structures, by the structures' names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes(pub BTreeMap<&'static str, Vec<Member>>);

/// A member's name, and the name of its type.
pub type Member = (&'static str, &'static str);

impl Shapes {
    /// Adds a structure, unless it is there. Returns its name.
    pub(crate) fn add(
        &mut self,
        name: &'static str,
        members: impl FnOnce(&mut Self) -> Vec<Member>,
    ) -> &'static str {
        if !self.0.contains_key(name) {
            let members = members(self);
            self.0.insert(name, members);
        }
        name
    }
}

impl<C: Cell> Cell for Option<C> {
    fn shape(shapes: &mut Shapes) -> &'static str {
        C::shape(shapes)
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        match self {
            Some(value) => value.write_to(out),
            None => out.none(),
        }
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.option(context)
    }
}

impl<C: Cell> Cell for Vec<C> {
    fn shape(shapes: &mut Shapes) -> &'static str {
        C::shape(shapes);
        "list"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        self.iter().try_for_each(|element| list.push(element))?;
        list.end()
    }

    fn read_from<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl<C: Cell> CellList for Vec<C> {
    fn read_elements<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        std::iter::from_fn(|| list.next(context).transpose()).collect()
    }
}

impl Cell for bool {
    fn shape(_: &mut Shapes) -> &'static str {
        "boolean"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.boolean(*self)
    }

    fn read_from<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.boolean()
    }
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Cell for $type {
            fn shape(_: &mut Shapes) -> &'static str {
                "integer"
            }

            fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
                out.integer(i64::from(*self))
            }

            fn read_from<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
                input.integer()
            }
        }
    )*};
}

integers! { u8 u16 u32 i32 }

impl Cell for u64 {
    fn shape(_: &mut Shapes) -> &'static str {
        "long"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.long(*self)
    }

    fn read_from<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.long()
    }
}

impl Cell for f32 {
    fn shape(_: &mut Shapes) -> &'static str {
        "float"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.float(*self)
    }

    fn read_from<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.float()
    }
}

impl Cell for Text {
    fn shape(_: &mut Shapes) -> &'static str {
        "text"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.text(self)
    }

    fn read_from<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.text()
    }
}

/// Bytes that are written as such, not as a list of numbers.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Cell for Bytes {
    fn shape(_: &mut Shapes) -> &'static str {
        "bytes"
    }

    fn write_to<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.bytes(&self.0)
    }

    fn read_from<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.bytes().map(Self)
    }
}
