//! A replay's metadata and columns, as JSON: the page's and other bindings' table of contents.
//!
//! It is written as it is gone through: the page would have to fetch the code for a tree of values in between.

use ghostreel_core::Diagnostic;
use ghostreel_timeline::{
    ColumnSchema, Detail, Map, MomentKind, Player, Schema, Sentinel, Timeline,
};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The description of tables that are worked out on demand: moments, and others that follow from statistics.
#[derive(Clone, Copy, Debug)]
pub struct LaterTables<'r> {
    /// Their schemas.
    pub schemas: &'r [&'r Schema],
    /// The kinds that moments can be of.
    pub moment_kinds: &'r [MomentKind],
}

/// Meta, diagnostics and the schema of every table, as one JSON object. With `later`, also the kinds of moments and,
/// after the tables, those that are worked out later: their `rows` are null.
pub fn describe<'r>(
    timeline: &'r Timeline<'r>,
    diagnostics: &'r [Diagnostic],
    later: Option<LaterTables<'r>>,
) -> impl Serialize + use<'r> {
    Description { timeline, diagnostics, later }
}

/// Diagnostics as an array of `{offset, section, severity, message}`.
pub fn diagnostics(diagnostics: &[Diagnostic]) -> impl Serialize {
    Shown(diagnostics)
}

struct Description<'r> {
    timeline: &'r Timeline<'r>,
    diagnostics: &'r [Diagnostic],
    later: Option<LaterTables<'r>>,
}

impl Serialize for Description<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let meta = &self.timeline.meta;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("format", meta.format)?;
        object.serialize_entry("format_name", meta.format_name)?;
        object.serialize_entry("game", meta.game)?;
        object.serialize_entry("version", &meta.version)?;
        object.serialize_entry("writer", &meta.writer)?;
        object.serialize_entry("game_version", &meta.game_version)?;
        object.serialize_entry("players", &Shown(&meta.players[..]))?;
        object.serialize_entry("map", &meta.map.as_ref().map(Shown))?;
        object.serialize_entry("mode", &meta.mode)?;
        object.serialize_entry("started_at", &meta.started_at)?;
        object.serialize_entry("duration_s", &meta.duration_s)?;
        object.serialize_entry("score", &meta.score)?;
        object.serialize_entry("outcome", &meta.outcome)?;
        object.serialize_entry("details", &Details(&meta.details))?;
        object.serialize_entry("diagnostics", &Shown(self.diagnostics))?;
        if let Some(later) = self.later {
            object.serialize_entry("moment_kinds", &Shown(later.moment_kinds))?;
        }
        let tables = self.timeline.tables().iter();
        let tables = tables.map(|table| (table.schema(), Some(table.rows())));
        let later = self.later.map_or(&[][..], |later| later.schemas);
        let later = later.iter().map(|schema| (*schema, None));
        let tables: Vec<AboutTable<'_>> =
            tables.chain(later).map(|(schema, rows)| AboutTable { schema, rows }).collect();
        object.serialize_entry("tables", &Shown(&tables[..]))?;
        object.end()
    }
}

/// A table, and how many rows it has, where that is known.
struct AboutTable<'r> {
    schema: &'r Schema,
    rows: Option<usize>,
}

/// Something as this page shows it.
struct Shown<T>(T);

impl<'a, T> Serialize for Shown<&'a [T]>
where
    Shown<&'a T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Shown))
    }
}

/// Values that only some games have, by name.
struct Details<'a>(&'a [(&'static str, Detail)]);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, Shown(value))))
    }
}

impl Serialize for Shown<&Detail> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Detail::Text(text) => serializer.serialize_str(text),
            Detail::Number(number) => serializer.serialize_f64(*number),
            Detail::Bool(yes) => serializer.serialize_bool(*yes),
            _ => serializer.serialize_unit(),
        }
    }
}

/// Objects of members, each of them a field or a question.
macro_rules! shown {
    ($($type:ty: $this:ident { $($name:literal: $value:expr,)* })*) => {$(
        impl Serialize for Shown<&$type> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $this = self.0;
                let mut object = serializer.serialize_map(None)?;
                $(object.serialize_entry($name, $value)?;)*
                object.end()
            }
        }
    )*};
}

shown! {
    Player: player { "id": &player.id, "name": &player.name, }
    Map: map {
        "name": &map.name,
        "id": &map.id,
        "author": &map.author,
        "difficulty": &map.difficulty,
    }
    Diagnostic: diagnostic {
        "offset": &diagnostic.offset,
        "section": &diagnostic.section,
        "severity": diagnostic.severity.name(),
        "message": &diagnostic.message,
    }
    MomentKind: kind {
        "name": kind.name,
        "list": kind.list,
        "color": kind.color,
        "severity": &kind.severity,
        "unit": kind.unit,
    }
    Sentinel: sentinel {
        "value": sentinel.value,
        "meaning": sentinel.meaning,
    }
    AboutTable<'_>: table {
        "name": &table.schema.name,
        "kind": table.schema.kind.name(),
        "time": &table.schema.time,
        "meaning": table.schema.meaning,
        "rows": &table.rows,
        "columns": &Shown(&table.schema.columns[..]),
    }
}

impl Serialize for Shown<&ColumnSchema> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ColumnSchema { name, kind, unit, meaning, null, sentinel, since } = self.0;
        let mut column = serializer.serialize_map(None)?;
        for (key, text) in
            [("name", &**name), ("type", kind.name()), ("unit", unit), ("meaning", meaning)]
        {
            column.serialize_entry(key, text)?;
        }
        // Most columns have none of these.
        for (key, text) in [("null", null), ("since", since)] {
            if !text.is_empty() {
                column.serialize_entry(key, text)?;
            }
        }
        if let Some(sentinel) = sentinel {
            column.serialize_entry("sentinel", &Shown(sentinel))?;
        }
        column.end()
    }
}
