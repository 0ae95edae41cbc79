//! The body: what surrounds the network stream.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Result};

use super::text::Container;
use super::{Text, TextRef};
use crate::limits;

/// Everything of the body but the network stream. `T` is [`Text`], or [`TextRef`] for texts in the file's bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body<T = Text> {
    /// Names of the levels that the game loaded.
    pub levels: Vec<T>,
    /// Positions in the stream where all actors are sent again.
    pub keyframes: Vec<KeyFrame>,
    /// Errors while recording.
    pub debug_log: Vec<DebugLog<T>>,
    /// Marks on the time line: goals, saves, the player's own.
    pub tick_marks: Vec<TickMark<T>>,
    /// Names of the game's packages.
    pub packages: Vec<T>,
    /// The table of objects: classes, archetypes and properties by name.
    pub objects: Vec<T>,
    /// The table of names that actors have and that values refer to.
    pub names: Vec<T>,
    /// Classes among the objects.
    pub class_index: Vec<ClassIndex<T>>,
    /// The properties of each class, with their numbers in the stream.
    pub net_cache: Vec<NetCache>,
}

/// A position in the stream where all actors are sent again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyFrame {
    /// Time, in seconds.
    pub time: f32,
    /// Number of its frame.
    pub frame: i32,
    /// Where the frame begins, in bits from the start of the stream.
    pub position: u32,
}

/// A message about what went wrong while recording.
#[derive(Clone, Debug, PartialEq)]
pub struct DebugLog<T = Text> {
    /// Number of the frame.
    pub frame: i32,
    /// The player whose machine wrote it.
    pub user: T,
    /// The message.
    pub text: T,
}

/// A mark on the time line.
#[derive(Clone, Debug, PartialEq)]
pub struct TickMark<T = Text> {
    /// `Team0Goal`, `Team1Save`, `User`, …
    pub kind: T,
    /// Number of the frame.
    pub frame: i32,
}

/// A class, and its index in the table of objects.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassIndex<T = Text> {
    /// Name of the class.
    pub class: T,
    /// Index in the table of objects.
    pub object: i32,
}

/// The properties that a class adds to those of the class above it.
#[derive(Clone, Debug, PartialEq)]
pub struct NetCache {
    /// The class, by its index in the table of objects.
    pub object: i32,
    /// The least stream id that its properties may have.
    pub parent: i32,
    /// One more than the greatest stream id that they may have.
    pub cache: i32,
    /// Its properties.
    pub properties: Vec<NetProperty>,
}

/// A property and its number in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetProperty {
    /// The property, by its index in the table of objects.
    pub object: i32,
    /// Its number in the stream.
    pub stream_id: i32,
}

/// A type that can be read as an element of a list.
trait Readable<'a>: Sized {
    /// The fewest bytes that it can have.
    const MIN_BYTES: usize;
    fn read(reader: &mut Reader<'a>) -> Result<Self>;
}

/// A type that can be written as an element of a list.
trait Writable {
    fn write(&self, writer: &mut Writer);
}

/// Reads a count and as many elements.
fn read_list<'a, E: Readable<'a>>(reader: &mut Reader<'a>) -> Result<Vec<E>> {
    let count = read_count(reader, E::MIN_BYTES)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        list.push(E::read(reader)?);
    }
    Ok(list)
}

/// Reads a count of elements that have at least `min_bytes` each, and checks it against the bytes that are left.
fn read_count(reader: &mut Reader<'_>, min_bytes: usize) -> Result<usize> {
    let count = reader.i32_le("number of elements")?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let room = reader.rest().len().checked_div(min_bytes).unwrap_or(0);
    if count > room {
        let expected = format!("at most {room} elements, for which there are bytes");
        return Err(reader.error(Fault::Malformed, expected, format!("{count}")));
    }
    if count > limits::ELEMENTS {
        let expected = format!("at most {} elements", limits::ELEMENTS);
        return Err(reader.error(Fault::Limit, expected, format!("{count}")));
    }
    Ok(count)
}

