//! What a replay is about and which columns it has, as JSON: the page's and other bindings' table of contents.

use ghostreel_core::Diagnostic;
use ghostreel_timeline::{ColumnSchema, Meta, Table, Timeline, Value};
use serde_json::{Map, Value as Json, json};

use crate::AnyReplay;

/// Meta, diagnostics and the schema of every table, as one JSON object.
pub fn describe(replay: &AnyReplay<'_>) -> Json {
    let timeline = replay.timeline();
    let mut object = meta(&timeline.meta);
    object.insert("diagnostics".into(), diagnostics(replay.diagnostics()));
    object.insert("tables".into(), tables(&timeline));
    Json::Object(object)
}

/// What a replay is about.
pub fn meta(meta: &Meta) -> Map<String, Json> {
    let details: Map<String, Json> =
        meta.details.iter().map(|(name, value)| ((*name).to_owned(), detail(value))).collect();
    let players: Vec<Json> =
        meta.players.iter().map(|player| json!({ "id": player.id, "name": player.name })).collect();
    let map = meta.map.as_ref().map(|map| {
        json!({ "name": map.name, "id": map.id, "author": map.author, "difficulty": map.difficulty })
    });
    let object = json!({
        "format": meta.format,
        "format_name": meta.format_name,
        "game": meta.game,
        "version": meta.version,
        "writer": meta.writer,
        "game_version": meta.game_version,
        "players": players,
        "map": map,
        "mode": meta.mode,
        "started_at": meta.started_at,
        "duration_s": meta.duration_s,
        "score": meta.score,
        "outcome": meta.outcome,
        "details": details,
    });
    match object {
        Json::Object(object) => object,
        _ => Map::new(),
    }
}

fn detail(value: &Value) -> Json {
    match value {
        Value::Text(text) => json!(text),
        Value::Number(number) => json!(number),
        Value::Bool(yes) => json!(yes),
        _ => Json::Null,
    }
}

/// Diagnostics as an array of `{offset, section, severity, message}`.
pub fn diagnostics(diagnostics: &[Diagnostic]) -> Json {
    let entry = |d: &Diagnostic| json!({ "offset": d.offset, "section": d.section, "severity": d.severity.name(), "message": d.message });
    Json::Array(diagnostics.iter().map(entry).collect())
}

fn tables(timeline: &Timeline<'_>) -> Json {
    let column = |c: &ColumnSchema| json!({ "name": c.name, "type": c.kind.name(), "unit": c.unit, "meaning": c.meaning });
    let table = |t: &Table<'_>| {
        let schema = t.schema();
        json!({
            "name": schema.name,
            "kind": schema.kind.name(),
            "time": schema.time,
            "meaning": schema.meaning,
            "rows": t.rows(),
            "columns": schema.columns.iter().map(column).collect::<Vec<_>>(),
        })
    };
    Json::Array(timeline.tables().iter().map(table).collect())
}
