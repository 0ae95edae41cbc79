//! The memory of a million fingerprints, and the time to look one up.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use ghostreel_analysis::copies::{Fingerprint, Index, Lookup};
use ghostreel_core::Random;

use super::changes::Change;
use super::players::{Map, Player};
use super::{SECRET, motion};

const MILLION: u32 = 1_000_000;
/// Plays that the others are made of: each has as many moments as a play of some minutes.
const POOL: u32 = 1000;
/// Bits of a code that are turned in the others.
const TURNED: i32 = 5;

/// The first thousand are plays of ten maps by a thousand simulated players. The others are made of these: of each moment the code of some
/// moment of some play with a few bits turned, so that codes are as unevenly spread as those of plays.
pub(super) fn run() {
    let maps: Vec<Map> = (0..10).map(|map| Map::new(100 + map, 90.0)).collect();
    let play = |number: u32| {
        let map = &maps[(number % 10) as usize];
        Player::new(u64::from(number) + 7000).play(map, u64::from(number))
    };
    let pool: Vec<Fingerprint> =
        (0..POOL).map(|number| Fingerprint::of(&motion(&play(number)), &SECRET)).collect();
    let mut random = Random::new(77);
    let others = (POOL..MILLION).map(|number| {
        let mut fingerprint = pool[(number % POOL) as usize].clone();
        for landmark in &mut fingerprint.landmarks {
            let from = &pool[random.between(0, POOL as i32 - 1) as usize].landmarks;
            landmark.code = from[random.between(0, from.len() as i32 - 1) as usize].code;
            for _ in 0..TURNED {
                landmark.code ^= 1 << random.between(0, 25);
            }
        }
        (number, fingerprint)
    });
    let start = busy();
    let mut index = Index::default();
    index.extend((0..).zip(pool.iter().cloned()).chain(others));
    let built = busy().saturating_sub(start);
    let landmarks: usize = pool.iter().map(|fingerprint| fingerprint.landmarks.len()).sum();
    println!(
        "- built at once in {:.0} s, of fingerprints of {} bytes in the mean",
        built.as_secs_f64(),
        pool.iter().map(|f| f.to_bytes().len()).sum::<usize>() / pool.len()
    );
    println!("- {:.0} moments in the mean", landmarks as f64 / pool.len() as f64);
    println!(
        "- memory of the index: {:.2} GB; of the whole process: {} GB",
        index.memory() as f64 / 1e9,
        resident()
    );
    let start = busy();
    for number in 0..100 {
        index.insert(MILLION + number, &pool[number as usize]);
    }
    println!("- one more: {:.2} ms", busy().saturating_sub(start).as_secs_f64() * 10.0);
    for number in 0..100 {
        index.remove(MILLION + number, &pool[number as usize]);
    }
    for change in [Change::None, Change::Noise(0.01), Change::Crop(20.0), Change::All] {
        let (mut times, mut first, mut found) = (Vec::new(), 0, 0);
        for number in (0..POOL).step_by(20) {
            let recording = play(number);
            let copy = motion(&change.apply(&recording, &recording, number.into()));
            // The work that a server does once for all questions about a recording.
            let _ = Fingerprint::of(&copy, &SECRET);
            let _ = Lookup::of(&copy, &SECRET);
            let start = busy();
            let candidates = index.candidates(&Lookup::of(&copy, &SECRET));
            times.push(busy().saturating_sub(start));
            first +=
                usize::from(candidates.first().is_some_and(|candidate| candidate.number == number));
            found += usize::from(candidates.iter().any(|candidate| candidate.number == number));
        }
        times.sort();
        let ms = |time: &Duration| time.as_secs_f64() * 1000.0;
        println!(
            "- {}: {found} of {} among the candidates, {first} first; median {:.1} ms, longest {:.1} ms",
            change.name(),
            times.len(),
            ms(&times[times.len() / 2]),
            ms(&times[times.len() - 1])
        );
    }
    println!();
}

/// How long this thread has had a processor, so that what else runs does not count; where that is not known, how long it has been.
fn busy() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split(' ').next().and_then(|text| text.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Memory of the process, which is known on Linux only.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.map_or_else(|| "?".to_owned(), |kilobytes| format!("{:.2}", kilobytes * 1024.0 / 1e9))
}
