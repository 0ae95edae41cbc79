//! Finding recordings that may be the same as one, among very many.

use std::collections::BTreeMap;

use super::descriptor::SPEEDS;
use super::fingerprint::{CODE_BITS, Fingerprint};
use super::lookup::{Lookup, Sought};

/// Candidates that are given at most.
const MAX_CANDIDATES: usize = 32;
/// Of these, those that come for being the earliest.
const EARLIEST: usize = 8;
/// The earliest share at least one of so many moments that the best candidate shares.
const LEAST_PART: u32 = 4;
/// Moments that have to agree for a candidate.
const LEAST_VOTES: u32 = 2;
/// A code that so many landmarks have says nothing.
const COMMON: usize = 128;
/// Bits of a code that choose a drawer.
const DRAWER_BITS: u32 = 14;
/// Bits of a code that are left for the entry.
const REST_BITS: u32 = CODE_BITS - DRAWER_BITS;
const TIME_BITS: u32 = 16;
const NUMBER_BITS: u32 = 32;
/// One landmark to come has room for so many that are there.
const RESERVE: usize = 16;

/// Fingerprints, in a form in which those that share moments with a recording are found at once. Eight bytes a landmark.
#[derive(Clone, Debug, Default)]
pub struct Index {
    games: BTreeMap<String, Drawers>,
}

/// Landmarks by the first bits of their code; in a drawer they are sorted. Of each: the rest of its code, the recording's number, its time.
#[derive(Clone, Debug)]
struct Drawers(Vec<Vec<u64>>);

/// A recording that shares moments with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The number that it was inserted under.
    pub number: u32,
    /// How many moments agree, all at one speed and shift.
    pub votes: u32,
    /// So many times as fast as the candidate is the other recording, roughly.
    pub speed: f64,
}

impl Index {
    /// Adds a recording's fingerprint under a number of the caller's. The same number may be used again for more landmarks.
    pub fn insert(&mut self, number: u32, fingerprint: &Fingerprint) {
        let drawers = self.games.entry(fingerprint.game.clone()).or_insert_with(Drawers::empty);
        for landmark in &fingerprint.landmarks {
            let (drawer, entry) = drawers.place(landmark.code, number, landmark.time);
            let Some(drawer) = drawer else { continue };
            make_room(drawer);
            let at = drawer.partition_point(|known| *known < entry);
            if drawer.get(at) != Some(&entry) {
                drawer.insert(at, entry);
            }
        }
    }

    /// Adds many fingerprints at once, which is much faster than one after the other.
    pub fn extend(&mut self, fingerprints: impl IntoIterator<Item = (u32, Fingerprint)>) {
        for (number, fingerprint) in fingerprints {
            let drawers = self.games.entry(fingerprint.game).or_insert_with(Drawers::empty);
            for landmark in fingerprint.landmarks {
                let (drawer, entry) = drawers.place(landmark.code, number, landmark.time);
                let Some(drawer) = drawer else { continue };
                make_room(drawer);
                drawer.push(entry);
            }
        }
        for drawer in self.games.values_mut().flat_map(|drawers| &mut drawers.0) {
            drawer.sort_unstable();
            drawer.dedup();
        }
    }

    /// Takes a recording's fingerprint out again.
    pub fn remove(&mut self, number: u32, fingerprint: &Fingerprint) {
        let Some(drawers) = self.games.get_mut(&fingerprint.game) else { return };
        for landmark in &fingerprint.landmarks {
            let (drawer, entry) = drawers.place(landmark.code, number, landmark.time);
            let Some(drawer) = drawer else { continue };
            if let Ok(at) = drawer.binary_search(&entry) {
                drawer.remove(at);
            }
        }
    }

    /// Bytes of memory that the landmarks take, with the reserved part.
    pub fn memory(&self) -> usize {
        let drawers = self.games.values().flat_map(|drawers| &drawers.0);
        let bytes = drawers.map(|drawer| drawer.capacity().saturating_mul(8).saturating_add(24));
        bytes.fold(0, usize::saturating_add)
    }

    /// Recordings that share moments with the one that is looked up, those with most first; then the earliest of the others that share
    /// enough, so that many copies do not hide what they are copies of. They are only candidates: [`compare`](super::compare()) decides.
    pub fn candidates(&self, lookup: &Lookup) -> Vec<Candidate> {
        let Some(drawers) = self.games.get(&lookup.game) else { return Vec::new() };
        let mut best: BTreeMap<u32, Candidate> = BTreeMap::new();
        let mut hits = Vec::new();
        let mut several = Several::default();
        for (sought, speed) in lookup.by_speed.iter().zip(SPEEDS.into_iter().cycle()) {
            hits.clear();
            for Sought(moment, time, codes) in sought {
                for code in codes {
                    let found = drawers.find(*code);
                    hits.extend(
                        found.map(|(number, there)| Hit::new(number, there, *time, speed, *moment)),
                    );
                }
            }
            several.keep(&mut hits);
            hits.sort_unstable();
            for same in hits.chunk_by(|a, b| a.number == b.number) {
                let votes = votes(same);
                let Some(first) = same.first() else { continue };
                if votes >= LEAST_VOTES {
                    let candidate = Candidate { number: first.number, votes, speed };
                    let best_known = best.entry(first.number).or_insert(candidate);
                    if votes > best_known.votes {
                        *best_known = candidate;
                    }
                }
            }
        }
        let mut candidates: Vec<Candidate> = best.into_values().collect();
        candidates.sort_by_key(|candidate| (std::cmp::Reverse(candidate.votes), candidate.number));
        let most = candidates.first().map_or(0, |candidate| candidate.votes);
        let mut rest = candidates.split_off(candidates.len().min(MAX_CANDIDATES - EARLIEST));
        rest.retain(|candidate| candidate.votes.saturating_mul(LEAST_PART) >= most);
        rest.sort_by_key(|candidate| candidate.number);
        candidates.extend(rest.into_iter().take(EARLIEST));
        candidates
    }
}

