//! Whether the motion of a replay fits its cuts, from the file alone: the game measures a cut in one frame, so event times, cut
//! planes and directions follow from the recorded frames to the precision of their numbers. `docs/verification.md` has the rules,
//! what they find, and what they cannot show.

mod blade;
mod compared;
mod cut_checks;
mod frames;
mod labels;
mod observe;
mod points;
mod said;
mod swing;
mod with_map;

use ghostreel_formats::bsor::{EventType, Info, Note, View};
use ghostreel_formats::core::Outcome;
use ghostreel_formats::{AnyView, GameView};
use serde::Serialize;

pub use compared::{ComparedCut, CutPlane, Vec3, compared_cut};
pub use cut_checks::{CutProperty, limits};
pub use observe::{Observation, Observed, Part, limits as observation_limits};
pub use points::RecordedScore;
pub use said::{Findings, Line};
#[cfg(test)]
pub(super) use swing::{FULL_AFTER, FULL_BEFORE};
pub use with_map::{
    ByMap, Differences, ExplainedNote, ExplainedParts, NotChecked, NoteDifference, Omission,
    OmissionKind, Rule, ScoreByMap, TriedRule, WithMap, limits as map_limits, verify_with_map,
};

use cut_checks::CutChecks;
use frames::Frames;
use observe::Observations;

use super::verdict::Verdict;

/// Fewer good cuts than this say nothing.
const FEWEST_CUTS: usize = 10;
/// Of the cuts that were checked, one of so many may be off: mods and consoles have unlisted faults.
const ALLOWED_ONE_OF: usize = 100;
/// The most points that one cut is worth.
const MOST_POINTS: i32 = 115 * 8;
/// At most so many are listed.
const LISTED: usize = 1000;

/// Something about a note that does not follow from the frames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Discrepancy {
    /// Which note of the file, from 0.
    pub note: usize,
    /// In which frame of the file, from 0; `None` if there is no frame of its time.
    pub frame: Option<u32>,
    /// The property.
    pub what: CutProperty,
    /// By how much, in the unit of [`CutProperty`].
    #[cfg_attr(test, ts(type = "number | null"))]
    pub by: f64,
}

/// Whether a score is higher than its worth, by more than faults of honest files and so many unknown cuts explain.
fn is_raised(recorded: i32, worth: i32, unknown_cuts: usize) -> bool {
    let unknown = i32::try_from(unknown_cuts).unwrap_or(i32::MAX).saturating_mul(MOST_POINTS);
    let tolerated = (worth / map_limits::SCORE_ONE_OF).max(unknown);
    recorded.saturating_abs() > worth.saturating_add(tolerated)
}

const RAISED: &str = "The score is higher than its cuts are worth.";

/// The findings about the motion of a replay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Motion {
    /// The conclusion from all checks.
    pub verdict: Verdict,
    /// How many good cuts were checked.
    pub checked: usize,
    /// How many of them are off in at least one way.
    pub notes_off: usize,
    /// How many good cuts could not be checked, as the file does not say how they were made.
    pub without_details: usize,
    /// The discrepancies, by note; the first 1,000.
    pub off: Vec<Discrepancy>,
    /// The score in the file, beside that of its events and the part of it that the motion shows.
    pub score: RecordedScore,
    /// A possible explanation, as a sentence; `None` if the motion is consistent, or nothing that is known explains it.
    pub suggests: Option<&'static str>,
    /// Why there is no other verdict, as a sentence.
    pub reason: Option<String>,
    /// Other observations, whatever the verdict: by kind and time, the first 100 of each kind.
    pub observations: Vec<Observation>,
    /// How many observations there are besides.
    pub observations_left_out: usize,
    /// The findings by the map; `None` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_map: Option<ByMap>,
    /// Why a map that is at hand says nothing, as a sentence; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_by_map: Option<String>,
    /// The faults, as sentences; `None` unless the motion is inconsistent.
    pub finding: Option<String>,
    /// A sentence on how many of its cuts fit, and one on what shows its points.
    pub said: Vec<String>,
}

/// Raised whenever the same replay may get another [`Motion`]: stored ones are worked out again.
pub const MOTION_VERSION: u32 = 7;

/// Checks every good cut of a replay against its frames.
///
/// ```
/// use ghostreel_analysis::beat_saber::{Verdict, verify};
/// use ghostreel_formats::bsor::{View, encode, sample};
/// use ghostreel_formats::core::DecodeOptions;
///
/// let mut replay = sample::generate(&sample::Options::default());
/// let verdict = |replay: &_| {
///     let file = encode(replay);
///     let view = View::open(&file[..], &DecodeOptions::STRICT).unwrap();
///     verify(&view).verdict
/// };
/// // Without the map, not all of its points are shown.
/// assert_eq!(verdict(&replay), Verdict::NotEnoughData);
/// for frame in replay.frames.iter_mut() {
///     std::mem::swap(&mut frame.left, &mut frame.right);
/// }
/// assert_eq!(verdict(&replay), Verdict::Inconsistent);
/// ```
pub fn verify(view: &View<'_>) -> Motion {
    verify_and(view, &Frames::of(view), |_, _, _| {}).in_words(view)
}

