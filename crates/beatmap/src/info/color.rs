//! Colours as Info.dat writes them: objects in version 2, texts in version 4.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::json::{Read, Room, members, skip_list};
use crate::model::Color;

/// A colour, if there is one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WrittenColor(pub(super) Option<Color>);

members! {
    /// A colour of version 2.
    struct Channels {
        r: f32 = "r",
        g: f32 = "g",
        b: f32 = "b",
        a: Option<f32> = "a",
    }
}

impl Read for Option<f32> {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        let mut number = 0.0_f32;
        let is_one = number.read(value, room)?;
        *self = is_one.then_some(number);
        Ok(is_one)
    }
}

struct ColorVisitor<'a>(&'a mut WrittenColor, &'a Room);

impl<'de> Visitor<'de> for ColorVisitor<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a colour")
    }
    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<bool, A::Error> {
        let mut channels = Channels::default();
        let object = serde::de::value::MapAccessDeserializer::new(object);
        channels.read(object, self.1)?;
        let Channels { r, g, b, a } = channels;
        self.0.0 = Some(Color { r, g, b, a: a.unwrap_or(1.0) });
        Ok(true)
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<bool, E> {
        self.0.0 = from_hex(text);
        if self.0.0.is_none() && !text.is_empty() {
            self.1.note_odd();
        }
        Ok(self.0.0.is_some())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<bool, A::Error> {
        skip_list(list, self.1)
    }
    crate::json::other_values!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);
}

impl Read for WrittenColor {
    fn read<'de, D: Deserializer<'de>>(&mut self, value: D, room: &Room) -> Result<bool, D::Error> {
        value.deserialize_any(ColorVisitor(self, room))
    }
}

/// `C81414` or `C81414FF`, with or without a `#` before it.
fn from_hex(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let channel = |at: usize| {
        let pair = digits.get(at..at.saturating_add(2))?;
        Some(f32::from(u8::from_str_radix(pair, 16).ok()?) / 255.0)
    };
    let a = match digits.len() {
        6 => 1.0,
        8 => channel(6)?,
        _ => return None,
    };
    Some(Color { r: channel(0)?, g: channel(2)?, b: channel(4)?, a })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_colours_are_hexadecimal() {
        let red = Color { r: 1.0, g: 0.0, b: 0.2, a: 1.0 };
        assert_eq!(["FF0033FF", "#ff0033"].map(from_hex), [Some(red); 2]);
        assert_eq!(from_hex("FF003300").map(|color| color.a), Some(0.0));
        assert_eq!(["", "FF00", "FF003", "ég0033", "+10033"].map(from_hex), [None; 5]);
    }
}
