//! Describes what a timeline offers.

use std::borrow::Cow;

use ghostreel_core as core;
use ghostreel_timeline::{MomentKind, Schema, Timeline};

use super::description::{Description, Details, Diagnostic, Table};

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
    diagnostics: &'r [core::Diagnostic],
    later: Option<LaterTables<'r>>,
) -> Description<'r> {
    let meta = &timeline.meta;
    let tables = timeline.tables().iter();
    let tables = tables.map(|table| (table.schema(), Some(table.rows() as u64)));
    let later_schemas = later.map_or(&[][..], |later| later.schemas);
    let later_tables = later_schemas.iter().map(|schema| (*schema, None));
    Description {
        format: meta.format,
        format_name: meta.format_name,
        game: meta.game,
        version: &meta.version,
        writer: meta.writer.as_deref(),
        game_version: meta.game_version.as_deref(),
        players: Cow::Borrowed(&meta.players),
        map: meta.map.as_ref(),
        mode: meta.mode.as_deref(),
        started_at: meta.started_at,
        duration_s: meta.duration_s,
        score: meta.score,
        outcome: meta.outcome,
        details: Details::Meta(&meta.details),
        diagnostics: self::diagnostics(diagnostics),
        moment_kinds: later.map(|later| later.moment_kinds),
        tables: tables
            .chain(later_tables)
            .map(|(schema, rows)| describe_table(schema, rows))
            .collect(),
        reel: None,
    }
}

/// Diagnostics as an array of `{offset, section, severity, message}`.
pub fn diagnostics(diagnostics: &[core::Diagnostic]) -> Vec<Diagnostic<'_>> {
    diagnostics.iter().map(Into::into).collect()
}

/// A table's schema, and how many rows it has, where that is known.
pub fn describe_table(schema: &Schema, rows: Option<u64>) -> Table<'_> {
    Table {
        name: &schema.name,
        kind: schema.kind.name(),
        time: schema.time,
        meaning: schema.meaning,
        rows,
        columns: schema.columns.iter().map(Into::into).collect(),
    }
}
