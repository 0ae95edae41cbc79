//! Games that are watched while they are written.

use std::fs;
use std::io::Write;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ghostreel_archive::formats;
use ghostreel_live::{EndReason, LiveEvent, Source};
use ghostreel_server::Config;
use reqwest::Response;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{TestServer, client_from, problem};

/// A source that says what the test says.
#[derive(Debug)]
struct Scripted(mpsc::Receiver<LiveEvent>);

impl Source for Scripted {
    fn next(&mut self, patience: Duration) -> Option<LiveEvent> {
        self.0.recv_timeout(patience).ok()
    }

    fn trouble(&self) -> Option<String> {
        None
    }
}

/// A server that follows, and the script.
async fn following(change: impl FnOnce(&mut Config)) -> (TestServer, mpsc::Sender<LiveEvent>) {
    let (script, lines) = mpsc::channel();
    let follow = |server: &ghostreel_server::Server| {
        server.follow(Box::new(Scripted(lines))).unwrap();
    };
    (TestServer::prepared(change, follow).await, script)
}

fn began(name: &str) -> LiveEvent {
    LiveEvent::Began { name: name.to_owned() }
}

fn bytes(bytes: &[u8]) -> LiveEvent {
    LiveEvent::Bytes(bytes.to_vec())
}

/// The number of the first game after another.
async fn game_after(server: &TestServer, after: u64) -> u64 {
    let live = server.json(&format!("/api/live?after={after}")).await;
    live["game"]["number"].as_u64().filter(|&number| number > after).expect("no such game")
}

async fn watch(server: &TestServer, number: u64) -> Response {
    let answer = server.get(&format!("/api/live/{number}")).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer
}

/// Exactly the bytes that are expected next.
async fn expect(answer: &mut Response, expected: &[u8]) {
    let mut read = Vec::new();
    while read.len() < expected.len() {
        let more = tokio::time::timeout(Duration::from_secs(10), answer.chunk()).await;
        read.extend(more.expect("nothing came").unwrap().expect("it ended"));
    }
    assert_eq!(read, expected);
}

#[tokio::test]
async fn a_game_is_watched_from_its_start_while_it_is_written_and_then_the_next() {
    let (server, script) = following(|_| {}).await;
    assert!(server.json("/api/live").await["game"].is_null());

    let (number, ()) = tokio::join!(game_after(&server, 0), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        script.send(began("a.slp")).unwrap();
    });
    let mut early = watch(&server, number).await;
    assert_eq!(early.headers()["content-type"], "application/octet-stream");
    assert_eq!(early.headers()["cache-control"], "no-store");
    assert!(early.headers()["content-disposition"].to_str().unwrap().contains("a.slp"));
    for piece in [&b"0000one "[..], b"two "] {
        script.send(bytes(piece)).unwrap();
        expect(&mut early, piece).await;
    }
    let mut late = watch(&server, number).await;
    expect(&mut late, b"0000one two ").await;

    script.send(bytes(b"three")).unwrap();
    expect(&mut early, b"three").await;
    expect(&mut late, b"three").await;
    // A field is filled in at the end: a reader past it asks for that part again.
    script.send(LiveEvent::Rewritten { offset: 2, bytes: b"17".to_vec() }).unwrap();
    script.send(LiveEvent::Ended(EndReason::Finished)).unwrap();
    assert_eq!(early.chunk().await.unwrap(), None);
    assert_eq!(late.chunk().await.unwrap(), None);
    let part = server.get(&format!("/api/live/{number}?from=1&to=6")).send().await.unwrap();
    assert_eq!(part.text().await.unwrap(), "017on");
    let live = server.json("/api/live").await;
    assert_eq!(live["game"]["ended"], "finished");
    assert_eq!(live["game"]["bytes"], 17);
    assert_eq!(watch(&server, number).await.text().await.unwrap(), "0017one two three");

    script.send(began("b.slp")).unwrap();
    let next = game_after(&server, number).await;
    script.send(bytes(b"other")).unwrap();
    expect(&mut watch(&server, next).await, b"other").await;
}

#[tokio::test]
async fn an_unknown_game_is_a_problem() {
    let server = TestServer::start().await;
    problem(server.get("/api/live").send().await.unwrap(), 404).await;
    problem(server.get("/api/live/1").send().await.unwrap(), 404).await;
    let (server, script) = following(|config| config.upload_limit = 10).await;
    problem(server.get("/api/live/1").send().await.unwrap(), 404).await;
    for path in ["/api/live?after=x", "/api/live/x", "/api/live/1?from=-1"] {
        problem(server.get(path).send().await.unwrap(), 400).await;
    }
    // More than the server keeps of any replay is not kept of a game either.
    for news in [began("a.slp"), bytes(b"12345678"), bytes(b"90A"), bytes(b"!")] {
        script.send(news).unwrap();
    }
    let number = game_after(&server, 0).await;
    assert_eq!(watch(&server, number).await.text().await.unwrap(), "12345678");
    assert_eq!(server.json("/api/live").await["game"]["ended"], "too-large");
}

