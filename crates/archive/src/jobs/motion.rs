//! Judging the motion of replays that came before it was judged, or was judged as it is now.

use crate::error::Error;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;
use crate::records::summary::Summary;

/// Judges the motion of stored replays; the outcome is the verdict.
pub(crate) struct JudgeMotion<'a>(pub(crate) &'a Workplace);

impl Work for JudgeMotion<'_> {
    const JOB: Job = Job::Motion;
    type Outcome = String;

    async fn on(&self, replay: &Waiting) -> Result<Option<String>, Error> {
        let otherwise = "the motion of a replay cannot be judged";
        let summary = self.0.described_again(replay, otherwise).await?;
        let Some(Summary { motion: Some(motion), accuracy, .. }) = summary else { return Ok(None) };
        self.0.index.note_motion(replay, &motion, accuracy).await?;
        Ok(Some(motion.document.verdict))
    }
}
