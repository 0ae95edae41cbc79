//! Beat Saber's statistics: those that another program makes of real replays, and rules for every replay.
#![cfg(feature = "beat-saber")]

use std::collections::BTreeSet;

use ghostreel_analysis::Statistics;
use ghostreel_analysis::beat_saber::{Hand, MistakeKind, Modifiers, Report};
use ghostreel_formats::bsor::{self, EventType, View};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{GameView, sample, sample_variants};
use serde_json::Value;

fn report(bytes: &[u8]) -> Option<Report> {
    let view = View::open(bytes, &DecodeOptions::RECOVER).ok()?;
    Some(Report::new(&view))
}

fn default_sample() -> Vec<u8> {
    sample("beat-saber", None, 1).unwrap()
}

/// Where each note is in a file, and its outcome.
fn notes(bytes: &[u8]) -> Vec<(usize, Option<EventType>, Option<u8>)> {
    let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
    let notes = view.notes();
    let places = notes.slices().map(|note| note.as_ptr().addr() - view.bytes().as_ptr().addr());
    let played = notes.iter().map(|note| (note.event_type(), note.id().color));
    places.zip(played).map(|(place, (event, color))| (place, event, color)).collect()
}

/// How far the sums of two programs may be apart.
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

/// Where a member of a reference is in our statistics.
fn place(member: &str) -> Option<String> {
    Some(match member {
        "score" => "/winTracker/totalScore".to_owned(),
        "maxScore" => "/winTracker/maxScore".to_owned(),
        "accuracy" => "/details/accuracy".to_owned(),
        "maxCombo" | "maxStreak" | "leftMiss" | "rightMiss" | "leftTiming" | "rightTiming"
        | "leftBombs" | "rightBombs" => format!("/hitTracker/{member}"),
        "fcAcc"
        | "gridAcc"
        | "accLeft"
        | "accRight"
        | "leftAverageCut"
        | "rightAverageCut"
        | "leftPreswing"
        | "rightPreswing"
        | "leftPostswing"
        | "rightPostswing"
        | "leftTimeDependence"
        | "rightTimeDependence" => format!("/accuracyTracker/{member}"),
        "averageHead" => "/winTracker/averageHeadPosition".to_owned(),
        _ => return None,
    })
}

/// Every member of the references is compared. They count every bad cut as right whose saber is not 0, which uninitialised cut
/// info says nothing about.
#[test]
fn another_program_finds_the_same() {
    let Some(references) = ghostreel_corpus::files("beat-saber/stats") else { return };
    let replays = ghostreel_corpus::files("beat-saber/bsor").unwrap();
    for (name, reference) in references {
        let theirs: Value = serde_json::from_slice(&reference).unwrap();
        let file = theirs["file"].as_str().unwrap();
        let bytes = &replays.iter().find(|(replay, _)| replay == file).unwrap().1;
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let ours = serde_json::to_value(report(bytes).unwrap()).unwrap();
        let bad_cuts = |hand: &str| ours["hitTracker"][format!("{hand}BadCuts")].as_u64().unwrap();
        let garbage = |color: u8| {
            let is_bad = |event| event == Some(EventType::Bad);
            let bad = view.notes().iter().filter(|note| is_bad(note.event_type()));
            let garbage =
                bad.filter(|note| note.cut_is_garbage() && note.id().color == Some(color));
            garbage.count() as u64
        };
        for (member, theirs) in theirs.as_object().unwrap() {
            let what = format!("{name}: {member}");
            if let Some(place) = place(member) {
                let ours = ours.pointer(&place).unwrap_or(&Value::Null);
                match theirs {
                    // It gives up on notes that are listed twice.
                    Value::Null => assert_eq!(member, "maxStreak", "{what}"),
                    Value::Array(theirs) => {
                        for (at, theirs) in theirs.iter().enumerate() {
                            let ours = ours.get(at).or_else(|| ours.get(["x", "y", "z"].get(at)?));
                            close(ours.unwrap_or(&Value::Null), theirs, &format!("{what} {at}"));
                        }
                    }
                    theirs => close(ours, theirs, &what),
                }
                continue;
            }
            match member.as_str() {
                "leftBadCuts" => {
                    assert_eq!(Some(bad_cuts("left")), theirs.as_u64().map(|n| n + garbage(0)));
                }
                "rightBadCuts" => {
                    assert_eq!(Some(bad_cuts("right") + garbage(0)), theirs.as_u64());
                }
                "score_equals_info" => assert_eq!(
                    ours["winTracker"]["totalScore"] == view.info().score,
                    theirs.as_bool().unwrap()
                ),
                // Members from the file, which are no statistics.
                "file" | "bytes" | "sha256" | "info" | "counts" | "section_offsets"
                | "saberOffsets" | "customData" | "trailing" | "frames_zero_time"
                | "frames_dup_time" => {}
                _ => panic!("{what} is not compared"),
            }
        }
    }
}

