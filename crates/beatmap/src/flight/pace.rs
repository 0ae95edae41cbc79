//! How fast everything comes at each time of a play.

use ghostreel_bsor::View;

use crate::jump::Jump;
use crate::model::Difficulty;
use crate::pace::Pace as Change;

/// How far speeds may be apart that are the same, as a share.
const SAME: f64 = 0.02;
/// Metres of a jump that is believed.
const SANE_M: std::ops::Range<f32> = 2.0..100.0;
/// Metres of a jump, and seconds of half of it, where neither map nor replay has any: those of most songs.
const USUAL_M: f64 = 18.0;
const USUAL_LEAD_S: f64 = 0.5;

/// The jump of everything in sight at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedPace {
    /// Seconds from the beginning of the jump until a note is due.
    pub lead_s: f64,
    /// Metres from the beginning of the jump to its end.
    pub distance_m: f64,
}

impl PlayedPace {
    /// `None` for a jump that no game has: one of two minutes.
    pub fn new(speed: f64, distance_m: f64) -> Option<Self> {
        let lead_s = distance_m / (2.0 * speed);
        (0.01..120.0).contains(&lead_s).then_some(Self { lead_s, distance_m })
    }

    /// How much of the jump of a note is over at a time: half when it is due, to the bit, however the lead was rounded.
    pub fn share(self, time_s: f64, due_s: f64) -> f64 {
        0.5 + (time_s - due_s) / (2.0 * self.lead_s)
    }

    /// Metres a second.
    pub fn speed(self) -> f64 {
        self.distance_m / (2.0 * self.lead_s)
    }
}

/// The source of the pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacesFrom {
    /// The map.
    Map,
    /// The cuts of the replay: there is no map, or mods let the player have another speed, which the file does not say.
    Cuts,
    /// Unknown: the pace of most songs.
    Unknown,
}

/// The paces of a play. In newer versions of the game a map may change the speed of all notes that are in sight.
#[derive(Clone, Debug)]
pub struct PlayedPaces {
    usual: PlayedPace,
    /// By time; empty where nothing changes.
    changes: Vec<Change>,
}

impl PlayedPaces {
    /// `changes` are by time, and straight lines lead from one to the next.
    pub const fn new(usual: PlayedPace, changes: Vec<Change>) -> Self {
        Self { usual, changes }
    }

    /// The paces of a replay without its map: at the speed that its cuts agree on.
    pub fn of_cuts(view: &View<'_>) -> (Self, PacesFrom) {
        let distance_m = Self::recorded_distance(view).map_or(USUAL_M, f64::from);
        Self::fitted(view, distance_m).unwrap_or_else(|| Self::usual(distance_m))
    }

    /// The paces of a replay and of the difficulty that it was played on with its song's beats a minute: as far as the replay says, which knows the player's
    /// settings.
    pub fn of_map(view: &View<'_>, difficulty: &Difficulty, bpm: f32) -> (Self, PacesFrom) {
        let jump = difficulty.jump(bpm);
        let distance_m = Self::recorded_distance(view).unwrap_or(jump.distance_m);
        let jump = Jump { distance_m, lead_s: distance_m / (2.0 * jump.speed), ..jump };
        let Some(usual) = PlayedPace::new(jump.speed.into(), distance_m.into()) else {
            return Self::usual(USUAL_M);
        };
        let beatmap = difficulty.beatmap.as_ref().filter(|map| !map.speed_changes.is_empty());
        if let Some(beatmap) = beatmap {
            return (Self::new(usual, beatmap.paces(jump)), PacesFrom::Map);
        }
        let is_other = |(paces, _): &(Self, PacesFrom)| {
            (paces.usual.speed() - usual.speed()).abs() > usual.speed() * SAME
        };
        let other = Self::fitted(view, distance_m.into()).filter(is_other);
        other.unwrap_or_else(|| (Self::new(usual, Vec::new()), PacesFrom::Map))
    }

    fn fitted(view: &View<'_>, distance_m: f64) -> Option<(Self, PacesFrom)> {
        let pace = PlayedPace::new(view.fitted_note_jump_speed()?, distance_m)?;
        Some((Self::new(pace, Vec::new()), PacesFrom::Cuts))
    }

    fn usual(distance_m: f64) -> (Self, PacesFrom) {
        let usual = PlayedPace { lead_s: USUAL_LEAD_S, distance_m };
        (Self::new(usual, Vec::new()), PacesFrom::Unknown)
    }

    /// How far notes jumped, in metres, if the replay says so.
    pub fn recorded_distance(view: &View<'_>) -> Option<f32> {
        Some(view.info().jump_distance).filter(|distance_m| SANE_M.contains(distance_m))
    }

    /// Whether the speed changes.
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// All of them; straight lines lead from one to the next.
    #[allow(clippy::cast_possible_truncation, reason = "in the precision of the game")]
    pub fn list(&self) -> Vec<Change> {
        let PlayedPace { distance_m, .. } = self.usual;
        let usual =
            Change { time_s: 0.0, speed: self.usual.speed() as f32, distance_m: distance_m as f32 };
        if self.has_changes() { self.changes.clone() } else { vec![usual] }
    }

    /// At a time of the song.
    pub fn at(&self, time_s: f64) -> PlayedPace {
        let following = self.changes.partition_point(|change| f64::from(change.time_s) <= time_s);
        let before = following.checked_sub(1).and_then(|last| self.changes.get(last));
        let Some(before) = before else { return self.usual };
        let after = self.changes.get(following).unwrap_or(before);
        let from_s = f64::from(before.time_s);
        let seconds = f64::from(after.time_s) - from_s;
        let share = if seconds > 0.0 { (time_s - from_s) / seconds } else { 0.0 };
        let between =
            |from: f32, to: f32| f64::from(from) + (f64::from(to) - f64::from(from)) * share;
        let speed = between(before.speed, after.speed);
        PlayedPace::new(speed, between(before.distance_m, after.distance_m)).unwrap_or(self.usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_between_two_changes_is_between_theirs() {
        let usual = PlayedPace::new(10.0, 20.0).unwrap();
        let change = |time_s, speed, distance_m| Change { time_s, speed, distance_m };
        let changes =
            vec![change(0.0, 10.0, 20.0), change(4.0, 10.0, 20.0), change(4.0, 20.0, 40.0)];
        let paces = PlayedPaces::new(usual, [changes, vec![change(6.0, 10.0, 20.0)]].concat());
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
        let steady = PlayedPaces::new(usual, Vec::new());
        assert_eq!(steady.at(3.0), usual);
        assert_eq!(steady.list(), [change(0.0, 10.0, 20.0)]);
        assert!(PlayedPace::new(10.0, 1e6).is_none() && PlayedPace::new(0.0, 20.0).is_none());
    }
}
