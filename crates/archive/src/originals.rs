//! The originals of one kind with their rows: replays and maps share this layer.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use futures_util::{Stream, StreamExt, TryStreamExt};
use ghostreel_formats::core::Digest;
use tokio::sync::{Mutex, MutexGuard};

use crate::clock::now_ms;
use crate::damage::Damage;
use crate::error::Error;
use crate::index::Index;
use crate::records::kind::Kind;
use crate::store::objects::{ByteStream, ListedObject, Store};
use crate::store::spool::Spool;
use crate::store::verified::Verified;

/// The originals of one kind, each with its row.
#[derive(Debug)]
pub(crate) struct Originals {
    pub(crate) kind: Kind,
    pub(crate) store: Store,
    pub(crate) index: Arc<dyn Index>,
    pub(crate) verified: Verified,
    /// The most bytes of one.
    pub(crate) limit: u64,
    /// Code that changes an original and its row together holds one of these, so that removing an original cannot take away what a
    /// simultaneous upload relies on. There is one for each first byte of a replay's digest; of maps, whose zip files change place, one for all.
    changes: Vec<Mutex<()>>,
}

impl Originals {
    pub(crate) fn new(kind: Kind, store: Store, index: Arc<dyn Index>, limit: u64) -> Self {
        let locks = match kind {
            Kind::Replay => 256,
            Kind::Map => 1,
        };
        let changes = std::iter::repeat_with(Mutex::default).take(locks).collect();
        Self { kind, store, index, verified: Verified::new(), limit, changes }
    }

    /// Starts an upload.
    pub(crate) fn spool(&self) -> Result<Spool, Error> {
        Ok(self.store.spool(self.limit)?)
    }

    /// Keeps others from changing an original, or its row, for as long as the returned value lives.
    pub(crate) async fn change(&self, digest: &Digest) -> MutexGuard<'_, ()> {
        let [first, ..] = *digest.as_bytes();
        self.changes[usize::from(first) % self.changes.len()].lock().await
    }

    /// Whether an original has a row.
    pub(crate) async fn has_row(&self, digest: &Digest) -> Result<bool, Error> {
        Ok(self.index.row(self.kind, digest).await?.is_some())
    }

    /// Whether an original has its digest, and if not, its damage.
    pub(crate) async fn compared(&self, digest: &Digest) -> Result<Result<(), Damage>, Error> {
        self.verified.condition(&self.store, digest).await
    }

    /// Whether an original with a row is sound; `None` if it has no row (any more). Damage is noted.
    pub(crate) async fn condition(
        &self,
        digest: &Digest,
    ) -> Result<Option<Result<(), Damage>>, Error> {
        if self.compared(digest).await?.is_ok() {
            return Ok(Some(Ok(())));
        }
        // It may just be removed or put back: look again under the lock.
        let _change = self.change(digest).await;
        let Some(row) = self.index.row(self.kind, digest).await? else { return Ok(None) };
        let condition = self.compared(digest).await?;
        if let Err(damage) = condition {
            tracing::error!("{} {} is {damage}", self.kind.original(), row.name);
            let now = now_ms();
            self.index.note(self.kind, &[(*digest, Some(damage))], now, now).await?;
        }
        Ok(Some(condition))
    }

    /// The bytes of an original, or a range of them within its size; `None` if it has no row (any more).
    ///
    /// Before the first is given out, the original has been compared with its digest, and a stream of all bytes ends with an error
    /// instead of its last piece if they changed since.
    pub(crate) async fn read(
        self: &Arc<Self>,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        match self.condition(digest).await? {
            None => return Ok(None),
            Some(Ok(())) => {}
            Some(Err(damage)) => return Err(self.damaged(digest, damage).await),
        }
        let Some(bytes) = self.store.read(digest, range).await? else {
            // Removed since we looked; if not, the next request will say what happened to it.
            return Ok(None);
        };
        let (originals, digest) = (Arc::clone(self), *digest);
        let bytes = bytes.inspect_err(move |error| {
            if error.kind() == io::ErrorKind::InvalidData {
                originals.verified.forget(&digest);
                let originals = Arc::clone(&originals);
                tokio::spawn(async move { originals.condition(&digest).await.map(drop) });
            }
        });
        Ok(Some(bytes.boxed()))
    }

    /// That an original is damaged, by the name that it is known by.
    pub(crate) async fn damaged(&self, digest: &Digest, damage: Damage) -> Error {
        let row = self.index.row(self.kind, digest).await.ok().flatten();
        let name = row.map_or_else(|| digest.id(), |row| row.name);
        Error::Damaged { kind: self.kind, name, damage }
    }

    /// All without a row.
    pub(crate) fn orphans(&self) -> impl Stream<Item = Result<ListedObject, Error>> {
        self.store.list().try_filter_map(async |listed| {
            let has_row = self.has_row(&listed.digest).await?;
            Ok((!has_row).then_some(listed))
        })
    }
}
