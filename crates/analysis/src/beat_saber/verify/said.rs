//! The findings in sentences and lines, for all who show them.

use ghostreel_formats::bsor::{NoteId, View};
use serde::Serialize;

use super::{CutProperty, Discrepancy, Motion, RAISED};
use crate::beat_saber::verdict::Verdict;
use crate::words::grouped;

/// Lines of a kind that are shown.
const SHOWN: usize = 200;

/// The findings about a replay, in lines for its player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    /// The conclusion.
    pub verdict: Verdict,
    /// The same in sentences.
    pub said: String,
    /// Notes whose cuts do not follow from the motion.
    pub notes: Vec<Line>,
    /// How many of these there are besides.
    pub notes_left_out: usize,
    /// How the replay and its map fit, in sentences; `None` without a map.
    pub beside_map: Option<String>,
    /// Notes with other points by the map.
    pub differences: Vec<Line>,
    /// How many of these there are besides.
    pub differences_left_out: usize,
    /// Notes of its map that the replay leaves out.
    pub omissions: Vec<Line>,
    /// How many of these there are besides.
    pub omissions_left_out: usize,
    /// Further things that are worth a look.
    pub observations: Vec<Line>,
    /// How many of these there are besides.
    pub observations_left_out: usize,
}

/// A finding, and where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// When, in seconds of the song.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub time: f64,
    /// Which note of the file, from 0; `None` if it is about no note.
    pub note: Option<usize>,
    /// In a few words.
    pub said: String,
}

impl Motion {
    /// The same with its sentences, which follow from all the rest.
    #[must_use]
    pub(super) fn in_words(self, view: &View<'_>) -> Self {
        let (finding, said) = (self.wrong(view), self.sentences());
        Self { finding, said, ..self }
    }

    /// The faults; `None` unless the motion is inconsistent.
    fn wrong(&self, view: &View<'_>) -> Option<String> {
        if self.verdict != Verdict::Inconsistent {
            return None;
        }
        let Self { notes_off, checked, score, by_map, .. } = self;
        let first = self.notes_off(view).next().map(|(time, note, ways)| {
            format!("The first: {} ({}): {}.", name_of(view, note), clock(time), in_one(&ways))
        });
        let of_cuts = (*notes_off > 0).then(|| {
            let (off, all) = (grouped(*notes_off), grouped(*checked));
            format!("{off} of {all} good cuts do not match the saber motion.")
        });
        let worth = by_map.as_ref().map_or(score.by_events, |by_map| by_map.score.worth());
        let of_score = (self.suggests == Some(RAISED)).then(|| {
            let (recorded, worth) = (grouped(score.recorded), grouped(worth));
            format!("The file says {recorded} points, its cuts are worth {worth}.")
        });
        let suggests = self.suggests.map(str::to_owned);
        let said: Vec<String> =
            [of_cuts, first, of_score, suggests].into_iter().flatten().collect();
        Some(said.join(" "))
    }

    /// Sentences on how many of its cuts fit, and on what shows its points.
    fn sentences(&self) -> Vec<String> {
        let Self { verdict, checked, notes_off, by_map, score, .. } = self;
        let of_motion =
            (*verdict != Verdict::Inconsistent && *checked > 0).then(|| match notes_off {
                0 => format!("All {} good cuts match the saber motion.", grouped(*checked)),
                off => {
                    let (fit, all) = (grouped(checked.saturating_sub(*off)), grouped(*checked));
                    format!("{fit} of {all} good cuts match the saber motion.")
                }
            });
        let of_map = by_map.as_ref().filter(|by_map| by_map.reason.is_none()).map(|by_map| {
            let fit = by_map.checked.saturating_sub(by_map.notes_off);
            let differ = match by_map.score.notes_differ {
                0 => "every note the same".to_owned(),
                1 => "one note with other points".to_owned(),
                count => format!("{} notes with other points", grouped(count)),
            };
            let (fit, all, score) =
                (grouped(fit), grouped(by_map.checked), grouped(by_map.score.recomputed));
            format!("Recalculated from map and motion: {score}, {differ}. {fit} of {all} good cuts are those that map and motion give.")
        });
        let of_score = match &self.reason {
            Some(reason) => reason.clone(),
            None => score.summary(by_map.is_some()),
        };
        [of_motion, of_map, Some(of_score)].into_iter().flatten().collect()
    }

