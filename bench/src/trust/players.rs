//! Simulated players of Beat Saber: many who play one map, each in a way of their own.
//!
//! The map dictates when each hand has to be where, and which way it goes. A player adds a style (reach, height, how early, how
//! large the swings, how still the head), and each play chance: how exactly, how far off the middle.

use ghostreel_analysis::copies::{Recording, Track};
use ghostreel_core::Random;

/// A note of the made-up map.
#[derive(Clone, Copy, Debug)]
struct Note {
    time: f32,
    hand: usize,
    place: [f32; 2],
    heading: [f32; 2],
}

/// Notes and their times.
#[derive(Clone, Debug)]
pub(super) struct Map {
    notes: Vec<Note>,
    seconds: f32,
}

impl Map {
    /// A map of so many seconds, about 7 notes a second in patterns that alternate down and up, as maps for good players are.
    pub(super) fn new(seed: u64, seconds: f32) -> Self {
        Self::with_beats(seed, seconds, [0.14, 0.2])
    }

    /// A map for beginners: about 2 notes a second, in the same patterns.
    pub(super) fn slower(seed: u64, seconds: f32) -> Self {
        Self::with_beats(seed, seconds, [0.45, 0.6])
    }

    /// A map whose notes are so many seconds apart, at least and at most.
    fn with_beats(seed: u64, seconds: f32, [least, most]: [f32; 2]) -> Self {
        let mut random = Random::new(seed);
        let beat = random.range(least, most);
        let mut notes = Vec::new();
        let mut down = [true, true];
        let mut time = 2.0;
        while time < seconds - 1.0 {
            let both = random.chance(0.2);
            let first = usize::from(random.chance(0.5));
            for hand in [first, 1 - first].into_iter().take(if both { 2 } else { 1 }) {
                let line = if hand == 0 { random.between(0, 1) } else { random.between(2, 3) };
                let layer = if down[hand] { random.between(0, 1) } else { random.between(1, 2) };
                let place = [(line as f32 - 1.5) * 0.5, 0.9 + 0.4 * layer as f32];
                let tilt = [-0.7, 0.0, 0.0, 0.7][random.between(0, 3) as usize];
                let norm = (1.0_f32 + tilt * tilt).sqrt();
                let heading = [tilt / norm, if down[hand] { -1.0 } else { 1.0 } / norm];
                down[hand] = !down[hand];
                notes.push(Note { time, hand, place, heading });
            }
            time += beat * [1.0, 1.0, 1.0, 2.0][random.between(0, 3) as usize];
        }
        Self { notes, seconds }
    }
}

/// A way of playing, in any map.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// Metres: how high the head is, how far in front the hands are, how far each goes before and behind a note.
    height: f32,
    reach: f32,
    before: f32,
    behind: f32,
    /// How much sideways an arm swings, and forward.
    bow: [f32; 2],
    /// Seconds: how early each hand is, how unsteady, how long a swing takes before and after.
    early: [f32; 2],
    unsteady: f32,
    wind_up: f32,
    follow: f32,
    /// How far off the middle of notes, in metres.
    off: f32,
    /// How much swings differ from each other, as a part.
    uneven: f32,
    /// How far hands and head wander, in metres, and how quickly.
    wander: [f32; 2],
    calm: f32,
    /// The head's nodding: metres, times a second.
    nod: [f32; 2],
    /// How much the head follows the notes aside.
    lean: f32,
    /// Poses a second.
    rate: f32,
}