/// As [`verify`], for a replay of any format; `None` of another game's. Whether cuts of the game's further formats are those of their frames is
/// not known, so these get no other verdict than [`Verdict::NotEnoughData`].
pub fn verify_any(view: &AnyView<'_>) -> Option<Motion> {
    let GameView::Bsor(bsor) = view.game_view() else { return None };
    let motion = verify(bsor);
    if matches!(view, AnyView::Bsor(_)) {
        return Some(motion);
    }
    let name = view.format().name;
    let reason = format!("It is a {name} replay, whose cuts need not be those of its frames.");
    let score = motion.score.shown(0, 0);
    let (verdict, suggests, reason) = (Verdict::NotEnoughData, None, Some(reason));
    Some(Motion { verdict, suggests, reason, score, ..motion }.in_words(bsor))
}

/// As [`verify`], with something more that is looked for in each note.
fn verify_and(
    view: &View<'_>,
    frames: &Frames<'_>,
    mut more: impl FnMut(usize, &Note, &mut Vec<Discrepancy>),
) -> Motion {
    let work = view.budget();
    let is_there = work.spend(view.frames().len());
    let mut checks = CutChecks::new(frames, &work);
    let mut off = Vec::new();
    let (mut checked, mut notes_off, mut good) = (0_usize, 0_usize, 0_usize);
    let notes = view.notes();
    let mut follows = vec![false; notes.len()];
    let notes = notes.iter().enumerate().take_while(|_| is_there && work.spend(1));
    for (index, note) in notes {
        good = good.saturating_add(usize::from(note.event_type() == Some(EventType::Good)));
        let of_motion = checks.check(index, &note);
        let is_checked = of_motion.is_some();
        let mut discrepancies = of_motion.unwrap_or_default();
        more(index, &note, &mut discrepancies);
        if !is_checked {
            continue;
        }
        checked = checked.saturating_add(1);
        if let Some(follows) = follows.get_mut(index) {
            *follows = discrepancies.is_empty();
        }
        if !discrepancies.is_empty() {
            notes_off = notes_off.saturating_add(1);
            let room = LISTED.saturating_sub(off.len());
            off.extend(discrepancies.into_iter().take(room));
        }
    }
    let without_details = checks.without_details;
    let are_off = notes_off.saturating_mul(ALLOWED_ONE_OF) > checked;
    let reason = if work.stopped().is_some() {
        Some("The file holds more than any game that was ever played.".to_owned())
    } else if without_details > checked {
        Some(format!(
            "{without_details} good cuts lack the movement of the saber, as in files converted from another format; {checked} have it."
        ))
    } else if checked < FEWEST_CUTS {
        Some(format!(
            "It has {checked} good cuts that could be checked; at least {FEWEST_CUTS} are needed."
        ))
    } else if are_off && is_converted(view.info()) {
        Some(
            "It was converted from another format, whose cuts need not be those of its frames."
                .to_owned(),
        )
    } else {
        None
    };
    let rows = if work.stopped().is_none() { view.score_rows_by_events() } else { Vec::new() };
    let by_events = rows.last().map_or(0, |row| row.score);
    let score = RecordedScore::unconfirmed(view.info().score, by_events)
        .shown_without_map(view, &rows, &follows);
    // The points of an unchecked good cut are unknown, and one cut may be lost. A damaged file lacks more.
    let unknown_cuts = good.saturating_sub(checked).saturating_add(1);
    let is_raised =
        view.outcome() == Outcome::Ok && is_raised(score.recorded, by_events, unknown_cuts);
    let (verdict, reason) = match reason {
        None if are_off || is_raised => (Verdict::Inconsistent, None),
        None => (Verdict::NotEnoughData, Some(score.summary(false))),
        reason => (Verdict::NotEnoughData, reason),
    };
    let of_cuts = (verdict == Verdict::Inconsistent && are_off).then(|| checks.suggests(notes_off));
    let suggests =
        of_cuts.flatten().or((verdict == Verdict::Inconsistent && is_raised).then_some(RAISED));
    let seen = Observations::of(view, frames, &view.budget());
    let (observations, observations_left_out) = seen.listed();
    Motion {
        verdict,
        checked,
        notes_off,
        without_details,
        off,
        score,
        suggests,
        reason,
        observations,
        observations_left_out,
        by_map: None,
        not_by_map: None,
        finding: None,
        said: Vec::new(),
    }
}

/// Whether the info is one that no mod of BSOR writes: ScoreSaber's files do not say who played, when and on what, and the versions of its
/// plugin are not those of BeatLeader's mods, which all begin with 0. One that was redacted keeps the version.
fn is_converted(info: &Info) -> bool {
    let unknown = [
        &info.timestamp,
        &info.player_id,
        &info.player_name,
        &info.tracking_system,
        &info.hmd,
        &info.controller,
    ];
    unknown.iter().all(|text| text.as_str().is_empty()) && !info.version.as_str().starts_with("0.")
}