/// Where the energy runs out by the rules, recorded runs end, and only there.
#[test]
fn runs_fail_where_the_energy_runs_out() {
    let check = |name: &str, bytes: &[u8]| -> bool {
        let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
        let Report { win_tracker, details, .. } = Report::new(&view);
        let has_no_fail = view.info().has_modifier("NF");
        if view.info().failed() {
            let empty = details.energy.empty_at.unwrap_or_else(|| panic!("{name}: energy is left"));
            assert!((empty - view.info().fail_time).abs() < 0.05, "{name}: {empty}");
            assert!(!win_tracker.won);
        } else {
            assert!(
                has_no_fail || details.energy.empty_at.is_none(),
                "{name}: {:?}",
                details.energy
            );
        }
        view.info().failed()
    };
    let failed = |seed| sample("beat-saber", Some("fail"), seed).unwrap();
    assert!((1..=20).all(|seed| check(&format!("seed {seed}"), &failed(seed))));
    assert!((1..=20).all(|seed| !check("cleared", &sample("beat-saber", None, seed).unwrap())));
    for (name, bytes) in ghostreel_corpus::files("beat-saber/bsor").unwrap_or_default() {
        check(&name, &bytes);
    }
}

/// A cleared run of a sample, as it is with these modifiers.
fn with_modifiers(modifiers: &str) -> Report {
    let mut replay = bsor::sample::generate(&bsor::sample::Options::default());
    replay.info.modifiers = modifiers.into();
    report(&bsor::encode(&replay)).unwrap()
}

#[test]
fn modifiers_decide_when_the_energy_runs_out() {
    let (one, four) = (with_modifiers("IF"), with_modifiers("BE"));
    let mistakes = |report: &Report, count: usize| Some(report.details.mistakes[count - 1].time);
    let empty_at = |report: &Report| report.details.energy.empty_at.map(f64::from);
    assert_eq!((one.details.energy.start, four.details.energy.start), (1.0, 1.0));
    assert_eq!(empty_at(&one), mistakes(&one, 1));
    // Walls have a price of their own; the first mistakes do not count.
    assert!(four.details.mistakes[..4].iter().all(|mistake| mistake.kind != MistakeKind::Wall));
    assert_eq!(empty_at(&four), mistakes(&four, 4));
    let usual = with_modifiers("").details.energy;
    assert_eq!((usual.start, usual.empty_at), (0.5, None));
    assert!(usual.lowest < 0.5 && usual.lowest > 0.0 && usual.end > usual.lowest, "{usual:?}");
    assert!(usual.lowest_at.is_some());
}

