//! Members that mods add to objects. A value of another kind counts as missing, and is not odd: the game itself does not read it.

use std::fmt;

use serde::Deserializer;
use serde::de::{IgnoredAny, SeqAccess, Visitor};

use super::room::Room;
use super::values::{Into, Read};

/// A number that a mod adds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ModNumber(pub(crate) Option<f32>);

impl Read for ModNumber {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, _: &Room) -> Result<bool, D::Error> {
        let mut number = 0.0;
        let is_one = number.read(value, &Room::new(0))?;
        self.0 = is_one.then_some(number);
        Ok(true)
    }
}

/// A place that a mod adds, as a list of two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ModPlace(pub(crate) Option<[f32; 2]>);

struct PlaceVisitor<'a>(&'a mut ModPlace, &'a Room);

impl<'de> Visitor<'de> for PlaceVisitor<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        let [mut x, mut y] = [0.0_f32; 2];
        let has_x = list.next_element_seed(Into(&mut x, self.1))?;
        let has_y = list.next_element_seed(Into(&mut y, self.1))?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        self.0.0 = (has_x == Some(true) && has_y == Some(true)).then_some([x, y]);
        Ok(true)
    }
    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut object: A) -> Result<bool, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(true)
    }
    super::other_values!();
}

impl Read for ModPlace {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, _: &Room) -> Result<bool, D::Error> {
        value.deserialize_any(PlaceVisitor(self, &Room::new(0)))
    }
}
