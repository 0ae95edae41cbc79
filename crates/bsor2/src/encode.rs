//! Model to bytes.

use ghostreel_core::io::Writer;
use ghostreel_core::{DecodeOptions, Record};

use crate::layout::{Extent, Header, InfoItem, SectionId, SectionName, StringRef, TableRow};
use crate::limits;
use crate::model::{CustomSection, Replay};
use crate::sections::{POOL, Sections};
use crate::version::Version;
use ghostreel_bsor::MAGIC;

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included; one that was changed is written
/// in the usual order.
pub fn encode(replay: &Replay) -> Vec<u8> {
    if is_original(replay) { replay.original.clone() } else { write(replay, &Order::USUAL) }
}

/// Whether the file that the replay was decoded from has the replay's values.
fn is_original(replay: &Replay) -> bool {
    let Ok(there) = Sections::open(&replay.original[..], &DecodeOptions::RECOVER) else {
        return false;
    };
    there.header().minor == replay.minor
        && there.info().is_same(&replay.info)
        && there.info_appended() == replay.info_appended
        && there.frames().is(&replay.frames)
        && there.notes().is(&replay.notes)
        && there.walls().is(&replay.walls)
        && there.heights().is(&replay.heights)
        && there.pauses().is(&replay.pauses)
        && there.custom().len() == replay.sections.len()
        && there.custom().zip(&replay.sections).all(|(found, kept)| found == *kept)
}

/// In what order everything is written. Readers must take any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// The first six rows.
    pub(crate) rows: [SectionId; SectionId::ALL.len()],
    /// Whether the sections lie in the reverse order of their rows, strings first.
    pub(crate) is_reversed: bool,
    /// Unused bytes in front of each section, and in it in front of the first item.
    pub(crate) gap: usize,
    /// Whether a string that stands in the bytes of earlier ones is not written again.
    pub(crate) shares_strings: bool,
}

impl Order {
    /// Rows, sections, and after all of them the strings.
    pub(crate) const USUAL: Self =
        Self { rows: SectionId::ALL, is_reversed: false, gap: 0, shares_strings: false };
}

/// Writes a replay in an order.
pub(crate) fn write(replay: &Replay, order: &Order) -> Vec<u8> {
    let mut strings = Strings { base: 0, shares: order.shares_strings, bytes: Vec::new() };
    strings.item(replay);
    let mut parts: Vec<Part<'_>> = Vec::new();
    parts.extend(order.rows.map(|id| Part::of(replay, id, order.gap)));
    let room = limits::ROWS.saturating_sub(parts.len()).saturating_sub(1);
    parts.extend(replay.sections.iter().take(room).map(Part::custom));
    parts.push(Part::strings(strings.bytes.len()));

    let table = parts.len().saturating_mul(TableRow::SIZE);
    let mut end = Header::SIZE.saturating_add(table);
    let mut put = |part: &mut Part<'_>| {
        part.start = align(end.saturating_add(order.gap));
        if part.content == Content::Strings {
            strings.base = part.start;
        }
        end = part.start.saturating_add(part.size);
    };
    if order.is_reversed {
        parts.iter_mut().rev().for_each(&mut put);
    } else {
        parts.iter_mut().for_each(&mut put);
    }

    let mut writer = Writer::with_capacity(end);
    writer.record(&Header {
        magic: MAGIC,
        major: Version::MAJOR,
        minor: replay.minor,
        rows: u16::try_from(parts.len()).unwrap_or(u16::MAX),
    });
    parts.iter().for_each(|part| writer.bytes(&part.row().to_bytes()));
    parts.sort_by_key(|part| part.start);
    for part in &parts {
        fill(&mut writer, part.start);
        fill(&mut writer, part.start.saturating_add(part.first));
        part.write(replay, &mut strings, &mut writer);
    }
    writer.finish()
}

/// Sections begin at multiples of this, for readers that map the file into memory.
const ALIGNMENT: usize = 4;

fn align(position: usize) -> usize {
    position.checked_next_multiple_of(ALIGNMENT).unwrap_or(position)
}

/// Writes zeros up to a position.
fn fill(writer: &mut Writer, position: usize) {
    writer.bytes(&vec![0; position.saturating_sub(writer.len())]);
}

