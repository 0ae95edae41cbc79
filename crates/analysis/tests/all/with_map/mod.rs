//! Replays against the maps that they were played on: real ones, and ones that a program plays on a map of its own, as they are and changed in all the
//! ways of `tamper`. The table of findings stands in `docs/verification.md`, and is compared with the measurements here.
#![cfg(feature = "beat-saber")]

mod flight;
mod forge;
mod played;
mod real;
mod reports;
mod table;
mod tamper_map;

use ghostreel_analysis::beat_saber::map::NotCompared;
use ghostreel_analysis::beat_saber::{
    CutProperty, NotChecked, OmissionKind, Rule, TriedRule, Verdict, verify_with_map,
};
use ghostreel_formats::bsor::{EventType, Note, NoteList, encode};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{open, sample, scoresaber_json};
use played::{Style, play};
use real::compared;

#[test]
fn plays_of_a_program_are_consistent() {
    let honest = Style::default();
    let styles = [
        honest,
        Style { is_left_handed: true, ..honest },
        Style { has_heights: true, ..honest },
        Style { is_faster: true, ..honest },
    ];
    for (seed, style) in (1..).zip(styles.into_iter().cycle().take(100)) {
        let (replay, map) = play(seed, style);
        let found = compared(&encode(&replay), &map);
        let by_map = found.motion.by_map.as_ref().unwrap();
        assert_eq!(
            (by_map.notes_off, found.motion.notes_off),
            (0, 0),
            "{seed}: {:?}",
            found.motion.off
        );
        assert_eq!(found.verdict(), Verdict::Consistent, "{seed}: {:?}", found.motion);
        assert!(by_map.checked >= 40 && by_map.not_checked.is_empty(), "{seed}: {by_map:?}");
        assert!(by_map.passed.is_empty(), "{seed}: {:?}", by_map.passed);
        let score = by_map.score;
        assert_eq!((score.recomputed, score.by_events), (score.recorded, score.recorded), "{seed}");
        assert_eq!((score.notes_differ, score.energy), (0, score.recorded_energy), "{seed}");
        assert!(found.differences().notes.is_empty(), "{seed}: {:?}", found.differences());
        let shown = found.motion.score;
        assert_eq!((shown.confirmed, shown.confirmed_share), (shown.recorded, 1.0), "{seed}");
        let said = found.motion.said.last().unwrap().replace(',', "");
        assert_eq!(said, format!("Motion and map show all {} points.", shown.recorded), "{seed}");
    }
}

/// Rules that no real file at hand shows, played by a program whose notes are where the rules have them.
#[test]
fn rules_that_no_real_file_shows_count_where_all_cuts_follow_them() {
    let usual = Style::default();
    let left_handed = Style { is_left_handed: true, ..usual };
    let newer = Style { game: Some("1.42.0_1"), ..usual };
    let changing = Style { has_speed_changes: true, ..newer };
    let chains = &[Rule::ChainHeads, Rule::ChainLinks][..];
    let check = |style: Style, rules: &[Rule]| {
        for seed in 0..5 {
            let (replay, map) = play(seed, style);
            let found = compared(&encode(&replay), &map);
            let by_map = found.motion.by_map.as_ref().unwrap();
            let tried: Vec<Rule> = by_map.tried.iter().map(|tried| tried.rule).collect();
            assert_eq!(tried, rules, "{seed}");
            let fits = |tried: &TriedRule| tried.holds && tried.off == 0 && tried.cuts > 5;
            assert!(
                by_map.tried.iter().all(fits),
                "{seed}: {:?} {:?}",
                by_map.tried,
                found.motion.off
            );
            assert!(by_map.reason.is_none() && by_map.not_checked.is_empty(), "{seed}: {by_map:?}");
            assert_eq!(found.findings(), [""; 0], "{seed} {:?}", found.map);
            assert_eq!(by_map.notes_off, 0, "{seed}");
            // The program cuts through bombs, and has no events of that.
            match style.has_bombs {
                true => assert_ne!(found.verdict(), Verdict::Inconsistent, "{seed}"),
                false => assert_eq!(found.verdict(), Verdict::Consistent, "{seed}"),
            }
            assert_eq!(by_map.score.recomputed, by_map.score.recorded, "{seed}");
        }
    };
    check(newer, &[Rule::GameVersion]);
    check(Style { game: Some("1.13.2"), ..usual }, &[Rule::GameVersion]);
    check(changing, &[Rule::GameVersion, Rule::SpeedChanges]);
    check(Style { has_lanes: true, ..usual }, &[Rule::Lanes]);
    check(Style { has_lanes: true, ..left_handed }, &[Rule::Lanes]);
    check(Style { has_chains: true, ..usual }, chains);
    check(Style { has_chains: true, ..left_handed }, chains);
    check(Style { has_turned_notes: true, ..usual }, &[Rule::TurnedNotes]);
    check(Style { has_turned_notes: true, ..left_handed }, &[Rule::TurnedNotes]);
    check(Style { has_bombs: true, ..usual }, &[Rule::BombsInColumns]);
    let all = Style { has_chains: true, has_lanes: true, has_turned_notes: true, ..changing };
    let of_all = [Rule::GameVersion, Rule::SpeedChanges, Rule::Lanes];
    check(all, &[&of_all, chains, &[Rule::TurnedNotes]].concat());
}

