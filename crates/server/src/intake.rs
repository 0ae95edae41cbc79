//! The one way in for replays, be they uploaded or taken from disk at the start.

use std::path::Path;

use ghostreel_archive::{Admitted, Client, Inspection, Kind, SpoolError, Spooled, Verdict};
use tokio::io::AsyncReadExt;

use crate::app::App;
use crate::config::CopyPolicy;
use crate::dto::Uploaded;
use crate::ingested::Ingested;
use crate::metrics::UploadOutcome;
use crate::problem::Problem;
use crate::witnessing::Marked;

impl From<SpoolError> for Problem {
    fn from(error: SpoolError) -> Self {
        match error {
            SpoolError::TooLarge { limit } => Self::too_large(limit),
            error => ghostreel_archive::Error::from(error).into(),
        }
    }
}

impl App {
    /// Checks a received file and keeps it if it is new and sound.
    pub(crate) async fn take_in(
        &self,
        client: Client,
        upload: Spooled,
        name: Option<&str>,
    ) -> Ingested {
        let bytes = upload.size();
        let (upload, marked) = match self.examine(client, upload).await {
            Ok(examined) => examined,
            Err(problem) => {
                self.metrics.uploaded(UploadOutcome::Rejected, 0);
                return problem.into();
            }
        };
        let digest = upload.digest();
        let admitted = match self.admit(client, upload, name, &marked).await {
            Ok(admitted) => admitted,
            Err((outcome, problem)) => {
                self.metrics.uploaded(outcome, 0);
                return problem.into();
            }
        };
        if let Some(took) = admitted.decoding {
            self.metrics.decoded(took);
        }
        if let Verdict::Rejected(error) = admitted.verdict {
            self.metrics.uploaded(UploadOutcome::Rejected, 0);
            tracing::info!(%error, bytes, "refused an upload");
            return Problem::from(error).into();
        }
        if let Err(problem) = self.keep_proof(&digest, &marked).await {
            return problem.into();
        }
        // Its proof may change its role, and those of others.
        if let Err(problem) = self.settle(&[digest.id()]).await {
            return problem.into();
        }
        self.answer(admitted.verdict, bytes).await.unwrap_or_else(Ingested::Rejected)
    }

    /// Keeps an upload if it is new and sound, and no copy that is not taken.
    async fn admit(
        &self,
        client: Client,
        upload: Spooled,
        name: Option<&str>,
        marked: &Marked,
    ) -> Result<Admitted, (UploadOutcome, Problem)> {
        let failed = |problem: Problem| (UploadOutcome::Failed, problem);
        let inspection = self.archive.inspect(client, upload, name).await;
        let new_replay = match inspection.map_err(|error| failed(error.into()))? {
            Inspection::Decided(admitted) => return Ok(*admitted),
            Inspection::New(new_replay) => new_replay,
        };
        let arrival = self.arrival(&new_replay, &marked.report).await.map_err(failed)?;
        // A disputed replay is kept, for the operator to look at.
        let (is_copy, is_disputed) = (arrival.is_copy(), arrival.is_disputed());
        if is_copy && !is_disputed && self.config.copies == CopyPolicy::Refuse {
            tracing::info!(id = new_replay.record().id, "refused a copy");
            return Err((UploadOutcome::Rejected, Problem::copy(arrival.into_originals())));
        }
        let is_held =
            is_copy && matches!(self.config.copies, CopyPolicy::Hold | CopyPolicy::Refuse);
        let kept = self.archive.keep(*new_replay, is_held).await;
        kept.map_err(|error| failed(error.into()))
    }

    /// The answer to an upload that was not refused.
    async fn answer(&self, verdict: Verdict, bytes: u64) -> Result<Ingested, Problem> {
        Ok(match verdict {
            Verdict::Created { record, delete_token } => {
                self.metrics.uploaded(UploadOutcome::Created, bytes);
                tracing::info!(id = record.id, bytes, held = record.is_held, "kept a replay");
                if record.stored_map.is_some() && record.map_match.is_none() {
                    self.to_match.notify_one();
                }
                let delete_token = delete_token.reveal().to_owned();
                let replay = self.described_one(record).await?;
                Ingested::Created(Box::new(Uploaded { replay, delete_token }))
            }
            Verdict::Existing(record) => {
                self.metrics.uploaded(UploadOutcome::Existing, 0);
                Ingested::Existing(Box::new(self.described_one(record).await?))
            }
            Verdict::Restored(record) => {
                self.metrics.uploaded(UploadOutcome::Restored, 0);
                Ingested::Restored(Box::new(self.described_one(record).await?))
            }
            Verdict::Rejected(error) => Ingested::Rejected(error.into()),
        })
    }

    /// Takes in a file from disk.
    pub(crate) async fn ingest_file(&self, path: &Path) -> Ingested {
        let name = path.file_name().map(|name| name.to_string_lossy());
        match self.spool_file(path).await {
            Ok(spooled) => self.take_in(None, spooled, name.as_deref()).await,
            Err(problem) => problem.into(),
        }
    }

    /// Takes in bytes from memory.
    pub(crate) async fn ingest_bytes(&self, bytes: &[u8], name: &str) -> Ingested {
        match self.spool_bytes(bytes).await {
            Ok(spooled) => self.take_in(None, spooled, Some(name)).await,
            Err(problem) => problem.into(),
        }
    }

    async fn spool_file(&self, path: &Path) -> Result<Spooled, Problem> {
        let unreadable = |error: std::io::Error| {
            Problem::bad_request(format!("{} cannot be read: {error}.", path.display()))
        };
        let mut file = tokio::fs::File::open(path).await.map_err(unreadable)?;
        let mut spool = self.archive.spool(Kind::Replay)?;
        let mut buffer = vec![0; 256 << 10];
        loop {
            let read = file.read(&mut buffer).await.map_err(unreadable)?;
            if read == 0 {
                return Ok(spool.finish().await?);
            }
            spool.write(&buffer[..read]).await?;
        }
    }

    async fn spool_bytes(&self, bytes: &[u8]) -> Result<Spooled, Problem> {
        let mut spool = self.archive.spool(Kind::Replay)?;
        spool.write(bytes).await?;
        Ok(spool.finish().await?)
    }
}