/// A section that is to be written.
struct Part<'r> {
    name: SectionName,
    content: Content<'r>,
    start: usize,
    size: usize,
    first: usize,
    item_size: usize,
    item_count: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Content<'r> {
    Known(SectionId),
    Custom(&'r CustomSection),
    Strings,
}

impl<'r> Part<'r> {
    fn of(replay: &Replay, id: SectionId, gap: usize) -> Self {
        let (item_size, item_count) = match id {
            SectionId::Info => (InfoItem::SIZE.saturating_add(replay.info_appended.len()), 1),
            SectionId::Frames => (replay.frames.item_size(), replay.frames.records.len()),
            SectionId::Notes => (replay.notes.item_size(), replay.notes.records.len()),
            SectionId::Walls => (replay.walls.item_size(), replay.walls.records.len()),
            SectionId::Heights => (replay.heights.item_size(), replay.heights.records.len()),
            SectionId::Pauses => (replay.pauses.item_size(), replay.pauses.records.len()),
        };
        let size = item_size.saturating_mul(item_count).saturating_add(gap);
        let (name, content) = (id.into(), Content::Known(id));
        Self { name, content, start: 0, size, first: gap, item_size, item_count }
    }

    fn custom(section: &'r CustomSection) -> Self {
        Self {
            name: section.name,
            content: Content::Custom(section),
            start: 0,
            size: section.bytes.len(),
            first: 0,
            item_size: section.item_size as usize,
            item_count: section.item_count as usize,
        }
    }

    fn strings(size: usize) -> Self {
        let name = SectionName::new(POOL).unwrap_or(SectionId::Info.into());
        let content = Content::Strings;
        Self { name, content, start: 0, size, first: 0, item_size: 1, item_count: size }
    }

    fn row(&self) -> TableRow {
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        let first_item = match self.content {
            Content::Custom(section) => section.first_item,
            _ => number(self.first),
        };
        let extent = Extent {
            offset: number(self.start),
            size: number(self.size),
            item_size: number(self.item_size),
            item_count: number(self.item_count),
            first_item,
        };
        TableRow { name: self.name, extent }
    }

    fn write(&self, replay: &Replay, strings: &mut Strings, writer: &mut Writer) {
        match self.content {
            Content::Known(SectionId::Info) => {
                writer.record(&strings.item(replay));
                writer.bytes(&replay.info_appended);
            }
            Content::Known(SectionId::Frames) => replay.frames.write(writer),
            Content::Known(SectionId::Notes) => replay.notes.write(writer),
            Content::Known(SectionId::Walls) => replay.walls.write(writer),
            Content::Known(SectionId::Heights) => replay.heights.write(writer),
            Content::Known(SectionId::Pauses) => replay.pauses.write(writer),
            Content::Custom(section) => writer.bytes(&section.bytes),
            Content::Strings => writer.bytes(&strings.bytes),
        }
    }
}

/// The bytes of all strings, each with a zero of its own width after it.
struct Strings {
    base: usize,
    shares: bool,
    bytes: Vec<u8>,
}

impl Strings {
    /// The item of INFO, its strings collected anew.
    fn item(&mut self, replay: &Replay) -> InfoItem {
        self.bytes.clear();
        replay.info.item(|bytes, unit| self.add(bytes, unit))
    }

    fn add(&mut self, string: &[u8], unit: usize) -> StringRef {
        if string.is_empty() {
            return StringRef::default();
        }
        // Looked for only where that is asked for: it takes the length of the one times that of the other.
        let earlier = || self.bytes.windows(string.len()).position(|bytes| bytes == string);
        let start = self.shares.then(earlier).flatten().unwrap_or_else(|| {
            // Whole units of UTF-16 are where a reader can map them.
            let start = self.bytes.len().checked_next_multiple_of(unit);
            self.bytes.resize(start.unwrap_or(self.bytes.len()), 0);
            let start = self.bytes.len();
            self.bytes.extend_from_slice(string);
            self.bytes.resize(self.bytes.len().saturating_add(unit), 0);
            start
        });
        let number = |value: usize| i32::try_from(value).unwrap_or(i32::MAX);
        StringRef { length: number(string.len()), pointer: number(self.base.saturating_add(start)) }
    }
}
