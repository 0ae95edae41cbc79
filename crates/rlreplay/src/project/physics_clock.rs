//! The clock of the physics in a recording that ran slower or faster than the game. Few did: on a machine that could not keep up, or in parts.

/// The length of the stretches of even pace, in seconds of the recording.
const STRETCH: f64 = 1.0;
/// Longer recordings are taken as even.
const MOST_STRETCHES: usize = 20_000;
/// The pace of a stretch is that of it with as many before and after it.
const AROUND: usize = 5;
/// So many strides of bodies at the least show a pace.
const LEAST: usize = 20;
/// A pace this near that of the game is the game's.
const EVEN: f64 = 0.1;
/// Fewer stretches of another pace are chance.
const UNEVEN: usize = 20;
/// A pace that is further from the game's is a jump to another place.
const SLOWEST: f64 = 0.2;
const FASTEST: f64 = 5.0;

/// From one sample of a body to the next.
pub(super) struct Stride {
    /// When it begins in the recording.
    pub(super) time: f64,
    /// How long it takes there.
    pub(super) seconds: f64,
    /// How long it takes by the clock of the physics.
    pub(super) physics: f64,
}

/// Where the times of a recording are on the clock of the physics.
pub(super) struct PhysicsClock {
    /// When the first stretch begins, on both clocks.
    start: f64,
    /// When each stretch begins on the clock of the physics, and when the last one ends.
    begins: Vec<f64>,
}

/// The motion of bodies in a stretch.
#[derive(Clone, Copy, Default)]
struct Stretch {
    strides: usize,
    seconds: f64,
    physics: f64,
}

impl PhysicsClock {
    /// The clock by which bodies move. `None` where the recording ran as the game did.
    pub(super) fn of(strides: &[Stride]) -> Option<Self> {
        let times = || strides.iter().map(|stride| stride.time).filter(|time| time.is_finite());
        let (start, end) = (times().reduce(f64::min)?, times().reduce(f64::max)?);
        let count = stretches(end - start).filter(|count| *count <= MOST_STRETCHES)?;
        let mut moved = vec![Stretch::default(); count];
        let is_pace =
            |stride: &&Stride| (SLOWEST..FASTEST).contains(&(stride.physics / stride.seconds));
        for Stride { time, seconds, physics } in strides.iter().filter(is_pace) {
            let at = stretches(time - start).map(|begun| begun.saturating_sub(1));
            if let Some(stretch) = at.and_then(|at| moved.get_mut(at)) {
                stretch.strides = stretch.strides.saturating_add(1);
                stretch.seconds += seconds;
                stretch.physics += physics;
            }
        }
        // One by one, strides differ by when in its frame each body was sampled; together they do not.
        let pace = |at: usize| {
            let last = at.saturating_add(AROUND).min(count.saturating_sub(1));
            let around = moved.get(at.saturating_sub(AROUND)..=last).unwrap_or_default();
            let sum = |of: fn(&Stretch) -> f64| around.iter().map(of).sum::<f64>();
            let strides: usize = around.iter().map(|stretch| stretch.strides).sum();
            let pace = sum(|stretch| stretch.physics) / sum(|stretch| stretch.seconds);
            let is_even = strides < LEAST || (pace - 1.0).abs() < EVEN;
            if is_even { 1.0 } else { pace }
        };
        let mut uneven = 0_usize;
        let mut begins = vec![start];
        let mut now = start;
        for at in 0..count {
            let pace = pace(at);
            uneven = uneven.saturating_add(usize::from(pace != 1.0));
            now += pace * STRETCH;
            begins.push(now);
        }
        (uneven >= UNEVEN).then_some(Self { start, begins })
    }

    /// A time of the recording on the clock of the physics.
    pub(super) fn physics(&self, time: f64) -> f64 {
        let since = time - self.start;
        let Some(at) = stretches(since).map(|at| at.saturating_sub(1)) else { return time };
        let (Some(begin), Some(end)) = (self.begins.get(at), self.begins.get(at.saturating_add(1)))
        else {
            return self.begins.last().map_or(time, |last| last + since - self.length());
        };
        begin + (end - begin) * (since / STRETCH - count(at))
    }

    /// A time of the physics on the clock of the recording.
    pub(super) fn recording(&self, time: f64) -> f64 {
        let next = self.begins.partition_point(|begin| *begin <= time);
        let Some(at) = next.checked_sub(1) else { return time };
        let (Some(begin), Some(end)) = (self.begins.get(at), self.begins.get(next)) else {
            let end = self.begins.last().copied().unwrap_or(time);
            return self.start + self.length() + time - end;
        };
        self.start + STRETCH * (count(at) + (time - begin) / (end - begin))
    }

    /// How long all stretches last in the recording.
    fn length(&self) -> f64 {
        STRETCH * count(self.begins.len().saturating_sub(1))
    }
}

/// How many stretches have begun after so many seconds; `None` before the first.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "of what is out of reach, the greatest"
)]
fn stretches(seconds: f64) -> Option<usize> {
    (seconds >= 0.0).then(|| ((seconds / STRETCH) as usize).saturating_add(1))
}

#[allow(clippy::cast_precision_loss, reason = "a few thousand")]
fn count(stretches: usize) -> f64 {
    stretches as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strides in a recording that is even for ten seconds, then runs at half of the game's pace for twenty, with one in ten that is a leap.
    fn strides() -> Vec<Stride> {
        let pace = |time: f64| if time < 10.0 { 1.02 } else { 0.5 };
        let stride = |n: i32| {
            let time = f64::from(n) / 30.0;
            let pace = if n % 10 == 0 { 9.0 } else { pace(time) };
            Stride { time: 100.0 + time, seconds: 0.1, physics: 0.1 * pace }
        };
        (0..900).map(stride).collect()
    }

    #[test]
    fn a_recording_that_slows_down_has_a_clock_of_its_own() {
        let clock = PhysicsClock::of(&strides()).unwrap();
        assert_eq!(clock.physics(103.0), 103.0);
        let after = clock.physics(127.0) - clock.physics(117.0);
        assert!((after - 5.0).abs() < 1e-9, "{after}");
        for time in [90.0, 100.0, 103.3, 110.0, 117.25, 129.9, 140.0] {
            let back = clock.recording(clock.physics(time));
            assert!((back - time).abs() < 1e-9, "{time}: {back}");
        }
    }

    #[test]
    fn a_recording_that_runs_as_the_game_does_has_none() {
        let even: Vec<Stride> =
            strides().into_iter().filter(|stride| stride.time < 109.0).collect();
        assert!(PhysicsClock::of(&even).is_none());
        assert!(PhysicsClock::of(&[]).is_none());
        let wrong = [f64::NAN, f64::INFINITY, -1e30, 1e30];
        for time in wrong {
            for seconds in wrong {
                let mut strides = strides();
                strides.push(Stride { time, seconds, physics: 1.0 });
                strides.push(Stride { time: 101.0, seconds: 1.0, physics: seconds });
                let clock = PhysicsClock::of(&strides);
                assert!(clock.is_none_or(|clock| clock.physics(120.0).is_finite()));
            }
        }
    }
}
