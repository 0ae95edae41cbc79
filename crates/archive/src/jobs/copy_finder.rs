//! The fingerprints of all replays in memory: which of them may be copies of one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use ghostreel_analysis::copies::{Fingerprint, Index as Fingerprints, Lookup};
use tokio::sync::Mutex;

use crate::error::Error;
use crate::index::Index;

/// The fingerprints of all replays, in memory.
#[derive(Debug, Default)]
pub(crate) struct CopyFinder {
    fingerprints: Arc<RwLock<Fingerprints>>,
    /// How often one was added.
    additions: AtomicU64,
    /// One replay after the other gets its row and its fingerprint: the second finds the first.
    pub(crate) adding: Mutex<()>,
}

/// Replays that may be copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// Numbers of replays, those first that share most moments.
    pub(crate) numbers: Vec<u32>,
    /// How often a fingerprint had been added when they were looked for.
    additions: u64,
}

impl CopyFinder {
    /// Loads all fingerprints.
    pub(crate) async fn load(index: &dyn Index) -> Result<Self, Error> {
        let finder = Self::default();
        let mut add =
            |part| finder.fingerprints.write().unwrap_or_else(PoisonError::into_inner).extend(part);
        index.fingerprints(&mut add).await?;
        Ok(finder)
    }

    pub(crate) fn add(&self, number: u32, fingerprint: &Fingerprint) {
        let mut all = self.fingerprints.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(number, fingerprint);
        self.additions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn remove(&self, number: u32, fingerprint: &Fingerprint) {
        let mut all = self.fingerprints.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(number, fingerprint);
    }

    /// The replays that may be copies.
    pub(crate) async fn candidates(&self, lookup: &Arc<Lookup>) -> Result<Candidates, Error> {
        let additions = self.additions.load(Ordering::Relaxed);
        let (all, lookup) = (Arc::clone(&self.fingerprints), Arc::clone(lookup));
        let look = move || {
            let all = all.read().unwrap_or_else(PoisonError::into_inner);
            all.candidates(&lookup).iter().map(|candidate| candidate.number).collect()
        };
        let numbers = tokio::task::spawn_blocking(look).await;
        let numbers = numbers.map_err(|join| Error::Io(join.into()))?;
        Ok(Candidates { numbers, additions })
    }

    /// Whether there are candidates now that were not there before.
    pub(crate) async fn has_more(
        &self,
        lookup: &Arc<Lookup>,
        known: &Candidates,
    ) -> Result<bool, Error> {
        if self.additions.load(Ordering::Relaxed) == known.additions {
            return Ok(false);
        }
        let now = self.candidates(lookup).await?;
        Ok(now.numbers.iter().any(|number| !known.numbers.contains(number)))
    }
}
