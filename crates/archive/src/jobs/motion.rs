//! Judging the motion of replays that came before it was judged, or was judged as it is now.

use crate::error::Error;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::answered::answered;
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;
use crate::records::summary::Summary;

/// Judges the motion of stored replays; the outcome is the verdict.
pub(crate) struct JudgeMotion<'a>(pub(crate) &'a Workplace);

impl Work for JudgeMotion<'_> {
    const JOB: Job = Job::Motion;
    type Outcome = String;

    async fn on(&self, replay: &Waiting) -> Result<Option<String>, Error> {
        let Workplace { replays, index, decoder, .. } = self.0;
        let Some(file) = replays.store.file(&replay.digest).await? else { return Ok(None) };
        let answer = decoder.describe(file.path(), None).await.map(|timed| timed.answer);
        let described = answered(answer, &replay.id, "the motion of a replay cannot be judged")?;
        let summary = described.map(|described| described.summary.cut());
        let Some(Summary { motion: Some(motion), accuracy, .. }) = summary else { return Ok(None) };
        index.note_motion(replay, &motion, accuracy).await?;
        Ok(Some(motion.document.verdict))
    }
}
