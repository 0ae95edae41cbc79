//! Work grows no faster than the input, by what is counted and not by the clock: for everything that can grow in a file, at three
//! sizes.

use ghostreel_analysis::{Statistics, stats};
use ghostreel_formats::core::limits::WORK_PER_INPUT_BYTE;
use ghostreel_formats::core::work::Meter;
use ghostreel_formats::core::{DecodeOptions, Fault, Outcome, PushDecoder as _};
use ghostreel_formats::rlreplay::limits;
use ghostreel_formats::{AnyDecoder, open, sample};
use ghostreel_hostile::{STEPS, cases, climb};

/// What a file may cost whatever its size.
const BASE: u64 = 1 << 14;

/// What nobody knows is found out by trying: up to a limit of its own, whatever grows.
const LEARNING: [&str; 5] = [
    "unknown properties among many classes",
    "unknown properties of many classes",
    "an unknown object among many classes",
    "unknown objects of many names",
    "layouts that do not fit",
];

/// Learning costs this at most, and three other steps what they may.
#[test]
fn learning_ends() {
    let mut most_of_all = 0;
    for case in cases().filter(|case| LEARNING.contains(&case.name)) {
        for bytes in [50_000, 400_000] {
            let file = (case.make)(bytes);
            let per_byte = limits::LEARN_PER_BYTE + 3 * WORK_PER_INPUT_BYTE;
            let most = limits::LEARN_BASE + per_byte * file.len() as u64;
            for step in STEPS {
                let units = step.run(&file);
                assert!(units <= most, "{}, {}: {units} units of work", case.name, step.name);
                most_of_all = most_of_all.max(units);
            }
        }
    }
    assert!(most_of_all > limits::LEARN_BASE, "the limit is never reached: {most_of_all}");
}

/// Checks the cases of a game at about `bytes`, twice and four times as many.
fn check(game: &str, bytes: usize) {
    let mut counted = 0;
    let cases = cases().filter(|case| case.game == game && !LEARNING.contains(&case.name));
    for case in cases {
        let files = [1, 2, 4].map(|times| (case.make)(bytes * times));
        for step in STEPS {
            let [small, middle, large] = files.each_ref().map(|file| step.run(file));
            let what = format!("{game}/{}, {}: {small}, {middle}, {large}", case.name, step.name);
            // A tenth and a half more than twice and four times as much.
            assert!(middle <= small * 23 / 10 + BASE, "{what} units of work");
            assert!(large <= small * 46 / 10 + BASE, "{what} units of work");
            let [.., file] = &files;
            let most = WORK_PER_INPUT_BYTE * file.len() as u64 + BASE;
            assert!(large <= most, "{what} units of work, {most} at most");
            counted += large;
        }
    }
    assert!(counted > 0, "nothing was counted");
}

#[test]
fn beat_saber() {
    check("beat-saber", 100_000);
}

#[test]
fn melee() {
    check("melee", 100_000);
}

#[test]
fn rocket_league() {
    check("rocket-league", 100_000);
}

/// Files that nobody thought of: those that cost most are changed at random, again and again.
#[test]
fn climbing_leads_nowhere_high() {
    for (game, rounds, base) in [
        ("beat-saber", 1000, BASE),
        ("melee", 1000, BASE),
        ("rocket-league", 300, limits::LEARN_BASE),
    ] {
        let per_byte = limits::LEARN_PER_BYTE + 3 * WORK_PER_INPUT_BYTE;
        let summit = climb(game, 1, rounds, STEPS, |summit| {
            let most = base + per_byte * summit.bytes.len() as u64;
            assert!(summit.units <= most, "{game}: {} units, {most} at most", summit.units);
        });
        let summit = summit.unwrap();
        assert!(summit.units > 0, "{game}: nothing was counted");
        eprintln!("{game}: {} units for {} bytes", summit.units, summit.bytes.len());
    }
}

/// Decoding stops soon: what it has not read is kept and said to be missing, or refused in strict mode.
#[test]
fn what_is_cancelled_is_kept_unread() {
    for game in ["beat-saber", "melee", "rocket-league"] {
        let bytes = sample(game, None, 1).unwrap();
        let meter = Meter::default();
        let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
        let whole = open(&bytes[..], &options).unwrap();
        assert_eq!(whole.outcome(), Outcome::Ok, "{game}");
        meter.cancel();
        let cut = open(&bytes[..], &options).unwrap();
        let said = &cut.diagnostics().last().unwrap().message;
        assert!(said.contains("decoding was cancelled"), "{game}: {said}");
        assert_eq!(cut.outcome(), Outcome::Recovered, "{game}");
        assert!(cut.to_model().encode() == bytes, "{game} is written differently");
        let strict = DecodeOptions { meter: Some(meter), ..DecodeOptions::STRICT };
        assert_eq!(open(&bytes[..], &strict).unwrap_err().fault, Fault::Limit, "{game}");
    }
}

/// What a game could never be is not listed to its end, and the report says so.
#[test]
fn statistics_end_where_their_lists_do() {
    let case = cases().find(|case| case.name == "stocks of two").unwrap();
    for (bytes, is_all) in [(500_000, true), (3_000_000, false)] {
        let bytes = (case.make)(bytes);
        let replay = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let Some(Statistics::Melee(report)) = stats(&replay) else { panic!("no statistics") };
        assert_eq!(report.stats.limit.is_none(), is_all, "{:?}", report.stats.limit);
        assert!(report.stats.stocks.len() < 1 << 16);
        assert!(!report.details.deaths.is_empty());
    }
}

/// A stream costs no more than a whole file and what it reads again, however small its pieces are.
#[test]
fn pieces_of_one_byte_are_not_read_again_and_again() {
    /// Bytes of metadata that may be read again.
    const AGAIN: u64 = 4 << 20;
    for case in cases().filter(|case| case.game != "rocket-league") {
        let bytes = (case.make)(50_000);
        let meter = Meter::default();
        let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
        let mut decoder = AnyDecoder::new(&options);
        for piece in bytes.chunks(1) {
            decoder.push(piece);
            while let Ok(Some(_)) = decoder.next_event() {}
        }
        decoder.finish();
        while let Ok(Some(_)) = decoder.next_event() {}
        let most = WORK_PER_INPUT_BYTE * bytes.len() as u64 + AGAIN + BASE;
        assert!(meter.spent() <= most, "{}: {} units, {most} at most", case.name, meter.spent());
    }
}
