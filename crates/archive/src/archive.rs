//! The archive as a whole: taking in, listing, reading and removing replays.

use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::Mutex;

use crate::clock::now_ms;
use crate::damage::Damage;
use crate::data_folder::{Lock, database, lock};
use crate::decode::Decoder;
use crate::folder::Within;
use crate::formats::FormatOption;
use crate::formats::core::{Digest, Error as FormatError};
use crate::index::Index;
use crate::scrub::{Scrub, ScrubPace, Scrubbed};
use crate::store::Store;
use crate::verified::Verified;
use crate::{
    ByteStream, Client, DeleteToken, Error, Page, Query, Record, Spool, Spooled, Usage, Worker,
    WorkerEnd,
};
use ghostreel_reel::Level;

/// How an archive is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that holds everything: `ghostreel.db`, `objects/`, `incoming/`, `lock`.
    pub data: PathBuf,
    /// The most bytes of one replay.
    pub upload_limit: u64,
    /// How many files may be decoded at once.
    pub decoders: usize,
    /// How long to wait for a decoder to come free and to finish.
    pub decode_patience: Duration,
    /// The options given for single formats, each with the content of its file.
    pub format_options: Vec<FormatOption>,
    /// How to start the processes that decode. `None` decodes in this one: a decoder's bug or hunger is then this process's
    /// own, and one that takes too long can only be waited for.
    pub worker: Option<Worker>,
    /// How new originals are packed, some time after they were taken in; `None` keeps them as they came. What is given out is the same.
    pub pack: Option<Level>,
}

impl Options {
    /// The usual limits for a data folder: 64 MiB for a replay, two decoders, 30 s.
    pub fn at(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            upload_limit: 64 << 20,
            decoders: 2,
            decode_patience: Duration::from_secs(30),
            format_options: Vec::new(),
            worker: None,
            pack: None,
        }
    }
}

/// What became of an upload.
#[derive(Debug)]
pub struct Admitted {
    /// The decision.
    pub verdict: Verdict,
    /// How long decoding took; `None` if it was not needed.
    pub decoding: Option<Duration>,
}

/// The decision on an upload.
#[derive(Debug)]
pub enum Verdict {
    /// It is in the archive now, durably.
    Created {
        /// What the index says about it.
        record: Record,
        /// The secret to take it down again.
        delete_token: DeleteToken,
    },
    /// The same content was there already.
    Existing(Record),
    /// The same content was there already, but its original was lost or damaged. It is whole again, durably; the row
    /// and the secret to take it down stay.
    Restored(Record),
    /// Not a replay, or a damaged one.
    Rejected(FormatError),
}

/// What became of a request to remove a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// It is gone, and with it so many bytes.
    Removed {
        /// The size of its original.
        bytes: u64,
    },
    /// The token is not the one its upload returned.
    WrongToken,
    /// There is no such replay.
    NotFound,
}

/// Originals without a row: left by a crash between the two steps of taking in or removing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orphans {
    /// How many.
    pub objects: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

/// An open archive. Clones share it.
#[derive(Clone, Debug)]
pub struct Archive {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    index: Index,
    decoder: Decoder,
    verified: Arc<Verified>,
    upload_limit: u64,
    pack: Option<Level>,
    /// One for each first byte of a digest. Whoever changes an original and its row together holds
    /// it, so that removing a replay cannot take away what a simultaneous upload relies on.
    changes: Vec<Mutex<()>>,
    /// Two servers on one folder would empty each other's `incoming/`. The system lets go of the
    /// lock when the process ends, however it ends.
    _lock: Lock,
}

