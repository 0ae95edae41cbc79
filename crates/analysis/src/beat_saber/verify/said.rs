//! The findings in sentences, for all who show them.

use super::{Motion, RAISED, Verdict};

impl Motion {
    /// The same with its sentences, which follow from all the rest.
    #[must_use]
    pub(super) fn in_words(self) -> Self {
        let (finding, said) = (self.wrong(), self.sentences());
        Self { finding, said, ..self }
    }

    /// The faults; `None` unless the motion is inconsistent.
    fn wrong(&self) -> Option<String> {
        if self.verdict != Verdict::Inconsistent {
            return None;
        }
        let Self { notes_off, checked, off, score, by_map, .. } = self;
        let first = off.first().map(|off| {
            let (note, what) = (off.note, off.what.name());
            format!("The first is note {note}: {what} is off by {:.3}.", off.by)
        });
        let of_cuts = (*notes_off > 0).then(|| {
            format!("{notes_off} of {checked} good cuts do not follow from the recorded motion.")
        });
        let worth = by_map.as_ref().map_or(score.by_events, |by_map| by_map.score.worth());
        let of_score = (self.suggests == Some(RAISED)).then(|| {
            format!("The file says {} points, its cuts are worth {worth}.", score.recorded)
        });
        let suggests = self.suggests.map(str::to_owned);
        let said: Vec<String> =
            [of_cuts, first, of_score, suggests].into_iter().flatten().collect();
        Some(said.join(" "))
    }

    /// Sentences on how many of its cuts fit, and on what shows its points.
    fn sentences(&self) -> Vec<String> {
        let Self { verdict, checked, notes_off, by_map, score, .. } = self;
        let fit = checked.saturating_sub(*notes_off);
        let of_motion = (*verdict != Verdict::Inconsistent && *checked > 0)
            .then(|| format!("{fit} of {checked} good cuts follow from the recorded motion."));
        let of_map = by_map.as_ref().filter(|by_map| by_map.reason.is_none()).map(|by_map| {
            let fit = by_map.checked.saturating_sub(by_map.notes_off);
            let differ = match by_map.score.notes_differ {
                0 => "all with the recorded points".to_owned(),
                1 => "one of them with other points".to_owned(),
                count => format!("{count} of them with other points"),
            };
            format!(
                "{fit} of {} good cuts are those that map and motion give; by these the score is {}, {differ}.",
                by_map.checked, by_map.score.recomputed
            )
        });
        let of_score = match &self.reason {
            Some(reason) => reason.clone(),
            None => score.summary(by_map.is_some()),
        };
        [of_motion, of_map, Some(of_score)].into_iter().flatten().collect()
    }
}
