//! The places of sections in a file: opening finds every section and checks it against the file, items are decoded when asked for.

use std::borrow::Cow;
use std::ops::Range;

use ghostreel_core::io::Reader;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, Outcome, Record, Result};

use crate::items::Items;
use crate::layout::{
    Extent, Frame, Header, Height, Info, InfoItem, Note, Pause, SectionId, StringRef, TableRow,
    Wall,
};
use crate::log::Log;
use crate::model::{CustomSection, Replay};
use crate::place::{Place, Room, place};
use crate::version::Version;
use ghostreel_bsor::MAGIC;

/// The section that strings are written to. Strings may be anywhere, so it says nothing by itself.
pub(crate) const POOL: &[u8] = b".text";

/// A file's bytes and where everything in them is.
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    bytes: Cow<'a, [u8]>,
    header: Header,
    /// Rows that are there.
    rows: usize,
    info: Info,
    /// Where each section of the format is, by its id.
    places: [Place; SectionId::ALL.len()],
    custom: Vec<CustomPlace>,
    diagnostics: Vec<Diagnostic>,
}

/// Where a section of another writer is.
#[derive(Clone, Debug)]
struct CustomPlace {
    row: usize,
    place: Place,
}

impl<'a> Sections<'a> {
    /// Opens a file: reads the table, finds every section and string, and checks that all of them are within the file.
    ///
    /// # Errors
    /// In strict mode on any damage; in recover mode if there is no header or no row of the table.
    pub fn open(bytes: impl Into<Cow<'a, [u8]>>, options: &DecodeOptions) -> Result<Self> {
        let bytes = bytes.into();
        let mut log = Log::new(options);
        let header = read_header(&bytes)?;
        if header.minor != 0 {
            let message = format!("minor version {} is read as 0", header.minor);
            log.warn(5, "header", message);
        }
        let rows = rows(&bytes, usize::from(header.rows)).count();
        if rows < usize::from(header.rows).max(1) {
            let end = Header::SIZE.saturating_add(rows.saturating_mul(TableRow::SIZE));
            let expected = format!("{} rows of {} bytes", header.rows.max(6), TableRow::SIZE);
            let fault = if header.rows == 0 { Fault::Malformed } else { Fault::Truncated };
            let error = Error::new(fault, end as u64, "table", expected, rows.to_string());
            if rows == 0 {
                return Err(error);
            }
            log.damage(error)?;
        }
        let (found, custom_rows) = sort_rows(&bytes, rows, &mut log)?;

        let mut room = Room::of(&bytes);
        let mut places: [Place; SectionId::ALL.len()] = Default::default();
        let mut info = Info::default();
        for ((id, extent), kept) in SectionId::ALL.into_iter().zip(found).zip(&mut places) {
            let Some((_, extent)) = extent else { continue };
            let known = record_size(id);
            *kept = place(bytes.len(), &extent, known, id.name(), &mut log)?;
            if id == SectionId::Info {
                info = read_info(&bytes, kept, extent, &mut room, &mut log)?;
            } else {
                room.cut_items(kept, extent, id.name(), &mut log)?;
            }
        }
        let mut custom = Vec::with_capacity(custom_rows);
        for (row, entry) in self::rows(&bytes, rows).enumerate() {
            let is_pool = entry.name.as_bytes() == POOL;
            let is_of_format = found.iter().flatten().any(|(known, _)| *known == row);
            if is_of_format {
                continue;
            }
            let section = if is_pool { "strings" } else { "custom section" };
            let mut place = place(bytes.len(), &entry.extent, 1, section, &mut log)?;
            if !is_pool {
                room.cut_section(&mut place, entry.extent, &mut log)?;
                custom.push(CustomPlace { row, place });
            }
        }
        let diagnostics = log.into_diagnostics();
        Ok(Self { bytes, header, rows, info, places, custom, diagnostics })
    }