#[test]
fn no_fail_costs_where_the_energy_ran_out() {
    let unused = with_modifiers("NF");
    assert_eq!(unused.win_tracker.fail_time, 0.0);
    assert_eq!(unused.details.modifiers.list[0].unranked, Some(0.0));
    assert_eq!(unused.details.modifiers.modified_score, unused.win_tracker.total_score);

    let mut replay = bsor::sample::generate(&bsor::sample::Options::default());
    replay.info.modifiers = "NF".into();
    // Four misses in a row take all that there is at the start.
    let missed = |(at, note): (usize, bsor::Note)| match at < 4 {
        true => {
            bsor::Note { head: bsor::layout::NoteHead { event_type: 2, ..note.head }, cut: None }
        }
        false => note,
    };
    replay.notes = replay.notes.iter().enumerate().map(missed).collect();
    let fourth = replay.notes.get(3).unwrap().head.event_time;
    let Report { win_tracker, details, .. } = report(&bsor::encode(&replay)).unwrap();
    assert_eq!((win_tracker.won, win_tracker.fail_time), (true, fourth));
    assert_eq!(details.energy.empty_at, Some(fourth));
    assert_eq!((details.energy.end, details.energy.lowest), (0.0, 0.0));
    let no_fail = &details.modifiers.list[0];
    assert_eq!((no_fail.unranked, no_fail.ranked), (Some(-0.5), Some(-1.0)));
    assert_eq!(details.modifiers.modified_score, win_tracker.total_score / 2);
    assert_eq!(details.modifiers.ranked_score, 0);
}

#[test]
fn modifiers_change_the_score_and_unknown_ones_are_kept() {
    let Report { win_tracker, details, .. } = with_modifiers("FS,XQ, SS");
    let Modifiers { list, positive_multiplier, negative_multiplier, modified_score, .. } =
        details.modifiers;
    let codes: Vec<(&str, Option<&str>, Option<f64>)> =
        list.iter().map(|used| (&*used.code, used.name, used.unranked)).collect();
    assert_eq!(
        codes,
        [
            ("FS", Some("Faster Song"), Some(0.2)),
            ("XQ", None, None),
            ("SS", Some("Slower Song"), Some(-0.3))
        ]
    );
    assert_eq!((positive_multiplier, negative_multiplier), (1.2, 0.7));
    let (score, most) = (f64::from(win_tracker.total_score), f64::from(win_tracker.max_score));
    let expected = (score + ((most - score) * 0.2).floor()) * 0.7;
    assert!((f64::from(modified_score) - expected).abs() < 1.0, "{modified_score}, {expected}");

    let many = with_modifiers(&"FS,".repeat(100)).details;
    assert_eq!(many.modifiers.list.len(), 64);
    assert!(many.limit.unwrap().starts_with("limit: 100 modifiers"));
}

/// The graph's last seconds are those of the table `score`, and it is as long as the replay.
#[test]
fn the_score_graph_has_a_value_for_each_second() {
    let bytes = default_sample();
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let Report { win_tracker, score_graph_tracker, .. } = Report::new(&view);
    let graph = score_graph_tracker.graph;
    assert_eq!(graph.len(), win_tracker.end_time as usize);
    let rows = view.score_rows();
    for (second, mean) in graph.iter().enumerate() {
        let of_second: Vec<f64> = rows
            .iter()
            .filter(|row| row.time.floor() == second as f32)
            .filter_map(ghostreel_formats::bsor::scoring::ScoreRow::accuracy)
            .collect();
        let expected = match of_second.len() {
            0 if second == 0 => 1.0,
            0 => graph[second - 1],
            count => of_second.iter().sum::<f64>() / count as f64,
        };
        assert!((mean - expected).abs() < 1e-12, "{second}: {mean}, not {expected}");
    }
}

#[test]
fn the_sample_holds_together() {
    let bytes = default_sample();
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let Report { win_tracker, hit_tracker, accuracy_tracker, details, .. } = Report::new(&view);
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
        let is_bad = |note: &(usize, Option<EventType>, Option<u8>)| note.1 == Some(EventType::Bad);
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
    let red = bad.iter().filter(|(.., color)| *color == Some(0)).count();
    assert!(0 < red && red < bad.len(), "{red} of {}", bad.len());
    for garbage in [28_859, -1, i32::MIN] {
        assert_eq!(with_sabers(garbage), [red, bad.len() - red], "saber {garbage}");
    }
}

