//! The protection against browsers, strangers and slow clients, and how the server ends.

use std::time::{Duration, Instant};

use futures_util::stream;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{TestServer, problem, sample};

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_browsers_in_check() {
    let server = TestServer::start().await;
    for path in ["/", "/player", "/api/replays", "/healthz", "/metrics", "/nowhere"] {
        let answer = server.get(path).send().await.unwrap();
        let headers = answer.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "same-origin", "{path}");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin", "{path}");
        assert!(headers.contains_key("content-security-policy"), "{path}");
        assert!(!headers.contains_key("x-powered-by") && !headers.contains_key("server"), "{path}");
    }
}

#[tokio::test]
async fn other_sites_may_read_but_not_write() {
    let server = TestServer::start().await;
    let read =
        server.get("/api/replays").header("origin", "https://else.example").send().await.unwrap();
    assert_eq!(read.status(), 200);
    assert_eq!(read.headers()["access-control-allow-origin"], "*");

    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://else.example"),
        ("origin", "null"),
    ] {
        let write = server.post(sample(1)).header(name, value).send().await.unwrap();
        problem(write, 403).await;
    }
    let preflight = server
        .client
        .request(reqwest::Method::OPTIONS, server.url("/api/replays/x"))
        .header("origin", "https://else.example")
        .header("access-control-request-method", "DELETE")
        .header("access-control-request-headers", "authorization")
        .send()
        .await
        .unwrap();
    assert_eq!(preflight.headers()["access-control-allow-methods"], "GET,HEAD");

    let own = format!("http://{}", server.address);
    let write = server.post(sample(1)).header("origin", own).send().await.unwrap();
    assert_eq!(write.status(), 201);
    let write =
        server.post(sample(2)).header("sec-fetch-site", "same-origin").send().await.unwrap();
    assert_eq!(write.status(), 201);
}

#[tokio::test]
async fn the_public_address_counts_as_our_own() {
    let public = "https://replays.example";
    let server = TestServer::with(|config| config.public_url = Some(format!("{public}/"))).await;
    let write = server.post(sample(1)).header("origin", public).send().await.unwrap();
    assert_eq!(write.status(), 201);
    let write =
        server.post(sample(2)).header("origin", "https://other.example").send().await.unwrap();
    problem(write, 403).await;
}

#[tokio::test]
async fn unknown_addresses_and_methods_are_problems_too() {
    let server = TestServer::start().await;
    for path in
        ["/nowhere", "/api/nowhere", "/api/replays/none", "/assets/../../Cargo.toml", "/%2e%2e/x"]
    {
        problem(server.get(path).send().await.unwrap(), 404).await;
    }
    for (method, path, allowed) in [
        (reqwest::Method::PUT, "/api/replays", "GET,HEAD,POST"),
        (reqwest::Method::POST, "/healthz", "GET,HEAD"),
        (reqwest::Method::PATCH, "/api/replays/x", "DELETE,GET,HEAD"),
    ] {
        let answer = server.client.request(method, server.url(path)).send().await.unwrap();
        let mut methods: Vec<String> = answer
            .headers()
            .get_all("allow")
            .iter()
            .flat_map(|value| value.to_str().unwrap().split(','))
            .map(|method| method.trim().to_owned())
            .collect();
        methods.sort_unstable();
        assert_eq!(methods.join(","), allowed, "{path}");
        problem(answer, 405).await;
    }
    let posted = server.client.post(server.url("/")).send().await.unwrap();
    problem(posted, 405).await;
}

