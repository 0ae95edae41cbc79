//! The originals: one object each, under its digest, as it came or packed. Replays and maps have a folder each.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use ghostreel_formats::core::Digest;
use ghostreel_reel::Level;
use object_store::path::Path as Key;
use object_store::{GetOptions, GetResult, ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::sync::Semaphore;

use crate::damage::Damage;
use crate::error::Error;
use crate::records::kind::Kind;
use crate::store::folder::Folder;
use crate::store::packed;
use crate::store::packed::REEL;
use crate::store::spool::{Files, INCOMING, PART, Spool, Spooled};
use crate::store::within::LinkFreeFolder;

/// The folder of replays.
pub(crate) const OBJECTS: &str = "objects";
/// The folder of maps.
const MAPS: &str = "maps";

/// Originals that are packed or unpacked at once.
const PACKING: usize = 2;

/// The bytes of an original as they are read.
pub type ByteStream = BoxStream<'static, io::Result<Bytes>>;

/// A folder with the originals, of replays or of maps, and `incoming/`, uploads in progress.
///
/// Both sit in one file system, so that an upload gets to its place by a rename.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) objects: Arc<dyn ObjectStore>,
    /// The name of the folder with the originals: [`OBJECTS`] or [`MAPS`].
    folder: &'static str,
    within: Arc<LinkFreeFolder>,
    pub(crate) files: Files,
    /// How many originals are packed and unpacked at once: each is in memory as a whole.
    packing: Arc<Semaphore>,
}

/// A packed original with its bytes unpacked, or its damage.
type Unpacked = Result<(ObjectMeta, Bytes), (Option<ObjectMeta>, Damage)>;

/// The outcome of storing an original another way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repack {
    /// Bytes that it took up.
    pub(crate) before: u64,
    /// Bytes that it takes up now.
    pub(crate) after: u64,
    /// Whether it is stored another way now.
    pub(crate) outcome: Result<bool, Damage>,
}

impl Store {
    /// The store of a kind in a data folder, which is changed in nothing by this.
    pub(crate) fn of(kind: Kind, within: Arc<LinkFreeFolder>) -> Self {
        let folder = match kind {
            Kind::Replay => OBJECTS,
            Kind::Map => MAPS,
        };
        let objects = Arc::new(Folder::new(Arc::clone(&within)));
        let packing = Arc::new(Semaphore::new(PACKING));
        Self { objects, folder, within, files: Files::default(), packing }
    }

