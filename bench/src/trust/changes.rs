//! The changes that a copyist may make to a recording.

use ghostreel_analysis::copies::{Recording, Track};
use ghostreel_core::Random;

use super::players::normal;

/// A change, and how strong it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    None,
    /// Seconds later.
    Shift(f64),
    /// So many times as fast.
    Speed(f64),
    Mirror,
    /// The left hand's movement is the right hand's; of others the first two.
    Swap,
    /// Samples a second.
    Resample(f64),
    /// Metres; of controllers parts of the full deflection; of cars half metres (50 units).
    Noise(f32),
    /// Mean of so many samples.
    Smooth(usize),
    /// So many seconds out of the middle.
    Crop(f64),
    /// The first half of this play, the second of another.
    Splice,
    /// Names and order of the tracks, ids of match and players.
    Rename,
    /// Turned by 10°, 5 cm higher, 3 % larger. Not for controllers.
    Place,
    /// The first thing that moves so many seconds later than the others.
    One(f64),
    /// Each thing that moves another time later, up to so many seconds.
    Each(f64),
    /// So many seconds more, every five seconds.
    Waits(f64),
    /// Aside and up exchanged. Of controllers.
    Exchange,
    /// All places to and fro by 200 units, once in so many seconds. Of cars.
    Sway(f64),
    /// Mirrored, swapped, 4 % faster, shifted, resampled, with noise, names changed, 60 s out of the middle.
    All,
}

impl Change {
    pub(super) const EVERY: &[Self] = &[
        Self::None,
        Self::Rename,
        Self::Shift(0.4),
        Self::Shift(60.0),
        Self::Speed(0.9),
        Self::Speed(0.95),
        Self::Speed(0.98),
        Self::Speed(1.015),
        Self::Speed(1.05),
        Self::Speed(1.1),
        Self::Mirror,
        Self::Swap,
        Self::Place,
        Self::Resample(120.0),
        Self::Resample(60.0),
        Self::Resample(45.0),
        Self::Resample(30.0),
        Self::Noise(0.001),
        Self::Noise(0.005),
        Self::Noise(0.01),
        Self::Noise(0.02),
        Self::Smooth(3),
        Self::Smooth(5),
        Self::Smooth(9),
        Self::Crop(60.0),
        Self::Crop(30.0),
        Self::Crop(20.0),
        Self::Crop(10.0),
        Self::Splice,
        Self::One(0.05),
        Self::Each(0.2),
        Self::Waits(0.05),
        Self::Exchange,
        Self::Sway(1.0),
        Self::Sway(2.0),
        Self::All,
    ];

