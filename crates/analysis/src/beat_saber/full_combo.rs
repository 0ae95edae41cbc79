//! The accuracy without mistakes: BeatLeader's `fcAcc`.

use ghostreel_formats::bsor::scoring::ScoreRow;

use super::played_note::PlayedNote;

/// Adds up the score as if every missed or badly cut note gave what notes gave on average until then.
pub(super) struct FullCombo {
    score: f64,
    max_score: i32,
    /// 0 to 1; 1 before the first note.
    pub(super) accuracy: f64,
}

impl Default for FullCombo {
    fn default() -> Self {
        Self { score: 0.0, max_score: 0, accuracy: 1.0 }
    }
}

impl FullCombo {
    /// Adds the next note. `row` is the score after it.
    pub(super) fn note(&mut self, note: &PlayedNote, row: &ScoreRow) {
        // The multiplier of a run without mistakes shows in how the possible score grew.
        let Some(max_score) = row.max_score else { return };
        let possible = max_score.saturating_sub(self.max_score);
        self.max_score = max_score;
        // Bombs are worth nothing either way.
        let Some(multiplier) = possible.checked_div(note.max_points) else { return };
        self.score += if note.is_good() {
            f64::from(multiplier.saturating_mul(note.points()))
        } else {
            // As .NET rounds.
            (f64::from(possible) * self.accuracy).round_ties_even()
        };
        if self.max_score > 0 {
            self.accuracy = self.score / f64::from(self.max_score);
        }
    }
}
