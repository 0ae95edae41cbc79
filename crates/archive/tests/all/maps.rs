//! Stored maps, and replays beside them.

use std::path::Path;

use futures_util::TryStreamExt;
use ghostreel_archive::formats::bsor;
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::{
    Archive, Damage, DeleteToken, Error, Kind, MapQuery, MapRecord, MapVerdict, Options, Orphans,
    Record, SkippedOriginal, Usage, Verdict, collect, rebuild, scrub,
};
use ghostreel_beatmap::sample::{Version, files, zip};
use ghostreel_beatmap::{FileList, Map};

async fn open(data: &Path) -> Archive {
    Archive::open(Options::at(data)).await.unwrap()
}

/// The zip file of a sample, and its hash.
fn map(version: Version) -> (Vec<u8>, String) {
    zipped(&files(version))
}

fn zipped(files: &FileList) -> (Vec<u8>, String) {
    (zip(files).unwrap(), Map::read(files).unwrap().hash.unwrap().to_string())
}

/// The same levels with something beside them.
fn with_song(version: Version) -> Vec<u8> {
    let mut files = files(version);
    files.push("song.ogg", b"OggS".to_vec());
    zip(&files).unwrap()
}

/// The same files in other bytes.
fn packed_otherwise(zip: &[u8]) -> Vec<u8> {
    // Behind the list of members of a zip file may stand a comment, whose length are the last two bytes before it.
    let mut other = zip.to_vec();
    let length = other.len();
    other[length - 2..].copy_from_slice(&[3, 0]);
    other.extend(b"new");
    other
}

/// A replay that says it was played on a map.
fn replay_on(hash: &str) -> Vec<u8> {
    replay_by("Early", hash)
}

fn replay_by(player: &str, hash: &str) -> Vec<u8> {
    let mut replay = bsor::sample::generate(&bsor::sample::Options::small());
    replay.info.player_name = player.into();
    replay.info.hash = hash.into();
    replay.info.mode = "Standard".into();
    replay.info.difficulty = "Expert".into();
    bsor::encode(&replay)
}

async fn admit(archive: &Archive, zip: &[u8], name: Option<&str>) -> MapVerdict {
    admit_from(archive, zip, name, false).await
}

async fn admit_from(
    archive: &Archive,
    zip: &[u8],
    name: Option<&str>,
    is_trusted: bool,
) -> MapVerdict {
    let mut spool = archive.spool(Kind::Map).unwrap();
    spool.write(zip).await.unwrap();
    let upload = spool.finish().await.unwrap();
    archive.admit_map(None, upload, name, is_trusted).await.unwrap().verdict
}

async fn keep(archive: &Archive, zip: &[u8]) -> MapRecord {
    match admit(archive, zip, None).await {
        MapVerdict::Created(map) => map,
        other => panic!("not created: {other:?}"),
    }
}

async fn play(archive: &Archive, bytes: &[u8]) -> (Record, DeleteToken) {
    let mut spool = archive.spool(Kind::Replay).unwrap();
    spool.write(bytes).await.unwrap();
    match archive.admit(spool.finish().await.unwrap(), None).await.unwrap().verdict {
        Verdict::Created { record, delete_token } => (record, delete_token),
        other => panic!("not created: {other:?}"),
    }
}

async fn bytes(archive: &Archive, map: &MapRecord) -> Vec<u8> {
    let pieces: Vec<_> = archive
        .read(Kind::Map, &map.digest, None)
        .await
        .unwrap()
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    pieces.concat()
}

fn place(data: &Path, digest: &Digest) -> std::path::PathBuf {
    let name = digest.to_string();
    data.join("maps").join(&name[..2]).join(&name[2..4]).join(name)
}

