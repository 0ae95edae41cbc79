//! Where points were lost, over the time of the song and note by note, as a timeline shows them.

use ghostreel_formats::bsor::View;
use serde::Serialize;

use super::hand::Hand;
use super::patterns::{PatternCounter, PatternNotes};
use super::played_note::PlayedNote;
use super::worst_sections::lost_at;

/// Where points were lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LostPoints {
    /// Whether sections are bars of the map; they are whole seconds of the song otherwise.
    pub by_bars: bool,
    /// The sections in which points were lost, by time.
    pub sections: Vec<LostSection>,
    /// The notes of each pattern.
    pub patterns: PatternNotes,
}

/// A section of the song in which points were lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostSection {
    /// Where it begins, in seconds of the song.
    pub start: f64,
    /// Where the next one begins.
    pub end: f64,
    /// Points that were not scored with notes of the left hand, of those that could have been: the multiplier's losses, too.
    pub left: i32,
    /// As `left`.
    pub right: i32,
}

/// Where a replay lost points. `bars`: where the bars of its map begin, if the map is at hand.
pub fn lost_points(view: &View<'_>, bars: Option<&[f32]>) -> LostPoints {
    let work = view.budget();
    let rows = view.score_rows();
    let notes = view.notes();
    let bars = bars.filter(|bars| !bars.is_empty());
    let mut sections = Vec::<LostSection>::new();
    let mut patterns = PatternCounter::<u32>::default();
    for (at, row) in rows.iter().enumerate().take_while(|_| work.spend(1)) {
        let Some(index) = row.note else { continue };
        let Some(note) = notes.get(index.place()).map(PlayedNote::new) else { continue };
        let lost = lost_at(&rows, at);
        patterns.note(index.row(), &note, lost);
        if lost <= 0 || !row.time.is_finite() {
            continue;
        }
        let (start, end) = bars.map_or_else(|| second_of(row.time), |bars| bar_of(bars, row.time));
        if sections.last().is_none_or(|last| last.start < start) {
            sections.push(LostSection { start, end, left: 0, right: 0 });
        }
        let Some(section) = sections.last_mut() else { continue };
        let sum = match note.hand {
            Hand::Left => &mut section.left,
            Hand::Right => &mut section.right,
        };
        *sum = sum.saturating_add(lost);
    }
    LostPoints { by_bars: bars.is_some(), sections, patterns: patterns.list() }
}

/// The whole second that a time is in.
fn second_of(time: f32) -> (f64, f64) {
    let start = f64::from(time.floor());
    (start, start + 1.0)
}

/// The bar that a time is in; before the first and after the last one, as if bars went on.
fn bar_of(bars: &[f32], time: f32) -> (f64, f64) {
    let next = bars.partition_point(|bar| *bar <= time);
    let begin = |bar: Option<&f32>| bar.copied().map(f64::from);
    let start = next.checked_sub(1).and_then(|at| begin(bars.get(at)));
    let end = begin(bars.get(next));
    let start = start.unwrap_or_else(|| f64::from(time).min(end.unwrap_or(0.0)));
    (start, end.unwrap_or(start + 1.0))
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::core::DecodeOptions;

    use super::*;
    use crate::beat_saber::Report;

    fn lost(bars: Option<&[f32]>) -> (LostPoints, Report) {
        let bytes = ghostreel_formats::sample("beat-saber", None, 1).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        (lost_points(&view, bars), Report::new(&view))
    }

    #[test]
    fn the_losses_of_all_sections_are_those_of_the_score() {
        let bars: Vec<f32> = (0..40_u8).map(|bar| f32::from(bar) * 1.5).collect();
        for bars in [None, Some(&bars[..])] {
            let (lost, report) = lost(bars);
            let sum: i32 = lost.sections.iter().map(|section| section.left + section.right).sum();
            assert_eq!(sum, report.win_tracker.max_score - report.win_tracker.total_score);
            assert!(lost.sections.len() > 10 && lost.by_bars == bars.is_some());
            assert!(lost.sections.is_sorted_by(|a, b| a.end <= b.start));
            let (of_bars, first) = (bars.is_some(), lost.sections[0]);
            assert!((first.end - first.start - if of_bars { 1.5 } else { 1.0 }).abs() < 1e-6);
        }
    }

    #[test]
    fn the_notes_of_a_pattern_are_as_many_as_are_counted() {
        let (LostPoints { patterns, .. }, report) = lost(None);
        let counted = &report.details.patterns;
        assert_eq!(patterns.crossovers.len(), counted.crossovers.notes as usize);
        assert_eq!(patterns.streams.len(), counted.streams.notes as usize);
        let directions = patterns.directions.each_ref().map(Vec::len);
        assert_eq!(directions, counted.directions.map(|count| count.notes as usize));
        assert!(directions[1] > 10);
    }

    #[test]
    fn bars_go_on_before_the_first_and_after_the_last() {
        let bars = [1.0, 2.0, 4.0];
        assert_eq!(bar_of(&bars, 1.0), (1.0, 2.0));
        assert_eq!(bar_of(&bars, 3.9), (2.0, 4.0));
        assert_eq!(bar_of(&bars, 0.25), (0.25, 1.0));
        assert_eq!(bar_of(&bars, 4.5), (4.0, 5.0));
    }
}
