//! How fast notes come at each time of a difficulty: their speed, and its changes.

use crate::easing::Easing;
use crate::jump::Jump;
use crate::model::{Beatmap, SpeedChange};

/// How fast everything comes that is in sight at a time. The game moves all of it at the speed of the moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// When, in seconds of the song. Between two of them, speed and distance go from one to the other in a straight line.
    pub time_s: f32,
    /// Metres a second.
    pub speed: f32,
    /// The distance that a note jumps, half of it up to the player and half of it past the player, in metres.
    pub distance_m: f32,
}

/// A curve between two changes becomes so many straight lines.
const STEPS: u32 = 16;
/// Difficulties with more changes than this have straight lines only: no map has as many, but a hostile one.
const MOST_CURVES: usize = 2_000;
/// The game lets nothing be slower, in metres a second.
const SLOWEST: f64 = 0.01;

impl Beatmap {
    /// How fast notes come over time, for a jump without changes that the map, or the player's settings, give. One pace if nothing changes.
    pub fn paces(&self, jump: Jump) -> Vec<Pace> {
        let steps = if self.speed_changes.len() > MOST_CURVES { 1 } else { STEPS };
        let mut paces = vec![pace(0.0, 0.0, jump)];
        let (mut from_s, mut from) = (0.0_f64, 0.0_f64);
        for change in &self.speed_changes {
            let SpeedChange { time_s, difference, easing, extends, .. } = *change;
            let to_s = f64::from(time_s);
            let to = if extends { from } else { f64::from(difference) };
            // A change that extends keeps the speed up to its own time, and so does one that leaps.
            let easing = if extends { Easing::None } else { Easing::of(easing) };
            let steps = match easing {
                Easing::Curve(..) => steps,
                Easing::Linear | Easing::None => 1,
            };
            if matches!(easing, Easing::None) || to_s <= from_s {
                paces.push(pace(to_s, from, jump));
                paces.push(pace(to_s, to, jump));
            } else {
                // Slower and faster are paces of different kinds: a line from one to the other is two.
                if steps == 1 && from * to < 0.0 {
                    let share = from / (from - to);
                    paces.push(pace(from_s + (to_s - from_s) * share, 0.0, jump));
                }
                paces.extend((1..=steps).map(|step| {
                    let share = f64::from(step) / f64::from(steps);
                    let way = easing.at(share);
                    pace(from_s + (to_s - from_s) * share, from + (to - from) * way, jump)
                }));
            }
            (from_s, from) = (to_s, to);
        }
        paces
    }
}

/// With a difference to the usual speed. A faster one begins its jump as long before as usual, a slower one as far away.
#[allow(clippy::cast_possible_truncation, reason = "in the precision of the game")]
fn pace(time_s: f64, difference: f64, jump: Jump) -> Pace {
    let (usual, distance) = (f64::from(jump.speed), f64::from(jump.distance_m));
    let speed = (usual + difference).max(SLOWEST);
    let longer = (speed / usual).max(1.0);
    Pace { time_s: time_s as f32, speed: speed as f32, distance_m: (distance * longer) as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(time_s: f32, difference: f32, easing: i32, extends: bool) -> SpeedChange {
        SpeedChange { beat: time_s, time_s, difference, easing, extends }
    }

    /// Checks notes that come at 10 m/s, 1 s and 10 m before they are to be cut.
    #[track_caller]
    fn check(changes: &[SpeedChange], wanted: &[[f32; 3]]) -> Vec<Pace> {
        let jump = Jump { speed: 10.0, lead_beats: 2.0, lead_s: 1.0, distance_m: 20.0 };
        let beatmap = Beatmap { speed_changes: changes.to_vec(), ..Beatmap::default() };
        let paces = beatmap.paces(jump);
        let ends: Vec<[f32; 3]> =
            paces.iter().map(|pace| [pace.time_s, pace.speed, pace.distance_m]).collect();
        let matched: Vec<[f32; 3]> = wanted
            .iter()
            .filter_map(|end| ends.iter().find(|pace| *pace == end))
            .copied()
            .collect();
        assert_eq!(matched, wanted, "{ends:?}");
        paces
    }

    #[test]
    fn faster_notes_keep_their_time_and_slower_ones_their_distance() {
        check(&[], &[[0.0, 10.0, 20.0]]);
        let faster = change(4.0, 5.0, 0, false);
        let slower = change(6.0, -5.0, 0, false);
        check(&[faster, slower], &[[0.0, 10.0, 20.0], [4.0, 15.0, 30.0], [6.0, 5.0, 20.0]]);
    }

    #[test]
    fn curves_are_followed_and_leaps_leapt() {
        // Twice as fast after 4 s, slowly at first: a quarter of the way at half time.
        let paces = check(&[change(4.0, 10.0, 1, false)], &[[2.0, 12.5, 25.0], [4.0, 20.0, 40.0]]);
        assert_eq!(paces.len(), 17);
        // From slower to faster by way of the usual speed.
        let through = [change(4.0, -5.0, 0, false), change(6.0, 5.0, 0, false)];
        check(&through, &[[4.0, 5.0, 20.0], [5.0, 10.0, 20.0], [6.0, 15.0, 30.0]]);
        check(&[change(4.0, 10.0, -1, false)], &[[4.0, 10.0, 20.0], [4.0, 20.0, 40.0]]);
        let kept =
            [change(1.0, 2.0, 0, false), change(3.0, 0.0, 0, true), change(4.0, 0.0, 0, false)];
        check(&kept, &[[1.0, 12.0, 24.0], [3.0, 12.0, 24.0], [4.0, 10.0, 20.0]]);
    }

    #[test]
    fn nothing_stands_still_and_many_changes_make_few_paces() {
        check(&[change(4.0, -50.0, 0, false)], &[[4.0, 0.01, 20.0]]);
        let many: Vec<SpeedChange> =
            (0..5_000_u16).map(|i| change(f32::from(i), 1.0, 1, false)).collect();
        assert!(check(&many, &[]).len() <= 2 * many.len() + 1);
    }
}
