//! Work grows no faster than the input, by counts and not by the clock: for everything that can grow in a file, at three
//! sizes.

use ghostreel_analysis::{Statistics, moments, stats};
use ghostreel_corpus::rounds;
use ghostreel_formats::core::limits::WORK_PER_INPUT_BYTE;
use ghostreel_formats::core::work::{Cancelled, Meter};
use ghostreel_formats::core::{DecodeOptions, Fault, Outcome, PushDecoder as _};
use ghostreel_formats::rlreplay::limits;
use ghostreel_formats::timeline::ColumnError;
use ghostreel_formats::{AnyDecoder, AnyView, bsor, json, open, rlreplay, sample, slp};
use ghostreel_hostile::{STEPS, cases, climb};

/// The work that a file of any size may cost.
const BASE: u64 = 1 << 14;

/// Units for each byte that reading counts, though it has no limit of its own.
const READING: u64 = 1;

/// Unknown layouts are found by trying: up to a separate limit, whatever grows.
const LEARNING: [&str; 5] = [
    "unknown properties among many classes",
    "unknown properties of many classes",
    "an unknown object among many classes",
    "unknown objects of many names",
    "layouts that do not fit",
];

/// Learning costs this at most, and three other steps their limit.
#[test]
fn learning_ends() {
    let mut most_of_all = 0;
    for case in cases().filter(|case| LEARNING.contains(&case.name)) {
        for bytes in [50_000, 400_000] {
            let file = (case.make)(bytes);
            let per_byte = limits::INFERENCE_PER_BYTE + 3 * WORK_PER_INPUT_BYTE;
            let most = limits::INFERENCE_BASE + per_byte * file.len() as u64;
            for step in STEPS {
                let units = step.run(&file);
                assert!(units <= most, "{}, {}: {units} units of work", case.name, step.name);
                most_of_all = most_of_all.max(units);
            }
        }
    }
    assert!(most_of_all > limits::INFERENCE_BASE, "the limit is never reached: {most_of_all}");
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
            let most = (WORK_PER_INPUT_BYTE + READING) * file.len() as u64 + BASE;
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

/// Unforeseen files: those that cost most are changed at random, again and again.
fn climb_from_all(game: &'static str, rounds: usize, base: u64) {
    let per_byte = limits::INFERENCE_PER_BYTE + 3 * WORK_PER_INPUT_BYTE;
    let summit = climb(game, 1, rounds, STEPS, |summit| {
        let most = base + per_byte * summit.bytes.len() as u64;
        assert!(summit.units <= most, "{game}: {} units, {most} at most", summit.units);
    });
    let summit = summit.unwrap();
    assert!(summit.units > 0, "{game}: nothing was counted");
    eprintln!("{game}: {} units for {} bytes", summit.units, summit.bytes.len());
}

#[test]
fn climbing_from_beat_saber_leads_nowhere_high() {
    climb_from_all("beat-saber", rounds(100, 1000), BASE);
}

#[test]
fn climbing_from_melee_leads_nowhere_high() {
    climb_from_all("melee", rounds(100, 1000), BASE);
}

#[test]
fn climbing_from_rocket_league_leads_nowhere_high() {
    climb_from_all("rocket-league", rounds(50, 300), limits::INFERENCE_BASE);
}

/// Decoding stops soon: the unread rest is kept and reported as missing, or refused in strict mode.
#[test]
fn cancelled_parts_are_kept_unread() {
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
        assert_eq!(cut.to_replay().unwrap_err().fault, Fault::Limit, "{game}");
        let kept = match &cut {
            AnyView::Bsor(view) => bsor::encode(&view.to_replay()),
            AnyView::Slp(view) => slp::encode(&view.to_replay()),
            AnyView::Rlreplay(view) => rlreplay::encode(&view.to_replay()),
            _ => panic!("{game} is not looked at"),
        };
        assert!(kept == bytes, "{game} is written differently");
        let strict = DecodeOptions { meter: Some(meter), ..DecodeOptions::STRICT };
        assert_eq!(open(&bytes[..], &strict).unwrap_err().fault, Fault::Limit, "{game}");
    }
}

/// How many tables give their columns before the meter stops them, and how many there are.
fn tables_made(replay: &AnyView<'_>) -> (usize, usize) {
    let timeline = replay.timeline();
    let outcomes: Vec<bool> = timeline
        .tables()
        .iter()
        .map(|table| match table.all_columns() {
            Ok(columns) => columns.iter().all(|column| column.len() == table.rows()),
            Err(error) => {
                assert_eq!(error, ColumnError::Cancelled(Cancelled));
                false
            }
        })
        .collect();
    assert!(
        outcomes.is_sorted_by(|before, after| before >= after),
        "some came after it was stopped"
    );
    (outcomes.iter().filter(|outcome| **outcome).count(), outcomes.len())
}

/// How long the JSON is, and why it ended, if it did.
fn json_made(replay: &AnyView<'_>) -> (usize, Option<String>) {
    let mut out = Vec::new();
    let error = json::write(replay, &mut out, false).err();
    (out.len(), error.map(|error| error.to_string()))
}

/// Columns, plain data and JSON are counted, and stop where the meter says so.
#[test]
fn work_on_a_replay_stops_with_its_meter() {
    for game in ["beat-saber", "melee", "rocket-league"] {
        let bytes = sample(game, None, 1).unwrap();
        let opened = |meter: &Meter| {
            let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
            let replay = open(&bytes[..], &options).unwrap();
            // The rows are there before anything is made of them.
            assert_eq!(
                (replay.outcome(), replay.timeline().tables().len() > 5),
                (Outcome::Ok, true)
            );
            replay
        };
        let meter = Meter::default();
        let replay = opened(&meter);
        let before = meter.spent();
        let (made, tables) = tables_made(&replay);
        assert_eq!(made, tables, "{game}");
        let columns = meter.spent() - before;
        let (length, error) = json_made(&replay);
        assert_eq!(error, None, "{game}");
        let written = meter.spent() - before - columns;
        let model = replay.to_replay().unwrap();
        let copied = meter.spent() - before - columns - written;
        assert!(model.encode() == bytes && columns.min(written).min(copied) > 0, "{game}");

        let (some, _) = tables_made(&opened(&Meter::limited(before + columns - 1)));
        assert!((1..tables).contains(&some), "{game}: {some} of {tables} tables");
        let (some, error) = json_made(&opened(&Meter::limited(before + written / 2)));
        assert!((1..length * 3 / 4).contains(&some), "{game}: {some} of {length} characters");
        assert!(error.unwrap().contains("cancelled"), "{game}");
        let error = opened(&Meter::limited(before + copied - 1)).into_replay().unwrap_err();
        assert_eq!((error.fault, &error.found[..]), (Fault::Limit, "the work was cancelled"));

        meter.cancel();
        assert_eq!(tables_made(&replay), (0, tables), "{game}");
        assert_eq!(json_made(&replay).0, 0, "{game}");
        assert_eq!(replay.to_replay().unwrap_err(), error, "{game}");
    }
}

/// An impossible game is not listed to its end, and the report says so.
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
        let moments = moments(&replay, &Statistics::Melee(report));
        assert_eq!(moments.limit.is_none(), is_all, "{:?}", moments.limit);
        assert_eq!(moments.list.len() < 1 << 14, is_all, "{} moments", moments.list.len());
    }
}

/// A stream costs no more than a whole file and the parts read again, however small its pieces are.
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
