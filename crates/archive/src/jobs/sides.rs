//! Finding out who played against whom in replays that came before that was listed.

use crate::error::Error;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::answered::answered;
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;

/// Finds out the sides of stored replays; the outcome is how many there are.
pub(crate) struct FindSides<'a>(pub(crate) &'a Workplace);

impl Work for FindSides<'_> {
    const JOB: Job = Job::Sides;
    type Outcome = usize;

    async fn on(&self, replay: &Waiting) -> Result<Option<usize>, Error> {
        let Workplace { replays, index, decoder, .. } = self.0;
        let Some(file) = replays.store.file(&replay.digest).await? else { return Ok(None) };
        let answer = decoder.describe(file.path(), None).await.map(|timed| timed.answer);
        let described = answered(answer, &replay.id, "the sides of a replay cannot be found out")?;
        let Some(described) = described else { return Ok(None) };
        let sides = described.summary.cut().sides;
        index.note_sides(replay, &sides).await?;
        Ok(Some(sides.len()))
    }
}
