//! A server of its own for each test, and replays to feed it.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;

use ghostreel_archive::formats;
use ghostreel_archive::formats::bsor;
use ghostreel_server::{Config, Ingested, Server};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server; it stops when dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) client: Client,
    pub(crate) data: TempDir,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with some settings changed.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::prepared(change, |_| {}).await
    }

    /// A server that something is done with before it runs.
    pub(crate) async fn prepared(
        change: impl FnOnce(&mut Config),
        prepare: impl FnOnce(&Server),
    ) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut config = config(data.path());
        change(&mut config);
        let server = Server::bind(config).await.unwrap();
        prepare(&server);
        Self::running(server, data)
    }

    /// A server over that folder, from now on running.
    pub(crate) fn running(server: Server, data: TempDir) -> Self {
        let address = server.local_addr();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            server.run(async { stopped.await.unwrap_or_default() }).await.unwrap();
        });
        Self { address, client: client(), data, stop: Some(stop), running }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(self.url(path))
    }

    /// An upload as the raw body.
    pub(crate) fn post(&self, body: impl Into<reqwest::Body>) -> RequestBuilder {
        self.client.post(self.url("/api/replays")).body(body)
    }

    /// Uploads what must be accepted; returns the answer.
    pub(crate) async fn upload(&self, replay: &[u8]) -> Value {
        let answer = self.post(replay.to_vec()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        answer.json().await.unwrap()
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.json().await.unwrap()
    }

    /// Checks that an object of an answer has exactly the members that the description says it has.
    pub(crate) async fn assert_described(&self, schema: &str, given: &Value) {
        let api = self.json("/api/openapi.json").await;
        let described = &api["components"]["schemas"][schema]["properties"];
        let [given, described] = [given, described].map(|object| {
            object.as_object().unwrap().keys().cloned().collect::<BTreeSet<String>>()
        });
        assert_eq!(given, described, "{schema}");
    }

    /// How many uploads are being written to disk.
    pub(crate) fn incoming(&self) -> usize {
        std::fs::read_dir(self.data.path().join("incoming")).unwrap().count()
    }

    /// Waits until so many uploads are being written.
    pub(crate) async fn uploads_under_way(&self, count: usize) {
        while self.incoming() != count {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }

    /// Asks the server to stop, without waiting for it.
    pub(crate) fn stop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
    }

    /// Waits for the server to end by itself.
    pub(crate) async fn ended(self) {
        self.running.await.unwrap();
    }
}

/// A server on any free port over the given folder.
pub(crate) fn config(data: &Path) -> Config {
    Config { listen: ([127, 0, 0, 1], 0).into(), data: data.to_owned(), ..Config::default() }
}

/// A client that believes in no proxy.
pub(crate) fn client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

/// A client with an address of its own: 127.0.0.`last`.
pub(crate) fn client_from(last: u8) -> Client {
    Client::builder().no_proxy().local_address(IpAddr::from([127, 0, 0, last])).build().unwrap()
}

/// A connection from 127.0.0.`last`, on which something was sent.
pub(crate) async fn connection_from(last: u8, server: SocketAddr, sent: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, last], 0).into()).unwrap();
    let mut stream = socket.connect(server).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    stream
}

/// A small replay, another one for each seed.
pub(crate) fn sample(seed: u64) -> Vec<u8> {
    formats::sample("beat-saber", Some("small"), seed).unwrap()
}

/// A small replay by that player on that map.
pub(crate) fn replay_by(player: &str, map: &str, timestamp: u64, score: i32) -> Vec<u8> {
    let mut replay = bsor::sample::generate(&bsor::sample::Options::small());
    replay.info.player_name = player.into();
    replay.info.player_id = format!("id-{player}").as_str().into();
    replay.info.song_name = map.into();
    replay.info.timestamp = timestamp.to_string().as_str().into();
    replay.info.score = score;
    bsor::encode(&replay)
}

/// An error answer, checked to be a problem of that status; returns its body.
pub(crate) async fn problem(answer: Response, status: u16) -> Value {
    let path = answer.url().path().to_owned();
    assert_eq!(answer.status().as_u16(), status, "{path}");
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    assert_eq!(kind, "application/problem+json");
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(problem["status"], status);
    assert_eq!(problem["instance"], path.as_str());
    for member in ["type", "title", "detail"] {
        assert!(
            problem[member].as_str().is_some_and(|text| !text.is_empty()),
            "{member}: {problem}"
        );
    }
    problem
}

/// The id of a replay that must have been new.
pub(crate) fn created(ingested: Ingested) -> String {
    match ingested {
        Ingested::Created(uploaded) => uploaded.replay.id,
        other => panic!("not created: {other:?}"),
    }
}