    /// Makes the folders that are missing, and throws away uploads that were never finished.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        self.within.make_folder(OBJECTS)?;
        self.within.make_folder(MAPS)?;
        self.within.make_folder(INCOMING)?;
        for entry in std::fs::read_dir(self.within.path().join(INCOMING))? {
            let entry = entry?;
            let name = entry.file_name();
            let ours = Path::new(&name).extension().is_some_and(|extension| extension == PART);
            if ours && !entry.file_type()?.is_dir() {
                std::fs::remove_file(entry.path())?;
            } else {
                tracing::warn!(path = %entry.path().display(), "not an upload of ours; it stays as it is");
            }
        }
        Ok(())
    }

    /// Starts an upload of at most `limit` bytes.
    pub(crate) fn spool(&self, limit: u64) -> io::Result<Spool> {
        Spool::create(&self.within, &self.files, limit)
    }

    /// Makes a finished upload an object; afterwards it is durable. The same content may already
    /// be there: then it is replaced by itself.
    pub(crate) async fn keep(&self, spooled: Spooled) -> Result<(), Error> {
        let to = self.key(&spooled.digest());
        self.place(spooled, &to).await
    }

    /// Reads an original, or the given bytes of it; `None` if it is not there. Reading the whole ends with an error
    /// instead of its last piece if it is not what the digest says.
    pub(crate) async fn read(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        let whole = range.is_none();
        let options = GetOptions { range: range.clone().map(Into::into), ..GetOptions::default() };
        let object = match self.objects.get_opts(&self.key(digest), options).await {
            Ok(object) => object,
            Err(object_store::Error::NotFound { .. }) => {
                return self.read_packed(digest, range).await;
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Some(if whole { checked(object, *digest) } else { bytes(object) }))
    }

    /// A text that is different for any other file, and for the same file after it was written to.
    pub(crate) async fn stamp(&self, digest: &Digest) -> Result<Result<String, Damage>, Error> {
        let head = GetOptions { head: true, ..GetOptions::default() };
        let mut object = self.objects.get_opts(&self.key(digest), head.clone()).await;
        if matches!(object, Err(object_store::Error::NotFound { .. })) {
            object = self.objects.get_opts(&self.packed_key(digest), head).await;
        }
        or_damage(object).map(|object| object.map(|object| stamp(&object.meta)))
    }

    /// Compares an original with its digest, reading at most so many bytes a second. The stamp is that of the file read.
    pub(crate) async fn compare(
        &self,
        digest: &Digest,
        rate: Option<u64>,
    ) -> Result<(Option<String>, Result<(), Damage>), Error> {
        let object = match or_damage(self.objects.get(&self.key(digest)).await)? {
            Ok(object) => object,
            Err(Damage::Missing) => return self.compare_packed(digest, rate).await,
            Err(damage) => return Ok((None, Err(damage))),
        };
        let stamp = stamp(&object.meta);
        let mut bytes = object.into_stream();
        let mut hasher = Digest::hasher();
        loop {
            match bytes.try_next().await {
                Ok(Some(piece)) => {
                    hasher.update(&piece);
                    if let Some(rate) = rate {
                        tokio::time::sleep(pause(piece.len(), rate)).await;
                    }
                }
                Ok(None) => break,
                Err(object_store::Error::Generic { .. }) => {
                    return Ok((Some(stamp), Err(Damage::Unreadable)));
                }
                Err(error) => return Err(error.into()),
            }
        }
        let sound = hasher.finish() == *digest;
        Ok((Some(stamp), if sound { Ok(()) } else { Err(Damage::Altered) }))
    }

    /// [`Store::read`] of one that is stored packed.
    async fn read_packed(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        let bytes = match self.unpack(digest).await? {
            Ok((_, bytes)) => bytes,
            Err((_, Damage::Missing)) => return Ok(None),
            Err((_, damage)) => {
                let error = io::Error::new(io::ErrorKind::InvalidData, damage.name());
                return Ok(Some(stream::once(async { Err(error) }).boxed()));
            }
        };
        let range = range.unwrap_or(0..bytes.len() as u64);
        let [start, end] = [range.start, range.end].map(|place| (place as usize).min(bytes.len()));
        let bytes = bytes.slice(start..end.max(start));
        Ok(Some(stream::once(async { Ok(bytes) }).boxed()))
    }

    /// [`Store::compare`] of one that is stored packed.
    async fn compare_packed(
        &self,
        digest: &Digest,
        rate: Option<u64>,
    ) -> Result<(Option<String>, Result<(), Damage>), Error> {
        Ok(match self.unpack(digest).await? {
            Ok((meta, _)) => {
                if let Some(rate) = rate {
                    let length = usize::try_from(meta.size).unwrap_or(usize::MAX);
                    tokio::time::sleep(pause(length, rate)).await;
                }
                (Some(stamp(&meta)), Ok(()))
            }
            Err((meta, damage)) => (meta.as_ref().map(stamp), Err(damage)),
        })
    }

    /// A packed original, unpacked and compared with its digest.
    async fn unpack(&self, digest: &Digest) -> Result<Unpacked, Error> {
        let object = match or_damage(self.objects.get(&self.packed_key(digest)).await)? {
            Ok(object) => object,
            Err(damage) => return Ok(Err((None, damage))),
        };
        // The semaphore is never closed.
        let _place = self.packing.acquire().await;
        let meta = object.meta.clone();
        let reel = match object.bytes().await {
            Ok(reel) => reel,
            Err(object_store::Error::Generic { .. }) => {
                return Ok(Err((Some(meta), Damage::Unreadable)));
            }
            Err(error) => return Err(error.into()),
        };
        let digest = *digest;
        let bytes = tokio::task::spawn_blocking(move || packed::unpack(&reel, &digest));
        let bytes = bytes.await.map_err(|join| Error::Io(join.into()))?;
        Ok(match bytes {
            Ok(bytes) => Ok((meta, bytes.into())),
            Err(damage) => Err((Some(meta), damage)),
        })
    }

    /// The whole bytes of an original, however it is stored.
    pub(crate) async fn whole(&self, digest: &Digest) -> Result<Result<Bytes, Damage>, Error> {
        let Some(mut stream) = self.read(digest, None).await? else {
            return Ok(Err(Damage::Missing));
        };
        let mut bytes = Vec::new();
        loop {
            match stream.try_next().await {
                Ok(Some(piece)) => bytes.extend_from_slice(&piece),
                Ok(None) => return Ok(Ok(bytes.into())),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return Ok(Err(Damage::Altered));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The file of an original as it came; `None` if it is lost or damaged. One that is packed is unpacked into a file beside.
    pub(crate) async fn file(&self, digest: &Digest) -> Result<Option<OriginalFile>, Error> {
        let path = self.path(digest);
        if tokio::fs::try_exists(&path).await? {
            return Ok(Some(OriginalFile::Stored(path)));
        }
        Ok(self.unpacked_beside(digest).await?.map(OriginalFile::Unpacked))
    }

    /// The bytes of a packed original in a file beside, which goes with the returned value.
    pub(crate) async fn unpacked_beside(&self, digest: &Digest) -> Result<Option<Spooled>, Error> {
        let Ok((_, bytes)) = self.unpack(digest).await? else { return Ok(None) };
        let mut spool = self.spool(u64::MAX)?;
        spool.write(&bytes).await?;
        Ok(Some(spool.finish().await?))
    }

    /// A reel of an original; `None` if it would be no shorter.
    pub(crate) async fn pack(
        &self,
        original: Bytes,
        level: Level,
    ) -> Result<Option<Vec<u8>>, Error> {
        // The semaphore is never closed.
        let _place = self.packing.acquire().await;
        let packed = tokio::task::spawn_blocking(move || packed::pack(&original, level));
        packed.await.map_err(|join| Error::Io(join.into()))
    }

    /// Puts a reel in the place of the original that it holds. The original goes when the reel is durable.
    pub(crate) async fn exchange(&self, digest: &Digest, reel: &[u8]) -> Result<(), Error> {
        self.put(reel, &self.packed_key(digest)).await?;
        self.delete(&self.key(digest)).await
    }

    /// Stores an original packed, or with no level as it came.
    pub(crate) async fn repack(
        &self,
        listed: ListedObject,
        level: Option<Level>,
    ) -> Result<Repack, Error> {
        let ListedObject { digest, size: before, .. } = listed;
        let unchanged = |outcome| Repack { before, after: before, outcome };
        let original = match self.whole(&digest).await? {
            Ok(original) => original,
            Err(damage) => return Ok(unchanged(Err(damage))),
        };
        let after = match level {
            None if !listed.is_packed => return Ok(unchanged(Ok(false))),
            None => {
                self.put(&original, &self.key(&digest)).await?;
                self.delete(&self.packed_key(&digest)).await?;
                original.len() as u64
            }
            Some(level) => {
                let reel = self.pack(original, level).await?;
                let reel = reel.filter(|reel| !listed.is_packed || (reel.len() as u64) < before);
                let Some(reel) = reel else { return Ok(unchanged(Ok(false))) };
                self.exchange(&digest, &reel).await?;
                reel.len() as u64
            }
        };
        Ok(Repack { before, after, outcome: Ok(true) })
    }

    /// Writes an object, durably, beside where it belongs, and gets it there by a rename.
    async fn put(&self, bytes: &[u8], to: &Key) -> Result<(), Error> {
        let mut spool = self.spool(u64::MAX)?;
        spool.write(bytes).await?;
        self.place(spool.finish().await?, to).await
    }

    /// Makes what was spooled an object.
    async fn place(&self, spooled: Spooled, to: &Key) -> Result<(), Error> {
        let path = spooled.sync().await?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.objects.rename(&Key::from_iter([INCOMING, name]), to).await?;
        Ok(())
    }

    /// Removes an original, packed or not; it is fine if it is not there.
    pub(crate) async fn remove(&self, digest: &Digest) -> Result<(), Error> {
        self.delete(&self.key(digest)).await?;
        self.delete(&self.packed_key(digest)).await
    }

    async fn delete(&self, key: &Key) -> Result<(), Error> {
        match self.objects.delete(key).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Every original with the bytes it takes up and when it was written. One that is there packed and as it came, which a crash while
    /// one takes the other's place leaves, is listed as it came.
    pub(crate) fn list(&self) -> BoxStream<'static, Result<ListedObject, Error>> {
        let store = self.clone();
        self.objects
            .list(Some(&Key::from(self.folder)))
            .map_err(Error::from)
            .try_filter_map(move |object| {
                let store = store.clone();
                async move {
                    let Some(listed) = store.listed(&object) else { return Ok(None) };
                    let is_twice = listed.is_packed
                        && store.objects.head(&store.key(&listed.digest)).await.is_ok();
                    Ok((!is_twice).then_some(listed))
                }
            })
            .boxed()
    }

    /// Whether an upload could be written now.
    pub(crate) async fn check(&self) -> Result<(), Error> {
        let mut spool = self.spool(1)?;
        spool.write(b"?").await?;
        spool.finish().await?.sync().await?;
        Ok(())
    }

    /// An entry of a listing; `None` if it is no original in its place.
    fn listed(&self, object: &ObjectMeta) -> Option<ListedObject> {
        let name = object.location.filename()?;
        let packed = name.strip_suffix(REEL).and_then(|name| name.strip_suffix('.'));
        let digest: Digest = packed.unwrap_or(name).parse().ok()?;
        let is_packed = packed.is_some();
        let place = if is_packed { self.packed_key(&digest) } else { self.key(&digest) };
        let (size, written_at) = (object.size, object.last_modified.timestamp_millis());
        // A digest elsewhere than in its place is not what requests for it would find.
        (object.location == place).then_some(ListedObject { digest, size, is_packed, written_at })
    }

    /// The file that holds an original as it came, if it is there.
    pub(crate) fn path(&self, digest: &Digest) -> PathBuf {
        self.within.path().join(self.key(digest).as_ref())
    }

    /// Where the original is as it came: `objects/ab/cd/abcd…`, so that no folder grows to where listing it hurts.
    pub(crate) fn key(&self, digest: &Digest) -> Key {
        let digest = digest.to_string();
        Key::from_iter([self.folder, &digest[..2], &digest[2..4], &digest])
    }

    /// Where the original is when it is packed.
    fn packed_key(&self, digest: &Digest) -> Key {
        let digest = digest.to_string();
        let name = format!("{digest}.{REEL}");
        Key::from_iter([self.folder, &digest[..2], &digest[2..4], &name])
    }
}

/// A file that holds an original as it came.
#[derive(Debug)]
pub(crate) enum OriginalFile {
    Stored(PathBuf),
    /// It goes with this.
    Unpacked(Spooled),
}

impl OriginalFile {
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Stored(path) => path.clone(),
            Self::Unpacked(spooled) => spooled.path(),
        }
    }
}

/// An original as a listing finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedObject {
    pub(crate) digest: Digest,
    /// Bytes that it takes up.
    pub(crate) size: u64,
    pub(crate) is_packed: bool,
    /// In milliseconds since 1970.
    pub(crate) written_at: i64,
}

