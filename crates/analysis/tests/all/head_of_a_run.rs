//! The figures at the head of a run of Beat Saber.

use ghostreel_analysis::sheet::{Figure, Tone};
use ghostreel_analysis::{Sheet, stats};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{bsor, open};

/// The sheet of a sample of Beat Saber, with these modifiers.
fn run(variant: &str, modifiers: Option<&str>) -> Sheet {
    let mut replay = bsor::sample::generate(&bsor::sample::variant(variant).unwrap());
    if let Some(modifiers) = modifiers {
        replay.info.modifiers = modifiers.into();
    }
    let bytes = bsor::encode(&replay);
    stats(&open(&bytes[..], &DecodeOptions::RECOVER).unwrap()).unwrap().sheet()
}

/// Label, text and tone of each figure.
fn said(figures: &[Figure]) -> Vec<(&str, &str, Option<Tone>)> {
    figures.iter().map(|figure| (&*figure.label, &*figure.cell.text, figure.tone)).collect()
}

#[test]
fn the_head_of_a_run_has_its_figures_and_what_went_wrong() {
    let sheet = run("full", None);
    let row = |label: &str| {
        let rows = sheet.blocks.iter().flat_map(|block| &block.rows);
        rows.into_iter().find(|row| row.label == label).unwrap()
    };
    let text = |label: &str| &*row(label).cells[0].as_ref().unwrap().text;
    let of_hands = |label: &str| -> f64 {
        row(label).cells.iter().flatten().filter_map(|cell| cell.value).sum()
    };
    let [accuracy, without_mistakes, score, combo, modifiers] = &said(&sheet.head.figures)[..]
    else {
        panic!("{:?}", sheet.head)
    };
    assert_eq!(*accuracy, ("Accuracy", text("Accuracy"), None));
    assert_eq!(sheet.head.figures[0].cell.aside.as_deref(), Some(text("Rank")));
    assert_eq!(*without_mistakes, ("Without mistakes", text("Without mistakes"), None));
    assert_eq!(*score, ("Score", text("Score"), None));
    assert_eq!(*combo, ("Longest combo", text("Longest combo"), None));
    assert_eq!(*modifiers, ("Faster Song +20%", text("Score, unranked"), None));
    for (label, count, tone) in said(&sheet.head.counts) {
        let count: f64 = count.parse().unwrap();
        let bad = (label != "Good cuts" && count > 0.0).then_some(Tone::Bad);
        assert_eq!((count, tone), (of_hands(label), bad), "{label}");
    }
    assert_eq!(sheet.head.counts.len(), 5);
}

#[test]
fn the_head_of_a_run_names_modifiers_and_a_full_combo() {
    let figures = |variant, modifiers| run(variant, Some(modifiers)).head.figures;
    assert_eq!(figures("small", "").len(), 4);
    let named = |modifiers| figures("small", modifiers)[4].label.clone();
    assert_eq!(named("NF,XQ"), "No Fail, XQ");
    assert_eq!(named("GN,FS"), "Ghost Notes +4%, Faster Song +20%");
    let clean = run("small", None);
    assert_eq!(said(&clean.head.figures)[1], ("Combo", "Full combo", Some(Tone::Good)));
}
