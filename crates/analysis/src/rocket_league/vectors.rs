//! Places, directions and velocities as vectors.

use ghostreel_formats::rlreplay::project::Vec3;

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

/// The way from one place to another, in singles as places are recorded.
pub(super) fn way(from: &Vec3, to: &Vec3) -> Vector {
    [to.x - from.x, to.y - from.y, to.z - from.z].map(f64::from)
}

pub(super) fn distance(from: &Vec3, to: &Vec3) -> f64 {
    length(way(from, to))
}

/// How far a vector goes in a direction; 0 if that is nowhere.
pub(super) fn along(of: Vector, direction: Vector) -> f64 {
    let length = length(direction);
    if length > 0.0 { dot(direction, of) / length } else { 0.0 }
}

/// A vector's direction along the floor, as a vector of length 1; zero for one that is vertical.
pub(super) fn level([x, y, _]: Vector) -> Vector {
    let length = x.hypot(y);
    if length > 0.0 { [x / length, y / length, 0.0] } else { [0.0; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_along_a_direction_have_its_sign() {
        let place = |x, y, z| Vec3 { x, y, z };
        let way = way(&place(1.0, 2.0, 3.0), &place(4.0, 6.0, 3.0));
        assert_eq!((way, length(way)), ([3.0, 4.0, 0.0], 5.0));
        assert_eq!(along([10.0, 0.0, 7.0], way), 6.0);
        assert_eq!(along([-10.0, 0.0, 7.0], way), -6.0);
        assert_eq!(along([10.0, 0.0, 7.0], [0.0; 3]), 0.0);
        assert_eq!((level(way), level([0.0, 0.0, 9.0])), ([0.6, 0.8, 0.0], [0.0; 3]));
    }
}
