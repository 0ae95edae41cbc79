//! The way from one rotation to another.

use crate::rotation::Rotation;

/// All rotations on the way between two, at a steady pace along the arc.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    from: Rotation,
    to: Rotation,
    angle: f64,
    sine: f64,
}

impl Turn {
    /// The shorter way from one to the other.
    pub fn new(from: Rotation, to: Rotation) -> Self {
        let cosine = from.dot(to);
        let to = if cosine < 0.0 { to.mixed(-1.0, to, 0.0) } else { to };
        let angle = libm::acos(cosine.abs().min(1.0));
        Self { from, to, angle, sine: libm::sin(angle) }
    }

    /// The rotation after a share of the way.
    pub fn at(&self, share: f64) -> Rotation {
        if self.sine < 1e-6 {
            return self.from.mixed(1.0 - share, self.to, share);
        }
        let part = |share: f64| libm::sin(share * self.angle) / self.sine;
        self.from.mixed(part(1.0 - share), self.to, part(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vector;

    #[track_caller]
    fn check(found: Vector, [x, y, z]: [f64; 3]) {
        let apart = found.minus(Vector::new(x, y, z)).length();
        assert!(apart < 1e-9, "{found:?} is not {:?}", [x, y, z]);
    }

    #[test]
    fn an_arc_begins_and_ends_where_it_says_and_is_halfway_between() {
        let to = Rotation::of_angles(Vector::new(0.0, 0.0, 90.0));
        let arc = Turn::new(Rotation::NONE, to);
        let x = Vector::new(1.0, 0.0, 0.0);
        check(arc.at(0.0).turn(x), [1.0, 0.0, 0.0]);
        check(arc.at(1.0).turn(x), [0.0, 1.0, 0.0]);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        check(arc.at(0.5).turn(x), [half, half, 0.0]);
        let none = Turn::new(to, to);
        check(none.at(0.7).turn(x), [0.0, 1.0, 0.0]);
    }
}
