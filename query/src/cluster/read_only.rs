//! The part of a store that a worker reads: whoever sends plans names the files in them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};

/// A store in which only what lies in one folder can be read, and nothing written.
#[derive(Debug)]
pub(super) struct ReadOnly {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) folder: Path,
}

impl ReadOnly {
    fn check(&self, path: &Path) -> Result<()> {
        if path.prefix_matches(&self.folder) {
            Ok(())
        } else {
            Err(refused(path, "is not in the export"))
        }
    }
}

fn refused(path: &Path, why: &'static str) -> Error {
    Error::PermissionDenied { path: path.to_string(), source: why.into() }
}

fn unwritten(path: &Path) -> Error {
    refused(path, "cannot be written: a worker only reads")
}

impl fmt::Display for ReadOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}, read only", self.folder, self.store)
    }
}

#[async_trait]
impl ObjectStore for ReadOnly {
    async fn get_opts(&self, path: &Path, options: GetOptions) -> Result<GetResult> {
        self.check(path)?;
        self.store.get_opts(path, options).await
    }

    async fn get_ranges(&self, path: &Path, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        self.check(path)?;
        self.store.get_ranges(path, ranges).await
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        let prefix = prefix.unwrap_or(&self.folder);
        match self.check(prefix) {
            Ok(()) => self.store.list(Some(prefix)),
            Err(error) => stream::iter([Err(error)]).boxed(),
        }
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        let prefix = prefix.unwrap_or(&self.folder);
        self.check(prefix)?;
        self.store.list_with_delimiter(Some(prefix)).await
    }

    async fn put_opts(&self, path: &Path, _: PutPayload, _: PutOptions) -> Result<PutResult> {
        Err(unwritten(path))
    }

    async fn put_multipart_opts(
        &self,
        path: &Path,
        _: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        Err(unwritten(path))
    }

    fn delete_stream(
        &self,
        paths: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        paths.map(|path| Err(unwritten(&path?))).boxed()
    }

    async fn copy_opts(&self, _: &Path, to: &Path, _: CopyOptions) -> Result<()> {
        Err(unwritten(to))
    }
}

#[cfg(test)]
mod tests {
    use object_store::ObjectStoreExt as _;
    use object_store::memory::InMemory;

    use super::*;

    #[tokio::test]
    async fn only_the_folder_is_read_and_nothing_written() {
        let store = Arc::new(InMemory::new());
        for path in ["out/replays/a", "other/a", "outer/a"] {
            store.put(&path.into(), "text".into()).await.unwrap();
        }
        let worker = ReadOnly { store: store.clone(), folder: "out".into() };
        let read = worker.get(&"out/replays/a".into()).await.unwrap();
        assert_eq!(read.bytes().await.unwrap(), "text");
        for path in ["other/a", "outer/a", "other/nothing"] {
            let error = worker.get(&path.into()).await.unwrap_err();
            assert!(matches!(error, Error::PermissionDenied { .. }), "{path}: {error}");
        }
        assert_eq!(worker.list(None).collect::<Vec<_>>().await.len(), 1);
        assert!(worker.list(Some(&"other".into())).next().await.unwrap().is_err());
        assert!(worker.list_with_delimiter(Some(&Path::default())).await.is_err());
        assert!(worker.put(&"out/b".into(), "text".into()).await.is_err());
        assert!(worker.copy(&"out/replays/a".into(), &"out/b".into()).await.is_err());
        assert!(worker.delete(&"out/replays/a".into()).await.is_err());
        assert_eq!(store.list(None).collect::<Vec<_>>().await.len(), 3);
    }
}
