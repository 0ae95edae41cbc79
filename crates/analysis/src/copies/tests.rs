use std::borrow::Cow;

use ghostreel_formats::core::{DecodeOptions, Digest, Random};
use ghostreel_formats::{open, sample};

use super::*;

fn secret() -> Secret {
    Secret::new([7; 16])
}

const GAMES: [&str; 3] = ["beat-saber", "melee", "rocket-league"];

fn recording(game: &str, seed: u64) -> Recording {
    let bytes = sample(game, None, seed).unwrap();
    Recording::of(&open(bytes, &DecodeOptions::RECOVER).unwrap()).unwrap()
}

fn changed(recording: &Recording, change: impl Fn(f64, [f32; 3]) -> (f64, [f32; 3])) -> Recording {
    let mut copy = recording.clone();
    for track in &mut copy.tracks {
        let moments =
            track.times.iter().zip(&track.places).map(|(time, place)| change(*time, *place));
        (track.times, track.places) = moments.unzip();
    }
    copy.contest = None;
    copy
}

/// A recording and its copy have one passage in common.
fn only_passage(original: &Recording, copy: &Recording) -> Passage {
    let Comparison { verdict, passages, reasons } = compare(copy, original);
    assert_eq!(verdict, Verdict::Copy, "{}: {reasons:?}", original.game);
    let [passage] = passages.try_into().unwrap();
    passage
}

#[test]
fn a_copy_of_any_game_is_found_whatever_was_done_to_it() {
    for game in GAMES {
        let original = recording(game, 1);
        let copy = changed(&original, |time, [x, y, z]| (time / 1.04 + 3.0, [-x, y, z]));
        let passage = only_passage(&original, &copy);
        assert!(passage.mirrored, "{game}");
        assert!((passage.speed - 1.04).abs() < 0.002, "{game}: {passage:?}");
        assert!(
            (passage.from_b - (passage.from_a - 3.0) * 1.04).abs() < 0.05,
            "{game}: {passage:?}"
        );
        assert!(passage.correlation > 0.99, "{game}: {passage:?}");
        assert!(passage.to_a - passage.from_a > 15.0, "{game}: {passage:?}");
    }
}

#[test]
fn swapped_hands_are_named() {
    let original = recording("beat-saber", 1);
    let mut copy = original.clone();
    copy.tracks.swap(0, 1);
    let names = original.tracks.iter().map(|track| track.name.clone());
    copy.tracks.iter_mut().zip(names).for_each(|(track, name)| track.name = name);
    let passage = only_passage(&original, &copy);
    assert!(passage.swapped && !passage.mirrored);
    let pairs: Vec<(&str, &str)> =
        passage.tracks.iter().map(|pair| (pair.a.as_str(), pair.b.as_str())).collect();
    assert_eq!(pairs[..2], [("left hand", "right hand"), ("right hand", "left hand")]);
}

#[test]
fn a_part_is_found_where_it_was() {
    let original = recording("beat-saber", 1);
    let mut copy = original.clone();
    for track in &mut copy.tracks {
        let kept = |time: f64| (15.0..35.0).contains(&time);
        let moments = track.times.iter().zip(&track.places).filter(|(time, _)| kept(**time));
        (track.times, track.places) = moments.map(|(time, place)| (time - 10.0, *place)).unzip();
    }
    let passage = only_passage(&original, &copy);
    assert!((passage.from_b - passage.from_a - 10.0).abs() < 0.02, "{passage:?}");
    assert!(passage.to_a - passage.from_a > 18.0, "{passage:?}");
}

#[test]
fn noise_hides_no_copy() {
    for (game, amount) in [("beat-saber", 0.01), ("melee", 0.01), ("rocket-league", 1.0)] {
        let original = recording(game, 1);
        let mut copy = original.clone();
        let mut random = Random::new(3);
        for place in copy.tracks.iter_mut().flat_map(|track| &mut track.places) {
            *place = place.map(|axis| axis + random.range(-amount, amount));
        }
        let passages = Motion::of(&copy).unwrap().passages(&Motion::of(&original).unwrap());
        let longest = passages.iter().map(|passage| passage.to_a - passage.from_a);
        assert!(longest.fold(0.0, f64::max) > 12.0, "{game}: {passages:?}");
    }
}

