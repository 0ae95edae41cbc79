//! When bodies were sampled. A frame's time is when the recorder wrote it; the bodies in it were sampled at physics ticks, in matches over a
//! server each at one of its own. `docs/spec/rocket-league.md` says how the ticks are estimated, and how well.

use std::any::Any;
use std::cell::OnceCell;

use ghostreel_space::Vector;
use ghostreel_timeline::{Column, Columnar, Source, fill, row_column};

use super::physics_clock::{PhysicsClock, Stride};
use super::rows::{BodyRow, TickNumber, TickRow};
use crate::view::View;

/// Physics ticks in a second.
pub const TICK_RATE: f64 = 120.0;
/// More ticks are never looked for between two samples: the game updates near bodies at least three times a second.
const MOST: i32 = 48;
/// A repeated sample is the same one within so many ticks; later, it is a body that is held.
const MOST_AGAIN: f64 = 60.0;
/// Samples further apart, in seconds, say nothing of the ticks between them.
const SILENCE: f64 = 0.6;
/// How far a sample's tick is usually from where the frame's time has it, in ticks.
const JITTER: f64 = 3.0;
/// The greatest weight of the jitter against a number of ticks that the motion shows, in the measure of the motion.
const MOST_JITTER: f64 = 50.0;
/// A change of the velocity, in uu/s, up to which it is taken as even; above, as a sudden one anywhere between the samples.
const EVEN: f64 = 200.0;
/// How far motion between samples is from even motion, in uu, and for each uu/s by which the velocity changes, in seconds.
const UNEVEN: f64 = 0.3;
const UNEVEN_PER_CHANGE: f64 = 0.02;
/// And for each second, squared: what begins and ends in between, as a jump does, in uu/s².
const UNEVEN_PER_SECOND: f64 = 100.0;
/// Samples further apart are no more uneven than those so many seconds apart.
const UNEVEN_SECONDS: f64 = 0.15;
/// So many strides of bodies a second say whether a recording ran as the game did.
const STRIDES: f64 = 5.0;
/// The pace of a recording is measured by samples that are nearer than this, in seconds, of bodies that are faster, in uu/s.
const NEAR_S: f64 = 0.2;
const FAST: f64 = 500.0;
/// Motion that is so many times as far off as usual, squared, is a jump to another place.
const JUMP: f64 = 100.0;
/// How fast the estimated lag follows: the part of a sample's lag, which counts up to so many ticks; further off, it begins anew.
const LAG_GAIN: f64 = 0.05;
const LAG_STEP: f64 = 6.0;
const LAG_JUMP: f64 = 60.0;
/// Over how many seconds before and after a sample the lag is averaged.
const WINDOW: f64 = 1.0;

/// The table `cars` or `ball`: the recorded values of each body, and the ticks, which are estimated when they are asked for.
pub(super) struct BodyTable<'a> {
    rows: &'a [BodyRow],
    /// Half of the smallest step between two positions, in uu.
    rounding: f64,
    ticks: OnceCell<Vec<TickRow>>,
}

impl<'a> BodyTable<'a> {
    pub(super) fn new(rows: &'a [BodyRow], has_fine_units: bool) -> Self {
        Self { rows, rounding: rounding(has_fine_units), ticks: OnceCell::new() }
    }
}

impl Source for BodyTable<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, index: usize) -> Column {
        match index.checked_sub(BodyRow::COLUMNS) {
            None => row_column(self.rows, index),
            Some(index) => {
                row_column(self.ticks.get_or_init(|| estimate(self.rows, self.rounding)), index)
            }
        }
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.rows.iter().cloned())
    }
}

fn rounding(has_fine_units: bool) -> f64 {
    if has_fine_units { 0.005 } else { 0.5 }
}

impl View<'_> {
    /// When each of the bodies was sampled: what the table of these rows has in its last columns.
    pub(crate) fn ticks_of(&self, bodies: &[BodyRow]) -> Vec<TickRow> {
        estimate(bodies, rounding(self.context().has_fine_units))
    }
}

