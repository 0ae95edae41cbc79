//! Score, combo, multiplier and energy as a format with notes records them beside these.

use crate::scoring::ScoreRow;

/// What was recorded, each value with the song time from which it holds, in the order of the file. Lists that a format lacks are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// Score so far, and the most that could have been scored where that was recorded.
    pub scores: Vec<(f32, i32, Option<i32>)>,
    /// Combo so far.
    pub combos: Vec<(f32, i32)>,
    /// The multiplier, and the way to the next one from 0 to 1.
    pub multipliers: Vec<(f32, i32, f32)>,
    /// The energy from 0 to 1.
    pub energies: Vec<(f32, f32)>,
}

impl Recorded {
    /// Puts what was recorded in place of what follows from the notes. A row has what held when the next event came, as points may be
    /// counted a while after a cut.
    pub(crate) fn apply(&self, rows: &mut [ScoreRow]) {
        let nexts: Vec<f32> = rows.iter().skip(1).map(|row| row.time).collect();
        let nexts = nexts.into_iter().chain([f32::INFINITY]);
        let mut scores = self.scores.iter().peekable();
        let mut combos = self.combos.iter().peekable();
        let mut multipliers = self.multipliers.iter().peekable();
        let mut energies = self.energies.iter().peekable();
        let (mut score, mut combo, mut multiplier, mut energy) = (None, None, None, None);
        let mut max_combo = 0;
        for (row, next) in rows.iter_mut().zip(nexts) {
            // A time that is no number is over.
            let is_over = |time: f32| !(time > row.time && time >= next);
            while let Some(now) = scores.next_if(|(time, ..)| is_over(*time)) {
                score = Some(now);
            }
            while let Some(now) = combos.next_if(|(time, _)| is_over(*time)) {
                combo = Some(now);
                max_combo = now.1.max(max_combo);
            }
            while let Some(now) = multipliers.next_if(|(time, ..)| is_over(*time)) {
                multiplier = Some(now);
            }
            while let Some(now) = energies.next_if(|(time, _)| is_over(*time)) {
                energy = Some(now);
            }
            if let Some(&(_, score, max_score)) = score {
                (row.score, row.max_score) = (score, max_score.or(row.max_score));
            }
            if let Some(&(_, combo)) = combo {
                (row.combo, row.max_combo) = (combo, max_combo);
            }
            if let Some(&(_, multiplier, progress)) = multiplier {
                row.multiplier = u8::try_from(multiplier).ok();
                row.multiplier_progress =
                    row.multiplier.map(|multiplier| hits(multiplier, progress));
            }
            if let Some(&(_, energy)) = energy {
                row.energy = Some(energy);
            }
        }
    }
}

/// Hits towards the next multiplier, of 2 × the multiplier.
fn hits(multiplier: u8, progress: f32) -> u8 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    let hits = (progress * 2.0 * f32::from(multiplier)).round() as u8;
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_what_was_recorded_until_the_next_event() {
        let row =
            |time: f32| ScoreRow { time, score: 1, max_score: Some(115), ..ScoreRow::default() };
        let mut rows = [row(1.0), row(2.0), row(2.0), row(4.0)];
        let recorded = Recorded {
            scores: vec![
                (1.3, 100, None),
                (2.0, 200, None),
                (f32::NAN, 250, None),
                (9.0, 300, Some(400)),
            ],
            combos: vec![(1.0, 1), (2.0, 2), (4.0, 0)],
            multipliers: vec![(2.0, 2, 0.5)],
            energies: vec![(1.0, 0.75)],
        };
        recorded.apply(&mut rows);
        assert_eq!(rows.each_ref().map(|row| row.score), [100, 250, 250, 300]);
        assert_eq!(rows.each_ref().map(|row| row.max_score), [115, 115, 115, 400].map(Some));
        assert_eq!(
            rows.each_ref().map(|row| (row.combo, row.max_combo)),
            [(1, 1), (2, 2), (2, 2), (0, 2)]
        );
        assert_eq!(rows.each_ref().map(|row| row.multiplier), [None, Some(2), Some(2), Some(2)]);
        assert_eq!(rows[3].multiplier_progress, Some(2));
        assert_eq!(rows.each_ref().map(|row| row.energy), [Some(0.75); 4]);
    }
}
