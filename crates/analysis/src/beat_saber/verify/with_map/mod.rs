//! A play beside its map, cut by cut: where each note was when it was cut, from the map, the jump and the head, and the result of the recorded motion for
//! it. The game's record follows from that to the precision of its numbers. `docs/verification.md` says what is checked, and what is not.

mod cuts;
mod differences;
mod explain;
mod hit_box;
pub mod limits;
mod not_checked;
mod omissions;
mod play;
mod ratings;
mod rule;
mod rules;
mod surroundings;

use std::collections::BTreeMap;

use ghostreel_beatmap::flight::Neighbours;
use ghostreel_beatmap::{Beatmap, Difficulty, Map};
use ghostreel_formats::bsor::scoring::{ScoreRow, time_without_energy};
use ghostreel_formats::bsor::{EventType, Note, View};
use ghostreel_formats::{AnyView, GameView};
use serde::Serialize;

use super::cut_checks::{CutProperty, has_details};
use super::frames::Frames;
use super::points::{RecordedScore, ShownBy};
use super::{Discrepancy, Motion, RAISED, is_converted, is_raised, verify_and};
use crate::beat_saber::map::{MapMatch, NotCompared, as_scored, judged_difficulty, match_map};
use crate::beat_saber::verdict::Verdict;

pub use differences::{Differences, NoteDifference};
pub use explain::{ExplainedNote, ExplainedParts};
pub use not_checked::NotChecked;
pub use omissions::{Omission, OmissionKind};
pub use rule::Rule;
pub use rules::TriedRule;

use cuts::CutsByMap;
use explain::{as_recomputed, the_lower};
use omissions::Contact;
use play::Play;
use rules::TriedRules;
use surroundings::Surroundings;

/// A replay with its map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WithMap {
    /// Whether its motion fits its cuts, and its cuts the map's notes.
    pub motion: Motion,
    /// Which notes of the map it has.
    pub map: MapMatch,
    /// The play note by note, in the order of the file, then the notes that are missing; the first
    /// 50,000 and 1,000.
    #[serde(skip)]
    pub notes: Vec<ExplainedNote>,
}

/// The findings that need the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ByMap {
    /// How many good cuts were checked against their notes.
    pub checked: usize,
    /// How many of them are off in at least one way.
    pub notes_off: usize,
    /// How many good cuts were not checked, by the reason.
    pub not_checked: Vec<(NotChecked, usize)>,
    /// Rules that no real file at hand has shown, and how these cuts fit them.
    pub tried: Vec<TriedRule>,
    /// Why no cut counts for the verdict, as a sentence.
    pub reason: Option<String>,
    /// The omissions of the replay, by kind and time; the first 1,000 of each kind. It changes no verdict.
    pub passed: Vec<Omission>,
    /// The score from the notes' places and the motion.
    pub score: ScoreByMap,
}

/// Score, combo and energy, recorded and from scratch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreByMap {
    /// The score in the file.
    pub recorded: i32,
    /// The score by map and motion, with a miss for each note that is missing, and nothing for invented ones.
    pub recomputed: i32,
    /// The score of the cuts as recorded, with a miss for each note that is missing, and nothing for invented ones.
    pub by_events: i32,
    /// Good cuts whose points are others than the recorded ones.
    pub notes_differ: usize,
    /// The longest combo by the events in the file.
    pub recorded_combo: i32,
    /// The same by map and motion.
    pub combo: i32,
    /// The energy left at the end, by the events in the file.
    pub recorded_energy: f32,
    /// The same by map and motion.
    pub energy: f32,
    /// When the run failed by the file, in seconds of the song; `None` if it did not.
    pub recorded_fail: Option<f32>,
    /// When the energy came to nothing by map and motion; `None` if it did not.
    pub fail: Option<f32>,
}

impl ByMap {
    /// The outcome of the rules that were tried, as a sentence; `None` if none were.
    pub fn tried_summary(&self) -> Option<String> {
        rules::summary(&self.tried)
    }
}

impl ScoreByMap {
    /// The most that the cuts are worth, as recorded or as recomputed.
    pub(super) fn worth(&self) -> i32 {
        self.recomputed.max(self.by_events)
    }
}

