//! Originals that rot, vanish or are something else: they are not given out, but reported and healed.

use std::path::PathBuf;
use std::time::Duration;

use ghostreel_archive::formats::core::Digest;
use serde_json::{Value, json};

use crate::support::{TestServer, problem, sample};

/// A server with one replay: its content, its record with the token, its original's file.
async fn server_with_original() -> (TestServer, Vec<u8>, Value, PathBuf) {
    let server = TestServer::with(|config| config.scrub_rate = 0).await;
    let replay = sample(1);
    let record = server.upload(&replay).await;
    let original = original(&server, &replay);
    assert_eq!(std::fs::read(&original).unwrap(), replay);
    (server, replay, record, original)
}

fn original(server: &TestServer, replay: &[u8]) -> PathBuf {
    let digest = Digest::of(replay).to_string();
    server.data.path().join("objects").join(&digest[..2]).join(&digest[2..4]).join(&digest)
}

fn flip(path: &PathBuf, at: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[at] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

async fn is_corrupted(server: &TestServer, record: &Value, damage: &str) {
    let path = format!("/api/replays/{}/file", record["id"].as_str().unwrap());
    for range in [None, Some("bytes=0-9"), Some("bytes=-9")] {
        let mut request = server.get(&path);
        if let Some(range) = range {
            request = request.header("range", range);
        }
        let answer = request.send().await.unwrap();
        assert!(answer.headers().get("etag").is_none(), "a damaged file has no digest");
        let problem = problem(answer, 500).await;
        assert_eq!(problem["type"], "urn:ghostreel:problem:corrupted");
        assert!(problem["detail"].as_str().unwrap().contains(damage), "{problem}");
    }
    let head = server.client.head(server.url(&path)).send().await.unwrap();
    assert_eq!(head.status(), 500);
    assert_eq!(server.json("/healthz").await, json!({"status": "degraded", "damaged": 1}));
    let metrics = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("\nghostreel_damaged 1\n"), "{metrics}");
}

/// Uploading again puts the file back; the row and its token stay.
async fn heals(server: &TestServer, replay: &[u8], record: &Value) {
    let answer = server.post(replay.to_vec()).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let healed: Value = answer.json().await.unwrap();
    assert!(healed.get("delete_token").is_none());
    assert_eq!((&healed["id"], &healed["uploaded_at"]), (&record["id"], &record["uploaded_at"]));
    let path = format!("/api/replays/{}", record["id"].as_str().unwrap());
    let file = server.get(&format!("{path}/file")).send().await.unwrap();
    assert_eq!(file.bytes().await.unwrap(), replay);
    assert_eq!(server.json("/healthz").await, json!({"status": "ok", "damaged": 0}));
    assert_eq!(server.post(replay.to_vec()).send().await.unwrap().status(), 409);
    let token = record["delete_token"].as_str().unwrap();
    let gone = server.client.delete(server.url(&path)).bearer_auth(token).send().await.unwrap();
    assert_eq!(gone.status(), 204);
}

#[tokio::test]
async fn a_flipped_byte_is_never_given_out_and_healed() {
    let (server, replay, record, original) = server_with_original().await;
    // Once sound, it is remembered as such: the change must be noticed all the same.
    let path = format!("/api/replays/{}/file", record["id"].as_str().unwrap());
    assert_eq!(server.get(&path).send().await.unwrap().status(), 200);
    for at in [0, replay.len() / 2, replay.len() - 1] {
        flip(&original, at);
        is_corrupted(&server, &record, "altered").await;
        flip(&original, at);
    }
    flip(&original, 0);
    heals(&server, &replay, &record).await;
}

#[tokio::test]
async fn a_cut_or_lengthened_file_is_never_given_out() {
    let (server, replay, record, original) = server_with_original().await;
    for bytes in [&replay[..replay.len() - 1], b"", &[&replay[..], b"x"].concat()] {
        std::fs::write(&original, bytes).unwrap();
        is_corrupted(&server, &record, "altered").await;
    }
    heals(&server, &replay, &record).await;
}

#[tokio::test]
async fn a_lost_file_is_reported_and_healed() {
    let (server, replay, record, original) = server_with_original().await;
    std::fs::remove_file(&original).unwrap();
    is_corrupted(&server, &record, "missing").await;
    heals(&server, &replay, &record).await;
}

#[cfg(unix)]
#[tokio::test]
async fn links_are_not_followed_wherever_they_are() {
    let (server, replay, record, original) = server_with_original().await;
    let elsewhere = tempfile::tempdir().unwrap();
    // Even to the very same bytes: its target may be anything a moment later.
    let copy = elsewhere.path().join("copy");
    std::fs::rename(&original, &copy).unwrap();
    std::os::unix::fs::symlink(&copy, &original).unwrap();
    is_corrupted(&server, &record, "unreadable").await;

    std::fs::remove_file(&original).unwrap();
    std::fs::rename(&copy, &original).unwrap();
    for depth in 1..=3 {
        let folder = original.ancestors().nth(depth).unwrap();
        let moved = elsewhere.path().join("folder");
        std::fs::rename(folder, &moved).unwrap();
        std::os::unix::fs::symlink(&moved, folder).unwrap();
        is_corrupted(&server, &record, "unreadable").await;
        std::fs::remove_file(folder).unwrap();
        std::fs::rename(&moved, folder).unwrap();
    }
    std::fs::remove_file(&original).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", &original).unwrap();
    is_corrupted(&server, &record, "unreadable").await;
    heals(&server, &replay, &record).await;
    assert!(std::fs::exists("/etc").unwrap(), "the link went, not what it led to");
}

#[tokio::test]
async fn the_background_finds_damage_without_a_request() {
    let server = TestServer::with(|config| config.scrub_every = Duration::from_millis(50)).await;
    let replay = sample(1);
    server.upload(&replay).await;
    flip(&original(&server, &replay), 7);
    while server.json("/healthz").await["damaged"] != 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    flip(&original(&server, &replay), 7);
    while server.json("/healthz").await["damaged"] != 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let metrics = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    let count = metrics.lines().find_map(|line| line.strip_prefix("ghostreel_scrubbed_total "));
    assert!(count.unwrap().parse::<u64>().unwrap() >= 2, "{metrics}");
}

/// A reader that comes while a replay is removed gets its bytes, or hears that it is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_during_a_removal_is_never_our_fault() {
    let server = TestServer::start().await;
    let mut statuses = std::collections::BTreeMap::new();
    for seed in 0..25 {
        let replay = sample(seed);
        let record = server.upload(&replay).await;
        let path = format!("/api/replays/{}", record["id"].as_str().unwrap());
        let token = record["delete_token"].as_str().unwrap();
        let removal = server.client.delete(server.url(&path)).bearer_auth(token).send();
        let removal = tokio::spawn(removal);
        let readers: Vec<_> = (0..8)
            .map(|_| {
                let (request, replay) = (server.get(&format!("{path}/file")), replay.clone());
                tokio::spawn(async move {
                    let mut seen = Vec::new();
                    for request in [request.try_clone().unwrap(), request] {
                        let answer = request.send().await.unwrap();
                        seen.push(answer.status().as_u16());
                        if answer.status() == 200 {
                            assert_eq!(answer.bytes().await.unwrap(), replay);
                        }
                    }
                    seen
                })
            })
            .collect();
        assert_eq!(removal.await.unwrap().unwrap().status(), 204);
        for reader in readers {
            for status in reader.await.unwrap() {
                *statuses.entry(status).or_insert(0) += 1;
            }
        }
    }
    assert!(statuses.keys().all(|status| [200, 404].contains(status)), "{statuses:?}");
}
