//! The types of lists of replays for the page: in TypeScript what the API's description says of them.
//!
//! `npm run types` in `web/` writes them anew.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use utoipa::{PartialSchema, ToSchema};

use super::ReplayList;

const HEAD: &str = "\
// Made by `npm run types` from the description of the API (crates/server): do not edit. docs/server.md says what the members mean.
";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/replays/record.types.ts")
}

/// A list of replays, and all that it is made of.
fn written() -> String {
    let mut schemas = Vec::from([(ReplayList::name().into_owned(), ReplayList::schema())]);
    ReplayList::schemas(&mut schemas);
    schemas.sort_by(|(a, _), (b, _)| a.cmp(b));
    schemas.dedup_by(|(a, _), (b, _)| a == b);
    let declared = schemas.iter().map(|(name, schema)| {
        declaration(name, &serde_json::to_value(schema).expect("a schema is JSON"))
    });
    format!("{HEAD}\n{}", declared.collect::<Vec<_>>().join("\n"))
}

fn declaration(name: &str, schema: &Value) -> String {
    let mut text = format!("export interface {name} {{\n");
    let required: Vec<&Value> = schema["required"].as_array().into_iter().flatten().collect();
    for (member, schema) in schema["properties"].as_object().into_iter().flatten() {
        // An older server may not have it.
        let mark = if required.iter().any(|name| *name == member) { "" } else { "?" };
        writeln!(text, "  {member}{mark}: {};", type_of(schema)).expect("texts take all");
    }
    text + "}\n"
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().rev().map(type_of).collect::<Vec<_>>().join(" | ");
    }
    let of_name = |name: &Value| match name.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => format!("{}[]", type_of(&schema["items"])),
        Some(name @ ("string" | "boolean" | "null")) => name.to_owned(),
        name => panic!("the page does not know {name:?} yet"),
    };
    match schema["type"].as_array() {
        Some(names) => names.iter().map(of_name).collect::<Vec<_>>().join(" | "),
        None => of_name(&schema["type"]),
    }
}

#[test]
fn the_page_has_the_types_of_lists() {
    let known = fs::read_to_string(file()).unwrap_or_default();
    assert_eq!(known, written(), "run `npm run types` in web/");
}

#[test]
#[ignore = "writes a file: `npm run types` in web/ runs it"]
fn write_the_types() {
    fs::write(file(), written()).unwrap();
}