/// Distinguishes faults of the object from faults of looking.
fn or_damage(object: object_store::Result<GetResult>) -> Result<Result<GetResult, Damage>, Error> {
    match object {
        Ok(object) => Ok(Ok(object)),
        Err(object_store::Error::NotFound { .. }) => Ok(Err(Damage::Missing)),
        Err(object_store::Error::PermissionDenied { .. }) => Ok(Err(Damage::Unreadable)),
        Err(error) => Err(error.into()),
    }
}

fn stamp(meta: &ObjectMeta) -> String {
    let tag = meta.e_tag.as_deref().unwrap_or_default();
    format!("{tag} {} {}", meta.size, meta.last_modified.timestamp_millis())
}

fn bytes(object: GetResult) -> ByteStream {
    object.into_stream().map_err(io::Error::other).boxed()
}

/// The bytes of a whole object, its last piece only if all of them together have the digest.
fn checked(object: GetResult, digest: Digest) -> ByteStream {
    let left = object.meta.size;
    let state = (bytes(object), Digest::hasher(), left);
    let pieces = stream::try_unfold(state, move |(mut bytes, mut hasher, left)| async move {
        let Some(piece) = bytes.try_next().await? else { return Ok(None) };
        hasher.update(&piece);
        let left = left.saturating_sub(piece.len() as u64);
        if left == 0 && hasher.clone().finish() != digest {
            return Err(io::Error::new(io::ErrorKind::InvalidData, Damage::Altered.name()));
        }
        Ok(Some((piece, (bytes, hasher, left))))
    });
    pieces.boxed()
}