/// Checks a replay of any format against the map that it was played on: a server calls it at upload.
///
/// # Errors
/// If it is no replay of Beat Saber, or was played on another map, or the map does not have its difficulty, or the file does not say when notes were to be cut.
pub fn verify_with_map(view: &AnyView<'_>, map: &Map) -> Result<WithMap, NotCompared> {
    let GameView::Bsor(view) = view.game_view() else { return Err(NotCompared::OtherGame) };
    let difficulty = judged_difficulty(view.info(), map)?;
    if !has_times(view) {
        return Err(NotCompared::NoTimes);
    }
    Ok(verify_with_difficulty(view, difficulty, map.info.bpm))
}

/// Whether notes have times of their own: in files converted from a format without them, no cut has details either, and all are just in time.
fn has_times(view: &View<'_>) -> bool {
    let mut cuts = view.notes().iter().filter(|note| note.cut.is_some()).peekable();
    let is_without = |note: Note| {
        note.head.spawn_time == note.head.event_time
            && note.cut.is_some_and(|cut| !has_details(&cut))
    };
    cuts.peek().is_none() || !cuts.all(is_without)
}

fn verify_with_difficulty(view: &View<'_>, difficulty: &Difficulty, bpm: f32) -> WithMap {
    let map = match_map(view, difficulty);
    let frames = Frames::of(view);
    let work = view.budget();
    let nothing = Beatmap::default();
    let beatmap = difficulty.beatmap.as_ref().unwrap_or(&nothing);
    let is_mirrored = view.info().left_handed != 0;
    let mirrored = is_mirrored.then(|| beatmap.clone().mirrored());
    let beatmap = mirrored.as_ref().unwrap_or(beatmap);
    let neighbours = Neighbours::of(&map.played, beatmap);
    let surroundings = Surroundings::of(&map.played, &neighbours, beatmap);
    let play = Play::of(view, difficulty, bpm);
    let cuts = play.as_ref().ok().map(|play| CutsByMap {
        frames: &frames,
        play,
        targets: &map.played,
        surroundings: &surroundings,
        work: &work,
    });
    let tried = match (&play, &cuts) {
        (Ok(play), Some(cuts)) => TriedRules::on(view, &map, &play.rules, cuts),
        _ => TriedRules::default(),
    };
    let known = match (&play, &tried.failed) {
        (Ok(play), None) => Ok(play),
        (Ok(_), Some(why)) => Err(why.clone()),
        (Err(why), _) => Err((*why).to_owned()),
    };
    let mut seen = MapChecks::default();
    let mut motion = verify_and(view, &frames, |index, note, off| {
        seen.look(cuts.as_ref(), &tried, &map, index, note, off);
    });
    if let Ok(play) = known {
        let bombs = omissions::bombs(view, beatmap, &neighbours, play, &frames, &work);
        let walls = omissions::walls(view, beatmap, play, &frames, &work);
        for Contact { omission, is_deep } in bombs.into_iter().chain(walls) {
            seen.mistakes.push(omission.time);
            seen.passed.extend(is_deep.then_some(omission));
        }
        seen.passed.sort_by(|a, b| a.what.cmp(&b.what).then(a.time.total_cmp(&b.time)));
    }
    let reason = if work.stopped().is_some() {
        Some("The file holds more than any game that was ever played.".to_owned())
    } else if is_converted(view.info()) {
        Some(
            "It was converted from another format, whose cuts need not be those of its frames."
                .to_owned(),
        )
    } else if let Err(why) = known {
        Some(why)
    } else if seen.checked < limits::FEWEST_CUTS {
        let (checked, needed) = (seen.checked, limits::FEWEST_CUTS);
        Some(format!(
            "{checked} of its good cuts could be checked against the map; at least {needed} are needed."
        ))
    } else {
        None
    };
    let are_off = seen.notes_off.saturating_mul(limits::ALLOWED_ONE_OF) > seen.checked;
    let score = seen.score(view, &map);
    let is_raised = is_raised(score.recorded, score.worth(), 0);
    motion.score = seen.shown(view, &map, motion.score, reason.is_none());
    if motion.verdict == Verdict::Inconsistent || (reason.is_none() && (are_off || is_raised)) {
        motion.verdict = Verdict::Inconsistent;
        let of_cuts = seen.suggests().filter(|_| are_off);
        motion.suggests = motion.suggests.or(of_cuts).or(is_raised.then_some(RAISED));
        motion.reason = None;
    } else {
        let shown = || (!motion.score.is_confirmed()).then(|| motion.score.summary(true));
        motion.reason = reason.clone().or_else(shown);
        motion.verdict = match motion.reason {
            None => Verdict::Consistent,
            Some(_) => Verdict::NotEnoughData,
        };
    }
    motion.by_map = Some(ByMap {
        checked: seen.checked,
        notes_off: seen.notes_off,
        not_checked: NotChecked::ALL
            .iter()
            .filter_map(|why| Some((*why, seen.not_checked.get(why).copied()?)))
            .collect(),
        tried: tried.list,
        reason,
        passed: std::mem::take(&mut seen.passed),
        score,
    });
    let missing = map.missing_notes.iter();
    seen.notes.extend(missing.map(|note| ExplainedNote::missing(note.time_s, note.note_id)));
    WithMap { motion: motion.in_words(view), notes: seen.notes, map }
}

