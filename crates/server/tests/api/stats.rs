//! `GET /api/replays/{id}/stats`.

#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use ghostreel_archive::Worker;
use ghostreel_archive::formats::core::DecodeOptions;
use ghostreel_archive::formats::{bsor, open, sample};
#[cfg(unix)]
use ghostreel_server::{Config, Server};
use serde_json::{Value, json};

use crate::support::{TestServer, problem};
#[cfg(unix)]
use crate::support::{config, created};

/// The library's answer about the same bytes, as text.
fn expected(bytes: &[u8]) -> String {
    let replay = open(bytes, &DecodeOptions::RECOVER).unwrap();
    let stats = ghostreel_analysis::stats(&replay).unwrap();
    serde_json::to_string(&ghostreel_analysis::document(&stats, replay.diagnostics())).unwrap()
}

fn address(uploaded: &Value) -> String {
    format!("/api/replays/{}/stats", uploaded["id"].as_str().unwrap())
}

#[tokio::test]
async fn every_game_has_its_statistics() {
    let server = TestServer::start().await;
    for game in ["beat-saber", "melee", "rocket-league"] {
        let bytes = sample(game, None, 1).unwrap();
        let path = address(&server.upload(&bytes).await);
        for time in ["first", "again"] {
            let answer = server.get(&path).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            assert_eq!(answer.headers()["content-type"], "application/json");
            assert_eq!(answer.text().await.unwrap(), expected(&bytes), "{game}, {time}");
        }
    }
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    for line in [
        "ghostreel_statistics_total{outcome=\"worked-out\"} 3",
        "ghostreel_statistics_total{outcome=\"kept\"} 3",
        "ghostreel_statistics_duration_seconds_count 3",
    ] {
        assert!(page.lines().any(|found| found == line), "no {line} in\n{page}");
    }
}

#[tokio::test]
async fn a_client_that_has_them_gets_nothing() {
    let server = TestServer::start().await;
    let path = address(&server.upload(&sample("beat-saber", None, 1).unwrap()).await);
    let first = server.get(&path).send().await.unwrap();
    let etag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert!(etag.starts_with("W/\""), "{etag}");
    assert_eq!(first.headers()["cache-control"], "no-cache");
    for (known, status) in [(&*etag, 304), ("\"another\"", 200), ("*", 304)] {
        let answer = server.get(&path).header("if-none-match", known).send().await.unwrap();
        assert_eq!(answer.status(), status, "{known}");
        assert_eq!(answer.headers()["etag"], *etag);
        assert_eq!(answer.text().await.unwrap().is_empty(), status == 304);
    }
    let head = server.client.head(server.url(&path)).send().await.unwrap();
    assert_eq!((head.status().as_u16(), head.headers()["etag"] == *etag), (200, true));
}

#[tokio::test]
async fn many_who_ask_at_once_get_the_same() {
    let server = TestServer::start().await;
    let bytes = sample("melee", None, 1).unwrap();
    let path = address(&server.upload(&bytes).await);
    let ask = || async { server.get(&path).send().await.unwrap().text().await.unwrap() };
    let all = tokio::join!(ask(), ask(), ask(), ask());
    let wanted = expected(&bytes);
    assert!([all.0, all.1, all.2, all.3].iter().all(|text| *text == wanted));
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("ghostreel_statistics_total{outcome=\"worked-out\"} 1\n"), "{page}");
    assert!(page.contains("ghostreel_statistics_total{outcome=\"kept\"} 3\n"), "{page}");
}

#[tokio::test]
async fn absent_held_and_removed_replays_have_none() {
    let server = TestServer::start().await;
    problem(server.get("/api/replays/none/stats").send().await.unwrap(), 404).await;

    let play = sample("beat-saber", None, 1).unwrap();
    let original = server.upload(&play).await;
    let mut copy = bsor::decode(&play, &DecodeOptions::STRICT).unwrap().value;
    copy.info.player_name = "Thief".into();
    let held = server.upload(&bsor::encode(&copy)).await;
    assert_eq!(held["held"], true);
    let refused = problem(server.get(&address(&held)).send().await.unwrap(), 403).await;
    assert_eq!(refused["type"], "urn:ghostreel:problem:held");

    server.json(&address(&original)).await;
    let url = server.url(&format!("/api/replays/{}", original["id"].as_str().unwrap()));
    let token = original["delete_token"].as_str().unwrap();
    let removed = server.client.delete(url).bearer_auth(token).send().await.unwrap();
    assert_eq!(removed.status(), 204);
    problem(server.get(&address(&original)).send().await.unwrap(), 404).await;
}

