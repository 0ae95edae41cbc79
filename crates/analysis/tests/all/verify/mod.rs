//! Whether motion and cuts belong together: real and synthetic replays, as they are and changed in all the ways of `tamper`. The table of
//! findings stands in `docs/verification.md`, and is compared with the measurements here.
#![cfg(feature = "beat-saber")]

mod bots;
pub(crate) mod tamper;

use bots::BOTS;
use ghostreel_analysis::beat_saber::{
    Motion, Observed, Part, Verdict, compared_cut, observation_limits as limits, verify,
};
use ghostreel_formats::bsor::layout::{NoteHead, Vector3};
use ghostreel_formats::bsor::{
    CutInfo, EventType, Frame, Note, NoteList, Replay, View, decode, encode, sample,
};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::core::work::Meter;
use ghostreel_formats::{scoresaber, scoresaber_json};
use tamper::TAMPERS;

/// So many synthetic replays are changed in each way.
const SAMPLES: u64 = 100;
/// And so many replays of each bot are made.
const BOTS_PLAYED: u64 = 20;

fn motion(file: &[u8]) -> Motion {
    verify(&View::open(file, &DecodeOptions::RECOVER).unwrap())
}

/// Whether all that is missing for its score to be confirmed is the map.
fn fits(motion: &Motion) -> bool {
    let lacks_map = |reason: &String| reason.contains("Only the map shows");
    motion.verdict == Verdict::NotEnoughData && motion.reason.as_ref().is_some_and(lacks_map)
}

fn real() -> Option<Vec<Replay>> {
    let files = ghostreel_corpus::files("beat-saber/bsor")?;
    let replay = |(_, file): (_, Vec<u8>)| decode(&file, &DecodeOptions::STRICT).unwrap().value;
    Some(files.into_iter().map(replay).collect())
}

#[test]
fn every_cut_of_real_replays_follows_from_the_frames() {
    let Some(files) = ghostreel_corpus::files("beat-saber/bsor") else { return };
    for (name, file) in files {
        let found = motion(&file);
        assert!(found.checked >= 20, "{name}: {}", found.checked);
        assert!(fits(&found) && found.notes_off == 0, "{name}: {found:?}");
        assert_eq!((found.suggests, &found.finding), (None, &None), "{name}");
        // All but the 15 of 115 points for the middles.
        let score = found.score;
        assert!(score.confirmed_share > 0.84 && score.by_map_only == 0, "{name}: {score:?}");
        assert_eq!(score.confirmed + score.unconfirmed, score.recorded, "{name}");
    }
}

#[test]
fn samples_are_consistent_or_too_short() {
    for (name, options) in sample::variants() {
        let found = motion(&encode(&sample::generate(&options)));
        assert_eq!(found.notes_off, 0, "{name}: {found:?}");
        let is_short = found.checked < 10;
        assert_eq!(fits(&found), !is_short, "{name}: {found:?}");
    }
}

/// How many of the good cuts of a sample say how they were made, and the conclusions.
fn with_details(keep: impl Fn(usize) -> bool) -> Motion {
    let mut replay = sample::generate(&sample::Options::default());
    let mut good = 0..;
    let wiped = |mut note: Note| {
        let is_good = note.event_type() == Some(EventType::Good);
        if is_good && good.next().is_some_and(|index| !keep(index)) {
            note.cut = note.cut.map(|cut| CutInfo {
                saber_speed: 0.0,
                saber_dir: Vector3::default(),
                cut_point: Vector3::default(),
                ..cut
            });
        }
        note
    };
    replay.notes = replay.notes.as_notes().iter().map(wiped).collect::<NoteList>();
    motion(&encode(&replay))
}

