//! Positions and rotations. Unity's axes: left-handed, X right, Y up, Z forward.

use ghostreel_core::record;
use ghostreel_space::{Rotation, Vector};

record! {
    /// A position or direction.
    pub struct Vector3, 12 bytes {
        /// to the right
        0: x: f32 = "x";
        /// up
        4: y: f32 = "y";
        /// forward
        8: z: f32 = "z";
    }
}

record! {
    /// A rotation. Of unit length in real poses, but stored as recorded: see [`Frame`](super::Frame).
    pub struct Quaternion, 16 bytes {
        /// i
        0: x: f32 = "x";
        /// j
        4: y: f32 = "y";
        /// k
        8: z: f32 = "z";
        /// real part
        12: w: f32 = "w";
    }
}

record! {
    /// Where something is and how it is turned, relative to the player's origin on the floor.
    pub struct Pose, 28 bytes {
        /// position
        0: position: Vector3 = "position" as "pos", "m";
        /// rotation
        12: rotation: Quaternion = "rotation" as "rot";
    }
}

impl Vector3 {
    /// A vector of three parts.
    pub const fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }
}

impl Quaternion {
    /// No rotation.
    pub const IDENTITY: Self = Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

    /// The square of the length: 1 for a rotation, within rounding.
    pub fn norm_squared(self) -> f32 {
        self.x * self.x + self.y * self.y + self.z * self.z + self.w * self.w
    }
}

impl From<Vector3> for Vector {
    fn from(Vector3 { x, y, z }: Vector3) -> Self {
        Self::new(x.into(), y.into(), z.into())
    }
}

impl From<Quaternion> for Rotation {
    fn from(Quaternion { x, y, z, w }: Quaternion) -> Self {
        Self::of_parts([x, y, z, w].map(f64::from))
    }
}
