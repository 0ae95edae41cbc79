//! Vectors and the angles between them.

/// A point or direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector {
    /// Along the first axis.
    pub x: f64,
    /// Along the second axis.
    pub y: f64,
    /// Along the third axis.
    pub z: f64,
}

impl Vector {
    /// No way at all.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);

    /// The vector of three parts.
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// As a replay has it.
    #[inline]
    pub fn of(vector: impl Into<Self>) -> Self {
        vector.into()
    }

    /// Its parts: x, y and z.
    #[inline]
    pub const fn parts(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }

    /// Both, one after the other.
    #[inline]
    pub fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// From the other one to this.
    #[inline]
    pub fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }

    /// So many times as long.
    #[inline]
    pub fn times(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by, self.z * by)
    }

    /// Between this and another, straight.
    #[must_use]
    #[inline]
    pub fn towards(self, other: Self, share: f64) -> Self {
        self.plus(other.minus(self).times(share))
    }

    /// The product of the lengths, where both go one way.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Across both.
    #[inline]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The length.
    #[inline]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector with length 1; `None` where it has no direction.
    #[inline]
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

impl From<[f64; 3]> for Vector {
    #[inline]
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self::new(x, y, z)
    }
}
