//! The index made anew from the originals.
//!
//! Facts that a file does not hold are taken from the old index as far as it can be read: under which name and when it came, the
//! hash of the secret that removes it, which replays agree, and the decisions about them. The old index is not changed but set aside.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::TryStreamExt;

use crate::clock::now_ms;
use crate::damage::Damage;
use crate::decode::decoder::{Decoder, Timed};
use crate::error::Error;
use crate::index::copy_finding::{CopyFinding, Decision};
use crate::index::sqlite::database::SqliteIndex;
use crate::index::{Index, Replays, Rows};
use crate::options::Options;
use crate::records::kind::Kind;
use crate::records::map::MapRecord;
use crate::records::replay::Record;
use crate::records::summary::Summary;
use crate::store::data_folder::{DATABASE, database, existing, lock};
use crate::store::objects::{ListedObject, Store};
use crate::store::spool::Spooled;
use crate::store::within::LinkFreeFolder;

/// The index in the making, and a copy of the old one to read from; both go when it is done.
const NEW: &str = "ghostreel.db.new";
const COPY: &str = "ghostreel.db.copy";
/// The files that SQLite puts beside a database.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// The outcome for an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Replays in the new index.
    pub replays: u64,
    /// Those of them whose name, moment and secret the old index still had.
    pub remembered: u64,
    /// Those of them whose original is lost or damaged: the old index says what they were, and uploading them again puts
    /// them back.
    pub damaged: u64,
    /// Maps in the new index.
    pub maps: u64,
    /// Originals that are in no index now, because they are damaged or no replay that is understood. They stay where they
    /// are.
    pub left_out: u64,
    /// Where the old index is.
    pub old_index: Option<PathBuf>,
}

/// An original that is not in the new index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedOriginal {
    /// The digest it is stored under.
    pub digest: String,
    /// Why.
    pub reason: String,
}

/// Makes the index of a data folder that no server uses anew. `left_out` hears of each original that cannot be in it.
///
/// # Errors
/// If the folder is in use or has no originals, or cannot be read and written. The old index is in its place then.
pub async fn rebuild(
    options: Options,
    mut left_out: impl FnMut(&SkippedOriginal),
) -> Result<Rebuilt, Error> {
    let data = options.data.clone();
    let within = existing(&data)?;
    if !within.path().join(crate::store::objects::OBJECTS).is_dir() {
        return Err(Error::NoArchive(data));
    }
    let _lock = lock(&within, &data)?;
    let place = database(&within)?;
    let store = Store::of(Kind::Replay, Arc::clone(&within));
    store.prepare()?;
    remove_database(&within, NEW)?;
    remove_database(&within, COPY)?;
    let old = old_index(&within).await?;
    let new = SqliteIndex::open(&within.path().join(NEW)).await?;
    let Options { decoders, decode_patience, format_options, worker, .. } = options;
    let decoder = Decoder::new(decoders, decode_patience, &format_options, worker, None).await?;

    let mut rebuilt = Rebuilt::default();
    let maps = (&Store::of(Kind::Map, Arc::clone(&within)), &decoder);
    rebuild_maps(
        maps,
        &new,
        old.as_ref().map(|old| old as &dyn Index),
        &mut rebuilt,
        &mut left_out,
    )
    .await?;
    let look = |original: ListedObject| look(&store, &decoder, original);
    let mut originals = store.list().map_ok(look).try_buffered(decoders.max(1));
    while let Some((original, described)) = originals.try_next().await? {
        let old_row = match &old {
            Some(old) => old.with_token(&original.digest.id()).await.unwrap_or_default(),
            None => None,
        };
        rebuilt.remembered += u64::from(old_row.is_some());
        let (record, token, damage) = match (described, old_row) {
            (Ok(summary), old_row) => {
                let (name, uploaded_at, token) = match old_row {
                    Some((old, token)) => (Some(old.file_name), old.uploaded_at, token),
                    None => (None, original.written_at, String::new()),
                };
                let (digest, size, name) = (original.digest, original.size, name.as_deref());
                let record = Record::new(digest, size, name, summary, uploaded_at);
                (record, token, None)
            }
            // It was taken in once; that it is damaged now, or read more strictly, is no reason to forget it.
            (Err(unfit), Some((old, token))) => (old, token, unfit.damage),
            (Err(unfit), None) => {
                rebuilt.left_out += 1;
                let digest = original.digest.to_string();
                left_out(&SkippedOriginal { digest, reason: unfit.reason });
                continue;
            }
        };
        insert(&new, &record, &token, damage, &mut rebuilt).await?;
    }
    decoder.close();
    if let Some(old) = &old {
        for id in old.ids().await {
            if let Ok(Some((record, token))) = old.with_token(&id).await
                && new.row(Kind::Replay, &record.digest).await?.is_none()
            {
                rebuilt.remembered += 1;
                insert(&new, &record, &token, Some(Damage::Missing), &mut rebuilt).await?;
            }
        }
        if let Err(error) = take_over(old, &new).await {
            tracing::warn!(%error, "the old index's findings about copies cannot be read");
        }
        old.close().await;
    }
    new.close().await;
    remove_database(&within, COPY)?;
    rebuilt.old_index = exchange(&within, &place)?;
    Ok(rebuilt)
}

