//! The archive as a whole: taking in, listing, reading and removing replays.

use std::fs::{File, TryLockError};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::TryStreamExt;
use tokio::sync::Mutex;

use crate::decode::Decoder;
use crate::formats::core::{Digest, Error as FormatError};
use crate::index::Index;
use crate::store::Store;
use crate::{ByteStream, Client, DeleteToken, Error, Page, Query, Record, Spool, Spooled, Worker};

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
    /// What is known better than Rocket League's table of attributes: the text of a table like it.
    pub attributes: String,
    /// How to start the processes that decode. `None` decodes in this one: a decoder's bug or hunger is then this process's
    /// own, and one that takes too long can only be waited for.
    pub worker: Option<Worker>,
}

impl Options {
    /// The usual limits for a data folder: 64 MiB for a replay, two decoders, 30 s.
    pub fn at(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            upload_limit: 64 << 20,
            decoders: 2,
            decode_patience: Duration::from_secs(30),
            attributes: String::new(),
            worker: None,
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

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Replays in the index.
    pub replays: u64,
    /// Bytes of their originals.
    pub bytes: u64,
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
    upload_limit: u64,
    /// One for each first byte of a digest. Whoever changes an original and its row together holds
    /// it, so that removing a replay cannot take away what a simultaneous upload relies on.
    changes: Vec<Mutex<()>>,
    /// Two servers on one folder would empty each other's `incoming/`. The system lets go of the
    /// lock when the process ends, however it ends.
    _lock: File,
}

impl Archive {
    /// Opens or creates the archive in a folder.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use by another process, or holds an index of a newer version.
    pub async fn open(options: Options) -> Result<Self, Error> {
        std::fs::create_dir_all(&options.data)?;
        let lock = lock(&options.data)?;
        let store = Store::open(&options.data)?;
        let index = Index::open(&options.data.join("ghostreel.db")).await?;
        let Options { decoders, decode_patience, attributes, worker, .. } = options;
        let decoder = Decoder::new(decoders, decode_patience, &attributes, worker).await?;
        let changes = std::iter::repeat_with(Mutex::default).take(256).collect();
        let upload_limit = options.upload_limit;
        let inner = Inner { store, index, decoder, upload_limit, changes, _lock: lock };
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
            return Ok(Admitted { verdict: Verdict::Existing(record), decoding: None });
        }
        let answer = self.inner.decoder.decode(upload.path(), client).await?;
        let decoding = Some(answer.took);
        let summary = match answer.summary {
            Ok(summary) => summary,
            Err(error) => return Ok(Admitted { verdict: Verdict::Rejected(error), decoding }),
        };
        let record = Record::new(
            digest,
            upload.size(),
            file_name,
            summary.extension,
            summary.meta,
            &summary.diagnostics,
            now_ms(),
        );
        let inner = Arc::clone(&self.inner);
        // A task of its own, because whoever asked may go away halfway.
        let verdict = tokio::spawn(async move { inner.commit(upload, record).await })
            .await
            .map_err(|join| Error::Io(join.into()))??;
        Ok(Admitted { verdict, decoding })
    }

    /// The record of one replay.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<Record>, Error> {
        self.inner.index.get(id).await
    }

    /// One page of the replays that a query asks for.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn list(&self, query: &Query) -> Result<Page, Error> {
        self.inner.index.list(query).await
    }

    /// The bytes of an original, or a range of them within its size.
    ///
    /// # Errors
    /// If the original cannot be opened.
    pub async fn read(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<ByteStream, Error> {
        self.inner.store.read(digest, range).await
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

    /// How much there is.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub async fn usage(&self) -> Result<Usage, Error> {
        self.inner.index.usage().await
    }

    /// Counts originals without a row. They are never deleted on their own: if the index were lost,
    /// they would be all there is.
    ///
    /// # Errors
    /// If the store or the index cannot be read.
    pub async fn orphans(&self) -> Result<Orphans, Error> {
        let mut orphans = Orphans::default();
        let mut objects = self.inner.store.list();
        while let Some((digest, size)) = objects.try_next().await? {
            if !self.inner.index.contains(&digest.id()).await? {
                orphans.objects += 1;
                orphans.bytes += size;
            }
        }
        Ok(orphans)
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

fn lock(data: &Path) -> Result<File, Error> {
    let lock = File::options().create(true).append(true).open(data.join("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(data.to_owned())),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

fn now_ms() -> i64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)
}
