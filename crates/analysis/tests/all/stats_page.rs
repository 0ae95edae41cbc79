//! docs/stats/tables.md is made of the declarations of the tables of statistics.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use ghostreel_analysis::Analysis;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{open, sample};

const HEAD: &str = "\
# Tables of statistics

The statistics of each player, of each team and of all together, a row each, under the names that the statistics have in JSON, in snake case: `replay.columns([\"player_stats.…\"])` in Rust, and the
tables of `ghostreel info --json`. Lists have no columns. A value that a replay does not have is absent, not 0. How each is counted: [Beat Saber](beat-saber.md),
[Melee](slippi.md), [Rocket League](rocket-league.md).

This page is made from the declarations in `crates/analysis`: `cargo test -p ghostreel-analysis --test all -- --ignored write_the_page_of_columns`
";

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/stats/tables.md")
}

/// The page with the columns of all tables of statistics.
fn written() -> String {
    let mut text = HEAD.to_owned();
    for (game, name) in
        [("beat-saber", "Beat Saber"), ("melee", "Melee"), ("rocket-league", "Rocket League")]
    {
        let bytes = sample(game, None, 1).unwrap();
        let analysis = Analysis::new(open(&bytes[..], &DecodeOptions::RECOVER).unwrap());
        for schema in analysis.lazy_schemas() {
            if !schema.name.ends_with("_stats") {
                continue;
            }
            write!(text, "\n## {name}: `{}`\n\n", schema.name).unwrap();
            text += "| column | type | unit | |\n|---|---|---|---|\n";
            for column in &schema.columns {
                let (name, kind) = (&column.name, column.kind.name());
                writeln!(text, "| `{name}` | {kind} | {} | {} |", column.unit, column.meaning)
                    .unwrap();
            }
        }
    }
    text
}

#[test]
fn the_page_of_columns_is_as_they_are_declared() {
    let known = fs::read_to_string(page()).unwrap_or_default();
    assert!(known == written(), "docs/stats/tables.md is not up to date: it says how it is made");
}

#[test]
#[ignore = "writes docs/stats/tables.md"]
fn write_the_page_of_columns() {
    fs::write(page(), written()).unwrap();
}
