//! Disks that fail: at every step of an upload, and by being full at every size.
//!
//! Acknowledged uploads are there, whatever happens; others leave nothing visible half-made.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use ghostreel_beatmap::sample;
use ghostreel_formats::core::Digest;
use object_store::path::Path as Key;
use object_store::{
    CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, RenameOptions, Result as StoreResult,
};
use tokio::io::AsyncWrite;

use crate::archive::Archive;
use crate::error::Error;
use crate::index::map_query::MapQuery;
use crate::index::query::Query;
use crate::intake::maps::MapVerdict;
use crate::intake::replays::Verdict;
use crate::options::Options;
use crate::records::kind::Kind;
use crate::records::orphans::Orphans;
use crate::store::objects::Store;
use crate::store::spool::{Files, Sink};

/// How a step fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    /// It does nothing.
    Before,
    /// It is done, but the disk says it was not.
    After,
    /// Of a write, half is done.
    Short,
}

/// Counts steps and makes one of them fail.
#[derive(Debug)]
struct Fault {
    how: How,
    left: AtomicU32,
}

impl Fault {
    /// The fault at this step, if it is the one.
    fn step(&self) -> Option<How> {
        (self.left.fetch_sub(1, Ordering::Relaxed) == 1).then_some(self.how)
    }

    fn error() -> io::Error {
        io::ErrorKind::StorageFull.into()
    }

    fn io<T>(&self, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        match self.step() {
            None => work(),
            Some(How::After) => work().and(Err(Self::error())),
            Some(_) => Err(Self::error()),
        }
    }

    async fn store<T>(&self, work: impl Future<Output = StoreResult<T>>) -> StoreResult<T> {
        let failed =
            || object_store::Error::Generic { store: "FailingStore", source: Self::error().into() };
        match self.step() {
            None => work.await,
            Some(How::After) => work.await.and_then(|_| Err(failed())),
            Some(_) => Err(failed()),
        }
    }
}

/// A file whose writes and syncs can fail.
#[derive(Debug)]
struct FailingFile {
    file: tokio::fs::File,
    fault: Arc<Fault>,
}

impl AsyncWrite for FailingFile {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.fault.step() {
            None => Pin::new(&mut self.file).poll_write(cx, bytes),
            Some(How::Short) => {
                Pin::new(&mut self.file).poll_write(cx, &bytes[..bytes.len() / 2 + 1])
            }
            Some(_) => Poll::Ready(Err(Fault::error())),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.file).poll_flush(cx) {
            Poll::Ready(done) => Poll::Ready(self.fault.io(|| done)),
            Poll::Pending => Poll::Pending,
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.file).poll_shutdown(cx)
    }
}

#[async_trait::async_trait]
impl Sink for FailingFile {
    async fn sync(&self) -> io::Result<()> {
        let done = self.file.sync_all().await;
        self.fault.io(|| done)
    }
}

/// A store whose operations can each fail.
#[derive(Debug)]
struct FailingStore {
    store: Arc<dyn ObjectStore>,
    fault: Arc<Fault>,
}

impl std::fmt::Display for FailingStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FailingStore")
    }
}

#[async_trait::async_trait]
impl ObjectStore for FailingStore {
    async fn get_opts(&self, key: &Key, options: GetOptions) -> StoreResult<GetResult> {
        self.fault.store(self.store.get_opts(key, options)).await
    }
    async fn rename_opts(&self, from: &Key, to: &Key, options: RenameOptions) -> StoreResult<()> {
        self.fault.store(self.store.rename_opts(from, to, options)).await
    }
    fn delete_stream(
        &self,
        keys: BoxStream<'static, StoreResult<Key>>,
    ) -> BoxStream<'static, StoreResult<Key>> {
        self.store.delete_stream(keys)
    }
    fn list(&self, prefix: Option<&Key>) -> BoxStream<'static, StoreResult<ObjectMeta>> {
        self.store.list(prefix)
    }
    async fn put_opts(
        &self,
        key: &Key,
        put: PutPayload,
        options: PutOptions,
    ) -> StoreResult<PutResult> {
        self.store.put_opts(key, put, options).await
    }
    async fn put_multipart_opts(
        &self,
        key: &Key,
        options: PutMultipartOptions,
    ) -> StoreResult<Box<dyn MultipartUpload>> {
        self.store.put_multipart_opts(key, options).await
    }
    async fn list_with_delimiter(&self, prefix: Option<&Key>) -> StoreResult<ListResult> {
        self.store.list_with_delimiter(prefix).await
    }
    async fn copy_opts(&self, from: &Key, to: &Key, options: CopyOptions) -> StoreResult<()> {
        self.store.copy_opts(from, to, options).await
    }
}