impl WithMap {
    /// The faults, as sentences; empty if there are none.
    pub fn findings(&self) -> Vec<String> {
        self.motion.finding.clone().into_iter().chain(self.map.finding()).collect()
    }

    /// The conclusion from motion and map together.
    pub fn verdict(&self) -> Verdict {
        let both = [self.motion.verdict, self.map.verdict];
        match both {
            _ if both.contains(&Verdict::Inconsistent) => Verdict::Inconsistent,
            _ if both.contains(&Verdict::NotEnoughData) => Verdict::NotEnoughData,
            _ => Verdict::Consistent,
        }
    }
}

/// The counts so far.
#[derive(Debug, Default)]
struct MapChecks {
    checked: usize,
    notes_off: usize,
    not_checked: BTreeMap<NotChecked, usize>,
    /// How many notes are off in each way.
    counts: BTreeMap<CutProperty, usize>,
    /// Notes as map and motion give them, where those are known.
    recomputed: BTreeMap<usize, Note>,
    passed: Vec<Omission>,
    /// When bombs and walls were met that the replay has no event of.
    mistakes: Vec<f32>,
    notes_differ: usize,
    notes: Vec<ExplainedNote>,
}

impl MapChecks {
    fn look(
        &mut self,
        cuts: Option<&CutsByMap<'_, '_>>,
        tried: &TriedRules,
        map: &MapMatch,
        index: usize,
        note: &Note,
        off: &mut Vec<Discrepancy>,
    ) {
        let target = map.targets.get(index).copied().flatten();
        let known = map.target(target);
        let note = &known.map_or(*note, |known| as_scored(*note, known));
        let by_map = cuts.map_or(Err(NotChecked::Place), |cuts| cuts.recompute(note, target));
        let is_good = note.event_type() == Some(EventType::Good);
        let refused = cuts.and_then(|cuts| tried.refused(cuts.rule(target)));
        let not_checked = by_map.as_ref().err().copied().or(refused);
        let counted = by_map.as_ref().ok().filter(|_| refused.is_none());
        if let (Some(cuts), Some(target), Some(by_map), true) = (cuts, known, counted, is_good) {
            self.judge(cuts.compare(index, note, target, by_map), off);
        } else if let (Some(why), true) = (not_checked, is_good) {
            let count = self.not_checked.entry(why).or_default();
            *count = count.saturating_add(1);
        }
        let cuts = cuts.filter(|_| tried.failed.is_none());
        if let Some((by, place)) = cuts.and_then(|cuts| cuts.passed(note, target))
            && self.passed.len() < limits::LISTED
        {
            let frame = cuts.and_then(|cuts| cuts.frames.in_file(place));
            let time = note.head.spawn_time;
            self.passed.push(Omission {
                what: OmissionKind::Miss,
                time,
                note: Some(index),
                frame,
                by,
            });
        }
        let ways: Vec<CutProperty> = off.iter().map(|off| off.what).collect();
        let recomputed = counted.map_or(*note, |by_map| as_recomputed(note, by_map, &ways));
        let by_map = by_map.as_ref().ok();
        let row = ExplainedNote::of(index, note, known, by_map, not_checked, &recomputed, ways);
        if is_good && row.recorded != row.recomputed {
            self.notes_differ = self.notes_differ.saturating_add(1);
        }
        if self.notes.len() < limits::EXPLAINED {
            self.notes.push(row);
        }
        if counted.is_some() && is_good {
            self.recomputed.insert(index, recomputed);
        }
    }

