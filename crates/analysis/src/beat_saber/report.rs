//! The statistics of a replay in BeatLeader's shape.

use ghostreel_formats::bsor::View;
use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::accuracy_tracker::{AccuracyCounter, AccuracyTracker};
use super::details::{DetailCounter, Details};
use super::energy::Energy;
use super::full_combo::FullCombo;
use super::hit_tracker::{HitCounter, HitTracker};
use super::modifiers::Modifiers;
use super::played_note::PlayedNote;
use super::score_graph_tracker::ScoreGraphTracker;
use super::win_tracker::WinTracker;
use super::worst_sections::lost_at;

rows! {
    /// Statistics of a replay: BeatLeader's trackers, and our own.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BeatSaberStatistics"))]
    #[serde(rename_all = "camelCase")]
    pub struct Report {
        win_tracker: WinTracker, "", "How the song ended";
        hit_tracker: HitTracker, "", "Hits and misses";
        accuracy_tracker: AccuracyTracker, "", "How well was cut";
        score_graph_tracker: ScoreGraphTracker, "", "How the accuracy went";
        details: Details, "", "Beyond BeatLeader";
    }
}

impl Report {
    /// Why something is not counted or not listed, where it is so.
    pub(crate) fn limit(&self) -> Option<&str> {
        self.details.limit.as_deref()
    }

    /// Walks over all notes and walls once, in the order of play.
    pub fn new(view: &View<'_>) -> Self {
        let work = view.budget();
        let rows = view.score_rows();
        let notes = view.notes();
        let mut hits = HitCounter::default();
        let mut accuracy = AccuracyCounter::default();
        let mut details = DetailCounter::default();
        let mut full_combo = FullCombo::default();
        for (at, row) in rows.iter().enumerate().take_while(|_| work.spend(1)) {
            let note = row.note.and_then(|note| notes.get(note.place()));
            let Some(note) = note.map(PlayedNote::new) else {
                if row.wall.is_some() {
                    details.wall(row.time);
                } else if row.mistake {
                    details.lost_combo(row.time);
                }
                continue;
            };
            hits.note(&note);
            accuracy.note(&note);
            details.note(&note, lost_at(&rows, at));
            full_combo.note(&note, row);
        }
        let last = rows.last();
        let energy = Energy::new(view.info(), &rows);
        let win_tracker = WinTracker::new(view, &rows, energy);
        let score_graph_tracker = ScoreGraphTracker::new(&rows, win_tracker.end_time);
        let mut details = details.finish(view.info(), &rows, energy, accuracy.grid_cuts(), &work);
        let other_limits = || {
            let graph = score_graph_tracker.limit(win_tracker.end_time);
            graph.or_else(|| Modifiers::limit(view.info()))
        };
        details.limit = details.limit.or_else(other_limits);
        Self {
            win_tracker,
            hit_tracker: hits.finish(last),
            accuracy_tracker: accuracy.finish(full_combo.accuracy),
            score_graph_tracker,
            details,
        }
    }
}
