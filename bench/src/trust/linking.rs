//! Whether stored fingerprints show which of two different plays are by one person.
//!
//! How often, among all pairs of plays, two by one person are more alike than two by two persons: 0.5 is chance. Alike in many ways: moments
//! whose codes are the same, or nearly; how often each bit is set; how often each two bits are the same; how far moments lie apart. And the
//! same by an attacker who has the archive's secret, and tries all codes to see through it.

use std::hash::Hasher as _;

use ghostreel_analysis::copies::Fingerprint;
use ghostreel_core::Random;
use siphasher::sip::SipHasher13;

use super::players::{Map, Player};
use super::{Play, Plays, SECRET, SECRET_BYTES};

const BITS: usize = 26;

pub(super) fn run(real: &[Plays]) {
    println!(
        "| plays | pairs by one person | by two | same codes | like codes | bits | pairs of bits | times | all of them |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let seen_through = SeenThrough::new();
    for plays in real.iter().filter(|plays| plays.name == "Rocket League") {
        print(plays.name, &plays.list, &seen_through);
    }
    let play = |players: u64, times: u64, is_one_map: bool| -> Vec<Play> {
        (0..players * times)
            .map(|number| {
                let (player, time) = (number / times, number % times);
                let map = if is_one_map { 0 } else { number + 1 };
                let map = Map::new(40_000 + map, 120.0);
                let recording =
                    Player::new(9000 + player).play(&map, 70_000 + time * 1000 + player);
                Play::new(String::new(), recording, vec![player.to_string()])
            })
            .collect()
    };
    for (name, is_one_map) in
        [("simulated, each play another map", false), ("simulated, one map", true)]
    {
        let plays = play(60, 3, is_one_map);
        print(name, &plays, &seen_through);
    }
    println!();
}

/// Prints the figures without the secret, and those with it.
fn print(name: &str, plays: &[Play], seen_through: &SeenThrough) {
    let stored: Vec<Fingerprint> =
        plays.iter().map(|play| Fingerprint::of(&play.motion, &SECRET)).collect();
    let used: Vec<usize> =
        (0..plays.len()).filter(|&number| stored[number].landmarks.len() >= 40).collect();
    let mut pairs = Vec::new();
    for (at, &a) in used.iter().enumerate() {
        for &b in &used[..at] {
            let is_one = plays[a].players.iter().any(|player| plays[b].players.contains(player));
            // A recording and its copy are no two plays.
            if is_one && !plays[a].motion.passages(&plays[b].motion).is_empty() {
                continue;
            }
            pairs.push((a, b, is_one));
        }
    }
    let open =
        stored.iter().map(|fingerprint| seen_through.opened(fingerprint)).collect::<Vec<_>>();
    for (knows, fingerprints) in [("", &stored), (", with the secret", &open)] {
        let of_one_person = pairs.iter().filter(|pair| pair.2).count();
        let figures = figures(&pairs, fingerprints, &used);
        println!(
            "| {name}{knows} | {of_one_person} | {} | {} |",
            pairs.len() - of_one_person,
            figures.join(" | ")
        );
    }
}

fn figures(
    pairs: &[(usize, usize, bool)],
    fingerprints: &[Fingerprint],
    used: &[usize],
) -> Vec<String> {
    let means = [bits, bit_pairs, times].map(|list: fn(&Fingerprint) -> Vec<f64>| {
        let lists: Vec<Vec<f64>> = fingerprints.iter().map(list).collect();
        let mean = mean(used.iter().map(|&number| lists[number].clone()));
        (lists, mean)
    });
    let mut ways: Vec<Vec<f64>> = vec![
        pairs.iter().map(|&(a, b, _)| same(&fingerprints[a], &fingerprints[b])).collect(),
        pairs.iter().map(|&(a, b, _)| alike(&fingerprints[a], &fingerprints[b])).collect(),
    ];
    for (lists, mean) in &means {
        ways.push(pairs.iter().map(|&(a, b, _)| cosine(&lists[a], &lists[b], mean)).collect());
    }
    // All together: each as far from its mean as it mostly is.
    let mut all = vec![0.0; pairs.len()];
    for way in &ways {
        let mean = way.iter().sum::<f64>() / way.len() as f64;
        let square = way.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / way.len() as f64;
        let far = |value: &f64| (value - mean) / square.sqrt().max(1e-12);
        all.iter_mut().zip(way).for_each(|(sum, value)| *sum += far(value));
    }
    ways.push(all);
    ways.iter()
        .map(|way| {
            let alike: Vec<(f64, bool, usize)> =
                way.iter().zip(pairs).map(|(value, &(a, _, is_one))| (*value, is_one, a)).collect();
            let (area, error) = area(&alike);
            format!("{area:.3} ± {error:.3}")
        })
        .collect()
}

/// The code behind each hidden one, found by hiding all there are. Some come of several, and one of these is taken.
struct SeenThrough(Vec<u32>);

impl SeenThrough {
    fn new() -> Self {
        let mut before = vec![0; 1 << BITS];
        for code in 0..1_u32 << BITS {
            let mut hasher = SipHasher13::new_with_key(&SECRET_BYTES);
            hasher.write_u32(code.to_le());
            before[(hasher.finish() >> (64 - BITS)) as usize] = code;
        }
        Self(before)
    }

    fn opened(&self, fingerprint: &Fingerprint) -> Fingerprint {
        let mut open = fingerprint.clone();
        open.landmarks
            .iter_mut()
            .for_each(|landmark| landmark.code = self.0[landmark.code as usize]);
        open
    }
}

/// Codes that both have.
fn same(a: &Fingerprint, b: &Fingerprint) -> f64 {
    let has = |code: u32| b.landmarks.iter().any(|landmark| landmark.code == code);
    a.landmarks.iter().filter(|landmark| has(landmark.code)).count() as f64
}

/// The numbers of times between moments that are 0, 1, 2 and so on of the units that they are stored in.
fn times(fingerprint: &Fingerprint) -> Vec<f64> {
    let mut counts = vec![0.0; 12];
    for pair in fingerprint.landmarks.windows(2) {
        let apart = usize::from(pair[1].time - pair[0].time).min(11);
        counts[apart] += 1.0 / fingerprint.landmarks.len() as f64;
    }
    counts
}

/// Moments of the one that a moment of the other is like, as a part.
fn alike(a: &Fingerprint, b: &Fingerprint) -> f64 {
    let near = |code: u32| b.landmarks.iter().map(|other| (other.code ^ code).count_ones()).min();
    let sum: u32 = a.landmarks.iter().filter_map(|landmark| near(landmark.code)).sum();
    -f64::from(sum) / a.landmarks.len().max(1) as f64
}

fn bits(fingerprint: &Fingerprint) -> Vec<f64> {
    let count = fingerprint.landmarks.len().max(1) as f64;
    let set = |bit: usize| {
        fingerprint.landmarks.iter().filter(move |landmark| landmark.code >> bit & 1 == 1)
    };
    (0..BITS).map(|bit| set(bit).count() as f64 / count).collect()
}

fn bit_pairs(fingerprint: &Fingerprint) -> Vec<f64> {
    let count = fingerprint.landmarks.len().max(1) as f64;
    let mut all = Vec::new();
    for a in 0..BITS {
        for b in 0..a {
            let same = |code: u32| (code >> a ^ code >> b) & 1 == 0;
            let same = fingerprint.landmarks.iter().filter(|landmark| same(landmark.code)).count();
            all.push(same as f64 / count);
        }
    }
    all
}

fn mean(lists: impl Iterator<Item = Vec<f64>>) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    let mut count = 0.0;
    for list in lists {
        sums.resize(list.len(), 0.0);
        sums.iter_mut().zip(list).for_each(|(sum, value)| *sum += value);
        count += 1.0;
    }
    sums.into_iter().map(|sum| sum / count).collect()
}

