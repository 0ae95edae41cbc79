//! Where two recordings may agree.

use super::descriptor::SPEEDS;
use super::motion::Motion;

/// Moments of the first recording that are looked for in the second.
const LOOKED_FOR: usize = 128;
/// Descriptors that agree less are no sign.
const LEAST_AGREEMENT: f32 = 0.7;
/// Seeds at most.
const MOST: usize = 400;
/// Seeds that are no farther apart than this many seconds speak for each other.
const NEAR: f64 = 0.5;

/// A moment in each of two recordings around which the same may have moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    /// Track and step in the first.
    pub(super) a: (usize, usize),
    /// Track and step in the second.
    pub(super) b: (usize, usize),
    /// The first is so many times as fast.
    pub(super) speed: f64,
    pub(super) agreement: f32,
}

impl Seed {
    /// By how many steps the second is later.
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    fn later(&self) -> f64 {
        self.b.1 as f64 - self.a.1 as f64 * self.speed
    }
}

/// Where two recordings may agree, the best first.
pub(super) fn seeds(a: &Motion, b: &Motion) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for here in a.moments().iter().take(LOOKED_FOR) {
        let all = SPEEDS.into_iter().cycle().zip(here.descriptors.iter().flatten());
        for (speed, descriptor) in all {
            let Some(descriptor) = descriptor else { continue };
            let mut best: Option<Seed> = None;
            for there in b.moments() {
                let Some(other) = there.unchanged() else { continue };
                let agreement = descriptor.agreement(other);
                if agreement > best.map_or(LEAST_AGREEMENT, |best| best.agreement) {
                    let a = (here.anchor.track, here.anchor.step);
                    let b = (there.anchor.track, there.anchor.step);
                    best = Some(Seed { a, b, speed, agreement });
                }
            }
            seeds.extend(best);
        }
    }
    seeds.sort_by(|a, b| b.agreement.total_cmp(&a.agreement).then(a.a.cmp(&b.a)));
    seeds.truncate(MOST);
    supported(seeds, NEAR * f64::from(a.rules.rate))
}

/// The seeds that most others agree with come first: even movement agrees with itself at many shifts.
#[allow(clippy::float_cmp, reason = "speeds are of a list")]
fn supported(seeds: Vec<Seed>, near: f64) -> Vec<Seed> {
    let support = |seed: &Seed| {
        let says_the_same = |other: &&Seed| {
            other.speed == seed.speed && (other.later() - seed.later()).abs() <= near
        };
        seeds.iter().filter(says_the_same).count()
    };
    let mut order: Vec<(usize, Seed)> = seeds.iter().map(|seed| (support(seed), *seed)).collect();
    // Those of equal support stay in the order of their agreement.
    order.sort_by_key(|(support, _)| std::cmp::Reverse(*support));
    order.into_iter().map(|(_, seed)| seed).collect()
}
