//! How many pairs of different plays are taken for copies.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::players::{Map, Player};
use super::{Play, Plays};

/// Simulated players of one map: 100,128 pairs.
const PLAYERS: u64 = 448;
/// Length of their map in seconds.
const SECONDS: f32 = 40.0;

pub(super) fn run(real: &[Plays]) {
    println!("| plays | pairs | taken for copies |");
    println!("|---|---|---|");
    for plays in real {
        print(plays.name, &plays.list);
    }
    let map = Map::new(21, SECONDS);
    let play = |number: u64| {
        let recording = Player::new(number).play(&map, 10_000 + number);
        Play::new(format!("player {number}"), recording, Vec::new())
    };
    print(
        "Beat Saber, simulated, one map, each player once",
        &(2000..2000 + PLAYERS).map(play).collect::<Vec<_>>(),
    );
    // The same again: who plays as they played before.
    let again = |number: u64| {
        let recording = Player::new(3000 + number % 8).play(&map, 20_000 + number);
        Play::new(format!("play {number}"), recording, Vec::new())
    };
    print(
        "Beat Saber, simulated, one map, 8 players 10 times each",
        &(0..80).map(again).collect::<Vec<_>>(),
    );
    println!();
}

fn print(name: &str, plays: &[Play]) {
    let next = AtomicUsize::new(0);
    let mistaken = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let a = next.fetch_add(1, Ordering::Relaxed);
                    let Some(play) = plays.get(a) else { break };
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
    println!("| {name} | {} | {} |", plays.len() * (plays.len() - 1) / 2, mistaken.len());
    for line in mistaken.iter().take(20) {
        eprintln!("  {line}");
    }
}