#[tokio::test]
async fn a_map_is_found_by_its_hash_and_outlives_the_process() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (zip, hash) = map(Version::V3);
    let MapVerdict::Created(kept) = admit(&archive, &zip, Some("../a/Song.ZIP")).await else {
        panic!("not created")
    };
    assert_eq!((&*kept.hash, &*kept.file_name), (&*hash, "Song.ZIP"));
    archive.close().await;
    drop(archive);

    let archive = open(data.path()).await;
    for name in [hash.to_lowercase(), hash.clone(), kept.id.clone(), kept.id.to_uppercase()] {
        assert_eq!(archive.map(&name).await.unwrap(), Some(kept.clone()));
    }
    assert_eq!(bytes(&archive, &kept).await, zip);
    let part: Vec<_> = archive
        .read(Kind::Map, &kept.digest, Some(3..8))
        .await
        .unwrap()
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(part.concat(), zip[3..8]);
    let usage = Usage { originals: 1, bytes: zip.len() as u64 };
    assert_eq!(archive.usage(Kind::Map).await.unwrap(), usage);
    assert_eq!(archive.remove_map(&kept.id).await.unwrap(), Some(kept.clone()));
    assert_eq!(archive.map(&hash).await.unwrap(), None);
    assert_eq!(archive.remove_map(&kept.id).await.unwrap(), None);
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
}

#[tokio::test]
async fn of_several_zip_files_with_the_same_files_the_first_stays() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let first = keep(&archive, &map(Version::V3).0).await;
    for again in [map(Version::V3).0, packed_otherwise(&map(Version::V3).0)] {
        let MapVerdict::Existing(there) = admit(&archive, &again, None).await else {
            panic!("taken twice")
        };
        assert_eq!(there, first);
    }
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
    assert_eq!(bytes(&archive, &first).await, map(Version::V3).0);
}

#[tokio::test]
async fn incomplete_maps_are_rejected_and_leave_nothing() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let mut damaged = files(Version::V3);
    let level = Map::read(&damaged).unwrap().difficulties[0].file.clone();
    damaged.get_mut(&level).unwrap().truncate(100);
    for bad in [
        b"no zip".to_vec(),
        replay_on("A"),
        zip(&damaged).unwrap(),
        zip(&FileList::default()).unwrap(),
    ] {
        let verdict = admit(&archive, &bad, None).await;
        assert!(matches!(verdict, MapVerdict::Rejected(_)), "{verdict:?}");
    }
    assert_eq!(archive.usage(Kind::Map).await.unwrap(), Usage::default());
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
    assert_eq!(std::fs::read_dir(data.path().join("incoming")).unwrap().count(), 0);
}

#[tokio::test]
async fn lists_have_pages_and_words() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let mut kept = Vec::new();
    for version in [Version::V2, Version::V3, Version::V4] {
        kept.push(keep(&archive, &map(version).0).await);
    }
    kept.reverse();
    let all = archive.maps(&MapQuery::default()).await.unwrap();
    assert_eq!((&all.maps, all.next), (&kept, None));
    let mut paged = Vec::new();
    let mut query = MapQuery { limit: 1, ..MapQuery::default() };
    loop {
        let page = archive.maps(&query).await.unwrap();
        paged.extend(page.maps);
        let Some(next) = page.next else { break };
        query.after = Some(next);
    }
    assert_eq!(paged, kept);
    let with = async |text: &str| {
        let query = MapQuery { text: Some(text.to_owned()), ..MapQuery::default() };
        archive.maps(&query).await.unwrap().maps
    };
    assert_eq!(with(&kept[1].hash[..12].to_lowercase()).await, kept[1..2]);
    assert_eq!(with(&kept[0].about.title.to_uppercase()).await.len(), 3);
    assert_eq!(with("nothing like it").await, []);
}

