//! A reel's metadata, in the shape that `ghostreel_formats::json::describe` gives the page for a game's file.

use std::collections::BTreeMap;

use ghostreel_formats::core::Diagnostics;
use ghostreel_reel::{Kind, Original, Reel, Stream, Table, TableColumn};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Description<'r> {
    format: &'static str,
    format_name: &'static str,
    game: &'r str,
    version: &'static str,
    writer: Option<&'r str>,
    game_version: Option<&'r str>,
    players: Vec<Player<'r>>,
    map: Option<&'r str>,
    mode: Option<&'r str>,
    started_at: Option<i64>,
    duration_s: f64,
    score: Option<i64>,
    outcome: Option<&'r str>,
    details: &'r BTreeMap<String, String>,
    diagnostics: Vec<Said>,
    moment_kinds: [(); 0],
    tables: Vec<TableInfo<'r>>,
    reel: AboutReel<'r>,
}

/// The members that only reels have.
#[derive(Serialize)]
struct AboutReel<'r> {
    /// The game's own file, if the reel has one.
    original: Option<&'r Original>,
    /// From the least to the greatest time of all rows, in seconds.
    span: [f64; 2],
    /// Whether it lies elsewhere and is read by pieces.
    remote: bool,
    /// Bytes of all rows, packed.
    row_bytes: u64,
}

#[derive(Serialize)]
struct Player<'r> {
    id: Option<&'r str>,
    name: &'r str,
}

#[derive(Serialize)]
struct Said {
    offset: u64,
    section: String,
    severity: &'static str,
    message: String,
}

#[derive(Serialize)]
struct TableInfo<'r> {
    name: &'r str,
    kind: &'static str,
    time: Option<&'r str>,
    meaning: &'r str,
    /// Those that were written: some may be missing.
    rows: u64,
    columns: Vec<ColumnInfo<'r>>,
}

#[derive(Serialize)]
struct Sentinel<'r> {
    value: &'r str,
    meaning: &'r str,
}

#[derive(Serialize)]
struct ColumnInfo<'r> {
    name: &'r str,
    #[serde(rename = "type")]
    kind: &'r str,
    unit: &'r str,
    meaning: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentinel: Option<Sentinel<'r>>,
    /// The least and the greatest value in all of the reel, where that is known.
    range: Option<[f64; 2]>,
}

impl<'r> Description<'r> {
    pub(super) fn of(reel: &'r Reel<'_>, diagnostics: &Diagnostics, remote: bool) -> Self {
        let header = reel.header();
        let given = |text: &'r str| Some(text).filter(|text| !text.is_empty());
        let player = |player: &'r ghostreel_reel::Player| Player {
            id: given(&player.account),
            name: &player.name,
        };
        let said = |diagnostic: &ghostreel_formats::core::Diagnostic| Said {
            offset: diagnostic.offset,
            section: diagnostic.section.to_string(),
            severity: diagnostic.severity.name(),
            message: diagnostic.message.clone(),
        };
        let info = |table: &str, column: &'r TableColumn| ColumnInfo {
            name: &column.name,
            kind: &column.kind,
            unit: &column.unit,
            meaning: &column.meaning,
            sentinel: column
                .sentinel
                .split_once(": ")
                .map(|(value, meaning)| Sentinel { value, meaning }),
            range: reel.range(table, &column.name),
        };
        let table = |table: &'r Table| TableInfo {
            name: &table.name,
            kind: table.table_kind().name(),
            time: table.time.as_deref(),
            meaning: &table.meaning,
            rows: reel.row_count(&table.name),
            columns: table
                .columns
                .iter()
                .filter(|column| column.value_type().is_some())
                .map(|column| info(&table.name, column))
                .collect(),
        };
        let rows = reel.chunks().iter().filter(|chunk| chunk.head.kind == Kind::Rows);
        let span = reel.span().unwrap_or_default();
        Self {
            format: "reel",
            format_name: "Reel",
            game: &header.game,
            version: "1.0",
            writer: given(&header.software),
            game_version: None,
            players: header.players.iter().map(player).collect(),
            map: None,
            mode: None,
            started_at: header.started.map(|millis| millis.div_euclid(1000)),
            duration_s: span[1] - span[0],
            score: None,
            outcome: None,
            details: &header.properties,
            diagnostics: diagnostics.iter().map(said).collect(),
            moment_kinds: [],
            tables: header
                .streams
                .iter()
                .filter_map(|stream| match stream {
                    Stream::Table(of) => Some(table(of)),
                    _ => None,
                })
                .collect(),
            reel: AboutReel {
                original: header.original().map(|(_, original)| original),
                span,
                remote,
                row_bytes: rows.map(|chunk| u64::from(chunk.head.length)).sum(),
            },
        }
    }
}