    /// Notes that are off, with their times.
    fn notes_off<'m>(
        &'m self,
        view: &'m View<'_>,
    ) -> impl Iterator<Item = (f64, usize, Vec<&'m Discrepancy>)> {
        let notes = view.notes();
        let runs = self.off.chunk_by(|one, other| one.note == other.note);
        runs.filter_map(move |run| {
            let note = run.first()?.note;
            Some((notes.get(note)?.head.event_time.into(), note, run.iter().collect()))
        })
    }

    /// The findings in lines.
    pub(crate) fn in_lines(&self, view: &View<'_>) -> Findings {
        let of_note = |(time, note, ways): (f64, usize, Vec<&Discrepancy>)| {
            let said = format!("{}: {}", name_of(view, note), in_one(&ways));
            Line { time, note: Some(note), said }
        };
        let notes: Vec<Line> = self.notes_off(view).take(SHOWN).map(of_note).collect();
        let omissions = self.by_map.iter().flat_map(|by_map| &by_map.passed);
        let omissions =
            omissions.map(|one| Line { time: one.time.into(), note: one.note, said: one.said() });
        let (omissions, omissions_left_out) = shown(omissions.collect(), 0);
        let observations = self.observations.iter();
        let observations =
            observations.map(|one| Line { time: one.time, note: None, said: one.said() });
        let (observations, observations_left_out) =
            shown(observations.collect(), self.observations_left_out);
        let said = self.finding.iter().chain(&self.said).chain(&self.not_by_map);
        Findings {
            verdict: self.verdict,
            said: said.map(String::as_str).collect::<Vec<_>>().join(" "),
            notes_left_out: self.notes_off.saturating_sub(notes.len()),
            notes,
            beside_map: None,
            differences: Vec::new(),
            differences_left_out: 0,
            omissions,
            omissions_left_out,
            observations,
            observations_left_out,
        }
    }
}

#[cfg(feature = "maps")]
impl super::WithMap {
    /// The findings in lines.
    pub(crate) fn in_lines(&self, view: &View<'_>) -> Findings {
        let differences = self.differences();
        let line = |note: &super::NoteDifference| Line {
            time: note.time.into(),
            note: note.note,
            said: note.said(),
        };
        let (notes, left_out) =
            shown(differences.notes.iter().map(line).collect(), differences.notes_left_out);
        Findings {
            beside_map: Some(differences.summary),
            differences: notes,
            differences_left_out: left_out,
            ..self.motion.in_lines(view)
        }
    }
}

/// The first lines, and how many there are besides.
fn shown(mut lines: Vec<Line>, besides: usize) -> (Vec<Line>, usize) {
    let all = lines.len().saturating_add(besides);
    lines.truncate(SHOWN);
    let left_out = all.saturating_sub(lines.len());
    (lines, left_out)
}

/// `Left note, lane 2`.
fn name_of(view: &View<'_>, note: usize) -> String {
    let id: Option<NoteId> = view.notes().get(note).map(|note| note.id());
    let Some(id) = id else { return format!("Note {note}") };
    let side = match id.color {
        Some(0) => "Left note",
        Some(_) => "Right note",
        None => "Bomb",
    };
    format!("{side}, lane {}", id.line.saturating_add(1))
}

/// `cut angle 40° off, direction 137° off`.
fn in_one(ways: &[&Discrepancy]) -> String {
    let ways: Vec<String> = ways.iter().map(|way| CutProperty::said(way.what, way.by)).collect();
    ways.join(", ")
}

/// `0:10.84`.
fn clock(seconds: f64) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "no song lasts 3,000 centuries")]
    let hundredths = (seconds * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let hundredths = hundredths.saturating_abs();
    format!("{sign}{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}
