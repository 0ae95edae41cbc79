//! Properties of every replay, checked on every variant that the generator makes and on JSON written by hand.

use ghostreel_bsor as bsor;
use ghostreel_core::{
    DecodeOptions, Diagnostic, Error, Fault, Format, Outcome, Probe, PushDecoder, Random,
};

use crate::cursor::Cursor;
use crate::sample::{Options, Spelling, generate, variants};
use crate::*;

/// Decodes by pushes of the given sizes in turn.
fn decode_in_pieces(bytes: &[u8], sizes: &[usize]) -> (Vec<Event>, Vec<Diagnostic>, Option<Error>) {
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    let mut events = Vec::new();
    let mut rest = bytes;
    for &size in sizes.iter().cycle() {
        let (push, left) = rest.split_at(size.min(rest.len()));
        decoder.push(push);
        rest = left;
        if rest.is_empty() {
            decoder.finish();
        }
        loop {
            match decoder.next_event() {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(error) => return (events, decoder.diagnostics().to_vec(), Some(error)),
            }
        }
        if rest.is_empty() {
            break;
        }
    }
    (events, decoder.diagnostics().to_vec(), None)
}

/// The values that the events add up to.
fn collect(events: Vec<Event>) -> Replay {
    let mut replay = Replay::default();
    for event in events {
        match event {
            Event::Info(info) => replay.info = *info,
            Event::Section(_) => {}
            Event::Frame(frame) => replay.frames.push(frame),
            Event::Score(score) => replay.scores.push(score),
            Event::Combo(combo) => replay.combos.push(combo),
            Event::NoteTime(time) => replay.note_times.push(time),
            Event::NoteInfo(text) => assert!(replay.note_infos.push(&text)),
            Event::Height(height) => replay.dynamic_heights.push(height),
        }
    }
    replay
}

/// Decodes in every way there is; all must agree, and encoding must give the bytes back.
#[track_caller]
fn check(bytes: &[u8]) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let whole = decode(bytes, &DecodeOptions::RECOVER).map(|d| (d.value, d.diagnostics));
    let strict = decode(bytes, &DecodeOptions::STRICT);
    let (events, in_pieces, failure) = decode_in_pieces(bytes, &[7, 1, 64, 1000]);
    match &whole {
        Ok((replay, diagnostics)) => {
            assert_eq!(encode(replay), bytes, "encoding differs");
            assert_eq!(failure, None);
            assert_eq!(diagnostics, &in_pieces);
            let values = Replay { layout: None, ..replay.clone() };
            // Compared as bytes: NaN is not equal to itself.
            assert_eq!(encode(&collect(events)), encode(&values), "the pieces make another replay");
            assert_eq!(strict.is_ok(), Outcome::of(diagnostics) == Outcome::Ok);
            let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
            assert_eq!(view.diagnostics(), diagnostics);
            assert_eq!(view.bsor().outcome(), Outcome::Ok, "what it converts to is sound");
            assert_eq!(encode(&view.to_replay()), bytes);
            assert_eq!(encode(&view.into_replay()), bytes);
            // In the usual way it is sound, and says the same.
            let usual = encode(&values);
            let again = decode(&usual, &DecodeOptions::STRICT).unwrap().value;
            assert_eq!(encode(&Replay { layout: None, ..again }), usual);
        }
        Err(error) => {
            assert_eq!(failure.as_ref(), Some(error));
            assert!(strict.is_err());
        }
    }
    whole
}

/// A file of few bytes that has everything.
fn tiny() -> Vec<u8> {
    encode(&generate(&Options { duration: 6.0, rate: 0.7, ..Options::small() }))
}

