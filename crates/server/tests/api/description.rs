//! The server's own descriptions: OpenAPI, health, metrics, the page.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{TestServer, sample};

#[tokio::test]
async fn the_description_is_complete_and_hangs_together() {
    let server = TestServer::start().await;
    let api = server.json("/api/openapi.json").await;
    assert!(api["openapi"].as_str().unwrap().starts_with("3."));
    let expected = [
        ("/api/openapi.json", "get", vec!["200"]),
        ("/api/replays", "get", vec!["200", "400", "500", "503"]),
        (
            "/api/replays",
            "post",
            vec![
                "200", "201", "400", "403", "408", "409", "413", "415", "421", "422", "429", "500",
                "503", "507",
            ],
        ),
        ("/api/replays/{id}", "get", vec!["200", "404", "500", "503"]),
        ("/api/replays/{id}", "delete", vec!["204", "401", "403", "404", "500", "503"]),
        (
            "/api/replays/{id}/file",
            "get",
            vec!["200", "206", "304", "403", "404", "416", "500", "503"],
        ),
        ("/api/replays/{id}/stats", "get", vec!["200", "304", "403", "404", "422", "500", "503"]),
        (
            "/api/replays/{id}/ask/{question}",
            "get",
            vec!["200", "400", "403", "404", "422", "500", "503"],
        ),
        ("/api/maps", "get", vec!["200", "400", "500", "503"]),
        (
            "/api/maps",
            "post",
            vec![
                "200", "201", "400", "401", "403", "408", "409", "413", "415", "421", "422", "429",
                "500", "503", "507",
            ],
        ),
        ("/api/maps/{id}", "get", vec!["200", "404", "500", "503"]),
        ("/api/maps/{id}", "delete", vec!["204", "401", "403", "404", "500", "503"]),
        ("/api/maps/{id}/file", "get", vec!["200", "206", "304", "404", "416", "500", "503"]),
        ("/api/query", "post", vec!["200", "400", "404", "413", "422", "503"]),
        ("/api/format-options", "get", vec!["200"]),
        ("/api/format-options/{name}", "get", vec!["200", "404"]),
        ("/api/links", "get", vec!["200"]),
        (
            "/api/links",
            "post",
            vec!["201", "400", "403", "404", "409", "413", "422", "500", "502", "503", "507"],
        ),
        ("/api/live", "get", vec!["200", "400", "404", "500", "503"]),
        ("/api/live/{number}", "get", vec!["200", "400", "404", "429", "500", "503"]),
        ("/api/replays/{id}/proof", "get", vec!["200", "404", "500", "503"]),
        ("/api/replays/{id}/copies", "get", vec!["200", "404", "500", "503"]),
        ("/api/held", "get", vec!["200", "401", "403", "404", "500", "503"]),
        ("/api/replays/{id}/review", "post", vec!["200", "400", "401", "403", "404", "500", "503"]),
        ("/api/replays/{id}/recording", "get", vec!["200", "403", "404", "500", "503"]),
        ("/api/sessions", "post", vec!["201", "400", "403", "429", "500", "503"]),
        (
            "/api/sessions/{session}/heads",
            "post",
            vec!["200", "403", "404", "410", "413", "422", "429", "500", "503"],
        ),
        (
            "/api/sessions/{session}/finish",
            "post",
            vec!["200", "403", "404", "410", "413", "422", "429", "500", "503"],
        ),
        (
            "/api/replays/{id}/objection",
            "post",
            vec!["204", "400", "401", "403", "404", "409", "500", "503"],
        ),
        ("/api/keys", "get", vec!["200", "400", "500", "503"]),
        ("/api/keys", "post", vec!["200", "403", "413", "422", "429", "500", "503"]),
        ("/tlog/checkpoint", "get", vec!["200", "500", "503"]),
        ("/tlog/tile/{*path}", "get", vec!["200", "404", "500", "503"]),
        ("/healthz", "get", vec!["200", "503"]),
        ("/metrics", "get", vec!["200", "500"]),
    ];
    let mut operations = 0;
    for (path, method, statuses) in expected {
        let operation = &api["paths"][path][method];
        let described: BTreeSet<&str> =
            operation["responses"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(described, statuses.into_iter().collect(), "{method} {path}");
        operations += 1;
    }
    let all: usize = api["paths"]
        .as_object()
        .unwrap()
        .values()
        .map(|path| path.as_object().unwrap().len())
        .sum();
    assert_eq!(all, operations, "nothing else is described");

    // Every reference leads somewhere.
    let mut references = Vec::new();
    collect_references(&api, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(api.pointer(pointer).is_some(), "{reference}");
    }
    let problem = &api["components"]["schemas"]["Problem"]["properties"];
    for member in [
        "type", "title", "status", "detail", "instance", "offset", "section", "expected", "found",
        "id", "copies",
    ] {
        assert!(problem[member].is_object(), "{member}");
    }
    let form = &api["paths"]["/api/replays"]["post"]["requestBody"]["content"];
    assert!(
        form["multipart/form-data"].is_object() && form["application/octet-stream"].is_object()
    );
}

fn collect_references<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|member| collect_references(member, references));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, references)),
        _ => {}
    }
}