/// A replay that was lost has no statistics but those that somebody asked for before.
#[tokio::test]
async fn a_lost_original_is_reported() {
    let server = TestServer::start().await;
    let [asked, other] = [1, 2].map(|seed| sample("melee", None, seed).unwrap());
    let (asked, other) =
        (address(&server.upload(&asked).await), address(&server.upload(&other).await));
    let before = server.json(&asked).await;
    std::fs::remove_dir_all(server.data.path().join("objects")).unwrap();
    assert_eq!(server.json(&asked).await, before);
    let lost = problem(server.get(&other).send().await.unwrap(), 500).await;
    assert_eq!(lost["type"], "urn:ghostreel:problem:corrupted");
}

#[tokio::test]
async fn more_than_any_game_has_is_refused() {
    let server = TestServer::start().await;
    let mut replay = bsor::sample::generate(&bsor::sample::Options::small());
    let mut missed = replay.notes.get(0).unwrap();
    (missed.head.event_type, missed.cut) = (2, None);
    let miss_at = |at: u16| {
        missed.head.event_time = f32::from(at) / 7.0;
        missed
    };
    replay.notes = (0..65_000).map(miss_at).collect();
    let path = address(&server.upload(&bsor::encode(&replay)).await);
    // The second time they are not worked out in vain.
    for outcome in ["failed", "kept"] {
        let refused = problem(server.get(&path).send().await.unwrap(), 422).await;
        assert_eq!(
            (&refused["type"], &refused["section"]),
            (&json!("urn:ghostreel:problem:limit"), &json!("statistics"))
        );
        let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
        let counted = format!("ghostreel_statistics_total{{outcome=\"{outcome}\"}} 1\n");
        assert!(page.contains(&counted), "{page}");
    }
}

/// A worker that comes up, takes what it is sent and never answers.
#[cfg(unix)]
#[tokio::test]
async fn a_decoder_that_takes_too_long_is_reported() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::bind(config(data.path())).await.unwrap();
    let bytes = sample("rocket-league", None, 1).unwrap();
    let id = created(server.ingest_bytes(&bytes, "a.replay").await);
    drop(server);
    let script = "printf 'ghostreel decode worker 1\\n'; while read -r line; do :; done";
    let arguments = ["-c", script].map(Into::into).into();
    let silent = Config {
        worker: Some(Worker { program: "/bin/sh".into(), arguments }),
        decode_patience: Duration::from_millis(300),
        ..config(data.path())
    };
    let server = TestServer::running(Server::bind(silent).await.unwrap(), data);
    let path = format!("/api/replays/{id}/stats");
    let late = problem(server.get(&path).send().await.unwrap(), 503).await;
    assert_eq!(late["type"], "urn:ghostreel:problem:decoder-timeout");
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("ghostreel_statistics_total{outcome=\"failed\"} 1\n"), "{page}");
    assert!(page.contains("ghostreel_decoders_ended_total{cause=\"timeout\"}"), "{page}");
}

#[tokio::test]
async fn a_question_is_answered_as_the_library_answers_it() {
    let server = TestServer::start().await;
    let bytes = sample("beat-saber", None, 1).unwrap();
    let id = server.upload(&bytes).await["id"].as_str().unwrap().to_owned();
    let replay = open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    let replay = ghostreel_analysis::Analysis::new(replay);
    for (question, given) in
        [("ending", &[][..]), ("lost-points", &[]), ("compared-cut", &[("note", "3")])]
    {
        let query: Vec<String> =
            given.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let path = format!("/api/replays/{id}/ask/{question}?{}", query.join("&"));
        let answer = server.get(&path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert_eq!(answer.text().await.unwrap(), replay.ask(question, given).unwrap(), "{path}");
    }
    let refused = async |question: &str, status| {
        let path = format!("/api/replays/{id}/ask/{question}");
        problem(server.get(&path).send().await.unwrap(), status).await
    };
    let unknown = refused("goals", 404).await;
    assert_eq!(unknown["type"], "urn:ghostreel:problem:no-such-question");
    let detail = refused("compared-cut", 400).await["detail"].to_string();
    assert!(detail.contains("`note` is to be given"), "{detail}");
    let detail = refused("motion?note=1", 400).await["detail"].to_string();
    assert!(detail.contains("`note` is not to be given"), "{detail}");
}
