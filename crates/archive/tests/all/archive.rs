//! The archive as its users see it, over temporary folders.

use std::path::Path;

use futures_util::TryStreamExt;
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::formats::{sample, sample_variants};
use ghostreel_archive::{
    Admitted, Archive, Damage, DeleteToken, Error, Finding, Kind, Options, Orphans, Query, Record,
    Removal, Scrubbed, Usage, Verdict, scrub,
};

fn small(seed: u64) -> Vec<u8> {
    sample("beat-saber", Some("small"), seed).unwrap()
}

async fn open(data: &Path) -> Archive {
    Archive::open(Options::at(data)).await.unwrap()
}

async fn admit(archive: &Archive, bytes: &[u8]) -> Result<Admitted, Error> {
    let mut spool = archive.spool(Kind::Replay)?;
    for piece in bytes.chunks(1_000) {
        spool.write(piece).await?;
    }
    archive.admit(spool.finish().await?, None).await
}

async fn create(archive: &Archive, bytes: &[u8]) -> (Record, DeleteToken) {
    match admit(archive, bytes).await.unwrap().verdict {
        Verdict::Created { record, delete_token } => (record, delete_token),
        other => panic!("not created: {other:?}"),
    }
}

async fn original(archive: &Archive, digest: &Digest) -> Vec<u8> {
    let pieces: Vec<_> = archive
        .read(Kind::Replay, digest, None)
        .await
        .unwrap()
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    pieces.concat()
}

#[tokio::test]
async fn stored_statistics_outlive_the_process() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (record, token) = create(&archive, &small(1)).await;
    archive.close().await;
    drop(archive);

    let archive = open(data.path()).await;
    assert_eq!(archive.get(&record.id).await.unwrap(), Some(record.clone()));
    assert_eq!(original(&archive, &record.digest).await, small(1));
    let part = archive.read(Kind::Replay, &record.digest, Some(3..8)).await.unwrap().unwrap();
    let part: Vec<_> = part.try_collect().await.unwrap();
    assert_eq!(part.concat(), small(1)[3..8]);
    let removal = archive.remove(&record.id, &token).await.unwrap();
    assert_eq!(removal, Removal::Removed { bytes: record.size });
    assert_eq!(archive.usage(Kind::Replay).await.unwrap(), Usage::default());
}

#[tokio::test]
async fn mistakes_of_writers_are_kept_all_the_same() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    for (game, variants) in sample_variants() {
        for variant in variants {
            let bytes = sample(game, Some(variant), 1).unwrap();
            let admitted = admit(&archive, &bytes).await.unwrap();
            assert!(
                matches!(admitted.verdict, Verdict::Created { .. } | Verdict::Existing(_)),
                "{variant}: {:?}",
                admitted.verdict
            );
            assert_eq!(original(&archive, &Digest::of(&bytes)).await, bytes, "{variant}");
        }
    }
}

#[tokio::test]
async fn one_folder_serves_one_archive() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let second = Archive::open(Options::at(data.path())).await;
    assert!(matches!(second, Err(Error::InUse(_))), "{second:?}");
    drop(archive);
    open(data.path()).await;
}

/// A lock that is deleted keeps nobody out; the folder's own does.
#[cfg(unix)]
#[tokio::test]
async fn one_folder_serves_one_archive_even_without_its_lock() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    std::fs::remove_file(data.path().join("lock")).unwrap();
    let second = Archive::open(Options::at(data.path())).await;
    assert!(matches!(second, Err(Error::InUse(_))), "{second:?}");
    create(&archive, &small(1)).await;
}

#[tokio::test]
async fn other_files_in_the_way_of_uploads_stay() {
    let data = tempfile::tempdir().unwrap();
    drop(open(data.path()).await);
    let incoming = data.path().join("incoming");
    std::fs::create_dir_all(incoming.join("folder.part/deep")).unwrap();
    std::fs::write(incoming.join("notes.txt"), "mine").unwrap();
    std::fs::write(incoming.join("x.part"), "half").unwrap();
    let archive = open(data.path()).await;
    assert!(incoming.join("folder.part/deep").is_dir() && incoming.join("notes.txt").is_file());
    assert!(!incoming.join("x.part").exists());
    create(&archive, &small(1)).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_data_folder_with_links_in_it_is_refused() {
    for name in ["objects", "incoming", "lock", "ghostreel.db", "ghostreel.db-wal"] {
        let data = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("x"), data.path().join(name)).unwrap();
        let refused = Archive::open(Options::at(data.path())).await;
        let sentence = refused.expect_err(name).to_string();
        assert!(sentence.contains(name) && sentence.contains("symbolic link"), "{sentence}");
        assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0, "{name}");
    }
    // The folder itself may be reached through one: the operator names it.
    let data = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let link = other.path().join("link");
    std::os::unix::fs::symlink(data.path(), &link).unwrap();
    create(&open(&link).await, &small(1)).await;
}

fn place(data: &Path, digest: &Digest) -> std::path::PathBuf {
    let name = digest.to_string();
    data.join("objects").join(&name[..2]).join(&name[2..4]).join(name)
}

