//! Vectors and angles in double precision, so that errors are the file's own rounding and not ours.

use ghostreel_bsor::layout::Vector3;

/// A point or direction in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Ahead.
    pub z: f64,
}

impl Vector {
    /// The vector of three parts.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// As a replay has it.
    pub fn of(v: Vector3) -> Self {
        Self::new(v.x.into(), v.y.into(), v.z.into())
    }

    /// Both, one after the other.
    pub fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// From the other one to this.
    pub fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }

    /// So many times as long.
    pub fn times(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by, self.z * by)
    }

    /// The product of the lengths, where both go one way.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Across both.
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// In metres.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector with length 1; `None` where it has no direction.
    pub fn unit(self) -> Option<Self> {
        let by = 1.0 / self.length();
        by.is_finite().then(|| self.times(by))
    }

    /// In degrees; `None` where one of the two has no direction.
    pub fn angle_to(self, other: Self) -> Option<f64> {
        let angle = libm::atan2(self.cross(other).length(), self.dot(other)).to_degrees();
        (self.length() > 0.0 && other.length() > 0.0 && angle.is_finite()).then_some(angle)
    }
}
