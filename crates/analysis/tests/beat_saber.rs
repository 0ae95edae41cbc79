//! Beat Saber's statistics: those that another program makes of real replays, and what must hold of every replay.
#![cfg(feature = "beat-saber")]

use std::collections::BTreeSet;

use ghostreel_analysis::beat_saber::{Hand, MistakeKind, Report};
use ghostreel_formats::bsor::{EventType, View};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{sample, sample_variants};
use serde_json::Value;

fn report(bytes: &[u8]) -> Option<Report> {
    let view = View::open(bytes, &DecodeOptions::RECOVER).ok()?;
    Some(Report::new(&view))
}

fn default_sample() -> Vec<u8> {
    sample("beat-saber", None, 1).unwrap()
}

/// Where each note is in a file, and what became of it.
fn notes(bytes: &[u8]) -> Vec<(usize, Option<EventType>, i8)> {
    let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
    let notes = view.notes();
    let places = notes.slices().map(|note| note.as_ptr().addr() - view.bytes().as_ptr().addr());
    let played = notes.iter().map(|note| (note.event_type(), note.id().color));
    places.zip(played).map(|(place, (event, color))| (place, event, color)).collect()
}

/// How far two programs may be apart in what they add up.
const TOLERANCE: f64 = 1e-9;

#[track_caller]
fn close(ours: &Value, theirs: &Value, what: &str) {
    match (ours.as_f64(), theirs.as_f64()) {
        // Where nothing was cut, they have 0.
        (None, Some(theirs)) => assert_eq!(theirs, 0.0, "{what}"),
        (Some(ours), Some(theirs)) => {
            let apart = (ours - theirs).abs();
            assert!(apart <= TOLERANCE * theirs.abs(), "{what}: {ours}, not {theirs}");
        }
        _ => panic!("{what}: {ours}, not {theirs}"),
    }
}

/// The references count every bad cut as right whose saber is not 0, which uninitialised cut info says nothing about.
#[test]
fn another_program_finds_the_same() {
    let Some(references) = ghostreel_corpus::files("beat-saber/stats") else { return };
    let replays = ghostreel_corpus::files("beat-saber/bsor").unwrap();
    for (name, reference) in references {
        let theirs: Value = serde_json::from_slice(&reference).unwrap();
        let file = theirs["file"].as_str().unwrap();
        let bytes = &replays.iter().find(|(replay, _)| replay == file).unwrap().1;
        let ours = serde_json::to_value(report(bytes).unwrap()).unwrap();
        let (hits, cuts) = (&ours["hitTracker"], &ours["accuracyTracker"]);
        let wins = &ours["winTracker"];
        for field in [
            "accLeft",
            "accRight",
            "leftPreswing",
            "rightPreswing",
            "leftPostswing",
            "rightPostswing",
            "leftTimeDependence",
            "rightTimeDependence",
            "fcAcc",
        ] {
            close(&cuts[field], &theirs[field], &format!("{name}: {field}"));
        }
        for (field, length) in [("leftAverageCut", 3), ("rightAverageCut", 3), ("gridAcc", 12)] {
            for i in 0..length {
                let what = format!("{name}: {field} {i}");
                close(&cuts[field][i], &theirs[field][i], &what);
            }
        }
        for field in ["leftTiming", "rightTiming", "maxCombo", "leftMiss", "rightMiss"] {
            close(&hits[field], &theirs[field], &format!("{name}: {field}"));
        }
        // Null where the reference gives up on notes that are listed twice.
        if !theirs["maxStreak"].is_null() {
            assert_eq!(hits["maxStreak"], theirs["maxStreak"], "{name}");
        }
        assert_eq!(wins["totalScore"], theirs["score"], "{name}");
        assert_eq!(wins["maxScore"], theirs["maxScore"], "{name}");
        for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let what = format!("{name}: head {axis}");
            close(&wins["averageHeadPosition"][axis], &theirs["averageHead"][i], &what);
        }
        close(&ours["details"]["accuracy"], &theirs["accuracy"], &name);

        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let is_bad = |event| event == Some(EventType::Bad);
        let garbage = |color: i8| {
            let bad = view.notes().iter().filter(|note| is_bad(note.event_type()));
            let garbage = bad.filter(|note| note.cut_is_garbage() && note.id().color == color);
            garbage.count() as u64
        };
        let counts = ["leftBadCuts", "rightBadCuts"]
            .map(|field| [&hits[field], &theirs[field]].map(|count| count.as_u64().unwrap()));
        let [[left, their_left], [right, their_right]] = counts;
        assert_eq!(left, their_left + garbage(0), "{name}");
        assert_eq!(right + garbage(0), their_right, "{name}");
    }
}