    /// The file's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file's bytes.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// The first eight bytes.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The rows of the table that are there, in the file's order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = TableRow> + '_ {
        rows(&self.bytes, self.rows)
    }

    /// INFO; empty if it cannot be read.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The bytes of INFO's item after the known structure.
    pub fn info_appended(&self) -> &[u8] {
        self.items::<InfoItem>(SectionId::Info).appended().next().unwrap_or_default()
    }

    /// FRAMES.
    pub fn frames(&self) -> Items<'_, Frame> {
        self.items(SectionId::Frames)
    }

    /// NOTES.
    pub fn notes(&self) -> Items<'_, Note> {
        self.items(SectionId::Notes)
    }

    /// WALLS.
    pub fn walls(&self) -> Items<'_, Wall> {
        self.items(SectionId::Walls)
    }

    /// HEIGHTS.
    pub fn heights(&self) -> Items<'_, Height> {
        self.items(SectionId::Heights)
    }

    /// PAUSES.
    pub fn pauses(&self) -> Items<'_, Pause> {
        self.items(SectionId::Pauses)
    }

    /// The sections of other writers, in the order of their rows; that of the strings is not among them.
    pub fn custom(&self) -> impl ExactSizeIterator<Item = CustomSection> + '_ {
        self.custom.iter().map(|custom| {
            let TableRow { name, extent: Extent { item_size, first_item, .. } } =
                row(&self.bytes, custom.row);
            let bytes = self.slice(&custom.place.section);
            CustomSection {
                name,
                item_size,
                item_count: u32::try_from(custom.place.count).unwrap_or(u32::MAX),
                first_item: first_item.min(u32::try_from(bytes.len()).unwrap_or(u32::MAX)),
                bytes: bytes.to_vec(),
            }
        })
    }

    /// The diagnostics of opening.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether anything was lost.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.diagnostics)
    }

    /// The whole replay as plain data, the file given up for it.
    pub fn into_replay(mut self) -> Replay {
        let info = std::mem::take(&mut self.info);
        let values = self.values(info);
        Replay { original: self.bytes.into_owned(), ..values }
    }

    /// The whole replay as plain data with that info, without the file that it is from.
    pub(crate) fn values(&self, info: Info) -> Replay {
        Replay {
            original: Vec::new(),
            minor: self.header.minor,
            info,
            info_appended: self.info_appended().to_vec(),
            frames: self.frames().to_list(),
            notes: self.notes().to_list(),
            walls: self.walls().to_list(),
            heights: self.heights().to_list(),
            pauses: self.pauses().to_list(),
            sections: self.custom().collect(),
        }
    }

    fn items<R: Record + Default>(&self, id: SectionId) -> Items<'_, R> {
        let place = self.places.get(id as usize).cloned().unwrap_or_default();
        Items::new(self.slice(&place.items()), place.item_size)
    }

    fn slice(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }
}

fn read_header(bytes: &[u8]) -> Result<Header> {
    let mut reader = Reader::new(bytes, "header");
    let start = reader.clone();
    let magic = reader.i32_le("magic number 0x442d3d69")?;
    if magic != MAGIC {
        let expected = format!("magic number {MAGIC:#x}");
        return Err(start.error(Fault::Malformed, expected, format!("{magic:#x}")));
    }
    let at_version = reader.clone();
    let major = reader.u8("version")?;
    if major != Version::MAJOR {
        return Err(at_version.error(Fault::Unsupported, "version 2", format!("version {major}")));
    }
    Ok(Header { magic, major, minor: reader.u8("minor version")?, rows: reader.u16_le("rows")? })
}

/// The row at an index, which must be there.
fn row(bytes: &[u8], index: usize) -> TableRow {
    let start = Header::SIZE.saturating_add(index.saturating_mul(TableRow::SIZE));
    let none = TableRow { name: SectionId::Info.into(), extent: Extent::default() };
    bytes.get(start..).and_then(TableRow::read).unwrap_or(none)
}

/// The rows of the table, as many of `count` as are there.
fn rows(bytes: &[u8], count: usize) -> impl ExactSizeIterator<Item = TableRow> + '_ {
    let table = bytes.len().saturating_sub(Header::SIZE);
    let there = table.checked_div(TableRow::SIZE).unwrap_or(0).min(count);
    (0..there).map(|index| row(bytes, index))
}

/// For each section of the format, which row is its own, and where that says that the section is.
type Found = [Option<(usize, Extent)>; SectionId::ALL.len()];

