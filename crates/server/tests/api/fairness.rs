//! A client's load slows that client only: each has an address of its own here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::{Client, Response};
use tokio::io::AsyncReadExt;

use crate::support::{TestServer, client_from, connection_from, problem, sample};

const HALF_UPLOAD: &str =
    "POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nhalf";
const HALF_HEAD: &str = "GET /healthz HTTP/1.1\r\nHost: loc";

async fn upload(client: &Client, server: &TestServer, seed: u64) -> Response {
    client.post(server.url("/api/replays")).body(sample(seed)).send().await.unwrap()
}

async fn health(client: &Client, server: &TestServer) -> Response {
    client.get(server.url("/healthz")).send().await.unwrap()
}

/// An answer that asks this client to come again, and says when.
async fn too_much(answer: Response) {
    assert_eq!(answer.headers()["retry-after"], "1");
    let problem = problem(answer, 429).await;
    assert_eq!(problem["type"], "urn:ghostreel:problem:too-much");
}

/// Half-sent heads had kept everyone out until they were given up.
#[tokio::test]
async fn one_client_cannot_take_all_connections() {
    let server = TestServer::with(|config| config.connections = 200).await;
    let mut heads = Vec::new();
    for _ in 0..1100 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 9], 0).into()).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, HALF_HEAD.as_bytes()).await;
        heads.push(stream);
    }
    let started = Instant::now();
    assert_eq!(health(&client_from(1), &server).await.status(), 200);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    // Those above its share were refused with an answer, as far as they read it.
    let mut answer = String::new();
    let _ = heads.last_mut().unwrap().read_to_string(&mut answer).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 429 "), "{answer}");
    drop(heads);
    // Its places come free when the server notices.
    while client_from(9).get(server.url("/healthz")).send().await.is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn one_client_cannot_take_all_uploads() {
    let server = TestServer::with(|config| {
        (config.uploads, config.uploads_per_client) = (4, 2);
        config.upload_patience = Duration::from_millis(300);
    })
    .await;
    let mut halves = Vec::new();
    for _ in 0..8 {
        halves.push(connection_from(9, server.address, HALF_UPLOAD).await);
    }
    server.uploads_under_way(2).await;
    assert_eq!(upload(&client_from(1), &server, 1).await.status(), 201);
    too_much(upload(&client_from(9), &server, 2).await).await;
    assert_eq!(upload(&client_from(1), &server, 3).await.status(), 201);
}

