//! The types of what the decoders say about files, for the page.

use ghostreel_core as core;
use ghostreel_timeline::{self as timeline, Moment, Schema, Table, TableRow as _, Type};
use ghostreel_typescript::{File, Types, assert_written, write};
use ts_rs::{Config, TS};

use super::{Description, Refusal};

/// One of the names of an enumeration of other crates.
macro_rules! one_of {
    ($($name:ident = $names:expr;)*) => {$(
        pub(super) enum $name {}

        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                $names.map(|one| format!("'{}'", one.name())).join(" | ")
            }

            fn inline(config: &Config) -> String {
                Self::name(config)
            }
        }
    )*};
}

one_of! {
    ColumnType = Type::ALL;
    Fault = core::Fault::ALL;
    Severity = core::Severity::ALL;
    TableKind = timeline::TableKind::ALL;
}

/// A row of the table `moments`.
fn moment_row() -> String {
    let schema = Schema::of::<Moment>(Moment::TABLE, timeline::TableKind::Events, None, "");
    let columns = Table::of(&schema, vec![Moment::default()]).all_columns().unwrap();
    let members = schema.columns.iter().zip(columns).map(|(about, column)| {
        let kind = match about.kind {
            Type::Dict => "string",
            Type::Bool => "boolean",
            _ => "number",
        };
        // Where a value may be missing, it is.
        let null = if column.validity.is_some() { " | null" } else { "" };
        format!("{}: {kind}{null};", about.name)
    });
    format!("\nexport type MomentRow = {{ {} }};\n", members.collect::<Vec<_>>().join(" "))
}

fn file() -> File {
    let types = Types::default().with::<Description<'_>>().with::<Refusal<'_>>();
    let text = types.declared("crates/formats", "docs/json.md") + &moment_row();
    ("decoder/description.types.ts".to_owned(), text)
}

#[test]
fn the_page_has_the_types_of_what_the_decoders_say() {
    assert_written([file()]);
}

#[test]
#[ignore = "writes a file: `npm run types` in web/ runs it"]
fn write_the_types_of_what_the_decoders_say() {
    write([file()]);
}