/// The declared place of each section of the format, and the number of rows of other writers. The first six rows must be those of the
/// format; if they are not, the first row of each name counts.
fn sort_rows(bytes: &[u8], count: usize, log: &mut Log) -> Result<(Found, usize)> {
    let mut places = Found::default();
    let mut custom = 0_usize;
    for (index, row) in rows(bytes, count).enumerate() {
        let is_first = index < SectionId::ALL.len();
        let offset = Header::SIZE.saturating_add(index.saturating_mul(TableRow::SIZE)) as u64;
        let id = row.name.section();
        match id.and_then(|id| places.get_mut(id as usize)) {
            Some(place @ None) => {
                *place = Some((index, row.extent));
                if !is_first {
                    let expected = "a section of another writer after the first six rows";
                    let found = row.name.as_str().into_owned();
                    log.damage(Error::new(Fault::Malformed, offset, "table", expected, found))?;
                }
                continue;
            }
            Some(_) if !is_first => {
                let message = format!("{} has a row already", row.name.as_str());
                log.warn(offset, "table", message);
            }
            _ if is_first => {
                let expected = "one row for each section of the format at the start";
                let found = row.name.as_str().into_owned();
                log.damage(Error::new(Fault::Malformed, offset, "table", expected, found))?;
            }
            _ => {}
        }
        custom = custom.saturating_add(usize::from(row.name.as_bytes() != POOL));
    }
    for (id, _) in SectionId::ALL.into_iter().zip(&places).filter(|(_, place)| place.is_none()) {
        let error =
            Error::new(Fault::Malformed, 8, "table", format!("a row {}", id.name()), "none");
        log.damage(error)?;
    }
    Ok((places, custom))
}

/// Bytes of the known structure of an item.
const fn record_size(id: SectionId) -> usize {
    match id {
        SectionId::Info => InfoItem::SIZE,
        SectionId::Frames => Frame::SIZE,
        SectionId::Notes => Note::SIZE,
        SectionId::Walls => Wall::SIZE,
        SectionId::Heights => Height::SIZE,
        SectionId::Pauses => Pause::SIZE,
    }
}

/// The item of INFO, with its strings.
fn read_info(
    bytes: &[u8],
    place: &mut Place,
    extent: Extent,
    room: &mut Room,
    log: &mut Log,
) -> Result<Info> {
    let name = SectionId::Info.name();
    let offset = u64::from(extent.offset);
    if place.count > 1 {
        log.warn(offset, name, format!("{} items; the first is read", place.count));
        place.count = 1;
    }
    room.cut_items(place, extent, name, log)?;
    let items: Items<'_, InfoItem> =
        Items::new(bytes.get(place.items()).unwrap_or_default(), place.item_size);
    let Some(item) = items.get(0) else {
        if extent.item_count == 0 {
            log.damage(Error::new(Fault::Malformed, offset, name, "one item", "none"))?;
        }
        return Ok(Info::default());
    };
    let mut trouble = Ok(());
    let info = Info::of(&item, |string| match read_string(bytes, string, room, log) {
        Ok(found) => found,
        Err(error) => {
            trouble = Err(error);
            &[]
        }
    });
    trouble.map(|()| info)
}

/// The bytes of a string, as far as they are in the file.
fn read_string<'a>(
    bytes: &'a [u8],
    string: StringRef,
    room: &mut Room,
    log: &mut Log,
) -> Result<&'a [u8]> {
    let StringRef { length, pointer } = string;
    if length == 0 {
        return Ok(&[]);
    }
    let bytes_there = match (usize::try_from(pointer), usize::try_from(length)) {
        (Ok(start), Ok(length)) => {
            let rest = bytes.get(start..).unwrap_or_default();
            rest.get(..length).unwrap_or(rest)
        }
        _ => &[],
    };
    let offset = u64::try_from(pointer).unwrap_or(0);
    let name = SectionId::Info.name();
    if usize::try_from(length) != Ok(bytes_there.len()) {
        let expected = format!("a string of {length} bytes at {pointer}");
        let left = format!("{} bytes before the end of the file", bytes_there.len());
        log.damage(Error::new(Fault::Truncated, offset, name, expected, left))?;
    }
    let granted = room.grant(bytes_there.len());
    if granted < bytes_there.len() {
        log.damage(crate::place::too_much(offset, name, format!("a string of {length} bytes")))?;
    }
    Ok(bytes_there.get(..granted).unwrap_or_default())
}