/// A byte now and then had kept a place for as long as one liked.
#[tokio::test]
async fn uploads_that_trickle_lose_their_places() {
    let server = TestServer::with(|config| {
        (config.uploads, config.uploads_per_client) = (2, 2);
        config.idle_timeout = Duration::from_millis(400);
    })
    .await;
    let trickle = async |last| {
        loop {
            let mut stream = connection_from(last, server.address, HALF_UPLOAD).await;
            while tokio::io::AsyncWriteExt::write_all(&mut stream, b"x").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    };
    let honest = async {
        server.uploads_under_way(2).await;
        for seed in 0..3 {
            let answer = upload(&client_from(1), &server, seed).await;
            assert_eq!(answer.status(), 201, "it waits its turn, and gets it");
        }
    };
    let all = async {
        tokio::join!(trickle(8), trickle(8), trickle(8), trickle(9), trickle(9), trickle(9));
    };
    tokio::select! {
        _ = all => unreachable!("they go on"),
        () = honest => {}
        () = tokio::time::sleep(Duration::from_secs(20)) => panic!("others are kept waiting"),
    }
}

#[tokio::test]
async fn bytes_in_progress_are_limited_for_each_client() {
    let limit = sample(1).len() as u64 * 3 / 2;
    let server = TestServer::with(|config| config.upload_bytes_per_client = limit).await;
    let many = "x".repeat(usize::try_from(limit).unwrap() / 2);
    let half = format!(
        "POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{many}"
    );
    let _half = connection_from(9, server.address, &half).await;
    server.uploads_under_way(1).await;
    // The bytes arrive after the place is taken.
    tokio::time::sleep(Duration::from_millis(300)).await;
    too_much(upload(&client_from(9), &server, 1).await).await;
    assert_eq!(upload(&client_from(1), &server, 1).await.status(), 201);
}

#[tokio::test]
async fn each_client_has_its_own_rate_of_requests() {
    let server =
        TestServer::with(|config| (config.request_rate, config.request_burst) = (1, 5)).await;
    let (quick, other) = (client_from(9), client_from(1));
    for _ in 0..5 {
        assert_eq!(health(&quick, &server).await.status(), 200);
    }
    too_much(health(&quick, &server).await).await;
    too_much(upload(&quick, &server, 1).await).await;
    assert_eq!(health(&other, &server).await.status(), 200);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(health(&quick, &server).await.status(), 200, "as Retry-After said");
}

#[tokio::test]
async fn behind_a_proxy_the_header_distinguishes_clients() {
    let server = TestServer::with(|config| {
        (config.request_rate, config.request_burst) = (1, 2);
        config.connections_per_client = 1;
        config.client_header = Some("x-forwarded-for".parse().unwrap());
    })
    .await;
    let ask = async |from: &str| {
        // A connection each, as a proxy may have.
        let answer = client_from(1).get(server.url("/healthz")).header("x-forwarded-for", from);
        answer.send().await.unwrap().status().as_u16()
    };
    let _open = connection_from(1, server.address, HALF_HEAD).await;
    assert_eq!((ask("192.0.2.1").await, ask("192.0.2.1").await), (200, 200));
    assert_eq!(ask("192.0.2.1").await, 429);
    assert_eq!(
        ask("198.51.100.1, 192.0.2.1").await,
        429,
        "what the client writes itself does not count"
    );
    assert_eq!(ask("192.0.2.2").await, 200);
}

/// However many questions one client asks at once, another's comes next.
#[tokio::test]
async fn a_flood_of_one_client_waits_for_itself() {
    let server = TestServer::with(|config| {
        (config.answers, config.answers_per_client) = (2, 1);
        config.request_rate = 0;
    })
    .await;
    let answered = Arc::new(AtomicUsize::new(0));
    let mut flood = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let (client, url) = (client_from(9), server.url("/api/replays"));
        let answered = answered.clone();
        flood.spawn(async move {
            loop {
                assert_eq!(client.get(&url).send().await.unwrap().status(), 200);
                answered.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let other = client_from(1);
    let mut before_it = Vec::new();
    for _ in 0..50 {
        let before = answered.load(Ordering::Relaxed);
        let answer = other.get(server.url("/api/replays")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        before_it.push(answered.load(Ordering::Relaxed) - before);
    }
    before_it.sort_unstable();
    // In a queue with all others, fifty would come first.
    assert!(before_it[25] < 15, "{before_it:?}");
    assert!(answered.load(Ordering::Relaxed) > 0, "the flood is answered, too");
    assert!(flood.try_join_next().is_none(), "an answer to the flood was no 200");
}

/// A header that was not asked for is what the client likes to write.
#[tokio::test]
async fn without_a_proxy_the_header_is_ignored() {
    let server =
        TestServer::with(|config| (config.request_rate, config.request_burst) = (1, 2)).await;
    let mut statuses = Vec::new();
    for number in 0..3 {
        let answer = server.get("/healthz").header("x-forwarded-for", format!("192.0.2.{number}"));
        statuses.push(answer.send().await.unwrap().status().as_u16());
    }
    assert_eq!(statuses, [200, 200, 429]);
}

/// The page uploads a folder from one address.
#[tokio::test]
async fn a_hundred_uploads_from_one_address_are_no_flood() {
    let server = TestServer::start().await;
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..20_u64 {
        let (client, url) = (server.client.clone(), server.url("/api/replays"));
        tasks.spawn(async move {
            for seed in task * 6..task * 6 + 6 {
                let answer = client.post(&url).body(sample(seed)).send().await.unwrap();
                assert_eq!(answer.status(), 201);
            }
        });
    }
    tasks.join_all().await;
}
