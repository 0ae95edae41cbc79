//! Links to other sites, which a server of our own stands in for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ghostreel_archive::formats::bsor;
use ghostreel_beatmap::Map;
use ghostreel_beatmap::sample::{Version, files, zip};
use ghostreel_server::{FetchFrom, Site};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{TestServer, problem};

/// The sites, all at one address.
struct Sites {
    address: SocketAddr,
    /// How many files were asked for.
    files: Arc<AtomicUsize>,
}

fn map_hash() -> String {
    Map::read(&files(Version::V3)).unwrap().hash.unwrap().to_string()
}

/// An answer of a site: status, where it moved to, and body.
type Answer = (u16, Option<String>, Vec<u8>);

async fn site(address: SocketAddr, count: &AtomicUsize, path: &str) -> Answer {
    let file = |name: &str| format!("http://{address}/files/{name}");
    let found = |body: Vec<u8>| (200, None, body);
    let said = |body: Value| found(body.to_string().into_bytes());
    let hash = map_hash();
    let map = |file: String| {
        let older = json!({"hash": "0".repeat(40), "downloadURL": file.replace("song", "older")});
        let this = json!({"hash": hash.to_lowercase(), "downloadURL": file});
        said(json!({"versions": [older, this]}))
    };
    match path {
        "/maps/id/3a1f2" => map(file("song.zip")),
        path if path == format!("/maps/hash/{}", hash.to_lowercase()) => map(file("song.zip")),
        "/maps/id/bad" => map("http://127.0.0.1:1/song.zip".into()),
        "/maps/id/bac" => map(file("long.zip")),
        "/maps/id/bae" => map(file("moved.zip")),
        "/maps/id/baf" => found(b"no JSON".to_vec()),
        "/api/leaderboard/by-id/77/info" => said(json!({"songHash": hash})),
        "/score/123" => said(json!({"replay": file("play.bsor")})),
        "/score/124" => said(json!({"replay": null})),
        "/score/125" => said(json!({"replay": file("song.zip")})),
        "/score/126" => {
            tokio::time::sleep(Duration::from_secs(3)).await;
            said(json!({"replay": file("play.bsor")}))
        }
        "/files/moved.zip" => (302, Some(file("song.zip")), Vec::new()),
        path => {
            count.fetch_add(1, Ordering::Relaxed);
            match path {
                "/files/song.zip" => found(zip(&files(Version::V3)).unwrap()),
                "/files/long.zip" => found(vec![0_u8; 3 << 20]),
                "/files/play.bsor" => {
                    let options = bsor::sample::Options::small();
                    found(bsor::encode(&bsor::sample::generate(&options)))
                }
                _ => (404, None, Vec::new()),
            }
        }
    }
}

/// Answers one request, and closes the connection.
async fn answer(mut connection: TcpStream, address: SocketAddr, count: &AtomicUsize) {
    let mut lines = BufReader::new(&mut connection).lines();
    let Ok(Some(first)) = lines.next_line().await else { return };
    while lines.next_line().await.is_ok_and(|line| line.is_some_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1).unwrap();
    let (status, location, body) = site(address, count, path).await;
    let location = location.map(|to| format!("Location: {to}\r\n")).unwrap_or_default();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} X\r\n{location}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    // Who asked may have gone.
    let _ = connection.write_all(&[head.into_bytes(), body].concat()).await;
}

async fn sites() -> Sites {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let files = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&files);
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            let count = Arc::clone(&count);
            tokio::spawn(async move { answer(connection, address, &count).await });
        }
    });
    Sites { address, files }
}

async fn server(sites: &Sites, asked: &[Site]) -> TestServer {
    let from =
        |site: &Site| FetchFrom { site: *site, api: Some(format!("http://{}", sites.address)) };
    let fetch_from: Vec<_> = asked.iter().map(from).collect();
    TestServer::with(|config| {
        config.fetch_from = fetch_from;
        config.map_limit = 1 << 20;
    })
    .await
}

