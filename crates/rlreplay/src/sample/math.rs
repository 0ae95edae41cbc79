//! Just enough of vectors. Sines come from `libm`, whose results are the same everywhere.

use crate::attributes::{PackedQuaternion, Rotation, Vector};

/// A place, or a velocity: uu, uu/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct V {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
}

impl V {
    pub(super) const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    pub(super) fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    pub(super) fn sub(self, other: Self) -> Self {
        self.add(other.times(-1.0))
    }

    pub(super) fn times(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by, self.z * by)
    }

    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector with length 1, or 0.
    pub(super) fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 { self.times(1.0 / length) } else { self }
    }

    /// No longer than that.
    pub(super) fn at_most(self, length: f64) -> Self {
        let own = self.length();
        if own > length { self.times(length / own) } else { self }
    }

    /// As the file has it, in parts of a unit.
    pub(super) fn whole(self, parts: f64) -> Vector {
        let whole = |value: f64| (value * parts).round() as i32;
        Vector::new(whole(self.x), whole(self.y), whole(self.z))
    }
}

/// An angle between -π and π.
pub(super) fn wrap(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// Pitch, yaw and roll in radians, as a rigid body has them.
pub(super) fn rotation([pitch, yaw, roll]: [f64; 3], as_quaternion: bool) -> Rotation {
    let turns = |angle: f64| (angle / std::f64::consts::TAU * 65_536.0).round() as i64 as u16;
    if !as_quaternion {
        return Rotation::Angles([turns(pitch), turns(yaw), turns(roll)]);
    }
    let half = |angle: f64| (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
    let ((sp, cp), (sy, cy), (sr, cr)) = (half(-pitch), half(yaw), half(-roll));
    Rotation::Quaternion(PackedQuaternion::new([
        cy * cp * sr - sy * sp * cr,
        cy * sp * cr + sy * cp * sr,
        sy * cp * cr - cy * sp * sr,
        cy * cp * cr + sy * sp * sr,
    ]))
}
