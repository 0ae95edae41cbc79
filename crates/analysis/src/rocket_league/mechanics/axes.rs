//! A car's own axes: directions in the world and as the car is turned.

use ghostreel_formats::rlreplay::project::Quaternion;

use super::super::vectors::{Vector, dot};

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