#[tokio::test]
async fn a_viewer_who_leaves_makes_room() {
    let (server, script) = following(|config| config.viewers = 1).await;
    script.send(began("a.slp")).unwrap();
    let number = game_after(&server, 0).await;
    let first = watch(&server, number).await;
    let path = format!("/api/live/{number}");
    problem(server.get(&path).send().await.unwrap(), 503).await;
    drop(first);
    let since = Instant::now();
    while server.get(&path).send().await.unwrap().status() != 200 {
        assert!(since.elapsed() < Duration::from_secs(10), "the place is still taken");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn one_client_cannot_take_all_places_to_watch() {
    let (server, script) = following(|config| {
        (config.viewers, config.viewers_per_client) = (3, 2);
    })
    .await;
    script.send(began("a.slp")).unwrap();
    let number = game_after(&server, 0).await;
    let _both = (watch(&server, number).await, watch(&server, number).await);
    let path = format!("/api/live/{number}");
    let third = server.get(&path).send().await.unwrap();
    assert_eq!(third.headers()["retry-after"], "1");
    problem(third, 429).await;
    let other = client_from(9).get(server.url(&path)).send().await.unwrap();
    assert_eq!(other.status(), 200);
}

#[tokio::test]
async fn a_viewer_who_does_not_read_delays_no_one_and_is_let_go() {
    let (server, script) = following(|config| {
        config.idle_timeout = Duration::from_millis(500);
        config.viewers = 2;
    })
    .await;
    script.send(began("a.slp")).unwrap();
    let number = game_after(&server, 0).await;
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /api/live/{number} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    idle.write_all(request.as_bytes()).await.unwrap();
    let mut reader = watch(&server, number).await;
    let piece = vec![7; 1 << 20];
    for _ in 0..32 {
        script.send(bytes(&piece)).unwrap();
        expect_length(&mut reader, piece.len()).await;
    }
    // Its connection is cut, and its place is free.
    let since = Instant::now();
    while server.get(&format!("/api/live/{number}?to=1")).send().await.unwrap().status() != 200 {
        assert!(since.elapsed() < Duration::from_secs(10), "the place is still taken");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut read = Vec::new();
    let _ = idle.read_to_end(&mut read).await;
    assert!(read.len() < 32 << 20);
}

async fn expect_length(answer: &mut Response, length: usize) {
    let mut read = 0;
    while read < length {
        read += answer.chunk().await.unwrap().expect("it ended").len();
    }
    assert_eq!(read, length);
}

#[tokio::test]
async fn a_stopping_server_cuts_viewers_off_instead_of_telling_them_that_the_game_is_over() {
    let (mut server, script) = following(|_| {}).await;
    script.send(began("a.slp")).unwrap();
    script.send(bytes(b"one")).unwrap();
    let number = game_after(&server, 0).await;
    let mut viewer = watch(&server, number).await;
    expect(&mut viewer, b"one").await;
    let waiting = tokio::spawn(server.get(&format!("/api/live?after={number}")).send());
    tokio::time::sleep(Duration::from_millis(50)).await;
    server.stop();
    assert!(viewer.chunk().await.is_err());
    assert_eq!(waiting.await.unwrap().unwrap().status(), 200);
    tokio::time::timeout(Duration::from_secs(5), server.ended()).await.unwrap();
}

/// From the file to the viewer, in less than a tenth of a second.
#[tokio::test]
async fn a_file_that_is_being_written_arrives_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let follow = |server: &ghostreel_server::Server| {
        server.follow(ghostreel_live::follow(folder.path())).unwrap();
    };
    let server = TestServer::prepared(|_| {}, follow).await;
    let whole = formats::sample("melee", Some("small"), 1).unwrap();
    let mut file = fs::File::create(folder.path().join("a.slp")).unwrap();
    file.write_all(&whole[..1_000]).unwrap();
    let number = game_after(&server, 0).await;
    let mut viewer = watch(&server, number).await;
    expect(&mut viewer, &whole[..1_000]).await;
    let mut delays = Vec::new();
    for piece in whole[1_000..].chunks(400) {
        let written = Instant::now();
        file.write_all(piece).unwrap();
        expect(&mut viewer, piece).await;
        delays.push(written.elapsed());
    }
    assert_eq!(viewer.chunk().await.unwrap(), None);
    delays.sort();
    assert!(delays[delays.len() / 2] < Duration::from_millis(100), "{delays:?}");
}