#[test]
fn every_variant_round_trips() {
    for (name, options) in variants() {
        let replay = generate(&options);
        let bytes = encode(&replay);
        let (again, diagnostics) = check(&bytes).unwrap();
        assert_eq!(Outcome::of(&diagnostics), Outcome::Ok, "{name}: {diagnostics:?}");
        assert_eq!(again, replay, "{name}");
        assert_eq!(diagnostics.is_empty(), !options.unknown_members, "{name}: {diagnostics:?}");
        assert_eq!(ScoresaberJson::probe(&bytes[..64]), Probe::Yes, "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let bytes = |seed| encode(&generate(&Options { seed, ..Options::default() }));
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}

#[test]
fn the_default_sample_shows_everything() {
    let replay = generate(&Options::default());
    for kind in [-5, -4, -3, -2] {
        assert!(replay.scores.contains(&kind), "{kind}");
    }
    assert!(replay.scores.iter().any(|score| *score > 100));
    assert!(replay.frames.len() > 1000 && replay.dynamic_heights.len() > 1);
    assert!(replay.info.fields().iter().all(|(_, value)| value.is_some()));
    let last = replay.scores.iter().rposition(|score| *score != -5).unwrap();
    assert!(replay.scores[..last].iter().all(|score| *score != -5), "walls are the last");
    let dot_net = encode(&generate(&Options { spelling: Spelling::DotNet, ..Options::default() }));
    let text = String::from_utf8(dot_net).unwrap();
    assert!(text.contains("E-0") && text.contains(".0,"), "number texts as of .NET");
}

#[test]
fn every_prefix_is_read_as_far_as_it_goes() {
    let bytes = tiny();
    let (whole, _) = check(&bytes).unwrap();
    let mut frames = 0;
    for length in 0..bytes.len() {
        let Ok((cut, diagnostics)) = check(&bytes[..length]) else {
            // Up to the first member of the info there is nothing to keep.
            assert!(length < 60, "{length}");
            continue;
        };
        assert_eq!(Outcome::of(&diagnostics), Outcome::Recovered, "{length}");
        assert!(diagnostics.iter().any(|d| d.offset <= length as u64), "{diagnostics:?}");
        assert!(cut.frames.len() >= frames);
        assert_eq!(cut.frames[..], whole.frames[..cut.frames.len()]);
        frames = cut.frames.len();
        assert_eq!(cut.scores[..], whole.scores[..cut.scores.len()]);
        // Repaired, it is whole.
        let mut repaired = cut.clone();
        repaired.repair().unwrap();
        let again = decode(&encode(&repaired), &DecodeOptions::STRICT).unwrap().value;
        assert_eq!((again.frames, again.scores), (cut.frames, cut.scores));
    }
    assert_eq!(frames, whole.frames.len());
}

#[test]
fn changed_bytes_are_met_calmly() {
    let tiny = Options { duration: 6.0, rate: 0.7, ..Options::small() };
    let variants = [
        tiny.clone(),
        Options { unknown_members: true, ..tiny.clone() },
        Options { spelling: Spelling::Pretty, ..tiny },
    ];
    let mut random = Random::new(1);
    let notable = b"{}[]\",:\\0-eE.nx \xff";
    for bytes in variants.iter().map(|options| encode(&generate(options))) {
        for _ in 0..1_000 {
            let mut changed = bytes.clone();
            for _ in 0..random.between(1, 4) {
                let at = random.between(0, changed.len() as i32 - 1) as usize;
                let value = notable[random.between(0, notable.len() as i32 - 1) as usize];
                match random.between(0, 4) {
                    0 => drop(changed.remove(at)),
                    1 => changed.insert(at, value),
                    2 => changed[at] = random.byte(),
                    3 => {
                        // A piece stands somewhere else, too.
                        let end = (at + random.between(1, 600) as usize).min(changed.len());
                        let piece = changed[at..end].to_vec();
                        let to = random.between(0, changed.len() as i32) as usize;
                        changed.splice(to..to, piece);
                    }
                    _ => changed[at] = value,
                }
            }
            let _ = check(&changed);
        }
    }
}

/// A frame whose time is written as given.
fn frame(time: &str) -> String {
    let pose = r#"{"p":{"x":0.5,"y":1,"z":0},"r":{"x":0,"y":0,"z":0,"w":1.00}}"#;
    format!(r#"{{"a":{time}, "i":90,"h":{pose},"l":{pose},"r":{pose}}}"#)
}

#[test]
fn members_in_any_order_and_of_any_kind_are_kept() {
    for json in [
        r#"{"frames":[]}"#.to_owned(),
        r#" { "scores" : [ 115 , -3 ] , "info" : { } } "#.to_owned(),
        format!("\u{feff}{{\"frames\":[{},{}]}}\n", frame("0.0"), frame("1E-05")),
        r#"{"info":{"height":1.70,"version":"A\u00e9"},"scores":[115.0,1e2]}"#.to_owned(),
        r#"{"info":{"modifiers":["FS",7],"leftHanded":1,"difficulty":"9"}}"#.to_owned(),
        r#"{"noteTime":[1e400,-1e400,NaN,null,Infinity,1e-400]}"#.to_owned(),
        r#"{"scores":[1],"scores":[2],"info":{"mode":"a","mode":"b"},"frames":7}"#.to_owned(),
        r#"{"noteInfos":["2081","","\u0032081"],"\u0073cores":[1]}"#.to_owned(),
        r#"{"info":{}} trailing {"#.to_owned(),
        r#"{"scores":[-4,7,-4,-3],"noteTime":[1,1e9,2,-5],"noteInfos":["0083","0081","",""]}"#
            .to_owned(),
    ] {
        let (replay, diagnostics) = check(json.as_bytes()).unwrap();
        assert_eq!(Outcome::of(&diagnostics), Outcome::Ok, "{json}: {diagnostics:?}");
        assert_ne!(replay, Replay::default());
    }
}

#[test]
fn changed_values_take_their_places_and_all_other_text_stays() {
    let json = format!(
        r#"{{"info":{{"height": 1.70,"mode":"Standard","x":[1]}},"scores":[ 115.0, 3 ],"frames":[{}, {}],"noteInfos":["2\u003081"]}}"#,
        frame("0.0"),
        frame("1E-05")
    );
    let (mut replay, _) = check(json.as_bytes()).unwrap();
    replay.info.mode = Some("One\"Saber".to_owned());
    replay.scores[1] = -2;
    replay.frames[1].time = 2.5;
    replay.frames[1].right.rotation.w = -1e-7;
    let wanted =
        json.replace("Standard", r#"One\"Saber"#).replace(" 3 ", " -2 ").replace("1E-05", "2.5");
    let at = wanted.rfind("1.00").unwrap();
    let wanted = [&wanted[..at], "-1e-7", &wanted[at + 4..]].concat();
    assert_eq!(String::from_utf8(encode(&replay)).unwrap(), wanted);
    // Values that no longer fit are written in the usual way.
    replay.frames.pop();
    let usual = String::from_utf8(encode(&replay)).unwrap();
    assert!(
        usual.starts_with(
            r#"{"info":{"mode":"One\"Saber","height":1.7},"frames":[{"h":{"r":{"x":0,"#
        )
    );
    let again = decode(usual.as_bytes(), &DecodeOptions::STRICT).unwrap().value;
    assert_eq!(Replay { layout: None, ..again }, Replay { layout: None, ..replay });
}

#[test]
fn reading_goes_on_after_damage() {
    let [a, b, c, d] = ["1", "2", "3", "4"].map(frame);
    let times = |json: &str| {
        let (replay, diagnostics) = check(json.as_bytes()).unwrap();
        let errors: Vec<String> = diagnostics
            .iter()
            .filter(|d| d.severity == ghostreel_core::Severity::Error)
            .map(ToString::to_string)
            .collect();
        let times: Vec<f32> = replay.frames.iter().map(|frame| frame.time).collect();
        (times, replay.scores, errors)
    };
    let tail = r#""scores":[115,-3]}"#;
    // Only bytes are left of a frame.
    let (found, scores, errors) =
        times(&format!(r#"{{"frames":[{a},{{"h":{{"r"?x":{c},{d}],{tail}"#));
    assert_eq!((&found[..], &scores[..], errors.len()), (&[1.0, 3.0, 4.0][..], &[115, -3][..], 1));
    assert!(errors[0].starts_with("frames, offset "), "{errors:?}");
    // A frame lacks something.
    let lacking = b.replace(r#""w":1.00"#, r#""w":"1""#);
    let (found, scores, errors) = times(&format!(r#"{{"frames":[{a},{lacking},{c}],{tail}"#));
    assert_eq!((&found[..], &scores[..], errors.len()), (&[1.0, 3.0][..], &[115, -3][..], 1));
    assert!(errors[0].contains("a frame with all of its pose h"), "{errors:?}");
    // The list of frames does not end.
    let (found, scores, _) = times(&format!(r#"{{"frames":[{a},{b} "scores":[115,-3]}}"#));
    assert_eq!((&found[..], &scores[..]), (&[1.0, 2.0][..], &[115, -3][..]));
    // The elements of lists of numbers belong together by their place.
    let (found, scores, errors) = times(&format!(r#"{{"scores":[1,2,{{}},4],"frames":[{a}]}}"#));
    assert_eq!((&found[..], &scores[..]), (&[1.0][..], &[1, 2][..]));
    assert!(errors[0].contains("expected a whole number as element 2"), "{errors:?}");
    // … also where the rest of such a list arrives later.
    let late = " ".repeat(200);
    let (found, scores, errors) = times(&format!(r#"{{"scores":[[1],{late}2],"frames":[{a}]}}"#));
    assert_eq!((&found[..], &scores[..], errors.len()), (&[1.0][..], &[][..], 1));
    // The info is damaged in its middle.
    let (replay, diagnostics) = check(
        format!(r#"{{"info":{{"mode":"a","height":1.7 "hash":"b"}},"frames":[{a}]}}"#).as_bytes(),
    )
    .unwrap();
    assert_eq!((replay.info.mode.as_deref(), replay.info.height), (Some("a"), Some(1.7)));
    assert_eq!((replay.info.hash, replay.frames.len()), (None, 1));
    assert_eq!(
        diagnostics[0].to_string(),
        "info, offset 33: expected a comma or the end of the object, found a text"
    );
}

#[test]
fn a_file_that_is_no_replay_is_refused() {
    for (json, fault) in [
        ("", Fault::Truncated),
        ("  ", Fault::Truncated),
        ("[1]", Fault::Malformed),
        ("{}", Fault::Unsupported),
        (r#"{"_version":"2.0.0","_notes":[]}"#, Fault::Unsupported),
        (r#"{"info":7}"#, Fault::Unsupported),
    ] {
        assert_eq!(check(json.as_bytes()).unwrap_err().fault, fault, "{json}");
    }
}

#[test]
fn a_file_is_recognised_by_its_first_member() {
    for (head, probe) in [
        (r#"{"info":{"version":"2.0.0""#, Probe::Yes),
        ("\u{feff} {\r\n  \"frames\" : [", Probe::Yes),
        (r#"{"dynamicHeight""#, Probe::Yes),
        (r#"{"info":7"#, Probe::No),
        (r#"{"format":"bsor","version":1,"info":{"#, Probe::No),
        (r#"{"_version":"2.0.0","_notes":["#, Probe::No),
        (r#"{"version":"3.3.0","colorNotes":["#, Probe::No),
        (r#"{"information":{"#, Probe::No),
        ("[", Probe::No),
        ("{", Probe::No),
        ("", Probe::No),
    ] {
        assert_eq!(ScoresaberJson::probe(head.as_bytes()), probe, "{head}");
    }
}

/// A play whose BSOR fits into the legacy replay, but for the values that [`kept`] leaves out.
fn play() -> bsor::Replay {
    bsor::sample::generate(&bsor::sample::Options::default())
}

#[test]
fn shared_values_come_back_from_the_other_format() {
    let before = play();
    let (legacy, lost) = from_bsor(&before);
    let bytes = encode(&legacy);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let (after, missing) = view.to_bsor();
    assert_eq!(after.frames, before.frames);
    assert_eq!(after.heights, before.heights);
    assert_eq!(after.info.hash, before.info.hash);
    assert_eq!(after.info.difficulty, before.info.difficulty);
    assert_eq!(after.info.modifiers, before.info.modifiers);
    assert_eq!(after.info.mode, before.info.mode);
    assert_eq!(after.info.environment, before.info.environment);
    assert_eq!(after.info.score, before.info.score, "also by way of the points");
    assert_eq!(after.notes.len(), before.notes.len());
    for (after, before) in after.notes.iter().zip(before.notes.iter()) {
        let [a, b] = [&after, &before].map(|note| {
            let id = note.id();
            let score = bsor::scoring::note_score(note, id).total();
            (note.event_type(), id.line, id.layer, id.color, id.direction, score)
        });
        assert_eq!(a, b);
        assert_eq!(after.head.event_time.to_bits(), before.head.event_time.to_bits());
    }
    let times = |replay: &bsor::Replay| -> Vec<f32> {
        replay.walls.iter().map(bsor::Wall::event_time).collect()
    };
    assert_eq!(times(&after), times(&before));
    // And once more, nothing changes at all.
    let (again, _) = from_bsor(&after);
    assert_eq!(encode(&again), bytes);
    for (sentences, word) in [(&lost, "pauses"), (&lost, "other mods"), (&missing, "player")] {
        assert!(sentences.iter().any(|sentence| sentence.contains(word)), "{sentences:?}");
    }
    assert!(lost.iter().chain(&missing).all(|sentence| sentence.ends_with('.')));
}

#[test]
fn combos_are_those_of_the_play() {
    let (legacy, _) = from_bsor(&play());
    let mut combo = 0;
    // No wall is hit in between as long as nothing is said of one.
    for (score, said) in legacy.scores.iter().zip(&legacy.combos).take(10) {
        combo = if *score < 0 { 0 } else { combo + 1 };
        assert_eq!(combo, *said);
    }
}

#[test]
fn the_timeline_has_bsors_tables_and_the_lists() {
    let bytes = tiny();
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    assert_eq!(timeline.meta, view.meta());
    assert_eq!(timeline.meta.format, "scoresaber-json");
    assert_eq!(timeline.meta.version, view.version());
    let scores = timeline.column("recorded_notes.score").unwrap();
    assert_eq!(scores.as_i32(), Some(view.scores()));
    assert_eq!(timeline.column("frames.time").unwrap().len(), view.frames().len());
    let points = timeline.column("notes.points").unwrap();
    let recorded: Vec<i32> =
        view.scores().iter().filter(|score| **score != -5).map(|score| (*score).max(0)).collect();
    assert_eq!(points.as_i32(), Some(&recorded[..]));
}

#[test]
fn redacting_takes_out_what_the_format_does_not_name() {
    let mut plain = decode(&tiny(), &DecodeOptions::STRICT).unwrap().value;
    assert_eq!(redact(&mut plain).unwrap().iter().count(), 0);
    assert_eq!(encode(&plain), tiny());
    let json = r#"{"info":{"playerName":"Ghost","height":1.70},"scores":[1], "id":[7]} bye"#;
    let mut replay = decode(json.as_bytes(), &DecodeOptions::RECOVER).unwrap().value;
    let removals = redact(&mut replay).unwrap();
    let removed: Vec<(&str, &str)> =
        removals.iter().map(|removal| (&*removal.what, &*removal.value)).collect();
    let wanted =
        [("bytes that belong to nothing", "bye"), ("id", "[7]"), ("playerName", "\"Ghost\"")];
    assert_eq!(removed, wanted);
    let text = String::from_utf8(encode(&replay)).unwrap();
    assert!(text.starts_with(r#"{"info":{"height":1.7},"#), "{text}");
    assert!(!text.contains("Ghost") && !text.contains("bye"));
}

#[test]
fn a_cancelled_decode_keeps_what_it_has() {
    let bytes = encode(&generate(&Options::default()));
    let meter = ghostreel_core::work::Meter::limited(10_000);
    let options = DecodeOptions { meter: Some(meter), ..DecodeOptions::RECOVER };
    let decoded = decode(&bytes, &options).unwrap();
    assert_eq!(decoded.outcome(), Outcome::Recovered);
    assert!(decoded.diagnostics.iter().any(|d| d.message.contains("cancelled")));
    assert!((1..4_000).contains(&decoded.value.frames.len()));
    assert_eq!(Cursor::new(&bytes).peek(), Ok(b'{'));
}
