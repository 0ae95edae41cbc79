//! How many lists and downloads a second, and what processor time each takes: `docs/benchmarks.md` has the figures.
//!
//! ```sh
//! cargo test --release -p ghostreel-server --test api -- --ignored --nocapture speed::
//! ```

use std::time::{Duration, Instant};

use ghostreel_server::{Config, Ingested, Server};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::support::{TestServer, config, replay_by};

const REPLAYS: u64 = 2_000;
const CONNECTIONS: usize = 4;
const PERIOD: Duration = Duration::from_secs(3);

/// A connection that stays open, and does as little as it can beside the server it measures.
struct Connection(BufReader<TcpStream>);

impl Connection {
    async fn get(&mut self, path: &str) -> usize {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.0.get_mut().write_all(request.as_bytes()).await.unwrap();
        let mut line = String::new();
        self.0.read_line(&mut line).await.unwrap();
        assert!(line.starts_with("HTTP/1.1 20"), "{path}: {line}");
        let mut length = 0;
        while line != "\r\n" {
            line.clear();
            self.0.read_line(&mut line).await.unwrap();
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.unwrap();
        length
    }
}

async fn measure(server: &TestServer, name: &str, path: impl Fn(usize) -> String) {
    let started = Instant::now();
    let cpu_before = cpu_time();
    let clients = (0..CONNECTIONS).map(async |client| {
        let stream = TcpStream::connect(server.address).await.unwrap();
        let mut connection = Connection(BufReader::with_capacity(256 << 10, stream));
        let (mut answers, mut bytes, mut slowest) = (0, 0, Duration::ZERO);
        while started.elapsed() < PERIOD {
            let asked = Instant::now();
            bytes += connection.get(&path(answers * CONNECTIONS + client)).await;
            slowest = slowest.max(asked.elapsed());
            answers += 1;
        }
        (answers, bytes, slowest)
    });
    let clients = futures_util::future::join_all(clients).await;
    let seconds = started.elapsed().as_secs_f64();
    let answers: usize = clients.iter().map(|client| client.0).sum();
    let bytes: usize = clients.iter().map(|client| client.1).sum();
    let slowest = clients.iter().map(|client| client.2).max().unwrap_or_default();
    let cpu = (cpu_time() - cpu_before).as_secs_f64() / answers as f64;
    println!(
        "{name:<44} {:>7.0}/s  {:>8.1} KB each  {:>7.1} MB/s  slowest {slowest:>8.1?}  {:>5.2} ms of processor each, {:>6.0}/s on two",
        answers as f64 / seconds,
        bytes as f64 / answers as f64 / 1e3,
        bytes as f64 / seconds / 1e6,
        cpu * 1e3,
        2.0 / cpu,
    );
}

/// The processor time of this process, clients and server: other programs on the machine do not count.
fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.try_into().unwrap(), now.tv_nsec.try_into().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures"]
async fn speed() {
    let files = std::sync::Mutex::new(Vec::new());
    let data = tempfile::tempdir().unwrap();
    let server = {
        // The limits of one client do not apply here.
        let config = Config { request_rate: 0, answers_per_client: 64, ..config(data.path()) };
        let server = Server::bind(config).await.unwrap();
        for n in 0..REPLAYS {
            let score = i32::try_from(n * 7_919 % 1_000_003).unwrap();
            let name = format!("Player {} of {}", n % 97, n % 13);
            let replay = replay_by(&name, &format!("Map {}", n % 31), 1_700_000_000 + n, score);
            let Ingested::Created(kept) = server.ingest_bytes(&replay, "a.bsor").await else {
                panic!("not taken in");
            };
            files.lock().unwrap().push(kept.replay.id);
        }
        TestServer::running(server, data)
    };
    let files = files.into_inner().unwrap();
    measure(&server, "newest 50", |_| "/api/replays".into()).await;
    measure(&server, "limit=200", |_| "/api/replays?limit=200".into()).await;
    measure(&server, "player=, of whom there are 20 replays", |n| {
        format!("/api/replays?player=player+{}+of", n % 97)
    })
    .await;
    measure(&server, "player=, whom all replays have", |_| "/api/replays?player=PLAYER".into())
        .await;
    measure(&server, "player=, whom no replay has", |_| "/api/replays?player=nobody".into()).await;
    measure(&server, "player=, two letters, in no name", |_| "/api/replays?player=zz".into()).await;
    measure(&server, "player=, exactly an id", |n| {
        format!("/api/replays?player=id-Player+{}+of+{}", n % 97, n % 13)
    })
    .await;
    measure(&server, "q=, two words, and by score", |n| {
        format!("/api/replays?q=map+{}+player&sort=-score", n % 31)
    })
    .await;
    measure(&server, "q=, 16 words", |_| format!("/api/replays?q={}", "player+map+".repeat(8)))
        .await;
    measure(&server, "a record", |n| format!("/api/replays/{}", files[n % files.len()])).await;
    measure(&server, "a small file", |n| format!("/api/replays/{}/file", files[n % files.len()]))
        .await;
    let large = ghostreel_archive::formats::sample("beat-saber", None, 1).unwrap();
    let id = server.upload(&large).await["id"].as_str().unwrap().to_owned();
    measure(&server, "a file of 0.4 MB", |_| format!("/api/replays/{id}/file")).await;
}