#[test]
fn nearly_all_good_cuts_of_real_replays_have_a_speed() {
    let Some(files) = ghostreel_corpus::files("beat-saber/bsor") else { return };
    for (name, file) in files {
        let report = report(&file).unwrap();
        let good =
            notes(&file).iter().filter(|(_, event, _)| *event == Some(EventType::Good)).count();
        let with_speed: u32 = report.details.patterns.speeds.iter().map(|speed| speed.notes).sum();
        assert!(with_speed as usize * 100 >= good * 95, "{name}: {with_speed} of {good}");
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

/// A format without notes has score and combo in its keyframes, and these are all that is said.
#[test]
fn a_file_without_notes_reports_what_it_records() {
    let bytes = ghostreel_formats::sample("beat-saber", Some("scoresaber-legacy"), 1).unwrap();
    let view = ghostreel_formats::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    let column = |path: &str| timeline.column(path).unwrap();
    let (scores, combos) = (column("scores.score"), column("scores.combo"));
    let (scores, combos) = (scores.as_i32().unwrap(), combos.as_i32().unwrap());
    let times = column("scores.time");
    let times = times.as_f32().unwrap();
    let falls = (1..combos.len()).filter(|&at| combos[at] < combos[at - 1]);
    let falls: Vec<f64> = falls.map(|at| times[at].into()).collect();
    assert!(falls.len() > 3, "{falls:?}");

    let Some(Statistics::BeatSaber(report)) = ghostreel_analysis::stats(&view) else { panic!() };
    let Report { win_tracker, hit_tracker, score_graph_tracker, details, .. } = *report;
    assert_eq!(Some(&win_tracker.total_score), scores.last());
    assert_eq!(win_tracker.max_score, 0);
    assert_eq!(Some(&hit_tracker.max_combo), combos.iter().max());
    assert!(details.mistakes.iter().all(|mistake| mistake.kind == MistakeKind::Combo));
    let lost: Vec<f64> = details.mistakes.iter().map(|mistake| mistake.time).collect();
    assert_eq!(lost, falls);
    assert!(score_graph_tracker.graph.is_empty() && details.worst_sections.is_empty());
    assert_eq!((details.accuracy, details.rank, details.notes, details.walls), (None, None, 0, 0));
    assert!((details.energy.end - 0.5).abs() < f32::EPSILON);
}

/// Statistics, accuracy and the table `score` agree with the score that the file recorded, also where its notes are worth another.
#[test]
fn the_score_of_a_scoresaber_replay_is_the_recorded_one() {
    let (_, variants) =
        sample_variants().into_iter().find(|(game, _)| *game == "beat-saber").unwrap();
    let variants = variants.into_iter().filter(|name| {
        name.starts_with("scoresaber-") && !name.contains("json") && !name.contains("empty")
    });
    let mut others = 0;
    for variant in variants {
        let bytes = sample("beat-saber", Some(variant), 1).unwrap();
        let replay = ghostreel_formats::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let timeline = replay.timeline();
        let Some(recorded) = timeline.meta.score.and_then(|score| i32::try_from(score).ok()) else {
            continue;
        };
        let scores = timeline.column("score.score").unwrap();
        assert_eq!(scores.as_i32().unwrap().last(), Some(&recorded), "{variant}");
        let Some(Statistics::BeatSaber(report)) = ghostreel_analysis::stats(&replay) else {
            panic!()
        };
        assert_eq!(report.win_tracker.total_score, recorded, "{variant}");
        if let GameView::Bsor(view) = replay.game_view() {
            let by_events = view.score_rows_by_events();
            others += usize::from(by_events.last().is_some_and(|row| row.score != recorded));
        }
    }
    assert!(others > 3, "in most samples the notes alone are worth something else");
}