/// Makes the rows of maps. Replays that come after them are compared with them by the server, in the background.
async fn rebuild_maps(
    (store, decoder): (&Store, &Decoder),
    new: &dyn Index,
    old: Option<&dyn Index>,
    rebuilt: &mut Rebuilt,
    left_out: &mut impl FnMut(&SkippedOriginal),
) -> Result<(), Error> {
    let mut known = match old {
        Some(old) => old.all_maps().await,
        None => Vec::new(),
    };
    let (mut damaged, mut others) = (Vec::new(), Vec::new());
    let mut files = store.list();
    while let Some(file) = files.try_next().await? {
        let there = known.iter().position(|map| map.digest == file.digest);
        let there = there.map(|index| known.remove(index));
        let (_, condition) = store.compare(&file.digest, None).await?;
        let described = match condition {
            Ok(()) => decoder.describe_map(store.path(&file.digest), None).await,
            Err(damage) => {
                match there {
                    Some(map) => damaged.push((map, damage)),
                    None => left_out_map(&file, damage.to_string(), rebuilt, left_out),
                }
                continue;
            }
        };
        match (described, there) {
            (Err(error), _) if error.is_disk_full() => return Err(error),
            (Ok(Timed { answer: Ok(described), .. }), there) => {
                let name = there.as_ref().map(|map| &*map.file_name);
                let uploaded_at = there.as_ref().map_or(file.written_at, |map| map.uploaded_at);
                let is_trusted = there.as_ref().is_some_and(|map| map.is_trusted);
                let zip = (file.digest, file.size);
                let map = MapRecord::new(described, zip, name, is_trusted, uploaded_at);
                others.push((there.is_none(), map));
            }
            // It was taken in once; that it is read more strictly now is no reason to forget it.
            (_, Some(map)) => others.push((false, map)),
            (Ok(Timed { answer: Err(error), .. }), None) => {
                left_out_map(&file, error.to_string(), rebuilt, left_out);
            }
            (Err(error), None) => left_out_map(&file, error.to_string(), rebuilt, left_out),
        }
    }
    damaged.extend(known.into_iter().map(|map| (map, Damage::Missing)));
    // Of two with the same files, the one that had a row keeps it.
    others.sort_by_key(|(is_new, map)| (*is_new, map.uploaded_at));
    for (_, map) in others {
        rebuilt.maps += u64::from(new.insert_map(&map).await?);
    }
    for (map, damage) in damaged {
        if new.insert_map(&map).await? {
            rebuilt.maps += 1;
            rebuilt.damaged += 1;
            let now = now_ms();
            new.note(Kind::Map, &[(map.digest, Some(damage))], now, now).await?;
        }
    }
    Ok(())
}

fn left_out_map(
    file: &ListedObject,
    reason: String,
    rebuilt: &mut Rebuilt,
    left_out: &mut impl FnMut(&SkippedOriginal),
) {
    rebuilt.left_out += 1;
    left_out(&SkippedOriginal { digest: file.digest.to_string(), reason });
}

/// Why an original cannot be described by itself.
struct Unfit {
    reason: String,
    damage: Option<Damage>,
}