async fn follow(server: &TestServer, link: &str) -> reqwest::Response {
    let body = json!({"link": link});
    server.client.post(server.url("/api/links")).json(&body).send().await.unwrap()
}

const ALL: [Site; 3] = [Site::BeatSaver, Site::BeatLeader, Site::ScoreSaber];

#[tokio::test]
async fn a_link_brings_a_replay_and_its_map() {
    let sites = sites().await;
    let server = server(&sites, &ALL).await;
    let known: Value = server.get("/api/links").send().await.unwrap().json().await.unwrap();
    assert_eq!(known, json!({"sites": ["beatsaver", "beatleader", "scoresaber"]}));
    let answer = follow(&server, "https://beatleader.com/score/123").await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let replay: Value = answer.json().await.unwrap();
    assert_eq!(replay["file_name"], "play.bsor");
    let answer = follow(&server, "https://beatsaver.com/maps/3a1f2").await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let hash = map_hash();
    let location = answer.headers()["location"].to_str().unwrap().to_owned();
    let map: Value = answer.json().await.unwrap();
    assert_eq!(location, format!("/api/maps/{}", map["id"].as_str().unwrap()));
    assert_eq!((&map["hash"], &map["trusted"]), (&json!(hash), &json!(true)));
    // What is here is not fetched again.
    let before = sites.files.load(Ordering::Relaxed);
    for link in [&hash, "!bsr 3a1f2", "https://scoresaber.com/leaderboard/77"] {
        let there = problem(follow(&server, link).await, 409).await;
        assert_eq!((&there["id"], &there["id_of"]), (&map["id"], &json!("map")));
    }
    assert_eq!(sites.files.load(Ordering::Relaxed), before);
}

#[tokio::test]
async fn only_named_sites_are_asked() {
    let sites = sites().await;
    let none = server(&sites, &[]).await;
    let known: Value = none.get("/api/links").send().await.unwrap().json().await.unwrap();
    assert_eq!(known, json!({"sites": []}));
    problem(follow(&none, &map_hash()).await, 403).await;
    let maps = server(&sites, &[Site::BeatSaver]).await;
    problem(follow(&maps, "https://beatleader.com/score/123").await, 403).await;
    let elsewhere = [
        "https://evil.example/maps/3a1f2",
        "http://127.0.0.1/maps/3a1f2",
        "file:///etc/passwd",
        "",
    ];
    for link in elsewhere {
        problem(follow(&maps, link).await, 400).await;
    }
    assert_eq!(sites.files.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_site_that_misleads_is_not_followed() {
    let sites = sites().await;
    let server = server(&sites, &ALL).await;
    for (link, status) in [
        // Its file is elsewhere; it is longer than maps may be; it moved; it says nothing; it has none; it gives something else.
        ("!bsr bad", 502),
        ("!bsr bac", 413),
        ("!bsr bae", 502),
        ("!bsr baf", 502),
        ("!bsr dead", 404),
        ("https://beatleader.com/score/124", 404),
        ("https://beatleader.com/score/125", 422),
    ] {
        problem(follow(&server, link).await, status).await;
    }
    let list: Value = server.get("/api/replays").send().await.unwrap().json().await.unwrap();
    assert_eq!(list["replays"], json!([]));
}

#[tokio::test]
async fn a_client_follows_one_link_at_a_time() {
    let sites = sites().await;
    let server = server(&sites, &ALL).await;
    let slow = || follow(&server, "https://beatleader.com/score/126");
    let (first, second) = tokio::join!(slow(), slow());
    let mut answers = [first.status(), second.status()];
    answers.sort();
    assert_eq!(answers, [StatusCode::CREATED, StatusCode::SERVICE_UNAVAILABLE]);
    assert_eq!(follow(&server, "!bsr 3a1f2").await.status(), StatusCode::CREATED, "afterwards");
}