/// Room for one entry more, and some to come.
fn make_room(drawer: &mut Vec<u64>) {
    if drawer.len() == drawer.capacity() {
        drawer.reserve_exact((drawer.len() / RESERVE).max(4));
    }
}

impl Drawers {
    fn empty() -> Self {
        Self(vec![Vec::new(); 1 << DRAWER_BITS])
    }

    fn place(&mut self, code: u32, number: u32, time: u16) -> (Option<&mut Vec<u64>>, u64) {
        let (drawer, rest) = split(code);
        (self.0.get_mut(drawer), rest | u64::from(number) << TIME_BITS | u64::from(time))
    }

    /// Number and time of the landmarks with this code.
    fn find(&self, code: u32) -> impl Iterator<Item = (u32, u16)> + use<'_> {
        let (drawer, rest) = split(code);
        let drawer = self.0.get(drawer).map(Vec::as_slice).unwrap_or_default();
        let from = first_from(drawer, rest);
        let same = drawer.get(from..).unwrap_or_default();
        let code_of = |entry: u64| entry >> (TIME_BITS + NUMBER_BITS) << (TIME_BITS + NUMBER_BITS);
        let has_code = |entry: &&u64| code_of(**entry) == rest;
        let count = same.iter().take(COMMON).take_while(has_code).count();
        let same = if count < COMMON { same.get(..count).unwrap_or_default() } else { &[] };
        same.iter().map(|entry| {
            #[allow(clippy::cast_possible_truncation, reason = "the bits that are meant")]
            let (number, time) = ((entry >> TIME_BITS) as u32, *entry as u16);
            (number, time)
        })
    }
}

/// Where the first entry is that is not below `least`. Hidden codes are spread evenly, so it is near where it would be then.
fn first_from(drawer: &[u64], least: u64) -> usize {
    const NEAR: usize = 64;
    let part = usize::try_from(least >> (TIME_BITS + NUMBER_BITS)).unwrap_or(usize::MAX);
    let guess = part.saturating_mul(drawer.len()) >> REST_BITS;
    let (mut low, mut high) = (guess.saturating_sub(NEAR), guess.saturating_add(NEAR));
    if low > 0 && drawer.get(low).is_none_or(|entry| *entry >= least) {
        low = 0;
    }
    if drawer.get(high).is_some_and(|entry| *entry < least) {
        high = drawer.len();
    }
    let near = drawer.get(low..high.min(drawer.len())).unwrap_or_default();
    low.saturating_add(near.partition_point(|entry| *entry < least))
}

/// Which drawer a code is in, and the part of it that is written there, in the first bits of an entry.
fn split(code: u32) -> (usize, u64) {
    const REST: u32 = (1 << REST_BITS) - 1;
    let rest = code & REST;
    ((code >> REST_BITS) as usize, u64::from(rest) << (TIME_BITS + NUMBER_BITS))
}

/// A moment that both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hit {
    number: u32,
    /// How much later it is in the one than in the other at that speed, in the landmarks' units of time.
    later: i32,
    /// Which moment of the recording that is looked up.
    moment: u16,
}

impl Hit {
    fn new(number: u32, there: u16, here: u16, speed: f64, moment: u16) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "small numbers")]
        let later = (f64::from(there) - f64::from(here) * speed) as i32;
        Self { number, later, moment }
    }
}

/// Finds the recordings with several hits before they are sorted: nearly all have one by chance.
#[derive(Debug)]
struct Several(Vec<u8>);

impl Default for Several {
    fn default() -> Self {
        Self(vec![0; 1 << Self::BITS])
    }
}

impl Several {
    const BITS: u32 = 20;

    /// Drops the hits of recordings that have fewer than [`LEAST_VOTES`]; some of these stay by chance.
    fn keep(&mut self, hits: &mut Vec<Hit>) {
        const MASK: u32 = (1 << Several::BITS) - 1;
        self.0.fill(0);
        for hit in hits.iter() {
            if let Some(count) = self.0.get_mut((hit.number & MASK) as usize) {
                *count = count.saturating_add(1);
            }
        }
        hits.retain(|hit| {
            let count = self.0.get((hit.number & MASK) as usize);
            count.is_some_and(|count| u32::from(*count) >= LEAST_VOTES)
        });
    }
}

/// The most moments that are about equally much later. The speed is not known exactly and times are coarse, so that they may be some seconds apart.
fn votes(hits: &[Hit]) -> u32 {
    const APART: i32 = 2;
    let mut moments: BTreeMap<u16, u32> = BTreeMap::new();
    let mut oldest = hits.iter();
    let mut most = 0;
    for hit in hits {
        while let Some(first) = oldest.clone().next()
            && hit.later.saturating_sub(first.later) > APART
        {
            oldest.next();
            if let Some(count) = moments.get_mut(&first.moment) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    moments.remove(&first.moment);
                }
            }
        }
        let count = moments.entry(hit.moment).or_default();
        *count = count.saturating_add(1);
        most = most.max(moments.len());
    }
    u32::try_from(most).unwrap_or(u32::MAX)
}
