//! The tables that recorders write are those of their document.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ghostreel_formats::native_schemas;
use ghostreel_formats::timeline::Schema;

fn document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spec/reel-beat-saber.md")
}

fn schemas() -> Vec<Schema> {
    native_schemas("beat-saber").unwrap()
}

/// The columns of a table as its document has them.
fn table(Schema { columns, .. }: &Schema) -> String {
    let mut rows = String::from("| column | type | unit | meaning |\n|---|---|---|---|\n");
    for column in columns {
        let none = column.sentinel.map(|none| format!(" ({none})")).unwrap_or_default();
        let since = match column.since {
            "" => String::new(),
            since => format!("; since {since}"),
        };
        let (name, kind, unit) = (&column.name, column.kind.name(), column.unit);
        let meaning = &column.meaning;
        writeln!(rows, "| `{name}` | {kind} | {unit} | {meaning}{none}{since} |").unwrap();
    }
    rows
}

/// The heading of a table.
fn heading(schema: &Schema) -> String {
    let time = schema.time.map_or("outside time".to_owned(), |time| format!("time: `{time}`"));
    format!("### `{}`: {}, {time}\n", schema.name, schema.kind.name())
}

/// The document with the tables that are below their headings put in anew.
fn renewed(document: &str, schemas: &[Schema]) -> String {
    let mut renewed = document.to_owned();
    for schema in schemas {
        let heading = heading(schema);
        let begin = renewed.find(&heading).unwrap_or_else(|| panic!("no heading {heading}"));
        let begin = begin + heading.len();
        let end = renewed[begin..].find("\n### ").map_or(renewed.len(), |end| begin + end + 1);
        let section = &renewed[begin..end];
        let words: Vec<&str> = section.split("| column |").collect();
        let tail =
            words.get(1).map_or("", |rest| rest.split_once("\n\n").map_or("", |(_, after)| after));
        let new = format!("{}{}\n{tail}", words[0], table(schema));
        renewed.replace_range(begin..end, &new);
    }
    renewed.trim_end().to_owned() + "\n"
}

#[test]
fn the_document_has_the_tables_that_recorders_write() {
    let there = fs::read_to_string(document()).unwrap();
    assert!(renewed(&there, &schemas()) == there, "write_the_tables puts it right");
    assert_eq!(there.matches("\n### `").count(), schemas().len());
    assert_eq!(native_schemas("chess"), None);
}

#[test]
#[ignore = "writes the tables into docs/spec anew"]
fn write_the_tables() {
    let there = fs::read_to_string(document()).unwrap();
    fs::write(document(), renewed(&there, &schemas())).unwrap();
}

#[test]
fn a_reel_takes_the_tables() {
    for schema in schemas() {
        let time = schema.time.map(|time| schema.index_of(time).unwrap());
        let kind = time.map(|time| schema.columns[time].kind.name());
        assert!(kind.is_none_or(|kind| ["f32", "f64"].contains(&kind)), "{}", schema.name);
        let mut names: Vec<_> = schema.columns.iter().map(|column| &column.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), schema.columns.len(), "{}", schema.name);
    }
}
