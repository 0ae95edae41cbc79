//! From columns to a replay.

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Endian, Error, Fault, Record, Result};
use ghostreel_timeline::{Column, Data, ReadColumns, leaf_columns};

use super::cut_leaves;
use crate::layout::{
    ControllerOffsets, CutInfo, EventType, Frame, Height, Info, Note, NoteHead, Pause, SectionId,
    Text, UserData, Wall,
};
use crate::model::Replay;

/// Makes a replay of the tables of a session, as far as a `.bsor` has room for them.
///
/// Rows without a sound event are left out of the notes. Columns that only a reel has are ignored.
///
/// # Errors
/// If `read` fails, the tables `info`, `frames` and `notes` are not there, or a column is of another type than its schema says.
pub fn to_replay(read: ReadColumns<'_>) -> Result<Replay> {
    let mut replay = Replay::new(info(read)?);
    replay.frames = required(records(read, "frames", Frame::FIELDS)?, "frames")?;
    replay.notes = notes(read)?.into_iter().collect();
    replay.walls = walls(read)?;
    replay.heights = records(read, "heights", Height::FIELDS)?.unwrap_or_default();
    replay.pauses = pauses(read)?;
    let offsets: Option<Vec<ControllerOffsets>> =
        records(read, "controller_offsets", ControllerOffsets::FIELDS)?;
    replay.controller_offsets = offsets.and_then(|offsets| offsets.first().copied());
    if replay.controller_offsets.is_some() {
        replay.sections.push(SectionId::ControllerOffsets);
    }
    if let Some(columns) = read("user_data", &["key", "bytes"])? {
        let table = Columns { table: "user_data", columns };
        let rows = 0..table.rows();
        let entry = |row| Ok(UserData::new(table.text(0, row)?, from_hex(table.text(1, row)?)?));
        let entries = rows.map(entry).collect::<Result<Vec<_>>>()?;
        replay.user_data = entries.into_iter().collect();
        // Without entries, the section would be there for nothing.
        if !replay.user_data.is_empty() {
            replay.sections.push(SectionId::UserData);
        }
    }
    Ok(replay)
}

/// How fast the song of a session went, and with it the time of its tables: [`Info::song_speed`].
///
/// # Errors
/// If `read` fails, the table `info` is not there, or has no row.
pub fn song_speed(read: ReadColumns<'_>) -> Result<f32> {
    Ok(info(read)?.song_speed())
}

fn info(read: ReadColumns<'_>) -> Result<Info> {
    const NAMES: [&str; 23] = [
        "version",
        "game_version",
        "player_id",
        "player_name",
        "platform",
        "tracking_system",
        "hmd",
        "right_controller",
        "hash",
        "song_name",
        "mapper",
        "difficulty",
        "mode",
        "environment",
        "modifiers",
        "timestamp",
        "score",
        "jump_distance",
        "left_handed",
        "height",
        "start_time",
        "fail_time",
        "speed",
    ];
    let table = Columns { table: "info", columns: required(read("info", &NAMES)?, "info")? };
    let text = |column| Ok::<_, Error>(Text::from(table.text(column, 0)?));
    let number = |column| table.f32(column).and_then(|values| table.first(values));
    let timestamp = table.first(table.typed(15, Column::as_i64)?)?;
    Ok(Info {
        version: text(0)?,
        game_version: text(1)?,
        timestamp: Text::from(timestamp.to_string().as_str()),
        player_id: text(2)?,
        player_name: text(3)?,
        platform: text(4)?,
        tracking_system: text(5)?,
        hmd: text(6)?,
        controller: text(7)?,
        hash: text(8)?,
        song_name: text(9)?,
        mapper: text(10)?,
        difficulty: text(11)?,
        mode: text(12)?,
        environment: text(13)?,
        modifiers: text(14)?,
        score: table.first(table.i32(16)?)?,
        jump_distance: number(17)?,
        left_handed: table.first(table.typed(18, Column::as_bool)?)?,
        height: number(19)?,
        start_time: number(20)?,
        fail_time: number(21)?,
        speed: number(22)?,
    })
}

