//! What can be wrong with an original, and the memory of which are sound.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::Error;
use crate::formats::core::Digest;
use crate::store::Store;

/// What is wrong with an original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// It is not there.
    Missing,
    /// Its bytes are others than those that were taken in.
    Altered,
    /// The system does not give its bytes, or a link or a folder is in its place.
    Unreadable,
}

impl Damage {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Altered => "altered",
            Self::Unreadable => "unreadable",
        }
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Which originals were compared with their digests lately. Only what was is given out: the head of
/// an answer is sent before its end is read.
///
/// An entry counts while the file is the same, has not been written to, and for a limited time:
/// disks also change bytes without anybody writing.
#[derive(Debug)]
pub(crate) struct Verified {
    known: Mutex<HashMap<Digest, Known>>,
    /// Comparing takes a processor and the disk: few at a time.
    places: Semaphore,
}

#[derive(Debug)]
struct Known {
    stamp: String,
    damage: Option<Damage>,
    at: Instant,
}

impl Verified {
    /// How long an original counts as compared.
    pub(crate) const TRUSTED_FOR: Duration = Duration::from_secs(10 * 60);
    /// Originals remembered, at about 200 bytes each. Beyond, all are forgotten and compared anew.
    const REMEMBERED: usize = 65_536;
    /// Originals compared at once.
    const AT_ONCE: usize = 2;

    pub(crate) fn new() -> Self {
        Self { known: Mutex::default(), places: Semaphore::new(Self::AT_ONCE) }
    }

    /// Whether an original is sound, by comparing it with its digest if that was not done lately.
    pub(crate) async fn condition(
        &self,
        store: &Store,
        digest: &Digest,
    ) -> Result<Result<(), Damage>, Error> {
        let stamp = match store.stamp(digest).await? {
            Ok(stamp) => stamp,
            Err(damage) => return Ok(Err(damage)),
        };
        if let Some(condition) = self.recall(digest, &stamp) {
            return Ok(condition);
        }
        // The semaphore is never closed.
        let _place = self.places.acquire().await;
        if let Some(condition) = self.recall(digest, &stamp) {
            return Ok(condition);
        }
        self.compare(store, digest, None).await
    }

    /// Compares an original with its digest, at most so many bytes a second.
    pub(crate) async fn compare(
        &self,
        store: &Store,
        digest: &Digest,
        rate: Option<u64>,
    ) -> Result<Result<(), Damage>, Error> {
        let (stamp, condition) = store.compare(digest, rate).await?;
        match stamp {
            Some(stamp) => self.remember(*digest, stamp, condition.err()),
            None => self.forget(digest),
        }
        Ok(condition)
    }

    pub(crate) fn forget(&self, digest: &Digest) {
        self.known().remove(digest);
    }

    fn recall(&self, digest: &Digest, stamp: &str) -> Option<Result<(), Damage>> {
        let known = self.known();
        let found = known.get(digest)?;
        let counts = found.stamp == stamp && found.at.elapsed() < Self::TRUSTED_FOR;
        counts.then(|| found.damage.map_or(Ok(()), Err))
    }

    fn remember(&self, digest: Digest, stamp: String, damage: Option<Damage>) {
        let mut known = self.known();
        if known.len() >= Self::REMEMBERED {
            known.clear();
        }
        known.insert(digest, Known { stamp, damage, at: Instant::now() });
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<Digest, Known>> {
        // Whoever panicked with it left it whole: each change is one call.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