#[tokio::test]
async fn a_replay_is_compared_with_its_map_whichever_comes_first() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (zip, hash) = map(Version::V3);
    let (early, _) = play(&archive, &replay_on(&hash)).await;
    let (other, _) = play(&archive, &replay_on("another")).await;
    assert!(early.stored_map.is_none() && early.map_match.is_none());
    assert_eq!(archive.match_next().await.unwrap(), None);

    keep(&archive, &zip).await;
    let before = archive.get(&early.id).await.unwrap().unwrap();
    assert!(before.stored_map.is_some() && before.map_match.is_none());
    let matched = archive.match_next().await.unwrap().unwrap();
    assert_eq!((&matched.id, matched.outcome.as_deref()), (&early.id, Some("inconsistent")));
    assert_eq!(archive.match_next().await.unwrap(), None);
    let found = archive.get(&early.id).await.unwrap().unwrap().map_match.unwrap();
    assert!(found.finding.is_some());
    let document = &found.document;
    assert!(document.invented > 0);
    assert_eq!(document.invented_notes.len() as u64, document.invented);
    assert!(document.missing_notes[0].time_s.is_some());
    let listed = archive.list(&Default::default()).await.unwrap().records;
    let listed = listed.iter().find(|record| record.id == early.id).unwrap();
    assert_eq!(listed.map_match, Some(found.clone().without_rows()));
    let other = archive.get(&other.id).await.unwrap().unwrap();
    assert!(other.stored_map.is_none() && other.map_match.is_none());

    // One that comes when the map is there has its answer at once, and it is the same.
    let (late, _) = play(&archive, &replay_by("Late", &hash)).await;
    assert_eq!(late.stored_map, before.stored_map);
    assert_eq!(late.map_match.as_ref(), Some(&found));
    assert_eq!(archive.get(&late.id).await.unwrap(), Some(late.clone()));
    assert_eq!(archive.match_next().await.unwrap(), None);

    // The findings go with the map.
    let stored = late.stored_map.unwrap();
    archive.remove_map(&stored).await.unwrap();
    for id in [&early.id, &late.id] {
        let record = archive.get(id).await.unwrap().unwrap();
        assert!(record.stored_map.is_none() && record.map_match.is_none());
    }
    keep(&archive, &zip).await;
    assert_eq!(match_all(&archive).await, [early.id, late.id]);
}

async fn match_all(archive: &Archive) -> Vec<String> {
    let mut matched = Vec::new();
    while let Some(attempt) = archive.match_next().await.unwrap() {
        matched.push(attempt.id);
    }
    matched
}

async fn map_of(archive: &Archive, id: &str) -> Option<String> {
    archive.get(id).await.unwrap().unwrap().stored_map
}

/// Attack: a map with the levels of another and its own song comes first. The true one is kept beside it, and goes before it once it is trusted.
#[tokio::test]
async fn several_maps_of_one_hash_are_kept_apart() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (true_zip, hash) = map(Version::V3);
    let (record, _) = play(&archive, &replay_on(&hash)).await;
    let false_map = keep(&archive, &with_song(Version::V3)).await;
    assert_eq!(match_all(&archive).await, [&*record.id]);
    let true_map = keep(&archive, &true_zip).await;
    assert_eq!((&true_map.hash, &false_map.hash), (&hash, &hash));
    assert_ne!(true_map.id, false_map.id);
    for (map, zip) in [(&true_map, &true_zip), (&false_map, &with_song(Version::V3))] {
        assert_eq!(archive.map(&map.id).await.unwrap().as_ref(), Some(map));
        assert_eq!(&bytes(&archive, map).await, zip);
    }
    // Among those that are not trusted the first goes before others, so the replay that does not fit it is tried with the other, too.
    assert_eq!(archive.map(&hash).await.unwrap().as_ref(), Some(&false_map));
    assert_eq!(match_all(&archive).await, [&*record.id]);
    assert_eq!(map_of(&archive, &record.id).await.as_ref(), Some(&false_map.id));

    // The operator's upload of what is there makes it the one that counts.
    let again = admit_from(&archive, &true_zip, None, true).await;
    let MapVerdict::Existing(trusted) = again else { panic!("{again:?}") };
    assert_eq!(trusted, MapRecord { is_trusted: true, ..true_map.clone() });
    assert_eq!(match_all(&archive).await, [&*record.id]);
    assert_eq!(map_of(&archive, &record.id).await.as_ref(), Some(&true_map.id));
    let listed = archive.list(&Default::default()).await.unwrap().records;
    assert_eq!(listed[0].stored_map.as_ref(), Some(&true_map.id));
    let (late, _) = play(&archive, &replay_by("Late", &hash)).await;
    assert_eq!(late.stored_map.as_ref(), Some(&true_map.id));
    // Nobody else's makes it less.
    let MapVerdict::Existing(still) = admit(&archive, &true_zip, None).await else { panic!() };
    assert!(still.is_trusted);

    // When one goes, its replays are compared with the other.
    archive.remove_map(&true_map.id).await.unwrap();
    assert_eq!(map_of(&archive, &record.id).await.as_ref(), Some(&false_map.id));
    assert_eq!(match_all(&archive).await, [&*record.id, &*late.id]);
    assert!(archive.get(&late.id).await.unwrap().unwrap().map_match.is_some());
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
}

