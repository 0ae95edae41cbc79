//! Directions in the world and as a car is turned.

use ghostreel_formats::rlreplay::project::{Quaternion, Vec3};

/// A direction or a distance.
pub(super) type Vector = [f64; 3];

pub(super) fn vector(of: &Vec3) -> Vector {
    [of.x, of.y, of.z].map(f64::from)
}

pub(super) fn dot([ax, ay, az]: Vector, [bx, by, bz]: Vector) -> f64 {
    ax * bx + ay * by + az * bz
}

pub(super) fn minus([ax, ay, az]: Vector, [bx, by, bz]: Vector) -> Vector {
    [ax - bx, ay - by, az - bz]
}

pub(super) fn length(of: Vector) -> f64 {
    dot(of, of).sqrt()
}

/// A vector's direction along the floor, as a vector of length 1; zero for one that is vertical.
pub(super) fn level([x, y, _]: Vector) -> Vector {
    let length = x.hypot(y);
    if length > 0.0 { [x / length, y / length, 0.0] } else { [0.0; 3] }
}

/// Where a car's own axes point in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) forward: Vector,
    pub(super) right: Vector,
    pub(super) up: Vector,
}

impl Axes {
    pub(super) fn new(rotation: &Quaternion) -> Self {
        let [x, y, z, w] = [rotation.x, rotation.y, rotation.z, rotation.w].map(f64::from);
        Self {
            forward: [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            right: [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            up: [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        }
    }

    /// A vector of the world as the car is turned: forward, right, up.
    pub(super) fn local(&self, of: Vector) -> Vector {
        [dot(of, self.forward), dot(of, self.right), dot(of, self.up)]
    }
}
