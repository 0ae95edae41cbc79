//! Whether the motion of a replay fits its cuts, from the file alone: the game measures a cut in one frame, so event times, cut
//! planes and directions follow from the recorded frames to the precision of their numbers. `docs/verification.md` has the rules,
//! what they find, and what they cannot tell.

mod blade;
mod compared;
mod cut_checks;
mod frames;
mod observe;
mod swing;
mod vector;
mod with_map;

use ghostreel_formats::bsor::{Info, Note, View};
use serde::Serialize;

pub use compared::{ComparedCut, CutPlane, Triple, compared_cut};
pub use cut_checks::{What, limits};
pub use observe::{Observation, Observed, Part, limits as observation_limits};
pub use with_map::{
    ByMap, ExplainedNote, ExplainedParts, NotChecked, Passed, PassedKind, ScoreByMap, WithMap,
    limits as map_limits, verify_with_map,
};

use cut_checks::CutChecks;
use frames::Frames;
use observe::Observations;

/// Fewer good cuts than this say nothing.
const FEWEST_CUTS: usize = 10;
/// Of the cuts that were checked, one of so many may be off: mods and consoles have faults that nobody has listed.
const ALLOWED_ONE_OF: usize = 100;
/// At most so many are listed.
const LISTED: usize = 1000;

/// Whether motion and cuts belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// The cuts follow from the frames. That does not say that nobody copied both together.
    Consistent,
    /// More cuts do not follow from the frames than faults of honest files explain.
    Inconsistent,
    /// There is too little in the file that could be checked.
    NotEnoughData,
}

/// Something about a note that does not follow from the frames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Off {
    /// Which note of the file, from 0.
    pub note: usize,
    /// In which frame of the file, from 0; `None` if there is no frame of its time.
    pub frame: Option<u32>,
    /// What it is.
    pub what: What,
    /// By how much, in the unit of [`What`].
    pub by: f64,
}

/// What was found about the motion of a replay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Motion {
    /// What follows from all that was checked.
    pub verdict: Verdict,
    /// How many good cuts were checked.
    pub checked: usize,
    /// How many of them are off in at least one way.
    pub notes_off: usize,
    /// How many good cuts could not be checked, as the file does not say how they were made.
    pub without_details: usize,
    /// What is off, by note; the first 1,000.
    pub off: Vec<Off>,
    /// What would explain it, as a sentence; `None` if the motion is consistent, or nothing that is known explains it.
    pub suggests: Option<&'static str>,
    /// Why there is no other verdict, as a sentence.
    pub reason: Option<String>,
    /// What else is worth a look, whatever the verdict: by kind and time, the first 100 of each kind.
    pub observations: Vec<Observation>,
    /// How many observations there are besides.
    pub observations_left_out: usize,
    /// What the map adds; `None` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_map: Option<ByMap>,
}

/// Raised whenever the same replay may get another [`Motion`]: what was stored before is worked out again.
pub const MOTION_VERSION: u32 = 1;

impl Motion {
    /// What is wrong, as sentences; `None` unless the motion is inconsistent.
    pub fn finding(&self) -> Option<String> {
        let Self { notes_off, checked, .. } = self;
        let first = self.off.first().map_or(String::new(), |off| {
            format!(" The first is note {}: {} is off by {:.3}.", off.note, off.what.name(), off.by)
        });
        let suggests = self.suggests.map_or(String::new(), |suggests| format!(" {suggests}"));
        (self.verdict == Verdict::Inconsistent).then(|| {
            format!(
                "{notes_off} of {checked} good cuts do not follow from the recorded motion.{first}{suggests}"
            )
        })
    }
}

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
/// assert_eq!(verdict(&replay), Verdict::Consistent);
/// for frame in replay.frames.iter_mut() {
///     std::mem::swap(&mut frame.left, &mut frame.right);
/// }
/// assert_eq!(verdict(&replay), Verdict::Inconsistent);
/// ```
pub fn verify(view: &View<'_>) -> Motion {
    verify_and(view, &Frames::of(view), |_, _, _| {})
}

/// As [`verify`], with something more that is looked for in each note.
fn verify_and(
    view: &View<'_>,
    frames: &Frames<'_>,
    mut more: impl FnMut(usize, &Note, &mut Vec<Off>),
) -> Motion {
    let work = view.budget();
    let is_there = work.spend(view.frames().len());
    let mut checks = CutChecks::new(frames, &work);
    let mut off = Vec::new();
    let (mut checked, mut notes_off) = (0_usize, 0_usize);
    let notes = view.notes();
    let notes = notes.iter().enumerate().take_while(|_| is_there && work.spend(1));
    for (index, note) in notes {
        let of_motion = checks.check(index, &note);
        let is_checked = of_motion.is_some();
        let mut found = of_motion.unwrap_or_default();
        more(index, &note, &mut found);
        if !is_checked {
            continue;
        }
        checked = checked.saturating_add(1);
        if !found.is_empty() {
            notes_off = notes_off.saturating_add(1);
            let room = LISTED.saturating_sub(off.len());
            off.extend(found.into_iter().take(room));
        }
    }
    let without_details = checks.without_details;
    let are_off = notes_off.saturating_mul(ALLOWED_ONE_OF) > checked;
    let reason = if work.stopped().is_some() {
        Some("The file holds more than any game that was ever played.".to_owned())
    } else if without_details > checked {
        Some(format!(
            "Of {without_details} good cuts the file does not say how the saber moved, as in one that was converted from another format; of {checked} it does."
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
    let verdict = match reason {
        Some(_) => Verdict::NotEnoughData,
        None if are_off => Verdict::Inconsistent,
        None => Verdict::Consistent,
    };
    let suggests = (verdict == Verdict::Inconsistent).then(|| checks.suggests(notes_off)).flatten();
    let seen = Observations::of(view, frames, &view.budget());
    let (observations, observations_left_out) = seen.listed();
    Motion {
        verdict,
        checked,
        notes_off,
        without_details,
        off,
        suggests,
        reason,
        observations,
        observations_left_out,
        by_map: None,
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