fn notes(read: ReadColumns<'_>) -> Result<Vec<Note>> {
    const NAMES: [&str; 9] = [
        "event_time",
        "spawn_time",
        "event_type",
        "line",
        "layer",
        "direction",
        "scoring_type",
        "color",
        "cut_side",
    ];
    // All at once: where a column is damaged, its rows are missing in each of those that are asked for with it.
    let leaves = cut_leaves();
    let names = NAMES.into_iter().chain(leaves.iter().map(|leaf| &*leaf.column));
    let names: Vec<&str> = names.collect();
    let mut columns = required(read("notes", &names)?, "notes")?;
    let cuts: Vec<CutInfo> =
        scatter("notes", &leaves, &columns.split_off(NAMES.len().min(columns.len())))?;
    let table = Columns { table: "notes", columns };
    let [event_times, spawn_times] = [table.f32(0)?, table.f32(1)?];
    let [types, lines] = [table.i32(2)?, table.i32(3)?];
    let [layers, directions] = [table.i32(4)?, table.i32(5)?];
    let scoring_types = table.typed(6, Column::as_u8)?;
    let [colors, sides] = [table.typed(7, Column::as_i8)?, table.typed(8, Column::as_i8)?];
    let note = |(row, cut): (usize, CutInfo)| {
        let event_type = at(types, row);
        let cut = match EventType::from_raw(event_type)? {
            EventType::Good | EventType::Bad => Some(with_side(cut, at(sides, row))),
            EventType::Miss | EventType::Bomb => None,
        };
        // As the game's mods add them up: a value too great for its digit overflows into the next.
        let note_id = [
            i32::from(at(scoring_types, row)).wrapping_mul(10_000),
            at(lines, row).wrapping_mul(1_000),
            at(layers, row).wrapping_mul(100),
            i32::from(at(colors, row)).wrapping_mul(10),
            at(directions, row),
        ];
        let note_id = note_id.into_iter().fold(0, i32::wrapping_add);
        let (event_time, spawn_time) = (at(event_times, row), at(spawn_times, row));
        Some(Note { head: NoteHead { note_id, event_time, spawn_time, event_type }, cut })
    };
    Ok(cuts.into_iter().enumerate().filter_map(note).collect())
}

/// A `.bsor` keeps the side in the lowest bit of the speed: 1 on the side that the normal does not point to.
fn with_side(cut: CutInfo, side: i8) -> CutInfo {
    let bits = cut.saber_speed.to_bits();
    let saber_speed = match side {
        0 => cut.saber_speed,
        1.. => f32::from_bits(bits & !1),
        _ => f32::from_bits(bits | 1),
    };
    CutInfo { saber_speed, ..cut }
}

fn walls(read: ReadColumns<'_>) -> Result<Vec<Wall>> {
    const NAMES: [&str; 6] = ["time", "spawn_time", "energy", "line", "type", "width"];
    let Some(columns) = read("walls", &NAMES)? else { return Ok(Vec::new()) };
    let table = Columns { table: "walls", columns };
    let [times, spawn_times, energies] = [table.f32(0)?, table.f32(1)?, table.f32(2)?];
    let [lines, types, widths] = [table.i32(3)?, table.i32(4)?, table.i32(5)?];
    let wall = |row| {
        let parts =
            [at(lines, row).wrapping_mul(100), at(types, row).wrapping_mul(10), at(widths, row)];
        Wall {
            wall_id: parts.into_iter().fold(0, i32::wrapping_add),
            energy: at(energies, row),
            time: at(times, row),
            spawn_time: at(spawn_times, row),
        }
    };
    Ok((0..table.rows()).map(wall).collect())
}

fn pauses(read: ReadColumns<'_>) -> Result<Vec<Pause>> {
    let Some(columns) = read("pauses", &["time", "duration"])? else { return Ok(Vec::new()) };
    let table = Columns { table: "pauses", columns };
    let durations = table.typed(1, Column::as_f64)?;
    #[allow(
        clippy::cast_possible_truncation,
        reason = "it saturates, and there are no such pauses"
    )]
    let pause =
        |(time, duration): (&f32, &f64)| Pause { duration: duration.round() as i64, time: *time };
    Ok(table.f32(0)?.iter().zip(durations).map(pause).collect())
}

/// A table whose columns are those of a record.
fn records<R: Record>(
    read: ReadColumns<'_>,
    table: &'static str,
    fields: &'static [record::Field],
) -> Result<Option<Vec<R>>> {
    let leaves = record::leaves(fields);
    let names: Vec<&str> = leaves.iter().map(|leaf| &*leaf.column).collect();
    read(table, &names)?.map(|columns| scatter(table, &leaves, &columns)).transpose()
}

