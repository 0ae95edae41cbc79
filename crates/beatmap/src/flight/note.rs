//! Notes, links and bombs: how they jump towards the player, and turn to face them.

use ghostreel_bsor::AHEAD_M;

use crate::model::Cell;
use crate::target::Target;

use super::grid::{CELL_M, Point, arrow_degrees, place};
use super::height::COMES_IN_S;
use super::kind::Kind;
use super::lane::lane;
use super::neighbours::Around;
use super::pace::{PlayedPace, PlayedPaces};
use ghostreel_space::Vector;
use ghostreel_space::{Rotation, Turn};

/// The lowest layer when a note begins its jump.
const START_Y_M: f64 = 0.25;
/// How far the eye is pulled from the head's height to the note's where a note faces it.
const PULLED: f64 = 0.8;
/// Where in its jump a note stops turning.
const TURNED: f64 = 0.5;
/// Where in its jump a note is turned furthest aside. Earlier turning is forgotten by the time it can be cut.
const ASIDE: f64 = 0.125;
/// Degrees that a note is turned aside at most.
const ASIDE_DEGREES: f64 = 20.0;
/// Where in its jump a note is in its own line that began it in another.
const FLIPPED: f64 = 0.25;
/// Where in its jump a note begins to rush away that was not cut, and how many metres further it then comes until the end.
const RUSHES: f64 = 0.75;
const RUSHES_M: f64 = 500.0;
/// Metres a second at which it comes in before its jump: half of the game's, so that eyes can follow.
const COMES_IN_SPEED: f64 = 90.0;
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

/// Where the player's head was, frame by frame.
pub trait Heads {
    /// The time of a frame of play.
    fn time_s(&self, place: usize) -> Option<f64>;
    /// Time and place of the head in a frame of play; `None` also where no more is to be looked at.
    fn head(&self, place: usize) -> Option<(f64, Vector)>;
}

/// The way of a note, a link or a bomb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoteFlight {
    /// Its kind.
    pub kind: Kind,
    /// When it is due.
    pub time_s: f64,
    /// Where its jump begins.
    pub start: Point,
    /// Where it is when it is due.
    pub top: Point,
    /// Metres by which it goes over another one on its way from one line to another; below 0 under it.
    pub detour_m: f64,
    /// Degrees of its arrow.
    pub degrees: f64,
    /// The rotation of its lane; `None` straight ahead.
    pub lane: Option<Rotation>,
}

/// The turning of a note, frame by frame.
#[derive(Clone, Debug)]
pub struct Turning {
    /// Furthest aside.
    aside: Rotation,
    /// As its arrow is.
    arrow: Rotation,
    /// From one to the other.
    way: Turn,
    /// The first frame that matters.
    first: usize,
    /// How it is turned after that frame and those that follow, as far as they were gone through.
    rotations: Vec<Rotation>,
    /// Whether it turns no more after these.
    is_over: bool,
}

impl Turning {
    fn by_itself(&self, share: f64) -> Rotation {
        self.way.at(libm::sin((share - ASIDE) * 2.0 * std::f64::consts::PI))
    }

    /// The rotation after so many frames.
    fn rotation_after(&self, frames: usize) -> Rotation {
        let last = frames.min(self.rotations.len()).checked_sub(1);
        last.and_then(|last| self.rotations.get(last)).copied().unwrap_or(self.aside)
    }
}

impl NoteFlight {
    /// The flight of a note or a link. `raised_m` is the height added for the player.
    pub fn of(target: &Target, around: &Around, raised_m: f64) -> Self {
        let (top, degrees) = match around.link {
            Some(link) => (link.top, link.degrees),
            None => (
                place(target.line, target.layer),
                arrow_degrees(target.direction) + f64::from(target.angle_offset),
            ),
        };
        Self {
            kind: Kind::of(target),
            time_s: target.time_s.into(),
            start: around.start(top),
            top: top.raised(raised_m),
            detour_m: around.flip.map_or(0.0, |flip| flip.detour_m),
            degrees,
            lane: lane(target.rotation),
        }
    }

    /// The flight of a bomb.
    pub fn of_bomb(bomb: &Cell, around: &Around, raised_m: f64) -> Self {
        let top = place(bomb.line, bomb.layer);
        Self {
            kind: Kind::Bomb,
            time_s: bomb.time_s.into(),
            start: around.start(top),
            top: top.raised(raised_m),
            detour_m: 0.0,
            degrees: 0.0,
            lane: lane(bomb.rotation),
        }
    }

    /// How much of the jump is over: below 0 it comes in, half is over when it is due.
    pub fn share(&self, paces: &PlayedPaces, time_s: f64) -> f64 {
        paces.at(time_s).share(time_s, self.time_s)
    }

