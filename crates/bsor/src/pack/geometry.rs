//! Vectors and rotations, by additions, multiplications, divisions and square roots alone: the same on every processor.

pub(super) type Vector = [f64; 3];

/// x, y, z, w.
pub(super) type Quaternion = [f64; 4];

pub(super) fn plus([ax, ay, az]: Vector, [bx, by, bz]: Vector) -> Vector {
    [ax + bx, ay + by, az + bz]
}

pub(super) fn minus([ax, ay, az]: Vector, [bx, by, bz]: Vector) -> Vector {
    [ax - bx, ay - by, az - bz]
}

pub(super) fn times([x, y, z]: Vector, factor: f64) -> Vector {
    [x * factor, y * factor, z * factor]
}

pub(super) fn length([x, y, z]: Vector) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

/// The vector with a length of 1; the null vector if it has none.
pub(super) fn unit(vector: Vector) -> Vector {
    let length = length(vector);
    if length > 0.0 { times(vector, 1.0 / length) } else { [0.0; 3] }
}

pub(super) fn cross([ax, ay, az]: Vector, [bx, by, bz]: Vector) -> Vector {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/// The product of two rotations: that of `b`, then that of `a`.
pub(super) fn product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion) -> Quaternion {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(super) fn conjugate([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

/// A vector, rotated.
pub(super) fn rotated(by: Quaternion, [x, y, z]: Vector) -> Vector {
    let [x, y, z, _] = product(product(by, [x, y, z, 0.0]), conjugate(by));
    [x, y, z]
}

/// The place of the number that is largest without its sign; the first of equals.
pub(super) fn largest(numbers: &[f64]) -> usize {
    let mut best = (0, -1.0);
    for (place, number) in numbers.iter().enumerate() {
        if number.abs() > best.1 {
            best = (place, number.abs());
        }
    }
    best.0
}
