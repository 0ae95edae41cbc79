//! Where a saber is in a frame, and the plane that it sweeps between two.

use ghostreel_formats::bsor::layout::Pose;

use ghostreel_beatmap::flight::Vector;

use crate::beat_saber::BLADE;

/// A saber's blade in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blade {
    /// Of the frame.
    pub(super) time: f64,
    /// Where the hand holds it.
    pub(super) hilt: Vector,
    pub(super) tip: Vector,
}

impl Blade {
    pub(super) fn of(pose: &Pose, time: f64) -> Self {
        let q = pose.rotation;
        let [x, y, z, w] = [q.x, q.y, q.z, q.w].map(f64::from);
        let forward =
            Vector::new(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y));
        let hilt = Vector::of(pose.position);
        Self { time, hilt, tip: hilt.plus(forward.times(BLADE)) }
    }

    /// From hilt to tip.
    pub(super) fn along(self) -> Vector {
        self.tip.minus(self.hilt)
    }

    /// A normal of the plane that the blade swept since the frame before, as the game takes it for the cut's.
    pub(super) fn swept_since(self, before: Self) -> Vector {
        let middle = before.tip.plus(before.hilt).times(0.5);
        self.along().cross(middle.minus(self.hilt))
    }

    /// The way of the tip since the frame before.
    pub(super) fn tip_moved_since(self, before: Self) -> Vector {
        self.tip.minus(before.tip)
    }
}
