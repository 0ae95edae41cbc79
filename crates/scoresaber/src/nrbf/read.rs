//! Records of the stream, one after the other.

use ghostreel_core::io::Reader;
use ghostreel_core::{Diagnostic, Diagnostics, Error, Fault, Mode, Result, Severity};

use super::SavedData;
use super::class::{Class, KeyframePlaces, Member, read_string};
use super::record_type;
use crate::limits;

/// The section that errors name; their offsets are those of the payload.
const SECTION: &str = "payload.graph";

impl SavedData {
    /// Reads an object graph: all keyframes up to its end, or to where it is damaged.
    ///
    /// # Errors
    /// If it does not begin as one.
    pub fn from_graph(bytes: Vec<u8>) -> Result<Self> {
        read(bytes, Mode::Recover, &mut Diagnostics::default())
    }
}

/// Reads an object graph.
///
/// # Errors
/// In strict mode on any damage; in recover mode if it does not begin as one.
pub(crate) fn read(
    payload: Vec<u8>,
    mode: Mode,
    diagnostics: &mut Diagnostics,
) -> Result<SavedData> {
    let mut reader = Reader::new(&payload, SECTION);
    read_header(&mut reader)?;
    let mut walk = Walk::default();
    let end = loop {
        let at = reader.clone();
        match walk.record(&mut reader) {
            Ok(true) => {}
            Ok(false) => {
                let left = reader.rest().len();
                if left > 0 {
                    let message =
                        format!("{left} bytes after the end of the graph are kept unread");
                    diagnostics.push(Diagnostic::new(
                        Severity::Warning,
                        reader.offset(),
                        SECTION,
                        message,
                    ));
                }
                break walk.complaint(at.offset());
            }
            Err(error) => break Some(error),
        }
    };
    match (end, mode) {
        (Some(error), Mode::Strict) => return Err(error),
        (Some(error), Mode::Recover) => {
            let message = format!("{}; {} keyframes were read", error.message(), walk.places.len());
            diagnostics.push(Diagnostic { message, ..Diagnostic::from(error) });
        }
        (None, _) => {}
    }
    let Walk { layout, places, .. } = walk;
    Ok(SavedData::of(payload, layout.unwrap_or(KeyframePlaces::CANONICAL), places))
}

/// `SerializationHeaderRecord`.
fn read_header(reader: &mut Reader<'_>) -> Result<()> {
    let start = reader.clone();
    let kind = reader.u8("the header of an object graph")?;
    let [_root, _header, major, minor] =
        [(); 4].map(|()| reader.i32_le("the header of an object graph"));
    let version = (major?, minor?);
    if kind != record_type::SERIALIZED_STREAM_HEADER || version != (1, 0) {
        let found = format!("record type {kind} and version {}.{}", version.0, version.1);
        let expected = "an object graph of .NET, version 1.0, as old plugins wrote it";
        return Err(start.error(Fault::Malformed, expected, found));
    }
    Ok(())
}

#[derive(Default)]
struct Walk {
    classes: Vec<Class>,
    /// How keyframes lie in memory, by the first class that has their members.
    layout: Option<KeyframePlaces>,
    /// The class of keyframes.
    keyframe_class: Option<i32>,
    /// Where the values of each keyframe begin.
    places: Vec<u32>,
    /// Elements that the longest array promises, and those that are null.
    promised: u64,
    nulls: u64,
}