    pub(super) fn name(self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Shift(seconds) => format!("{seconds} s later"),
            Self::Speed(speed) => format!("speed {speed}"),
            Self::Mirror => "mirrored".to_owned(),
            Self::Swap => "hands (tracks) swapped".to_owned(),
            Self::Resample(rate) => format!("resampled to {rate} Hz"),
            Self::Noise(amount) => format!("noise {:.0} mm", amount * 1000.0),
            Self::Smooth(samples) => format!("mean of {samples} samples"),
            Self::Crop(seconds) => format!("{seconds} s out of the middle"),
            Self::Splice => "spliced with another".to_owned(),
            Self::Rename => "names, ids, order".to_owned(),
            Self::Place => "turned 10°, 5 cm up, 1.03 ×".to_owned(),
            Self::One(seconds) => format!("one of the tracks {seconds} s later"),
            Self::Each(seconds) => format!("tracks up to {seconds} s apart"),
            Self::Waits(seconds) => format!("{seconds} s more every 5 s"),
            Self::Exchange => "aside and up of sticks exchanged".to_owned(),
            Self::Sway(seconds) => format!("all cars sway by 200 units in {seconds} s"),
            Self::All => "all at once".to_owned(),
        }
    }

    /// The recording after the change. `other`: a recording that it may be spliced with.
    pub(super) fn apply(self, recording: &Recording, other: &Recording, seed: u64) -> Recording {
        let mut copy = recording.clone();
        let is_place = copy.game != "melee";
        // Times need not begin at 0.
        let times = || copy.tracks.iter().flat_map(|track| &track.times).copied();
        let middle =
            f64::midpoint(times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
        let all = |copy: Recording, changes: &[Self]| {
            changes.iter().fold(copy, |copy, change| change.apply(&copy, other, seed))
        };
        match self {
            Self::None => {}
            Self::Shift(by) => for_times(&mut copy, |time| time + by),
            Self::Speed(speed) => for_times(&mut copy, |time| time / speed),
            Self::Mirror => for_places(&mut copy, |[x, y, z]| [-x, y, z]),
            Self::Swap => {
                if let [first, second, ..] = copy.tracks.as_mut_slice() {
                    std::mem::swap(&mut first.times, &mut second.times);
                    std::mem::swap(&mut first.places, &mut second.places);
                }
            }
            Self::Resample(rate) => copy.tracks.iter_mut().for_each(|track| resample(track, rate)),
            Self::Noise(amount) => {
                let unit = if copy.game == "rocket-league" { 50.0 / 0.5 } else { 1.0 };
                // A stick's whole way is about as a metre of a hand.
                let mut random = Random::new(seed);
                for_places(&mut copy, |place| {
                    place.map(|axis| axis + amount * unit * normal(&mut random))
                });
            }
            Self::Smooth(samples) => {
                copy.tracks.iter_mut().for_each(|track| smooth(track, samples))
            }
            Self::Crop(seconds) => keep(&mut copy, middle - seconds / 2.0, middle + seconds / 2.0),
            Self::Splice => {
                let mut rest = other.clone();
                keep(&mut copy, f64::NEG_INFINITY, middle);
                keep(&mut rest, middle, f64::INFINITY);
                for (track, rest) in copy.tracks.iter_mut().zip(rest.tracks) {
                    track.times.extend(rest.times);
                    track.places.extend(rest.places);
                }
            }
            Self::Rename => {
                copy.tracks.reverse();
                for (number, track) in copy.tracks.iter_mut().enumerate() {
                    track.name = format!("thing {number}");
                }
                copy.contest = None;
            }
            Self::One(by) => copy.tracks.iter_mut().take(1).for_each(|track| later(track, by)),
            Self::Each(by) => {
                let last = copy.tracks.len().saturating_sub(1).max(1) as f64;
                for (number, track) in copy.tracks.iter_mut().enumerate() {
                    later(track, by * number as f64 / last);
                }
            }
            Self::Waits(by) => for_times(&mut copy, |time| time + by * (time / 5.0).floor()),
            Self::Exchange if is_place => {}
            Self::Exchange => for_places(&mut copy, |[x, y, z]| [y, x, z]),
            Self::Sway(seconds) if copy.game == "rocket-league" => {
                for track in &mut copy.tracks {
                    for (time, [x, y, _]) in track.times.iter().zip(&mut track.places) {
                        let by = 200.0 * (std::f64::consts::TAU * time / seconds).sin() as f32;
                        (*x, *y) = (*x + 0.8 * by, *y + 0.6 * by);
                    }
                }
            }
            Self::Sway(_) => {}
            Self::Place if is_place => for_places(&mut copy, |[x, y, z]| {
                let (cos, sin) = (0.984_807_8, 0.173_648_18);
                [x * cos + z * sin, y + 0.05, z * cos - x * sin].map(|axis| axis * 1.03)
            }),
            Self::Place => {}
            Self::All => {
                copy = all(
                    copy,
                    &[
                        Self::Mirror,
                        Self::Swap,
                        Self::Speed(1.04),
                        Self::Noise(0.003),
                        Self::Resample(80.0),
                        Self::Rename,
                        Self::Crop(60.0),
                        Self::Shift(7.3),
                    ],
                );
            }
        }
        copy
    }
}

fn later(track: &mut Track, by: f64) {
    track.times.iter_mut().for_each(|time| *time += by);
}

fn for_times(recording: &mut Recording, change: impl Fn(f64) -> f64) {
    recording
        .tracks
        .iter_mut()
        .flat_map(|track| &mut track.times)
        .for_each(|time| *time = change(*time));
}

fn for_places(recording: &mut Recording, mut change: impl FnMut([f32; 3]) -> [f32; 3]) {
    let places = recording.tracks.iter_mut().flat_map(|track| &mut track.places);
    places.for_each(|place| *place = change(*place));
}

fn keep(recording: &mut Recording, from: f64, to: f64) {
    for track in &mut recording.tracks {
        let first = track.times.partition_point(|time| *time < from);
        let last = track.times.partition_point(|time| *time < to).max(first);
        track.times = track.times[first..last].to_vec();
        track.places = track.places[first..last].to_vec();
    }
}

fn resample(track: &mut Track, rate: f64) {
    let (Some(&first), Some(&last)) = (track.times.first(), track.times.last()) else { return };
    let count = ((last - first) * rate) as usize;
    let times: Vec<f64> = (0..count).map(|at| first + at as f64 / rate).collect();
    let place = |&time: &f64| {
        let next =
            track.times.partition_point(|known| *known <= time).clamp(1, track.times.len() - 1);
        let (t0, t1) = (track.times[next - 1], track.times[next]);
        let part = if t1 - t0 > 0.5 { 0.0 } else { ((time - t0) / (t1 - t0)) as f32 };
        let (from, to) = (track.places[next - 1], track.places[next]);
        [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
    };
    let places = times.iter().map(place).collect();
    (track.times, track.places) = (times, places);
}

fn smooth(track: &mut Track, samples: usize) {
    let mean = |at: usize| {
        let from = at.saturating_sub(samples / 2);
        let some = &track.places[from..(at + samples / 2 + 1).min(track.places.len())];
        [0, 1, 2].map(|axis| some.iter().map(|place| place[axis]).sum::<f32>() / some.len() as f32)
    };
    track.places = (0..track.places.len()).map(mean).collect();
}