fn replay(seed: u64) -> Vec<u8> {
    ghostreel_formats::sample("beat-saber", Some("small"), seed).unwrap()
}

async fn upload(archive: &Archive, bytes: &[u8]) -> Result<Verdict, Error> {
    let mut spool = archive.spool(Kind::Replay)?;
    for piece in bytes.chunks(bytes.len() / 3 + 1) {
        spool.write(piece).await?;
    }
    Ok(archive.admit(spool.finish().await?, None).await?.verdict)
}

/// Opens a folder that was just closed. Processes that other tests are starting hold on to its lock for a moment, between
/// being made and becoming another program.
async fn reopen(data: &Path) -> Archive {
    for _ in 0..500 {
        match Archive::open(Options::at(data)).await {
            Err(Error::InUse(_)) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
            opened => return opened.unwrap(),
        }
    }
    panic!("{} stays in use", data.display());
}

/// The visible archive is whole: each row has its original, and only those of `uploaded` are there.
async fn is_whole(data: &Path, acknowledged: &[&[u8]], perhaps: &[&[u8]]) {
    let archive = reopen(data).await;
    let page = archive.list(&Query { limit: Query::MAX_LIMIT, ..Query::default() }).await.unwrap();
    let listed: Vec<Digest> = page.records.iter().map(|record| record.digest).collect();
    for bytes in acknowledged {
        assert!(listed.contains(&Digest::of(bytes)), "what was acknowledged is lost");
    }
    for digest in listed {
        let mut known = acknowledged.iter().chain(perhaps);
        let bytes = known.find(|bytes| Digest::of(bytes) == digest).expect("nobody uploaded this");
        let read = archive.read(Kind::Replay, &digest, None).await.unwrap().unwrap();
        let read: Vec<Bytes> = read.try_collect().await.unwrap();
        assert_eq!(read.concat(), **bytes, "a row without its whole original");
    }
    // Files that failed can be uploaded now, whatever they left behind.
    for bytes in perhaps {
        let verdict = upload(&archive, bytes).await.unwrap();
        assert!(matches!(verdict, Verdict::Created { .. } | Verdict::Existing(_)), "{verdict:?}");
    }
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
    assert_eq!(std::fs::read_dir(data.join("incoming")).unwrap().count(), 0);
    archive.close().await;
}

/// Fails every step of an upload in turn, in every way, until one upload has fewer steps.
#[tokio::test]
async fn a_disk_that_fails_at_any_step_loses_and_shows_nothing() {
    let (first, second) = (replay(1), replay(2));
    for how in [How::Before, How::After, How::Short] {
        let mut failed = 0;
        for step in 1.. {
            let data = tempfile::tempdir().unwrap();
            let fault = Arc::new(Fault { how, left: AtomicU32::new(u32::MAX) });
            let archive = open_on(&fault, Options::at(data.path())).await;
            upload(&archive, &first).await.unwrap();
            fault.left.store(step, Ordering::SeqCst);
            let outcome = upload(&archive, &second).await;
            archive.close().await;
            drop(archive);
            let over = fault.left.load(Ordering::Relaxed);
            match outcome {
                Ok(Verdict::Created { .. }) => is_whole(data.path(), &[&first, &second], &[]).await,
                Ok(other) => panic!("{how:?} at step {step}: {other:?}"),
                Err(error) => {
                    assert!(error.is_disk_full(), "{how:?} at step {step}: {error}");
                    failed += 1;
                    is_whole(data.path(), &[&first], &[&second]).await;
                }
            }
            if over > 0 && over < u32::MAX / 2 {
                assert!(step > 5, "an upload has more steps than {step}");
                break;
            }
        }
        // A short write is finished by a second one: that is no failure.
        assert!(failed >= if how == How::Short { 2 } else { 5 }, "{how:?}: {failed} failed");
    }
}

async fn upload_map(archive: &Archive, zip: &[u8]) -> Result<MapVerdict, Error> {
    let mut spool = archive.spool(Kind::Map)?;
    for piece in zip.chunks(zip.len() / 3 + 1) {
        spool.write(piece).await?;
    }
    Ok(archive.admit_map(None, spool.finish().await?, None, false).await?.verdict)
}