/// Answers carry what the description says they carry.
#[tokio::test]
async fn records_and_proofs_have_exactly_the_described_members() {
    let server = TestServer::start().await;
    let mut uploaded = server.upload(&sample(1)).await;
    uploaded.as_object_mut().unwrap().remove("delete_token").unwrap();
    server.assert_described("Replay", &uploaded).await;
    let proof = format!("/api/replays/{}/proof", uploaded["id"].as_str().unwrap());
    let proof = server.json(&proof).await;
    server.assert_described("Proven", &proof).await;
    server.assert_described("Inclusion", &proof["log"]).await;
}

#[tokio::test]
async fn metrics_count_what_happened() {
    let server = TestServer::start().await;
    let replay = sample(1);
    let uploaded = server.upload(&replay).await;
    server.post(replay.clone()).send().await.unwrap();
    server.post("no replay").send().await.unwrap();
    let answer = server.get("/metrics").send().await.unwrap();
    assert!(
        answer.headers()["content-type"]
            .to_str()
            .unwrap()
            .starts_with("application/openmetrics-text")
    );
    let page = answer.text().await.unwrap();
    for line in [
        "ghostreel_uploads_total{outcome=\"created\"} 1".to_owned(),
        "ghostreel_uploads_total{outcome=\"existing\"} 1".to_owned(),
        "ghostreel_uploads_total{outcome=\"rejected\"} 1".to_owned(),
        "ghostreel_http_requests_total{method=\"POST\",route=\"/api/replays\",status=\"409\"} 1"
            .to_owned(),
        "ghostreel_decode_duration_seconds_count 2".to_owned(),
        "ghostreel_replays 1".to_owned(),
        format!("ghostreel_stored_bytes {}", replay.len()),
        "# EOF".to_owned(),
    ] {
        assert!(page.lines().any(|found| found == line), "no {line} in\n{page}");
    }
    let path = format!("/api/replays/{}", uploaded["id"].as_str().unwrap());
    let token = uploaded["delete_token"].as_str().unwrap();
    server.client.delete(server.url(&path)).bearer_auth(token).send().await.unwrap();
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("ghostreel_stored_bytes 0"));
}

#[tokio::test]
async fn health_notices_when_uploads_cannot_be_written() {
    let server = TestServer::start().await;
    assert_eq!(server.json("/healthz").await, json!({"status": "ok", "damaged": 0}));
    std::fs::remove_dir(server.data.path().join("incoming")).unwrap();
    let answer = server.get("/healthz").send().await.unwrap();
    crate::support::problem(answer, 503).await;
}

/// With or without a built page, both addresses answer something a person can read.
#[tokio::test]
async fn the_page_or_a_sentence_about_it_is_served() {
    let server = TestServer::start().await;
    for path in ["/", "/player?replay=x"] {
        let answer = server.get(path).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
        let text = answer.text().await.unwrap();
        assert!(
            kind.starts_with("text/html")
                || (kind.starts_with("text/plain") && text.contains("cargo xtask web")),
            "{kind}: {text}"
        );
    }
}

#[tokio::test]
async fn json_is_compressed_for_who_can_read_it() {
    let server = TestServer::start().await;
    let answer =
        server.get("/api/openapi.json").header("accept-encoding", "br").send().await.unwrap();
    assert_eq!(answer.headers()["content-encoding"], "br");
    assert_eq!(answer.headers()["vary"], "accept-encoding");
}
