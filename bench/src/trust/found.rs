//! The number of copies found, by the change made to them.

use ghostreel_analysis::copies::{Fingerprint, Index, Lookup};

use super::changes::Change;
use super::{Play, Plays, SECRET};

/// A play in which something moves for fewer seconds has too little to find.
const SHORTEST: usize = 30;

/// For each change, the number of copies that the index has among its candidates, and how many of these the comparison takes for copies: of the plays
/// that were looked at while thresholds were chosen, and of the others.
pub(super) fn run(plays: &Plays) {
    let list = &plays.list;
    let fingerprints: Vec<Fingerprint> =
        list.iter().map(|play| Fingerprint::of(&play.motion, &SECRET)).collect();
    let mut index = Index::default();
    index.extend((0..).zip(fingerprints.iter().cloned()));
    let is_whole = |number: usize| list[number].seconds_in_motion() >= SHORTEST;
    let (seen, unseen): (Vec<usize>, Vec<usize>) = (0..list.len())
        .filter(|&number| is_whole(number))
        .partition(|&number| was_seen(plays.name, number));
    println!(
        "{}: {} plays in which something moves for at least {SHORTEST} s, {} of them looked at before\n",
        plays.name,
        seen.len() + unseen.len(),
        seen.len()
    );
    println!("| change | looked at: index | and comparison | held out: index | and comparison |");
    println!("|---|---|---|---|---|");
    for change in Change::EVERY {
        let [a, b, c, d] = [&seen, &unseen]
            .map(|numbers| {
                let results = numbers.iter().map(|&number| look(list, &index, *change, number));
                let (mut candidates, mut copies) = (0, 0);
                for (is_candidate, is_copy) in results {
                    candidates += usize::from(is_candidate);
                    copies += usize::from(is_copy);
                }
                let share = |count: usize| match numbers.len() {
                    0 => "–".to_owned(),
                    all => format!("{count}/{all}"),
                };
                [share(candidates), share(copies)]
            })
            .concat()
            .try_into()
            .expect("four columns");
        println!("| {} | {a} | {b} | {c} | {d} |", change.name());
    }
    println!();
}

/// Whether a play was looked at while thresholds were chosen: all of Beat Saber's, every second file of Melee, every fourth of Rocket
/// League, no simulated one.
fn was_seen(name: &str, number: usize) -> bool {
    match name {
        "Beat Saber" => true,
        "Melee" => number.is_multiple_of(2),
        "Rocket League" => number.is_multiple_of(4),
        _ => false,
    }
}

fn look(list: &[Play], index: &Index, change: Change, number: usize) -> (bool, bool) {
    let play = &list[number];
    let other = &list[(number + 1) % list.len()].recording;
    let copy = change.apply(&play.recording, other, number as u64);
    let copy = super::motion(&copy);
    let mut candidates = index.candidates(&Lookup::of(&copy, &SECRET)).into_iter();
    let is_candidate = candidates.any(|candidate| candidate.number as usize == number);
    (is_candidate, is_candidate && !copy.passages(&play.motion).is_empty())
}