#[test]
fn cuts_without_details_are_not_judged() {
    let all = with_details(|_| true);
    let none = with_details(|_| false);
    assert_eq!((none.verdict, none.checked), (Verdict::NotEnoughData, 0));
    assert_eq!((none.notes_off, none.without_details), (0, all.checked));
    assert!(none.reason.unwrap().contains("lack the movement of the saber"));
    // Each note twice, as in a broken period.
    let half = with_details(|index| index % 2 == 0);
    assert!(fits(&half) && half.notes_off == 0);
    assert_eq!(half.checked + half.without_details, all.checked);
    let [all_share, half_share] = [&all, &half].map(|motion| motion.score.confirmed_share);
    assert!(half_share < 0.6 * all_share, "{half_share} of {all_share}");
    let few = with_details(|index| index % 3 == 0);
    assert_eq!(few.verdict, Verdict::NotEnoughData);
}

#[test]
fn replays_converted_from_a_format_without_details_are_not_judged() {
    let samples = sample::variants().into_iter().map(|(_, options)| sample::generate(&options));
    for replay in samples.chain(real().unwrap_or_default()) {
        let (legacy, _) = scoresaber_json::from_bsor(&replay);
        let file = scoresaber_json::encode(&legacy);
        let view = scoresaber_json::View::open(&file[..], &DecodeOptions::STRICT).unwrap();
        let found = motion(&encode(&view.to_bsor().0));
        assert_eq!((found.verdict, found.checked), (Verdict::NotEnoughData, 0), "{found:?}");
        assert!(found.reason.is_some() && found.off.is_empty());
    }
}

#[test]
fn replays_converted_from_scoresabers_files_are_never_inconsistent() {
    for (name, options) in scoresaber::sample::variants() {
        let file = scoresaber::encode(&scoresaber::sample::generate(&options));
        let view = scoresaber::View::open(&file[..], &DecodeOptions::STRICT).unwrap();
        let (mut replay, _) = view.to_bsor();
        assert_ne!(motion(&encode(&replay)).verdict, Verdict::Inconsistent, "{name}");
        for frame in &mut replay.frames {
            std::mem::swap(&mut frame.left, &mut frame.right);
        }
        assert_eq!(motion(&encode(&replay)).verdict, Verdict::NotEnoughData, "{name}");
    }
}

#[test]
fn redacted_replays_are_judged() {
    let mut replay = sample::generate(&sample::Options::default());
    for frame in &mut replay.frames {
        std::mem::swap(&mut frame.left, &mut frame.right);
    }
    ghostreel_formats::bsor::redact(&mut replay).unwrap();
    assert_eq!(motion(&encode(&replay)).verdict, Verdict::Inconsistent);
    replay.info.version = "3.1.0".into();
    let found = motion(&encode(&replay));
    assert_eq!(found.verdict, Verdict::NotEnoughData);
    assert!(found.reason.unwrap().contains("converted from another format"));
    assert_eq!(found.notes_off, found.checked, "they are listed all the same");
}

#[test]
fn discrepancies_name_note_and_frame() {
    let mut replay = sample::generate(&sample::Options::default());
    let mut note = replay.notes.get(40).unwrap();
    let cut = note.cut.as_mut().unwrap();
    let normal = cut.cut_normal;
    cut.cut_normal = Vector3::new(normal.y, normal.x, normal.z);
    replay.notes.set(40, &note);
    let found = motion(&encode(&replay));
    assert!(fits(&found) && found.notes_off == 1, "{found:?}");
    assert!(found.off.iter().all(|off| off.note == 40));
    let frame = found.off[0].frame.unwrap() as usize;
    assert_eq!(replay.frames[frame].time, note.head.event_time);
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["verdict"], "not-enough-data");
    assert_eq!(json["off"][0]["what"], "cut-normal");
}

#[test]
fn numbers_that_are_none_are_met_calmly() {
    for value in [f32::NAN, f32::INFINITY, f32::MAX, -0.0] {
        let mut replay = sample::generate(&sample::Options::default());
        for frame in &mut replay.frames {
            frame.left.position.x = value;
            frame.right.rotation.w = value;
        }
        let found = motion(&encode(&replay));
        assert_eq!(found.verdict, Verdict::Inconsistent, "{value}");
        for frame in &mut replay.frames {
            frame.time = value;
        }
        motion(&encode(&replay));
    }
}

