//! The description of a reel, as games' files are described.

use ghostreel_formats::core::Diagnostics;
use ghostreel_formats::json::{
    AboutReel, Column, Description, Details, OriginalFile, Table, diagnostics,
};
use ghostreel_formats::timeline::{Player, Sentinel};
use ghostreel_reel::{self as reel, Kind, Reel};

/// Rows are those that were written: some may be missing.
pub(super) fn describe<'r>(
    reel: &'r Reel<'_>,
    missing: &'r Diagnostics,
    remote: bool,
) -> Description<'r> {
    let header = reel.header();
    let rows = reel.chunks().iter().filter(|chunk| chunk.head.kind == Kind::Rows);
    let span = reel.span().unwrap_or_default();
    Description {
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
        details: Details::Texts(&header.properties),
        diagnostics: diagnostics(missing),
        moment_kinds: Some(&[]),
        tables: header.tables().map(|of| table(reel, of)).collect(),
        reel: Some(AboutReel {
            original: header.original().map(|(_, file)| original(file)),
            span,
            remote,
            row_bytes: rows.map(|chunk| u64::from(chunk.head.length)).sum(),
        }),
    }
}

fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn player(player: &reel::Player) -> Player {
    let id = given(&player.account).map(str::to_owned);
    Player { id, name: player.name.clone() }
}

fn original(file: &reel::Original) -> OriginalFile<'_> {
    OriginalFile { format: &file.format, file: &file.file, codec: &file.codec }
}

fn table<'r>(reel: &Reel<'_>, table: &'r reel::Table) -> Table<'r> {
    let column = |column: &'r reel::TableColumn| Column {
        name: &column.name,
        kind: &column.kind,
        unit: &column.unit,
        meaning: &column.meaning,
        null: "",
        since: "",
        sentinel: Sentinel::parse(&column.sentinel),
        range: Some(reel.range(&table.name, &column.name)),
    };
    Table {
        name: &table.name,
        kind: table.table_kind().name(),
        time: table.time.as_deref(),
        meaning: &table.meaning,
        rows: Some(reel.row_count(&table.name)),
        columns: table.known_columns().map(column).collect(),
    }
}
