//! Where a note is at a time: how it jumps towards the player, and turns to face them. `docs/verification.md` says how exactly real files show it.

use ghostreel_beatmap::{Cell, Target};
use ghostreel_formats::bsor::AHEAD_M;
use ghostreel_formats::core::work::Budget;

use super::super::frames::Frames;
use super::super::vector::Vector;
use super::grid::{CELL_M, Point, arrow_degrees, cell};
use super::paces::Paces;
use super::rotation::{Arc, Rotation};
use super::surroundings::Surroundings;

/// The lowest layer when a note begins its jump.
const START_Y_M: f64 = 0.25;
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

/// The way of a note.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotePath<'p> {
    paces: &'p Paces,
    time_s: f64,
    /// When it is due.
    top: Point,
    start_y: f64,
    /// Of its arrow.
    degrees: f64,
    /// How its lane is turned; `None` straight ahead.
    lane: Option<Rotation>,
    /// Whether it first turns aside.
    turns_aside: bool,
}

impl<'p> NotePath<'p> {
    /// `None` if it is in no line and layer of the game, or in no direction. `raised_m` is by how much all
    /// are raised for the player's height.
    pub(super) fn new(
        target: &Target,
        around: &Surroundings,
        raised_m: f64,
        paces: &'p Paces,
    ) -> Option<Self> {
        let place = cell(target.line, target.layer)?;
        let (top, degrees) = match around.link {
            Some(link) => (link.top, link.degrees),
            None => (place, arrow_degrees(target.direction) + f64::from(target.angle_offset)),
        };
        (0..=8).contains(&target.direction).then(|| Self {
            paces,
            time_s: target.time_s.into(),
            top: Point { y: top.y + raised_m, ..top },
            start_y: START_Y_M + f64::from(around.below) * CELL_M,
            degrees,
            lane: lane(target.rotation),
            turns_aside: around.link.is_none(),
        })
    }

    /// A bomb's, which does not turn.
    pub(super) fn of_bomb(bomb: &Cell, raised_m: f64, paces: &'p Paces) -> Option<Self> {
        let top = cell(bomb.line, bomb.layer)?;
        Some(Self {
            paces,
            time_s: bomb.time_s.into(),
            top: Point { y: top.y + raised_m, ..top },
            start_y: START_Y_M,
            degrees: 0.0,
            lane: lane(bomb.rotation),
            turns_aside: false,
        })
    }

    /// How much of the jump is over.
    fn share(&self, time_s: f64) -> f64 {
        self.paces.at(time_s).share(time_s, self.time_s)
    }

    /// Its centre at a time, for a head.
    pub(super) fn center(&self, time_s: f64, head: Vector) -> Vector {
        match self.lane {
            Some(lane) => lane.turn(self.center_ahead(time_s, lane.turn_back(head).z)),
            None => self.center_ahead(time_s, head.z),
        }
    }

    /// Its centre as if its lane were straight ahead, when the head is so far in front.
    fn center_ahead(&self, time_s: f64, head_z: f64) -> Vector {
        let pace = self.paces.at(time_s);
        let share = pace.share(time_s, self.time_s);
        let start = AHEAD_M + pace.distance_m / 2.0 + head_z * (2.0 * share).min(1.0);
        let end = AHEAD_M - pace.distance_m / 2.0 + head_z;
        let late = (time_s - self.time_s) / pace.lead_s;
        let y = self.top.y - (self.top.y - self.start_y) * late * late;
        Vector::new(self.top.x, y, start + (end - start) * share)
    }

    /// How it is turned in a frame of play. It faces the eye more and more, from where it was turned in the frame before, so the frames of its
    /// jump are gone through.
    pub(super) fn rotation(&self, frames: &Frames<'_>, place: usize, work: &Budget) -> Rotation {
        let ahead = self.rotation_ahead(frames, place, work);
        self.lane.map_or(ahead, |lane| lane.after(ahead))
    }

    /// How it is turned as if its lane were straight ahead.
    fn rotation_ahead(&self, frames: &Frames<'_>, place: usize, work: &Budget) -> Rotation {
        let up = Vector::new(0.0, 1.0, 0.0);
        let turned = Vector::new(0.0, 0.0, self.degrees);
        let arrow = Rotation::of_angles(turned);
        let aside = if self.turns_aside { self.aside() } else { Vector::new(0.0, 0.0, 0.0) };
        let aside = Rotation::of_angles(turned.plus(aside.times(ASIDE_DEGREES)));
        let way = Arc::new(aside, arrow);
        let mut rotation = aside;
        for at in self.first_turned(frames, place)..=place {
            let Some(frame) = frames.get(at).filter(|_| work.spend(1)) else { break };
            let (time_s, head) = (f64::from(frame.time), Vector::of(frame.head.position));
            let head = self.lane.map_or(head, |lane| lane.turn_back(head));
            let share = self.share(time_s);
            if share < ASIDE {
                continue;
            }
            if share >= TURNED {
                break;
            }
            let center = self.center_ahead(time_s, head.z);
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
        let [time_s, x, y] = [self.time_s, self.top.x, self.start_y].map(|value| value as f32);
        let number = ((time_s * 10.0 + x * 2.0) + y * 2.0).round_ties_even();
        let index = (number as i64).unsigned_abs().checked_rem(10);
        let index = index.and_then(|index| usize::try_from(index).ok());
        let [x, y, z] = index.and_then(|at| ASIDES.get(at)).copied().unwrap_or_default();
        Vector::new(x, y, z)
    }
}

/// How a lane is turned, by degrees to the right.
pub(super) fn lane(degrees: f32) -> Option<Rotation> {
    let turned = || Rotation::of_angles(Vector::new(0.0, degrees.into(), 0.0));
    (degrees != 0.0).then(turned)
}
