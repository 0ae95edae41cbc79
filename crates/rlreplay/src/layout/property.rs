//! The header's properties: named values, some of them lists of properties themselves.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Result};

use super::text::Container;
use super::{Text, TextRef};
use crate::limits;
use crate::version::Version;

/// A list of properties, up to the one named `None`. Names may repeat; the order is the file's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(pub Vec<Property>);

/// A named value.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Name, e.g. `PlayerName`.
    pub name: Text,
    /// Type, e.g. `IntProperty`. It decides how the value is read.
    pub kind: Text,
    /// Length of the value as it was written. Files have wrong ones, and nothing relies on it.
    pub size: u32,
    /// Index in a fixed array; 0 for all others.
    pub index: u32,
    /// The value.
    pub value: PropertyValue,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyValue {
    /// `IntProperty`.
    Int(i32),
    /// `FloatProperty`.
    Float(f32),
    /// `QWordProperty`.
    QWord(u64),
    /// `BoolProperty`: a byte.
    Bool(u8),
    /// `BoolProperty` before versions were numbered: four bytes.
    OldBool(u32),
    /// `StrProperty`.
    Str(Text),
    /// `NameProperty`.
    Name(Text),
    /// `ByteProperty`: the type of an enumeration and its value.
    Byte(Text, Text),
    /// `ByteProperty` without an enumeration, of type `None`.
    PlainByte(Text, u8),
    /// `ByteProperty` before versions were numbered: the value alone.
    OldByte(Text),
    /// `ArrayProperty`.
    Array(Vec<Properties>),
    /// `StructProperty`: the type of the structure and its members.
    Struct(Text, Properties),
}

impl Properties {
    /// The name after the last property, and its count.
    const END: &[u8] = b"None\0";
    const END_COUNT: i32 = 5;

    pub(crate) fn read(reader: &mut Reader<'_>, version: Version, depth: usize) -> Result<Self> {
        if depth > limits::PROPERTY_DEPTH {
            let expected = format!("properties nested at most {} deep", limits::PROPERTY_DEPTH);
            return Err(reader.error(Fault::Limit, expected, "deeper ones"));
        }
        let mut list: Vec<Property> = Vec::new();
        Self::read_into(&mut list, reader, version, depth, usize::MAX)?;
        Ok(Self(list))
    }

    /// Reads those of the header, as far as they are whole; the reader is after the last of them then.
    pub(crate) fn read_in_part(reader: &mut Reader<'_>, version: Version) -> (Self, Option<Error>) {
        let mut list = Vec::new();
        let mut whole = reader.clone();
        loop {
            let before = list.len();
            let error = Self::read_into(&mut list, reader, version, 0, 1).err();
            if error.is_some() || list.len() == before {
                if error.is_some() {
                    list.truncate(before);
                    *reader = whole;
                }
                return (Self(list), error);
            }
            whole = reader.clone();
        }
    }

    /// Reads up to the end of a list, or so many.
    fn read_into(
        list: &mut Vec<Property>,
        reader: &mut Reader<'_>,
        version: Version,
        depth: usize,
        most: usize,
    ) -> Result<()> {
        let most = list.len().saturating_add(most);
        while list.len() < most {
            let name = Text::load(reader, "name of a property")?;
            // As it is written at the end: one without its NUL would not be written again.
            if name.count() == Self::END_COUNT && name.content() == Self::END {
                return Ok(());
            }
            make_room(list, 1);
            list.push(Property::read(name, reader, version, depth)?);
        }
        Ok(())
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        self.write_all(writer);
        Text::new("None").store(writer);
    }

    /// Writes them without the end after the last one.
    pub(crate) fn write_all(&self, writer: &mut Writer) {
        for property in &self.0 {
            property.write(writer);
        }
    }

    /// The first property of that name.
    pub fn get(&self, name: &str) -> Option<&PropertyValue> {
        self.0.iter().find(|property| property.name == *name).map(|property| &property.value)
    }

