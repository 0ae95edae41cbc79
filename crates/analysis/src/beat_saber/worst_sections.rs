//! Where most of the points were lost.

use std::ops::Range;

use ghostreel_formats::bsor::scoring::ScoreRow;
use ghostreel_formats::core::work::Budget;
use serde::Serialize;

/// A section is at most so long, in seconds of the song: as much as one repeats in practice.
pub const SECTION_SECONDS: f32 = 8.0;

/// So many are listed at most.
const MOST: usize = 5;

/// A part of the song in which points were lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Section {
    /// Its first note or wall, in seconds of the song.
    pub start: f64,
    /// Its last one.
    pub end: f64,
    /// Points that were not scored in it, of those that could have been: the multiplier's losses, too.
    pub lost: i32,
}

/// The sections that cost most, the worst first; no two share a note.
pub(super) fn worst_sections(rows: &[ScoreRow], work: &Budget) -> Vec<Section> {
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut sections = Vec::new();
    while sections.len() < MOST && work.spend(rows.len()) {
        let Some((section, lost)) = costliest(rows, &taken) else { break };
        let time = |row: usize| rows.get(row).map_or(0.0, |row| f64::from(row.time));
        let (start, end) = (time(section.start), time(section.end.saturating_sub(1)));
        sections.push(Section { start, end, lost });
        taken.push(section);
    }
    sections
}

/// The points that were lost at a row.
pub(super) fn lost_at(rows: &[ScoreRow], row: usize) -> i32 {
    let all = |row: Option<&ScoreRow>| {
        row.and_then(|row| Some(row.max_score?.saturating_sub(row.score))).unwrap_or_default()
    };
    let before = row.checked_sub(1).and_then(|before| rows.get(before));
    all(rows.get(row)).saturating_sub(all(before))
}

/// The rows that are free, within a section's length, and cost most; the fewest of those that do.
fn costliest(rows: &[ScoreRow], taken: &[Range<usize>]) -> Option<(Range<usize>, i32)> {
    let mut best: Option<(Range<usize>, i32)> = None;
    let (mut from, mut sum) = (0, 0_i32);
    for (to, row) in rows.iter().enumerate() {
        if taken.iter().any(|taken| taken.contains(&to)) || !row.time.is_finite() {
            (from, sum) = (to.saturating_add(1), 0);
            continue;
        }
        sum = sum.saturating_add(lost_at(rows, to));
        while let Some(first) = rows.get(from).filter(|_| from < to) {
            let gone = lost_at(rows, from);
            if gone > 0 && row.time - first.time <= SECTION_SECONDS {
                break;
            }
            (from, sum) = (from.saturating_add(1), sum.saturating_sub(gone));
        }
        if sum > best.as_ref().map_or(0, |(_, most)| *most) {
            best = Some((from..to.saturating_add(1), sum));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows at these times that lose so much each, of 100.
    fn rows(played: &[(f32, i32)]) -> Vec<ScoreRow> {
        let (mut score, mut max_score) = (0, 0);
        let row = |&(time, lost): &(f32, i32)| {
            (score, max_score) = (score + 100 - lost, max_score + 100);
            ScoreRow { time, score, max_score: Some(max_score), ..ScoreRow::default() }
        };
        played.iter().map(row).collect()
    }

    fn worst(played: &[(f32, i32)]) -> Vec<(f64, f64, i32)> {
        let sections = worst_sections(&rows(played), &Budget::for_input(1 << 20, None));
        sections.iter().map(|section| (section.start, section.end, section.lost)).collect()
    }

    #[test]
    fn the_costliest_eight_seconds_come_first_and_share_no_note() {
        let played = [(1.0, 0), (2.0, 40), (3.0, 60), (11.0, 30), (12.0, 90), (30.0, 10)];
        assert_eq!(worst(&played), [(11.0, 12.0, 120), (2.0, 3.0, 100), (30.0, 30.0, 10)]);
        assert_eq!(worst(&[(1.0, 0), (2.0, 0)]), []);
        assert_eq!(worst(&[]), []);
    }

    #[test]
    fn times_that_make_no_sense_do_no_harm() {
        let played = [(f32::NAN, 50), (3.0, 20), (f32::INFINITY, 5), (-1e30, 7), (2.0, 1)];
        let long_ago = f64::from(-1e30_f32);
        assert_eq!(worst(&played), [(3.0, 3.0, 20), (long_ago, long_ago, 7), (2.0, 2.0, 1)]);
    }
}