#[test]
fn rules_that_cuts_do_not_follow_count_for_nothing() {
    // Chains that bend otherwise than they are taken to: their cuts are not judged, all others are.
    let (replay, mut map) = play(3, Style { has_chains: true, ..Style::default() });
    for chain in &mut map.difficulties[0].beatmap.as_mut().unwrap().chains {
        chain.squish = 0.4;
    }
    let found = compared(&encode(&replay), &map);
    let by_map = found.motion.by_map.as_ref().unwrap();
    let [heads, links] = by_map.tried[..] else { panic!("{:?}", by_map.tried) };
    assert_eq!((heads.rule, heads.holds, heads.off), (Rule::ChainHeads, true, 0));
    assert_eq!((links.rule, links.holds), (Rule::ChainLinks, false));
    assert!(links.off > links.cuts / 2, "{links:?}");
    assert_eq!(by_map.not_checked, [(NotChecked::Chain, links.cuts)]);
    assert_eq!((found.verdict(), by_map.notes_off), (Verdict::NotEnoughData, 0));
    let shown = found.motion.score;
    assert!(shown.by_map_only > 0 && shown.unconfirmed == 0, "{shown:?}");
    assert_eq!(shown.confirmed + shown.by_map_only, shown.recorded);
    let reason = found.motion.reason.as_ref().unwrap().replace(',', "");
    assert!(reason.ends_with(&format!("{} are by the map only.", shown.by_map_only)), "{reason}");
    let score = by_map.score;
    assert_eq!((score.recomputed, score.notes_differ), (score.recorded, 0));
    // Discrepancies are explained all the same.
    let link = found.notes.iter().find(|note| note.not_checked == Some(NotChecked::Chain)).unwrap();
    assert!(link.parts.is_some() && link.why().starts_with("not checked: chain; before"));
    assert_eq!(link.recorded, link.recomputed);
}

#[test]
fn discrepancies_name_note_frame_and_amount() {
    let (mut replay, map) = play(3, Style { no_mistakes: true, ..Style::default() });
    let mut note = replay.notes.get(20).unwrap();
    let cut = note.cut.as_mut().unwrap();
    let distance = f64::from(cut.cut_distance_to_center);
    cut.cut_distance_to_center = distance as f32 + 0.1;
    replay.notes.set(20, &note);
    let found = compared(&encode(&replay), &map);
    let [off] = found.motion.off[..] else { panic!("{:?}", found.motion.off) };
    assert_eq!((off.note, off.what), (20, CutProperty::CutDistance));
    assert!((off.by - 0.1).abs() < 1e-3, "{off:?}");
    let [differs] = &found.differences().notes[..] else { panic!("{:?}", found.differences()) };
    assert_eq!((differs.note, &differs.off[..]), (Some(20), &[CutProperty::CutDistance][..]));
    assert!(differs.points[0] < differs.points[1], "{differs:?}");
    assert!(differs.why.contains("distance"), "{}", differs.why);
    assert_eq!(replay.frames[off.frame.unwrap() as usize].time, note.head.event_time);
    let explained = &found.notes[20];
    assert_eq!(explained.off, [CutProperty::CutDistance]);
    assert!(explained.recomputed > explained.recorded, "{explained:?}");
    assert_eq!(explained.recomputed - explained.recorded, {
        let parts = explained.parts.unwrap();
        parts.points[2] - parts.recorded_points[2]
    });
    let json = serde_json::to_value(&found.motion).unwrap();
    assert_eq!(json["off"][0]["what"], "cut-distance");
    assert_eq!(json["byMap"]["notesOff"], 1);
}

#[test]
fn a_bad_cut_made_good_is_found_for_what_it_was() {
    let (mut replay, map) = play(5, Style::default());
    let bad = |note: &Note| note.event_type() == Some(EventType::Bad);
    let at = replay.notes.iter().position(|note| bad(&note)).unwrap();
    let mut note = replay.notes.get(at).unwrap();
    note.head.event_type = 0;
    note.cut.as_mut().unwrap().direction_ok = 1;
    replay.notes.set(at, &note);
    let found = compared(&encode(&replay), &map);
    assert!(found.notes[at].off.contains(&CutProperty::CutDirection), "{:?}", found.notes[at]);
    assert_eq!(found.notes[at].recomputed, 0);
    assert!(found.motion.by_map.unwrap().score.recomputed < found.map.score_by_map);
}

#[test]
fn a_note_that_was_cut_and_counts_as_missed_is_worth_a_look() {
    let (mut replay, map) = play(7, Style { no_mistakes: true, ..Style::default() });
    let mut note = replay.notes.get(30).unwrap();
    (note.head.event_type, note.cut) = (2, None);
    replay.notes.set(30, &note);
    replay.info.score /= 2;
    let found = compared(&encode(&replay), &map);
    let by_map = found.motion.by_map.as_ref().unwrap();
    let [passed] = by_map.passed[..] else { panic!("{by_map:?}") };
    assert_eq!((passed.what, passed.note), (OmissionKind::Miss, Some(30)));
    assert!(passed.by > 0.1 && passed.frame.is_some());
    assert_eq!((found.motion.verdict, found.motion.score.unconfirmed), (Verdict::Consistent, 0));
}

