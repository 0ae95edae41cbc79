//! Comparing stored replays with their maps: with maps that came later, or by another version of the comparison.

use crate::error::Error;
use crate::index::waiting::{Job, Waiting};
use crate::jobs::answered::answered;
use crate::jobs::round::Work;
use crate::jobs::workplace::Workplace;

/// Compares stored replays with their maps; the outcome is the verdict.
pub(crate) struct MatchMap<'a>(pub(crate) &'a Workplace);

impl Work for MatchMap<'_> {
    const JOB: Job = Job::MapMatch;
    type Outcome = String;

    async fn on(&self, replay: &Waiting) -> Result<Option<String>, Error> {
        const NOT_NOW: &str = "a replay cannot be compared with its map";
        let Workplace { replays, maps, index, decoder, .. } = self.0;
        let Some(zip) = &replay.zip else { return Ok(None) };
        let (Some(file), Some(zip)) =
            (replays.store.file(&replay.digest).await?, maps.store.file(zip).await?)
        else {
            return Ok(None);
        };
        let answer = decoder.match_map([file.path(), zip.path()], None).await;
        let Some(found) = answered(answer, &replay.id, NOT_NOW)? else { return Ok(None) };
        index.note_match(replay, &found).await?;
        Ok(Some(found.document.verdict))
    }
}
