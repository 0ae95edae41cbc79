//! Several models of one bit, weighed by their success.

use crate::coder::Coder;
use crate::model::Bit;

/// The odds of a bit on a logarithmic scale, in parts of 1/256: 0 is even, 2047 all but certain.
#[inline]
pub fn stretch(one: u32) -> i32 {
    i32::from(STRETCHED.get((one >> 4) as usize & 4095).copied().unwrap_or(0))
}

/// How probable a bit of these odds is, in parts of [`CERTAIN`](crate::coder::CERTAIN): what [`stretch`] was given, nearly.
#[inline]
pub const fn squash(odds: i32) -> u32 {
    let odds = if odds > 2047 {
        2047
    } else if odds < -2047 {
        -2047
    } else {
        odds
    };
    let place = odds.wrapping_add(2048).cast_unsigned();
    let (index, part) = ((place >> 7) as usize & 31, place & 127);
    #[allow(clippy::indexing_slicing, reason = "32 intervals between 33 points")]
    let (below, above) = (LOGISTIC[index], LOGISTIC[index.wrapping_add(1)]);
    below.wrapping_add(above.wrapping_sub(below).wrapping_mul(part) >> 7)
}

/// 65536 / (1 + e^(-x)) for x from -8 to 8 by halves.
const LOGISTIC: [u32; 33] = [
    22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743, 32768,
    40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438,
    65476, 65500, 65514,
];

/// The least odds whose probability is not below each.
const STRETCHED: [i16; 4096] = {
    let mut table = [2047; 4096];
    let (mut odds, mut from) = (-2047_i16, 0_usize);
    while odds <= 2047 {
        let to = (squash(odds as i32) >> 4) as usize;
        while from <= to && from < 4096 {
            #[allow(clippy::indexing_slicing, reason = "below its length")]
            {
                table[from] = odds;
            }
            from = from.wrapping_add(1);
        }
        odds = odds.wrapping_add(1);
    }
    table
};

/// Weights of `N` models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixer<const N: usize> {
    /// In parts of 65536.
    weights: [i32; N],
}

impl<const N: usize> Default for Mixer<N> {
    fn default() -> Self {
        let share = 65_536_i32.wrapping_div(i32::try_from(N.max(1)).unwrap_or(1));
        // A little more than the mean: models that agree are right more often than each says.
        Self { weights: [share.wrapping_add(share >> 2); N] }
    }
}

impl<const N: usize> Mixer<N> {
    /// Codes a bit by what models say of it; they and the weights learn it.
    #[inline]
    pub fn code<C: Coder>(&mut self, coder: &mut C, bit: bool, models: [&mut Bit; N]) -> bool {
        let mut odds = [0; N];
        for (odds, model) in odds.iter_mut().zip(&models) {
            *odds = stretch(model.probability());
        }
        let bit = self.code_odds(coder, bit, &odds);
        for model in models {
            model.learn(bit);
        }
        bit
    }

    /// Codes a bit by the odds that models give it, as [`stretch`] gives them; the weights learn it.
    #[inline]
    pub fn code_odds<C: Coder>(&mut self, coder: &mut C, bit: bool, odds: &[i32; N]) -> bool {
        let mut sum = 0_i64;
        for (weight, odds) in self.weights.iter().zip(odds) {
            sum = sum.wrapping_add(i64::from(*weight).wrapping_mul(i64::from(*odds)));
        }
        #[allow(clippy::cast_possible_truncation, reason = "limited on the line before")]
        let mixed = (sum >> 16).clamp(-2047, 2047) as i32;
        let probability = squash(mixed).clamp(32, 65_504);
        let bit = coder.bit(bit, probability);
        let wanted = if bit { 65_536_i32 } else { 0 };
        let missed = wanted.wrapping_sub(probability.cast_signed());
        for (weight, odds) in self.weights.iter_mut().zip(odds) {
            let step = missed.wrapping_mul(*odds) >> RATE;
            *weight = weight.wrapping_add(step).clamp(-LIMIT, LIMIT);
        }
        bit
    }
}

/// How slowly weights learn.
const RATE: u32 = 14;

/// The greatest weight.
const LIMIT: i32 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coder::Encoder;

    #[test]
    fn squash_undoes_stretch() {
        for one in (100..65_400).step_by(97) {
            let back = squash(stretch(one));
            assert!(back.abs_diff(one) <= 80, "{one} {back}");
        }
        assert!((-2047..2047).all(|odds| squash(odds) <= squash(odds + 1)));
    }

    #[test]
    fn the_model_that_knows_gets_the_weight() {
        let mut encoder = Encoder::default();
        let (mut mixer, mut state) = (Mixer::<2>::default(), 1_u32);
        for _ in 0..40_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let bit = state >> 31 == 1;
            // One is right nineteen times of twenty, the other knows nothing.
            let knows = if bit != (state >> 8).is_multiple_of(20) { 750 } else { -750 };
            mixer.code_odds(&mut encoder, bit, &[knows, 0]);
        }
        let bits = encoder.finish().len() * 8;
        assert!(bits < 12_500, "{bits}");
    }
}