fn write_list<E: Writable>(list: &[E], writer: &mut Writer) {
    writer.i32_le(i32::try_from(list.len()).unwrap_or(i32::MAX));
    for element in list {
        element.write(writer);
    }
}

impl<'a> Readable<'a> for TextRef<'a> {
    const MIN_BYTES: usize = 4;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Self::load(reader, "text")
    }
}

impl<T: Container> Writable for T {
    fn write(&self, writer: &mut Writer) {
        self.store(writer);
    }
}

impl<'a> Readable<'a> for KeyFrame {
    const MIN_BYTES: usize = 12;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Self {
            time: reader.f32_le("time")?,
            frame: reader.i32_le("frame")?,
            position: reader.u32_le("position")?,
        })
    }
}

impl Writable for KeyFrame {
    fn write(&self, writer: &mut Writer) {
        writer.f32_le(self.time);
        writer.i32_le(self.frame);
        writer.u32_le(self.position);
    }
}

impl<'a> Readable<'a> for DebugLog<TextRef<'a>> {
    const MIN_BYTES: usize = 12;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Self {
            frame: reader.i32_le("frame")?,
            user: TextRef::load(reader, "user")?,
            text: TextRef::load(reader, "text")?,
        })
    }
}

impl<T: Container> Writable for DebugLog<T> {
    fn write(&self, writer: &mut Writer) {
        writer.i32_le(self.frame);
        self.user.store(writer);
        self.text.store(writer);
    }
}

impl<'a> Readable<'a> for TickMark<TextRef<'a>> {
    const MIN_BYTES: usize = 8;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Self { kind: TextRef::load(reader, "type")?, frame: reader.i32_le("frame")? })
    }
}

impl<T: Container> Writable for TickMark<T> {
    fn write(&self, writer: &mut Writer) {
        self.kind.store(writer);
        writer.i32_le(self.frame);
    }
}

impl<'a> Readable<'a> for ClassIndex<TextRef<'a>> {
    const MIN_BYTES: usize = 8;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Self { class: TextRef::load(reader, "class")?, object: reader.i32_le("object")? })
    }
}

impl<T: Container> Writable for ClassIndex<T> {
    fn write(&self, writer: &mut Writer) {
        self.class.store(writer);
        writer.i32_le(self.object);
    }
}

impl<'a> Readable<'a> for NetCache {
    const MIN_BYTES: usize = 16;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Self {
            object: reader.i32_le("object")?,
            parent: reader.i32_le("parent id")?,
            cache: reader.i32_le("cache id")?,
            properties: read_list(reader)?,
        })
    }
}

impl Writable for NetCache {
    fn write(&self, writer: &mut Writer) {
        writer.i32_le(self.object);
        writer.i32_le(self.parent);
        writer.i32_le(self.cache);
        write_list(&self.properties, writer);
    }
}

impl<'a> Readable<'a> for NetProperty {
    const MIN_BYTES: usize = 8;

    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        Ok(Self { object: reader.i32_le("object")?, stream_id: reader.i32_le("stream id")? })
    }
}

impl Writable for NetProperty {
    fn write(&self, writer: &mut Writer) {
        writer.i32_le(self.object);
        writer.i32_le(self.stream_id);
    }
}

/// A part of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BodyPart {
    Levels,
    Keyframes,
    Stream,
    DebugLog,
    TickMarks,
    Packages,
    Objects,
    Names,
    ClassIndex,
    NetCache,
}

impl BodyPart {
    /// The parts in the file's order.
    pub(crate) const ALL: [Self; 10] = [
        Self::Levels,
        Self::Keyframes,
        Self::Stream,
        Self::DebugLog,
        Self::TickMarks,
        Self::Packages,
        Self::Objects,
        Self::Names,
        Self::ClassIndex,
        Self::NetCache,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Levels => "levels",
            Self::Keyframes => "keyframes",
            Self::Stream => "network stream",
            Self::DebugLog => "debug log",
            Self::TickMarks => "tick marks",
            Self::Packages => "packages",
            Self::Objects => "objects",
            Self::Names => "names",
            Self::ClassIndex => "class index",
            Self::NetCache => "net cache",
        }
    }
}