impl Player {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x706c_6179);
        let random = &mut random;
        Self {
            height: random.range(1.5, 1.9),
            reach: random.range(0.35, 0.65),
            before: random.range(0.12, 0.3),
            behind: random.range(0.1, 0.3),
            bow: [random.range(-0.06, 0.06), random.range(-0.08, 0.12)],
            early: [random.range(-0.02, 0.02), random.range(-0.02, 0.02)],
            unsteady: random.range(0.008, 0.022),
            wind_up: random.range(0.07, 0.13),
            follow: random.range(0.06, 0.13),
            off: random.range(0.015, 0.05),
            uneven: random.range(0.08, 0.25),
            wander: [random.range(0.008, 0.025), random.range(0.008, 0.03)],
            calm: random.range(0.3, 0.9),
            nod: [random.range(0.0, 0.02), random.range(0.8, 2.6)],
            lean: random.range(0.0, 0.15),
            rate: [72.0, 80.0, 90.0, 120.0, 144.0][random.between(0, 4) as usize],
        }
    }

    /// A steadier player, as the best are: hits are off by 4 to 10 ms, and swings differ by 5 %.
    pub(super) fn steadier(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x7374_6561_6479);
        Self { unsteady: random.range(0.004, 0.01), uneven: 0.05, ..Self::new(seed) }
    }

    /// One play of a map.
    pub(super) fn play(&self, map: &Map, seed: u64) -> Recording {
        let mut random = Random::new(seed ^ 0x6d61_7073);
        let hands = [0, 1].map(|hand| self.way(map, hand, &mut random));
        let mut wander = [0, 1, 2].map(|_| Wander::new(&mut random));
        let mut tracks = ["left hand", "right hand", "head"]
            .map(|name| Track { name: name.to_owned(), ..Track::default() });
        let phase = random.range(0.0, 1.0);
        let mut time = 0.0_f32;
        let mut look = 0.0_f32;
        while time < map.seconds {
            let step = (1.0 + random.range(-0.03, 0.03)) / self.rate;
            time += step;
            let amounts = [self.wander[0], self.wander[0], self.wander[1]];
            let places = [0, 1, 2].map(|part| {
                let wander = wander[part].step(step / self.calm, amounts[part], &mut random);
                let place = match part {
                    2 => {
                        let ahead = map.notes.partition_point(|note| note.time < time);
                        let next = map.notes.get(ahead).map_or(0.0, |note| note.place[0]);
                        look += (next - look) * (step * 3.0).min(1.0);
                        let nod = triangle(time * self.nod[1] + phase) * self.nod[0];
                        [look * self.lean, self.height + nod, 0.02]
                    }
                    hand => at(&hands[hand], time),
                };
                [0, 1, 2].map(|axis| place[axis] + wander[axis])
            });
            for (track, place) in tracks.iter_mut().zip(places) {
                track.times.push(time.into());
                track.places.push(place);
            }
        }
        Recording { game: "beat-saber".to_owned(), tracks: tracks.into(), contest: None }
    }

    /// Where a hand is when: before, in and after each note.
    fn way(&self, map: &Map, hand: usize, random: &mut Random) -> Vec<(f32, [f32; 3])> {
        let mut way: Vec<(f32, [f32; 3])> = vec![(0.0, [hand as f32 * 0.6 - 0.3, 1.0, 0.3])];
        for note in map.notes.iter().filter(|note| note.hand == hand) {
            let time = note.time + self.early[hand] + self.unsteady * normal(random);
            let middle = [
                note.place[0] * 0.8 + self.off * normal(random),
                note.place[1] * (self.height / 1.78) + self.off * normal(random),
                self.reach + 0.02 * normal(random),
            ];
            let amount = 1.0 + self.uneven * normal(random);
            let point = |along: f32, bow: f32| {
                [
                    middle[0] + note.heading[0] * along - note.heading[1] * self.bow[0] * bow,
                    middle[1] + note.heading[1] * along + note.heading[0] * self.bow[0] * bow,
                    middle[2] + self.bow[1] * bow,
                ]
            };
            let points = [
                (time - self.wind_up * amount, point(-self.before * amount, 1.0)),
                (time, point(0.0, 0.0)),
                (time + self.follow * amount, point(self.behind * amount, 1.0)),
            ];
            for (when, place) in points {
                // Where notes come quickly, a swing begins before the last has ended.
                while way.len() > 1 && way.last().is_some_and(|last| last.0 > when - 0.02) {
                    way.pop();
                }
                way.push((when, place));
            }
        }
        way
    }
}

/// A smooth way through all points.
fn at(way: &[(f32, [f32; 3])], time: f32) -> [f32; 3] {
    let next = way.partition_point(|point| point.0 <= time).clamp(1, way.len() - 1);
    let point = |at: usize| way[at.min(way.len() - 1)];
    let (t0, from) = point(next - 1);
    let (t1, to) = point(next);
    let (tb, back) = point(next.saturating_sub(2));
    let (ta, ahead) = point(next + 1);
    let width = (t1 - t0).max(1e-3);
    let t = ((time - t0) / width).clamp(0.0, 1.0);
    [0, 1, 2].map(|axis| {
        let leaving = (to[axis] - back[axis]) / (t1 - tb).max(1e-3) * width;
        let arriving = (ahead[axis] - from[axis]) / (ta - t0).max(1e-3) * width;
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * from[axis]
            + (t3 - 2.0 * t2 + t) * leaving
            + (3.0 * t2 - 2.0 * t3) * to[axis]
            + (t3 - t2) * arriving
    })
}

/// A walk that returns, twice smoothed: players never stand still.
#[derive(Clone, Debug)]
struct Wander {
    pushed: [f32; 3],
    place: [f32; 3],
}

impl Wander {
    fn new(random: &mut Random) -> Self {
        Self { pushed: [0; 3].map(|_| normal(random)), place: [0.0; 3] }
    }

    /// The place after a step, measured in times that it takes to forget.
    fn step(&mut self, step: f32, amount: f32, random: &mut Random) -> [f32; 3] {
        let kick = (2.0 * step).sqrt();
        for axis in 0..3 {
            self.pushed[axis] += -self.pushed[axis] * step + kick * normal(random);
            self.place[axis] += (self.pushed[axis] - self.place[axis]) * (step * 4.0).min(1.0);
        }
        self.place.map(|axis| axis * amount)
    }
}

/// About normally distributed: mean 0, deviation 1.
pub(super) fn normal(random: &mut Random) -> f32 {
    let sum: f32 = (0..4).map(|_| random.unit()).sum();
    (sum - 2.0) * 3.0_f32.sqrt()
}

/// A wave of period 1 between −1 and 1 without corners.
fn triangle(t: f32) -> f32 {
    let t = t - t.floor();
    let wave = if t < 0.5 { 4.0 * t - 1.0 } else { 3.0 - 4.0 * t };
    wave * (1.5 - 0.5 * wave * wave)
}