/// The tick of each row. Positions are known up to `rounding` uu.
pub(super) fn estimate(rows: &[BodyRow], rounding: f64) -> Vec<TickRow> {
    let mut tick_rows = vec![TickRow::default(); rows.len()];
    let bodies = bodies(rows);
    let clock = clock(rows, &bodies);
    for of_body in &bodies {
        let mut samples: Vec<Sample> =
            of_body.iter().filter_map(|row| rows.get(*row)).map(Sample::of).collect();
        if let Some(clock) = &clock {
            samples.iter_mut().for_each(|sample| sample.time = clock.physics(sample.time));
        }
        let ticks = ticks_of(&samples, rounding);
        for (row, tick) in of_body.iter().zip(times_of(&samples, &ticks, clock.as_ref())) {
            if let Some(there) = tick_rows.get_mut(*row) {
                *there = tick;
            }
        }
    }
    tick_rows
}

/// The clock of the physics, by how far bodies go and how fast they are; `None` where the recording ran as the game did. Few strides say whether it
/// is worth a look at all of them.
fn clock(rows: &[BodyRow], bodies: &[Vec<usize>]) -> Option<PhysicsClock> {
    let [Some(first), Some(last)] = [rows.first(), rows.last()] else { return None };
    let seconds = f64::from(last.time - first.time);
    #[allow(clippy::cast_precision_loss, reason = "rows of a table")]
    let apart = usize::try_from(whole(rows.len() as f64 / (seconds * STRIDES))).unwrap_or(1).max(1);
    let clock = PhysicsClock::of(&strides(rows, bodies, apart))?;
    if apart == 1 { Some(clock) } else { PhysicsClock::of(&strides(rows, bodies, 1)) }
}

/// One in so many of the strides of all bodies.
fn strides(rows: &[BodyRow], bodies: &[Vec<usize>], apart: usize) -> Vec<Stride> {
    let stride = |pair: &[usize]| {
        let [from, to] = pair else { return None };
        let [from, to] = [Sample::of(rows.get(*from)?), Sample::of(rows.get(*to)?)];
        Step::new(&from, &to).stride()
    };
    let pairs = bodies.iter().flat_map(|of_body| of_body.windows(2).step_by(apart));
    pairs.filter_map(stride).collect()
}

/// The rows of each body, in the order of time.
fn bodies(rows: &[BodyRow]) -> Vec<Vec<usize>> {
    let mut bodies: Vec<Vec<usize>> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let actor_row = row.life as usize;
        if bodies.len() <= actor_row {
            bodies.resize_with(actor_row.saturating_add(1), Vec::new);
        }
        if let Some(body) = bodies.get_mut(actor_row) {
            body.push(index);
        }
    }
    bodies
}

struct Sample {
    /// The time of the frame.
    time: f64,
    position: Vector,
    velocity: Vector,
}

impl Sample {
    fn of(row: &BodyRow) -> Self {
        Self {
            time: f64::from(row.time),
            position: Vector::of(&row.position),
            velocity: Vector::of(&row.velocity),
        }
    }
}

/// The tick of a sample.
struct Tick {
    tick: i32,
    /// The body goes on from the sample before: it is neither in another place at once nor silent in between.
    goes_on: bool,
}

/// The tick of each sample of one body.
fn ticks_of(samples: &[Sample], rounding: f64) -> Vec<Tick> {
    let mut ticks = Vec::with_capacity(samples.len());
    let Some(first) = samples.first() else { return ticks };
    let mut tick = whole(first.time * TICK_RATE);
    let mut lag = 0.0;
    ticks.push(Tick { tick, goes_on: false });
    for pair in samples.windows(2) {
        let [from, to] = pair else { continue };
        let due = to.time * TICK_RATE - lag;
        let since = due - f64::from(tick);
        let by_motion = Step::new(from, to).ticks(since, rounding);
        tick = tick.saturating_add(by_motion.unwrap_or_else(|| whole(since).max(1)));
        ticks.push(Tick { tick, goes_on: by_motion.is_some() });
        let off = due - f64::from(tick);
        lag += if off.abs() < LAG_JUMP { LAG_GAIN * off.clamp(-LAG_STEP, LAG_STEP) } else { off };
    }
    ticks
}