#[test]
fn the_sample_holds_together() {
    let bytes = default_sample();
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let Report { win_tracker, hit_tracker, accuracy_tracker, details } = Report::new(&view);
    let hits = hit_tracker;
    assert_eq!(details.notes as usize, view.notes().len());
    assert_eq!(details.walls as usize, view.walls().len());
    let good = details.left_good_cuts + details.right_good_cuts;
    let went_wrong = hits.left_miss
        + hits.right_miss
        + hits.left_bad_cuts
        + hits.right_bad_cuts
        + hits.left_bombs
        + hits.right_bombs;
    assert_eq!(good + went_wrong, details.notes);
    assert_eq!((went_wrong + details.walls) as usize, details.mistakes.len());
    assert_eq!(win_tracker.total_score, view.info().score);
    assert!(!details.full_combo);
    assert!(accuracy_tracker.fc_acc > details.accuracy.unwrap(), "mistakes cost something");
    // Links of chains and their heads have a grid, or cannot give all 115.
    assert!(details.grid_cuts.iter().sum::<u32>() <= good);
    for (acc, histogram) in [
        (accuracy_tracker.acc_left, &details.left_histogram),
        (accuracy_tracker.acc_right, &details.right_histogram),
    ] {
        assert!((50.0..=115.0).contains(&acc.unwrap()), "{acc:?}");
        assert!((1..=good).contains(&histogram.iter().sum()));
    }
    let kinds: BTreeSet<String> =
        details.mistakes.iter().map(|mistake| format!("{:?}", mistake.kind)).collect();
    assert_eq!(kinds.len(), 4, "{kinds:?}");
    assert!(details.mistakes.is_sorted_by_key(|mistake| mistake.time.to_bits()));
    assert_eq!(details.limit, None);
}

/// Where the saber is in a note with cut info.
const SABER_TYPE: usize = 16 + 20;

#[test]
fn a_bad_cut_counts_for_the_saber_that_made_it() {
    let mut original = default_sample();
    let bad_cuts = |bytes: &[u8]| {
        let is_bad = |note: &(usize, Option<EventType>, i8)| note.1 == Some(EventType::Bad);
        notes(bytes).into_iter().filter(is_bad).collect::<Vec<_>>()
    };
    // All are red: let the first be blue.
    let (first, ..) = bad_cuts(&original)[0];
    original[first] += 10;
    let bad = bad_cuts(&original);
    let with_sabers = |saber: i32| {
        let mut bytes = original.clone();
        for (place, ..) in &bad {
            bytes[place + SABER_TYPE..][..4].copy_from_slice(&saber.to_le_bytes());
        }
        let report = report(&bytes).unwrap();
        let listed = |hand| {
            let bad = report.details.mistakes.iter().filter(|m| m.kind == MistakeKind::Bad);
            bad.filter(|mistake| mistake.hand == Some(hand)).count()
        };
        let counts = [report.hit_tracker.left_bad_cuts, report.hit_tracker.right_bad_cuts];
        let counts = counts.map(|count| count as usize);
        assert_eq!(counts, [listed(Hand::Left), listed(Hand::Right)], "saber {saber}");
        counts
    };
    assert_eq!(with_sabers(0), [bad.len(), 0]);
    assert_eq!(with_sabers(1), [0, bad.len()]);
    // Uninitialised memory says nothing: the note's colour does.
    let red = bad.iter().filter(|(.., color)| *color == 0).count();
    assert!(0 < red && red < bad.len(), "{red} of {}", bad.len());
    for garbage in [28_859, -1, i32::MIN] {
        assert_eq!(with_sabers(garbage), [red, bad.len() - red], "saber {garbage}");
    }
}

#[test]
fn without_notes_there_are_no_means() {
    let bytes = default_sample();
    let (first, ..) = notes(&bytes)[0];
    let report = report(&bytes[..first]).unwrap();
    assert_eq!(report.details.notes, 0);
    assert_eq!(report.details.accuracy, None);
    assert!(!report.details.full_combo);
    assert_eq!(report.accuracy_tracker.acc_left, None);
    assert_eq!(report.accuracy_tracker.grid_acc, [None; 12]);
    assert_eq!(report.hit_tracker.right_timing, None);
    assert_eq!((report.accuracy_tracker.fc_acc, report.win_tracker.max_score), (1.0, 0));
}

#[test]
fn more_mistakes_than_a_song_has_are_counted_and_not_listed() {
    const MISSES: u32 = 70_000;
    let bytes = default_sample();
    let (first, ..) = notes(&bytes)[0];
    let mut file = bytes[..first - 4].to_vec();
    file.extend(MISSES.to_le_bytes());
    for _ in 0..MISSES {
        // Normal, red, 1 s, missed.
        for field in [30_001, 1_f32.to_bits(), 1_f32.to_bits(), 2] {
            file.extend(field.to_le_bytes());
        }
    }
    let report = report(&file).unwrap();
    assert_eq!((report.details.notes, report.hit_tracker.left_miss), (MISSES, MISSES));
    assert_eq!(report.details.mistakes.len(), 1 << 16);
    let limit = report.details.limit.unwrap();
    assert!(limit.starts_with("limit: more than 65536 mistakes"), "{limit}");
}

#[test]
fn changed_and_cut_replays_do_not_matter() {
    for variant in sample_variants().into_iter().find(|(game, _)| *game == "beat-saber").unwrap().1
    {
        let bytes = sample("beat-saber", Some(variant), 1).unwrap();
        let view = ghostreel_formats::open(bytes, &DecodeOptions::STRICT).unwrap();
        assert!(ghostreel_analysis::stats(&view).is_some(), "{variant}");
    }
    let bytes = sample("beat-saber", Some("small"), 1).unwrap();
    let whole = report(&bytes).unwrap();
    let mut differs = 0;
    let (first, ..) = notes(&bytes)[0];
    for at in (first..bytes.len()).step_by((bytes.len() - first) / 2000 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        differs += u32::from(report(&changed).is_some_and(|report| report != whole));
        // Not all of it is there.
        report(&bytes[..at]);
    }
    assert!(differs > 20, "{differs}");
}