/// Nothing of this is seen in the picture: one thing moves a little later than the others, all wait a little every few seconds, or a stick's axes are others.
#[test]
fn a_shifted_passage_hides_no_copy() {
    let longest = |original: &Recording, copy: &Recording| {
        let passages = Motion::of(copy).unwrap().passages(&Motion::of(original).unwrap());
        passages.iter().map(|passage| passage.to_a - passage.from_a).fold(0.0, f64::max)
    };
    for game in GAMES {
        let original = recording(game, 1);
        let mut apart = original.clone();
        let last = apart.tracks.len() as f64 - 1.0;
        for (number, track) in apart.tracks.iter_mut().enumerate() {
            let later = 0.2 * number as f64 / last;
            track.times.iter_mut().for_each(|time| *time += later);
        }
        assert!(longest(&original, &apart) > 12.0, "{game}: apart");
        let waits = changed(&original, |time, place| (time + 0.05 * (time / 5.0).floor(), place));
        assert!(longest(&original, &waits) > 12.0, "{game}: waits");
    }
    let original = recording("melee", 1);
    for [x, y] in [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
        let exchanged =
            changed(&original, |time, [aside, up, buttons]| (time, [up * x, aside * y, buttons]));
        assert!(longest(&original, &exchanged) > 12.0, "{x} {y}");
        assert_eq!(compare(&exchanged, &original).verdict, Verdict::Copy);
    }
}

/// All places to and fro by 200 units, once in so many seconds.
fn swaying(recording: &Recording, seconds: f64) -> Recording {
    changed(recording, |time, [x, y, z]| {
        #[allow(clippy::cast_possible_truncation, reason = "as exact as places are")]
        let by = 200.0 * (std::f64::consts::TAU * time / seconds).sin() as f32;
        (time, [x + 0.8 * by, y + 0.6 * by, z])
    })
}

/// Nobody sways at one pace for a whole match: what does is taken out before anything is compared.
#[test]
fn waves_on_all_cars_hide_no_copy() {
    let all = recording("rocket-league", 1);
    let mut alone = all.clone();
    alone.tracks.truncate(1);
    for original in [all, alone] {
        let mut index = Index::default();
        index.insert(0, &Fingerprint::of(&Motion::of(&original).unwrap(), &secret()));
        for seconds in [0.7, 1.0, 2.0] {
            let name = format!("{} cars, {seconds} s", original.tracks.len());
            let copy = swaying(&original, seconds);
            assert_eq!(compare(&copy, &original).verdict, Verdict::Copy, "{name}");
            let candidates = index.candidates(&Lookup::of(&Motion::of(&copy).unwrap(), &secret()));
            assert_eq!(candidates.len(), 1, "{name}");
        }
    }
}

/// Real cars that sway, of all recordings of half a minute and more by night; by day of those in which waves are hardest to see: cars that are alone, rest most of the time, or are
/// recorded for half a minute only.
#[test]
fn waves_on_real_cars_hide_no_copy() {
    const HARDEST: [&str; 7] =
        ["120da314", "2341f737", "26edadf3", "2d92b931", "41c41c16", "621f8e9b", "8ec30720"];
    let Some(mut files) = ghostreel_corpus::files("rocket-league/good") else { return };
    if ghostreel_corpus::rounds(1, 2) == 1 {
        files.retain(|(name, _)| HARDEST.iter().any(|hard| name.starts_with(hard)));
    }
    let recordings = files.iter().filter_map(|(name, bytes)| {
        let view = open(Cow::from(&bytes[..]), &DecodeOptions::RECOVER).ok()?;
        Some((name, Recording::of(&view)?))
    });
    let (mut tried, mut missed) = (0, Vec::new());
    for (name, original) in recordings {
        let motion = Motion::of(&original).unwrap();
        let fingerprint = Fingerprint::of(&motion, &secret());
        // The one that is left out moves for ten seconds of five minutes.
        let is_at_rest = fingerprint.landmarks.len() < 8 || name.starts_with("6684e0a9");
        if motion.length < 900 || is_at_rest {
            continue;
        }
        let mut index = Index::default();
        index.insert(0, &fingerprint);
        for seconds in [1.0, 2.0] {
            tried += 1;
            let copy = Motion::of(&swaying(&original, seconds)).unwrap();
            let is_candidate = !index.candidates(&Lookup::of(&copy, &secret())).is_empty();
            if !is_candidate || copy.passages(&motion).is_empty() {
                missed.push(format!("{name}, {seconds} s"));
            }
        }
    }
    assert!(tried >= 14, "{tried}");
    assert!(missed.len() * 100 <= tried, "{} of {tried}: {missed:?}", missed.len());
}