async fn look(
    store: &Store,
    decoder: &Decoder,
    original: ListedObject,
) -> Result<(ListedObject, Result<Summary, Unfit>), Error> {
    let (_, condition) = store.compare(&original.digest, None).await?;
    if let Err(damage) = condition {
        return Ok((original, Err(Unfit { reason: damage.to_string(), damage: Some(damage) })));
    }
    // Decoders read files as they came.
    let unpacked = match original.is_packed {
        true => store.unpacked_beside(&original.digest).await?,
        false => None,
    };
    let path = match &unpacked {
        Some(unpacked) => unpacked.path(),
        None => store.path(&original.digest),
    };
    let size = unpacked.as_ref().map_or(original.size, Spooled::size);
    let original = ListedObject { size, ..original };
    let described = match decoder.describe(path, None).await {
        Ok(Timed { answer, .. }) => {
            answer.map(|described| described.summary).map_err(|error| error.to_string())
        }
        Err(error) if error.is_disk_full() => return Err(error),
        Err(error) => Err(error.to_string()),
    };
    Ok((original, described.map_err(|reason| Unfit { reason, damage: None })))
}

async fn insert(
    index: &dyn Index,
    record: &Record,
    token: &str,
    damage: Option<Damage>,
    rebuilt: &mut Rebuilt,
) -> Result<(), Error> {
    // Fingerprints are made anew by the server, in the background.
    if index.insert(record, token, &CopyFinding::default()).await?.is_none() {
        return Ok(());
    }
    rebuilt.replays += 1;
    rebuilt.damaged += u64::from(damage.is_some());
    let now = now_ms();
    index.note(Kind::Replay, &[(record.digest, damage)], now, now).await
}

/// Takes over from an old index which replays agree, and the decisions about them, as far as they are in the new one.
async fn take_over(old: &dyn Index, new: &dyn Index) -> Result<(), Error> {
    for pair in old.pairs(None).await? {
        new.put_pair(&pair).await?;
    }
    for Decision { id, review, reviewed_at } in old.decisions().await? {
        new.review(&id, review, reviewed_at).await?;
    }
    for objection in old.objections(None).await? {
        new.put_objection(&objection, None).await?;
    }
    let held: Vec<_> = old.held().await?.into_iter().map(|id| (id, true)).collect();
    new.set_held(&held).await
}

/// A copy of the old index in this version's shape; `None` if there is none or it cannot be read. The old one itself is not
/// opened: SQLite would write to it.
async fn old_index(within: &LinkFreeFolder) -> Result<Option<SqliteIndex>, Error> {
    let folder = within.path();
    if !folder.join(DATABASE).exists() {
        return Ok(None);
    }
    std::fs::copy(folder.join(DATABASE), folder.join(COPY))?;
    match std::fs::copy(folder.join(format!("{DATABASE}-wal")), folder.join(format!("{COPY}-wal")))
    {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    match SqliteIndex::open(&folder.join(COPY)).await {
        Ok(index) => Ok(Some(index)),
        Err(error) if error.is_disk_full() => Err(error),
        Err(error) => {
            tracing::warn!(%error, "the old index cannot be read");
            Ok(None)
        }
    }
}

/// Sets the old index aside and puts the new one in its place. SQLite's files beside the database go first: beside
/// another one it would be taken for that one's.
fn exchange(within: &LinkFreeFolder, place: &Path) -> Result<Option<PathBuf>, Error> {
    let folder = within.path();
    let aside = format!("{DATABASE}.old-{}", now_ms());
    for suffix in BESIDE {
        let there = folder.join(format!("{DATABASE}{suffix}"));
        if there.exists() {
            std::fs::rename(there, folder.join(format!("{aside}{suffix}")))?;
        }
    }
    let old = place.exists().then(|| folder.join(&aside));
    if let Some(old) = &old {
        std::fs::rename(place, old)?;
    }
    let new = folder.join(NEW);
    File::options().write(true).open(&new)?.sync_all()?;
    std::fs::rename(new, place)?;
    if let Ok(folder) = within.handle() {
        folder.sync_all()?;
    }
    Ok(old)
}

/// Removes what an earlier attempt left.
fn remove_database(within: &LinkFreeFolder, name: &str) -> io::Result<()> {
    for suffix in [""].into_iter().chain(BESIDE) {
        match std::fs::remove_file(within.path().join(format!("{name}{suffix}"))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