/// Attack: one map after the other of a hash, so that its replays are compared for ever.
#[tokio::test]
async fn many_maps_of_a_hash_do_not_have_its_replays_compared_again_and_again() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let hash = map(Version::V3).1;
    play(&archive, &replay_on(&hash)).await;
    let mut compared = 0;
    for n in 0..10 {
        let mut files = files(Version::V3);
        files.push("song.ogg", vec![n]);
        keep(&archive, &zip(&files).unwrap()).await;
        compared += match_all(&archive).await.len();
    }
    assert_eq!(compared, 4);
}

/// Attack: a map of version 2 with a level of version 4 has its tempo in a file that the hash does not cover. With another one an honest play would
/// be `inconsistent`.
#[tokio::test]
async fn a_tempo_outside_of_the_hash_is_no_evidence() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let v4 = files(Version::V4);
    let level = Map::read(&v4).unwrap().difficulties[0].file.clone();
    let bytes_of = |name: &str| v4.iter().find(|(its, _)| *its == name).unwrap().1.to_vec();
    let mut mixed = files(Version::V2);
    let file = Map::read(&mixed).unwrap().difficulties[0].file.clone();
    *mixed.get_mut(&file).unwrap() = bytes_of(&level);
    let (_, hash) = zipped(&mixed);
    let mut faster = mixed.clone();
    let tempo = r#"{"_version":"2.0.0","_songSampleCount":441000,"_songFrequency":44100,"_regions":[{"_startSampleIndex":0,"_endSampleIndex":441000,"_startBeat":0.0,"_endBeat":40.0}]}"#;
    faster.push("BPMInfo.dat", tempo);
    assert_eq!(zipped(&faster).1, hash);
    assert_ne!(
        Map::read(&faster).unwrap().difficulties[0],
        Map::read(&mixed).unwrap().difficulties[0]
    );
    for zip in [zip(&faster).unwrap(), zip(&mixed).unwrap()] {
        keep(&archive, &zip).await;
    }
    let (record, _) = play(&archive, &replay_on(&hash)).await;
    let found = record.map_match.unwrap();
    assert_eq!((&*found.document.verdict, found.finding), ("not-enough-data", None));
    assert!(found.document.reason.unwrap().contains("does not cover its tempo"));
}

#[tokio::test]
async fn another_version_of_the_comparison_compares_anew() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (zip, hash) = map(Version::V3);
    keep(&archive, &zip).await;
    let (record, _) = play(&archive, &replay_on(&hash)).await;
    archive.close().await;
    drop(archive);
    let database = data.path().join("ghostreel.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::sqlite::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query("UPDATE map_match_version SET version = 0").execute(&pool).await.unwrap();
    pool.close().await;
    let archive = open(data.path()).await;
    assert_eq!(archive.match_next().await.unwrap().unwrap().id, record.id);
    assert_eq!(archive.match_next().await.unwrap(), None);
}

