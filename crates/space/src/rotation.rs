//! Rotations.

use crate::vector::Vector;

/// A rotation: a quaternion of unit length, or as near to it as a file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    x: f64,
    y: f64,
    z: f64,
    w: f64,
}

impl Default for Rotation {
    fn default() -> Self {
        Self::NONE
    }
}

impl Rotation {
    /// None at all.
    pub const NONE: Self = Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

    /// The rotation of four parts, as a file has them.
    #[inline]
    pub const fn of_parts([x, y, z, w]: [f64; 4]) -> Self {
        Self { x, y, z, w }
    }

    /// About an axis of unit length, by an angle in radians.
    pub fn about(axis: Vector, angle: f64) -> Self {
        let (sine, w) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
        Self { x: axis.x * sine, y: axis.y * sine, z: axis.z * sine, w }
    }

    /// About Z, then X, then Y, in degrees, as Unity reads three angles.
    pub fn of_angles(angles: Vector) -> Self {
        let half = |degrees: f64| {
            let half = degrees.to_radians() / 2.0;
            (libm::sin(half), libm::cos(half))
        };
        let ((x, xw), (y, yw), (z, zw)) = (half(angles.x), half(angles.y), half(angles.z));
        let none = Self { x: 0.0, y: 0.0, z: 0.0, w: 0.0 };
        let about_y = Self { y, w: yw, ..none };
        let about_x = Self { x, w: xw, ..none };
        about_y.after(about_x).after(Self { z, w: zw, ..none })
    }

    /// The rotation that follows another.
    #[inline]
    pub fn after(self, first: Self) -> Self {
        let (a, b) = (self, first);
        Self {
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        }
    }

    /// Looks along a direction, with its head as far up as that allows; `None` if there is no such.
    pub fn looking(along: Vector, up: Vector) -> Option<Self> {
        let forward = along.unit()?;
        let right = up.cross(forward).unit()?;
        let up = forward.cross(right);
        let trace = right.x + up.y + forward.z;
        // Four times the largest of the parts.
        let (x, y, z, w) = if trace > 0.0 {
            let four = (trace + 1.0).sqrt() * 2.0;
            (up.z - forward.y, forward.x - right.z, right.y - up.x, four * four / 4.0)
        } else if right.x >= up.y && right.x >= forward.z {
            let square = 1.0 + right.x - up.y - forward.z;
            (square, right.y + up.x, right.z + forward.x, up.z - forward.y)
        } else if up.y >= forward.z {
            let square = 1.0 + up.y - right.x - forward.z;
            (right.y + up.x, square, up.z + forward.y, forward.x - right.z)
        } else {
            let square = 1.0 + forward.z - right.x - up.y;
            (right.z + forward.x, up.z + forward.y, square, right.y - up.x)
        };
        Self { x, y, z, w }.unit()
    }

    /// Between this and another, the shorter way, straight and back to unit length.
    #[inline]
    pub fn towards(self, other: Self, share: f64) -> Self {
        let near = if self.dot(other) < 0.0 { -1.0 } else { 1.0 };
        self.mixed(1.0 - share, other, share * near)
    }

    /// 1 where both are the same, and the less the further they are apart.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z + self.w * other.w
    }

    /// The angle to another one, in degrees.
    pub fn degrees_to(self, other: Self) -> f64 {
        2.0 * libm::acos(self.dot(other).abs().min(1.0)).to_degrees()
    }

    /// Its parts: x, y, z and w.
    #[inline]
    pub const fn parts(self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w]
    }

    #[inline]
    pub(crate) fn mixed(self, own: f64, other: Self, others: f64) -> Self {
        let mixed = Self {
            x: self.x * own + other.x * others,
            y: self.y * own + other.y * others,
            z: self.z * own + other.z * others,
            w: self.w * own + other.w * others,
        };
        mixed.unit().unwrap_or(self)
    }

    #[inline]
    fn unit(self) -> Option<Self> {
        let length = self.dot(self).sqrt();
        let by = 1.0 / length;
        let unit = Self { x: self.x * by, y: self.y * by, z: self.z * by, w: self.w * by };
        (length > 0.0 && by.is_finite()).then_some(unit)
    }

    /// A vector, rotated.
    #[inline]
    pub fn turn(self, v: Vector) -> Vector {
        let along = Vector::new(self.x, self.y, self.z);
        let aside = along.cross(v).plus(v.times(self.w));
        v.plus(along.cross(aside).times(2.0))
    }

    /// A vector, rotated the other way.
    #[inline]
    pub fn turn_back(self, v: Vector) -> Vector {
        Self { w: -self.w, ..self }.turn(v)
    }
}

impl From<[f64; 4]> for Rotation {
    fn from(parts: [f64; 4]) -> Self {
        Self::of_parts(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: Vector, [x, y, z]: [f64; 3]) {
        let apart = found.minus(Vector::new(x, y, z)).length();
        assert!(apart < 1e-9, "{found:?} is not {:?}", [x, y, z]);
    }

    #[test]
    fn angles_turn_about_z_then_x_then_y() {
        let turn = |x, y, z| Rotation::of_angles(Vector::new(x, y, z));
        check(turn(0.0, 0.0, 90.0).turn(Vector::new(0.0, -1.0, 0.0)), [1.0, 0.0, 0.0]);
        check(turn(90.0, 0.0, 90.0).turn(Vector::new(1.0, 0.0, 0.0)), [0.0, 0.0, 1.0]);
        let both = turn(20.0, 50.0, -70.0);
        let v = Vector::new(0.3, -0.4, 0.8);
        check(both.turn_back(both.turn(v)), [0.3, -0.4, 0.8]);
    }

    #[test]
    fn looking_takes_z_along_and_keeps_y_up() {
        for along in [
            [0.3, -0.2, 1.0],
            [0.1, 0.2, -1.0],
            [1.0, 0.0, 0.1],
            [-1.0, 0.1, 0.0],
            [0.0, -0.9, -0.1],
        ] {
            let [x, y, z] = along;
            let along = Vector::new(x, y, z).unit().unwrap();
            for up in [Vector::new(0.0, 1.0, 0.0), Vector::new(0.2, -1.0, 0.3)] {
                let looking = Rotation::looking(along, up).unwrap();
                check(looking.turn(Vector::new(0.0, 0.0, 1.0)), [along.x, along.y, along.z]);
                assert!(looking.turn(Vector::new(0.0, 1.0, 0.0)).dot(up) > 0.0);
                assert!(looking.turn(Vector::new(1.0, 0.0, 0.0)).dot(up).abs() < 1e-9);
            }
        }
        assert_eq!(Rotation::looking(Vector::new(0.0, 1.0, 0.0), Vector::new(0.0, 2.0, 0.0)), None);
    }
}
