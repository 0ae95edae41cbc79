//! The metadata of a reel: the payload of its first chunk, in CBOR.

use std::collections::BTreeMap;

use ghostreel_core::{Error, Fault, Result};
use ghostreel_timeline::{ColumnSchema, Schema, TableKind, Type};
use serde::{Deserialize, Serialize};
use serde_bytes::{ByteArray, ByteBuf};

use crate::limits;

const SECTION: &str = "header";

/// The metadata of a reel. Members that a reader does not know are ignored.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Header {
    /// The game, e.g. `beat-saber`.
    pub game: String,
    /// The program that wrote the reel, with its version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub software: String,
    /// When time 0 was, in milliseconds since 1970 UTC; `None` if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<i64>,
    /// The players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// Further values, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: BTreeMap<String, String>,
    /// Under which key the session is signed; `None` if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkKey>,
    /// The streams of the chunks. The first stream has number 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<Stream>,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The account, e.g. `steam:76561198000000000`; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub account: String,
}

/// Under which key a session is signed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct MarkKey {
    /// The player's public key, of Ed25519.
    pub key: ByteArray<32>,
    /// The server's challenge, a message of `docs/spec/mark.md`; empty if the session was recorded without a server.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub challenge: ByteBuf,
}

fn is_empty(bytes: &ByteBuf) -> bool {
    bytes.is_empty()
}

/// A stream of chunks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Stream {
    /// Rows of typed columns.
    Table(Table),
    /// The bytes of a game's own file.
    Original(Original),
    /// A stream that this version does not know.
    #[serde(other)]
    Unknown,
}

/// A table of a reel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Table {
    /// Name, e.g. `frames`.
    pub name: String,
    /// `states`, `steps` or `events`, as [`TableKind`] has them.
    pub rows: String,
    /// The column that holds the time in seconds; `None` for a table outside time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The meaning of a row.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meaning: String,
    /// The columns.
    pub columns: Vec<TableColumn>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct TableColumn {
    /// Name, with dots between the parts, e.g. `head.position.x`.
    pub name: String,
    /// The type, as [`Type::name`] calls it.
    #[serde(rename = "type")]
    pub kind: String,
    /// Unit; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// The meaning of a value, with its range.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meaning: String,
    /// The value that stands for none; empty if there is no such value.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sentinel: String,
}

/// A game's own file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Original {
    /// The format's name, e.g. `slp`; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub format: String,
    /// The file's name; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The codec that packed parts of it, as [`Codec::name`](ghostreel_pack::Codec::name) calls it; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub codec: String,
}

impl Header {
    /// The stream of a number, which chunks have.
    pub fn stream(&self, number: u16) -> Option<&Stream> {
        self.streams.get(usize::from(number.checked_sub(1)?))
    }

    /// The number of the table of a name, and the table.
    pub fn table(&self, name: &str) -> Option<(u16, &Table)> {
        (1..).zip(&self.streams).find_map(|(number, stream)| match stream {
            Stream::Table(table) if table.name == name => Some((number, table)),
            _ => None,
        })
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.streams.iter().filter_map(|stream| match stream {
            Stream::Table(table) => Some(table),
            _ => None,
        })
    }

    /// The number of the first original, and the original.
    pub fn original(&self) -> Option<(u16, &Original)> {
        (1..).zip(&self.streams).find_map(|(number, stream)| match stream {
            Stream::Original(original) => Some((number, original)),
            _ => None,
        })
    }

    /// The payload of the header's chunk.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to a vector does not fail.
        ciborium::into_writer(self, &mut bytes).ok();
        bytes
    }

    /// Reads the payload of the header's chunk.
    pub(crate) fn read(payload: &[u8], offset: u64) -> Result<Self> {
        let fail = |fault, expected: String, found: String| {
            Err(Error::new(fault, offset, SECTION, expected, found))
        };
        if payload.len() > limits::HEADER as usize {
            let expected = format!("at most {} bytes", limits::HEADER);
            return fail(Fault::Limit, expected, payload.len().to_string());
        }
        let header: Self = match ciborium::de::from_reader_with_recursion_limit(payload, 16) {
            Ok(header) => header,
            Err(error) => {
                return fail(Fault::Malformed, "CBOR of a header".into(), error.to_string());
            }
        };
        let columns = header.streams.iter().map(|stream| match stream {
            Stream::Table(table) => table.columns.len(),
            _ => 0,
        });
        let most = columns.max().unwrap_or(0);
        if header.streams.len() > limits::STREAMS || most > limits::COLUMNS {
            let [streams, columns] = [limits::STREAMS, limits::COLUMNS];
            let expected = format!("at most {streams} streams of at most {columns} columns");
            return fail(Fault::Limit, expected, format!("{} of {most}", header.streams.len()));
        }
        Ok(header)
    }
}

impl Table {
    /// The table of a timeline's schema.
    pub fn of(schema: &Schema) -> Self {
        let column = |column: &ColumnSchema| TableColumn {
            name: column.name.to_string(),
            kind: column.kind.name().to_owned(),
            unit: column.unit.to_owned(),
            meaning: column.meaning.to_string(),
            sentinel: column.sentinel.map(|sentinel| sentinel.to_string()).unwrap_or_default(),
        };
        Self {
            name: schema.name.to_string(),
            rows: schema.kind.name().to_owned(),
            time: schema.time.map(str::to_owned),
            meaning: schema.meaning.to_owned(),
            columns: schema.columns.iter().map(column).collect(),
        }
    }

    /// How to read the table between its rows. One that this version does not know is read as steps.
    pub fn table_kind(&self) -> TableKind {
        let mut kinds = TableKind::ALL.into_iter();
        kinds.find(|kind| kind.name() == self.rows).unwrap_or(TableKind::Steps)
    }

    /// The columns whose types this version knows.
    pub fn known_columns(&self) -> impl Iterator<Item = &TableColumn> {
        self.columns.iter().filter(|column| column.value_type().is_some())
    }

    /// Where the column is that holds the time, and its type.
    pub(crate) fn time_column(&self) -> Option<(usize, Type)> {
        let time = self.time.as_deref()?;
        let index = self.columns.iter().position(|column| column.name == time)?;
        Some((index, self.columns.get(index)?.value_type()?))
    }
}

impl TableColumn {
    /// The type of the values; `None` for one that this version does not know.
    pub fn value_type(&self) -> Option<Type> {
        Type::ALL.into_iter().find(|kind| kind.name() == self.kind)
    }
}
