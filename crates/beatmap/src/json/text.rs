//! The text of a file, before and while it is read.

use serde_json::Deserializer;
use serde_json::error::Category;

use super::encoding::{Decoded, decode};
use super::lenient::{Strict, strict};
use super::room::Room;
use super::values::Read;

/// Where reading ended early, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Byte of the file.
    pub(crate) offset: u64,
    /// Why, as a part of a sentence.
    pub(crate) reason: String,
    /// Whether it is a limit of ours, and no fault of the file.
    pub(crate) is_limit: bool,
    /// Whether all that the structure holds was read before.
    pub(crate) is_after_end: bool,
}

/// The text of a file, to be read as one structure or another.
#[derive(Debug)]
pub(crate) struct Text<'f> {
    text: Decoded<'f>,
    /// Where it goes beyond a limit, and which.
    excess: Option<(usize, String)>,
}

impl<'f> Text<'f> {
    /// Takes the text out of a file.
    pub(crate) fn of(file: &'f [u8]) -> Self {
        let mut decoded = decode(file);
        let Strict { text, excess } = strict(std::mem::take(&mut decoded.text));
        decoded.text = text;
        Self { text: decoded, excess }
    }

    /// Reads the object that it holds, as far as it goes.
    pub(crate) fn read<T: Read>(&self, room: &Room) -> (T, Option<Damage>) {
        let text: &[u8] = &self.text.text;
        let until = self.excess.as_ref().map_or(text.len(), |(at, _)| *at);
        let readable = text.get(..until).unwrap_or(text);
        let mut value = T::default();
        let mut reader = Deserializer::from_slice(readable);
        let (result, is_after_end) = match value.read(&mut reader, room) {
            Ok(true) => (reader.end(), true),
            Ok(false) => {
                let reason = "it holds no object".to_owned();
                let damage = Damage { offset: 0, reason, is_limit: false, is_after_end: false };
                return (value, Some(damage));
            }
            Err(error) => (Err(error), false),
        };
        let damage = result.err().map(|error| {
            let (at, reason, is_limit) = match &self.excess {
                _ if room.is_full() => {
                    let reason = "it holds more objects than any map that was ever played";
                    (offset(text, &error), reason.to_owned(), true)
                }
                Some((at, reason)) if error.classify() == Category::Eof => {
                    (*at, reason.clone(), true)
                }
                _ => (offset(text, &error), reason(&error), false),
            };
            Damage { offset: self.text.offset(at), reason, is_limit, is_after_end }
        });
        (value, damage)
    }
}

