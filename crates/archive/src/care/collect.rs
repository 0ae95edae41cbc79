//! Taking away originals of replays and maps without a row, once somebody has agreed.

use std::path::Path;
use std::sync::Arc;

use futures_util::TryStreamExt;

use crate::error::Error;
use crate::index::Index;
use crate::index::sqlite::database::SqliteIndex;
use crate::originals::Originals;
use crate::records::kind::Kind;
use crate::records::orphans::Orphans;
use crate::store::data_folder::{database, existing, lock};
use crate::store::objects::Store;

/// Removes the originals without a row from a data folder that no server uses, if `agreed` says so when it hears what they
/// are. Returns what was removed.
///
/// # Errors
/// If the folder is in use or holds no archive, or the index is empty: then it is more likely lost than right.
pub async fn collect(data: &Path, agreed: impl FnOnce(&Orphans) -> bool) -> Result<Orphans, Error> {
    let within = existing(data)?;
    let path = database(&within)?;
    if !path.exists() {
        return Err(Error::NoArchive(data.to_owned()));
    }
    // An upload under way is an original without a row, too.
    let _lock = lock(&within, data)?;
    let index: Arc<dyn Index> = Arc::new(SqliteIndex::open(&path).await?);
    let mut orphans = Vec::new();
    let mut all = Orphans::default();
    let mut are_replays_lost = false;
    for kind in Kind::ALL {
        let store = Store::of(kind, Arc::clone(&within));
        let originals = Originals::new(kind, store, Arc::clone(&index), 0);
        let without_row: Vec<_> = originals.orphans().try_collect().await?;
        are_replays_lost |= kind == Kind::Replay && !without_row.is_empty();
        all.objects += without_row.len() as u64;
        all.bytes += without_row.iter().map(|orphan| orphan.size).sum::<u64>();
        orphans.push((originals, without_row));
    }
    // Where replays have no row, those of maps are no sign that the index is right.
    are_replays_lost |= index.usage(Kind::Map).await?.originals == 0;
    if all.objects > 0 && are_replays_lost && index.usage(Kind::Replay).await?.originals == 0 {
        return Err(Error::EmptyIndex { originals: all.objects });
    }
    let mut removed = Orphans::default();
    if all.objects > 0 && agreed(&all) {
        for (originals, without_row) in orphans {
            for orphan in without_row {
                originals.store.remove(&orphan.digest).await?;
                removed.objects += 1;
                removed.bytes += orphan.size;
            }
        }
    }
    index.close().await;
    Ok(removed)
}