impl Body {
    /// How many parts a whole body has.
    pub(crate) const PARTS: usize = BodyPart::ALL.len();
}

impl<'a> Body<TextRef<'a>> {
    /// Reads as many parts as it can. Returns the body, the range of the stream in the reader's bytes, the number of parts read, and
    /// the error that stopped it, if one did. The reader then stands after the last part read.
    pub(crate) fn read(
        reader: &mut Reader<'a>,
    ) -> (Self, std::ops::Range<usize>, usize, Option<Error>) {
        let mut body = Self::default();
        let mut stream = 0..0;
        for (count, part) in BodyPart::ALL.into_iter().enumerate() {
            let mut attempt = reader.clone();
            attempt.enter(part.name());
            if let Err(error) = body.read_part(part, &mut attempt, &mut stream) {
                return (body, stream, count, Some(error));
            }
            *reader = attempt;
        }
        (body, stream, BodyPart::ALL.len(), None)
    }

    fn read_part(
        &mut self,
        part: BodyPart,
        reader: &mut Reader<'a>,
        stream: &mut std::ops::Range<usize>,
    ) -> Result<()> {
        match part {
            BodyPart::Levels => self.levels = read_list(reader)?,
            BodyPart::Keyframes => self.keyframes = read_list(reader)?,
            BodyPart::Stream => {
                let size = reader.u32_le("size of the stream")?;
                let start = reader.position();
                reader.take(size as usize, "network stream")?;
                *stream = start..reader.position();
            }
            BodyPart::DebugLog => self.debug_log = read_list(reader)?,
            BodyPart::TickMarks => self.tick_marks = read_list(reader)?,
            BodyPart::Packages => self.packages = read_list(reader)?,
            BodyPart::Objects => self.objects = read_list(reader)?,
            BodyPart::Names => self.names = read_list(reader)?,
            BodyPart::ClassIndex => self.class_index = read_list(reader)?,
            BodyPart::NetCache => self.net_cache = read_list(reader)?,
        }
        Ok(())
    }

    /// A copy that owns its texts.
    pub(crate) fn to_owned(&self) -> Body {
        let own = |texts: &[TextRef<'_>]| texts.iter().map(|text| Text::from(*text)).collect();
        let debug_log = self.debug_log.iter().map(|entry| DebugLog {
            frame: entry.frame,
            user: entry.user.into(),
            text: entry.text.into(),
        });
        let tick_marks = self
            .tick_marks
            .iter()
            .map(|mark| TickMark { kind: mark.kind.into(), frame: mark.frame });
        let class_index = self
            .class_index
            .iter()
            .map(|entry| ClassIndex { class: entry.class.into(), object: entry.object });
        Body {
            levels: own(&self.levels),
            keyframes: self.keyframes.clone(),
            debug_log: debug_log.collect(),
            tick_marks: tick_marks.collect(),
            packages: own(&self.packages),
            objects: own(&self.objects),
            names: own(&self.names),
            class_index: class_index.collect(),
            net_cache: self.net_cache.clone(),
        }
    }
}

impl<T: Container> Body<T> {
    /// Writes the first `parts` parts.
    pub(crate) fn write(&self, parts: usize, stream: &[u8], writer: &mut Writer) {
        for part in BodyPart::ALL.into_iter().take(parts) {
            match part {
                BodyPart::Levels => write_list(&self.levels, writer),
                BodyPart::Keyframes => write_list(&self.keyframes, writer),
                BodyPart::Stream => {
                    writer.u32_le(u32::try_from(stream.len()).unwrap_or(u32::MAX));
                    writer.bytes(stream);
                }
                BodyPart::DebugLog => write_list(&self.debug_log, writer),
                BodyPart::TickMarks => write_list(&self.tick_marks, writer),
                BodyPart::Packages => write_list(&self.packages, writer),
                BodyPart::Objects => write_list(&self.objects, writer),
                BodyPart::Names => write_list(&self.names, writer),
                BodyPart::ClassIndex => write_list(&self.class_index, writer),
                BodyPart::NetCache => write_list(&self.net_cache, writer),
            }
        }
    }
}
