//! The objects of the tables that are in sight at a time: asked for each picture.

use std::cell::RefCell;

use ghostreel_bsor::AHEAD_M;

use super::height::COMES_IN_S;
use super::note::{Heads, NoteFlight, Turning};
use super::pace::{PlayedPace, PlayedPaces};
use super::rows::{ArcFlightRow, FlightRow, PaceRow, WallFlightRow};
use crate::pace::Pace as Change;
use ghostreel_space::Rotation;
use ghostreel_space::Vector;

/// So long after it was due a note may be in sight, in leads, and so many metres behind the head.
const AFTER_LEADS: f64 = 2.0;
const AFTER_M: f64 = 12.0;

/// The most notes whose turning is kept: more than are in sight.
const MOST_TURNING: usize = 256;

/// All that comes, and where the player's head was.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    notes: Vec<FlightRow>,
    walls: Vec<WallFlightRow>,
    arcs: Vec<ArcFlightRow>,
    paces: Option<PlayedPaces>,
    /// Time and place of each frame of play, by time.
    heads: Vec<[f32; 4]>,
    /// The turning of notes that were asked about, by their rows: the next picture goes on from there.
    turning: RefCell<Vec<(usize, Turning)>>,
}

/// A note, a link or a bomb at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedNote {
    /// Its row.
    pub row: usize,
    /// Its centre.
    pub center: Vector,
    /// Its rotation.
    pub rotation: Rotation,
    /// How much of its jump is over: below 0 it comes in, half is over when it is due.
    pub share: f64,
    /// Metres by which it is behind the head, along its lane.
    pub passed_m: f64,
    /// The share that it has passed of the way from the beginning of its jump to the head.
    pub way: f64,
    /// Seconds since it came into sight.
    pub in_sight_s: f64,
}

/// A wall at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedWall {
    /// Its row.
    pub row: usize,
    /// Its centre.
    pub center: Vector,
    /// Its rotation.
    pub rotation: Rotation,
    /// Across, up and along its lane.
    pub size: Vector,
    /// Seconds since it came into sight.
    pub in_sight_s: f64,
}

/// A point of an arc at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedPoint {
    /// Where it is.
    pub place: Vector,
    /// In how many seconds it is due.
    pub ahead_s: f64,
    /// Its share of the way from head to tail.
    pub share: f64,
}

impl Heads for Sight {
    fn time_s(&self, place: usize) -> Option<f64> {
        self.heads.get(place).map(|[time_s, ..]| f64::from(*time_s))
    }

    fn head(&self, place: usize) -> Option<(f64, Vector)> {
        let [time_s, x, y, z] = self.heads.get(place)?.map(f64::from);
        Some((time_s, Vector::new(x, y, z)))
    }
}

impl Sight {
    /// The notes, links and bombs, by time.
    pub fn set_notes(&mut self, notes: Vec<FlightRow>) {
        self.notes = notes;
        self.turning.take();
    }

    /// The walls.
    pub fn set_walls(&mut self, walls: Vec<WallFlightRow>) {
        self.walls = walls;
    }

    /// The arcs.
    pub fn set_arcs(&mut self, arcs: Vec<ArcFlightRow>) {
        self.arcs = arcs;
    }

    /// Its speed.
    pub fn set_paces(&mut self, paces: &[PaceRow]) {
        let change = |row: &PaceRow| Change {
            time_s: row.time,
            speed: row.speed,
            distance_m: row.jump_distance,
        };
        let first = paces.first();
        let usual =
            first.and_then(|row| PlayedPace::new(row.speed.into(), row.jump_distance.into()));
        self.turning.take();
        self.paces = usual.map(|usual| PlayedPaces::new(usual, paces.iter().map(change).collect()));
    }

    /// Where the head was in the frames of play: times, and places along each axis.
    pub fn set_heads(&mut self, heads: Vec<[f32; 4]>) {
        self.heads = heads;
        self.turning.take();
    }

    /// The pace at a time; `None` before paces are set.
    pub fn pace(&self, time_s: f64) -> Option<PlayedPace> {
        Some(self.paces.as_ref()?.at(time_s))
    }