/// From one sample of a body to the next.
struct Step<'a> {
    from: &'a Sample,
    to: &'a Sample,
    /// How far it is.
    moved: Vector,
    /// The first velocity less the second.
    turn: Vector,
    /// Its length, in uu/s.
    change: f64,
}

impl<'a> Step<'a> {
    fn new(from: &'a Sample, to: &'a Sample) -> Self {
        let turn = from.velocity.minus(to.velocity);
        Self { from, to, moved: to.position.minus(from.position), turn, change: turn.length() }
    }

    /// How long it takes on both clocks, where both velocities say it.
    fn stride(&self) -> Option<Stride> {
        let seconds = self.to.time - self.from.time;
        let is_near = seconds > 0.0 && seconds < NEAR_S && self.change < EVEN;
        let is_fast = |sample: &Sample| sample.velocity.dot(sample.velocity) > FAST * FAST;
        let velocity = self.from.velocity.plus(self.to.velocity).times(0.5);
        let physics = self.moved.dot(velocity) / velocity.dot(velocity);
        let shows = is_near && is_fast(self.from) && is_fast(self.to);
        shows.then_some(Stride { time: self.from.time, seconds, physics })
    }

    /// How many ticks it takes, if the frames' times say `due`: that many with which the motion goes best. `None` if it goes with none.
    fn ticks(&self, due: f64, rounding: f64) -> Option<i32> {
        let seconds = self.to.time - self.from.time;
        if !(0.0..=SILENCE).contains(&seconds) {
            return None;
        }
        if self.moved == Vector::ZERO && self.change == 0.0 {
            // A keyframe repeats a sample. A body that lies still shows nothing.
            let is_again = self.from.velocity != Vector::ZERO && due < MOST_AGAIN;
            return Some(if is_again { 0 } else { whole(due).max(1) });
        }
        let seconds = seconds.min(UNEVEN_SECONDS);
        let uneven = (UNEVEN_PER_CHANGE * self.change + UNEVEN_PER_SECOND * seconds) * seconds;
        let usual = 2.0 * rounding + UNEVEN + uneven;
        let square = usual * usual;
        let by_motion = |ticks: i32| self.miss(ticks) / square;
        let cost = |ticks: i32| {
            let by_time = f64::from(ticks) - due;
            let by_time = (by_time * by_time / (JITTER * JITTER)).min(MOST_JITTER);
            by_motion(ticks).min(4.0 * JUMP) + by_time
        };
        let best = if self.change < EVEN {
            cheapest(self.even(square, due).into_iter(), cost)
        } else {
            cheapest(1..=MOST, cost)
        };
        best.filter(|best| by_motion(*best) <= JUMP)
    }

    /// The best numbers of ticks of even motion, with the frames' times and without them: the smallest values of parabolas. `usual`: how far
    /// motion is usually from that, squared.
    fn even(&self, usual: f64, due: f64) -> [i32; 2] {
        let step = self.from.velocity.plus(self.to.velocity).times(0.5 / TICK_RATE);
        let square = step.dot(step);
        if square == 0.0 {
            return [whole(due).clamp(1, MOST); 2];
        }
        let alone = self.moved.dot(step) / square;
        let (motion, time) = (square / usual, 1.0 / (JITTER * JITTER));
        let both = (motion * alone + time * due) / (motion + time);
        [both, alone].map(|ticks| whole(ticks).clamp(1, MOST))
    }

    /// How far from the second sample the body comes in that many ticks, squared: with the mean of both velocities, or, where they are far
    /// apart, with the first until the moment that fits best and with the second from then on.
    fn miss(&self, ticks: i32) -> f64 {
        let seconds = f64::from(ticks) / TICK_RATE;
        let lacking = self.moved.minus(self.to.velocity.times(seconds));
        let with_first = if self.change < EVEN {
            seconds / 2.0
        } else {
            // `clamp` would bring the formatting of numbers, for its panic, into the page's module.
            (lacking.dot(self.turn) / (self.change * self.change)).max(0.0).min(seconds)
        };
        let miss = lacking.minus(self.turn.times(with_first));
        miss.dot(miss)
    }
}

