//! Tables as people read them, of every sample.

use std::collections::BTreeSet;

use ghostreel_analysis::sheet::SheetColumn;
use ghostreel_analysis::{Sheet, stats};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{open, sample, sample_variants};

/// Each sample's variant, sheet, and how many players the replay has.
fn sheets() -> Vec<(String, Sheet, usize)> {
    let mut sheets = Vec::new();
    for (game, variants) in sample_variants() {
        for variant in variants {
            let bytes = sample(game, Some(variant), 1).unwrap();
            let Ok(view) = open(&bytes[..], &DecodeOptions::RECOVER) else { continue };
            let sheet = stats(&view).unwrap().sheet();
            sheets.push((
                format!("{game}/{variant}"),
                sheet,
                view.timeline().table("players").map_or(0, |table| table.rows()),
            ));
        }
    }
    sheets
}

#[test]
fn rows_are_distinct_and_have_a_cell_for_each_column() {
    let mut rows = 0;
    let sheets = sheets();
    for (name, sheet, players) in &sheets {
        for block in &sheet.blocks {
            let labels: BTreeSet<&str> = block.rows.iter().map(|row| &*row.label).collect();
            assert_eq!(labels.len(), block.rows.len(), "{name}: {}", block.title);
            for row in &block.rows {
                assert_eq!(row.cells.len(), sheet.columns.len(), "{name}: {}", row.label);
                let cells = row.cells.iter().flatten();
                assert!(cells.clone().count() > 0, "{name}: {} is empty", row.label);
                for cell in cells {
                    assert!(!cell.text.is_empty(), "{name}: {}", row.label);
                    let number = cell.value.is_none_or(f64::is_finite);
                    let share = cell.share.is_none_or(|share| share.is_finite());
                    assert!(number && share, "{name}: {}: {cell:?}", row.label);
                }
                rows += 1;
            }
        }
        for column in &sheet.columns {
            if let SheetColumn::Player(player) = column {
                assert!(player.place() < *players, "{name}: player {player:?} of {players}");
            }
        }
    }
    assert!(rows >= 3 * sheets.len(), "{rows} rows");
}