    /// When it comes into sight, at a pace.
    pub fn appears_s(&self, pace: PlayedPace) -> f64 {
        self.time_s - pace.lead_s - COMES_IN_S
    }

    /// Its centre at a time, for a head.
    pub fn center(&self, paces: &PlayedPaces, time_s: f64, head: Vector) -> Vector {
        match self.lane {
            Some(lane) => lane.turn(self.center_ahead(paces, time_s, lane.turn_back(head).z)),
            None => self.center_ahead(paces, time_s, head.z),
        }
    }

    /// Its centre as if its lane were straight ahead, when the head is so far in front.
    fn center_ahead(&self, paces: &PlayedPaces, time_s: f64, head_z: f64) -> Vector {
        let pace = paces.at(time_s);
        let share = pace.share(time_s, self.time_s);
        if share < 0.0 {
            let z = AHEAD_M + pace.distance_m / 2.0 - share * 2.0 * pace.lead_s * COMES_IN_SPEED;
            return Vector::new(self.start.x, self.start.y, z);
        }
        let start = AHEAD_M + pace.distance_m / 2.0 + head_z * (2.0 * share).min(1.0);
        let end = AHEAD_M - pace.distance_m / 2.0 + head_z;
        let rushes = ((share - RUSHES) / (1.0 - RUSHES)).max(0.0);
        let z = start + (end - start) * share - RUSHES_M * rushes * rushes * rushes;
        let late = (time_s - self.time_s) / pace.lead_s;
        let y = self.top.y - (self.top.y - self.start.y) * late * late;
        let flipped = (share / FLIPPED).min(1.0);
        if flipped == 1.0 || self.start.x == self.top.x {
            return Vector::new(self.top.x, y, z);
        }
        let eased = match flipped {
            ..0.5 => 2.0 * flipped * flipped,
            _ => 1.0 - 2.0 * (1.0 - flipped) * (1.0 - flipped),
        };
        let over = 0.5 - 0.5 * libm::cos(2.0 * std::f64::consts::PI * flipped);
        let x = self.start.x + (self.top.x - self.start.x) * eased;
        Vector::new(x, y + over * self.detour_m, z)
    }

    /// Its turning, before anything is known of heads.
    pub fn turning(&self) -> Turning {
        let turned = Vector::new(0.0, 0.0, self.degrees);
        let arrow = Rotation::of_angles(turned);
        let turns_aside = matches!(self.kind, Kind::Note | Kind::Head);
        let aside = if turns_aside { self.aside() } else { Vector::new(0.0, 0.0, 0.0) };
        let aside = Rotation::of_angles(turned.plus(aside.times(ASIDE_DEGREES)));
        let way = Turn::new(aside, arrow);
        Turning { aside, arrow, way, first: 0, rotations: Vec::new(), is_over: false }
    }

    /// How it is turned at a time at which the head is somewhere. It faces the eye more and more, from where it was turned in the frame before, so the
    /// frames of its jump up to the one at `place`, which is the first that is not before that time, are gone through; the result stays in `turning`.
    pub fn rotation(
        &self,
        turning: &mut Turning,
        paces: &PlayedPaces,
        heads: &impl Heads,
        place: usize,
        now: (f64, Vector),
    ) -> Rotation {
        let ahead = self.rotation_ahead(turning, paces, heads, place, now);
        self.lane.map_or(ahead, |lane| lane.after(ahead))
    }

    /// How it is turned as if its lane were straight ahead.
    fn rotation_ahead(
        &self,
        turning: &mut Turning,
        paces: &PlayedPaces,
        heads: &impl Heads,
        place: usize,
        now: (f64, Vector),
    ) -> Rotation {
        let share = self.share(paces, now.0);
        if share < ASIDE {
            let way = libm::sin(share.max(0.0) * 4.0 * std::f64::consts::PI);
            let by_itself = Turn::new(Rotation::NONE, turning.aside).at(way);
            return self.facing(by_itself, by_itself, paces, now);
        }
        if self.kind == Kind::Bomb {
            return if share < TURNED { turning.by_itself(share) } else { turning.arrow };
        }
        let first = self.first_turned(paces, heads, place);
        if turning.first != first {
            (turning.first, turning.is_over) = (first, false);
            turning.rotations.clear();
        }
        let before = place.saturating_sub(first);
        turning.rotations.reserve(before.saturating_sub(turning.rotations.len()));
        while turning.rotations.len() < before && !turning.is_over {
            let frame = heads.head(first.saturating_add(turning.rotations.len()));
            let of_frame = frame.map(|frame| (frame, self.share(paces, frame.0)));
            match of_frame.filter(|(_, share)| *share < TURNED) {
                Some((frame, share)) => {
                    let rotation = turning.rotation_after(turning.rotations.len());
                    turning.rotations.push(if share < ASIDE {
                        rotation
                    } else {
                        self.facing(turning.by_itself(share), rotation, paces, frame)
                    });
                }
                None => turning.is_over = true,
            }
        }
        let rotation = turning.rotation_after(before);
        if share >= TURNED || turning.rotations.len() < before {
            return rotation;
        }
        self.facing(turning.by_itself(share), rotation, paces, now)
    }