/// The number of ticks that costs least, the first of several.
fn cheapest(ticks: impl Iterator<Item = i32>, cost: impl Fn(i32) -> f64) -> Option<i32> {
    let costs = ticks.map(|ticks| (cost(ticks), ticks));
    costs.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, ticks)| ticks)
}

/// When each sample was taken, on the clock of the frames, which may have run slower than that of the samples: its tick; the frames are later by a lag that changes slowly. Times never go
/// backwards, and samples of one tick have the same.
fn times_of(samples: &[Sample], ticks: &[Tick], clock: Option<&PhysicsClock>) -> Vec<TickRow> {
    let by_tick = |tick: i32| f64::from(tick) / TICK_RATE;
    let lags: Vec<f64> = samples
        .iter()
        .zip(ticks)
        .map(|(sample, Tick { tick, .. })| sample.time - by_tick(*tick))
        .collect();
    // Twice, as the first average still has corners.
    let lags = averaged(samples, ticks, &averaged(samples, ticks, &lags));
    let mut rows: Vec<TickRow> = Vec::with_capacity(samples.len());
    let mut last: Option<(f64, i32)> = None;
    for (lag, &Tick { tick, .. }) in lags.iter().zip(ticks) {
        let mut time = by_tick(tick) + lag;
        if let Some((before, tick_before)) = last {
            // At the most at twice the speed.
            let least = before + by_tick(tick.saturating_sub(tick_before)) / 2.0;
            time = if tick == tick_before { before } else { time.max(least) };
        }
        last = Some((time, tick));
        let time = clock.map_or(time, |clock| clock.recording(time));
        #[allow(clippy::cast_possible_truncation, reason = "as exact as the frames' times")]
        rows.push(TickRow { tick: TickNumber(tick), tick_time: time as f32 });
    }
    rows
}

/// The mean of the values within [`WINDOW`] of each sample, of those between which the body goes on.
fn averaged(samples: &[Sample], ticks: &[Tick], values: &[f64]) -> Vec<f64> {
    let value = |index: usize| values.get(index).copied().unwrap_or_default();
    let time = |index: usize| samples.get(index).map_or(f64::INFINITY, |sample| sample.time);
    let goes_on = |index: usize| ticks.get(index).is_some_and(|tick| tick.goes_on);
    let mut means = Vec::with_capacity(values.len());
    let (mut first, mut end, mut sum) = (0_usize, 0_usize, 0.0);
    for index in 0..values.len() {
        let now = time(index);
        if !goes_on(index) {
            (first, end, sum) = (index, index, 0.0);
        }
        while end == index || goes_on(end) && time(end) <= now + WINDOW {
            sum += value(end);
            end = end.saturating_add(1);
        }
        while first < index && time(first) < now - WINDOW {
            sum -= value(first);
            first = first.saturating_add(1);
        }
        #[allow(clippy::cast_precision_loss, reason = "rows of a table")]
        let count = end.saturating_sub(first).max(1) as f64;
        means.push(sum / count);
    }
    means
}