#[tokio::test]
async fn a_scrub_finds_damage_beside_a_running_server_and_without_one() {
    let data = tempfile::tempdir().unwrap();
    assert!(matches!(scrub(data.path(), None, |_| {}).await, Err(Error::NoArchive(_))));
    let archive = open(data.path()).await;
    let mut records = Vec::new();
    for seed in 0..50 {
        records.push(create(&archive, &small(seed)).await.0);
    }
    let bytes = records.iter().map(|record| record.size).sum();
    let all_sound = Scrubbed { originals: 50, bytes, damaged: 0 };
    let none = |finding: &Finding| panic!("{finding:?}");
    assert_eq!(scrub(data.path(), None, none).await.unwrap(), all_sound);

    std::fs::remove_file(place(data.path(), &records[3].digest)).unwrap();
    std::fs::write(place(data.path(), &records[40].digest), "rot").unwrap();
    let mut expected =
        vec![(records[3].id.clone(), Damage::Missing), (records[40].id.clone(), Damage::Altered)];
    expected.sort();
    let check = async || {
        let mut found = Vec::new();
        let scrubbed =
            scrub(data.path(), None, |finding| found.push((finding.id.clone(), finding.damage)));
        assert_eq!(scrubbed.await.unwrap(), Scrubbed { damaged: 2, ..all_sound });
        found.sort();
        assert_eq!(found, expected);
    };
    check().await;
    assert_eq!(archive.damaged().await.unwrap(), 2);
    archive.close().await;
    drop(archive);
    check().await;

    let archive = open(data.path()).await;
    assert_eq!(archive.damaged().await.unwrap(), 2);
    for seed in [3, 40] {
        let healed = admit(&archive, &small(seed)).await.unwrap().verdict;
        assert!(matches!(healed, Verdict::Restored(_)), "{healed:?}");
    }
    assert_eq!(archive.damaged().await.unwrap(), 0);
    assert_eq!(scrub(data.path(), None, none).await.unwrap(), all_sound);
}

#[tokio::test]
async fn leftovers_of_a_crash_do_no_harm() {
    let data = tempfile::tempdir().unwrap();
    drop(open(data.path()).await);
    // Killed while receiving, and killed between the original and its row.
    std::fs::write(data.path().join("incoming/x.part"), b"half").unwrap();
    let (bytes, digest) = (small(1), Digest::of(&small(1)));
    let name = digest.to_string();
    let folder = data.path().join("objects").join(&name[..2]).join(&name[2..4]);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(&name), &bytes).unwrap();

    let archive = open(data.path()).await;
    assert_eq!(std::fs::read_dir(data.path().join("incoming")).unwrap().count(), 0);
    assert_eq!(archive.list(&Query::default()).await.unwrap().records, []);
    let orphans = Orphans { objects: 1, bytes: bytes.len() as u64 };
    assert_eq!(archive.orphans().await.unwrap(), orphans);
    create(&archive, &bytes).await;
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
    assert_eq!(original(&archive, &digest).await, bytes);
}

/// Without the lock over both steps, a removal could take away the original of an upload that was
/// acknowledged in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploads_and_removals_of_one_content_do_not_tear() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let archive = archive.clone();
            tokio::spawn(async move {
                for _ in 0..15 {
                    if let Verdict::Created { record, delete_token } =
                        admit(&archive, &small(1)).await.unwrap().verdict
                    {
                        assert_eq!(
                            original(&archive, &record.digest).await.len() as u64,
                            record.size
                        );
                        let removal = archive.remove(&record.id, &delete_token).await.unwrap();
                        assert_eq!(removal, Removal::Removed { bytes: record.size });
                    }
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(archive.usage(Kind::Replay).await.unwrap(), Usage::default());
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
}

#[tokio::test]
async fn motion_that_was_never_judged_is_judged_in_the_background() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (record, _) = create(&archive, &small(1)).await;
    assert_eq!(
        record.motion.as_ref().map(|motion| &*motion.document.verdict),
        Some("not-enough-data")
    );
    assert_eq!(archive.judge_next().await.unwrap(), None, "it was judged when it came");
    archive.close().await;
    drop(archive);

    // As the first version with this table finds replays that were there before.
    let database = data.path().join("ghostreel.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::sqlite::SqlitePool::connect_with(options).await.unwrap();
    let forgotten =
        "UPDATE motions SET is_judged = 0, verdict = NULL, listed = NULL, motion = NULL";
    sqlx::query(forgotten).execute(&pool).await.unwrap();
    pool.close().await;

    let archive = open(data.path()).await;
    assert_eq!(archive.get(&record.id).await.unwrap().unwrap().motion, None);
    let judged = archive.judge_next().await.unwrap().unwrap();
    assert_eq!(
        (judged.id, judged.outcome.as_deref()),
        (record.id.clone(), Some("not-enough-data"))
    );
    assert_eq!(archive.judge_next().await.unwrap(), None);
    assert_eq!(archive.get(&record.id).await.unwrap(), Some(record));
}
