//! Values as they are read: a number where a number is wanted, a text where a text is wanted; any other value counts as missing.

use std::borrow::Cow;
use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::lenient::NO_NUMBER;
use super::room::Room;
use crate::limits;

/// A value that is read piece by piece: on an error, the pieces read before it stay.
pub(crate) trait Read: Default {
    /// Reads a value into its place, and says whether there was one that belongs there.
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error>;
}

/// Where a value goes.
pub(crate) struct Into<'a, T>(pub(crate) &'a mut T, pub(crate) &'a Room);

impl<'de, T: Read> DeserializeSeed<'de> for Into<'_, T> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<bool, D::Error> {
        self.0.read(value, self.1)
    }
}

/// The name of a member.
pub(crate) struct Name<'de>(pub(crate) Cow<'de, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(name: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Name<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(name)))
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }
        }
        name.deserialize_str(Visit)
    }
}

/// A value without a structure, as it stands in the file.
enum Plain {
    Null,
    Number(f64),
    Text(String),
    /// A list, an object, or an invalid number.
    Other,
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E: Error>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }
    fn visit_bool<E: Error>(self, yes: bool) -> Result<Plain, E> {
        Ok(Plain::Number(f64::from(u8::from(yes))))
    }
    #[allow(clippy::cast_precision_loss, reason = "all numbers of maps are 32-bit")]
    fn visit_i64<E: Error>(self, number: i64) -> Result<Plain, E> {
        Ok(Plain::Number(number as f64))
    }
    #[allow(clippy::cast_precision_loss, reason = "all numbers of maps are 32-bit")]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Plain, E> {
        Ok(Plain::Number(number as f64))
    }
    fn visit_f64<E: Error>(self, number: f64) -> Result<Plain, E> {
        Ok(Plain::Number(number))
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Plain, E> {
        if text == NO_NUMBER {
            return Ok(Plain::Other);
        }
        Ok(Plain::Text(text.chars().take(limits::KEPT_CHARACTERS).collect()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Plain, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Plain::Other)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Plain, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Plain::Other)
    }
}

/// A number, also one that is written as a text or a boolean, as some old tools do.
fn number<'de, D: Deserializer<'de>>(value: D, room: &Room) -> Result<Option<f64>, D::Error> {
    let number = match value.deserialize_any(PlainVisitor)? {
        Plain::Number(number) => Some(number),
        Plain::Text(text) => text.trim().parse().ok(),
        Plain::Null => return Ok(None),
        Plain::Other => None,
    };
    if number.is_none() {
        room.note_odd();
    }
    Ok(number)
}

impl Read for f32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the game's numbers have 32 bits; what is none in them is refused"
    )]
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        let Some(number) = number(value, room)?.map(|number| number as f32) else {
            return Ok(false);
        };
        if number.is_finite() {
            *self = number;
        } else {
            room.note_odd();
        }
        Ok(number.is_finite())
    }
}

impl Read for i32 {
    #[allow(clippy::cast_possible_truncation, reason = "compared with the number before")]
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        // Fractions are dropped.
        let Some(number) = number(value, room)?.map(f64::trunc) else { return Ok(false) };
        let whole = number as i32;
        let is_one = f64::from(whole) == number;
        if is_one {
            *self = whole;
        } else {
            room.note_odd();
        }
        Ok(is_one)
    }
}

impl Read for bool {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        let number = number(value, room)?;
        *self = number.is_some_and(|number| number != 0.0);
        Ok(number.is_some())
    }
}

impl Read for String {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        match value.deserialize_any(PlainVisitor)? {
            Plain::Text(text) => {
                if !room.take(text.len()) {
                    return Err(D::Error::custom(NO_ROOM));
                }
                *self = text;
                return Ok(true);
            }
            Plain::Number(_) | Plain::Other => room.note_odd(),
            Plain::Null => {}
        }
        Ok(false)
    }
}

/// The message of an error where [`Room`] is full; the caller says why.
const NO_ROOM: &str = "no room";

/// The treatment of values of other kinds in a list or an object: null counts as missing, all others are odd.
macro_rules! other_values {
    () => {
        $crate::json::other_values!(
            visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str
        );
    };
    ($($visit:ident: $type:ty),*) => {
        fn visit_unit<E: serde::de::Error>(self) -> Result<bool, E> {
            Ok(false)
        }
        $(
            fn $visit<E: serde::de::Error>(self, _: $type) -> Result<bool, E> {
                self.1.note_odd();
                Ok(false)
            }
        )*
    };
}
pub(crate) use other_values;

struct ListVisitor<'a, T>(&'a mut Vec<T>, &'a Room);

impl<'de, T: Read> Visitor<'de> for ListVisitor<'_, T> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        loop {
            let mut element = T::default();
            match list.next_element_seed(Into(&mut element, self.1))? {
                None => return Ok(true),
                Some(false) => {}
                Some(true) if self.1.take(size_of::<T>()) => self.0.push(element),
                Some(true) => return Err(A::Error::custom(NO_ROOM)),
            }
        }
    }
    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<bool, A::Error> {
        self.1.note_odd();
        PlainVisitor.visit_map(object).map(|_| false)
    }
    other_values!();
}

impl<T: Read> Read for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        value.deserialize_any(ListVisitor(self, room))
    }
}

/// How many values a list has that are not read any further.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) usize);

struct CountVisitor<'a>(&'a mut Count, &'a Room);

impl<'de> Visitor<'de> for CountVisitor<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {
            self.0.0 = self.0.0.saturating_add(1);
        }
        Ok(true)
    }
    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<bool, A::Error> {
        self.1.note_odd();
        PlainVisitor.visit_map(object).map(|_| false)
    }
    other_values!();
}

impl Read for Count {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        value.deserialize_any(CountVisitor(self, room))
    }
}

/// An optional object in another, which is no larger without it.
impl<T: Read> Read for Option<Box<T>> {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        if !room.take(size_of::<T>()) {
            return Err(D::Error::custom(NO_ROOM));
        }
        self.get_or_insert_default().read(value, room)
    }
}

/// Skips a list where an object is wanted.
pub(crate) fn skip_list<'de, A: SeqAccess<'de>>(list: A, room: &Room) -> Result<bool, A::Error> {
    room.note_odd();
    PlainVisitor.visit_seq(list).map(|_| false)
}
