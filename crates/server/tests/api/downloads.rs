//! `GET /api/replays/{id}/file`.

use reqwest::{Method, Response};

use crate::support::{TestServer, problem, sample};

async fn server_with_file() -> (TestServer, Vec<u8>, String) {
    let server = TestServer::start().await;
    let replay = sample(1);
    let request = server.post(replay.clone()).header("x-file-name", "r%C3%BCn%22.bsor");
    let record: serde_json::Value = request.send().await.unwrap().json().await.unwrap();
    let path = format!("/api/replays/{}/file", record["id"].as_str().unwrap());
    (server, replay, path)
}

fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_file_comes_back_byte_for_byte_under_its_name() {
    let (server, replay, path) = server_with_file().await;
    // Compression would make ranges and the digest lie.
    let answer = server.get(&path).header("accept-encoding", "gzip, br").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let digest = ghostreel_archive::formats::core::Digest::of(&replay);
    assert_eq!(header(&answer, "etag"), format!("\"{digest}\""));
    assert_eq!(header(&answer, "content-length"), replay.len().to_string());
    assert_eq!(header(&answer, "content-encoding"), "");
    assert_eq!(header(&answer, "accept-ranges"), "bytes");
    assert_eq!(header(&answer, "cache-control"), "public, max-age=31536000, immutable");
    let format = ghostreel_archive::formats::format("bsor").unwrap();
    assert_eq!(header(&answer, "content-type"), format.media_type);
    assert_eq!(
        header(&answer, "content-disposition"),
        "attachment; filename=\"r_n_.bsor\"; filename*=UTF-8''r%C3%BCn%22.bsor"
    );
    assert!(header(&answer, "content-security-policy").contains("sandbox"));
    assert_eq!(answer.bytes().await.unwrap(), replay);
}

#[tokio::test]
async fn a_range_gives_those_bytes() {
    let (server, replay, path) = server_with_file().await;
    let size = replay.len();
    let cases = [
        ("bytes=0-99", 0..100),
        ("bytes=100-", 100..size),
        ("bytes=-7", size - 7..size),
        ("bytes=5-99999999", 5..size),
        ("bytes=-99999999", 0..size),
    ];
    for (range, expected) in cases {
        let answer = server.get(&path).header("range", range).send().await.unwrap();
        assert_eq!(answer.status(), 206, "{range}");
        let expected_range = format!("bytes {}-{}/{size}", expected.start, expected.end - 1);
        assert_eq!(header(&answer, "content-range"), expected_range);
        assert_eq!(header(&answer, "content-length"), expected.len().to_string());
        assert_eq!(answer.bytes().await.unwrap(), replay[expected], "{range}");
    }
    let past_end =
        server.get(&path).header("range", format!("bytes={size}-")).send().await.unwrap();
    assert_eq!(header(&past_end, "content-range"), format!("bytes */{size}"));
    problem(past_end, 416).await;
    for ignored in ["bytes=0-1,5-6", "bytes=9-2", "lines=1-2"] {
        let answer = server.get(&path).header("range", ignored).send().await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), header(&answer, "content-range")),
            (200, ""),
            "{ignored}"
        );
    }
}

#[tokio::test]
async fn conditions_are_honoured() {
    let (server, replay, path) = server_with_file().await;
    let head = server.client.request(Method::HEAD, server.url(&path)).send().await.unwrap();
    assert_eq!(head.status(), 200);
    assert_eq!(header(&head, "content-length"), replay.len().to_string());
    let etag = header(&head, "etag").to_owned();
    assert!(head.bytes().await.unwrap().is_empty());

    for (value, status) in [
        (etag.as_str(), 304),
        (&format!("\"x\", {etag}"), 304),
        (&format!("W/{etag}"), 304),
        ("*", 304),
        ("\"x\"", 200),
    ] {
        let answer = server.get(&path).header("if-none-match", value).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{value}");
        assert_eq!(header(&answer, "etag"), etag);
        assert_eq!(header(&answer, "cache-control"), "public, max-age=31536000, immutable");
    }
    for (value, status) in [(etag.as_str(), 206), ("\"x\"", 200)] {
        let request = server.get(&path).header("if-range", value).header("range", "bytes=0-9");
        assert_eq!(request.send().await.unwrap().status().as_u16(), status, "{value}");
    }
}