    /// Turned as by itself, and as far to the eye as it is at a time.
    fn facing(
        &self,
        by_itself: Rotation,
        before: Rotation,
        paces: &PlayedPaces,
        (time_s, head): (f64, Vector),
    ) -> Rotation {
        let share = self.share(paces, time_s);
        if share < 0.0 || self.kind == Kind::Bomb {
            return by_itself;
        }
        let head = self.lane.map_or(head, |lane| lane.turn_back(head));
        let center = self.center_ahead(paces, time_s, head.z);
        let eye = Vector { y: head.y + (center.y - head.y) * PULLED, ..head };
        let up = Vector::new(0.0, 1.0, 0.0);
        match Rotation::looking(center.minus(eye), before.turn(up)) {
            Some(facing) => by_itself.towards(facing, 2.0 * share),
            None => by_itself,
        }
    }

    /// The first frame of the jump that matters, found from one after it.
    fn first_turned(&self, paces: &PlayedPaces, heads: &impl Heads, place: usize) -> usize {
        /// A jump of two seconds at 500 frames a second.
        const MOST_FRAMES: usize = 1000;
        let mut first = place;
        for at in (place.saturating_sub(MOST_FRAMES)..place).rev() {
            if heads.time_s(at).is_none_or(|time_s| self.share(paces, time_s) < ASIDE) {
                break;
            }
            first = at;
        }
        first
    }

    /// Which way aside it turns: the game takes it from time and place, in single precision.
    #[allow(clippy::cast_possible_truncation, reason = "as the game does; saturates")]
    fn aside(&self) -> Vector {
        let [time_s, x, y] = [self.time_s, self.top.x, self.start.y].map(|value| value as f32);
        let number = ((time_s * 10.0 + x * 2.0) + y * 2.0).round_ties_even();
        let index = (number as i64).unsigned_abs().checked_rem(10);
        let index = index.and_then(|index| usize::try_from(index).ok());
        let [x, y, z] = index.and_then(|at| ASIDES.get(at)).copied().unwrap_or_default();
        Vector::new(x, y, z)
    }
}

