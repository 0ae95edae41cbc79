//! How fast notes come at each time of a play.

use ghostreel_beatmap::Pace as Change;

/// How everything in sight jumps at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pace {
    /// Seconds from the beginning of the jump until a note is due.
    pub(super) lead_s: f64,
    /// Metres from the beginning of the jump to its end.
    pub(super) distance_m: f64,
}

impl Pace {
    /// `None` for a jump that no game has: one of two minutes.
    pub(super) fn new(speed: f64, distance_m: f64) -> Option<Self> {
        let lead_s = distance_m / (2.0 * speed);
        (0.01..120.0).contains(&lead_s).then_some(Self { lead_s, distance_m })
    }

    /// How much of the jump of a note is over at a time: half when it is due.
    pub(super) fn share(self, time_s: f64, due_s: f64) -> f64 {
        (time_s - (due_s - self.lead_s)) / (2.0 * self.lead_s)
    }

    /// Metres a second.
    pub(super) fn speed(self) -> f64 {
        self.distance_m / (2.0 * self.lead_s)
    }
}

/// The paces of a play. In newer versions of the game a map may change the speed of all notes that are in sight.
#[derive(Clone, Debug)]
pub(super) struct Paces {
    usual: Pace,
    /// By time; empty where nothing changes.
    changes: Vec<Change>,
}

impl Paces {
    /// `changes` are by time, and straight lines lead from one to the next.
    pub(super) const fn new(usual: Pace, changes: Vec<Change>) -> Self {
        Self { usual, changes }
    }

    /// At a time of the song.
    pub(super) fn at(&self, time_s: f64) -> Pace {
        let behind = self.changes.partition_point(|change| f64::from(change.time_s) <= time_s);
        let before = behind.checked_sub(1).and_then(|last| self.changes.get(last));
        let Some(before) = before else { return self.usual };
        let after = self.changes.get(behind).unwrap_or(before);
        let from_s = f64::from(before.time_s);
        let seconds = f64::from(after.time_s) - from_s;
        let share = if seconds > 0.0 { (time_s - from_s) / seconds } else { 0.0 };
        let between =
            |from: f32, to: f32| f64::from(from) + (f64::from(to) - f64::from(from)) * share;
        let speed = between(before.speed, after.speed);
        Pace::new(speed, between(before.distance_m, after.distance_m)).unwrap_or(self.usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_between_two_changes_is_between_theirs() {
        let usual = Pace::new(10.0, 20.0).unwrap();
        let change = |time_s, speed, distance_m| Change { time_s, speed, distance_m };
        let changes =
            vec![change(0.0, 10.0, 20.0), change(4.0, 10.0, 20.0), change(4.0, 20.0, 40.0)];
        let paces = Paces::new(usual, [changes, vec![change(6.0, 10.0, 20.0)]].concat());
        let check = |time_s, speed: f64, lead_s: f64| {
            let pace = paces.at(time_s);
            assert!((pace.speed() - speed).abs() < 1e-9, "{time_s}: {pace:?}");
            assert!((pace.lead_s - lead_s).abs() < 1e-9, "{time_s}: {pace:?}");
        };
        check(-1.0, 10.0, 1.0);
        check(3.9, 10.0, 1.0);
        check(4.0, 20.0, 1.0);
        check(5.0, 15.0, 1.0);
        check(9.0, 10.0, 1.0);
        assert_eq!(Paces::new(usual, Vec::new()).at(3.0), usual);
        assert!(Pace::new(10.0, 1e6).is_none() && Pace::new(0.0, 20.0).is_none());
    }
}
