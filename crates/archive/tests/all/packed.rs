//! Originals that are stored packed, as the archive's users see them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::formats::sample;
use ghostreel_archive::{
    Archive, Damage, Error, Kind, Level, Options, Orphans, Removal, Repacked, Verdict, collect,
    rebuild, repack, scrub,
};

/// Long enough to get shorter.
fn replay(seed: u64) -> Vec<u8> {
    sample("melee", None, seed).unwrap()
}

fn plain(data: &Path, digest: &Digest) -> PathBuf {
    let digest = digest.to_string();
    data.join("objects").join(&digest[..2]).join(&digest[2..4]).join(digest)
}

fn reel(data: &Path, digest: &Digest) -> PathBuf {
    plain(data, digest).with_extension("reel")
}

async fn create(archive: &Archive, bytes: &[u8]) -> Verdict {
    let mut spool = archive.spool(Kind::Replay).unwrap();
    spool.write(bytes).await.unwrap();
    archive.admit(spool.finish().await.unwrap(), Some("a.slp")).await.unwrap().verdict
}

async fn read(archive: &Archive, digest: &Digest) -> Result<Vec<u8>, Error> {
    let Some(bytes) = archive.read(Kind::Replay, digest, None).await? else {
        return Ok(Vec::new());
    };
    Ok(bytes.try_collect::<Vec<_>>().await.unwrap().concat())
}

/// A folder with some replays in it.
async fn filled(replays: u64) -> (tempfile::TempDir, Vec<Digest>) {
    let data = tempfile::tempdir().unwrap();
    let archive = Archive::open(Options::at(data.path())).await.unwrap();
    for seed in 0..replays {
        create(&archive, &replay(seed)).await;
    }
    archive.close().await;
    let digests = (0..replays).map(|seed| Digest::of(&replay(seed))).collect();
    (data, digests)
}

async fn packed(data: &Path, level: Option<Level>) -> Repacked {
    let mut heard = 0;
    let all = repack(data, level, 2, |_| heard += 1).await.unwrap();
    assert_eq!(heard, all.originals);
    all
}

#[tokio::test]
async fn packed_originals_are_given_out_as_they_came() {
    let (data, digests) = filled(3).await;
    let all = packed(data.path(), Some(Level::Fast)).await;
    assert_eq!((all.originals, all.changed, all.damaged), (3, 3, 0));
    assert!(all.bytes_after * 2 < all.bytes_before, "{all:?}");
    let archive = Archive::open(Options::at(data.path())).await.unwrap();
    for (seed, digest) in (0..).zip(&digests) {
        assert!(reel(data.path(), digest).exists() && !plain(data.path(), digest).exists());
        assert_eq!(read(&archive, digest).await.unwrap(), replay(seed));
        let part = archive.read(Kind::Replay, digest, Some(100..5000)).await.unwrap().unwrap();
        let part = part.try_collect::<Vec<_>>().await.unwrap().concat();
        assert_eq!(part, replay(seed)[100..5000]);
        assert!(matches!(create(&archive, &replay(seed)).await, Verdict::Existing(_)));
    }
    archive.close().await;
    drop(archive);
    assert_eq!(scrub(data.path(), None, |_| {}).await.unwrap().damaged, 0);

    // Shorter still, and then as they came.
    let shorter = packed(data.path(), Some(Level::Archive)).await;
    assert!(shorter.bytes_after <= all.bytes_after);
    let back = packed(data.path(), None).await;
    assert_eq!((back.changed, back.bytes_after), (3, all.bytes_before));
    for (seed, digest) in (0..).zip(&digests) {
        assert_eq!(std::fs::read(plain(data.path(), digest)).unwrap(), replay(seed));
        assert!(!reel(data.path(), digest).exists());
    }
    assert_eq!(packed(data.path(), None).await.changed, 0);
}

