//! The declarations of a class's members.

use ghostreel_core::io::Reader;
use ghostreel_core::{Fault, Result};

use crate::layout::Keyframe;
use crate::limits;

/// The kinds of members: the numbers of `BinaryTypeEnumeration`.
mod binary_type {
    pub(super) const PRIMITIVE: u8 = 0;
    pub(super) const STRING: u8 = 1;
    pub(super) const OBJECT: u8 = 2;
    pub(super) const SYSTEM_CLASS: u8 = 3;
    pub(super) const CLASS: u8 = 4;
    pub(super) const OBJECT_ARRAY: u8 = 5;
    pub(super) const STRING_ARRAY: u8 = 6;
    pub(super) const PRIMITIVE_ARRAY: u8 = 7;
}

/// The numbers of `PrimitiveTypeEnumeration` that keyframes have.
pub(super) const INT32: u8 = 8;
pub(super) const SINGLE: u8 = 11;

/// The value that follows a class's record for each of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// A number of so many bytes.
    Number { primitive: u8, size: usize },
    /// A record.
    Record,
}

/// The members of a class, by which its objects are read.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The id of the first object of the class; later ones refer to it.
    pub(super) id: i32,
    pub(super) members: Vec<Member>,
    /// Where the numbers of a keyframe are among the bytes of an object, if it has them.
    pub(super) keyframe: Option<KeyframePlaces>,
}

/// Where each number of a keyframe is, from the start of an object's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyframePlaces {
    pub(super) offsets: [u16; Keyframe::MEMBERS.len()],
    /// Bytes of all values.
    pub(super) size: usize,
}

impl KeyframePlaces {
    /// The places in a class that has a keyframe's members and no others.
    pub(super) const CANONICAL: Self = Self {
        offsets: [
            0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84,
            88, 92,
        ],
        size: 96,
    };
}

impl Class {
    /// Reads `ClassInfo`, `MemberTypeInfo` and the library's id.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let id = reader.i32_le("an object id")?;
        read_string(reader, "the name of a class")?;
        let at = reader.clone();
        let count = reader.i32_le("a count of members")?;
        if !(0..=limits::MEMBERS).contains(&count) {
            let expected = format!("0 to {} members", limits::MEMBERS);
            return Err(at.error(Fault::Malformed, expected, format!("{count}")));
        }
        let names: Vec<&[u8]> = (0..count)
            .map(|_| read_string(reader, "the name of a member"))
            .collect::<Result<_>>()?;
        let kinds = reader.take(names.len(), "the types of the members")?;
        let members: Vec<Member> =
            kinds.iter().map(|kind| read_type(reader, *kind)).collect::<Result<_>>()?;
        reader.i32_le("a library id")?;
        let keyframe = keyframe_places(&names, &members);
        Ok(Self { id, members, keyframe })
    }
}

/// Reads the detail that follows the types for one of them.
fn read_type(reader: &mut Reader<'_>, kind: u8) -> Result<Member> {
    use binary_type as kinds;
    let at = reader.clone();
    match kind {
        kinds::PRIMITIVE => {
            let primitive = reader.u8("a primitive type")?;
            let size = match primitive {
                1 | 2 | 10 => 1,
                7 | 14 => 2,
                INT32 | SINGLE | 15 => 4,
                6 | 9 | 12 | 13 | 16 => 8,
                _ => {
                    return Err(at.error(
                        Fault::Unsupported,
                        "a number of fixed length",
                        format!("primitive type {primitive}"),
                    ));
                }
            };
            return Ok(Member::Number { primitive, size });
        }
        kinds::STRING | kinds::OBJECT | kinds::OBJECT_ARRAY | kinds::STRING_ARRAY => {}
        kinds::SYSTEM_CLASS => {
            read_string(reader, "the name of a class")?;
        }
        kinds::CLASS => {
            read_string(reader, "the name of a class")?;
            reader.i32_le("a library id")?;
        }
        kinds::PRIMITIVE_ARRAY => {
            reader.u8("a primitive type")?;
        }
        _ => {
            return Err(at.error(
                Fault::Malformed,
                "a type of member from 0 to 7",
                format!("{kind}"),
            ));
        }
    }
    Ok(Member::Record)
}

/// Where a keyframe's numbers are, if a class has all of them and nothing but numbers.
fn keyframe_places(names: &[&[u8]], members: &[Member]) -> Option<KeyframePlaces> {
    let mut offsets = [None; Keyframe::MEMBERS.len()];
    let mut size = 0_u16;
    for (name, member) in names.iter().zip(members) {
        let Member::Number { primitive, size: length } = *member else { return None };
        let is_it = |known: &&str| without_underscore(known.as_bytes()) == without_underscore(name);
        if let Some(place) = Keyframe::MEMBERS.iter().position(is_it) {
            let expected = if place < Keyframe::FLOATS { SINGLE } else { INT32 };
            if primitive == expected {
                *offsets.get_mut(place)? = Some(size);
            }
        }
        size = size.checked_add(u16::try_from(length).ok()?)?;
    }
    let mut all = [0; Keyframe::MEMBERS.len()];
    for (place, found) in all.iter_mut().zip(offsets) {
        *place = found?;
    }
    Some(KeyframePlaces { offsets: all, size: size.into() })
}

/// Fields of .NET begin with one by custom only: which of them do is not certain.
fn without_underscore(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"_").unwrap_or(name)
}

/// A string whose length is written seven bits at a time.
pub(super) fn read_string<'b>(reader: &mut Reader<'b>, what: &str) -> Result<&'b [u8]> {
    let at = reader.clone();
    let mut length = 0_u32;
    for shift in [0, 7, 14, 21, 28] {
        let byte = reader.u8(what)?;
        length |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return reader.take(length as usize, what);
        }
    }
    Err(at.error(
        Fault::Malformed,
        format!("{what} with a length of at most 5 bytes"),
        "a longer one",
    ))
}
