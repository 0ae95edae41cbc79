//! Where tables lie: a folder, or a bucket of an object store.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use deltalake::DeltaTable;
use deltalake::logstore::{StorageConfig, default_logstore};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, RetryConfig};
use url::Url;

/// So long an object store may not answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder that has tables or gets some.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// The whole file system, or the whole bucket.
    root: Arc<dyn ObjectStore>,
    /// The folder, with a slash at its end.
    url: Url,
}

impl Store {
    /// A folder, which need not be there yet, or `s3://bucket/prefix`, with what the environment says about keys and the endpoint.
    ///
    /// # Errors
    /// If it cannot be made, or is no such place.
    pub(crate) fn at(place: &str) -> Result<Self> {
        let url = match Url::parse(place) {
            Ok(url) if url.scheme() == "s3" => url,
            _ => {
                if has_escape(place) {
                    bail!(
                        "{place}: tables cannot be in a folder with a percent sign and two digits in its name"
                    );
                }
                let folder = std::path::Path::new(place);
                std::fs::create_dir_all(folder).with_context(|| format!("cannot make {place}"))?;
                let folder = std::fs::canonicalize(folder).with_context(|| place.to_owned())?;
                let url = Url::from_directory_path(&folder);
                url.map_err(|()| anyhow::anyhow!("{place} has no absolute path"))?
            }
        };
        let root: Arc<dyn ObjectStore> = if url.scheme() == "s3" {
            // Who has misspelt an endpoint is told soon.
            let retry =
                RetryConfig { max_retries: 4, retry_timeout: PATIENCE, ..RetryConfig::default() };
            let bucket = AmazonS3Builder::from_env().with_url(url.as_str()).with_retry(retry);
            let bucket = bucket.build();
            Arc::new(bucket.with_context(|| format!("cannot use {place}"))?)
        } else {
            Arc::new(LocalFileSystem::new())
        };
        let mut url = url;
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        Ok(Self { root, url })
    }

    /// The store below it, with all of its paths.
    pub(crate) fn root(&self) -> &Arc<dyn ObjectStore> {
        &self.root
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    /// The table at a place, whether it is there or not. Nothing of it is read.
    ///
    /// # Errors
    /// If the place is none.
    pub(crate) fn table(&self, place: &str) -> Result<DeltaTable> {
        let url = self.url.join(&format!("{place}/"))?;
        let folder = PrefixStore::new(Arc::clone(&self.root), Path::from_url_path(url.path())?);
        let options = StorageConfig::default();
        Ok(DeltaTable::new(default_logstore(
            Arc::new(folder),
            Arc::clone(&self.root),
            &url,
            &options,
        )))
    }

    /// Whether there is an export: whether it has the table `replays`.
    ///
    /// # Errors
    /// If the place cannot be looked at.
    pub(crate) async fn has_table(&self, place: &str) -> Result<bool> {
        Ok(self.table(place)?.verify_deltatable_existence().await?)
    }
}

/// Whether a name has what stands for a byte in addresses: libraries on the way take it for that byte.
fn has_escape(name: &str) -> bool {
    let is_hex = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let bytes = name.as_bytes();
    (0..bytes.len())
        .any(|at| bytes[at] == b'%' && is_hex(bytes.get(at + 1)) && is_hex(bytes.get(at + 2)))
}
