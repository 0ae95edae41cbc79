//! How well was cut.

use ghostreel_formats::bsor::scoring::CutRule;
use serde::Serialize;

use super::hand::Hands;
use super::mean::Mean;
use super::played_note::PlayedNote;
use super::{GRID_CELLS, MAX_CUT_SCORE};
use crate::sheet::Cell;
use crate::statistics::statistics;

statistics! {
    /// BeatLeader's `accuracyTracker`. Means are of good cuts, and `None` of none.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct AccuracyTracker {
        #[serde(skip_serializing_if = "Option::is_none")]
        acc_left: Option<f64>, "", "Mean cut score of the left hand, 0 to 115"
            => CUT with acc_right "Average cut, of 115" (points) high;
        #[serde(skip_serializing_if = "Option::is_none")]
        acc_right: Option<f64>, "", "Mean cut score of the right hand";
        #[serde(skip_serializing_if = "Option::is_none")]
        left_preswing: Option<f64>, "", "Mean swing before the cut, 1 for a full one"
            => SWING_BEFORE with right_preswing "Swing before" (swing);
        #[serde(skip_serializing_if = "Option::is_none")]
        right_preswing: Option<f64>, "", "The same of the right hand";
        #[serde(skip_serializing_if = "Option::is_none")]
        left_postswing: Option<f64>, "", "Mean swing after the cut, 1 for a full one"
            => SWING_AFTER with right_postswing "Swing after" (swing);
        #[serde(skip_serializing_if = "Option::is_none")]
        right_postswing: Option<f64>, "", "The same of the right hand";
        #[serde(skip_serializing_if = "Option::is_none")]
        left_time_dependence: Option<f64>, "", "How much depends on the moment of the cut: the mean of how far the cut's plane faces the player, 0 to 1";
        #[serde(skip_serializing_if = "Option::is_none")]
        right_time_dependence: Option<f64>, "", "The same of the right hand";
        left_average_cut: [Option<f64>; 3], "", "Mean points before the cut (0 to 70), for the distance (0 to 15) and after the cut (0 to 30)"
            => BEFORE_CUT with right_average_cut "Before the cut, of 70" (|[before, ..]| points(before)) part high
            => DISTANCE with right_average_cut "Distance, of 15" (|[_, distance, _]| points(distance)) part high
            => AFTER_CUT with right_average_cut "After the cut, of 30" (|[.., after]| points(after)) part high;
        right_average_cut: [Option<f64>; 3], "", "The same of the right hand";
        grid_acc: [Option<f64>; GRID_CELLS], "", "Mean cut score in each place, layer × 4 + line from the bottom left";
        fc_acc: f64, "", "The accuracy without mistakes, by how well everything else was cut; 0 to 1"
            => WITHOUT_MISTAKES "Without mistakes" (Cell::accuracy) part;
    }
}

/// The points that labels name are those of the rules.
const _: () = {
    let CutRule { before: (_, before), distance, after: (_, after), .. } = CutRule::NORMAL;
    assert!(MAX_CUT_SCORE == 115 && before == 70 && distance == 15 && after == 30);
};

fn points(mean: Option<f64>) -> Option<Cell> {
    mean.map(|points| Cell::number(points, 2))
}

fn swing(rating: Option<f64>) -> Option<Cell> {
    rating.map(|rating| Cell { share: None, ..Cell::percent(100.0 * rating) })
}

/// Adds it up.
#[derive(Default)]
pub(super) struct AccuracyCounter {
    hands: Hands<CutMeans>,
    grid: [Mean; GRID_CELLS],
}

/// Means of a hand's good cuts.
#[derive(Clone, Copy, Default)]
struct CutMeans {
    acc: Mean,
    before: Mean,
    distance: Mean,
    after: Mean,
    preswing: Mean,
    postswing: Mean,
    time_dependence: Mean,
}

/// Ratings from here on are no swings but faults of the recording.
const INSANE_RATING: f32 = 5.0;

impl AccuracyCounter {
    pub(super) fn note(&mut self, note: &PlayedNote) {
        let Some(cut) = note.note.cut.as_ref().filter(|_| note.is_good()) else { return };
        let (rule, score) = (note.rule, note.score);
        let means = self.hands.of(note.hand);
        if note.has_distance() {
            // A chain head gives no points for the swing after the cut; these count as given, so all are of 115.
            let missing = MAX_CUT_SCORE.saturating_sub(note.max_points);
            means.acc.add(note.points().saturating_add(missing));
            means.distance.add(score.distance);
            means.time_dependence.add(cut.cut_normal.z.abs());
            if let Some(cell) = self.grid.get_mut(note.cell()) {
                cell.add(note.points());
            }
        }
        // Swings count where points depend on them.
        if rule.before.0 < rule.before.1 && cut.before_cut_rating < INSANE_RATING {
            means.before.add(score.before);
            means.preswing.add(cut.before_cut_rating);
        }
        if rule.after.0 < rule.after.1 && cut.after_cut_rating < INSANE_RATING {
            means.after.add(score.after);
            means.postswing.add(cut.after_cut_rating);
        }
    }

    /// How many cuts the mean of each place stands for.
    pub(super) fn grid_cuts(&self) -> [u32; GRID_CELLS] {
        self.grid.map(Mean::count)
    }

    pub(super) fn finish(self, fc_acc: f64) -> AccuracyTracker {
        let Hands { left, right } = self.hands;
        let average_cut =
            |hand: CutMeans| [hand.before, hand.distance, hand.after].map(Mean::value);
        AccuracyTracker {
            acc_left: left.acc.value(),
            acc_right: right.acc.value(),
            left_preswing: left.preswing.value(),
            right_preswing: right.preswing.value(),
            left_postswing: left.postswing.value(),
            right_postswing: right.postswing.value(),
            left_time_dependence: left.time_dependence.value(),
            right_time_dependence: right.time_dependence.value(),
            left_average_cut: average_cut(left),
            right_average_cut: average_cut(right),
            grid_acc: self.grid.map(Mean::value),
            fc_acc,
        }
    }
}
