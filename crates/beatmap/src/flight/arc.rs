//! Arcs: the curves along which they lie, and how they come at the player.

use ghostreel_bsor::AHEAD_M;

use crate::model::{Arc, ArcEnd};

use super::grid::{Point, arrow_degrees, has_arrow, place};
use super::lane::lane;
use super::pace::PlayedPaces;
use ghostreel_space::Vector;

/// Metres by which an end of an arc is pulled into its direction, as a rule; a middle one lies as far aside.
const REACH_M: f64 = 2.5;
/// How the middle of an arc goes round: clockwise, and the other way.
const CLOCKWISE: i32 = 1;
const COUNTER_CLOCKWISE: i32 = 2;

/// An end of an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArcFlightEnd {
    /// When it is due.
    pub time_s: f64,
    /// Where it is then.
    pub place: Point,
    /// Its direction, as arrows have it.
    pub degrees: f64,
    /// How far it is pulled that way, 1 as a rule; 0 for one without an arrow.
    pub pull: f64,
    /// Degrees by which its lane is turned to the right.
    pub rotation: f32,
}

/// The way of an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArcFlight {
    /// Where it begins.
    pub head: ArcFlightEnd,
    /// Where it ends.
    pub tail: ArcFlightEnd,
    /// Its bend between: 0 straight, 1 clockwise, 2 counter-clockwise.
    pub mid_anchor: i32,
}

impl ArcFlightEnd {
    fn of(end: &ArcEnd, raised_m: f64) -> Self {
        let ArcEnd { cell, direction, length_multiplier } = *end;
        Self {
            time_s: cell.time_s.into(),
            place: place(cell.line, cell.layer).raised(raised_m),
            degrees: arrow_degrees(direction),
            pull: if has_arrow(direction) { length_multiplier.into() } else { 0.0 },
            rotation: cell.rotation,
        }
    }

    fn pulled(&self, by: f64) -> Point {
        self.place.plus(Point::towards(self.degrees).times(REACH_M * self.pull * by))
    }
}

impl ArcFlight {
    /// The arc of a map. `raised_m` is the height added for the player at a time.
    pub fn of(arc: &Arc, raised_m: impl Fn(f64) -> f64) -> Self {
        let end = |end: &ArcEnd| ArcFlightEnd::of(end, raised_m(end.cell.time_s.into()));
        Self { head: end(&arc.head), tail: end(&arc.tail), mid_anchor: arc.mid_anchor }
    }

    /// Where it lies at a share of the way from its head to its tail, and when that is due. It goes out of the head the way that is cut, and into the tail
    /// the way that that one is.
    pub fn at(&self, share: f64) -> (Point, f64) {
        let Self { head, tail, .. } = self;
        let (out, into) = (head.pulled(1.0), tail.pulled(-1.0));
        let seconds = tail.time_s - head.time_s;
        let time_s = |share: f64| head.time_s + seconds * share;
        let along = share.clamp(0.0, 1.0);
        let Some(middle) = self.middle() else {
            return (cubic([head.place, out, into, tail.place], along), time_s(along));
        };
        let aside = into.minus(out).times(0.25);
        let (half, points) = if along < 0.5 {
            (2.0 * along, [head.place, out, middle.minus(aside), middle])
        } else {
            (2.0 * along - 1.0, [middle, middle.plus(aside), into, tail.place])
        };
        (cubic(points, half), time_s(along))
    }

    /// A point that it goes through, for ends in one line that are cut along one line.
    fn middle(&self) -> Option<Point> {
        let Self { head, tail, mid_anchor } = self;
        let turn = match *mid_anchor {
            CLOCKWISE => -90.0,
            COUNTER_CLOCKWISE => 90.0,
            _ => return None,
        };
        let is_straight = head.place.x == tail.place.x
            && (head.degrees - tail.degrees) % 180.0 == 0.0
            && head.pull != 0.0
            && tail.pull != 0.0;
        let middle = head.place.plus(tail.place).times(0.5);
        is_straight.then(|| middle.plus(Point::towards(head.degrees + turn).times(REACH_M)))
    }

