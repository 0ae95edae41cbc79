//! How a value goes from one to the next: the curves that maps name by the game's numbers.

use std::f64::consts::{FRAC_PI_2, TAU};

use libm::{cos, exp2, sin, sqrt};

/// A curve, by the game's number: −1 none, 0 linear, and from 1 on families of three, each easing in, out, and both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Easing {
    /// The value stays, and leaps at the end.
    None,
    Linear,
    Curve(Family, Side),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Quadratic,
    Sine,
    Cubic,
    Quartic,
    Quintic,
    Exponential,
    Circular,
    Back,
    Elastic,
    Bounce,
}

/// Where the curve is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Begin,
    End,
    Both,
}

use Family::{
    Back, Bounce, Circular, Cubic, Elastic, Exponential, Quadratic, Quartic, Quintic, Sine,
};
use Side::{Begin, Both, End};

/// In the order of the game's numbers.
const FAMILIES: [Family; 10] =
    [Quadratic, Sine, Cubic, Quartic, Quintic, Exponential, Circular, Back, Elastic, Bounce];

impl Easing {
    /// By the game's number. An unknown one is linear.
    pub(crate) fn of(number: i32) -> Self {
        let family = |at: i32| FAMILIES.get(usize::try_from(at).ok()?).copied();
        match number {
            -1 => Self::None,
            // The game's own forms of three curves; only the usual forms are known.
            100..=102 => {
                family(number.saturating_sub(93)).map_or(Self::Linear, |f| Self::Curve(f, Both))
            }
            _ => {
                let number = number.saturating_sub(1);
                let side = match number.rem_euclid(3) {
                    0 => Begin,
                    1 => End,
                    _ => Both,
                };
                family(number.div_euclid(3)).map_or(Self::Linear, |f| Self::Curve(f, side))
            }
        }
    }

    /// How much of the way is done after a share of the time, from 0 to 1. Some curves overshoot.
    pub(crate) fn at(self, share: f64) -> f64 {
        let share = share.clamp(0.0, 1.0);
        match self {
            Self::None => f64::from(u8::from(share >= 1.0)),
            Self::Linear => share,
            Self::Curve(family, Begin) => family.begin(share),
            Self::Curve(family, End) => 1.0 - family.begin(1.0 - share),
            Self::Curve(family, Both) if share < 0.5 => family.begin(2.0 * share) / 2.0,
            Self::Curve(family, Both) => 1.0 - family.begin(2.0 - 2.0 * share) / 2.0,
        }
    }
}

impl Family {
    /// The curve that begins slowly.
    fn begin(self, share: f64) -> f64 {
        /// The amount that the curve goes back before it goes on: a tenth of the way.
        const BACK: f64 = 1.70158;
        match self {
            Quadratic => share * share,
            Sine => 1.0 - cos(share * FRAC_PI_2),
            Cubic => share * share * share,
            Quartic => share * share * share * share,
            Quintic => share * share * share * share * share,
            Exponential if share <= 0.0 => 0.0,
            Exponential => exp2(10.0 * share - 10.0),
            Circular => 1.0 - sqrt(1.0 - share * share),
            Back => share * share * ((BACK + 1.0) * share - BACK),
            Elastic if share <= 0.0 || share >= 1.0 => share,
            Elastic => -exp2(10.0 * share - 10.0) * sin((10.0 * share - 10.75) * TAU / 3.0),
            Bounce => 1.0 - bounced(1.0 - share),
        }
    }
}

/// A ball that falls and bounces three times, each time a quarter as high.
fn bounced(share: f64) -> f64 {
    const STEEPNESS: f64 = 7.5625;
    const BOUNCES: [(f64, f64, f64); 4] = [
        (1.0 / 2.75, 0.0, 0.0),
        (2.0 / 2.75, 1.5 / 2.75, 0.75),
        (2.5 / 2.75, 2.25 / 2.75, 0.9375),
        (f64::INFINITY, 2.625 / 2.75, 0.984_375),
    ];
    let bounce = BOUNCES.iter().find(|(until, ..)| share < *until);
    let (_, middle, height) = bounce.copied().unwrap_or_default();
    STEEPNESS * (share - middle) * (share - middle) + height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_game() {
        let numbers = [-1, 0, 1, 2, 3, 4, 22, 30, 100, 102, 31, 99, i32::MIN, i32::MAX];
        let wanted = [
            Easing::None,
            Easing::Linear,
            Easing::Curve(Quadratic, Begin),
            Easing::Curve(Quadratic, End),
            Easing::Curve(Quadratic, Both),
            Easing::Curve(Sine, Begin),
            Easing::Curve(Back, Begin),
            Easing::Curve(Bounce, Both),
            Easing::Curve(Back, Both),
            Easing::Curve(Bounce, Both),
            Easing::Linear,
            Easing::Linear,
            Easing::Linear,
            Easing::Linear,
        ];
        assert_eq!(numbers.map(Easing::of), wanted);
    }

    #[test]
    fn every_curve_goes_all_the_way_without_a_leap() {
        for number in 0..=30 {
            let easing = Easing::of(number);
            let values: Vec<f64> = (0..=2000).map(|i| easing.at(f64::from(i) / 2000.0)).collect();
            assert!(values[0].abs() < 1e-3 && (values[2000] - 1.0).abs() < 1e-3, "{number}");
            for pair in values.windows(2) {
                assert!((pair[1] - pair[0]).abs() < 0.05, "{number}: {pair:?}");
            }
        }
        assert_eq!([0.0, 0.99, 1.0].map(|share| Easing::None.at(share)), [0.0, 0.0, 1.0]);
        assert_eq!(Easing::of(1).at(0.5), 0.25);
        assert_eq!(Easing::of(2).at(0.5), 0.75);
        assert_eq!(Easing::of(3).at(0.25), 0.125);
    }
}
