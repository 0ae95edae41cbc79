//! Looking through the originals of replays and maps for losses and changes on the disk.
//!
//! It reads originals and writes to the index only what it found, so it can go on beside a server.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ghostreel_formats::core::Digest;

use crate::clock::now_ms;
use crate::damage::Damage;
use crate::error::Error;
use crate::index::Index;
use crate::index::row::Row;
use crate::index::sqlite::database::SqliteIndex;
use crate::originals::Originals;
use crate::records::kind::Kind;
use crate::store::data_folder::{DATABASE, database, existing, lock};
use crate::store::objects::Store;
use crate::store::within::LinkFreeFolder;

/// Originals compared before what was found is noted.
const BATCH: u32 = 32;
/// How often an original is looked at again that its row promises and the disk denies: a server may just be removing it, or
/// putting it back.
const LOOKS: u32 = 3;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// An original that is not what its row promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The replay's id; of a map its hash.
    pub id: String,
    /// The name of its file when it came.
    pub file_name: String,
    /// The size it should have, in bytes.
    pub size: u64,
    /// The damage.
    pub damage: Damage,
}

/// The counts of a scrub.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scrubbed {
    /// Originals looked at.
    pub originals: u64,
    /// The size that their rows promise, in bytes.
    pub bytes: u64,
    /// How many of them are damaged.
    pub damaged: u64,
}

/// How a server looks through its originals in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScrubPace {
    /// The most bytes to read in a second.
    pub bytes_per_s: u64,
    /// How long an original is left alone after it was looked at.
    pub every: Duration,
}

/// Compares every original in a data folder with its digest, also while a server uses the folder. Damage is noted
/// in the index, and handed to `found` at once.
///
/// # Errors
/// If there is no archive in the folder, it belongs to another version of the program, or cannot be read.
pub async fn scrub(
    data: &Path,
    bytes_per_s: Option<u64>,
    mut found: impl FnMut(&Finding),
) -> Result<Scrubbed, Error> {
    let within = existing(data)?;
    if !within.path().join(DATABASE).exists() {
        return Err(Error::NoArchive(data.to_owned()));
    }
    let index = open_index(&within, data).await?;
    let originals = Kind::ALL.map(|kind| {
        let store = Store::of(kind, Arc::clone(&within));
        Arc::new(Originals::new(kind, store, Arc::clone(&index), 0))
    });
    let scrub = Scrub { index, originals };
    // An original may have been noted earlier in this very millisecond: it is looked at, too.
    let started = now_ms().saturating_add(1);
    let mut all = Scrubbed::default();
    loop {
        let (batch, findings) = scrub.batch(started, bytes_per_s).await?;
        if batch.originals == 0 {
            scrub.index.close().await;
            return Ok(all);
        }
        findings.iter().for_each(&mut found);
        all.originals += batch.originals;
        all.bytes += batch.bytes;
        all.damaged += batch.damaged;
    }
}

/// Brings the index to this version's shape where no other process uses it.
async fn open_index(within: &LinkFreeFolder, data: &Path) -> Result<Arc<dyn Index>, Error> {
    let path = database(within)?;
    Ok(Arc::new(match lock(within, data) {
        Ok(_lock) => SqliteIndex::open(&path).await?,
        Err(Error::InUse(_)) => SqliteIndex::open_beside(&path).await?,
        Err(error) => return Err(error),
    }))
}

/// The parts needed to look at originals.
#[derive(Debug)]
pub(crate) struct Scrub {
    pub(crate) index: Arc<dyn Index>,
    /// Those that are looked at first in front.
    pub(crate) originals: [Arc<Originals>; 2],
}

impl Scrub {
    /// [`Archive::scrub_in_background`](crate::Archive::scrub_in_background).
    pub(crate) async fn in_background(&self, pace: ScrubPace, mut seen: impl FnMut(Scrubbed)) {
        /// How long to wait when there is nothing to do, or the disk does not answer.
        const REST: Duration = Duration::from_secs(60);
        let started = now_ms();
        let every = i64::try_from(pace.every.as_millis()).unwrap_or(i64::MAX);
        loop {
            let due = started.max(now_ms().saturating_sub(every));
            match self.batch(due, Some(pace.bytes_per_s)).await {
                Ok((batch, _)) if batch.originals > 0 => {
                    seen(batch);
                    // Many small originals must not keep the disk busy with notes either.
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                Ok(_) => tokio::time::sleep(REST.min(pace.every)).await,
                // The server is stopping.
                Err(error) if error.is_of_closed_index() => return,
                Err(error) => {
                    tracing::warn!(%error, "cannot look through the originals");
                    tokio::time::sleep(REST).await;
                }
            }
        }
    }

    /// Looks at a few originals that were not looked at since a moment: at maps when there is no such replay.
    async fn batch(
        &self,
        since_ms: i64,
        rate: Option<u64>,
    ) -> Result<(Scrubbed, Vec<Finding>), Error> {
        for originals in &self.originals {
            let due = self.index.unverified_since(originals.kind, since_ms, BATCH).await?;
            if !due.is_empty() {
                return self.look_at(originals, &due, since_ms, rate).await;
            }
        }
        Ok((Scrubbed::default(), Vec::new()))
    }

    async fn look_at(
        &self,
        originals: &Originals,
        due: &[Digest],
        since_ms: i64,
        rate: Option<u64>,
    ) -> Result<(Scrubbed, Vec<Finding>), Error> {
        let begun = now_ms();
        let mut scrubbed = Scrubbed::default();
        let (mut notes, mut findings) = (Vec::new(), Vec::new());
        for digest in due {
            scrubbed.originals += 1;
            let damage = look(originals, digest, rate).await?;
            notes.push((*digest, damage));
            let Some(row) = self.index.row(originals.kind, digest).await? else { continue };
            scrubbed.bytes += row.size;
            if let Some(damage) = damage {
                scrubbed.damaged += 1;
                tracing::error!("{} {} is {damage}", originals.kind.original(), row.name);
                let Row { name: id, file_name, size } = row;
                findings.push(Finding { id, file_name, size, damage });
            }
        }
        // Not before the moment, or the same would be due again at once.
        self.index.note(originals.kind, &notes, begun, now_ms().max(since_ms)).await?;
        Ok((scrubbed, findings))
    }
}

/// The damage of an original whose row stays.
async fn look(
    originals: &Originals,
    digest: &Digest,
    rate: Option<u64>,
) -> Result<Option<Damage>, Error> {
    let Originals { store, verified, .. } = originals;
    let mut damage = None;
    for look in 0..LOOKS {
        if look > 0 {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        damage = verified.compare(store, digest, rate).await?.err();
        if damage.is_none() || !originals.has_row(digest).await? {
            return Ok(None);
        }
    }
    Ok(damage)
}