#[test]
fn costly_files_are_given_up_and_say_so() {
    // Half a million frames in half a second, and a cut in each of 60,000 notes.
    let mut replay = sample::generate(&sample::Options::default());
    let frame = replay.frames[1000];
    let mut note = replay.notes.get(40).unwrap();
    // In the plane that a blade which stands still sweeps by its rounding, so that every frame counts.
    let cut = note.cut.as_mut().unwrap();
    let normal = cut.cut_normal;
    cut.cut_normal = Vector3::new(-normal.x, -normal.y, -normal.z);
    let time = |index: usize| f32::from_bits(note.head.event_time.to_bits() + index as u32);
    replay.frames = (0..500_000).map(|index| Frame { time: time(index), ..frame }).collect();
    let cut = |index: usize| {
        let head = NoteHead { event_time: time(index + 1000), ..note.head };
        Note { head, ..note }
    };
    replay.notes = (0..60_000).map(cut).collect::<NoteList>();
    let file = encode(&replay);
    let meter = Meter::limited(1_000_000);
    let options = DecodeOptions { meter: Some(meter), ..DecodeOptions::RECOVER };
    let found = verify(&View::open(&file[..], &options).unwrap());
    assert_eq!(found.verdict, Verdict::NotEnoughData);
    assert!(found.reason.unwrap().contains("more than any game"));
}

#[test]
fn a_score_higher_than_its_cuts_is_inconsistent() {
    let mut replay = sample::generate(&sample::Options::default());
    let honest = motion(&encode(&replay));
    assert_eq!(honest.score.recorded, honest.score.by_events);
    replay.info.score = replay.info.score * 3 / 2;
    let file = encode(&replay);
    let raised = motion(&file);
    assert_eq!((raised.verdict, raised.notes_off), (Verdict::Inconsistent, 0));
    let (says, worth) = (raised.score.recorded, raised.score.by_events);
    let finding = format!(
        "The file says {says} points, its cuts are worth {worth}. The score is higher than its cuts are worth."
    );
    assert_eq!(raised.finding.unwrap().replace("3,775", "3775").replace("2,517", "2517"), finding);
    // Of a file whose end is missing, events are missing that the score may be of.
    let cut = View::open(&file[..file.len() - 40_000], &DecodeOptions::RECOVER).unwrap();
    assert_ne!(verify(&cut).verdict, Verdict::Inconsistent);
}

/// Observations in replays: each kind with how many replays have it.
fn observed(motions: &[Motion]) -> String {
    let count = |what: Observed| {
        let has = |motion: &&Motion| motion.observations.iter().any(|seen| seen.what == what);
        (motions.iter().filter(has).count(), what.name())
    };
    let seen: Vec<String> = (Observed::ALL.into_iter().map(count))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{name} {count}"))
        .collect();
    if seen.is_empty() { "nothing".to_owned() } else { seen.join(", ") }
}

/// Of how many of the motions the verdict is that they do not fit.
fn inconsistent(motions: &[Motion]) -> String {
    let count = motions.iter().filter(|motion| motion.verdict == Verdict::Inconsistent).count();
    format!("{count} of {}", motions.len())
}

/// The replays when they are changed so.
fn changed(
    replays: &[Replay],
    apply: fn(&mut Replay, usize, &Replay),
    strength: usize,
) -> Vec<Motion> {
    let others = replays.iter().cycle().skip(1);
    let change = |(replay, other): (&Replay, &Replay)| {
        let mut replay = replay.clone();
        apply(&mut replay, strength, other);
        motion(&encode(&replay))
    };
    replays.iter().zip(others).map(change).collect()
}

/// Rows that the document does not have. Where there are no real replays, their numbers are not compared.
#[derive(Default)]
struct Missing(Vec<String>);

impl Missing {
    fn look_for(&mut self, row: String) {
        let written = include_str!("../../../../../docs/verification.md");
        if !written.lines().any(|line| line.starts_with(&row)) {
            self.0.push(row);
        }
    }

    fn look_for_both(&mut self, head: &str, samples: String, real: Option<String>) {
        let real = real.map_or(String::new(), |real| format!(" {real} |"));
        self.look_for(format!("| {head} | {samples} |{real}"));
    }