impl Around {
    /// Where something begins its jump that is to be there when it is due.
    fn start(&self, top: Point) -> Point {
        let x = self.flip.map_or(top.x, |flip| place(flip.line, 0).x);
        Point { x, y: START_Y_M + f64::from(self.below) * CELL_M }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No heads.
    struct NoHeads;

    impl Heads for NoHeads {
        fn time_s(&self, _: usize) -> Option<f64> {
            None
        }

        fn head(&self, _: usize) -> Option<(f64, Vector)> {
            None
        }
    }

    const HEAD: Vector = Vector::new(0.0, 1.7, 0.0);

    fn paces() -> PlayedPaces {
        PlayedPaces::new(PlayedPace::new(16.0, 16.0).unwrap(), Vec::new())
    }

    fn note(time_s: f64, x: f64, start_y: f64) -> NoteFlight {
        NoteFlight {
            kind: Kind::Note,
            time_s,
            start: Point { x, y: start_y },
            top: Point { x, y: 1.9 },
            detour_m: 0.0,
            degrees: 90.0,
            lane: None,
        }
    }

    #[test]
    fn time_and_place_say_in_single_precision_which_way_aside_a_note_is_turned() {
        // 10 × time + 2 × x + 2 × height at the start; halves go to the even side.
        for (time_s, x, start_y, index) in [
            (3.2_f32, -0.3, 0.25, 2), // 31.9, about 32
            (1.14, 0.3, 0.25, 2),     // 12.5, so 12
            (1.46, -0.3, 0.25, 4),    // 14.5, so 14; with 64 bits above it
            (1.4, 0.9, 0.85, 8),      // 17.5, so 18; with 64 bits below it
            (-0.5, -0.9, 0.25, 6),    // −6.3
        ] {
            let aside = note(time_s.into(), x, start_y).aside();
            assert_eq!([aside.x, aside.y, aside.z], ASIDES[index], "{time_s}");
        }
    }

    #[test]
    fn notes_turn_out_of_their_lane_aside_and_links_and_bombs_do_not() {
        let at = |kind, share: f64| {
            let flight = NoteFlight { kind, ..note(3.2, -0.3, 0.25) };
            let now = (3.2 + (share - 0.5), HEAD);
            flight.rotation(&mut flight.turning(), &paces(), &NoHeads, 0, now)
        };
        for kind in Kind::ALL {
            assert!(at(kind, -0.2).degrees_to(Rotation::NONE) < 1e-4);
        }
        let arrow = Rotation::of_angles(Vector::new(0.0, 0.0, 90.0));
        assert!(at(Kind::Bomb, 0.13).degrees_to(arrow) < 1e-4);
        let link = at(Kind::Link, 0.125).degrees_to(arrow);
        assert!(link > 0.1 && link < 5.0, "it faces the player: {link}");
        assert!(at(Kind::Note, 0.125).degrees_to(at(Kind::Link, 0.125)) > 10.0);
        let little = at(Kind::Note, 0.1249).degrees_to(at(Kind::Note, 0.1251));
        assert!(little < 0.2, "it goes on from there: {little}");
    }

    #[test]
    fn notes_come_in_jump_and_rush_away() {
        let (flight, paces) = (note(3.2, -0.3, 0.25), paces());
        let at = |time_s: f64, z: f64| flight.center(&paces, time_s, Vector { z, ..HEAD });
        let check = |found: Vector, y: f64, z: f64| {
            assert!((found.y - y).abs() < 1e-9 && (found.z - z).abs() < 1e-9, "{found:?}");
        };
        check(at(2.6, 0.0), 0.25, 0.9 + 8.0 + 9.0);
        check(at(2.7, 0.0), 0.25, 0.9 + 8.0);
        check(at(2.95, 0.0), 1.9 - 1.65 / 4.0, 0.9 + 4.0);
        check(at(3.2, 0.0), 1.9, 0.9);
        check(at(3.2, 0.2), 1.9, 1.1);
        check(at(3.7, 0.0), 0.25, 0.9 - 8.0 - 500.0);
        assert!((flight.appears_s(paces.at(2.0)) - 2.2).abs() < 1e-9);
    }

    #[test]
    fn crossing_notes_go_over_or_under_from_one_line_to_another() {
        let flight = NoteFlight {
            start: Point { x: 0.3, y: 0.25 },
            detour_m: 0.45,
            ..note(3.2, -0.3, 0.25)
        };
        let straight = note(3.2, -0.3, 0.25);
        let paces = paces();
        let at = |share: f64| {
            let time_s = 3.2 + share - 0.5;
            let center = flight.center(&paces, time_s, HEAD);
            (center.x, center.y - straight.center(&paces, time_s, HEAD).y)
        };
        let check = |share, x: f64, y: f64| {
            let place = at(share);
            assert!((place.0 - x).abs() < 1e-9 && (place.1 - y).abs() < 1e-9, "{share}: {place:?}");
        };
        check(0.0, 0.3, 0.0);
        check(0.0625, 0.225, 0.225);
        check(0.125, 0.0, 0.45);
        check(0.1875, -0.225, 0.225);
        check(0.25, -0.3, 0.0);
    }

    #[test]
    fn a_lane_that_is_turned_is_the_same_to_a_player_who_has_turned_as_far() {
        let (straight, paces) = (note(3.0, -0.9, 0.25), paces());
        let turn = lane(90.0).unwrap();
        let turned = NoteFlight { lane: Some(turn), ..straight };
        let head = Vector::new(0.3, 1.7, 0.1);
        for time_s in [2.6, 2.9, 3.0, 3.2] {
            let (ahead, right) = (
                straight.center(&paces, time_s, head),
                turned.center(&paces, time_s, turn.turn(head)),
            );
            assert!(turn.turn(ahead).minus(right).length() < 1e-9);
            let ahead =
                straight.rotation(&mut straight.turning(), &paces, &NoHeads, 0, (time_s, head));
            let right = turned.rotation(
                &mut turned.turning(),
                &paces,
                &NoHeads,
                0,
                (time_s, turn.turn(head)),
            );
            assert!(turn.after(ahead).degrees_to(right) < 1e-4);
        }
        let due = turned.center(&paces, 3.0, Vector { x: 0.0, ..HEAD });
        // Its line is to the left of who looks to the right: ahead.
        assert!((due.x - 0.9).abs() < 1e-9 && (due.z - 0.9).abs() < 1e-9, "{due:?}");
    }
}
