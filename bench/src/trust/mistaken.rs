//! How many pairs of different plays are taken for copies.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::players::{Map, Player};
use super::{Play, Plays};

/// Simulated players of one map: 100,128 pairs.
const PLAYERS: u64 = 448;
/// Simulated players who play one map again and again,
const REPEATING: u64 = 8;
/// so many times each: 3,160 pairs with those of different players.
const TIMES: u64 = 10;
/// Length of their maps in seconds.
const SECONDS: f32 = 40.0;

/// The comparisons. All of it takes hours: `trust-mistaken "slow map, each" 0 200` compares the rows alone whose name has this part, and of them the first 200 plays
/// with each other; `200 448` goes on from there.
pub(super) struct Part {
    pub(super) row: String,
    plays: Range<usize>,
}

impl Part {
    pub(super) fn of(args: &[String]) -> Self {
        let number = |place: usize| args.get(place).and_then(|number| number.parse().ok());
        let row = args.first().cloned().unwrap_or_default();
        Self { row, plays: number(1).unwrap_or(0)..number(2).unwrap_or(usize::MAX) }
    }
}

pub(super) fn run(real: &[Plays], part: &Part) {
    println!("| plays | pairs | taken for copies |");
    println!("|---|---|---|");
    for plays in real {
        print(plays.name, &plays.list, &part.plays);
    }
    // Plays of these seeds were not looked at before the rules were settled.
    let usual: fn(u64) -> Player = Player::new;
    for (name, player, map, seed) in [
        ("usual players of one map", usual, Map::new(1_500_000, SECONDS), 1_500_000),
        ("steadier players of one map", Player::steadier, Map::new(1_600_000, SECONDS), 1_600_000),
        (
            "steadier players of a slow map",
            Player::steadier,
            Map::slower(1_700_000, SECONDS),
            1_700_000,
        ),
    ] {
        let play = |number: u64, person: u64| {
            let recording = player(seed + person).play(&map, seed + 50_000 + number);
            Play::new(format!("play {number}"), recording, Vec::new())
        };
        // A player who plays as before.
        let again = |number: u64| play(PLAYERS + number, PLAYERS + number % REPEATING);
        let row = format!("Beat Saber, simulated: {REPEATING} {name}, {TIMES} times each");
        if row.contains(&part.row) {
            print(&row, &(0..REPEATING * TIMES).map(again).collect::<Vec<_>>(), &part.plays);
        }
        let row = format!("Beat Saber, simulated: {PLAYERS} {name}, each once");
        if row.contains(&part.row) {
            let plays: Vec<_> = (0..PLAYERS).map(|number| play(number, number)).collect();
            print(&row, &plays, &part.plays);
        }
    }
    println!();
}

/// Compares some of the plays with all that come before them.
fn print(name: &str, plays: &[Play], some: &Range<usize>) {
    let some = some.start..some.end.min(plays.len());
    let next = AtomicUsize::new(some.start);
    let mistaken = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let a = next.fetch_add(1, Ordering::Relaxed);
                    let Some(play) = plays.get(a).filter(|_| a < some.end) else { break };
                    for other in &plays[..a] {
                        let passages = play.motion.passages(&other.motion);
                        if let Some(passage) = passages.first() {
                            let line = format!(
                                "{} and {}: {:.1} s, correlation {:.3}, jitter {:.1} ms, unevenness {:.3}, {} of them",
                                play.name,
                                other.name,
                                passage.to_a - passage.from_a,
                                passage.correlation,
                                passage.jitter * 1000.0,
                                passage.unevenness,
                                passage.tracks.len(),
                            );
                            mistaken.lock().expect("no thread failed").push(line);
                        }
                    }
                }
            });
        }
    });
    let mut mistaken = mistaken.into_inner().expect("no thread failed");
    mistaken.sort();
    println!("| {name} | {} | {} |", some.sum::<usize>(), mistaken.len());
    for line in mistaken.iter().take(20) {
        eprintln!("  {line}");
    }
}