#[tokio::test]
async fn a_damaged_map_is_found_not_given_out_and_healed() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (zip, _) = map(Version::V3);
    let kept = keep(&archive, &zip).await;
    std::fs::write(place(data.path(), &kept.digest), "rot").unwrap();
    let mut found = Vec::new();
    let scrubbed = scrub(data.path(), None, |finding| found.push(finding.clone())).await.unwrap();
    assert_eq!((scrubbed.originals, scrubbed.damaged), (1, 1));
    assert_eq!((&found[0].id, found[0].damage), (&kept.id, Damage::Altered));
    assert_eq!(archive.damaged().await.unwrap(), 1);
    assert!(matches!(
        archive.read(Kind::Map, &kept.digest, None).await,
        Err(Error::Damaged { kind: Kind::Map, .. })
    ));
    // Any zip file with the same files puts it back.
    let other = packed_otherwise(&zip);
    let MapVerdict::Restored(healed) = admit(&archive, &other, None).await else {
        panic!("not restored")
    };
    assert_eq!(bytes(&archive, &healed).await, other);
    assert_eq!(archive.damaged().await.unwrap(), 0);
    assert_eq!(archive.orphans().await.unwrap(), Orphans::default());
}

#[tokio::test]
async fn an_index_is_rebuilt_with_its_maps() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (zip, hash) = map(Version::V3);
    admit(&archive, &zip, Some("mine.zip")).await;
    let lost = keep(&archive, &map(Version::V4).0).await;
    let (record, _) = play(&archive, &replay_on(&hash)).await;
    let before = archive.maps(&MapQuery::default()).await.unwrap().maps;
    archive.close().await;
    drop(archive);
    std::fs::remove_file(place(data.path(), &lost.digest)).unwrap();
    let none = |left: &SkippedOriginal| panic!("{left:?}");
    let rebuilt = rebuild(Options::at(data.path()), none).await.unwrap();
    assert_eq!((rebuilt.replays, rebuilt.maps, rebuilt.damaged), (1, 2, 1));

    let archive = open(data.path()).await;
    assert_eq!(archive.maps(&MapQuery::default()).await.unwrap().maps, before);
    assert_eq!(archive.damaged().await.unwrap(), 1);
    assert_eq!(archive.match_next().await.unwrap().unwrap().id, record.id);
    assert_eq!(archive.get(&record.id).await.unwrap(), Some(record.clone()));
    archive.close().await;
    drop(archive);

    // Without an old index the files say what they are.
    std::fs::remove_file(data.path().join("ghostreel.db")).unwrap();
    let rebuilt = rebuild(Options::at(data.path()), none).await.unwrap();
    assert_eq!((rebuilt.replays, rebuilt.maps, rebuilt.damaged), (1, 1, 0));
    let archive = open(data.path()).await;
    let found = archive.map(&hash).await.unwrap().unwrap();
    assert_eq!(found.file_name, format!("{hash}.zip"));
}

#[tokio::test]
async fn leftover_maps_are_counted_and_collected() {
    let data = tempfile::tempdir().unwrap();
    let archive = open(data.path()).await;
    let (zip, hash) = map(Version::V3);
    play(&archive, &replay_on(&hash)).await;
    let place = place(data.path(), &Digest::of(&zip));
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::write(&place, &zip).unwrap();
    let orphans = Orphans { objects: 1, bytes: zip.len() as u64 };
    assert_eq!(archive.orphans().await.unwrap(), orphans);
    archive.close().await;
    drop(archive);
    assert_eq!(collect(data.path(), |_| false).await.unwrap(), Orphans::default());
    assert!(place.exists());
    assert_eq!(collect(data.path(), |all| *all == orphans).await.unwrap(), orphans);
    assert!(!place.exists());
}
