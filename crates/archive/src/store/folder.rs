//! A folder as an object store in which no symbolic link is ever followed.
//!
//! `object_store`'s own `LocalFileSystem` follows links, also out of its folder: anyone who can place one there would have any
//! file of the system served.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use object_store::path::Path as Key;
use object_store::{
    Attributes, CopyOptions, Error, GetOptions, GetResult, GetResultPayload, ListResult,
    MultipartUpload, ObjectMeta, ObjectStore, PutMultipartOptions, PutOptions, PutPayload,
    PutResult, RenameOptions, Result,
};
use walkdir::{DirEntry, WalkDir};

use crate::store::within::{self, LinkFreeFolder};

/// Bytes read at once: enough that handing them on costs little beside reading them.
const PIECE: u64 = 128 << 10;
/// Entries of a listing looked at in one go.
const BATCH: usize = 1_000;

/// The part of an object store that the archive needs, over [`LinkFreeFolder`]: reading, renaming, removing, listing.
/// Objects come into being only by renaming, so nothing can be put.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    within: Arc<LinkFreeFolder>,
}

impl Folder {
    pub(crate) fn new(within: Arc<LinkFreeFolder>) -> Self {
        Self { within }
    }

    fn refuse<T>(operation: &str) -> Result<T> {
        let (operation, implementer) = (operation.to_owned(), "Folder".to_owned());
        Err(Error::NotImplemented { operation, implementer })
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Folder({})", self.within.path().display())
    }
}

#[async_trait::async_trait]
impl ObjectStore for Folder {
    async fn get_opts(&self, location: &Key, options: GetOptions) -> Result<GetResult> {
        let (within, location) = (Arc::clone(&self.within), location.clone());
        blocking(move || {
            let file =
                within.file(&parts(&location)).map_err(|error| store_error(&location, error))?;
            let metadata = file.metadata().map_err(|error| store_error(&location, error))?;
            let meta = described(location, &metadata);
            options.check_preconditions(&meta)?;
            let range = match options.range {
                Some(range) => range
                    .as_range(meta.size)
                    .map_err(|source| Error::Generic { store: "Folder", source: source.into() })?,
                None => 0..meta.size,
            };
            let payload = GetResultPayload::Stream(pieces(file, range.clone()));
            let attributes = Attributes::default();
            Ok(GetResult { payload, meta, range, attributes, extensions: Default::default() })
        })
        .await
    }

    async fn rename_opts(&self, from: &Key, to: &Key, _: RenameOptions) -> Result<()> {
        let (within, from, to) = (Arc::clone(&self.within), from.clone(), to.clone());
        blocking(move || {
            within.rename(&parts(&from), &parts(&to)).map_err(|error| store_error(&to, error))
        })
        .await
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<Key>>,
    ) -> BoxStream<'static, Result<Key>> {
        let within = Arc::clone(&self.within);
        let removed = locations.and_then(move |location| {
            let within = Arc::clone(&within);
            blocking(move || {
                within.remove(&parts(&location)).map_err(|error| store_error(&location, error))?;
                Ok(location)
            })
        });
        removed.boxed()
    }

    fn list(&self, prefix: Option<&Key>) -> BoxStream<'static, Result<ObjectMeta>> {
        let mut folder = self.within.path().to_owned();
        folder.extend(prefix.iter().flat_map(|prefix| parts(prefix)));
        let root = self.within.path().to_owned();
        let walk = WalkDir::new(folder).min_depth(1).follow_links(false).follow_root_links(false);
        let batches = stream::try_unfold(walk.into_iter(), move |mut walk| {
            let root = root.clone();
            blocking(move || {
                let entries = walk.by_ref().filter_map(|entry| object(&root, entry).transpose());
                let batch = entries.take(BATCH).collect::<Result<Vec<_>>>()?;
                Ok((!batch.is_empty()).then_some((batch, walk)))
            })
        });
        batches.map_ok(|batch| stream::iter(batch.into_iter().map(Ok))).try_flatten().boxed()
    }

    async fn put_opts(&self, _: &Key, _: PutPayload, _: PutOptions) -> Result<PutResult> {
        Self::refuse("put_opts")
    }

    async fn put_multipart_opts(
        &self,
        _: &Key,
        _: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        Self::refuse("put_multipart_opts")
    }

    async fn list_with_delimiter(&self, _: Option<&Key>) -> Result<ListResult> {
        Self::refuse("list_with_delimiter")
    }

    async fn copy_opts(&self, _: &Key, _: &Key, _: CopyOptions) -> Result<()> {
        Self::refuse("copy_opts")
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await?
}

fn parts(location: &Key) -> Vec<String> {
    location.parts().map(|part| part.as_ref().to_owned()).collect()
}

/// The errors that mean something to the store: that an object is not there, and that the thing there
/// may not be read, a link above all.
fn store_error(location: &Key, error: io::Error) -> Error {
    let path = location.to_string();
    match error.kind() {
        io::ErrorKind::NotFound => Error::NotFound { path, source: error.into() },
        io::ErrorKind::PermissionDenied => Error::PermissionDenied { path, source: error.into() },
        _ => Error::Generic { store: "Folder", source: error.into() },
    }
}

/// The tag changes whenever the file is another one or was written to.
fn described(location: Key, metadata: &Metadata) -> ObjectMeta {
    let last_modified = metadata.modified().unwrap_or(std::time::UNIX_EPOCH).into();
    let e_tag = Some(within::stamp(metadata));
    ObjectMeta { location, last_modified, size: metadata.len(), e_tag, version: None }
}

fn pieces(file: File, range: Range<u64>) -> BoxStream<'static, Result<Bytes>> {
    let start = range.start;
    let pieces = stream::try_unfold((file, range), move |(mut file, range)| async move {
        if range.is_empty() {
            return Ok(None);
        }
        blocking(move || {
            let read = |file: &mut File| {
                if range.start == start {
                    file.seek(SeekFrom::Start(start))?;
                }
                let length = PIECE.min(range.end - range.start);
                let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
                file.take(length).read_to_end(&mut bytes)?;
                if bytes.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
            };
            let bytes = read(&mut file).map_err(|error: io::Error| Error::Generic {
                store: "Folder",
                source: error.into(),
            })?;
            let rest = range.start + bytes.len() as u64..range.end;
            Ok(Some((Bytes::from(bytes), (file, rest))))
        })
        .await
    });
    pieces.boxed()
}

/// An entry as an object; `None` for folders, links and other things than files.
fn object(root: &PathBuf, entry: walkdir::Result<DirEntry>) -> Result<Option<ObjectMeta>> {
    let failed = |error: walkdir::Error| Error::Generic { store: "Folder", source: error.into() };
    let vanished = |error: &walkdir::Error| {
        error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
    };
    let entry = match entry {
        Ok(entry) if entry.file_type().is_file() => entry,
        Ok(_) => return Ok(None),
        Err(error) if vanished(&error) => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let metadata = match entry.metadata() {
        Ok(metadata) => metadata,
        Err(error) if vanished(&error) => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let names = entry.path().strip_prefix(root).unwrap_or(entry.path()).iter();
    let Some(names) = names.map(|name| name.to_str()).collect::<Option<Vec<_>>>() else {
        // No object of ours: their names are hexadecimal.
        return Ok(None);
    };
    Ok(Some(described(Key::from_iter(names), &metadata)))
}
