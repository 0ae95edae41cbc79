//! The tables of statistics beside the statistics' JSON: every number that is in no list is in both, and the same.

use std::collections::BTreeMap;

use ghostreel_analysis::{Analysis, document};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::timeline::{Column, Data, Table};
use ghostreel_formats::{open, sample, sample_variants};
use serde_json::{Map, Value, json};

/// The names of columns, and each one's values.
fn columns(table: &Table<'_>) -> Vec<(String, Column)> {
    let names = table.schema().columns.iter().map(|column| column.name.to_string());
    names.map(|name| (name.clone(), table.column(&name).unwrap())).collect()
}

/// A value as JSON has it; null where there is none.
fn cell(column: &Column, row: usize) -> Value {
    if column.validity.as_ref().is_some_and(|valid| valid[row] == 0) {
        return Value::Null;
    }
    match &column.data {
        Data::F32(values) => json!(values[row]),
        Data::F64(values) => json!(values[row]),
        Data::I8(values) => json!(values[row]),
        Data::I32(values) => json!(values[row]),
        Data::I64(values) => json!(values[row]),
        Data::U8(values) => json!(values[row]),
        Data::U16(values) => json!(values[row]),
        Data::U32(values) => json!(values[row]),
        Data::Bool(values) => json!(values[row] == 1),
        Data::Dict { codes, values } => json!(values[codes[row] as usize]),
        other => panic!("{other:?}"),
    }
}

/// All values of an object that are neither objects nor arrays, by the names of their columns.
fn leaves(path: &str, value: &Value, found: &mut BTreeMap<String, Value>) {
    let members: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, of)| (snake_case(name), of)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, of)| (at.to_string(), of)).collect()
        }
        _ => return drop(found.insert(path.to_owned(), value.clone())),
    };
    for (name, of) in members {
        let path = if path.is_empty() { name } else { format!("{path}.{name}") };
        leaves(&path, of, found);
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Whether two values are the same number, however they are written, or the same otherwise.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        // JSON has some numbers as singles, and whole ones as JavaScript does.
        (Some(a), Some(b)) => a == b || (a - b).abs() <= 1e-6 * b.abs(),
        _ => a == b,
    }
}

/// Compares a row with the object of the same player or team. Returns how many values were compared.
fn compare(what: &str, table: &[(String, Column)], row: usize, object: &Value) -> usize {
    let mut wanted = BTreeMap::new();
    leaves("", object, &mut wanted);
    // The first column says whose row it is.
    for (name, column) in &table[1..] {
        let wanted = wanted.remove(name).unwrap_or(Value::Null);
        let value = cell(column, row);
        assert!(is_same(&value, &wanted), "{what}: {name} is {value}, and {wanted} in JSON");
    }
    // The rest is in lists, which have no columns.
    let is_listed = |name: &str| name.split('.').any(|part| part.parse::<u32>().is_ok());
    let missing: Vec<&String> =
        wanted.keys().filter(|name| !is_listed(name) && !name.ends_with("opening_type")).collect();
    assert!(missing.is_empty(), "{what}: no columns of {missing:?}");
    table.len() - 1
}

