//! How much of a score the recorded motion shows.

use ghostreel_formats::bsor::scoring::{ScoreRow, note_score};
use ghostreel_formats::bsor::{NoteIndex, View};
use serde::Serialize;

use crate::words::grouped;

/// Of so many points, one may be shown by nothing: the rounding of a rating or a distance.
const ALLOWED_ONE_OF: i32 = 200;

/// The recorded score of a file, the worth of its events, and how much of it the motion shows. The last three make up the recorded
/// score, without its sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordedScore {
    /// The score in the file, without modifiers. Some old files have it below 0.
    pub recorded: i32,
    /// The worth of all events of the file, by the game's rules.
    pub by_events: i32,
    /// Points that follow from the motion. With the map that is all of a cut; without it, not what a cut gets for the middle of its note.
    pub confirmed: i32,
    /// Points of cuts of notes that are in the map, and that the motion does not confirm; 0 without the map.
    pub by_map_only: i32,
    /// All other points.
    pub unconfirmed: i32,
    /// How much of the score is confirmed, from 0 to 1; 1 of a score of 0.
    pub confirmed_share: f64,
}

/// The evidence of a note's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownBy {
    Motion,
    Map,
    Nothing,
}

impl RecordedScore {
    /// Before it is known what shows it.
    pub(super) fn unconfirmed(recorded: i32, by_events: i32) -> Self {
        Self { recorded, by_events, ..Self::default() }.shown(0, 0)
    }

    /// The same where the motion shows so many points, and the map alone so many more.
    pub(super) fn shown(self, by_motion: i32, by_map: i32) -> Self {
        let all = self.recorded.saturating_abs();
        let confirmed = by_motion.clamp(0, all);
        let by_map_only = by_map.clamp(0, all.saturating_sub(confirmed));
        let unconfirmed = all.saturating_sub(confirmed).saturating_sub(by_map_only);
        let confirmed_share = if all == 0 { 1.0 } else { f64::from(confirmed) / f64::from(all) };
        Self { confirmed, by_map_only, unconfirmed, confirmed_share, ..self }
    }

    /// The same with the points of rows, each by its evidence.
    pub(super) fn shown_in(
        self,
        rows: &[ScoreRow],
        shown_by: impl Fn(Option<NoteIndex>) -> ShownBy,
    ) -> Self {
        let sum = |of: ShownBy| {
            let rows = rows.iter().filter(|row| shown_by(row.note) == of);
            rows.fold(0_i32, |sum, row| sum.saturating_add(row.points))
        };
        self.shown(sum(ShownBy::Motion), sum(ShownBy::Map))
    }

    /// The same without a map: of the cuts that follow from the motion, all but the points for the middle of the note.
    pub(super) fn shown_without_map(
        self,
        view: &View<'_>,
        rows: &[ScoreRow],
        follows: &[bool],
    ) -> Self {
        let notes = view.notes();
        let swings = |row: &ScoreRow| {
            let index = row.note?.place();
            let note = notes.get(index).filter(|_| follows.get(index) == Some(&true))?;
            let for_middle =
                i32::from(row.multiplier?).saturating_mul(note_score(&note, note.id()).distance);
            Some(row.points.saturating_sub(for_middle))
        };
        let by_motion = rows.iter().filter_map(swings);
        self.shown(by_motion.fold(0, i32::saturating_add), 0)
    }

    /// Whether the motion shows all of it, except possible rounding.
    pub const fn is_confirmed(&self) -> bool {
        let all = self.recorded.saturating_abs();
        all.saturating_sub(self.confirmed) <= all / ALLOWED_ONE_OF
    }

    /// A sentence on what shows its points.
    pub fn summary(&self, has_map: bool) -> String {
        let Self { recorded, confirmed, by_map_only, unconfirmed, .. } = *self;
        let [all, confirmed] = [recorded.saturating_abs(), confirmed].map(grouped);
        if !has_map {
            return format!(
                "Of {all} points the motion alone shows {confirmed}. Only the map shows that their notes were there, and how near to the middle they were cut."
            );
        }
        let other = match (by_map_only, unconfirmed) {
            (0, 0) => return format!("Motion and map show all {all} points."),
            (0, rest) => format!("{} are shown by nothing", grouped(rest)),
            (by_map, 0) => format!("{} are by the map only", grouped(by_map)),
            (by_map, rest) => {
                let [by_map, rest] = [by_map, rest].map(grouped);
                format!("{by_map} are by the map only, {rest} are shown by nothing")
            }
        };
        format!("Of {all} points motion and map show {confirmed}; {other}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_score_make_it_up_whatever_is_shown() {
        for recorded in [0, 1, 1_000, -1_000, i32::MAX, i32::MIN] {
            for (by_motion, by_map) in [(0, 0), (900, 50), (2_000, 5), (-5, i32::MAX), (3, -1)] {
                let score = RecordedScore::unconfirmed(recorded, 7).shown(by_motion, by_map);
                let RecordedScore { confirmed, by_map_only, unconfirmed, .. } = score;
                let parts = [confirmed, by_map_only, unconfirmed];
                assert!(parts.iter().all(|part| *part >= 0), "{score:?}");
                let sum: i64 = parts.into_iter().map(i64::from).sum();
                assert_eq!(sum, i64::from(recorded.saturating_abs()), "{score:?}");
            }
        }
    }

    #[test]
    fn one_of_two_hundred_points_may_be_shown_by_nothing() {
        let score = |by_motion| RecordedScore::unconfirmed(10_000, 10_000).shown(by_motion, 10_000);
        assert!(score(9_950).is_confirmed() && !score(9_949).is_confirmed());
        assert_eq!(score(9_950).confirmed_share, 0.995);
        assert!(RecordedScore::unconfirmed(0, 0).is_confirmed());
    }
}