/// How long reading so many bytes may take.
fn pause(bytes: usize, rate: u64) -> Duration {
    Duration::from_secs_f64(bytes as f64 / rate.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An original that changes after it was compared: its readers never get all of it.
    #[tokio::test]
    async fn an_original_that_rots_while_it_is_read_breaks_off() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::of(Kind::Replay, Arc::new(LinkFreeFolder::open(folder.path()).unwrap()));
        let sound: Vec<u8> = (0..300_000_u32).map(|n| (n % 251) as u8).collect();
        let digest = Digest::of(&sound);
        let path = folder.path().join(store.key(&digest).as_ref());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        for at in [None, Some(0), Some(200_000), Some(sound.len() - 1)] {
            let mut bytes = sound.clone();
            if let Some(at) = at {
                bytes[at] ^= 0x80;
            }
            std::fs::write(&path, bytes).unwrap();
            let mut pieces = store.read(&digest, None).await.unwrap().unwrap();
            let mut got = Vec::new();
            let ended = loop {
                match pieces.try_next().await {
                    Ok(Some(piece)) => got.extend_from_slice(&piece),
                    Ok(None) => break Ok(()),
                    Err(error) => break Err(error.kind()),
                }
            };
            match at {
                None => assert_eq!((ended, got), (Ok(()), sound.clone())),
                Some(_) => {
                    assert_eq!(ended, Err(io::ErrorKind::InvalidData));
                    assert!(got.len() < sound.len());
                }
            }
        }
    }
}