    /// The notes, links and bombs in sight at a time, for a head: those that are due last come first.
    pub fn notes(&self, time_s: f64, head: Vector) -> impl Iterator<Item = PlacedNote> {
        let rows = self.pace(time_s).map_or(0..0, |pace| {
            let from_s = time_s - AFTER_LEADS * pace.lead_s;
            let until_s = time_s + pace.lead_s + COMES_IN_S;
            let first = self.notes.partition_point(|row| f64::from(row.time) <= from_s);
            first..self.notes.partition_point(|row| f64::from(row.time) <= until_s)
        });
        let notes = rows.rev().filter_map(move |row| self.note(row, time_s, head));
        notes.filter(|note| note.passed_m <= AFTER_M)
    }

    /// A note, a link or a bomb, at any time.
    pub fn note(&self, row: usize, time_s: f64, head: Vector) -> Option<PlacedNote> {
        let (flight, paces) = (self.notes.get(row)?.flight(), self.paces.as_ref()?);
        let pace = paces.at(time_s);
        let center = flight.center(paces, time_s, head);
        let passed_m = flight.metres_past_head(head, center);
        let place = self.heads.partition_point(|[frame_s, ..]| f64::from(*frame_s) < time_s);
        let mut turning = self.turning.borrow_mut();
        if turning.len() >= MOST_TURNING {
            turning.clear();
        }
        let known = turning.iter().position(|(known, _)| *known == row);
        if known.is_none() {
            turning.push((row, flight.turning()));
        }
        let at = known.unwrap_or(turning.len().saturating_sub(1));
        let (_, turning) = turning.get_mut(at)?;
        Some(PlacedNote {
            row,
            center,
            rotation: flight.rotation(turning, paces, self, place, (time_s, head)),
            share: pace.share(time_s, flight.time_s),
            passed_m,
            way: 1.0 + passed_m / (AHEAD_M + pace.distance_m / 2.0),
            in_sight_s: time_s - flight.appears_s(pace),
        })
    }

    /// The walls in sight at a time, for a head, and those that have passed for no longer than some seconds.
    pub fn walls(
        &self,
        time_s: f64,
        after_s: f64,
        head: Vector,
    ) -> impl Iterator<Item = PlacedWall> {
        self.walls.iter().enumerate().filter_map(move |(row, wall)| {
            let (flight, paces) = (wall.flight(), self.paces.as_ref()?);
            let in_sight_s = time_s - flight.appears_s(paces, time_s);
            if in_sight_s < 0.0 || time_s > flight.end_s + after_s {
                return None;
            }
            let (center, size) = flight.placed(paces, time_s, head);
            let rotation = flight.lane.unwrap_or(Rotation::NONE);
            Some(PlacedWall { row, center, rotation, size, in_sight_s })
        })
    }

    /// The arcs that have not passed at a time, and whose heads are due before another one, by their rows.
    pub fn arcs(&self, time_s: f64, until_s: f64) -> impl Iterator<Item = usize> {
        let is_there = move |arc: &ArcFlightRow| {
            f64::from(arc.time) <= until_s && f64::from(arc.end_time) >= time_s
        };
        self.arcs.iter().enumerate().filter(move |(_, arc)| is_there(arc)).map(|(row, _)| row)
    }

    /// So many points along the part of an arc that has not passed, for a head.
    pub fn arc(
        &self,
        row: usize,
        points: u16,
        time_s: f64,
        head: Vector,
    ) -> impl Iterator<Item = PlacedPoint> {
        let arc = self.arcs.get(row).map(ArcFlightRow::flight);
        let along = arc.zip(self.paces.as_ref()).map(|(arc, paces)| {
            let seconds = arc.tail.time_s - arc.head.time_s;
            let passed_s = (time_s - arc.head.time_s).max(0.0);
            let passed =
                if seconds > 0.0 { (passed_s / seconds).min(1.0) } else { passed_s.min(1.0) };
            let last = f64::from(points.saturating_sub(1).max(1));
            (0..points).map(move |point| {
                let share = passed + (1.0 - passed) * f64::from(point) / last;
                let (place, ahead_s) = arc.placed(share, paces, time_s, head);
                PlacedPoint { place, ahead_s, share }
            })
        });
        along.into_iter().flatten()
    }
}

