//! The originals: one object each, under its digest.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use object_store::path::Path as Key;
use object_store::{GetOptions, GetResult, ObjectMeta, ObjectStore, ObjectStoreExt};

use crate::Error;
use crate::damage::Damage;
use crate::folder::{Folder, Within};
use crate::formats::core::Digest;
use crate::spool::{Files, INCOMING, PART, Spool, Spooled};

pub(crate) const OBJECTS: &str = "objects";

/// The bytes of an original as they are read.
pub type ByteStream = BoxStream<'static, io::Result<Bytes>>;

/// A folder with `objects/`, the originals, and `incoming/`, uploads in progress.
///
/// Both sit in one file system, so that an upload gets to its place by a rename.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) objects: Arc<dyn ObjectStore>,
    within: Arc<Within>,
    pub(crate) files: Files,
}

impl Store {
    /// The store of a folder, which is changed in nothing by this.
    pub(crate) fn of(within: Arc<Within>) -> Self {
        let objects = Arc::new(Folder::new(Arc::clone(&within)));
        Self { objects, within, files: Files::default() }
    }

    /// Makes the folders that are missing, and throws away uploads that were never finished.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        self.within.make_folder(OBJECTS)?;
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
        let to = key(&spooled.digest());
        let path = spooled.sync().await?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.objects.rename(&Key::from_iter([INCOMING, name]), &to).await?;
        Ok(())
    }

    /// Reads an original, or the given bytes of it; `None` if it is not there. What is read whole ends with an error
    /// instead of its last piece if it is not what the digest says.
    pub(crate) async fn read(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, Error> {
        let whole = range.is_none();
        let options = GetOptions { range: range.map(Into::into), ..GetOptions::default() };
        let object = match self.objects.get_opts(&key(digest), options).await {
            Ok(object) => object,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(if whole { checked(object, *digest) } else { bytes(object) }))
    }

    /// A text that is different for any other file, and for the same file after it was written to.
    pub(crate) async fn stamp(&self, digest: &Digest) -> Result<Result<String, Damage>, Error> {
        let head = GetOptions { head: true, ..GetOptions::default() };
        let object = self.objects.get_opts(&key(digest), head).await;
        found(object).map(|object| object.map(|object| stamp(&object.meta)))
    }

    /// Compares an original with its digest, reading at most so many bytes a second. The stamp is that of what was read.
    pub(crate) async fn compare(
        &self,
        digest: &Digest,
        rate: Option<u64>,
    ) -> Result<(Option<String>, Result<(), Damage>), Error> {
        let object = match found(self.objects.get(&key(digest)).await)? {
            Ok(object) => object,
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

    /// Removes an original; it is fine if it is not there.
    pub(crate) async fn remove(&self, digest: &Digest) -> Result<(), Error> {
        match self.objects.delete(&key(digest)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Every original with its size in bytes and when it was written.
    pub(crate) fn list(&self) -> BoxStream<'static, Result<Listed, Error>> {
        self.objects
            .list(Some(&Key::from(OBJECTS)))
            .map_err(Error::from)
            .try_filter_map(|object| async move { Ok(listed(&object)) })
            .boxed()
    }

    /// Whether an upload could be written now.
    pub(crate) async fn check(&self) -> Result<(), Error> {
        let mut spool = self.spool(1)?;
        spool.write(b"?").await?;
        spool.finish().await?.sync().await?;
        Ok(())
    }
}

/// An original as a listing finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    pub(crate) digest: Digest,
    pub(crate) size: u64,
    /// In milliseconds since 1970.
    pub(crate) written_at: i64,
}

fn listed(object: &ObjectMeta) -> Option<Listed> {
    let digest: Digest = object.location.filename()?.parse().ok()?;
    let written_at = object.last_modified.timestamp_millis();
    // A digest elsewhere than in its place is not what requests for it would find.
    (object.location == key(&digest)).then_some(Listed { digest, size: object.size, written_at })
}

/// `objects/ab/cd/abcd…`: no folder grows to where listing it hurts.
pub(crate) fn key(digest: &Digest) -> Key {
    let digest = digest.to_string();
    Key::from_iter([OBJECTS, &digest[..2], &digest[2..4], &digest])
}

/// Tells what is wrong with the object itself from what keeps us from looking.
fn found(object: object_store::Result<GetResult>) -> Result<Result<GetResult, Damage>, Error> {
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
    async fn what_rots_while_it_is_read_breaks_off() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::of(Arc::new(Within::open(folder.path()).unwrap()));
        let sound: Vec<u8> = (0..300_000_u32).map(|n| (n % 251) as u8).collect();
        let digest = Digest::of(&sound);
        let path = folder.path().join(key(&digest).as_ref());
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
