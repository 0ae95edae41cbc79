//! The rotation of lanes, in modes where notes come from all around.

use ghostreel_space::{Rotation, Vector};

/// How a lane is turned, by degrees to the right; `None` straight ahead.
pub fn lane(degrees: f32) -> Option<Rotation> {
    let turned = || Rotation::of_angles(Vector::new(0.0, degrees.into(), 0.0));
    (degrees != 0.0).then(turned)
}
