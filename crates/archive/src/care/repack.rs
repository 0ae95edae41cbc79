//! Packing the originals of an archive, or unpacking them again.

use std::path::Path;

use futures_util::{StreamExt, TryStreamExt};
use ghostreel_reel::Level;

use crate::error::Error;
use crate::records::kind::Kind;
use crate::store::data_folder::{existing, lock};
use crate::store::objects::{OBJECTS, Repack, Store};

/// The counts of a repacking so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repacked {
    /// Originals looked at.
    pub originals: u64,
    /// Those of them that are stored another way now.
    pub changed: u64,
    /// Those of them that are damaged, and stay as they are.
    pub damaged: u64,
    /// Bytes that the originals took up before.
    pub bytes_before: u64,
    /// Bytes that they take up now.
    pub bytes_after: u64,
}

/// Stores every original of a data folder that no server uses packed, or with `None` as it came. Each is compared with its digest
/// before and after, and the other copy goes last: it can be interrupted at any time, and goes on when it is called again. `seen` hears of each.
///
/// # Errors
/// If the folder is in use or has no originals, or cannot be read and written.
pub async fn repack(
    data: &Path,
    level: Option<Level>,
    threads: usize,
    mut seen: impl FnMut(&Repacked),
) -> Result<Repacked, Error> {
    let within = existing(data)?;
    if !within.path().join(OBJECTS).is_dir() {
        return Err(Error::NoArchive(data.to_owned()));
    }
    let _lock = lock(&within, data)?;
    let store = Store::of(Kind::Replay, within);
    store.prepare()?;
    let repack_one = |listed| {
        let store = &store;
        async move { store.repack(listed, level).await }
    };
    let mut all = Repacked::default();
    let mut originals =
        store.list().map_ok(repack_one).try_buffer_unordered(threads.max(1)).boxed_local();
    while let Some(Repack { before, after, outcome }) = originals.try_next().await? {
        all.originals += 1;
        all.bytes_before += before;
        all.bytes_after += after;
        match outcome {
            Ok(is_changed) => all.changed += u64::from(is_changed),
            Err(_) => all.damaged += 1,
        }
        seen(&all);
    }
    drop(originals);
    Ok(all)
}