/// The JSON of each row of `player_stats` and of `team_stats`, with the number in the first column.
fn objects(stats: &Value) -> [Vec<(i64, Value)>; 2] {
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    match stats["game"].as_str().unwrap() {
        "beat-saber" => {
            let members = ["winTracker", "hitTracker", "accuracyTracker", "details"];
            let object = members.iter().map(|name| ((*name).to_owned(), stats[name].clone()));
            [vec![(0, Value::Object(object.collect::<Map<_, _>>()))], Vec::new()]
        }
        "melee" => {
            let of_port = |all: &Value, port: &Value| {
                list(all).into_iter().find(|of| of["playerIndex"] == *port).unwrap_or_default()
            };
            let players = list(&stats["players"]).into_iter().map(|player| {
                let port = &player["playerIndex"];
                json!({
                    "overall": of_port(&stats["overall"], port),
                    "actionCounts": of_port(&stats["actionCounts"], port),
                    "details": of_port(&stats["details"]["players"], port),
                })
            });
            let teams = list(&stats["details"]["teams"]);
            let id = |team: &Value| team["teamId"].as_i64().unwrap();
            [(0..).zip(players).collect(), teams.into_iter().map(|of| (id(&of), of)).collect()]
        }
        "rocket-league" => {
            let teams = [&stats["blue"], &stats["orange"]];
            let players = teams.iter().flat_map(|team| list(&team["players"]));
            let mut players: Vec<(i64, Value)> = players
                .map(|player| (player["index"].as_i64().unwrap(), player["stats"].clone()))
                .collect();
            players.sort_by_key(|(index, _)| *index);
            [players, (0..).zip(teams.map(|team| team["stats"].clone())).collect()]
        }
        // Unless a game has other names for what it must resemble.
        _ => ["players", "teams"].map(|of| {
            let stats = list(&stats[of]).into_iter().map(|one| one["stats"].clone());
            (0..).zip(stats).collect()
        }),
    }
}

/// Compares the only row of `match_stats` with the statistics. Returns how many values were compared.
fn compare_match(what: &str, table: &Table<'_>, stats: &Value) -> usize {
    let mut wanted = BTreeMap::new();
    leaves("", stats, &mut wanted);
    assert_eq!(table.rows(), 1, "{what}");
    let columns = columns(table);
    for (name, column) in &columns {
        // Members of slippi-js's statistics stand beside the others in JSON.
        let member = name.strip_prefix("stats.").unwrap_or(name);
        let wanted = wanted.get(member).cloned().unwrap_or(Value::Null);
        let value = cell(column, 0);
        assert!(is_same(&value, &wanted), "{what}: {name} is {value}, and {wanted} in JSON");
    }
    columns.len()
}

fn check(name: &str, bytes: &[u8]) -> usize {
    let Ok(view) = open(bytes, &DecodeOptions::RECOVER) else { return 0 };
    let analysis = Analysis::new(view);
    let Some(stats) = analysis.stats() else { return 0 };
    let text = serde_json::to_string(&document(stats, &[])).unwrap();
    let timeline = analysis.timeline();
    let mut compared = 0;
    let stats: Value = serde_json::from_str(&text).unwrap();
    if let Ok(found) = timeline.table("match_stats") {
        compared += compare_match(name, found, &stats);
    }
    let objects = objects(&stats);
    for (table, objects) in ["player_stats", "team_stats"].into_iter().zip(objects) {
        let Ok(found) = timeline.table(table) else {
            assert!(objects.is_empty(), "{name} has no table {table}");
            continue;
        };
        assert_eq!(found.rows(), objects.len(), "{name}: {table}");
        let columns = columns(found);
        for (row, (number, object)) in objects.iter().enumerate() {
            assert_eq!(cell(&columns[0].1, row).as_i64(), Some(*number), "{name}: {table}");
            compared += compare(&format!("{name}: {table}"), &columns, row, object);
        }
    }
    compared
}

#[test]
fn every_value_of_the_statistics_is_in_their_tables() {
    let mut compared = 0;
    for (game, variants) in sample_variants() {
        for variant in variants {
            let bytes = sample(game, Some(variant), 1).unwrap();
            compared += check(&format!("{game}/{variant}"), &bytes);
        }
    }
    assert!(compared > if cfg!(feature = "default") { 5000 } else { 0 }, "{compared} values");
}

#[cfg(feature = "default")]
#[test]
fn every_value_of_real_replays_is_in_their_tables() {
    for (folder, least) in
        [("beat-saber/bsor", 500), ("slippi/good", 5000), ("rocket-league/good", 5000)]
    {
        let Some(files) = ghostreel_corpus::files(folder) else { continue };
        let compared: usize = files.iter().map(|(name, bytes)| check(name, bytes)).sum();
        assert!(compared > least, "{folder}: {compared} values");
    }
}