    /// Where a share of the way is at a time, for a head, and in how many seconds that is due: it passes where its notes are cut.
    pub fn placed(
        &self,
        share: f64,
        paces: &PlayedPaces,
        time_s: f64,
        head: Vector,
    ) -> (Vector, f64) {
        let (point, due_s) = self.at(share);
        let ahead_s = due_s - time_s;
        let turns = [self.head.rotation, self.tail.rotation].map(f64::from);
        #[allow(clippy::cast_possible_truncation, reason = "some degrees")]
        let lane = lane((turns[0] + (turns[1] - turns[0]) * share) as f32);
        let head = lane.map_or(head, |lane| lane.turn_back(head));
        let z = head.z + AHEAD_M + ahead_s * paces.at(time_s).speed();
        let ahead = Vector::new(point.x, point.y, z);
        (lane.map_or(ahead, |lane| lane.turn(ahead)), ahead_s)
    }
}

/// A point of a cubic curve.
fn cubic([a, b, c, d]: [Point; 4], share: f64) -> Point {
    let (w, v) = (share, 1.0 - share);
    let parts = [
        a.times(v * v * v),
        b.times(3.0 * v * v * w),
        c.times(3.0 * v * w * w),
        d.times(w * w * w),
    ];
    parts.into_iter().fold(Point::default(), Point::plus)
}

#[cfg(test)]
mod tests {
    use super::super::pace::PlayedPace;
    use super::*;

    fn end(time_s: f64, y: f64, degrees: f64) -> ArcFlightEnd {
        ArcFlightEnd { time_s, place: Point { x: -0.3, y }, degrees, pull: 1.0, rotation: 0.0 }
    }

    #[test]
    fn arcs_leave_their_head_and_reach_their_tail_as_those_are_cut() {
        let arc =
            ArcFlight { head: end(1.0, 0.85, 0.0), tail: end(3.0, 1.9, 180.0), mid_anchor: 0 };
        let check = |arc: &ArcFlight, share: f64, x: f64, y: f64, time_s: f64| {
            let (point, due_s) = arc.at(share);
            let apart = point.minus(Point { x, y }).length() + (due_s - time_s).abs();
            assert!(apart < 1e-9, "{share}: {point:?} at {due_s}");
        };
        check(&arc, 0.0, -0.3, 0.85, 1.0);
        check(&arc, 0.5, -0.3, (0.85 + 3.0 * -1.65 + 3.0 * -0.6 + 1.9) / 8.0, 2.0);
        check(&arc, 1.0, -0.3, 1.9, 3.0);
        for (mid_anchor, x) in [(1, -2.8), (2, 2.2)] {
            check(&ArcFlight { mid_anchor, ..arc }, 0.5, x, 1.375, 2.0);
        }
        let other = |tail| ArcFlight { tail, mid_anchor: 1, ..arc }.middle();
        assert!(other(arc.tail).is_some());
        let elsewhere = Point { x: 0.3, y: 1.9 };
        for tail in [
            ArcFlightEnd { place: elsewhere, ..arc.tail },
            ArcFlightEnd { degrees: 90.0, ..arc.tail },
            ArcFlightEnd { pull: 0.0, ..arc.tail },
        ] {
            assert_eq!(other(tail), None, "{tail:?}");
        }
    }

    #[test]
    fn arcs_pass_where_their_notes_are_cut_and_turn_with_their_lanes() {
        let paces = PlayedPaces::new(PlayedPace::new(16.0, 16.0).unwrap(), Vec::new());
        let head = Vector::new(0.0, 1.7, 0.1);
        let arc =
            ArcFlight { head: end(1.0, 0.85, 0.0), tail: end(3.0, 1.9, 180.0), mid_anchor: 0 };
        let (due, ahead_s) = arc.placed(0.0, &paces, 1.0, head);
        assert!((due.z - 1.0).abs() < 1e-9 && ahead_s.abs() < 1e-9);
        let (early, ahead_s) = arc.placed(0.0, &paces, 0.5, head);
        assert!((early.z - 9.0).abs() < 1e-9 && (ahead_s - 0.5).abs() < 1e-9);
        let tail = ArcFlightEnd { rotation: 90.0, ..arc.tail };
        let (turned, _) = ArcFlight { tail, ..arc }.placed(1.0, &paces, 3.0, head);
        assert!((turned.x - 0.9).abs() < 1e-6 && (turned.z - 0.3).abs() < 1e-6, "{turned:?}");
    }
}
