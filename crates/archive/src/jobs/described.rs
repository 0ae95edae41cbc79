//! Describing stored replays again, for what was not yet found out when they came.

use crate::error::Error;
use crate::index::waiting::Waiting;
use crate::jobs::answered::answered;
use crate::jobs::workplace::Workplace;
use crate::records::summary::Summary;

impl Workplace {
    /// The facts of a stored replay, cut to size; `None` if that is not possible now. `otherwise` then says in the log what stays open.
    pub(crate) async fn described_again(
        &self,
        replay: &Waiting,
        otherwise: &str,
    ) -> Result<Option<Summary>, Error> {
        let Some(file) = self.replays.store.file(&replay.digest).await? else { return Ok(None) };
        let answer = self.decoder.describe(file.path(), None).await.map(|timed| timed.answer);
        let described = answered(answer, &replay.id, otherwise)?;
        Ok(described.map(|described| described.summary.cut()))
    }
}
