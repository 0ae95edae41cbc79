//! Whether motion and cuts belong together: real and synthetic replays, as they are and changed in all the ways of `tamper`. The table of
//! what is found stands in `docs/verification.md`, and is compared with what is measured here.
#![cfg(feature = "beat-saber")]

mod tamper;

use ghostreel_analysis::beat_saber::{Motion, Verdict, verify};
use ghostreel_formats::bsor::layout::{NoteHead, Vector3};
use ghostreel_formats::bsor::{
    CutInfo, EventType, Frame, Note, NoteList, Replay, View, decode, encode, sample,
};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::core::work::Meter;
use ghostreel_scoresaber_json as scoresaber_json;
use tamper::TAMPERS;

/// So many synthetic replays are changed in each way.
const SAMPLES: u64 = 100;

fn motion(file: &[u8]) -> Motion {
    verify(&View::open(file, &DecodeOptions::RECOVER).unwrap())
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
        assert_eq!((found.verdict, found.notes_off), (Verdict::Consistent, 0), "{name}");
        assert_eq!((found.suggests, found.reason), (None, None), "{name}");
    }
}

#[test]
fn samples_are_consistent_or_too_short() {
    for (name, options) in sample::variants() {
        let found = motion(&encode(&sample::generate(&options)));
        assert_eq!(found.notes_off, 0, "{name}: {found:?}");
        let is_short = found.checked < 10;
        assert_eq!(found.verdict == Verdict::NotEnoughData, is_short, "{name}: {found:?}");
        assert_eq!(found.reason.is_some(), is_short, "{name}: {found:?}");
    }
}

/// How many of the good cuts of a sample say how they were made, and what is made of them then.
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
    assert!(none.reason.unwrap().contains("does not say how the saber moved"));
    // Each note twice, as in a broken period.
    let half = with_details(|index| index % 2 == 0);
    assert_eq!((half.verdict, half.notes_off), (Verdict::Consistent, 0));
    assert_eq!(half.checked + half.without_details, all.checked);
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
fn what_is_off_names_note_and_frame() {
    let mut replay = sample::generate(&sample::Options::default());
    let mut note = replay.notes.get(40).unwrap();
    let cut = note.cut.as_mut().unwrap();
    let normal = cut.cut_normal;
    cut.cut_normal = Vector3::new(normal.y, normal.x, normal.z);
    replay.notes.set(40, &note);
    let found = motion(&encode(&replay));
    assert_eq!((found.verdict, found.notes_off), (Verdict::Consistent, 1));
    assert!(found.off.iter().all(|off| off.note == 40));
    let frame = found.off[0].frame.unwrap() as usize;
    assert_eq!(replay.frames[frame].time, note.head.event_time);
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["verdict"], "consistent");
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
fn what_is_built_to_cost_is_given_up_and_says_so() {
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

/// How many of the replays are found inconsistent when they are changed so.
fn found(replays: &[Replay], apply: fn(&mut Replay, usize, &Replay), strength: usize) -> String {
    let others = replays.iter().cycle().skip(1);
    let is_found = |(replay, other): (&Replay, &Replay)| {
        let mut replay = replay.clone();
        apply(&mut replay, strength, other);
        motion(&encode(&replay)).verdict == Verdict::Inconsistent
    };
    let count = replays.iter().zip(others).filter(|&pair| is_found(pair)).count();
    format!("{count} of {}", replays.len())
}

#[test]
fn the_table_of_what_is_found_is_as_written_down() {
    let written = include_str!("../../../../docs/verification.md");
    let made = |seed| {
        let options =
            sample::Options { seed, duration: 20.0, rate: 72.0, ..sample::Options::default() };
        sample::generate(&options)
    };
    let samples: Vec<Replay> = (1..=SAMPLES).map(made).collect();
    let real = real();
    let mut missing = Vec::new();
    for tamper in TAMPERS {
        for (strength, named) in tamper.strengths.iter().enumerate() {
            let row = format!(
                "| {} | {named} | {} |",
                tamper.name,
                found(&samples, tamper.apply, strength)
            );
            let row = match &real {
                Some(real) => format!("{row} {} |", found(real, tamper.apply, strength)),
                None => row,
            };
            if !written.lines().any(|line| line.starts_with(&row)) {
                missing.push(row);
            }
        }
    }
    assert!(missing.is_empty(), "docs/verification.md lacks these rows:\n{}", missing.join("\n"));
}
