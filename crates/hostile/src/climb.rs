//! Looks for files that cost more than those that were thought of: changes one at random, and goes on from whatever costs most.

use ghostreel_formats::{sample, sample_variants};

use crate::{Step, cases, numbers};

/// The costliest file found.
#[derive(Clone)]
pub struct Summit {
    /// The file.
    pub bytes: Vec<u8>,
    /// Units of work of its costliest command.
    pub units: u64,
}

/// Climbs so many rounds from samples of a game and small files that are built to cost. The same seed goes the same way.
///
/// `found` hears of each file that costs more than all before it.
pub fn climb(
    game: &'static str,
    seed: u64,
    rounds: usize,
    steps: &[Step],
    mut found: impl FnMut(&Summit),
) -> Option<Summit> {
    let variants = sample_variants().into_iter().find(|(known, _)| *known == game);
    let names = variants.map(|(_, names)| names).unwrap_or_default();
    let samples = names.into_iter().filter_map(|name| sample(game, Some(name), 1));
    let built = cases().filter(|case| case.game == game).map(|case| (case.make)(4_000));
    let starts: Vec<Vec<u8>> = samples.chain(built).filter(|bytes| bytes.len() < 400_000).collect();
    let mut random = numbers(seed);
    let mut random = move || random.next().unwrap_or(0);
    // Costs are compared by the byte: a longer file may cost more.
    let cost = |bytes: &[u8]| {
        let units = steps.iter().map(|step| step.run(bytes)).max().unwrap_or(0);
        Summit { bytes: bytes.to_vec(), units }
    };
    let mut best: Vec<Summit> = Vec::new();
    for round in 0..rounds {
        let bytes = match starts.get(round) {
            Some(start) => start.clone(),
            None => {
                let parent = best.get(random() as usize % best.len().max(1))?;
                let other = starts.get(random() as usize % starts.len().max(1))?;
                mutated(&parent.bytes, other, &mut random)
            }
        };
        let here = cost(&bytes);
        let is_summit = best.first().is_none_or(|summit| here.rank() > summit.rank());
        if is_summit {
            found(&here);
        }
        let place = best.partition_point(|other| other.rank() >= here.rank());
        best.insert(place, here);
        best.truncate(KEPT);
    }
    best.into_iter().next()
}

/// How many of the costliest files are gone on from.
const KEPT: usize = 12;

impl Summit {
    /// Units for 1,024 bytes, a small file counting as one of 4 KiB.
    fn rank(&self) -> u64 {
        self.units * 1024 / (self.bytes.len() as u64).max(4096)
    }
}

/// A file with one to four changes.
fn mutated(bytes: &[u8], other: &[u8], random: &mut impl FnMut() -> u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random() % 4 {
        let length = bytes.len().max(1);
        let at = random() as usize % length;
        let count = 1 + random() as usize % (1 << (random() % 12));
        let end = (at + count).min(bytes.len());
        match random() % 8 {
            0 | 1 => bytes[at] ^= 1 << (random() % 8),
            2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff, 0x10, 0x20, 0xfe][random() as usize % 8],
            3 if end - at >= 4 => {
                let number = (random() >> (random() % 64)) as u32;
                bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            4 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            5 => drop(bytes.drain(at..end)),
            6 => {
                let from = random() as usize % other.len().max(1);
                let part = other[from..(from + count).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
            _ => {
                let to = random() as usize % length;
                let part = bytes[at..end].to_vec();
                let room = (to + part.len()).min(bytes.len());
                bytes[to..room].copy_from_slice(&part[..room - to]);
            }
        }
        if bytes.is_empty() || bytes.len() > 1 << 20 {
            break;
        }
    }
    bytes
}
