//! Which originals were compared with their digests lately.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ghostreel_formats::core::Digest;
use tokio::sync::Semaphore;

use crate::damage::Damage;
use crate::error::Error;
use crate::store::objects::Store;

/// The originals that were compared with their digests lately. Only these are given out: the head of
/// an answer is sent before its end is read.
///
/// An entry counts while the file is the same, has not been written to, and for a limited time:
/// disks also change bytes without anybody writing.
#[derive(Debug)]
pub(crate) struct Verified {
    known: Mutex<HashMap<Digest, Comparison>>,
    /// Comparing takes a processor and the disk: few at a time.
    places: Semaphore,
}

/// The result of a comparison.
#[derive(Debug)]
struct Comparison {
    /// The file's [stamp](Store::stamp) at that time.
    stamp: String,
    damage: Option<Damage>,
    at: Instant,
}

impl Verified {
    /// How long an original counts as compared.
    pub(crate) const TRUSTED_FOR: Duration = Duration::from_secs(10 * 60);
    /// Originals remembered, at about 200 bytes each. Beyond, all are forgotten and compared anew.
    const REMEMBERED: usize = 65_536;
    /// Originals remembered between two looks for those that are no longer trusted.
    const BETWEEN_PRUNINGS: usize = 1_024;
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
        self.comparisons().remove(digest);
    }

    fn recall(&self, digest: &Digest, stamp: &str) -> Option<Result<(), Damage>> {
        let comparisons = self.comparisons();
        let comparison = comparisons.get(digest)?;
        let counts = comparison.stamp == stamp && comparison.at.elapsed() < Self::TRUSTED_FOR;
        counts.then(|| comparison.damage.map_or(Ok(()), Err))
    }

    fn remember(&self, digest: Digest, stamp: String, damage: Option<Damage>) {
        let mut comparisons = self.comparisons();
        if comparisons.len().is_multiple_of(Self::BETWEEN_PRUNINGS) {
            comparisons.retain(|_, comparison| comparison.at.elapsed() < Self::TRUSTED_FOR);
        }
        if comparisons.len() >= Self::REMEMBERED {
            comparisons.clear();
        }
        comparisons.insert(digest, Comparison { stamp, damage, at: Instant::now() });
    }

    fn comparisons(&self) -> std::sync::MutexGuard<'_, HashMap<Digest, Comparison>> {
        // A panic leaves it whole: each change is one call.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use object_store::ObjectStoreExt as _;
    use object_store::memory::InMemory;
    use object_store::throttle::{ThrottleConfig, ThrottledStore};

    use super::*;
    use crate::store::within::LinkFreeFolder;

    fn digest(n: usize) -> Digest {
        Digest::of(&n.to_le_bytes())
    }

    #[test]
    fn only_so_many_originals_are_remembered() {
        let verified = Verified::new();
        let mut most = 0;
        for n in 0..=Verified::REMEMBERED {
            verified.remember(digest(n), "stamp".into(), None);
            most = most.max(verified.comparisons().len());
        }
        assert_eq!(most, Verified::REMEMBERED);
        // Forgotten ones are compared anew; the latest is known.
        assert_eq!(verified.recall(&digest(0), "stamp"), None);
        assert_eq!(verified.recall(&digest(Verified::REMEMBERED), "stamp"), Some(Ok(())));
        assert_eq!(verified.recall(&digest(Verified::REMEMBERED), "other"), None);
    }

    /// Each original takes a second to read, on a clock that only waiting moves.
    #[tokio::test(start_paused = true)]
    async fn two_originals_are_compared_at_once() {
        const SECOND: Duration = Duration::from_secs(1);
        const ORIGINALS: usize = 6;
        let memory = InMemory::new();
        let pace = ThrottleConfig { wait_get_per_call: SECOND, ..ThrottleConfig::default() };
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::of(
            crate::records::kind::Kind::Replay,
            std::sync::Arc::new(LinkFreeFolder::open(folder.path()).unwrap()),
        );
        for n in 0..ORIGINALS {
            memory.put(&store.key(&digest(n)), n.to_le_bytes().to_vec().into()).await.unwrap();
        }
        store.objects = std::sync::Arc::new(ThrottledStore::new(memory, pace));

        let verified = Verified::new();
        let began = tokio::time::Instant::now();
        let conditions = join_all(
            (0..ORIGINALS).map(async |n| verified.condition(&store, &digest(n)).await.unwrap()),
        );
        assert_eq!(conditions.await, vec![Ok(()); ORIGINALS]);
        // All are looked for at once, which takes a second; then they are compared in pairs.
        assert_eq!(began.elapsed().as_secs(), 1 + ORIGINALS as u64 / 2);
        // Asked again, all are known: they are only looked for.
        let began = tokio::time::Instant::now();
        join_all((0..ORIGINALS).map(async |n| verified.condition(&store, &digest(n)).await)).await;
        assert_eq!(began.elapsed().as_secs(), 1);
    }
}