/// Records out of a column for each of their scalars.
fn scatter<R: Record>(table: &'static str, leaves: &[Leaf], columns: &[Column]) -> Result<Vec<R>> {
    const { assert!(matches!(R::ENDIAN, Endian::Little), "columns are little endian") };
    let rows = columns.first().map_or(0, Column::len);
    let mut bytes = vec![0; rows.saturating_mul(R::SIZE)];
    for ((leaf, column), schema) in leaves.iter().zip(columns).zip(leaf_columns(leaves)) {
        if column.kind() != schema.kind || column.len() != rows {
            return Err(other(table, schema.kind.name(), column.kind().name()));
        }
        let values = column.bytes();
        let width = leaf.kind.size();
        let records = bytes.chunks_exact_mut(R::SIZE);
        for (record, value) in records.zip(values.chunks_exact(width)) {
            let end = leaf.offset.saturating_add(width);
            if let Some(place) = record.get_mut(leaf.offset..end) {
                place.copy_from_slice(value);
            }
        }
    }
    Ok(bytes.chunks_exact(R::SIZE).filter_map(R::read).collect())
}

/// Columns in the order that they were asked for.
struct Columns {
    table: &'static str,
    columns: Vec<Column>,
}

impl Columns {
    fn rows(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    fn typed<'c, T>(
        &'c self,
        index: usize,
        values: fn(&'c Column) -> Option<&'c [T]>,
    ) -> Result<&'c [T]> {
        let column = self.columns.get(index);
        let found = column.map_or("none", |column| column.kind().name());
        column.and_then(values).ok_or_else(|| other(self.table, "a column of its type", found))
    }

    fn f32(&self, index: usize) -> Result<&[f32]> {
        self.typed(index, Column::as_f32)
    }

    fn i32(&self, index: usize) -> Result<&[i32]> {
        self.typed(index, Column::as_i32)
    }

    fn text(&self, index: usize, row: usize) -> Result<&str> {
        let text = self.columns.get(index).and_then(|column| match &column.data {
            Data::Dict { codes, values } => values.get(*codes.get(row)? as usize),
            _ => None,
        });
        text.map(String::as_str).ok_or_else(|| other(self.table, "a text", "none"))
    }

    fn first<T: Copy>(&self, values: &[T]) -> Result<T> {
        values.first().copied().ok_or_else(|| other(self.table, "a row", "none"))
    }
}

/// The value in a row. All columns are of the same length.
fn at<T: Copy + Default>(values: &[T], row: usize) -> T {
    values.get(row).copied().unwrap_or_default()
}

fn required<T>(table: Option<T>, name: &'static str) -> Result<T> {
    table.ok_or_else(|| other(name, "the table", "none"))
}

fn other(table: &'static str, expected: &'static str, found: &'static str) -> Error {
    Error::new(Fault::Malformed, 0, table, expected, found)
}

fn from_hex(digits: &str) -> Result<Vec<u8>> {
    let fail = || other("user_data", "hexadecimal digits", "others");
    if !digits.len().is_multiple_of(2) {
        return Err(fail());
    }
    let digit = |digit: &u8| char::from(*digit).to_digit(16);
    let byte = |pair: &[u8]| match pair {
        [high, low] => u8::try_from((digit(high)? << 4) | digit(low)?).ok(),
        _ => None,
    };
    digits.as_bytes().chunks_exact(2).map(|pair| byte(pair).ok_or_else(fail)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_of_a_cut_is_the_lowest_bit_of_its_speed() {
        let cut = |saber_speed| CutInfo { saber_speed, ..CutInfo::default() };
        let bits = |side| with_side(cut(12.5), side).saber_speed.to_bits();
        let plain = 12.5_f32.to_bits();
        assert_eq!([bits(1), bits(0), bits(-1)], [plain, plain, plain | 1]);
    }

    #[test]
    fn digits_are_bytes() {
        assert_eq!(from_hex("00fF10").unwrap(), [0, 255, 16]);
        for wrong in ["0", "0g", "é"] {
            assert!(from_hex(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn columns_missing_or_of_another_type_are_refused() {
        let none = |_: &str, _: &[&str]| Ok(None);
        assert_eq!(to_replay(&none).unwrap_err().section, "info");
        let bytes = |_: &str, names: &[&str]| Ok(Some(vec![vec![1_u8].into(); names.len()]));
        assert_eq!(to_replay(&bytes).unwrap_err().fault, Fault::Malformed);
    }
}
