//! How the accuracy went: BeatLeader's `scoreGraphTracker`.

use ghostreel_formats::bsor::scoring::ScoreRow;
use ghostreel_formats::timeline::rows;
use serde::Serialize;

rows! {
    /// BeatLeader's `scoreGraphTracker`.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct ScoreGraphTracker {
        graph: Vec<f64>, "", "The mean of the running accuracy in each whole second of the song, 0 to 1. A second without notes has that of the one before, and the first one 1. Empty where the accuracy is not known";
    }
}

/// Seconds that the graph has at most: six hours. No song is as long.
const MAX_SECONDS: u32 = 6 * 60 * 60;

impl ScoreGraphTracker {
    /// `end_time` is the time of the last frame.
    pub(super) fn new(rows: &[ScoreRow], end_time: f32) -> Self {
        if rows.iter().any(|row| row.max_score.is_none()) {
            return Self::default();
        }
        let seconds =
            (1..=MAX_SECONDS).take_while(|second| f64::from(*second) <= f64::from(end_time));
        let mut rest = rows;
        let mut before = 1.0;
        let mean_until = |second: u32| {
            let count = rest.partition_point(|row| f64::from(row.time) < f64::from(second));
            let (now, later) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            rest = later;
            let mean = now.iter().filter_map(ScoreRow::accuracy).sum::<f64>() / count.max(1) as f64;
            if mean != 0.0 {
                before = mean;
            }
            before
        };
        Self { graph: seconds.map(mean_until).collect() }
    }

    /// Why the graph ends before the song, where it does.
    pub(super) fn limit(&self, end_time: f32) -> Option<String> {
        let is_cut =
            self.graph.len() >= MAX_SECONDS as usize && end_time >= MAX_SECONDS as f32 + 1.0;
        is_cut.then(|| {
            format!("limit: the song goes on beyond {MAX_SECONDS} s, where the score graph ends")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `score`: of 1000.
    fn row(time: f32, score: i32) -> ScoreRow {
        ScoreRow { time, score, max_score: Some(1000), ..ScoreRow::default() }
    }

    #[test]
    fn seconds_without_notes_repeat_the_one_before() {
        let rows = [row(-0.5, 800), row(1.0, 600), row(1.5, 800), row(3.9, 0), row(9.0, 500)];
        let graph = |end| ScoreGraphTracker::new(&rows, end).graph;
        let close = |a: &[f64], b: &[f64]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
        };
        assert!(close(&graph(5.9), &[0.8, 0.7, 0.7, 0.7, 0.7]), "{:?}", graph(5.9));
        assert!(graph(0.9).is_empty());
        assert_eq!(ScoreGraphTracker::new(&[], 2.0).graph, [1.0, 1.0]);
        let unknown = ScoreRow { max_score: None, ..row(0.5, 0) };
        assert!(ScoreGraphTracker::new(&[unknown], 2.0).graph.is_empty());
    }

    #[test]
    fn it_ends_with_the_longest_song() {
        let longest = MAX_SECONDS as f32;
        for (end, length, is_cut) in [
            (f32::NAN, 0, false),
            (-3.0, 0, false),
            (longest, MAX_SECONDS, false),
            (longest + 1.0, MAX_SECONDS, true),
            (f32::INFINITY, MAX_SECONDS, true),
        ] {
            let tracker = ScoreGraphTracker::new(&[], end);
            assert_eq!(tracker.graph.len(), length as usize, "{end}");
            assert_eq!(tracker.limit(end).is_some(), is_cut, "{end}");
        }
    }
}
