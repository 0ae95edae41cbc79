//! Score, combo, multiplier and energy as a format with notes records them beside these.

use crate::scoring::ScoreRow;

/// The recorded values, each with the song time from which it holds, in the order of the file. Lists that a format lacks are empty.
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
        put(
            rows,
            &self.scores,
            |(time, ..)| *time,
            |row, (_, score, max_score)| {
                (row.score, row.max_score) = (*score, max_score.or(row.max_score));
            },
        );
        let mut max_combo = 0;
        let combos = self.combos.iter().map(|&(time, combo)| {
            max_combo = combo.max(max_combo);
            (time, combo, max_combo)
        });
        put(
            rows,
            combos,
            |(time, ..)| *time,
            |row, (_, combo, max_combo)| {
                (row.combo, row.max_combo) = (*combo, *max_combo);
            },
        );
        put(
            rows,
            &self.multipliers,
            |(time, ..)| *time,
            |row, (_, multiplier, progress)| {
                row.multiplier = u8::try_from(*multiplier).ok();
                row.multiplier_progress =
                    row.multiplier.map(|multiplier| hits(multiplier, *progress));
            },
        );
        put(
            rows,
            &self.energies,
            |(time, _)| *time,
            |row, (_, energy)| {
                row.energy = Some(*energy);
            },
        );
    }
}

/// Puts into each row the last value that holds when the next row comes.
fn put<T>(
    mut rows: &mut [ScoreRow],
    values: impl IntoIterator<Item = T>,
    time: impl Fn(&T) -> f32,
    into: impl Fn(&mut ScoreRow, &T),
) {
    let mut values = values.into_iter().peekable();
    let mut last = None;
    while let Some((row, later)) = rows.split_first_mut() {
        let next = later.first().map_or(f32::INFINITY, |next| next.time);
        // A time that is no number is over.
        let is_over = |value: &T| !(time(value) > row.time && time(value) >= next);
        while let Some(value) = values.next_if(is_over) {
            last = Some(value);
        }
        if let Some(value) = &last {
            into(row, value);
        }
        rows = later;
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