impl Walk {
    /// Reads a record. `false`: it was the last one.
    fn record(&mut self, reader: &mut Reader<'_>) -> Result<bool> {
        use record_type as types;
        let at = reader.clone();
        match reader.u8("a record")? {
            types::CLASS_WITH_ID => {
                reader.i32_le("an object id")?;
                let class = reader.i32_le("the id of a class")?;
                let Some(index) = self.classes.iter().position(|known| known.id == class) else {
                    let found = format!("id {class}");
                    return Err(at.error(
                        Fault::Malformed,
                        "the id of a class that is known",
                        found,
                    ));
                };
                self.object(index, reader)?;
            }
            types::CLASS_WITH_MEMBERS_AND_TYPES => {
                let class = Class::read(reader)?;
                if self.classes.len() >= limits::CLASSES {
                    let expected = format!("at most {} classes", limits::CLASSES);
                    return Err(at.error(Fault::Limit, expected, "one more"));
                }
                if let (None, Some(places)) = (&self.layout, class.keyframe) {
                    (self.layout, self.keyframe_class) = (Some(places), Some(class.id));
                }
                self.classes.push(class);
                self.object(self.classes.len().saturating_sub(1), reader)?;
            }
            types::BINARY_OBJECT_STRING => {
                reader.i32_le("an object id")?;
                read_string(reader, "a string")?;
            }
            types::BINARY_ARRAY => self.array(reader)?,
            types::MEMBER_REFERENCE => {
                reader.i32_le("the id of an object")?;
            }
            types::OBJECT_NULL => self.nulls = self.nulls.saturating_add(1),
            types::OBJECT_NULL_MULTIPLE_256 => {
                let nulls = reader.u8("a count of nulls")?;
                self.nulls = self.nulls.saturating_add(nulls.into());
            }
            types::OBJECT_NULL_MULTIPLE => {
                let nulls = reader.i32_le("a count of nulls")?;
                self.nulls = self.nulls.saturating_add(u64::try_from(nulls).unwrap_or(0));
            }
            types::MESSAGE_END => return Ok(false),
            types::BINARY_LIBRARY => {
                reader.i32_le("a library id")?;
                read_string(reader, "the name of a library")?;
            }
            other => {
                let expected = "a record that the graph of a replay has";
                return Err(at.error(Fault::Unsupported, expected, format!("record type {other}")));
            }
        }
        Ok(true)
    }

    /// Reads the values of an object.
    fn object(&mut self, index: usize, reader: &mut Reader<'_>) -> Result<()> {
        let Some(class) = self.classes.get(index) else { return Ok(()) };
        let start = reader.position();
        if self.keyframe_class == Some(class.id)
            && let Some(places) = class.keyframe
        {
            reader.take(places.size, "the values of a keyframe")?;
            if let Ok(start) = u32::try_from(start) {
                self.places.push(start);
            }
            return Ok(());
        }
        for member in &class.members {
            match *member {
                Member::Number { size, .. } => {
                    reader.take(size, "the value of a member")?;
                }
                Member::Record => read_value(reader)?,
            }
        }
        Ok(())
    }

    /// `BinaryArray`, without its elements, which are records of their own.
    fn array(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        const SINGLE: u8 = 0;
        const CLASS: u8 = 4;
        let at = reader.clone();
        reader.i32_le("an object id")?;
        let shape = reader.u8("the shape of an array")?;
        let dimensions = reader.i32_le("the dimensions of an array")?;
        let length = reader.i32_le("the length of an array")?;
        let kind = reader.u8("the type of an array's elements")?;
        let Ok(length) = u64::try_from(length) else {
            return Err(at.error(Fault::Malformed, "an array of 0 or more", format!("{length}")));
        };
        if (shape, dimensions, kind) != (SINGLE, 1, CLASS) {
            let found = format!("shape {shape}, {dimensions} dimensions, type {kind}");
            return Err(at.error(
                Fault::Unsupported,
                "an array of objects in one dimension",
                found,
            ));
        }
        read_string(reader, "the name of a class")?;
        reader.i32_le("a library id")?;
        self.promised = self.promised.max(length);
        Ok(())
    }

    /// The error for a graph that is not complete.
    fn complaint(&self, offset: u64) -> Option<Error> {
        if self.keyframe_class.is_none() && self.promised > 0 {
            let found = format!("an array of {} other objects", self.promised);
            return Some(Error::new(Fault::Malformed, offset, SECTION, "keyframes", found));
        }
        let (promised, there) = (self.promised, self.places.len() as u64);
        (there.saturating_add(self.nulls) < promised).then(|| {
            let expected = format!("{promised} keyframes");
            let found = format!("{there} and the end of the graph");
            Error::new(Fault::Malformed, offset, SECTION, expected, found)
        })
    }
}

/// The value of a member that is no number: a reference, a string, or nothing.
fn read_value(reader: &mut Reader<'_>) -> Result<()> {
    use record_type as types;
    let at = reader.clone();
    match reader.u8("the value of a member")? {
        types::MEMBER_REFERENCE => {
            reader.i32_le("the id of an object")?;
        }
        types::OBJECT_NULL => {}
        types::BINARY_OBJECT_STRING => {
            reader.i32_le("an object id")?;
            read_string(reader, "a string")?;
        }
        other => {
            let expected = "a reference, a string or null";
            return Err(at.error(Fault::Unsupported, expected, format!("record type {other}")));
        }
    }
    Ok(())
}
