//! Questions in SQL, answered by a program that stands in for `ghostreel-query`: that one is tried with a server by its own tests.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use ghostreel_server::Engine;
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use crate::support::TestServer;

/// A server whose questions a script answers. It finds the question in its input.
async fn with_script(
    script: &str,
    change: impl FnOnce(&mut Engine),
) -> (TestServer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    fs::write(&program, format!("#!/bin/sh\ncd \"$(dirname \"$0\")\"\n{script}\n")).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    let mut engine = Engine::new(program, "OUT");
    change(&mut engine);
    (TestServer::with(|config| config.query = Some(engine)).await, folder)
}

async fn ask(server: &TestServer, sql: &str, format: &str) -> (StatusCode, String, Vec<u8>) {
    let url = server.url(&format!("/api/query{format}"));
    let answer = server.client.post(url).body(sql.to_owned()).send().await.unwrap();
    let kind = answer.headers()[CONTENT_TYPE].to_str().unwrap().to_owned();
    (answer.status(), kind, answer.bytes().await.unwrap().to_vec())
}

fn detail(body: &[u8]) -> String {
    let problem: Value = serde_json::from_slice(body).unwrap();
    problem["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_question_is_answered_in_the_format_that_is_asked_for() {
    let (server, folder) = with_script("echo \"$@\" > arguments; cat", |_| {}).await;
    let (status, kind, body) = ask(&server, "SELECT 1", "").await;
    assert_eq!(
        (status, kind.as_str(), &body[..]),
        (StatusCode::OK, "application/x-ndjson", &b"SELECT 1"[..])
    );
    let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
    assert_eq!(
        arguments.trim(),
        "query - --confined --format json --over OUT --seconds 20 --rows 100000 --memory 512"
    );
    assert_eq!(ask(&server, "SELECT 1", "?format=csv").await.1, "text/csv; charset=utf-8");
    assert_eq!(ask(&server, "SELECT 1", "?format=exe").await.0, StatusCode::BAD_REQUEST);
    let long = "x".repeat(100_000);
    assert_eq!(ask(&server, &long, "").await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn none_is_answered_unless_the_operator_says_so() {
    let server = TestServer::start().await;
    let (status, _, body) = ask(&server, "SELECT 1", "").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(detail(&body), "This server answers no questions in SQL.");
}

#[tokio::test]
async fn what_is_wrong_is_said_and_what_is_left_out_too() {
    let wrong = "echo 'left out: a.slp: gone' >&2; echo 'error: there is no table a' >&2; exit 1";
    let (server, _folder) = with_script(wrong, |_| {}).await;
    let (status, _, body) = ask(&server, "SELECT * FROM a", "").await;
    assert_eq!(
        (status, detail(&body).as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "there is no table a")
    );
    let (server, _folder) = with_script("echo 1; exit 3", |_| {}).await;
    let request = server.client.post(server.url("/api/query")).body("SELECT 1");
    let answer = request.send().await.unwrap();
    assert_eq!(
        (answer.status(), answer.headers()["ghostreel-incomplete"].to_str().unwrap()),
        (StatusCode::OK, "true")
    );
    let (server, _folder) = with_script("kill -9 $$", |_| {}).await;
    let (status, _, body) = ask(&server, "SELECT 1", "").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(detail(&body), "It takes more memory or time than a question may.");
    let (server, _folder) = with_script("", |engine| engine.program = "/nowhere".into()).await;
    assert_eq!(ask(&server, "SELECT 1", "").await.0, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn an_answer_without_end_is_given_up() {
    let (server, folder) =
        with_script("echo $$ > id; exec yes", |engine| engine.bytes = 100_000).await;
    let (status, _, body) = ask(&server, "SELECT 1", "").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(detail(&body), "The answer has more than 100000 bytes; ask for less.");
    gone(folder.path()).await;
    let slow = "echo $$ > id; exec sleep 600";
    let (server, folder) = with_script(slow, |engine| engine.time = Duration::ZERO).await;
    let (status, _, body) = ask(&server, "SELECT 1", "").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(detail(&body), "It was not answered within 0 s.");
    gone(folder.path()).await;
}

#[tokio::test]
async fn a_question_is_given_up_when_its_client_goes() {
    let (server, folder) = with_script("echo $$ > id; exec sleep 600", |_| {}).await;
    let request = server.client.post(server.url("/api/query")).body("SELECT 1").send();
    let asked = tokio::spawn(request);
    while !fs::read_to_string(folder.path().join("id")).is_ok_and(|id| id.ends_with('\n')) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    asked.abort();
    gone(folder.path()).await;
    // Its place is free for the next.
    let (status, ..) = ask(&server, "SELECT 1", "?format=none").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn one_client_asks_one_question_at_a_time() {
    let (server, folder) = with_script("echo x >> asked; exec sleep 600", |_| {}).await;
    let request = || server.client.post(server.url("/api/query")).body("SELECT 1").send();
    let first = tokio::spawn(request());
    let asked =
        || fs::read_to_string(folder.path().join("asked")).unwrap_or_default().lines().count();
    while asked() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let second = request().await.unwrap();
    assert_eq!((second.status(), asked()), (StatusCode::SERVICE_UNAVAILABLE, 1));
    first.abort();
}

/// Waits until the process that wrote its id there has ended.
async fn gone(folder: &Path) {
    let id = fs::read_to_string(folder.join("id")).unwrap();
    let process = Path::new("/proc").join(id.trim());
    // One that nobody has asked about yet is still listed, without its files.
    while fs::read_to_string(process.join("cmdline")).is_ok_and(|line| !line.is_empty()) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
