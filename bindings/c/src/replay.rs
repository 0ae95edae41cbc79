//! An open replay or reel, and the answers that it lent.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char};

use ghostreel::{Column, Options, Replay, TableKind, Type};
use ghostreel_arrow::arrow_array::RecordBatch;
use ghostreel_arrow::arrow_schema::{Field, Schema};
use ghostreel_arrow::{batch_of, data_type, record_batch};
use ghostreel_formats::{CODECS, json, native_file};
use ghostreel_recorder::RESULT;
use ghostreel_reel::{self as reel, Reel};
use serde_json::json;

use crate::failure::{Failure, Outcome, c_text};

const ALL: std::ops::Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

/// A replay or reel that is open.
#[derive(Debug)]
pub(crate) struct Opened {
    content: Content,
    pub(crate) tables: Vec<TableInfo>,
    /// By table, once it was asked for: its columns.
    columns: BTreeMap<usize, Vec<Held>>,
    description: Option<CString>,
    statistics: Option<CString>,
}

#[derive(Debug)]
enum Content {
    Replay(Box<Replay<'static>>),
    /// The bytes of a reel that has tables.
    Reel(Vec<u8>),
}

/// The description of a table.
#[derive(Debug)]
pub(crate) struct TableInfo {
    pub(crate) name: CString,
    pub(crate) kind: TableKind,
    /// Empty for a table outside time.
    pub(crate) time: CString,
    pub(crate) meaning: CString,
    pub(crate) rows: u64,
    pub(crate) columns: Vec<ColumnInfo>,
}

/// The description of a column.
#[derive(Debug)]
pub(crate) struct ColumnInfo {
    pub(crate) name: CString,
    pub(crate) kind: CString,
    pub(crate) unit: CString,
    pub(crate) meaning: CString,
}

/// A column, and its texts as C has them.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) column: Column,
    /// Where each of the texts is. They do not move.
    pub(crate) pointers: Vec<*const c_char>,
    _texts: Vec<CString>,
}

impl Opened {
    pub(crate) fn new(bytes: Vec<u8>) -> Result<Self, Failure> {
        let content = Content::of(bytes)?;
        let tables = content.tables()?;
        let columns = BTreeMap::new();
        Ok(Self { content, tables, columns, description: None, statistics: None })
    }

    /// The places of a table and of a column in it.
    pub(crate) fn find(&self, table: &str, column: &str) -> Result<(usize, usize), Failure> {
        let is = |name: &CString, wanted: &str| name.as_bytes() == wanted.as_bytes();
        let place = self.tables.iter().position(|there| is(&there.name, table));
        let place = place.ok_or(Failure::NO_TABLE)?;
        let info = self.tables.get(place).ok_or(Failure::NO_TABLE)?;
        let index = info.columns.iter().position(|there| is(&there.name, column));
        Ok((place, index.ok_or(Failure::NO_COLUMN)?))
    }

    /// A column. Those of a table are read together when one is asked for.
    pub(crate) fn column(&mut self, table: usize, column: usize) -> Result<&Held, Failure> {
        if !self.columns.contains_key(&table) {
            let info = self.tables.get(table).ok_or(Failure::NO_TABLE)?;
            let columns = self.content.columns(info)?;
            self.columns.insert(table, columns.into_iter().map(Held::new).collect());
        }
        let columns = self.columns.get(&table).ok_or(Failure::NO_TABLE)?;
        columns.get(column).ok_or(Failure::NO_COLUMN)
    }

    /// All columns of a table, as Arrow has them.
    pub(crate) fn batch(&self, table: &str) -> Result<RecordBatch, Failure> {
        let is_it = |info: &&TableInfo| info.name.as_bytes() == table.as_bytes();
        let info = self.tables.iter().find(is_it).ok_or(Failure::NO_TABLE)?;
        match &self.content {
            Content::Replay(replay) => {
                record_batch(replay.all_columns(table, ..).map_err(unreadable)?).map_err(unreadable)
            }
            Content::Reel(_) => {
                let columns = self.content.columns(info)?;
                let rows = columns.first().map_or(0, Column::len);
                let fields = info.columns.iter().zip(&columns);
                let fields: Vec<Field> =
                    fields.map(|(info, column)| info.field(column.kind())).collect();
                batch_of(Schema::new(fields), columns, rows).map_err(unreadable)
            }
        }
    }

    /// Its metadata, as JSON.
    pub(crate) fn description(&mut self) -> Result<*const c_char, Failure> {
        if self.description.is_none() {
            self.description = Some(c_text(&self.content.description()?));
        }
        Ok(self.description.as_ref().map_or(std::ptr::null(), |text| text.as_ptr()))
    }

    /// Statistics, as JSON.
    pub(crate) fn statistics(&mut self) -> Result<*const c_char, Failure> {
        if self.statistics.is_none() {
            self.statistics = Some(c_text(&self.content.statistics()?));
        }
        Ok(self.statistics.as_ref().map_or(std::ptr::null(), |text| text.as_ptr()))
    }
}

impl Content {
    /// A reel without tables, but for the one that the recorder adds, is the replay that is packed in it.
    fn of(bytes: Vec<u8>) -> Result<Self, Failure> {
        if !bytes.starts_with(&reel::preamble::MAGIC) {
            return Ok(Self::Replay(Box::new(replay(bytes)?)));
        }
        let opened = Reel::open(&bytes).map_err(unreadable)?;
        let has_original = opened.header().original().is_some();
        let is_own = |table: &reel::Table| table.name != RESULT || !has_original;
        if opened.header().tables().any(is_own) {
            return Ok(Self::Reel(bytes));
        }
        let (original, _) = opened
            .original(CODECS)
            .map_err(unreadable)?
            .ok_or_else(|| unreadable("the reel is empty"))?;
        Ok(Self::Replay(Box::new(replay(original)?)))
    }