#[test]
fn the_same_movements_now_early_now_late_are_no_copy() {
    let original = recording("beat-saber", 1);
    let unsteady =
        |by: f64| changed(&original, move |time, place| (time + by * (time * 5.0).sin(), place));
    assert_eq!(compare(&unsteady(0.001), &original).verdict, Verdict::Copy);
    assert_eq!(compare(&unsteady(0.03), &original).verdict, Verdict::Different);
}

#[test]
fn other_plays_are_no_copies() {
    for game in ["beat-saber", "melee"] {
        let comparison = compare(&recording(game, 1), &recording(game, 2));
        assert_eq!(comparison.verdict, Verdict::Different, "{game}: {comparison:?}");
        assert_eq!(comparison.reasons, ["No passage of the two agrees."]);
    }
    let [beat_saber, melee, _] = GAMES.map(|game| recording(game, 1));
    assert_eq!(compare(&beat_saber, &melee).verdict, Verdict::Different);
}

#[test]
fn the_index_finds_a_copy_among_others_until_it_is_removed() {
    let originals: Vec<Recording> = (1..7).map(|seed| recording("beat-saber", seed)).collect();
    let fingerprints: Vec<Fingerprint> = originals
        .iter()
        .map(|original| Fingerprint::of(&Motion::of(original).unwrap(), &secret()))
        .collect();
    let mut one_by_one = Index::default();
    for (number, fingerprint) in (0..).zip(&fingerprints) {
        one_by_one.insert(number, fingerprint);
    }
    let mut index = Index::default();
    index.extend((0..).zip(fingerprints.iter().cloned()));
    let copy = changed(&originals[3], |time, [x, y, z]| (time / 0.96, [x + 0.3, y, -z]));
    let copy = Motion::of(&copy).unwrap();
    let lookup = Lookup::of(&copy, &secret());
    let candidates = index.candidates(&lookup);
    assert_eq!(candidates, one_by_one.candidates(&lookup));
    assert_eq!(candidates[0].number, 3);
    assert!((candidates[0].speed - 0.96).abs() < 0.02);
    assert_eq!(index.candidates(&Lookup::of(&copy, &Secret::new([8; 16]))), [], "another secret");
    index.remove(3, &fingerprints[3]);
    assert!(index.candidates(&lookup).iter().all(|candidate| candidate.number != 3));
}

#[test]
fn fingerprints_are_the_same_on_every_machine() {
    let bytes = GAMES.map(|game| {
        Fingerprint::of(&Motion::of(&recording(game, 1)).unwrap(), &secret()).to_bytes()
    });
    let digest = Digest::of(&bytes.concat()).id();
    assert_eq!(digest, "a032d53fc311aa01b2e098ac284927a9");
}

#[test]
fn stored_data_is_read_back_and_nothing_else() {
    let stored =
        Fingerprint::of(&Motion::of(&recording("melee", 1)).unwrap(), &secret()).to_bytes();
    assert!(stored.len() > 100, "{}", stored.len());
    assert_eq!(Fingerprint::from_bytes(&stored).unwrap().to_bytes(), stored);
    for length in 1..stored.len() {
        let error = Fingerprint::from_bytes(&stored[..length]).unwrap_err();
        assert_eq!(error, FingerprintError::Malformed, "{length} bytes");
    }
    let longer = [stored.clone(), vec![0]].concat();
    assert_eq!(Fingerprint::from_bytes(&longer), Err(FingerprintError::Malformed));
    let newer = [&[9], &stored[1..]].concat();
    assert_eq!(Fingerprint::from_bytes(&newer), Err(FingerprintError::Version(9)));
}