/// Sends raw bytes, then reads until the server closes the connection.
async fn raw(server: &TestServer, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn heads_of_requests_are_limited_in_size_and_time() {
    let server =
        TestServer::with(|config| config.header_timeout = Duration::from_millis(200)).await;
    let large = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert!(raw(&server, large.as_bytes()).await.starts_with("HTTP/1.1 431 "));
    let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: x\r\n".repeat(200));
    assert!(raw(&server, many.as_bytes()).await.starts_with("HTTP/1.1 431 "));
    let answered = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (sent, status) in
        [(&b""[..], None), (&answered[..answered.len() - 2], None), (answered, Some("200"))]
    {
        let started = Instant::now();
        let answer = raw(&server, sent).await;
        assert!(started.elapsed() < Duration::from_secs(5), "the connection was closed");
        assert_eq!(answer.split(' ').nth(1).filter(|status| *status != "408"), status, "{answer}");
    }
    assert_eq!(server.json("/healthz").await["status"], "ok");
}

#[tokio::test]
async fn a_client_that_asks_first_gets_its_answer_before_it_sends() {
    let server = TestServer::with(|config| config.upload_limit = 10).await;
    let request = b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\nExpect: 100-continue\r\n\r\n";
    let answer = raw(&server, request).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn uploads_beyond_the_places_for_them_are_asked_to_come_again() {
    let server = TestServer::with(|config| {
        config.uploads = 1;
        config.upload_patience = Duration::from_millis(100);
    })
    .await;
    let mut occupier = TcpStream::connect(server.address).await.unwrap();
    occupier
        .write_all(
            b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
        )
        .await
        .unwrap();
    server.uploads_under_way(1).await;
    let refused = server.post(sample(1)).send().await.unwrap();
    assert_eq!(refused.headers()["retry-after"], "2");
    problem(refused, 503).await;
    drop(occupier);
    // Its place comes free when the server notices.
    loop {
        let status = server.post(sample(2)).send().await.unwrap().status().as_u16();
        if status == 201 {
            break;
        }
        assert_eq!(status, 503);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A body that arrives in two halves, the second after a while.
fn halves(replay: &[u8], pause: Duration) -> reqwest::Body {
    let (first, second) = replay.split_at(replay.len() / 2);
    let halves = [(Duration::ZERO, first.to_vec()), (pause, second.to_vec())];
    reqwest::Body::wrap_stream(stream::unfold(halves.into_iter(), |mut halves| async move {
        let (pause, half) = halves.next()?;
        tokio::time::sleep(pause).await;
        Some((Ok::<_, std::io::Error>(half), halves))
    }))
}

#[tokio::test]
async fn a_stopping_server_finishes_what_is_under_way_and_takes_nothing_new() {
    let mut server = TestServer::start().await;
    let upload = server.post(halves(&sample(1), Duration::from_millis(500)));
    let upload = tokio::spawn(upload.send());
    server.uploads_under_way(1).await;
    server.stop();
    while TcpStream::connect(server.address).await.is_ok() {
        assert!(!upload.is_finished(), "the port is still open");
    }
    assert_eq!(upload.await.unwrap().unwrap().status(), 201);
    tokio::time::timeout(Duration::from_secs(5), server.ended()).await.unwrap();
}

#[tokio::test]
async fn a_stopping_server_does_not_wait_for_ever() {
    let mut server =
        TestServer::with(|config| config.shutdown_grace = Duration::from_millis(200)).await;
    let upload = tokio::spawn(server.post(halves(&sample(1), Duration::from_secs(60))).send());
    server.uploads_under_way(1).await;
    server.stop();
    tokio::time::timeout(Duration::from_secs(5), server.ended()).await.unwrap();
    assert!(upload.await.unwrap().is_err());
}

/// The status of the answer to a raw request, with the problem's type if it is one.
async fn raw_status(server: &TestServer, request: &str) -> (u16, String) {
    let answer = raw(server, request.as_bytes()).await;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    let kind =
        answer.split("urn:ghostreel:problem:").nth(1).and_then(|rest| rest.split('"').next());
    (status.unwrap_or_default(), kind.unwrap_or_default().to_owned())
}

/// A page of another site has its name resolved to our address, and asks us as if we were that site.
#[tokio::test]
async fn names_that_are_not_ours_are_refused() {
    let server = TestServer::with(|config| {
        config.hosts = vec!["Ghost.local".into()];
        config.public_url = Some("https://replays.example".into());
    })
    .await;
    for path in ["/", "/api/replays", "/healthz", "/metrics", "/nowhere"] {
        let with = |host: &str| {
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        };
        for host in [
            "localhost",
            "127.0.0.1:80",
            "[::1]:4747",
            "ghost.LOCAL:1",
            "replays.example",
            "10.0.0.9",
        ] {
            let (status, _) = raw_status(&server, &with(host)).await;
            assert!(matches!(status, 200 | 404), "{host}: {status}");
        }
        for host in ["evil.example", "localhost.evil.example:4747", "127.0.0.1.nip.io"] {
            assert_eq!(
                raw_status(&server, &with(host)).await,
                (421, "unknown-host".into()),
                "{host}"
            );
        }
        for head in [
            format!("GET {path} HTTP/1.1\r\n"),
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n"),
            format!("GET {path} HTTP/1.1\r\nHost: a b\r\n"),
        ] {
            assert_eq!(
                raw_status(&server, &format!("{head}Connection: close\r\n\r\n")).await.0,
                400
            );
        }
    }
    // A whole address in the first line counts.
    let whole =
        "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(raw_status(&server, whole).await.0, 421);
    let old = "GET /healthz HTTP/1.0\r\n\r\n";
    assert_eq!(raw_status(&server, old).await.0, 200);
}

/// HTTP allows any word for a method: each kept as a label, they were 30 KiB a request, for good.
#[tokio::test]
async fn made_up_methods_become_no_label() {
    let server = TestServer::start().await;
    for number in 0..50 {
        let request = format!(
            "M{number}{} /p{number} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "X".repeat(1000)
        );
        raw(&server, request.as_bytes()).await;
        server.get(&format!("/nowhere/{number}?q={number}")).send().await.unwrap();
    }
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    let series =
        page.lines().filter(|line| line.starts_with("ghostreel_http_requests_total")).count();
    assert_eq!(series, 2, "{page}");
    assert!(
        page.contains("requests_total{method=\"other\",route=\"other\",status=\"404\"} 50\n"),
        "{page}"
    );
}

#[tokio::test]
async fn answers_repeat_little_of_what_was_sent() {
    let server = TestServer::start().await;
    let long = "x".repeat(20_000);
    for path in [
        format!("/{long}"),
        format!("/api/replays/{long}"),
        format!("/api/replays?sort={long}"),
        format!("/api/replays?{long}=1"),
        format!("/api/replays?from={long}"),
        format!("/api/live/{long}"),
    ] {
        let answer = server.get(&path).send().await.unwrap();
        let body = answer.text().await.unwrap();
        assert!(body.len() < 1500, "{}: {body}", &path[..30]);
    }
    let form = server
        .post(long.clone())
        .header("content-type", format!("multipart/form-data; boundary={}", &long[..2000]));
    assert!(form.send().await.unwrap().text().await.unwrap().len() < 1500);
}
