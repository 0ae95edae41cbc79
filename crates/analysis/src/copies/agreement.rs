//! How much two signals agree in a window.

use super::descriptor::at;
use super::signal::Signal;

/// Seconds that have to agree for a passage.
pub(super) const SHORTEST: f64 = 6.0;
/// A signal whose square has a mean below this is at rest.
pub(super) const REST: f64 = 0.01;

/// Where steps of the first lie in the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// A step of the first, and where it lies in the second.
    pub(super) a: f64,
    pub(super) b: f64,
    /// Steps of the second for each of the first.
    pub(super) speed: f64,
}

impl Line {
    pub(super) fn at(&self, a: f64) -> f64 {
        self.b + (a - self.a) * self.speed
    }

    pub(super) fn moved_to(self, a: f64, shift: f64) -> Self {
        Self { a, b: self.at(a) + shift, ..self }
    }
}

/// How much two signals agree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreement {
    pub(super) correlation: f64,
    pub(super) mirrored: bool,
}

/// How much two signals agree in a window around a place, whichever way they are turned or mirrored. `None` if one is at rest there.
pub(super) fn agreement(a: &Signal, b: &Signal, line: Line, window: f64) -> Option<Agreement> {
    sums(a, b, line, window).agreement(window * 0.6)
}

pub(super) fn sums(a: &Signal, b: &Signal, line: Line, window: f64) -> Sums {
    let mut place = line.a - window / 2.0;
    let mut sums = Sums::of(a);
    let end = line.a + window / 2.0;
    while place <= end {
        if let (Some(here), Some(there)) = (at(&a.values, place), at(&b.values, line.at(place))) {
            sums.add(here, there);
        }
        place += 1.0;
    }
    sums
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    count: f64,
    /// Squares of each.
    pub(super) a: f64,
    pub(super) b: f64,
    up: f64,
    /// Products of aside and along with each other.
    xx: f64,
    zz: f64,
    xz: f64,
    zx: f64,
    /// Products of aside and up with each other.
    xy: f64,
    yx: f64,
    has_sticks: bool,
}

impl Sums {
    /// Nothing yet, of what moves as this does.
    pub(super) fn of(signal: &Signal) -> Self {
        Self { has_sticks: signal.has_sticks, ..Self::default() }
    }

    pub(super) fn add(&mut self, [ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) {
        let product = |a: f32, b: f32| f64::from(a * b);
        self.count += 1.0;
        self.a += product(ax, ax) + product(ay, ay) + product(az, az);
        self.b += product(bx, bx) + product(by, by) + product(bz, bz);
        self.up += product(ay, by);
        self.xx += product(ax, bx);
        self.zz += product(az, bz);
        self.xz += product(ax, bz);
        self.zx += product(az, bx);
        self.xy += product(ax, by);
        self.yx += product(ay, bx);
    }

    /// `None` if fewer than `least` steps were added, or one is at rest.
    pub(super) fn agreement(&self, least: f64) -> Option<Agreement> {
        let is_at_rest = self.a < REST * self.count || self.b < REST * self.count;
        (self.count >= least && !is_at_rest).then(|| self.best_agreement())
    }

    /// Turned around the upright axis, and mirrored or not, or the axes of sticks exchanged and turned round, as they agree most. No number if one is nothing but zeros.
    pub(super) fn best_agreement(&self) -> Agreement {
        let root = |x: f64, y: f64| (x * x + y * y).sqrt();
        let turned = root(self.xx + self.zz, self.xz - self.zx);
        let mirrored = root(self.xx - self.zz, self.xz + self.zx);
        let as_recorded = self.up + turned.max(mirrored);
        let exchanged = if self.has_sticks {
            self.zz + (self.xx.abs() + self.up.abs()).max(self.xy.abs() + self.yx.abs())
        } else {
            as_recorded
        };
        let correlation = as_recorded.max(exchanged) / (self.a * self.b).sqrt();
        Agreement { correlation, mirrored: mirrored > turned && as_recorded >= exchanged }
    }
}
