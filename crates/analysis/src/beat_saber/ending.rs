//! How a run ended.

use super::{MistakeKind, Report};
use crate::ending::{Ending, EndingLine, counted, headline};
use crate::sheet::{accuracy, number};

impl Report {
    /// How the run ended: the outcome, the rank and the accuracy, then what it was made of.
    pub fn ending(&self, outcome: Option<&str>) -> Ending {
        let details = &self.details;
        let share = details.accuracy.map(accuracy);
        let rank = details.rank.map(str::to_owned);
        let parts = [Some(headline(outcome)), rank, share].into_iter().flatten();
        let score = number(self.win_tracker.total_score.into(), 0);
        let combo = number(self.hit_tracker.max_combo.into(), 0);
        let lines = vec![
            EndingLine::new("Score", score),
            EndingLine::new("Mistakes", self.mistakes()),
            EndingLine::new("Longest combo", combo),
        ];
        Ending { headline: parts.collect::<Vec<_>>().join(" · "), lines }
    }

    fn mistakes(&self) -> String {
        let (hits, details) = (&self.hit_tracker, &self.details);
        if details.full_combo {
            return "none, a full combo".to_owned();
        }
        let lost = details.mistakes.iter().filter(|mistake| mistake.kind == MistakeKind::Combo);
        let counts = [
            (hits.left_miss.saturating_add(hits.right_miss), "miss", "misses"),
            (hits.left_bad_cuts.saturating_add(hits.right_bad_cuts), "bad cut", "bad cuts"),
            (hits.left_bombs.saturating_add(hits.right_bombs), "bomb", "bombs"),
            (details.walls, "wall", "walls"),
            (u32::try_from(lost.count()).unwrap_or(u32::MAX), "combo lost", "combos lost"),
        ];
        let some = counts.into_iter().filter(|(count, ..)| *count > 0);
        let words: Vec<String> = some.map(|(count, one, many)| counted(count, one, many)).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}
