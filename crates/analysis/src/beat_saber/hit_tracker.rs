//! Hits and misses: BeatLeader's `hitTracker`.

use ghostreel_formats::bsor::EventType;
use ghostreel_formats::bsor::scoring::ScoreRow;
use serde::Serialize;

use super::MAX_CUT_SCORE;
use super::hand::{Hand, Hands};
use super::mean::Mean;
use super::played_note::PlayedNote;
use crate::sheet::Cell;
use crate::statistics::statistics;

statistics! {
    /// BeatLeader's `hitTracker`.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct HitTracker {
        max_combo: i32, "", "The longest run of notes without a mistake; bombs and walls are mistakes, too"
            => LONGEST_COMBO "Longest combo" (Cell::count);
        max_streak: u32, "", "The longest run of cuts worth 115. Chain links, bombs and walls neither count nor end it"
            => FULL_CUTS_IN_A_ROW "Cuts of 115 in a row" (Cell::count);
        #[serde(skip_serializing_if = "Option::is_none")]
        left_timing: Option<f64>, "s", "Mean seconds off the beat of good cuts, early above 0 and late below; none without any"
            => TIMING with right_timing "Timing" (|seconds| seconds.map(timing));
        #[serde(skip_serializing_if = "Option::is_none")]
        right_timing: Option<f64>, "s", "The same of the right hand";
        left_miss: u32, "", "Red notes that were not cut"
            => MISSES with right_miss "Misses" (Cell::count) low;
        right_miss: u32, "", "Blue notes that were not cut";
        left_bad_cuts: u32, "", "Bad cuts by the left hand"
            => BAD_CUTS with right_bad_cuts "Bad cuts" (Cell::count) low;
        right_bad_cuts: u32, "", "Bad cuts by the right hand";
        left_bombs: u32, "", "Always 0: a bomb has no colour, and is counted as right";
        right_bombs: u32, "", "Bombs that were hit, by either hand"
            => BOMBS "Bombs" {|hits| Cell::count(hits.left_bombs.saturating_add(hits.right_bombs))} low;
    }
}

/// Early is above 0.
fn timing(seconds: f64) -> Cell {
    let millis = 1000.0 * seconds.abs();
    let side = if seconds < 0.0 { "late" } else { "early" };
    match millis < 0.05 {
        true => Cell::text("on time"),
        false => Cell::text(format!("{millis:.1} ms {side}")),
    }
}

/// Counts a [`HitTracker`].
#[derive(Default)]
pub(super) struct HitCounter {
    timing: Hands<Mean>,
    streak: u32,
    counts: HitTracker,
}

impl HitCounter {
    pub(super) fn note(&mut self, note: &PlayedNote) {
        let counts = &mut self.counts;
        let count = match (note.event, note.hand) {
            (Some(EventType::Good), hand) => {
                if let Some(cut) = &note.note.cut {
                    self.timing.of(hand).add(cut.time_deviation);
                }
                None
            }
            (Some(EventType::Bad), Hand::Left) => Some(&mut counts.left_bad_cuts),
            (Some(EventType::Bad), Hand::Right) => Some(&mut counts.right_bad_cuts),
            (Some(EventType::Miss), Hand::Left) => Some(&mut counts.left_miss),
            (Some(EventType::Miss), Hand::Right) => Some(&mut counts.right_miss),
            (Some(EventType::Bomb), Hand::Left) => Some(&mut counts.left_bombs),
            (Some(EventType::Bomb), Hand::Right) => Some(&mut counts.right_bombs),
            (None, _) => None,
        };
        if let Some(count) = count {
            *count = count.saturating_add(1);
        }
        if note.event != Some(EventType::Bomb) && !note.is_chain_link() {
            let is_full = note.points() == MAX_CUT_SCORE;
            self.streak = if is_full { self.streak.saturating_add(1) } else { 0 };
            counts.max_streak = counts.max_streak.max(self.streak);
        }
    }

    /// The counts. `last` is the score after the last note.
    pub(super) fn finish(self, last: Option<&ScoreRow>) -> HitTracker {
        HitTracker {
            max_combo: last.map_or(0, |row| row.max_combo),
            left_timing: self.timing.left.value(),
            right_timing: self.timing.right.value(),
            ..self.counts
        }
    }
}
