//! The shapes that the game lets meet for a cut: the flat box that a blade went through since the frame before, and the box around a note.

use super::super::blade::Blade;
use ghostreel_beatmap::flight::Rotation;
use ghostreel_beatmap::flight::Vector;

/// A box, turned somehow.
#[derive(Clone, Copy, Debug)]
pub(super) struct HitBox {
    center: Vector,
    /// Of length 1, at right angles.
    axes: [Vector; 3],
    /// Half its sides.
    half: [f64; 3],
}

/// From the note's centre towards the player, along the way that it faces.
const FORWARD_M: f64 = -0.25;
/// Half the sides of the box of a note with an arrow.
const ARROW: [f64; 3] = [0.4, 0.25, 0.5];
/// And of one without.
const DOT: [f64; 3] = [0.4, 0.4, 0.5];
/// And of a link of a chain.
const LINK: [f64; 3] = [0.4, 0.1, 0.5];

/// A shape that has a box to be cut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Arrow,
    Dot,
    Link,
}

impl HitBox {
    /// Around a note.
    pub(super) fn of_note(center: Vector, rotation: Rotation, shape: Shape) -> Self {
        let axis = |x, y, z| rotation.turn(Vector::new(x, y, z));
        let axes = [axis(1.0, 0.0, 0.0), axis(0.0, 1.0, 0.0), axis(0.0, 0.0, 1.0)];
        let half = match shape {
            Shape::Arrow => ARROW,
            Shape::Dot => DOT,
            Shape::Link => LINK,
        };
        Self { center: center.plus(axes[2].times(FORWARD_M)), axes, half }
    }

    /// The box that a blade went through: as wide as the way of its middle. `None` if it did not move.
    pub(super) fn of_blade(before: Blade, now: Blade) -> Option<Self> {
        let along = now.along().unit()?;
        let middle = now.hilt.plus(now.tip).times(0.5);
        let way = before.hilt.plus(before.tip).times(0.5).minus(middle);
        let aside = way.minus(along.times(way.dot(along)));
        let across = aside.unit()?;
        Some(Self {
            center: middle.plus(aside.times(0.5)),
            axes: [across, along, across.cross(along)],
            half: [aside.length() / 2.0, now.along().length() / 2.0, 0.0],
        })
    }

    /// Metres between the two; below 0 where they meet, by how much they would have to be moved.
    pub(super) fn apart(&self, other: &Self) -> f64 {
        let between = other.center.minus(self.center);
        let crossed = self.axes.iter().flat_map(|a| other.axes.iter().map(|b| a.cross(*b)));
        let axes = self.axes.iter().chain(&other.axes).copied().chain(crossed);
        let gaps = axes.filter(|axis| axis.length() > 1e-6).filter_map(|axis| {
            let axis = axis.unit()?;
            Some(between.dot(axis).abs() - self.reach(axis) - other.reach(axis))
        });
        gaps.fold(f64::NEG_INFINITY, f64::max)
    }

    fn reach(&self, axis: Vector) -> f64 {
        self.axes.iter().zip(self.half).map(|(own, half)| own.dot(axis).abs() * half).sum()
    }
}

/// Metres from a point to a blade.
pub(super) fn apart_from_blade(point: Vector, blade: Blade) -> f64 {
    let (along, from) = (blade.along(), point.minus(blade.hilt));
    let share = (from.dot(along) / along.dot(along)).clamp(0.0, 1.0);
    from.minus(along.times(share)).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blade(x: f64, y: f64) -> Blade {
        Blade { time: 0.0, hilt: Vector::new(x, y, 0.0), tip: Vector::new(x, y, 1.0) }
    }

    #[test]
    fn a_blade_meets_a_note_that_it_goes_through() {
        let note = HitBox::of_note(Vector::new(0.0, 1.0, 0.9), Rotation::NONE, Shape::Arrow);
        let apart = |from: f64, to: f64| {
            HitBox::of_blade(blade(0.0, from), blade(0.0, to)).unwrap().apart(&note)
        };
        assert!(apart(1.2, 0.8) < -0.2);
        assert!(apart(0.6, 0.7) > 0.0, "it ends 5 cm below");
        assert!((apart(0.6, 0.7) - 0.05).abs() < 1e-9);
        assert!(HitBox::of_blade(blade(0.0, 1.0), blade(0.0, 1.0)).is_none(), "it stands still");
        let dot = HitBox::of_note(Vector::new(0.0, 1.0, 0.9), Rotation::NONE, Shape::Dot);
        assert!(HitBox::of_blade(blade(0.0, 0.6), blade(0.0, 0.7)).unwrap().apart(&dot) < 0.0);
    }

    #[test]
    fn a_point_is_as_far_from_a_blade_as_from_its_nearest_part() {
        let apart = |x, z| apart_from_blade(Vector::new(x, 0.0, z), blade(0.0, 0.0));
        assert_eq!([apart(0.5, 0.5), apart(0.0, 1.5), apart(0.0, -2.0)], [0.5, 0.5, 2.0]);
    }
}