fn cosine(a: &[f64], b: &[f64], mean: &[f64]) -> f64 {
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for ((a, b), mean) in a.iter().zip(b).zip(mean) {
        let (a, b) = (a - mean, b - mean);
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    ab / (aa * bb).sqrt().max(1e-12)
}

/// How often a pair of one person is more alike than one of two, and how far that may be off by chance: twice the deviation, from drawing
/// plays again (a bootstrap over plays, as pairs that share a play are not independent).
fn area(alike: &[(f64, bool, usize)]) -> (f64, f64) {
    let of = |weight: &dyn Fn(usize) -> f64| {
        let mut sorted: Vec<&(f64, bool, usize)> = alike.iter().collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut two, mut wins, mut one) = (0.0, 0.0, 0.0);
        // Of pairs that are equally alike, half count.
        for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
            let sum = |of_one: bool| -> f64 {
                let some = equal.iter().filter(|pair| pair.1 == of_one);
                some.map(|pair| weight(pair.2)).sum()
            };
            let (of_one, of_two) = (sum(true), sum(false));
            wins += of_one * (two + of_two / 2.0);
            one += of_one;
            two += of_two;
        }
        wins / (one * two)
    };
    let plays = alike.iter().map(|pair| pair.2).max().map_or(0, |most| most + 1);
    let mut random = Random::new(5);
    let mut drawn: Vec<f64> = (0..100)
        .map(|_| {
            let mut weights = vec![0.0; plays];
            for _ in 0..plays {
                weights[random.between(0, plays as i32 - 1) as usize] += 1.0;
            }
            of(&|play| weights[play])
        })
        .filter(|area| area.is_finite())
        .collect();
    drawn.sort_by(f64::total_cmp);
    let mean = drawn.iter().sum::<f64>() / drawn.len().max(1) as f64;
    let deviation =
        drawn.iter().map(|area| (area - mean).powi(2)).sum::<f64>() / drawn.len().max(1) as f64;
    (of(&|_| 1.0), 2.0 * deviation.sqrt())
}