/// To the nearest.
#[allow(clippy::cast_possible_truncation, reason = "what is out of reach stays at the last number")]
fn whole(number: f64) -> i32 {
    number.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Vec3;

    /// A car that drives a curve, falls and is hit, recorded at 30 frames a second; it was sampled up to three ticks before each frame.
    fn drive(rounding: f32) -> (Vec<BodyRow>, Vec<i32>) {
        let tick_s = 1.0 / 120.0_f32;
        let (mut position, mut velocity) = ([0.0_f32; 3], [1200.0_f32, 0.0, 300.0]);
        let (mut rows, mut ticks) = (Vec::new(), Vec::new());
        let mut random = 7_u32;
        let mut next = 0;
        for tick in 0..6000_i32 {
            if tick == next {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let late = i32::try_from(random >> 16).unwrap() % 4;
                let frame = u32::try_from(rows.len()).unwrap();
                let time = (tick + late) as f32 * tick_s;
                let vector = |[x, y, z]: [f32; 3], step: f32| {
                    let [x, y, z] = [x, y, z].map(|number| (number / step).round() * step);
                    Vec3 { x, y, z }
                };
                rows.push(BodyRow {
                    frame,
                    time: 100.0 + time,
                    position: vector(position, 2.0 * rounding),
                    velocity: vector(velocity, 0.1),
                    ..BodyRow::default()
                });
                ticks.push(tick);
                next = tick + 4 + 2 * (i32::try_from(random >> 24).unwrap() % 3);
            }
            let turn = 1.5 * tick_s;
            let [x, y, z] = velocity;
            velocity = [x - y * turn, y + x * turn, z - 650.0 * tick_s];
            if position[2] <= 0.0 && velocity[2] < 0.0 {
                // Bounces, and at last rolls.
                velocity[2] = if velocity[2] < -50.0 { velocity[2] * -0.6 } else { 0.0 };
            }
            if tick % 997 == 500 {
                velocity[2] = 800.0;
            }
            for (position, velocity) in position.iter_mut().zip(velocity) {
                *position += velocity * tick_s;
            }
        }
        (rows, ticks)
    }

    #[test]
    fn ticks_are_found_in_motion() {
        for rounding in [0.005, 0.5] {
            let (rows, ticks) = drive(rounding);
            let estimated = estimate(&rows, f64::from(rounding));
            let steps = |of: &dyn Fn(usize) -> i32| -> Vec<i32> {
                (1..rows.len()).map(|row| of(row) - of(row - 1)).collect()
            };
            let (is, was) = (steps(&|row| estimated[row].tick.0), steps(&|row| ticks[row]));
            let wrong = is.iter().zip(&was).filter(|(is, was)| is != was).count();
            assert!(wrong * 100 < rows.len(), "{wrong} of {} at {rounding}", rows.len());
            // The frames are one and a half ticks late on the whole, which nothing in the file says.
            let mut worst = 0.0_f32;
            for (row, tick) in estimated.iter().zip(&ticks).skip(40) {
                let lag = row.tick_time - 100.0 - (*tick as f32 + 1.5) / 120.0;
                worst = worst.max(lag.abs());
            }
            assert!(worst < 0.012, "{worst} s at {rounding}");
        }
    }

    #[test]
    fn a_repeated_row_is_the_same_sample() {
        let (mut rows, _) = drive(0.005);
        let again = BodyRow { time: rows[50].time + 0.01, ..rows[50].clone() };
        rows.insert(51, again);
        let ticks = estimate(&rows, 0.005);
        assert_eq!(ticks[50], ticks[51]);
        assert!(ticks[52].tick > ticks[51].tick);
    }

    #[test]
    fn bodies_do_not_disturb_one_another() {
        let (alone, _) = drive(0.005);
        let other = |row: &BodyRow| BodyRow { life: 1, velocity: Vec3::default(), ..row.clone() };
        let both: Vec<BodyRow> = alone.iter().flat_map(|row| [other(row), row.clone()]).collect();
        let ticks = estimate(&both, 0.005);
        let of_first: Vec<TickRow> = ticks.iter().skip(1).step_by(2).cloned().collect();
        assert_eq!(of_first, estimate(&alone, 0.005));
    }

    #[test]
    fn times_that_make_no_sense_are_met_calmly() {
        let (rows, _) = drive(0.005);
        for wrong in [f32::NAN, f32::INFINITY, -1.0e30, 1.0e30, 0.0] {
            let mut rows = rows.clone();
            rows[20].time = wrong;
            rows[30].velocity.x = wrong;
            rows[40].position.y = wrong;
            assert_eq!(estimate(&rows, 0.005).len(), rows.len());
        }
    }
}