/// Fails every step of the upload of a map in turn: it is there whole, or not at all, and can be uploaded then.
#[tokio::test]
async fn a_disk_that_fails_at_any_step_keeps_no_part_of_a_map() {
    let zip = sample::zip(&sample::files(sample::Version::V3)).unwrap();
    for how in [How::Before, How::After, How::Short] {
        let mut failed = 0;
        for step in 1.. {
            let data = tempfile::tempdir().unwrap();
            let fault = Arc::new(Fault { how, left: AtomicU32::new(step) });
            let archive = open_on(&fault, Options::at(data.path())).await;
            let outcome = upload_map(&archive, &zip).await;
            archive.close().await;
            drop(archive);
            let archive = reopen(data.path()).await;
            let listed = archive.maps(&MapQuery::default()).await.unwrap().maps;
            match &outcome {
                Ok(MapVerdict::Created(map)) => assert_eq!(listed, std::slice::from_ref(map)),
                Ok(other) => panic!("{how:?} at step {step}: {other:?}"),
                Err(error) => {
                    assert!(error.is_disk_full(), "{how:?} at step {step}: {error}");
                    assert_eq!(listed, []);
                    failed += 1;
                    upload_map(&archive, &zip).await.unwrap();
                }
            }
            let [map] = &archive.maps(&MapQuery::default()).await.unwrap().maps[..] else {
                panic!("no map")
            };
            let read = archive.read(Kind::Map, &map.digest, None).await.unwrap().unwrap();
            let read: Vec<Bytes> = read.try_collect().await.unwrap();
            assert_eq!(read.concat(), zip);
            assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
            archive.close().await;
            let over = fault.left.load(Ordering::Relaxed);
            if over > 0 && over < u32::MAX / 2 {
                break;
            }
        }
        assert!(failed >= if how == How::Short { 2 } else { 4 }, "{how:?}: {failed} failed");
    }
}

/// A file system of a size, for as long as it lives; `None` where none can be had.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn of(kib: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "tmpfs"]).arg(folder.path());
        mount.stderr(std::process::Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

/// Uploads until a real file system is full, for many sizes of it, so that each write, also of the index, is once the one
/// that finds no room.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_loses_and_shows_nothing() {
    let replays: Vec<Vec<u8>> = (0..40).map(replay).collect();
    let (mut opened, mut refused) = (0, 0);
    for kib in (600..4_000).step_by(12) {
        if opened == 20 {
            break;
        }
        let Some(disk) = SmallDisk::of(kib) else {
            eprintln!("skipped: no file system can be mounted here");
            return;
        };
        let data = disk.0.path().join("data");
        let mut kept: Vec<&[u8]> = Vec::new();
        let mut lost: Vec<&[u8]> = Vec::new();
        // Too small for even an empty index: opening it fails.
        let Ok(archive) = Archive::open(Options::at(&data)).await else { continue };
        opened += 1;
        for bytes in &replays {
            match upload(&archive, bytes).await {
                Ok(Verdict::Created { .. }) => kept.push(bytes),
                Ok(other) => panic!("{other:?}"),
                Err(error) => {
                    assert!(error.is_disk_full(), "{kib} KiB, after {}: {error}", kept.len());
                    lost.push(bytes);
                }
            }
        }
        refused += usize::from(!lost.is_empty());
        archive.close().await;
        drop(archive);
        // Room again, as an operator would make it.
        let more = format!("remount,size={}k", kib + 8_000);
        let mut mount = std::process::Command::new("mount");
        assert!(mount.args(["-o", &more]).arg(disk.0.path()).status().unwrap().success());
        is_whole(&data, &kept, &lost).await;
    }
    assert!(refused > 5, "only {refused} of the disks were too small");
}

/// Opens an archive on a disk with a fault.
async fn open_on(fault: &Arc<Fault>, options: Options) -> Archive {
    let failing = |mut store: Store| {
        let for_files = Arc::clone(fault);
        store.files = Files(Arc::new(move |file| {
            let fault = Arc::clone(&for_files);
            for_files.io(|| Ok(Box::new(FailingFile { file, fault }) as Box<dyn Sink>))
        }));
        let (objects, fault) = (Arc::clone(&store.objects), Arc::clone(fault));
        store.objects = Arc::new(FailingStore { store: objects, fault });
        store
    };
    Archive::open_on(options, failing).await.unwrap()
}