    fn none(self) {
        let rows = self.0.join("\n");
        assert!(rows.is_empty(), "docs/verification.md lacks these rows:\n{rows}");
    }
}

#[test]
fn the_tables_of_what_is_found_and_seen_are_as_written_down() {
    let made = |seed| {
        let options =
            sample::Options { seed, duration: 20.0, rate: 72.0, ..sample::Options::default() };
        // The frames of samples come as if the song ran as it was recorded.
        let mut replay = sample::generate(&options);
        replay.info.modifiers = "".into();
        replay
    };
    let samples: Vec<Replay> = (1..=SAMPLES).map(made).collect();
    let real = real();
    let (mut missing, mut missing_seen) = (Missing::default(), Missing::default());
    for (number, tamper) in TAMPERS.iter().enumerate().step_by(ghostreel_corpus::rounds(2, 1)) {
        for strength in ghostreel_corpus::variants(number, tamper.strengths.len()) {
            let named = tamper.strengths[strength];
            let head = format!("{} | {named}", tamper.name);
            let samples = changed(&samples, tamper.apply, strength);
            let real = real.as_ref().map(|real| changed(real, tamper.apply, strength));
            missing.look_for_both(&head, inconsistent(&samples), real.as_deref().map(inconsistent));
            missing_seen.look_for_both(&head, observed(&samples), real.as_deref().map(observed));
        }
    }
    missing.0.append(&mut missing_seen.0);
    missing.none();
}

#[test]
fn the_table_of_what_is_seen_of_unchanged_replays_and_bots_is_as_written_down() {
    let mut missing = Missing::default();
    if let Some(files) = ghostreel_corpus::files("beat-saber/bsor") {
        for (name, file) in files {
            let found = motion(&file);
            let rows = |what| found.observations.iter().filter(|seen| seen.what == what).count();
            let rows = Observed::ALL.map(|what| (rows(what), what.name()));
            let rows = rows.iter().filter(|(count, _)| *count > 0);
            let rows: Vec<_> = rows.map(|(count, name)| format!("{count} × {name}")).collect();
            let rows = if rows.is_empty() { "nothing".to_owned() } else { rows.join(", ") };
            let name = name.split('_').next().unwrap_or_default();
            missing.look_for(format!("| `{name}` | {rows} |"));
            assert_eq!(found.observations_left_out, 0, "{name}");
        }
    }
    let samples: Vec<Motion> = (1..=SAMPLES)
        .map(|seed| sample::Options { seed, duration: 20.0, ..sample::Options::default() })
        .map(|options| motion(&encode(&sample::generate(&options))))
        .collect();
    missing.look_for(format!("| samples of this project | {} |", observed(&samples)));
    for bot in BOTS {
        let played: Vec<Motion> =
            (1..=BOTS_PLAYED).map(|seed| motion(&encode(&bot.play(seed)))).collect();
        for (seed, motion) in (1..).zip(&played) {
            assert!(fits(motion), "{} {seed}: {motion:?}", bot.name);
        }
        missing.look_for(format!("| {} | {} |", bot.name, observed(&played)));
    }
    missing.none();
}