    /// The text of that name.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.as_text()
    }

    /// The whole number of that name.
    pub fn int(&self, name: &str) -> Option<i32> {
        match self.get(name)? {
            PropertyValue::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The value of the first property of that name, to be changed; [`measure`](Self::measure) when it is.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut PropertyValue> {
        self.0
            .iter_mut()
            .find(|property| property.name == *name)
            .map(|property| &mut property.value)
    }

    /// Sets the sizes of all properties to those of their values.
    pub fn measure(&mut self) {
        for property in &mut self.0 {
            match &mut property.value {
                PropertyValue::Array(elements) => elements.iter_mut().for_each(Self::measure),
                PropertyValue::Struct(_, members) => members.measure(),
                _ => {}
            }
            property.size = property.value.size();
        }
    }

    /// Bytes that the list takes up.
    fn encoded_len(&self) -> usize {
        let end = Text::new("None").encoded_len();
        self.0.iter().map(Property::encoded_len).fold(end, usize::saturating_add)
    }

    /// The elements of the array of that name; none if there is no such array.
    pub fn array(&self, name: &str) -> &[Self] {
        match self.get(name) {
            Some(PropertyValue::Array(elements)) => elements,
            _ => &[],
        }
    }
}

impl PropertyValue {
    /// The text of a string, a name or an enumeration's value.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Self::Str(text) | Self::Name(text) | Self::Byte(_, text) | Self::OldByte(text) => {
                Some(text.to_string())
            }
            _ => None,
        }
    }

    /// Whether it is a boolean that is set.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value != 0),
            Self::OldBool(value) => Some(*value != 0),
            _ => None,
        }
    }

    /// The type that goes with the value.
    const fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "IntProperty",
            Self::Float(_) => "FloatProperty",
            Self::QWord(_) => "QWordProperty",
            Self::Bool(_) | Self::OldBool(_) => "BoolProperty",
            Self::Str(_) => "StrProperty",
            Self::Name(_) => "NameProperty",
            Self::Byte(..) | Self::PlainByte(..) | Self::OldByte(_) => "ByteProperty",
            Self::Array(_) => "ArrayProperty",
            Self::Struct(..) => "StructProperty",
        }
    }

    /// The length that the game writes: not that of booleans, nor of the types of enumerations and structures.
    pub fn size(&self) -> u32 {
        let size = match self {
            Self::Bool(_) | Self::OldBool(_) => 0,
            Self::Byte(_, text) => text.encoded_len(),
            Self::PlainByte(..) => 1,
            Self::Struct(_, members) => members.encoded_len(),
            _ => self.encoded_len(),
        };
        u32::try_from(size).unwrap_or(u32::MAX)
    }

    /// Bytes that the value takes up.
    fn encoded_len(&self) -> usize {
        match self {
            Self::Int(_) | Self::Float(_) | Self::OldBool(_) => 4,
            Self::QWord(_) => 8,
            Self::Bool(_) => 1,
            Self::Str(text) | Self::Name(text) | Self::OldByte(text) => text.encoded_len(),
            Self::Byte(kind, text) => kind.encoded_len().saturating_add(text.encoded_len()),
            Self::PlainByte(kind, _) => kind.encoded_len().saturating_add(1),
            Self::Array(elements) => {
                elements.iter().map(Properties::encoded_len).fold(4, usize::saturating_add)
            }
            Self::Struct(kind, members) => kind.encoded_len().saturating_add(members.encoded_len()),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Int(value) => writer.i32_le(*value),
            Self::Float(value) => writer.f32_le(*value),
            Self::QWord(value) => writer.u64_le(*value),
            Self::Bool(value) => writer.u8(*value),
            Self::OldBool(value) => writer.u32_le(*value),
            Self::Str(text) | Self::Name(text) | Self::OldByte(text) => text.store(writer),
            Self::Byte(kind, value) => {
                kind.store(writer);
                value.store(writer);
            }
            Self::PlainByte(kind, value) => {
                kind.store(writer);
                writer.u8(*value);
            }
            Self::Array(elements) => {
                writer.i32_le(i32::try_from(elements.len()).unwrap_or(i32::MAX));
                for element in elements {
                    element.write(writer);
                }
            }
            Self::Struct(kind, members) => {
                kind.store(writer);
                members.write(writer);
            }
        }
    }
}

impl Property {
    /// A property as the game writes it.
    pub fn new(name: &str, value: PropertyValue) -> Self {
        let (kind, size) = (Text::new(value.kind()), value.size());
        Self { name: Text::new(name), kind, size, index: 0, value }
    }

    /// Bytes that it takes up.
    fn encoded_len(&self) -> usize {
        let names = self.name.encoded_len().saturating_add(self.kind.encoded_len());
        names.saturating_add(8).saturating_add(self.value.encoded_len())
    }

    fn read(name: Text, reader: &mut Reader<'_>, version: Version, depth: usize) -> Result<Self> {
        let kind = TextRef::load(reader, "type of a property")?;
        let size = reader.u32_le("size of a property")?;
        let index = reader.u32_le("index of a property")?;
        let below = depth.saturating_add(1);
        let value = match &*kind.spelling() {
            b"IntProperty" => PropertyValue::Int(reader.i32_le("integer")?),
            b"FloatProperty" => PropertyValue::Float(reader.f32_le("float")?),
            b"QWordProperty" => PropertyValue::QWord(reader.u64_le("64-bit integer")?),
            b"BoolProperty" if version.is_unnumbered() => {
                PropertyValue::OldBool(reader.u32_le("boolean")?)
            }
            b"BoolProperty" => PropertyValue::Bool(reader.u8("boolean")?),
            b"StrProperty" => PropertyValue::Str(Text::load(reader, "text")?),
            b"NameProperty" => PropertyValue::Name(Text::load(reader, "name")?),
            b"ByteProperty" if version.is_unnumbered() => {
                PropertyValue::OldByte(Text::load(reader, "value of an enumeration")?)
            }
            b"ByteProperty" => {
                let enumeration = Text::load(reader, "enumeration")?;
                if enumeration == *"None" {
                    PropertyValue::PlainByte(enumeration, reader.u8("byte")?)
                } else {
                    let value = Text::load(reader, "value of an enumeration")?;
                    PropertyValue::Byte(enumeration, value)
                }
            }
            b"ArrayProperty" => {
                let count = reader.i32_le("number of elements")?;
                if count < 0 {
                    let found = count.to_string();
                    return Err(reader.error(Fault::Malformed, "a number of elements", found));
                }
                let mut elements = Vec::new();
                for _ in 0..count {
                    make_room(&mut elements, 4);
                    elements.push(Properties::read(reader, version, below)?);
                }
                PropertyValue::Array(elements)
            }
            b"StructProperty" => {
                let kind = Text::load(reader, "type of a structure")?;
                PropertyValue::Struct(kind, Properties::read(reader, version, below)?)
            }
            _ => {
                let found = format!("\"{}\"", kind.as_str());
                return Err(reader.error(Fault::Malformed, "a type of property", found));
            }
        };
        Ok(Self { name, kind: kind.into(), size, index, value })
    }

    fn write(&self, writer: &mut Writer) {
        self.name.store(writer);
        self.kind.store(writer);
        writer.u32_le(self.size);
        writer.u32_le(self.index);
        self.value.write(writer);
    }
}

/// Makes a list longer that is full, by half: they are many, and short.
fn make_room<T>(list: &mut Vec<T>, least: usize) {
    if list.len() == list.capacity() {
        list.reserve_exact(least.max(list.len() / 2));
    }
}
