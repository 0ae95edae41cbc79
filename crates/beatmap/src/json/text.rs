//! The text of a file, before and while it is read.

use serde_json::Deserializer;
use serde_json::error::Category;

use super::room::Room;
use super::values::Read;
use crate::limits;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

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
    pub(crate) is_behind: bool,
}

/// Reads the object that a file holds, as far as it goes.
pub(crate) fn read<T: Read>(file: &[u8], room: &Room) -> (T, Option<Damage>) {
    let text = file.strip_prefix(BYTE_ORDER_MARK).unwrap_or(file);
    let skipped = file.len().saturating_sub(text.len());
    let excess = first_excess(text);
    let readable = excess.as_ref().map_or(text, |excess| {
        let end = usize::try_from(excess.offset).unwrap_or(usize::MAX);
        text.get(..end).unwrap_or(text)
    });
    let mut value = T::default();
    let mut reader = Deserializer::from_slice(readable);
    let (result, is_behind) = match value.read(&mut reader, room) {
        Ok(true) => (reader.end(), true),
        Ok(false) => {
            let reason = "it holds no object".to_owned();
            let damage = Damage { offset: 0, reason, is_limit: false, is_behind: false };
            return (value, Some(damage));
        }
        Err(error) => (Err(error), false),
    };
    let damage = result.err().map(|error| {
        if room.is_full() {
            let reason = "it holds more objects than any map that was ever played".to_owned();
            return Damage { offset: offset(text, &error), reason, is_limit: true, is_behind };
        }
        if let Some(excess) = excess.filter(|_| error.classify() == Category::Eof) {
            return Damage { is_behind, ..excess };
        }
        Damage { offset: offset(text, &error), reason: reason(&error), is_limit: false, is_behind }
    });
    let damage = damage
        .map(|damage| Damage { offset: damage.offset.saturating_add(skipped as u64), ..damage });
    (value, damage)
}

/// Why the text is no JSON, without the line and column that the library adds.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The byte that an error is about, of which the library says line and column.
fn offset(text: &[u8], error: &serde_json::Error) -> u64 {
    let line = error.line().saturating_sub(1);
    let before: usize =
        text.split_inclusive(|byte| *byte == b'\n').take(line).map(<[u8]>::len).sum();
    before.saturating_add(error.column().saturating_sub(1)).min(text.len()) as u64
}

/// Where the text goes deeper than the limit, or has a longer text than the limit.
fn first_excess(text: &[u8]) -> Option<Damage> {
    let (mut depth, mut start, mut is_escaped) = (0_usize, None::<usize>, false);
    let excess = |at: usize, reason: String| {
        Some(Damage { offset: at as u64, reason, is_limit: true, is_behind: false })
    };
    for (index, &byte) in text.iter().enumerate() {
        match (start, byte) {
            (Some(start), _) if index.saturating_sub(start) > limits::TEXT => {
                return excess(start, format!("a text is longer than {} bytes", limits::TEXT));
            }
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(_), b'"') => start = None,
            (None, b'"') => start = Some(index),
            (None, b'{' | b'[') => depth = depth.saturating_add(1),
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > limits::DEPTH {
            return excess(
                index,
                format!("objects and lists are more than {} deep", limits::DEPTH),
            );
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Count, members};

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
        let (value, found) = read::<Outer>(text.as_bytes(), &room);
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
    fn what_is_none_of_its_place_is_as_good_as_missing() {
        check(r#"{"inner":[5,null,{"n":[1]},{"n":{}},[{}],"a"],"name":7}"#, &[0.0, 0.0], 6, None);
        check(r#"{"inner":{"n":1},"whole":3e9,"count":7,"inner":null}"#, &[], 3, None);
        check(r#"{"inner":[{"n":1e39},{"n":-4}]}"#, &[0.0, -4.0], 1, None);
    }

    #[test]
    fn what_was_read_before_damage_is_kept() {
        check(r#"{"inner":[{"n":1},{"n":NaN},{"n":3}]}"#, &[1.0], 0, Some((23, "expected value")));
        check(
            "\u{feff}{\"inner\":[\n{\"n\":1},\n{\"n\":",
            &[1.0],
            0,
            Some((27, "EOF while parsing a value")),
        );
        check(r#"{"inner":[{"n":1e400}]}"#, &[], 0, Some((19, "number out of range")));
        check(r#"{"inner":[{"n":1}]} x"#, &[1.0], 0, Some((20, "trailing characters")));
        check("[1]", &[], 1, Some((0, "it holds no object")));
        check("", &[], 0, Some((0, "EOF while parsing a value")));
    }

    #[test]
    fn depth_texts_and_objects_have_limits() {
        let deep = format!(r#"{{"inner":[{{"n":1}}],"x":{}"#, "[".repeat(1_000_000));
        let offset = r#"{"inner":[{"n":1}],"x":"#.len() + limits::DEPTH - 1;
        check(&deep, &[1.0], 0, Some((offset as u64, "objects and lists are more than 100 deep")));
        let long = format!(r#"{{"inner":[{{"n":1}}],"x":"{}"}}"#, "\\n".repeat(limits::TEXT));
        let (value, damage) = read::<Outer>(long.as_bytes(), &Room::new(1 << 20));
        assert_eq!(value.inner.len(), 1);
        assert!(damage.unwrap().is_limit);
        let many = format!(r#"{{"inner":[{}{{}}]}}"#, "{},".repeat(1000));
        let room = Room::new(400);
        let (value, damage) = read::<Outer>(many.as_bytes(), &room);
        assert_eq!(value.inner.len(), 100);
        assert!(damage.unwrap().is_limit && room.is_full());
    }
}
