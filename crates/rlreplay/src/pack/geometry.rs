//! Vectors and rotations, by additions, multiplications, divisions and square roots alone: the same on every processor.

pub(super) type Vector3 = [f64; 3];

#[inline(always)]
pub(super) fn dot(a: Vector3, b: Vector3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn add(a: Vector3, b: Vector3) -> Vector3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(super) fn subtract(a: Vector3, b: Vector3) -> Vector3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn scale(a: Vector3, by: f64) -> Vector3 {
    [a[0] * by, a[1] * by, a[2] * by]
}

#[inline(always)]
pub(super) fn of_integers(a: [i32; 3]) -> Vector3 {
    [f64::from(a[0]), f64::from(a[1]), f64::from(a[2])]
}

/// A unit quaternion: x, y, z, w.
pub(super) type Quaternion = [f64; 4];

/// The product of quaternions: first the right one, then the left one.
#[inline(always)]
pub(super) fn product(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

#[inline(always)]
pub(super) fn conjugate(a: Quaternion) -> Quaternion {
    [-a[0], -a[1], -a[2], a[3]]
}

/// The rotation by a vector: its direction is the axis, its length the angle in rad, at most some 2.
#[inline(always)]
pub(super) fn turn(by: Vector3) -> Quaternion {
    let half = scale(by, 0.5);
    let square = dot(half, half);
    let cosine = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0));
    let sine = 1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0));
    [half[0] * sine, half[1] * sine, half[2] * sine, cosine]
}

/// The body's axes in the world: forward, right, up.
pub(super) type Axes = [Vector3; 3];

/// The axes of a body that is turned so.
#[inline(always)]
pub(super) fn axes([x, y, z, w]: Quaternion) -> Axes {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// A vector of the world along the body's axes.
#[inline(always)]
pub(super) fn to_body(axes: &Axes, world: Vector3) -> Vector3 {
    [dot(axes[0], world), dot(axes[1], world), dot(axes[2], world)]
}

/// A vector along the body's axes in the world.
#[inline(always)]
pub(super) fn to_world(axes: &Axes, body: Vector3) -> Vector3 {
    let [forward, right, up] = axes;
    add(add(scale(*forward, body[0]), scale(*right, body[1])), scale(*up, body[2]))
}

/// Rows for columns.
#[inline(always)]
pub(super) const fn transposed([a, b, c]: [Vector3; 3]) -> [Vector3; 3] {
    [[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]]
}
