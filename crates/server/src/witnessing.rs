//! The proof of an upload, and where it is stored.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::{Client, Examined, Kind, Spooled, TrustedKeys};
use ghostreel_mark::Report;
use ghostreel_reel::preamble;
use ghostreel_witness::Accepted;
use memchr::memmem;

use crate::app::App;
use crate::problem::Problem;
use crate::timestamp;

/// The folder of recordings: reels that replays came in.
const RECORDINGS: &str = "recordings";

/// A reel is no longer than that and so many times the replay in it: a recorder writes the game's own file, and its tables beside it.
const REEL_BASE: u64 = 1 << 20;
const REEL_PER_BYTE: u64 = 4;

/// The names of marks inside files, or how they begin.
const MARK_NAME: &[u8] = b"ghostreel";

/// The proof of a replay.
pub(crate) struct Marked {
    pub(crate) report: Report,
    /// The SHA-256 of its proof.
    source: Digest,
    /// The reel that the replay came in.
    reel: Option<Vec<u8>>,
}

impl App {
    /// Says what an upload proves. One that is a reel gives way to the game's own file in it. A decoder looks into it: nothing that somebody
    /// sent is taken apart in this process.
    pub(crate) async fn examine(
        &self,
        client: Client,
        upload: Spooled,
    ) -> Result<(Spooled, Marked), Problem> {
        let _place = self.verifying.acquire().await.map_err(|_| Problem::our_bug())?;
        let unreadable =
            |error: std::io::Error| Problem::from(ghostreel_archive::Error::from(error));
        let source = upload.digest();
        let bytes = upload.read().await.map_err(unreadable)?;
        let search = tokio::task::spawn_blocking(move || (may_prove(&bytes), bytes)).await;
        let (may_prove, bytes) = search.map_err(|_| Problem::our_bug())?;
        // Few uploads have a mark: only those are looked into.
        if !may_prove {
            return Ok((upload, Marked { report: Report::without_mark(), source, reel: None }));
        }
        let server = *self.witness.first_key().await?.as_bytes();
        let mut trusted =
            TrustedKeys { server, messages: self.witness.server_key_messages().await? };
        let mut examined = self.archive.examine(client, &upload, &trusted).await??;
        // Of players' keys only those messages are verified that are about this one; few keys have any.
        if let Some(key) = examined.report.key {
            let of_key = self.witness.key_messages_of(key).await?;
            if !of_key.is_empty() {
                trusted.messages.extend(of_key);
                examined = self.archive.examine(client, &upload, &trusted).await??;
            }
        }
        let Examined { report, game_file } = examined;
        let Some(file) = game_file else {
            return Ok((upload, Marked { report, source, reel: None }));
        };
        let (reel, replay) = (bytes.len() as u64, file.len() as u64);
        if reel > REEL_BASE.saturating_add(REEL_PER_BYTE.saturating_mul(replay)) {
            let detail = format!(
                "The reel is {reel} bytes long, and the replay in it {replay}: no recorder writes so much beside a replay."
            );
            return Err(Problem::of(StatusCode::UNPROCESSABLE_ENTITY, detail));
        }
        drop(upload);
        let mut spool = self.archive.spool(Kind::Replay)?;
        spool.write(&file).await?;
        Ok((spool.finish().await?, Marked { report, source, reel: Some(bytes) }))
    }

    /// Stores the proof of a replay that is in the archive, and writes it into the log. A later proof does not replace the
    /// first, and its reel is not kept.
    pub(crate) async fn keep_proof(&self, replay: &Digest, marked: &Marked) -> Result<(), Problem> {
        let is_first = self.witness.source(replay).await?.is_none();
        let path = self.recording_path(replay, &marked.source);
        if let Some(reel) = marked.reel.as_ref().filter(|_| is_first) {
            write_whole(path.clone(), reel.clone()).await.map_err(|error| {
                tracing::error!(%error, "a recording cannot be kept");
                Problem::from(ghostreel_archive::Error::from(error))
            })?;
        }
        let Marked { report, source, .. } = marked;
        let accepted = self.witness.accept(replay, report, source, timestamp::now()).await?;
        // Another one was quicker, with another reel.
        if is_first
            && accepted != Accepted::First
            && self.witness.source(replay).await? != Some(*source)
        {
            remove(&path).await;
        }
        Ok(())
    }

    /// Removes the recording of a replay that was removed, and its proof. Its entry in the log stays: its digest, key and time.
    pub(crate) async fn forget_proof(&self, replay: &Digest) {
        match self.witness.source(replay).await {
            Ok(Some(source)) => remove(&self.recording_path(replay, &source)).await,
            Ok(None) => return,
            Err(error) => return tracing::error!(%error, "a recording stays"),
        }
        if let Err(error) = self.witness.forget(replay).await {
            tracing::error!(%error, "the proof of a removed replay stays");
        }
    }

    /// Where a recording of a replay is.
    pub(crate) fn recording_path(&self, replay: &Digest, source: &Digest) -> PathBuf {
        let name = format!("{}-{}.reel", replay.id(), source.id());
        self.config.data.join(RECORDINGS).join(name)
    }
}

/// Removes a recording.
async fn remove(path: &Path) {
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::error!(%error, path = %path.display(), "a recording stays");
        }
        _ => {}
    }
}

fn is_reel(bytes: &[u8]) -> bool {
    bytes.starts_with(&preamble::MAGIC)
}

/// Whether it is a reel, or a file in which a mark may be.
fn may_prove(bytes: &[u8]) -> bool {
    is_reel(bytes) || memmem::find(bytes, MARK_NAME).is_some()
}

/// Writes a file so that it is there whole or not at all.
async fn write_whole(path: PathBuf, bytes: Vec<u8>) -> std::io::Result<()> {
    let write = move || {
        if path.exists() {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&path);
        std::fs::create_dir_all(folder)?;
        // Two that come at once do not write into one file.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let partial = path.with_extension(format!("{number}.part"));
        let mut file = std::fs::File::create(&partial)?;
        std::io::Write::write_all(&mut file, &bytes)?;
        file.sync_all()?;
        std::fs::rename(&partial, &path)
    };
    tokio::task::spawn_blocking(write).await?
}
