//! The description of a replay, in the members that the JSON has: the table of contents for the page and other bindings.
//! `web/src/decoder/description.types.ts` is made of these structures.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ghostreel_core as core;
use ghostreel_timeline::{ColumnSchema, Detail, Map, MomentKind, Player, Sentinel};
use serde::{Serialize, Serializer};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::typescript::{ColumnType, Severity, TableKind};

/// A replay or a reel.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[allow(missing_docs, reason = "docs/json.md explains the members")]
pub struct Description<'r> {
    pub format: &'r str,
    pub format_name: &'r str,
    pub game: &'r str,
    pub version: &'r str,
    pub writer: Option<&'r str>,
    pub game_version: Option<&'r str>,
    #[cfg_attr(test, ts(as = "Vec<Player>"))]
    pub players: Cow<'r, [Player]>,
    pub map: Option<&'r Map>,
    pub mode: Option<&'r str>,
    /// Unix seconds.
    pub started_at: Option<i64>,
    pub duration_s: f64,
    pub score: Option<i64>,
    pub outcome: Option<&'r str>,
    #[cfg_attr(test, ts(type = "Record<string, string | number | boolean | null>"))]
    pub details: Details<'r>,
    pub diagnostics: Vec<Diagnostic<'r>>,
    /// The kinds that the rows of the table `moments` are of, where that is among the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Vec<MomentKind>"))]
    pub moment_kinds: Option<&'r [MomentKind]>,
    pub tables: Vec<Table<'r>>,
    /// Only of a reel whose own tables are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reel: Option<AboutReel<'r>>,
}

/// Members that only reels have.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AboutReel<'r> {
    /// The game's own file, if the reel has one.
    pub original: Option<OriginalFile<'r>>,
    /// From the least to the greatest time of all rows, in seconds.
    pub span: [f64; 2],
    /// Whether it lies elsewhere and is read by pieces.
    pub remote: bool,
    /// Bytes of all rows, packed.
    pub row_bytes: u64,
}

/// A game's own file in a reel; texts are empty where there is nothing to say.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OriginalFile<'r> {
    /// The format's name.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<&'r str>"))]
    pub format: &'r str,
    /// The file's name.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<&'r str>"))]
    pub file: &'r str,
    /// The codec that packed parts of it.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<&'r str>"))]
    pub codec: &'r str,
}

/// Members that only some have, by name.
#[derive(Clone, Copy, Debug)]
pub enum Details<'r> {
    /// Of a replay's meta.
    Meta(&'r [(&'static str, Detail)]),
    /// Of a reel's header.
    Texts(&'r BTreeMap<String, String>),
}

/// A diagnostic of the decoder.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[allow(missing_docs, reason = "as in the diagnostic of `core`")]
pub struct Diagnostic<'r> {
    pub offset: u64,
    pub section: &'r str,
    #[cfg_attr(test, ts(as = "Severity"))]
    pub severity: &'static str,
    pub message: &'r str,
}

/// A table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(rename = "TableInfo"))]
#[allow(missing_docs, reason = "as in the timeline's schema")]
pub struct Table<'r> {
    pub name: &'r str,
    #[cfg_attr(test, ts(as = "TableKind"))]
    pub kind: &'static str,
    pub time: Option<&'r str>,
    pub meaning: &'r str,
    /// `None` if that would have to be worked out first.
    pub rows: Option<u64>,
    pub columns: Vec<Column<'r>>,
}

/// A column; `null` and `since` are empty where there is nothing to say.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(rename = "ColumnInfo"))]
#[allow(missing_docs, reason = "as in the timeline's schema")]
pub struct Column<'r> {
    pub name: &'r str,
    #[serde(rename = "type")]
    #[cfg_attr(test, ts(as = "ColumnType"))]
    pub kind: &'r str,
    pub unit: &'r str,
    pub meaning: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<&'r str>"))]
    pub null: &'r str,
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<&'r str>"))]
    pub since: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub sentinel: Option<Sentinel<'r>>,
    /// Only of a reel: the least and the greatest value in all of it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub range: Option<Option<[f64; 2]>>,
}

impl<'r> From<&'r core::Diagnostic> for Diagnostic<'r> {
    fn from(diagnostic: &'r core::Diagnostic) -> Self {
        Self {
            offset: diagnostic.offset,
            section: &diagnostic.section,
            severity: diagnostic.severity.name(),
            message: &diagnostic.message,
        }
    }
}

impl<'r> From<&'r ColumnSchema> for Column<'r> {
    fn from(column: &'r ColumnSchema) -> Self {
        let ColumnSchema { name, kind, unit, meaning, null, sentinel, since } = column;
        let (kind, sentinel) = (kind.name(), *sentinel);
        Self { name, kind, unit, meaning, null, since, sentinel, range: None }
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Meta(details) => {
                serializer.collect_map(details.iter().map(|(name, value)| (name, Value(value))))
            }
            Self::Texts(texts) => texts.serialize(serializer),
        }
    }
}

struct Value<'r>(&'r Detail);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Detail::Text(text) => serializer.serialize_str(text),
            Detail::Number(number) => serializer.serialize_f64(*number),
            Detail::Bool(yes) => serializer.serialize_bool(*yes),
            _ => serializer.serialize_unit(),
        }
    }
}