    fn tables(&self) -> Result<Vec<TableInfo>, Failure> {
        match self {
            Self::Replay(replay) => {
                let timeline = replay.timeline();
                let info = |table: &ghostreel::timeline::Table<'_>| {
                    TableInfo::of_schema(table.schema(), table.rows() as u64)
                };
                Ok(timeline.tables().iter().map(info).collect())
            }
            Self::Reel(bytes) => {
                let reel = Reel::open(bytes).map_err(unreadable)?;
                let info = |table| TableInfo::of_table(table, reel.row_count(&table.name));
                Ok(reel.header().tables().map(info).collect())
            }
        }
    }

    fn columns(&self, info: &TableInfo) -> Result<Vec<Column>, Failure> {
        let table = info.name.to_str().map_err(unreadable)?;
        match self {
            Self::Replay(replay) => {
                let timeline = replay.timeline();
                let table = timeline.table(table).map_err(unreadable)?;
                table.all_columns().map_err(unreadable)
            }
            Self::Reel(bytes) => {
                let reel = Reel::open(bytes).map_err(unreadable)?;
                let names = info.columns.iter().map(|column| column.name.to_str());
                let names: Vec<&str> = names.collect::<Result<_, _>>().map_err(unreadable)?;
                Ok(reel.rows(table, &names, ALL).map_err(unreadable)?.columns)
            }
        }
    }

    fn description(&self) -> Result<String, Failure> {
        match self {
            Self::Replay(replay) => {
                let timeline = replay.timeline();
                let described = json::describe(&timeline, replay.diagnostics(), None);
                serde_json::to_string(&described).map_err(unreadable)
            }
            Self::Reel(bytes) => {
                let reel = Reel::open(bytes).map_err(unreadable)?;
                let is_finished = reel.is_finished();
                let header = reel.header();
                Ok(json!({ "format": "reel", "is_finished": is_finished, "header": header })
                    .to_string())
            }
        }
    }

    fn statistics(&self) -> Result<String, Failure> {
        match self {
            Self::Replay(replay) => serde_json::to_string(&replay.stats()).map_err(unreadable),
            Self::Reel(bytes) => {
                let reel = Reel::open(bytes).map_err(unreadable)?;
                match own_file(&reel)? {
                    Some(file) => serde_json::to_string(&replay(file)?.stats()).map_err(unreadable),
                    None => Ok("null".to_owned()),
                }
            }
        }
    }
}

/// The game's own file, from the reel's original or its tables.
fn own_file(reel: &Reel<'_>) -> Result<Option<Vec<u8>>, Failure> {
    if let Some((bytes, _)) = reel.original(CODECS).map_err(unreadable)? {
        return Ok(Some(bytes));
    }
    let read = |table: &str, columns: &[&str]| match reel.header().table(table) {
        Some(_) => Ok(Some(reel.rows(table, columns, ALL)?.columns)),
        None => Ok(None),
    };
    native_file(&reel.header().game, &read).transpose().map_err(unreadable)
}

fn replay(bytes: Vec<u8>) -> Result<Replay<'static>, Failure> {
    ghostreel::read(bytes, &Options::default()).map_err(unreadable)
}

fn unreadable(why: impl ToString) -> Failure {
    Failure::new(Outcome::GhostreelUnreadable, why)
}

impl TableInfo {
    fn of_schema(schema: &ghostreel::Schema, rows: u64) -> Self {
        let column = |column: &ghostreel::ColumnSchema| ColumnInfo {
            name: c_text(&column.name),
            kind: c_text(column.kind.name()),
            unit: c_text(column.unit),
            meaning: c_text(&column.meaning),
        };
        Self {
            name: c_text(&schema.name),
            kind: schema.kind,
            time: c_text(schema.time.unwrap_or_default()),
            meaning: c_text(schema.meaning),
            rows,
            columns: schema.columns.iter().map(column).collect(),
        }
    }

    /// Columns of unknown types are left out: they cannot be read.
    fn of_table(table: &reel::Table, rows: u64) -> Self {
        let column = |column: &reel::TableColumn| ColumnInfo {
            name: c_text(&column.name),
            kind: c_text(&column.kind),
            unit: c_text(&column.unit),
            meaning: c_text(&column.meaning),
        };
        Self {
            name: c_text(&table.name),
            kind: table.table_kind(),
            time: c_text(table.time.as_deref().unwrap_or_default()),
            meaning: c_text(&table.meaning),
            rows,
            columns: table.known_columns().map(column).collect(),
        }
    }
}

impl ColumnInfo {
    /// The field of a reel's column in Arrow.
    fn field(&self, kind: Type) -> Field {
        let text = |text: &CString| text.to_string_lossy().into_owned();
        let members = [("type", &self.kind), ("unit", &self.unit), ("meaning", &self.meaning)];
        let said = members.into_iter().filter(|(_, value)| !value.is_empty());
        let metadata = said.map(|(name, value)| (name.to_owned(), text(value))).collect();
        Field::new(text(&self.name), data_type(kind), true).with_metadata(metadata)
    }
}

impl Held {
    fn new(column: Column) -> Self {
        let texts: Vec<CString> =
            column.dict_values().unwrap_or_default().iter().map(|text| c_text(text)).collect();
        let pointers = texts.iter().map(|text| text.as_ptr()).collect();
        Self { column, pointers, _texts: texts }
    }
}
