//! Where a note is at a time: how it jumps towards the player, and turns to face them. `docs/verification.md` says how exactly real files show it.

use ghostreel_beatmap::Target;
use ghostreel_formats::bsor::AHEAD_M;
use ghostreel_formats::core::work::Budget;

use super::super::frames::Frames;
use super::super::vector::Vector;
use super::rotation::{Arc, Rotation};

/// Metres from the middle of one line or layer to the next.
const CELL_M: f64 = 0.6;
/// The lowest layer when a note begins its jump.
const START_Y_M: f64 = 0.25;
/// The layers when a note is due, for a player of 1.8 m.
const TOP_Y_M: [f64; 3] = [0.85, 1.4, 1.9];
/// How far the eye is pulled from the head's height to the note's where a note faces it.
const PULLED: f64 = 0.8;
/// Where in its jump a note stops turning.
const TURNED: f64 = 0.5;
/// Where in its jump a note is turned furthest aside. What comes before is forgotten by the time it can be cut.
const ASIDE: f64 = 0.125;
/// Degrees that a note is turned aside at most.
const ASIDE_DEGREES: f64 = 20.0;
/// The ways aside.
#[allow(clippy::approx_constant, reason = "0.318 is not 1 / π")]
const ASIDES: [[f64; 3]; 10] = [
    [-0.954, -0.118, 0.274],
    [0.768, -0.088, 0.634],
    [-0.678, 0.307, -0.668],
    [0.126, 0.940, 0.318],
    [0.365, -0.366, -0.856],
    [-0.879, -0.062, -0.473],
    [0.019, -0.807, 0.591],
    [-0.146, 0.890, 0.432],
    [0.077, 0.947, -0.311],
    [0.131, -0.251, -0.959],
];

/// How all notes of a play jump.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Seconds from the beginning of the jump until the note is due.
    pub(super) lead_s: f64,
    /// Metres from the beginning of the jump to its end.
    pub(super) distance_m: f64,
}

/// The way of a note.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotePath {
    pace: Pace,
    time_s: f64,
    x: f64,
    start_y: f64,
    top_y: f64,
    direction: i32,
}

impl NotePath {
    /// `None` if it is in no line and layer of the game, or in no direction. `below` counts the notes that stand below it at its time; `raised_m` is by how much all
    /// are raised for the player's height.
    pub(super) fn new(target: &Target, below: u8, raised_m: f64, pace: Pace) -> Option<Self> {
        let top_y = TOP_Y_M.get(usize::try_from(target.layer).ok()?)?;
        ((0..4).contains(&target.line) && (0..=8).contains(&target.direction)).then(|| Self {
            pace,
            time_s: target.time_s.into(),
            x: (f64::from(target.line) - 1.5) * CELL_M,
            start_y: START_Y_M + f64::from(below) * CELL_M,
            top_y: top_y + raised_m,
            direction: target.direction,
        })
    }

    /// A bomb's, which does not turn.
    pub(super) fn of_bomb(
        line: i32,
        layer: i32,
        time_s: f32,
        raised_m: f64,
        pace: Pace,
    ) -> Option<Self> {
        let top_y = TOP_Y_M.get(usize::try_from(layer).ok()?)?;
        (0..4).contains(&line).then(|| Self {
            pace,
            time_s: time_s.into(),
            x: (f64::from(line) - 1.5) * CELL_M,
            start_y: START_Y_M,
            top_y: top_y + raised_m,
            direction: 8,
        })
    }

    /// How much of the jump is over.
    fn share(&self, time_s: f64) -> f64 {
        (time_s - (self.time_s - self.pace.lead_s)) / (2.0 * self.pace.lead_s)
    }

    /// Its centre at a time, when the head is so far in front.
    pub(super) fn center(&self, time_s: f64, head_z: f64) -> Vector {
        let share = self.share(time_s);
        let start = AHEAD_M + self.pace.distance_m / 2.0 + head_z * (2.0 * share).min(1.0);
        let end = AHEAD_M - self.pace.distance_m / 2.0 + head_z;
        let late = (time_s - self.time_s) / self.pace.lead_s;
        let y = self.top_y - (self.top_y - self.start_y) * late * late;
        Vector::new(self.x, y, start + (end - start) * share)
    }

    /// The direction of its arrow: 0 is down, counter-clockwise.
    fn arrow_degrees(&self) -> f64 {
        match self.direction {
            0 => 180.0,
            2 => -90.0,
            3 => 90.0,
            4 => -135.0,
            5 => 135.0,
            6 => -45.0,
            7 => 45.0,
            _ => 0.0,
        }
    }

    /// How it is turned in a frame of play. It faces the eye more and more, from where it was turned in the frame before, so the frames of its
    /// jump are gone through.
    pub(super) fn rotation(&self, frames: &Frames<'_>, place: usize, work: &Budget) -> Rotation {
        let up = Vector::new(0.0, 1.0, 0.0);
        let turned = Vector::new(0.0, 0.0, self.arrow_degrees());
        let arrow = Rotation::of_angles(turned);
        let aside = Rotation::of_angles(turned.plus(self.aside().times(ASIDE_DEGREES)));
        let way = Arc::new(aside, arrow);
        let mut rotation = aside;
        for at in self.first_turned(frames, place)..=place {
            let Some(frame) = frames.get(at).filter(|_| work.spend(1)) else { break };
            let (time_s, head) = (f64::from(frame.time), Vector::of(frame.head.position));
            let share = self.share(time_s);
            if share < ASIDE {
                continue;
            }
            if share >= TURNED {
                break;
            }
            let center = self.center(time_s, head.z);
            let eye = Vector { y: head.y + (center.y - head.y) * PULLED, ..head };
            let by_itself = way.at(libm::sin((share - ASIDE) * 2.0 * std::f64::consts::PI));
            rotation = match Rotation::looking(center.minus(eye), rotation.turn(up)) {
                Some(facing) => by_itself.towards(facing, 2.0 * share),
                None => by_itself,
            };
        }
        rotation
    }

    /// The first frame of the jump that matters, found from one behind it.
    fn first_turned(&self, frames: &Frames<'_>, place: usize) -> usize {
        /// A jump of two seconds at 500 frames a second.
        const MOST_FRAMES: usize = 1000;
        let mut first = place;
        for at in (place.saturating_sub(MOST_FRAMES)..place).rev() {
            if frames.time(at).is_none_or(|time| self.share(time.into()) < ASIDE) {
                break;
            }
            first = at;
        }
        first
    }

    /// Which way aside it turns: the game takes it from time and place, in single precision.
    #[allow(clippy::cast_possible_truncation, reason = "as the game does; saturates")]
    fn aside(&self) -> Vector {
        let [time_s, x, y] = [self.time_s, self.x, self.start_y].map(|value| value as f32);
        let number = ((time_s * 10.0 + x * 2.0) + y * 2.0).round_ties_even();
        let index = (number as i64).unsigned_abs().checked_rem(10);
        let index = index.and_then(|index| usize::try_from(index).ok());
        let [x, y, z] = index.and_then(|at| ASIDES.get(at)).copied().unwrap_or_default();
        Vector::new(x, y, z)
    }
}
