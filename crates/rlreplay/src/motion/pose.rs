//! The pose of a body.

use ghostreel_space::{Rotation, Vector};

use crate::project::{BodyRow, Quaternion, Vec3};

/// How a body is at some time, and how it moves, in the units of the tables `cars` and `ball`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Centre of mass.
    pub position: Vector,
    /// From body to world.
    pub rotation: Rotation,
    /// Velocity.
    pub velocity: Vector,
    /// In radians a second, about axes of the world.
    pub spin: Vector,
}

impl Pose {
    pub(super) fn of(row: &BodyRow) -> Self {
        Self {
            position: Vector::of(&row.position),
            rotation: (&row.rotation).into(),
            velocity: Vector::of(&row.velocity),
            spin: Vector::of(&row.angular_velocity),
        }
    }
}

impl From<&Vec3> for Vector {
    fn from(&Vec3 { x, y, z }: &Vec3) -> Self {
        Self::new(x.into(), y.into(), z.into())
    }
}

impl From<&Quaternion> for Rotation {
    fn from(&Quaternion { x, y, z, w }: &Quaternion) -> Self {
        Self::of_parts([x, y, z, w].map(f64::from))
    }
}
