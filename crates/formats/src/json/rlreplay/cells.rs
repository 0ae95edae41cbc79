//! Values of the network stream: a structure is an array of its members.

use std::fmt;
use std::marker::PhantomData;

use ghostreel_rlreplay::attributes::{
    Cell, CellList, Context, Input, InputList, Output, OutputList, Rows,
};
use ghostreel_rlreplay::layout::Text;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{self, Serialize, SerializeSeq, Serializer};

use super::super::float::Float;
use super::super::hex::Hex;
use super::text::Exact;

/// One of the values of a property.
pub(super) struct Row<'a> {
    pub(super) rows: &'a Rows,
    pub(super) index: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = self.rows.write_to(self.index, Out(serializer));
        written.unwrap_or_else(|| Err(ser::Error::custom("a value is missing")))
    }
}

/// Writes a value.
pub(super) struct CellOut<'a, C>(pub(super) &'a C);

impl<C: Cell> Serialize for CellOut<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_to(Out(serializer))
    }
}

struct Out<S>(S);

impl<S: Serializer> Output for Out<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type List = ListOut<S::SerializeSeq>;

    fn none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }

    fn boolean(self, value: bool) -> Result<S::Ok, S::Error> {
        self.0.serialize_bool(value)
    }

    fn integer(self, value: i64) -> Result<S::Ok, S::Error> {
        self.0.serialize_i64(value)
    }

    // Beyond the range of a double.
    fn long(self, value: u64) -> Result<S::Ok, S::Error> {
        self.0.collect_str(&value)
    }

    fn float(self, value: f32) -> Result<S::Ok, S::Error> {
        Float(value).serialize(self.0)
    }

    fn text(self, value: &Text) -> Result<S::Ok, S::Error> {
        Exact::new(value).serialize(self.0)
    }

    fn bytes(self, value: &[u8]) -> Result<S::Ok, S::Error> {
        Hex(value).serialize(self.0)
    }

    fn list(self) -> Result<Self::List, S::Error> {
        self.0.serialize_seq(None).map(ListOut)
    }
}

struct ListOut<S>(S);

impl<S: SerializeSeq> OutputList for ListOut<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn push(&mut self, element: &impl Cell) -> Result<(), S::Error> {
        self.0.serialize_element(&CellOut(element))
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

/// Reads one more value of a property.
pub(super) struct IntoRows<'a> {
    pub(super) rows: &'a mut Rows,
    pub(super) context: &'a Context,
}

impl<'de> DeserializeSeed<'de> for IntoRows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.rows.read_from(In::new(deserializer), self.context)
    }
}

/// Reads a value.
pub(super) struct CellIn<'a, C>(&'a Context, PhantomData<C>);

impl<'a, C> CellIn<'a, C> {
    pub(super) const fn new(context: &'a Context) -> Self {
        Self(context, PhantomData)
    }
}

impl<'de, C: Cell> DeserializeSeed<'de> for CellIn<'_, C> {
    type Value = C;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<C, D::Error> {
        C::read_from(In::new(deserializer), self.0)
    }
}

struct In<'de, D>(D, PhantomData<&'de ()>);

impl<D> In<'_, D> {
    const fn new(deserializer: D) -> Self {
        Self(deserializer, PhantomData)
    }
}

fn unexpected<E: de::Error>(expected: &str) -> E {
    E::custom(format!("expected {expected}"))
}

impl<'de, D: Deserializer<'de>> Input for In<'de, D> {
    type Error = D::Error;

    fn unexpected(expected: &str) -> D::Error {
        unexpected(expected)
    }

    fn option<C: Cell>(self, context: &Context) -> Result<Option<C>, D::Error> {
        self.0.deserialize_option(OptionVisitor(CellIn::new(context)))
    }

    fn boolean(self) -> Result<bool, D::Error> {
        bool::deserialize(self.0)
    }

    fn integer<T: TryFrom<i64>>(self) -> Result<T, D::Error> {
        let value = i64::deserialize(self.0)?;
        T::try_from(value).map_err(|_| unexpected("an integer of fewer bits"))
    }

    fn long(self) -> Result<u64, D::Error> {
        let digits = String::deserialize(self.0)?;
        digits.parse().map_err(|_| unexpected("an integer as a text"))
    }

    fn float(self) -> Result<f32, D::Error> {
        Float::deserialize(self.0).map(|float| float.0)
    }

    fn text(self) -> Result<Text, D::Error> {
        Exact::deserialize(self.0).map(Exact::into_text)
    }

    fn bytes(self) -> Result<Vec<u8>, D::Error> {
        Hex::deserialize(self.0).map(|bytes| bytes.0)
    }

    fn list<C: CellList>(self, context: &Context) -> Result<C, D::Error> {
        self.0.deserialize_seq(ListVisitor(context, PhantomData))
    }
}

struct OptionVisitor<'a, C>(CellIn<'a, C>);

impl<'de, C: Cell> Visitor<'de> for OptionVisitor<'_, C> {
    type Value = Option<C>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<C>, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<C>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<C>, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

struct ListVisitor<'a, C>(&'a Context, PhantomData<C>);

impl<'de, C: CellList> Visitor<'de> for ListVisitor<'_, C> {
    type Value = C;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of members")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<C, A::Error> {
        let mut list = ListIn(seq, PhantomData);
        let value = C::read_elements(&mut list, self.0)?;
        match list.0.next_element::<de::IgnoredAny>()? {
            None => Ok(value),
            Some(_) => Err(unexpected("no more members")),
        }
    }
}

struct ListIn<'de, A>(A, PhantomData<&'de ()>);

impl<'de, A: SeqAccess<'de>> InputList for ListIn<'de, A> {
    type Error = A::Error;

    fn unexpected(expected: &str) -> A::Error {
        unexpected(expected)
    }

    fn next<C: Cell>(&mut self, context: &Context) -> Result<Option<C>, A::Error> {
        self.0.next_element_seed(CellIn::new(context))
    }
}