impl Archive {
    /// Opens or creates the archive in a folder.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use by another process, or holds an index of a newer version.
    pub async fn open(options: Options) -> Result<Self, Error> {
        std::fs::create_dir_all(&options.data)?;
        let within = Arc::new(Within::open(&options.data)?);
        let lock = lock(&within, &options.data)?;
        let store = Store::of(Arc::clone(&within));
        store.prepare()?;
        let index = Index::open(&database(&within)?).await?;
        let Options { decoders, decode_patience, format_options, worker, .. } = options;
        let decoder = Decoder::new(decoders, decode_patience, &format_options, worker).await?;
        let changes = std::iter::repeat_with(Mutex::default).take(256).collect();
        let (upload_limit, pack) = (options.upload_limit, options.pack);
        let verified = Arc::new(Verified::new());
        let _lock = lock;
        let inner = Inner { store, index, decoder, verified, upload_limit, pack, changes, _lock };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The most bytes of one replay.
    pub fn upload_limit(&self) -> u64 {
        self.inner.upload_limit
    }

    /// Starts an upload.
    ///
    /// # Errors
    /// If no file can be made for it.
    pub fn spool(&self) -> Result<Spool, Error> {
        Ok(self.inner.store.spool(self.inner.upload_limit)?)
    }

    /// Checks a finished upload and, if it is an undamaged replay that is not there yet, keeps it.
    /// When this returns [`Verdict::Created`], the replay survives a crash or a power cut.
    ///
    /// # Errors
    /// If the disk or the index fails, or no decoder answers in time; nothing is kept then.
    pub async fn admit(&self, upload: Spooled, file_name: Option<&str>) -> Result<Admitted, Error> {
        self.admit_from(None, upload, file_name).await
    }

    /// [`Archive::admit`] for a client: decoders are shared out fairly between them.
    ///
    /// # Errors
    /// As for [`Archive::admit`].
    pub async fn admit_from(
        &self,
        client: Client,
        upload: Spooled,
        file_name: Option<&str>,
    ) -> Result<Admitted, Error> {
        let digest = upload.digest();
        if let Some(record) = self.get(&digest.id()).await? {
            match self.inner.condition(&digest).await? {
                Some(Ok(())) => {
                    return Ok(Admitted { verdict: Verdict::Existing(record), decoding: None });
                }
                // Its bytes were decoded once; these are the same.
                Some(Err(_)) => {
                    let inner = Arc::clone(&self.inner);
                    let verdict = tokio::spawn(async move { inner.restore(upload, record).await })
                        .await
                        .map_err(|join| Error::Io(join.into()))??;
                    return Ok(Admitted { verdict, decoding: None });
                }
                // It was removed in the meantime.
                None => {}
            }
        }
        let answer = self.inner.decoder.decode(upload.path(), client).await?;
        let decoding = Some(answer.took);
        let summary = match answer.summary {
            Ok(summary) => summary,
            Err(error) => return Ok(Admitted { verdict: Verdict::Rejected(error), decoding }),
        };
        let record = Record::new(digest, upload.size(), file_name, summary, now_ms());
        let inner = Arc::clone(&self.inner);
        // A task of its own, because whoever asked may go away halfway.
        let verdict = tokio::spawn(async move { inner.commit(upload, record).await })
            .await
            .map_err(|join| Error::Io(join.into()))??;
        if let (Verdict::Created { .. }, Some(level)) = (&verdict, self.inner.pack) {
            let inner = Arc::clone(&self.inner);
            tokio::spawn(async move {
                if let Err(error) = inner.pack(&digest, level).await {
                    tracing::warn!(%error, id = digest.id(), "an original stays unpacked");
                }
            });
        }
        Ok(Admitted { verdict, decoding })
    }

    /// The record of one replay.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<Record>, Error> {
        self.inner.index.get(id).await
    }

    /// The first page of the replays that a query asks for; with [`Query::after`], the page behind that place.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn list(&self, query: &Query) -> Result<Page, Error> {
        self.inner.index.list(query).await
    }

    /// The bytes of an original, or a range of them within its size; `None` if there is no such replay (any more).
    ///
    /// They are those that were uploaded: before the first is given out, the original has been compared with its digest,
    /// and a stream of all bytes ends with an error instead of its last piece if they changed since.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the original is lost or not what it was; another if it cannot be looked at.
    pub async fn read(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        match self.inner.condition(digest).await? {
            None => return Ok(None),
            Some(Ok(())) => {}
            Some(Err(damage)) => return Err(Error::Damaged { id: digest.id(), damage }),
        }
        let Some(bytes) = self.inner.store.read(digest, range).await? else {
            // Removed since we looked; if not, the next request will say what happened to it.
            return Ok(None);
        };
        let (inner, digest) = (Arc::clone(&self.inner), *digest);
        let bytes = bytes.inspect_err(move |error| {
            if error.kind() == io::ErrorKind::InvalidData {
                inner.verified.forget(&digest);
                let inner = Arc::clone(&inner);
                tokio::spawn(async move { inner.condition(&digest).await.map(drop) });
            }
        });
        Ok(Some(bytes.boxed()))
    }

    /// Removes a replay, given the token its upload returned.
    ///
    /// # Errors
    /// If the index or the store cannot be changed.
    pub async fn remove(&self, id: &str, token: &DeleteToken) -> Result<Removal, Error> {
        let Some(record) = self.get(id).await? else {
            return Ok(Removal::NotFound);
        };
        let inner = Arc::clone(&self.inner);
        let hash = token.hash();
        tokio::spawn(async move { inner.remove(record, &hash).await })
            .await
            .map_err(|join| Error::Io(join.into()))?
    }

    /// Makes sure that the index answers and that uploads can be written.
    ///
    /// # Errors
    /// If not.
    pub async fn check(&self) -> Result<(), Error> {
        self.inner.index.check().await?;
        self.inner.store.check().await
    }

    /// How many originals are known to be lost or damaged.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn damaged(&self) -> Result<u64, Error> {
        self.inner.index.damaged().await
    }

    /// How much there is.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn usage(&self) -> Result<Usage, Error> {
        self.inner.index.usage().await
    }

    /// How many decoder processes ended while they had a file since the archive was opened, by cause. None are listed
    /// where files are decoded in this process.
    pub fn worker_ends(&self) -> Vec<(WorkerEnd, u64)> {
        self.inner.decoder.worker_ends()
    }

    /// Counts originals without a row. They are never deleted on their own: if the index were lost,
    /// they would be all there is.
    ///
    /// # Errors
    /// If the store or the index cannot be read.
    pub async fn orphans(&self) -> Result<Orphans, Error> {
        let mut orphans = Orphans::default();
        let mut objects = self.inner.store.list();
        while let Some(object) = objects.try_next().await? {
            if !self.inner.index.contains(&object.digest.id()).await? {
                orphans.objects += 1;
                orphans.bytes += object.size;
            }
        }
        Ok(orphans)
    }

    /// Looks through the originals for as long as it is polled: first at all that were not looked at since this began, then
    /// at each again after a while. `seen` hears of every few originals.
    pub async fn scrub_in_background(&self, pace: ScrubPace, seen: impl FnMut(Scrubbed)) {
        let Inner { store, index, verified, .. } = &*self.inner;
        let (store, index, verified) = (store.clone(), index.clone(), Arc::clone(verified));
        Scrub { store, index, verified }.in_background(pace, seen).await;
    }

    /// Finishes with the decoders and the index. Requests afterwards fail.
    pub async fn close(&self) {
        self.inner.decoder.close();
        self.inner.index.close().await;
    }
}