impl NoteFlight {
    /// Metres by which a centre is behind the head, along its lane.
    fn metres_past_head(&self, head: Vector, center: Vector) -> f64 {
        let from_head = center.minus(head);
        -self.lane.map_or(from_head, |lane| lane.turn_back(from_head)).z
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::Point;
    use super::super::kind::Kind;
    use super::*;

    const HEAD: Vector = Vector::new(0.0, 1.7, 0.0);

    /// A note every second from 1 s on, and 60 frames a second.
    fn sight() -> Sight {
        let row = |second: u16| {
            let place = Point { x: -0.3, y: 0.85 };
            let flight = NoteFlight {
                kind: Kind::Note,
                time_s: second.into(),
                start: Point { y: 0.25, ..place },
                top: place,
                detour_m: 0.0,
                degrees: 0.0,
                lane: None,
            };
            FlightRow::of(&flight, 0.0, Some(0), true, None)
        };
        let mut sight = Sight::default();
        sight.set_notes((1..=20).map(row).collect());
        sight.set_paces(&[PaceRow { time: 0.0, speed: 10.0, jump_distance: 20.0, source: 0 }]);
        sight.set_heads((0..1200_u16).map(|at| [f32::from(at) / 60.0, 0.0, 1.7, 0.0]).collect());
        sight
    }

    #[test]
    fn objects_in_sight_come_last_first() {
        let sight = sight();
        let rows = |time_s| sight.notes(time_s, HEAD).map(|note| note.row + 1).collect::<Vec<_>>();
        assert_eq!(rows(10.0), [11, 10], "the one before has rushed away");
        assert_eq!(rows(10.6), [12, 11, 10]);
        let coming = sight.notes(10.6, HEAD).next().unwrap();
        assert!((coming.in_sight_s - 0.1).abs() < 1e-9 && coming.share < 0.0, "{coming:?}");
        let due = sight.note(9, 10.0, HEAD).unwrap();
        assert!((due.share - 0.5).abs() < 1e-9 && (due.passed_m + 0.9).abs() < 1e-9, "{due:?}");
        assert!((due.way - (1.0 - 0.9 / 10.9)).abs() < 1e-9);
        assert_eq!(Sight::default().notes(10.0, HEAD).count(), 0);
    }

    #[test]
    fn a_note_is_turned_as_frame_by_frame() {
        let sight = sight();
        // In a frame, and after half of the jump as in the last one before that.
        let at = |time_s: f64| sight.note(9, time_s, HEAD).unwrap().rotation;
        assert!(at(10.0).degrees_to(at(10.3)) < 1e-4);
        // The answer does not depend on earlier ones.
        let asked = [9.9, 9.6, 9.9, 10.2, 9.9].map(at);
        assert!(asked[0] == asked[2] && asked[2] == asked[4]);
        let between = [9.7, 9.7 + 1.0 / 120.0, 9.7 + 1.0 / 60.0].map(at);
        let parts = [between[0].degrees_to(between[1]), between[1].degrees_to(between[2])];
        let whole = between[0].degrees_to(between[2]);
        assert!(parts.iter().all(|part| *part <= whole + 0.01) && whole > 0.01, "{parts:?}");
    }

    #[test]
    fn arcs_are_seen_from_what_has_not_passed() {
        let mut sight = sight();
        let arc = ArcFlightRow::of_numbers([
            5.0, 7.0, 0.0, -1.0, 0.0, -0.3, 0.85, 0.0, 1.0, 0.0, 0.3, 1.9, 0.0, 1.0, 0.0, 0.0,
        ]);
        sight.set_arcs(vec![arc]);
        let rows = |time_s, until_s| sight.arcs(time_s, until_s).count();
        assert_eq!([rows(4.0, 4.9), rows(4.0, 5.1), rows(6.9, 8.0), rows(7.1, 8.0)], [0, 1, 1, 0]);
        let shares = |time_s| sight.arc(0, 3, time_s, HEAD).map(|at| at.share).collect::<Vec<_>>();
        assert_eq!(shares(4.5), [0.0, 0.5, 1.0]);
        assert_eq!(shares(6.0), [0.5, 0.75, 1.0]);
    }
}