    /// Counts a cut that was checked, and adds what is off about it and not known yet.
    fn judge(&mut self, found: Vec<Discrepancy>, off: &mut Vec<Discrepancy>) {
        self.checked = self.checked.saturating_add(1);
        if !found.is_empty() {
            self.notes_off = self.notes_off.saturating_add(1);
        }
        for found in found {
            let count = self.counts.entry(found.what).or_default();
            *count = count.saturating_add(1);
            if !off.iter().any(|known| known.what == found.what) {
                off.push(found);
            }
        }
    }

    /// An explanation of most of the cuts that are off.
    fn suggests(&self) -> Option<&'static str> {
        let is_most = |ways: &[CutProperty]| {
            ways.iter().any(|way| {
                let count = self.counts.get(way).copied().unwrap_or(0);
                count.saturating_mul(2) > self.notes_off
            })
        };
        if is_most(&[CutProperty::OutOfReach]) {
            Some(
                "Blades did not meet the notes: cuts were added or put on other notes, or the motion is of another play.",
            )
        } else if is_most(&[CutProperty::NotePlace]) {
            Some(
                "Notes were elsewhere when they were cut: times were shifted, or cuts were put on other notes.",
            )
        } else if is_most(&[
            CutProperty::CutDistance,
            CutProperty::BeforeCutRating,
            CutProperty::AfterCutRating,
        ]) {
            Some("Cuts were worth less than recorded: the score was changed.")
        } else if is_most(&[
            CutProperty::SaberType,
            CutProperty::CutDirection,
            CutProperty::CutFlags,
        ]) {
            Some("Bad cuts were made good.")
        } else {
            None
        }
    }

    /// The evidence of the recorded score. Where cuts count, the motion shows them; all others the map has, or nothing does. What the replay leaves out
    /// counts as a mistake.
    fn shown(
        &self,
        view: &View<'_>,
        map: &MapMatch,
        score: RecordedScore,
        cuts_count: bool,
    ) -> RecordedScore {
        let recomputed = |index| self.recomputed.get(&index).filter(|_| cuts_count);
        let rows = map.score_rows(view, &self.mistakes, |index, note| {
            recomputed(index).map_or(note, |recomputed| the_lower(note, recomputed))
        });
        score.shown_in(&rows, |note| match note {
            Some(note) if recomputed(note.place()).is_some() => ShownBy::Motion,
            Some(_) => ShownBy::Map,
            None => ShownBy::Nothing,
        })
    }

    /// The score by the recomputed cuts, beside that by the recorded events.
    fn score(&self, view: &View<'_>, map: &MapMatch) -> ScoreByMap {
        let info = view.info();
        let rows = map.score_rows(view, &[], |index, note| {
            self.recomputed.get(&index).copied().unwrap_or(note)
        });
        let recorded = map.score_rows(view, &[], |_, note| note);
        let combo = |rows: &[ScoreRow]| rows.last().map_or(0, |row| row.max_combo);
        let energy = |rows: &[ScoreRow]| rows.last().and_then(|row| row.energy).unwrap_or_default();
        ScoreByMap {
            recorded: info.score,
            recomputed: rows.last().map_or(0, |row| row.score),
            by_events: map.score_by_map,
            notes_differ: self.notes_differ,
            recorded_combo: combo(&recorded),
            combo: combo(&rows),
            recorded_energy: energy(&recorded),
            energy: energy(&rows),
            recorded_fail: info.failed().then_some(info.fail_time),
            fail: time_without_energy(&rows),
        }
    }
}