/// Why the text is no JSON, without the line and column that the library adds.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The place of an error in the text: the library gives line and column.
fn offset(text: &[u8], error: &serde_json::Error) -> usize {
    let line = error.line().saturating_sub(1);
    let before: usize =
        text.split_inclusive(|byte| *byte == b'\n').take(line).map(<[u8]>::len).sum();
    before.saturating_add(error.column().saturating_sub(1)).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Count, members};
    use crate::limits;

    members! {
        struct Inner {
            number: f32 = "n",
        }
        struct Outer {
            inner: Vec<Inner> = "inner",
            name: String = "name",
            whole: i32 = "whole",
            is_set: bool = "set",
            count: Count = "count",
        }
    }

    #[track_caller]
    fn check(text: &str, inner: &[f32], odd: usize, damage: Option<(u64, &str)>) -> Outer {
        let room = Room::new(1 << 20);
        let (value, found) = Text::of(text.as_bytes()).read::<Outer>(&room);
        let numbers: Vec<f32> = value.inner.iter().map(|inner| inner.number).collect();
        assert_eq!((&*numbers, room.odd()), (inner, odd), "{text}");
        let found = found.as_ref().map(|damage| (damage.offset, &*damage.reason));
        assert_eq!(found, damage, "{text}");
        value
    }

    #[test]
    fn members_are_read_whatever_their_order_and_type() {
        let text = r#"{"x":{"inner":[1]},"whole":2.0,"inner":[{"n":1},{"n":"2.5"},{"n":true},{}],"name":"a\u0062","set":true,"count":[1,[2],{}]}"#;
        let value = check(text, &[1.0, 2.5, 1.0, 0.0], 0, None);
        assert_eq!(
            (&*value.name, value.whole, value.is_set, value.count),
            ("ab", 2, true, Count(3))
        );
    }

    #[test]
    fn values_of_another_kind_count_as_missing() {
        check(r#"{"inner":[5,null,{"n":[1]},{"n":{}},[{}],"a"],"name":7}"#, &[0.0, 0.0], 6, None);
        check(r#"{"inner":{"n":1},"whole":3e9,"count":7,"inner":null}"#, &[], 3, None);
        check(r#"{"inner":[{"n":1e39},{"n":-4}]}"#, &[0.0, -4.0], 1, None);
    }

    #[test]
    fn values_read_before_damage_are_kept() {
        check(r#"{"inner":[{"n":1},{"n":nan},{"n":3}]}"#, &[1.0], 0, Some((24, "expected ident")));
        check(
            "\u{feff}{\"inner\":[\n{\"n\":1},\n{\"n\":",
            &[1.0],
            0,
            Some((27, "EOF while parsing a value")),
        );
        check(r#"{"inner":[{"n":1}]} x"#, &[1.0], 0, Some((20, "trailing characters")));
        check("[1]", &[], 1, Some((0, "it holds no object")));
        check("", &[], 0, Some((0, "EOF while parsing a value")));
    }

    #[test]
    fn deviations_of_editors_are_read() {
        let text = r#"{"x":[NaN,1e999],"inner":[{"n":1},{"n":NaN},/* {"n":2}, */{"n":-Infinity,},{"n":3},],}"#;
        check(text, &[1.0, 0.0, 0.0, 3.0], 2, None);
        check(r#"{"name":NaN,"count":Infinity,"inner":NaN,"set":NaN}"#, &[], 4, None);
        check("// by hand\n{\"inner\":[{\"n\":1e400}]}", &[0.0], 1, None);
    }

    #[test]
    fn characters_may_have_two_bytes() {
        let text = r#"{"name":"żółw 𝄞","inner":[{"n":1},{"n":2}]} x"#;
        for mark in ["", "\u{feff}"] {
            let units = || mark.encode_utf16().chain(text.encode_utf16());
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            for file in [little, big] {
                let (value, damage) = Text::of(&file).read::<Outer>(&Room::new(1 << 20));
                assert_eq!((&*value.name, value.inner.len()), ("żółw 𝄞", 2));
                let damage = damage.unwrap();
                let last = file.len() as u64 - 2;
                assert_eq!((damage.offset, &*damage.reason), (last, "trailing characters"));
            }
        }
        // Half a character at the end.
        let (value, damage) = Text::of(b"{\0\"\0n").read::<Outer>(&Room::new(1 << 20));
        assert!(value.name.is_empty() && damage.is_some());
    }

    #[test]
    fn odd_values_are_counted_by_their_list() {
        let room = Room::new(1 << 20);
        let text = r#"{"inner":[{"n":[]},7,{"n":1}],"name":[],"inner":["a"]}"#;
        let (value, damage) = Text::of(text.as_bytes()).read::<Outer>(&room);
        assert_eq!((value.inner.len(), damage), (2, None));
        assert_eq!(room.odd_by_member(), [(Some("inner"), 3), (Some("name"), 1)]);
    }

    #[test]
    fn depth_texts_and_objects_have_limits() {
        let deep = format!(r#"{{"inner":[{{"n":1}}],"x":{}"#, "[".repeat(1_000_000));
        let offset = r#"{"inner":[{"n":1}],"x":"#.len() + limits::DEPTH - 1;
        check(&deep, &[1.0], 0, Some((offset as u64, "objects and lists are more than 100 deep")));
        let long = format!(r#"{{"inner":[{{"n":1}}],"x":"{}"}}"#, "\\n".repeat(limits::TEXT));
        let (value, damage) = Text::of(long.as_bytes()).read::<Outer>(&Room::new(1 << 20));
        assert_eq!(value.inner.len(), 1);
        assert!(damage.unwrap().is_limit);
        let many = format!(r#"{{"inner":[{}{{}}]}}"#, "{},".repeat(1000));
        let room = Room::new(400);
        let (value, damage) = Text::of(many.as_bytes()).read::<Outer>(&room);
        assert_eq!(value.inner.len(), 100);
        assert!(damage.unwrap().is_limit && room.is_full());
    }
}
