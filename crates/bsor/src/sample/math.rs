//! Just enough of vectors and rotations. Sines come from `libm`, whose results are the same everywhere.

use crate::layout::{Quaternion, Vector3};

pub(super) const FORWARD: Vector3 = Vector3::new(0.0, 0.0, 1.0);

pub(super) fn add(a: Vector3, b: Vector3) -> Vector3 {
    Vector3::new(a.x + b.x, a.y + b.y, a.z + b.z)
}

pub(super) fn sub(a: Vector3, b: Vector3) -> Vector3 {
    Vector3::new(a.x - b.x, a.y - b.y, a.z - b.z)
}

pub(super) fn scale(a: Vector3, by: f32) -> Vector3 {
    Vector3::new(a.x * by, a.y * by, a.z * by)
}

pub(super) fn dot(a: Vector3, b: Vector3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

pub(super) fn cross(a: Vector3, b: Vector3) -> Vector3 {
    Vector3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

pub(super) fn length(a: Vector3) -> f32 {
    dot(a, a).sqrt()
}

pub(super) fn normalize(a: Vector3) -> Vector3 {
    let length = length(a);
    if length > 0.0 { scale(a, 1.0 / length) } else { a }
}

pub(super) fn lerp(a: Vector3, b: Vector3, t: f32) -> Vector3 {
    add(scale(a, 1.0 - t), scale(b, t))
}

/// The angle between two directions in degrees.
pub(super) fn angle(a: Vector3, b: Vector3) -> f32 {
    libm::atan2f(length(cross(a, b)), dot(a, b)).to_degrees()
}

/// Rises smoothly from 0 to 1.
pub(super) fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A rotation about an axis of unit length, in radians.
pub(super) fn about(axis: Vector3, angle: f32) -> Quaternion {
    let (sin, cos) = (libm::sinf(angle / 2.0), libm::cosf(angle / 2.0));
    Quaternion { x: axis.x * sin, y: axis.y * sin, z: axis.z * sin, w: cos }
}

/// First `b`, then `a`.
pub(super) fn compose(a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion {
        x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    }
}

pub(super) fn rotate(q: Quaternion, v: Vector3) -> Vector3 {
    let u = Vector3::new(q.x, q.y, q.z);
    let twice = scale(cross(u, v), 2.0);
    add(add(v, scale(twice, q.w)), cross(u, twice))
}

fn unit(q: Quaternion) -> Quaternion {
    let by = 1.0 / q.norm_squared().sqrt();
    Quaternion { x: q.x * by, y: q.y * by, z: q.z * by, w: q.w * by }
}

/// The shortest rotation that turns Z forward into `direction` (unit length, never straight back).
pub(super) fn towards(direction: Vector3) -> Quaternion {
    let axis = cross(FORWARD, direction);
    unit(Quaternion { x: axis.x, y: axis.y, z: axis.z, w: 1.0 + dot(FORWARD, direction) })
}

/// Between two rotations on the shorter way; bent linear interpolation is close enough to the arc for a hand.
pub(super) fn blend(a: Quaternion, b: Quaternion, t: f32) -> Quaternion {
    let same_way = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w >= 0.0;
    let (s, t) = (1.0 - t, if same_way { t } else { -t });
    unit(Quaternion {
        x: a.x * s + b.x * t,
        y: a.y * s + b.y * t,
        z: a.z * s + b.z * t,
        w: a.w * s + b.w * t,
    })
}
