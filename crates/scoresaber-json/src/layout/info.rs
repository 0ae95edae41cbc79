//! `info`: the map and the settings.

use super::Findings;
use crate::cursor::{Cursor, Parsed, Place, unescape, write_text};
use crate::{limits, number};

/// Declares the members once: the struct, and walking through them by name.
macro_rules! info {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ty, $kind:ident = $name:literal;)*) => {
        /// The map and the settings. `None`: the file has no value of that kind.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Info {
            $($(#[doc = $doc])+ pub $field: Option<$type>,)*
        }

        /// The names of the members, in their usual order.
        pub(crate) const MEMBERS: &[&str] = &[$($name,)*];

        impl Info {
            /// All members in their usual order, under the specification's names.
            pub fn fields(&self) -> Vec<(&'static str, Option<InfoValue<'_>>)> {
                vec![$(($name, self.$field.as_ref().map(InfoValue::$kind)),)*]
            }

            /// All members in their usual order, to be set.
            pub fn fields_mut(&mut self) -> Vec<(&'static str, InfoValueMut<'_>)> {
                vec![$(($name, InfoValueMut::$kind(&mut self.$field)),)*]
            }
        }
    };
}

info! {
    /// Version of the replay.
    version: String, Text = "version";
    /// Hash of the map.
    hash: String, Text = "hash";
    /// 1 Easy, 3 Normal, 5 Hard, 7 Expert, 9 Expert+.
    difficulty: i32, Whole = "difficulty";
    /// `Standard`, `OneSaber` …
    mode: String, Text = "mode";
    /// The environment's name in the game's files, e.g. `BigMirrorEnvironment`.
    environment: String, Text = "environment";
    /// Codes, e.g. `FS` and `GN`.
    modifiers: Vec<String>, Texts = "modifiers";
    /// Offset in beats with which the game works out the jump distance; the map has the rest.
    note_jump_start_beat_offset: f32, Float = "noteJumpStartBeatOffset";
    /// Whether the map was mirrored for a left-handed player.
    left_handed: bool, Bool = "leftHanded";
    /// Height of the player in metres.
    height: f32, Float = "height";
}

/// A member of the info.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "named after what they hold")]
pub enum InfoValue<'a> {
    Text(&'a String),
    Whole(&'a i32),
    Texts(&'a Vec<String>),
    Float(&'a f32),
    Bool(&'a bool),
}

/// A member of the info, to be set.
#[derive(Debug, PartialEq)]
#[allow(missing_docs, reason = "named after what they hold")]
pub enum InfoValueMut<'a> {
    Text(&'a mut Option<String>),
    Whole(&'a mut Option<i32>),
    Texts(&'a mut Option<Vec<String>>),
    Float(&'a mut Option<f32>),
    Bool(&'a mut Option<bool>),
}

impl InfoValue<'_> {
    /// Whether two values are written the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            _ => self == other,
        }
    }
}

/// Where the value of each member stands; `None` where it has none.
pub(crate) type InfoPlaces = [Option<Place>; MEMBERS.len()];

/// Reads the info member by member into `info`. Where it stops before the end, the values read stay.
/// `done` is where the last whole member ends.
pub(crate) fn read_info(
    cursor: &mut Cursor<'_>,
    info: &mut Info,
    places: &mut InfoPlaces,
    findings: &mut Findings,
    done: &mut usize,
) -> Parsed<()> {
    cursor.members(|cursor, name| {
        let key = cursor.bytes(&name);
        let index = MEMBERS.iter().position(|member| member.as_bytes() == key);
        let place = index.and_then(|index| places.get_mut(index)).filter(|place| place.is_none());
        let Some((index, place)) = index.zip(place) else {
            findings.skip_unknown(cursor, &name)?;
            *done = cursor.position();
            return Ok(());
        };
        cursor.peek()?;
        let start = cursor.position();
        let is_read = match info.fields_mut().into_iter().nth(index) {
            Some((_, value)) => read_value(cursor, value)?,
            None => false,
        };
        if is_read {
            *place = Some(start..cursor.position());
        } else {
            findings.wrong.push((start, MEMBERS.get(index).copied().unwrap_or_default()));
        }
        *done = cursor.position();
        Ok(())
    })
}

/// Reads a value, if it is of the kind that the member has, and says whether it is.
fn read_value(cursor: &mut Cursor<'_>, value: InfoValueMut<'_>) -> Parsed<bool> {
    let first = cursor.peek()?;
    Ok(match value {
        InfoValueMut::Text(text) if first == b'"' => {
            let place = cursor.text("a text")?;
            *text = Some(unescape(cursor.bytes(&place)));
            true
        }
        InfoValueMut::Texts(texts) if first == b'[' => {
            let mut read = Vec::new();
            let mut are_texts = true;
            cursor.elements(|cursor| {
                are_texts &= cursor.peek()? == b'"' && read.len() < limits::MODIFIERS;
                if are_texts {
                    let place = cursor.text("a text")?;
                    read.push(unescape(cursor.bytes(&place)));
                } else {
                    cursor.skip()?;
                }
                Ok(())
            })?;
            *texts = Some(read).filter(|_| are_texts);
            are_texts
        }
        InfoValueMut::Text(_) | InfoValueMut::Texts(_) => {
            cursor.skip()?;
            false
        }
        InfoValueMut::Whole(whole) => {
            let place = cursor.scalar()?;
            *whole = place.and_then(|place| number::whole(cursor.bytes(&place)));
            whole.is_some()
        }
        InfoValueMut::Float(float) => {
            let place = cursor.scalar()?;
            *float = place.and_then(|place| number::float(cursor.bytes(&place)));
            float.is_some()
        }
        InfoValueMut::Bool(yes) => {
            let place = cursor.scalar()?;
            *yes = place.and_then(|place| match cursor.bytes(&place) {
                b"true" | b"1" => Some(true),
                b"false" | b"0" => Some(false),
                _ => None,
            });
            yes.is_some()
        }
    })
}

/// Appends the info: the members that have a value.
pub(crate) fn write_info(out: &mut Vec<u8>, info: &Info) {
    let mut before = b'{';
    for (name, value) in info.fields() {
        let Some(value) = value else { continue };
        out.push(before);
        before = b',';
        write_text(out, name);
        out.push(b':');
        write_value(out, value);
    }
    if before == b'{' {
        out.push(before);
    }
    out.push(b'}');
}

/// Appends the value of a member.
pub(crate) fn write_value(out: &mut Vec<u8>, value: InfoValue<'_>) {
    match value {
        InfoValue::Text(text) => write_text(out, text),
        InfoValue::Whole(whole) => number::write_whole(out, *whole),
        InfoValue::Float(float) => number::write_float(out, *float),
        InfoValue::Bool(yes) => out.extend(if *yes { "true" } else { "false" }.bytes()),
        InfoValue::Texts(texts) => {
            out.push(b'[');
            for (index, text) in texts.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_text(out, text);
            }
            out.push(b']');
        }
    }
}
