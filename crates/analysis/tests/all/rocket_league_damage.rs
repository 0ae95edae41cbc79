//! Statistics are made without a panic, whatever a file holds.
#![cfg(feature = "rocket-league")]

use ghostreel_analysis::rocket_league::Report;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::rlreplay::View;
use ghostreel_formats::{sample, sample_variants};

fn report(bytes: &[u8]) -> Option<Report> {
    let view = View::open(bytes, &DecodeOptions::RECOVER).ok()?;
    Some(Report::new(&view))
}

#[test]
fn every_sample_has_statistics() {
    let variants =
        sample_variants().into_iter().find(|(game, _)| *game == "rocket-league").unwrap().1;
    for variant in variants {
        let bytes = sample("rocket-league", Some(variant), 1).unwrap();
        let report = report(&bytes).unwrap_or_else(|| panic!("{variant}"));
        let has_players = !report.blue.players.is_empty();
        assert_eq!(has_players, variant != "no-network", "{variant}");
    }
}

#[test]
fn changed_and_cut_replays_do_not_matter() {
    let bytes = sample("rocket-league", Some("small"), 1).unwrap();
    let whole = report(&bytes).unwrap();
    let mut differs = 0;
    for at in (0..bytes.len()).step_by(bytes.len() / 400 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        differs += u32::from(report(&changed).is_some_and(|report| report != whole));
        // Not all of it is there.
        report(&bytes[..at]);
    }
    assert!(differs > 20, "{differs}");
}
