//! Taking away originals of replays and maps without a row, once somebody has agreed.

use std::path::Path;
use std::sync::Arc;

use futures_util::TryStreamExt;

use crate::error::Error;
use crate::index::sqlite::database::Index;
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
    let (store, map_store) = (Store::of(Arc::clone(&within)), Store::of_maps(within));
    let index = Index::open(&path).await?;
    let mut orphans = Vec::new();
    let mut all = Orphans::default();
    let mut originals = store.list();
    while let Some(original) = originals.try_next().await? {
        if !index.contains(&original.digest.id()).await? {
            all.objects += 1;
            all.bytes += original.size;
            orphans.push(original);
        }
    }
    let (mut map_orphans, mut are_replays_lost) = (Vec::new(), all.objects > 0);
    let mut maps = map_store.list();
    while let Some(map) = maps.try_next().await? {
        if index.map_in(&map.digest).await?.is_none() {
            all.objects += 1;
            all.bytes += map.size;
            map_orphans.push(map);
        }
    }
    // Where replays have no row, those of maps are no sign that the index is right.
    are_replays_lost |= index.map_usage().await?.maps == 0;
    if all.objects > 0 && are_replays_lost && index.usage().await?.replays == 0 {
        return Err(Error::EmptyIndex { originals: all.objects });
    }
    let mut removed = Orphans::default();
    if all.objects > 0 && agreed(&all) {
        let orphans = orphans.into_iter().map(|orphan| (&store, orphan));
        for (store, orphan) in orphans.chain(map_orphans.into_iter().map(|map| (&map_store, map))) {
            store.remove(&orphan.digest).await?;
            removed.objects += 1;
            removed.bytes += orphan.size;
        }
    }
    index.close().await;
    Ok(removed)
}
