//! Whether the motion of a replay fits what it says.

use ghostreel_formats::AnyView;
use serde::{Deserialize, Serialize};

use super::{Judged, MOST_ROWS, Named, ScoreVerdict};
use crate::beat_saber::{self, verify_any};

/// Whether the motion of a replay fits what it says (docs/verification.md).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Motion {
    /// `consistent`, `inconsistent` or `not-enough-data`.
    #[cfg_attr(feature = "schema", schema(example = "consistent"))]
    pub verdict: String,
    /// How many good cuts were checked.
    pub checked: u64,
    /// How many of them are off in at least one way.
    pub notes_off: u64,
    /// How many good cuts could not be checked, as the file does not say how they were made.
    pub without_details: u64,
    /// The discrepancies, by note: the first 256, in lists none.
    pub off: Vec<OffNote>,
    /// A possible explanation.
    pub suggests: Option<String>,
    /// Why there is no other verdict.
    pub reason: Option<String>,
    /// Other observations, which prove nothing: the first 256, in lists none.
    pub observations: Vec<Observation>,
    /// How many observations there are besides.
    pub observations_left_out: u64,
}

/// Something about a note that does not follow from the frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OffNote {
    /// Which note of the file, from 0.
    pub note: u64,
    /// In which frame of the file, from 0; null if no frame has its time.
    pub frame: Option<u64>,
    /// Its kind.
    #[cfg_attr(feature = "schema", schema(example = "cut-normal"))]
    pub what: String,
    /// By how much; null if that is no number.
    pub by: Option<f64>,
}

/// Something about the motion that is worth a look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Observation {
    /// Its kind.
    #[cfg_attr(feature = "schema", schema(example = "teleport"))]
    pub what: String,
    /// `head`, `left` or `right`; null if it is about several of them.
    pub part: Option<String>,
    /// Where it is or begins, in seconds.
    pub time: Option<f64>,
    /// In which frame of the file that is, from 0.
    pub frame: Option<u64>,
    /// How much.
    pub by: Option<f64>,
}

impl Motion {
    /// Judges a replay; `None` if the motion of its format is not judged.
    pub fn judge(replay: &AnyView<'_>) -> Option<Judged<Self>> {
        let motion = verify_any(replay)?;
        let score = ScoreVerdict::of(motion.verdict, &motion.score, &motion.said, false);
        let (document, cuts_finding) = (Self::of(&motion), motion.finding);
        Some(Judged { document, score: Some(score), finding: None, cuts_finding })
    }

    fn of(found: &beat_saber::Motion) -> Self {
        let off = found.off.iter().take(MOST_ROWS).map(OffNote::of);
        let observations = found.observations.iter().take(MOST_ROWS).map(Observation::of);
        let left_out = found.observations.len().saturating_sub(MOST_ROWS);
        Self {
            verdict: found.verdict.name().to_owned(),
            checked: found.checked as u64,
            notes_off: found.notes_off as u64,
            without_details: found.without_details as u64,
            off: off.collect(),
            suggests: found.suggests.map(str::to_owned),
            reason: found.reason.clone(),
            observations: observations.collect(),
            observations_left_out: found.observations_left_out.saturating_add(left_out) as u64,
        }
    }

    /// The same without discrepancies and observations.
    #[must_use]
    pub fn without_rows(mut self) -> Self {
        let besides = std::mem::take(&mut self.observations).len() as u64;
        let observations_left_out = self.observations_left_out.saturating_add(besides);
        Self { off: Vec::new(), observations_left_out, ..self }
    }
}

impl Judged<Motion> {
    /// The same without discrepancies and observations.
    #[must_use]
    pub fn without_rows(self) -> Self {
        Self { document: self.document.without_rows(), ..self }
    }
}

impl OffNote {
    fn of(off: &beat_saber::Discrepancy) -> Self {
        let beat_saber::Discrepancy { note, frame, what, by } = *off;
        let (what, frame) = (Named(what).to_string(), frame.map(u64::from));
        Self { note: note as u64, frame, what, by: finite(by) }
    }
}

impl Observation {
    fn of(seen: &beat_saber::Observation) -> Self {
        let beat_saber::Observation { what, part, time, frame, by } = *seen;
        Self {
            what: Named(what).to_string(),
            part: part.map(|part| Named(part).to_string()),
            time: finite(time),
            frame: frame.map(u64::from),
            by: finite(by),
        }
    }
}

/// JSON has no infinity.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::bsor::{encode, sample};
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::{bsor, open};

    use super::*;

    fn judged(replay: &bsor::Replay) -> Judged<Motion> {
        let file = encode(replay);
        Motion::judge(&open(&file[..], &DecodeOptions::STRICT).unwrap()).unwrap()
    }

    #[test]
    fn stored_findings_are_the_original_ones() {
        let mut replay = sample::generate(&sample::Options::default());
        let honest = judged(&replay);
        let actual = (&*honest.document.verdict, honest.document.notes_off, &honest.cuts_finding);
        assert_eq!(actual, ("not-enough-data", 0, &None));
        let score = honest.score.unwrap();
        assert!(score.confirmed_share > 0.8 && score.by_map_only == 0, "{score:?}");
        assert_eq!(score.said.len(), 2, "{:?}", score.said);
        let honest = honest.document;
        assert!(honest.checked > 100 && !honest.observations.is_empty());
        for frame in replay.frames.iter_mut() {
            std::mem::swap(&mut frame.left, &mut frame.right);
        }
        let changed = judged(&replay);
        assert!(changed.cuts_finding.as_ref().unwrap().contains("The hands are swapped."));
        let json = serde_json::to_string(&changed).unwrap();
        assert_eq!(serde_json::from_str::<Judged<Motion>>(&json).unwrap(), changed);
        let changed = changed.document;
        assert_eq!((&*changed.verdict, changed.notes_off), ("inconsistent", changed.checked));
        assert_eq!(changed.suggests.as_deref(), Some("The hands are swapped."));
        assert_eq!(changed.off[0].what, "cut-normal");
        let cut = changed.clone().without_rows();
        assert_eq!((cut.off.len(), cut.observations.len()), (0, 0));
        assert_eq!(cut.observations_left_out, changed.observations.len() as u64);
    }
}