#[test]
fn an_observation_says_what_where_and_how_much() {
    let mut replay = sample::generate(&sample::Options::default());
    replay.pauses.clear();
    for frame in &mut replay.frames[1000..] {
        frame.head.position.x += 1.0;
        frame.left.position.y += 2.0;
    }
    let gap = replay.frames[2000].time;
    replay.frames.drain(2001..2020);
    let honest = motion(&encode(&sample::generate(&sample::Options::default())));
    let found = motion(&encode(&replay));
    let seen = |what: Observed| {
        let seen = found.observations.iter().filter(move |seen| seen.what == what);
        seen.copied().collect::<Vec<_>>()
    };
    let mut teleports = seen(Observed::Teleport);
    teleports.retain(|seen| seen.frame == Some(1000));
    let [head, left] = teleports[..] else { panic!("{found:?}") };
    assert_eq!((head.part, left.part), (Some(Part::Head), Some(Part::Left)));
    assert_eq!(head.time, f64::from(replay.frames[1000].time));
    assert!((head.by - 1.0).abs() < 0.1 && (left.by - 2.0).abs() < 0.2, "{head:?} {left:?}");
    let [hang] = seen(Observed::FrameGap)[..] else { panic!("{found:?}") };
    let after = replay.frames[2001].time;
    assert_eq!((hang.frame, hang.part, hang.time), (Some(2001), None, f64::from(after)));
    assert_eq!(hang.by, f64::from(after) - f64::from(gap));
    assert!(fits(&honest));
    let json = serde_json::to_value(&found).unwrap();
    let row = &json["observations"][0];
    assert_eq!((&row["what"], &row["part"]), (&"frame-gap".into(), &serde_json::Value::Null));
    assert_eq!(json["observationsLeftOut"], 0);
}

#[test]
fn a_cut_is_compared_with_the_frames_around_it() {
    let mut replay = sample::generate(&sample::Options::default());
    let mut note = replay.notes.get(40).unwrap();
    let compare = |replay: &Replay| {
        let file = encode(replay);
        compared_cut(&View::open(&file[..], &DecodeOptions::STRICT).unwrap(), 40)
    };
    let honest = compare(&replay).unwrap();
    let apart = |a: [f64; 3], b: [f64; 3]| {
        let squares = std::array::from_fn::<f64, 3, _>(|axis| (a[axis] - b[axis]).powi(2));
        squares.iter().sum::<f64>().sqrt()
    };
    let recomputed = honest.recomputed.unwrap();
    assert!(apart(honest.recorded.normal, recomputed.normal) < 1e-4, "{honest:?}");
    assert!(apart(honest.recorded.direction, recomputed.direction) < 1e-4);
    assert!(apart(honest.recorded.point, recomputed.point) < 1e-4);
    assert_eq!(honest.blades.len(), 37);
    assert!(honest.blades.iter().all(|[hilt, tip]| (apart(*hilt, *tip) - 1.0).abs() < 1e-3));

    let cut = note.cut.as_mut().unwrap();
    let normal = cut.cut_normal;
    cut.cut_normal = Vector3::new(normal.y, normal.x, normal.z);
    note.head.event_time += 0.001;
    replay.notes.set(40, &note);
    let changed = compare(&replay).unwrap();
    assert_eq!(changed.recomputed.unwrap().normal, recomputed.normal, "of the nearest frame");
    assert!(apart(changed.recorded.normal, recomputed.normal) > 0.1);
    replay.frames.clear();
    assert_eq!(compare(&replay), None);
}

#[test]
fn observations_are_listed_up_to_a_limit_and_counted_beyond() {
    let mut replay = sample::generate(&sample::Options::default());
    for (index, frame) in replay.frames.iter_mut().enumerate() {
        frame.head.position.x += if index % 2 == 0 { 1.0 } else { 0.0 };
    }
    let found = motion(&encode(&replay));
    let teleports = found.observations.iter().filter(|seen| seen.what == Observed::Teleport);
    assert_eq!(teleports.count(), limits::LISTED);
    assert!(found.observations_left_out > 3000, "{}", found.observations_left_out);
    assert!(fits(&found), "{found:?}");
}

#[test]
fn where_a_player_is_after_a_pause_is_no_teleport() {
    let mut replay = sample::generate(&sample::Options::default());
    let pause = replay.pauses[0].time;
    for frame in replay.frames.iter_mut().filter(|frame| frame.time > pause) {
        frame.head.position.x += 1.0;
    }
    let is_teleport = |motion: &Motion| {
        let of_head = motion.observations.iter().filter(|seen| seen.part == Some(Part::Head));
        of_head.map(|seen| seen.what).any(|what| what == Observed::Teleport)
    };
    assert!(!is_teleport(&motion(&encode(&replay))));
    replay.pauses.clear();
    assert!(is_teleport(&motion(&encode(&replay))));
}