/// Two recordings of one play, with the additions of each recorder.
fn of_one_match(change: impl Fn(&mut Match)) -> Comparison {
    let mut a = recording("rocket-league", 1);
    a.contest = Some(Match {
        id: "match".to_owned(),
        players: vec!["a".to_owned(), "b".to_owned()],
        traces: (0..500).map(|trace| trace * 7 % 31).collect(),
    });
    let mut b = a.clone();
    let contest = b.contest.as_mut().unwrap();
    contest.traces = (1000..1500).collect();
    change(contest);
    compare(&a, &b)
}

#[test]
fn two_recordings_of_one_match_are_no_copies() {
    let comparison = of_one_match(|_| {});
    assert_eq!(comparison.verdict, Verdict::SameMatch);
    assert_eq!(
        comparison.reasons[1],
        "They name the same match and players, and the values that each recorder has of its own differ."
    );
    let copied = |change: fn(&mut Match), why: &str| {
        let comparison = of_one_match(change);
        assert_eq!(comparison.verdict, Verdict::Copy, "{why}");
        let reason = comparison.reasons.get(1).map_or("", String::as_str);
        assert!(reason.contains(why), "{reason}");
    };
    copied(|contest| contest.id.clear(), "");
    copied(|contest| contest.players[0].push('x'), "not the same players");
    copied(|contest| contest.traces.clear(), "too few values are left");
    copied(
        |contest| contest.traces = (0..500).map(|trace| trace * 7 % 31).collect(),
        "one recorder made both",
    );
}

#[test]
fn recordings_of_nothing_are_no_copies() {
    let nothing = Recording { game: "beat-saber".to_owned(), ..Recording::default() };
    let mut odd = nothing.clone();
    for times in [vec![], vec![0.0], vec![0.0, 1e300], vec![-1e300, 0.0, 1e300], vec![5.0; 3]] {
        let places = vec![[f32::MAX, 0.0, f32::MIN_POSITIVE]; times.len()];
        odd.tracks.push(Track { name: String::new(), times, places });
    }
    let still: Vec<f64> = (0..6000).map(|step| f64::from(step) / 60.0).collect();
    let places = vec![[1.0; 3]; still.len()];
    let still = Track { name: "still".to_owned(), times: still, places };
    let still = Recording { tracks: vec![still], ..nothing.clone() };
    let played = recording("beat-saber", 1);
    for strange in [&nothing, &odd, &still] {
        assert!(Fingerprint::of(&Motion::of(strange).unwrap(), &secret()).landmarks.is_empty());
        for other in [&nothing, &odd, &still, &played] {
            assert_eq!(compare(strange, other).verdict, Verdict::Different);
            assert_eq!(compare(other, strange).verdict, Verdict::Different);
        }
    }
}

/// Thresholds of one game say nothing of another's motion: without its own, not even the same recording twice is called a copy.
#[test]
fn a_game_without_thresholds_of_its_own_gets_no_other_games() {
    for game in GAMES {
        let known = recording(game, 1);
        assert_eq!(compare(&known, &known).verdict, Verdict::Copy, "{game}");
        let other = Recording { game: "pong".to_owned(), ..known };
        assert!(Motion::of(&other).is_none(), "{game}");
        let comparison = compare(&other, &other);
        assert_eq!(comparison.verdict, Verdict::Different, "{game}");
        assert_eq!(comparison.reasons, ["Replays of this game are not compared."], "{game}");
    }
}

#[test]
fn no_real_play_is_taken_for_another_by_the_same_game() {
    let Some(files) = ghostreel_corpus::files("beat-saber/bsor") else { return };
    let motion = |(_, bytes): &(String, Vec<u8>)| {
        let view = open(Cow::from(&bytes[..]), &DecodeOptions::RECOVER).unwrap();
        Motion::of(&Recording::of(&view).unwrap()).unwrap()
    };
    let motions: Vec<Motion> = files.iter().map(motion).collect();
    for (at, motion) in motions.iter().enumerate() {
        assert!(Fingerprint::of(motion, &secret()).landmarks.len() > 50);
        for (other, second) in motions.iter().enumerate() {
            assert_eq!(motion.passages(second).is_empty(), at != other, "{at} and {other}");
        }
    }
}
