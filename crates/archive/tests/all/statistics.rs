//! Statistics of stored replays.

use std::path::Path;

use ghostreel_archive::formats::core::{DecodeOptions, Digest};
use ghostreel_archive::formats::{FormatOption, open as open_replay, sample};
use ghostreel_archive::{
    Archive, Damage, DeleteToken, Error, Kind, Level, Options, Record, Removal, StatisticsAnswer,
    Verdict, rebuild, repack,
};

async fn open(data: &Path) -> Archive {
    Archive::open(Options::at(data)).await.unwrap()
}

async fn create(archive: &Archive, bytes: &[u8]) -> (Record, DeleteToken) {
    let mut spool = archive.spool(Kind::Replay).unwrap();
    spool.write(bytes).await.unwrap();
    match archive.admit(spool.finish().await.unwrap(), None).await.unwrap().verdict {
        Verdict::Created { record, delete_token } => (record, delete_token),
        other => panic!("not created: {other:?}"),
    }
}

/// The statistics, and whether a decoder worked for it.
async fn ask_statistics(archive: &Archive, digest: &Digest) -> (String, bool) {
    match archive.statistics(None, digest).await.unwrap() {
        StatisticsAnswer::Found { json, took } => (json, took.is_some()),
        other => panic!("{other:?}"),
    }
}

/// The library's answer about the same bytes.
fn expected(bytes: &[u8]) -> String {
    let replay = open_replay(bytes, &DecodeOptions::RECOVER).unwrap();
    let stats = ghostreel_analysis::stats(&replay).unwrap();
    serde_json::to_string(&ghostreel_analysis::document(&stats, replay.diagnostics())).unwrap()
}

#[tokio::test]
async fn they_are_worked_out_once_and_go_with_their_replay() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    for game in ["beat-saber", "melee", "rocket-league"] {
        let bytes = sample(game, None, 1).unwrap();
        let (record, token) = create(&archive, &bytes).await;
        assert_eq!(archive.kept_statistics(&record.id).await.unwrap(), None);
        assert_eq!(
            ask_statistics(&archive, &record.digest).await,
            (expected(&bytes), true),
            "{game}"
        );
        assert_eq!(
            ask_statistics(&archive, &record.digest).await,
            (expected(&bytes), false),
            "{game}"
        );
        let kept = StatisticsAnswer::Found { json: expected(&bytes), took: None };
        assert_eq!(archive.kept_statistics(&record.id).await.unwrap(), Some(kept));
        let removal = archive.remove(&record.id, &token).await.unwrap();
        assert!(matches!(removal, Removal::Removed { .. }));
        assert_eq!(archive.kept_statistics(&record.id).await.unwrap(), None);
        let gone = archive.statistics(None, &record.digest).await.unwrap();
        assert_eq!(gone, StatisticsAnswer::NoReplay);
    }
}

#[tokio::test]
async fn requests_at_once_have_them_worked_out_once() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (record, _) = create(&archive, &sample("beat-saber", None, 1).unwrap()).await;
    let all =
        futures_util::future::join_all((0..8).map(|_| ask_statistics(&archive, &record.digest)));
    let (found, worked): (Vec<String>, Vec<bool>) = all.await.into_iter().unzip();
    assert!(found.iter().all(|json| *json == found[0]));
    assert_eq!(worked.iter().filter(|worked| **worked).count(), 1);
}

#[tokio::test]
async fn they_outlive_the_process_but_no_other_options_and_no_new_index() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let bytes = sample("rocket-league", Some("small"), 1).unwrap();
    let (record, _) = create(&archive, &bytes).await;
    ask_statistics(&archive, &record.digest).await;
    archive.close().await;
    drop(archive);

    let archive = open(data.path()).await;
    assert_eq!(ask_statistics(&archive, &record.digest).await, (expected(&bytes), false));
    let without = archive.statistics_definition().to_owned();
    archive.close().await;
    drop(archive);

    let file = b"TAGame.PRI_TA:NewThing\tI32\n".to_vec();
    let option = FormatOption { name: "rocket-league-attributes".into(), file };
    let options = Options { format_options: vec![option], ..Options::at(data.path()) };
    let archive = Archive::open(options).await.unwrap();
    assert_ne!(archive.statistics_definition(), without);
    assert!(
        ask_statistics(&archive, &record.digest).await.1,
        "other options may read another replay"
    );
    archive.close().await;
    drop(archive);

    rebuild(Options::at(data.path()), |left_out| panic!("{left_out:?}")).await.unwrap();
    let archive = open(data.path()).await;
    assert_eq!(ask_statistics(&archive, &record.digest).await, (expected(&bytes), true));
}

#[tokio::test]
async fn a_packed_original_has_the_same_and_a_damaged_one_those_that_are_kept() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let all: Vec<Vec<u8>> = (1..=2).map(|seed| sample("melee", None, seed).unwrap()).collect();
    for bytes in &all {
        create(&archive, bytes).await;
    }
    archive.close().await;
    drop(archive);
    let packed = repack(data.path(), Some(Level::Fast), 2, |_| {}).await.unwrap();
    assert_eq!(packed.originals, 2);

    let archive = open(data.path()).await;
    let [kept, other] = [&all[0], &all[1]].map(|bytes| Digest::of(bytes));
    assert_eq!(ask_statistics(&archive, &kept).await, (expected(&all[0]), true));
    std::fs::remove_dir_all(data.path().join("objects")).unwrap();
    assert_eq!(ask_statistics(&archive, &kept).await, (expected(&all[0]), false));
    match archive.statistics(None, &other).await {
        Err(Error::Damaged { damage: Damage::Missing, .. }) => {}
        answer => panic!("{answer:?}"),
    }
}
