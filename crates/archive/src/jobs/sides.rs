//! Finding out who played against whom, and when, in replays that came before that was listed.

use crate::error::Error;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;
use crate::records::summary::Summary;

/// Finds out the sides of stored replays; the outcome is how many there are.
pub(crate) struct FindSides<'a>(pub(crate) &'a Workplace);

impl Work for FindSides<'_> {
    const JOB: Job = Job::Sides;
    type Outcome = usize;

    async fn on(&self, replay: &Waiting) -> Result<Option<usize>, Error> {
        let otherwise = "who played against whom in a replay cannot be found out";
        let summary = self.0.described_again(replay, otherwise).await?;
        let Some(Summary { sides, occasion, .. }) = summary else { return Ok(None) };
        self.0.index.note_sides(replay, &sides, &occasion).await?;
        Ok(Some(sides.len()))
    }
}