#[test]
fn unknown_properties_are_not_checked_and_say_so() {
    let (replay, map) = play(9, Style::default());
    let reason =
        |change: &dyn Fn(&mut ghostreel_formats::bsor::Replay, &mut ghostreel_beatmap::Map)| {
            let (mut replay, mut map) = (replay.clone(), map.clone());
            // Off, so that a verdict could turn.
            replay.notes = replay
                .notes
                .iter()
                .map(|mut note| {
                    if let Some(cut) = &mut note.cut {
                        cut.cut_distance_to_center = 0.0;
                    }
                    note
                })
                .collect::<NoteList>();
            change(&mut replay, &mut map);
            let found = compared(&encode(&replay), &map);
            let motion = found.motion;
            assert_eq!(motion.verdict, Verdict::NotEnoughData);
            // Nothing of it is confirmed, and that stands where the map has its notes.
            let score = motion.score;
            assert_eq!((score.confirmed, score.by_map_only), (0, score.recorded));
            let reason = motion.by_map.unwrap().reason.unwrap();
            assert_eq!(motion.reason.as_ref(), Some(&reason));
            reason
        };
    assert!(
        reason(&|replay, _| replay.info.game_version = "1.40.4".into())
            .contains("version of the game")
    );
    assert!(reason(&|replay, _| replay.info.jump_distance = 0.0).contains("how far notes jumped"));
    assert!(reason(&|replay, _| replay.info.height = 0.0).contains("how tall"));
    assert!(
        reason(&|_, map| {
            map.difficulties[0].requirements.push("Noodle Extensions".to_owned());
        })
        .contains("A mod moves")
    );
    assert!(
        reason(&|_, map| {
            let beatmap = map.difficulties[0].beatmap.as_mut().unwrap();
            beatmap.speed_changes.push(Default::default());
        })
        .contains("speed changes")
    );
    assert!(
        reason(&|replay, map| {
            map.difficulties[0].mode = "360Degree".to_owned();
            replay.info.mode = "360Degree".into();
        })
        .contains("all around")
    );
}

#[test]
fn cuts_of_unknown_notes_count_as_not_checked() {
    let (mut replay, map) = play(11, Style { no_mistakes: true, ..Style::default() });
    let mut note = replay.notes.get(10).unwrap();
    note.head.spawn_time += 0.05;
    replay.notes.set(10, &note);
    let found = compared(&encode(&replay), &map);
    let differences = found.differences();
    let notes: Vec<_> = differences.notes.iter().map(|note| note.note).collect();
    assert_eq!(notes, [Some(10), None]);
    assert!(differences.summary.contains("1 of its notes are not in the map"));
    assert_eq!(found.motion.by_map.unwrap().not_checked, [(NotChecked::NoNote, 1)]);
    assert_eq!((found.map.invented, found.map.missing), (1, 1));
}

#[test]
fn notes_that_came_at_another_speed_than_the_maps_count_where_all_cuts_agree() {
    let (mut replay, mut map) = play(13, Style::default());
    map.difficulties[0].note_jump_speed = 11.0;
    let found = compared(&encode(&replay), &map);
    let by_map = found.motion.by_map.unwrap();
    assert_eq!((by_map.reason, by_map.notes_off), (None, 0));
    assert_eq!(by_map.tried.iter().map(|tried| tried.rule).collect::<Vec<_>>(), [Rule::OtherSpeed]);
    assert_eq!(by_map.tried[0].cuts, by_map.checked);
    for index in 0..10 {
        let mut note = replay.notes.get(index).unwrap();
        if let Some(cut) = &mut note.cut {
            cut.cut_distance_to_center += 0.1;
        }
        replay.notes.set(index, &note);
    }
    let found = compared(&encode(&replay), &map);
    let by_map = found.motion.by_map.unwrap();
    assert!(by_map.reason.unwrap().contains("another speed"));
    assert_eq!((by_map.checked, by_map.tried[0].holds), (0, false));
    assert!(by_map.tried[0].off >= 8, "{:?}", by_map.tried);
    assert_eq!(found.motion.verdict, Verdict::NotEnoughData);
}

#[test]
fn replays_without_due_times_are_not_compared() {
    let (replay, map) = play(15, Style::default());
    let (legacy, _) = scoresaber_json::from_bsor(&replay);
    let file = scoresaber_json::encode(&legacy);
    let view = open(&file[..], &DecodeOptions::STRICT).unwrap();
    assert_eq!(verify_with_map(&view, &map).unwrap_err(), NotCompared::NoTimes);
    let melee = sample("melee", None, 1).unwrap();
    let view = open(&melee[..], &DecodeOptions::STRICT).unwrap();
    assert_eq!(verify_with_map(&view, &map).unwrap_err(), NotCompared::OtherGame);
}
