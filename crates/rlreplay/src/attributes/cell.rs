//! Values in another form than the game's: words, texts, and lists of them. JSON is such a form.

use std::collections::BTreeMap;

use super::Context;
use crate::layout::Text;

/// A value that can be taken apart, and put together again.
pub trait Cell: Sized {
    /// What it is called where it is a member of another. A structure tells its members to `shapes`.
    fn shape(shapes: &mut Shapes) -> &'static str;

    /// Gives the value away.
    ///
    /// # Errors
    /// If `out` fails.
    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error>;

    /// Takes a value.
    ///
    /// # Errors
    /// If `input` has another, or one that no replay of this context can hold.
    fn take<I: Input>(input: I, context: &Context) -> Result<Self, I::Error>;
}

/// A value that is a list.
pub trait CellList: Cell {
    /// Takes the elements.
    ///
    /// # Errors
    /// As [`Cell::take`].
    fn take_all<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error>;
}

/// Where a value goes.
pub trait Output: Sized {
    /// What it leaves behind.
    type Ok;
    /// What can go wrong.
    type Error;
    /// Where the elements of a list go.
    type List: OutputList<Ok = Self::Ok, Error = Self::Error>;

    /// Nothing.
    fn none(self) -> Result<Self::Ok, Self::Error>;
    /// True or false.
    fn boolean(self, value: bool) -> Result<Self::Ok, Self::Error>;
    /// An integer of at most 32 bits.
    fn integer(self, value: i64) -> Result<Self::Ok, Self::Error>;
    /// An integer of 64 bits.
    fn long(self, value: u64) -> Result<Self::Ok, Self::Error>;
    /// A float, of which every bit counts.
    fn float(self, value: f32) -> Result<Self::Ok, Self::Error>;
    /// A text.
    fn text(self, value: &Text) -> Result<Self::Ok, Self::Error>;
    /// Bytes.
    fn bytes(self, value: &[u8]) -> Result<Self::Ok, Self::Error>;
    /// A list.
    fn list(self) -> Result<Self::List, Self::Error>;
}

/// Where the elements of a list go.
pub trait OutputList {
    /// What the list leaves behind.
    type Ok;
    /// What can go wrong.
    type Error;

    /// One more.
    fn push(&mut self, element: &impl Cell) -> Result<(), Self::Error>;
    /// That was all.
    fn end(self) -> Result<Self::Ok, Self::Error>;
}

/// Where a value comes from.
pub trait Input: Sized {
    /// What can go wrong.
    type Error;

    /// What can be told of a value that cannot be taken.
    fn unexpected(expected: &str) -> Self::Error;
    /// A value, or nothing.
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

/// Where the elements of a list come from.
pub trait InputList {
    /// What can go wrong.
    type Error;

    /// What can be told of an element that does not belong there.
    fn unexpected(expected: &str) -> Self::Error;
    /// The next, if there is one.
    fn next<C: Cell>(&mut self, context: &Context) -> Result<Option<C>, Self::Error>;

    /// The next, which has to be there.
    fn one<C: Cell>(&mut self, context: &Context) -> Result<C, Self::Error> {
        self.next(context)?.ok_or_else(|| Self::unexpected("one more element"))
    }
}

/// The members of structures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes(pub BTreeMap<&'static str, Vec<Member>>);

/// A member's name, and what it is.
pub type Member = (&'static str, &'static str);

impl Shapes {
    /// A structure.
    pub(crate) fn of(
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

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        match self {
            Some(value) => value.give(out),
            None => out.none(),
        }
    }

    fn take<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.option(context)
    }
}

impl<C: Cell> Cell for Vec<C> {
    fn shape(shapes: &mut Shapes) -> &'static str {
        C::shape(shapes);
        "list"
    }

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        let mut list = out.list()?;
        self.iter().try_for_each(|element| list.push(element))?;
        list.end()
    }

    fn take<I: Input>(input: I, context: &Context) -> Result<Self, I::Error> {
        input.list(context)
    }
}

impl<C: Cell> CellList for Vec<C> {
    fn take_all<L: InputList>(list: &mut L, context: &Context) -> Result<Self, L::Error> {
        std::iter::from_fn(|| list.next(context).transpose()).collect()
    }
}

impl Cell for bool {
    fn shape(_: &mut Shapes) -> &'static str {
        "boolean"
    }

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.boolean(*self)
    }

    fn take<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.boolean()
    }
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Cell for $type {
            fn shape(_: &mut Shapes) -> &'static str {
                "integer"
            }

            fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
                out.integer(i64::from(*self))
            }

            fn take<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
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

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.long(*self)
    }

    fn take<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.long()
    }
}

impl Cell for f32 {
    fn shape(_: &mut Shapes) -> &'static str {
        "float"
    }

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.float(*self)
    }

    fn take<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.float()
    }
}

impl Cell for Text {
    fn shape(_: &mut Shapes) -> &'static str {
        "text"
    }

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.text(self)
    }

    fn take<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.text()
    }
}

/// Bytes of a meaning of their own.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Cell for Bytes {
    fn shape(_: &mut Shapes) -> &'static str {
        "bytes"
    }

    fn give<O: Output>(&self, out: O) -> Result<O::Ok, O::Error> {
        out.bytes(&self.0)
    }

    fn take<I: Input>(input: I, _: &Context) -> Result<Self, I::Error> {
        input.bytes().map(Self)
    }
}
