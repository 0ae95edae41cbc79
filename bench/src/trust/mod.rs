//! How well copies are found, false positives, the size of the index, and whether fingerprints reveal players:
//! docs/trust.md has the results. The input is seeded: the results are the same each time, except for the times taken.

mod changes;
mod found;
mod linking;
mod million;
mod mistaken;
mod players;

use std::collections::BTreeSet;

use ghostreel_analysis::copies::{Motion, Recording, Secret};
use ghostreel_corpus::files;
use ghostreel_formats::{core::DecodeOptions, open};

use players::{Map, Player};

/// The bytes of the secret that fingerprints are made with here.
const SECRET_BYTES: [u8; 16] = *b"no secret at all";
static SECRET: std::sync::LazyLock<Secret> = std::sync::LazyLock::new(|| Secret::new(SECRET_BYTES));

/// Plays and their name.
struct Plays {
    name: &'static str,
    list: Vec<Play>,
}

/// A recording of a game that declares thresholds.
fn motion(recording: &Recording) -> Motion {
    Motion::of(recording).expect("a game that is compared")
}

struct Play {
    name: String,
    recording: Recording,
    motion: Motion,
    players: Vec<String>,
}

impl Play {
    fn new(name: String, recording: Recording, players: Vec<String>) -> Self {
        let motion = motion(&recording);
        Self { name, recording, motion, players }
    }

    /// The number of seconds in which something moves.
    fn seconds_in_motion(&self) -> usize {
        let mut seconds = BTreeSet::new();
        for track in &self.recording.tracks {
            for (times, places) in track.times.windows(2).zip(track.places.windows(2)) {
                if places[0] != places[1] {
                    seconds.insert(times[1] as i64);
                }
            }
        }
        seconds.len()
    }
}

/// For each change, the number of copies found: of the plays whose name has what follows, or of all.
pub(crate) fn found(args: &[String]) {
    const SIMULATED: &str = "Beat Saber, simulated";
    println!("trust-found: copies that are found\n");
    let named = args.first().map_or("", String::as_str);
    real(named).iter().for_each(found::run);
    if SIMULATED.contains(named) {
        found::run(&Plays { name: SIMULATED, list: simulated(48, 60.0) });
    }
}

/// How many pairs of different plays are taken for copies.
pub(crate) fn mistaken(args: &[String]) {
    println!("trust-mistaken: different plays that are taken for copies\n");
    let part = mistaken::Part::of(args);
    mistaken::run(&real(&part.row), &part);
}

/// Measures a million fingerprints.
pub(crate) fn million() {
    println!("trust-million: an index of a million fingerprints\n");
    million::run();
}

/// Whether fingerprints show who played.
pub(crate) fn linking() {
    println!(
        "trust-linking: how often fingerprints of one person are more alike than those of two\n"
    );
    linking::run(&real(""));
}

/// The real plays of the games whose name has this part.
fn real(named: &str) -> Vec<Plays> {
    [
        ("Beat Saber", "beat-saber/bsor"),
        ("Melee", "slippi/good"),
        ("Rocket League", "rocket-league/good"),
    ]
    .into_iter()
    .filter(|(name, _)| name.contains(named))
    .filter_map(|(name, folder)| Some(Plays { name, list: corpus(folder)? }))
    .collect()
}

/// The real plays of a game.
fn corpus(folder: &str) -> Option<Vec<Play>> {
    let play = |(name, bytes): (String, Vec<u8>)| {
        let view = open(&bytes[..], &DecodeOptions::RECOVER).ok()?;
        let players = view.meta().players.into_iter().filter_map(|player| player.id).collect();
        Some(Play::new(name, Recording::of(&view)?, players))
    };
    Some(files(folder)?.into_iter().filter_map(play).collect())
}

/// Plays by simulated players, each of them two: even ones of one map, odd ones of another. Thresholds were chosen looking at 24 players
/// of another map.
fn simulated(count: u64, seconds: f32) -> Vec<Play> {
    let maps = [Map::new(7, seconds), Map::new(8, seconds)];
    let play = |number: u64| {
        let player = number / 2;
        let map = &maps[(number % 2) as usize];
        let recording = Player::new(1000 + player).play(map, 5000 + number);
        Play::new(format!("play {number}"), recording, vec![format!("player {player}")])
    };
    (0..count).map(play).collect()
}