/// Between the two steps both copies are there.
#[tokio::test]
async fn an_interrupted_run_loses_nothing() {
    let (data, digests) = filled(2).await;
    let digest = digests[0];
    packed(data.path(), Some(Level::Fast)).await;
    std::fs::write(plain(data.path(), &digest), replay(0)).unwrap();
    std::fs::write(data.path().join("incoming/x.part"), "half a reel").unwrap();
    let all = packed(data.path(), Some(Level::Fast)).await;
    assert_eq!((all.originals, all.changed), (2, 1));
    assert!(!plain(data.path(), &digest).exists() && reel(data.path(), &digest).exists());
    assert!(!data.path().join("incoming/x.part").exists());

    // A removal takes both.
    std::fs::write(plain(data.path(), &digest), replay(0)).unwrap();
    let archive = Archive::open(Options::at(data.path())).await.unwrap();
    let Verdict::Created { record, delete_token } = create(&archive, &replay(9)).await else {
        panic!("not created")
    };
    let path = reel(data.path(), &record.digest);
    std::fs::copy(reel(data.path(), &digest), &path).unwrap();
    let removal = archive.remove(&record.id, &delete_token).await.unwrap();
    assert_eq!(removal, Removal::Removed { bytes: record.size });
    assert!(!path.exists() && !plain(data.path(), &record.digest).exists());
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
}

#[tokio::test]
async fn a_damaged_reel_is_found_and_put_back() {
    let (data, digests) = filled(2).await;
    packed(data.path(), Some(Level::Fast)).await;
    let path = reel(data.path(), &digests[0]);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let mut found = Vec::new();
    scrub(data.path(), None, |finding| found.push(finding.damage)).await.unwrap();
    assert_eq!(found, [Damage::Altered]);
    // No other copy of it is made.
    let all = packed(data.path(), None).await;
    assert_eq!((all.changed, all.damaged), (1, 1));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);

    let archive = Archive::open(Options::at(data.path())).await.unwrap();
    let refused = read(&archive, &digests[0]).await;
    assert!(matches!(refused, Err(Error::Damaged { .. })), "{refused:?}");
    assert!(matches!(create(&archive, &replay(0)).await, Verdict::Restored(_)));
    assert_eq!(read(&archive, &digests[0]).await.unwrap(), replay(0));
}

#[tokio::test]
async fn the_index_is_made_anew_from_packed_originals() {
    let (data, digests) = filled(2).await;
    packed(data.path(), Some(Level::Fast)).await;
    let path = data.path().join("ghostreel.db");
    std::fs::remove_file(path).unwrap();
    let rebuilt = rebuild(Options::at(data.path()), |out| panic!("{out:?}")).await.unwrap();
    assert_eq!((rebuilt.replays, rebuilt.left_out), (2, 0));
    let archive = Archive::open(Options::at(data.path())).await.unwrap();
    let record = archive.get(&digests[0].id()).await.unwrap().unwrap();
    assert_eq!(record.size, replay(0).len() as u64);
    archive.close().await;
    drop(archive);

    // One that no replay has goes with its packed copy.
    let stray = reel(data.path(), &Digest::of(b"stray"));
    std::fs::create_dir_all(stray.parent().unwrap()).unwrap();
    std::fs::write(&stray, "no reel").unwrap();
    assert_eq!(collect(data.path(), |_| true).await.unwrap().objects, 1);
    assert!(!stray.exists());
}

#[tokio::test]
async fn new_replays_are_packed_where_that_is_asked_for() {
    let data = tempfile::tempdir().unwrap();
    let options = Options { pack: Some(Level::Fast), ..Options::at(data.path()) };
    let archive = Archive::open(options).await.unwrap();
    let Verdict::Created { record, .. } = create(&archive, &replay(5)).await else {
        panic!("not created")
    };
    let began = Instant::now();
    while plain(data.path(), &record.digest).exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "it is not packed");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(reel(data.path(), &record.digest).exists());
    assert_eq!(read(&archive, &record.digest).await.unwrap(), replay(5));
}