impl Inner {
    /// The original first, then its row: a crash in between leaves nothing that anyone sees.
    async fn commit(&self, upload: Spooled, record: Record) -> Result<Verdict, Error> {
        let delete_token = DeleteToken::generate()?;
        let _change = self.change(&record.digest).await;
        self.store.keep(upload).await?;
        if self.index.insert(&record, &delete_token.hash()).await? {
            return Ok(Verdict::Created { record, delete_token });
        }
        // Someone else was faster with the same content.
        let existing = self.index.get(&record.id).await?;
        Ok(Verdict::Existing(existing.unwrap_or(record)))
    }

    /// Packs an original that was just taken in.
    async fn pack(&self, digest: &Digest, level: Level) -> Result<(), Error> {
        let Ok(original) = self.store.whole(digest).await? else { return Ok(()) };
        let Some(reel) = self.store.pack(original, level).await? else { return Ok(()) };
        let _change = self.change(digest).await;
        // It may be removed by now.
        if self.index.contains(&digest.id()).await? {
            self.store.exchange(digest, &reel).await?;
        }
        Ok(())
    }

    /// Puts an original back in its place.
    async fn restore(&self, upload: Spooled, record: Record) -> Result<Verdict, Error> {
        let digest = record.digest;
        let _change = self.change(&digest).await;
        self.store.keep(upload).await?;
        self.verified.forget(&digest);
        self.index.note(&[(digest, None)], now_ms()).await?;
        tracing::info!(id = record.id, "an original was damaged and is whole again");
        Ok(Verdict::Restored(record))
    }

    /// Whether the original of a replay is sound; `None` if there is no such replay (any more). What is damaged is noted.
    async fn condition(&self, digest: &Digest) -> Result<Option<Result<(), Damage>>, Error> {
        if self.verified.condition(&self.store, digest).await?.is_ok() {
            return Ok(Some(Ok(())));
        }
        // It may just be removed or put back: look again while nobody changes it.
        let _change = self.change(digest).await;
        if !self.index.contains(&digest.id()).await? {
            return Ok(None);
        }
        let condition = self.verified.condition(&self.store, digest).await?;
        if let Err(damage) = condition {
            tracing::error!(id = digest.id(), %damage, "an original is damaged");
            self.index.note(&[(*digest, Some(damage))], now_ms()).await?;
        }
        Ok(Some(condition))
    }

    /// The row first, then the original: a crash in between leaves nothing that anyone sees.
    async fn remove(&self, record: Record, token_hash: &str) -> Result<Removal, Error> {
        let _change = self.change(&record.digest).await;
        if !self.index.delete(&record.id, token_hash).await? {
            return Ok(match self.index.contains(&record.id).await? {
                true => Removal::WrongToken,
                false => Removal::NotFound,
            });
        }
        self.store.remove(&record.digest).await?;
        Ok(Removal::Removed { bytes: record.size })
    }

    async fn change(&self, digest: &Digest) -> tokio::sync::MutexGuard<'_, ()> {
        let [first, ..] = *digest.as_bytes();
        self.changes[usize::from(first)].lock().await
    }
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod fault_tests;
