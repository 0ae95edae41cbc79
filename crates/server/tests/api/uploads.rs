//! `POST /api/replays` and `DELETE`.

use std::time::Duration;

use futures_util::stream;
use ghostreel_archive::formats::{self, FormatOption, core::Digest};
use ghostreel_server::{Config, Ingested, Server};
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::support::{TestServer, config, created, problem, replay_by, sample};

#[tokio::test]
async fn a_replay_is_described_and_kept_under_its_digest() {
    let server = TestServer::start().await;
    let replay = replay_by("Zoë", "Jungle Fury", 1_677_526_799, 1_406_415);
    let answer = server
        .post(replay.clone())
        .header("x-file-name", "my%20r%C3%BCn.bsor")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 201);
    let digest = Digest::of(&replay);
    let location = format!("/api/replays/{}", digest.id());
    assert_eq!(answer.headers()["location"], location.as_str());
    let mut uploaded: serde_json::Value = answer.json().await.unwrap();
    let token = uploaded.as_object_mut().unwrap().remove("delete_token").unwrap();
    assert_eq!(token.as_str().unwrap().len(), 64);
    for (member, expected) in [
        ("id", json!(digest.id())),
        ("digest", json!(digest.to_string())),
        ("game", json!("beat-saber")),
        ("format", json!("bsor")),
        ("version", json!("1")),
        ("players", json!([{"id": "id-Zoë", "name": "Zoë"}])),
        ("started_at", json!("2023-02-27T19:39:59Z")),
        ("score", json!(1_406_415)),
        ("size", json!(replay.len())),
        ("file_name", json!("my rün.bsor")),
    ] {
        assert_eq!(uploaded[member], expected, "{member}");
    }
    assert_eq!(uploaded["map"]["name"], "Jungle Fury");
    assert!(uploaded["duration_s"].as_f64().unwrap() > 1.0);
    assert!(uploaded["uploaded_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(server.json(&location).await, uploaded, "the record says the same later");

    let digest = digest.to_string();
    let object =
        server.data.path().join("objects").join(&digest[..2]).join(&digest[2..4]).join(&digest);
    assert_eq!(std::fs::read(object).unwrap(), replay);
    assert_eq!(server.incoming(), 0);
}

#[tokio::test]
async fn a_game_of_two_says_who_played_against_whom() {
    let server = TestServer::start().await;
    let melee = ghostreel_archive::formats::sample("melee", None, 1).unwrap();
    let uploaded: serde_json::Value =
        server.post(melee).send().await.unwrap().json().await.unwrap();
    let side = |name: &str, person: &str, character: &str, score, won| {
        let players = json!([{"name": name, "person": person, "character": character}]);
        json!({"name": null, "players": players, "score": score, "won": won})
    };
    let sides =
        json!([side("Ghost", "GHST#1", "Fox", 3, true), side("Reel", "REEL#2", "Marth", 1, false)]);
    assert_eq!(uploaded["sides"], sides);
    let found = server.json("/api/replays?q=marth").await;
    assert_eq!(found["replays"][0]["id"], uploaded["id"], "it is found by a character");
}

#[tokio::test]
async fn the_file_name_comes_from_any_place_that_has_it() {
    let server = TestServer::start().await;
    let form = |seed, name: &str| {
        Form::new()
            .text("note", "x")
            .part("replay", Part::bytes(sample(seed)).file_name(name.to_owned()))
    };
    let post = || server.client.post(server.url("/api/replays"));
    let requests = [
        (post().multipart(form(1, "from form.bsor")), "from form.bsor"),
        (post().multipart(Form::new().part("file", Part::bytes(sample(2)))), ""),
        (
            server.client.post(server.url("/api/replays?name=..%2Fa%2Fb.bsor")).body(sample(3)),
            "b.bsor",
        ),
        (
            server
                .post(sample(4))
                .header("content-disposition", "attachment; filename*=utf-8''%C3%BC.bsor"),
            "ü.bsor",
        ),
        (server.post(sample(5)), ""),
        // The default of curl.
        (server.post(sample(6)).header("content-type", "application/x-www-form-urlencoded"), ""),
    ];
    for (request, name) in requests {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 201, "{name:?}");
        let record: serde_json::Value = answer.json().await.unwrap();
        let id = record["id"].as_str().unwrap();
        let expected = if name.is_empty() { format!("{id}.bsor") } else { name.to_owned() };
        assert_eq!(record["file_name"], expected);
    }
}

#[tokio::test]
async fn the_same_content_again_is_a_conflict_that_names_the_replay() {
    let server = TestServer::start().await;
    let first = server.upload(&sample(1)).await;
    let again = server.post(sample(1)).header("x-file-name", "other").send().await.unwrap();
    let problem = problem(again, 409).await;
    assert_eq!((&problem["id"], &problem["id_of"]), (&first["id"], &json!("replay")));
    assert_eq!(problem["type"], "urn:ghostreel:problem:exists");
}

#[tokio::test]
async fn of_many_uploads_of_one_content_at_once_exactly_one_is_created() {
    let server = TestServer::start().await;
    let replay = sample(7);
    let uploads: Vec<_> = (0..16)
        .map(|_| {
            let request = server.post(replay.clone());
            tokio::spawn(async move { request.send().await.unwrap() })
        })
        .collect();
    let mut statuses = Vec::new();
    for upload in uploads {
        let answer = upload.await.unwrap();
        statuses.push(answer.status().as_u16());
        if answer.status() == 409 {
            assert_eq!(problem(answer, 409).await["id"], Digest::of(&replay).id());
        }
    }
    statuses.sort_unstable();
    assert_eq!(statuses[0], 201);
    assert!(statuses[1..].iter().all(|status| *status == 409), "{statuses:?}");
    let list = server.json("/api/replays").await;
    assert_eq!(list["replays"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn damage_is_refused_with_its_place() {
    let server = TestServer::start().await;
    let whole = sample(1);
    for end in [5, 40, whole.len() / 2, whole.len() - 1] {
        let answer = server.post(whole[..end].to_vec()).send().await.unwrap();
        let problem = problem(answer, 422).await;
        let offset = problem["offset"].as_u64().unwrap();
        assert!(offset <= end as u64, "{problem}");
        for member in ["section", "expected", "found"] {
            assert!(problem[member].is_string(), "{member}: {problem}");
        }
    }
    assert!(server.json("/api/replays").await["replays"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn files_that_are_no_replay_are_refused_and_the_server_lives_on() {
    let server = TestServer::start().await;
    let signature = &sample(1)[..5];
    let absurd_counts = |count: i32| [signature, &[1], &count.to_le_bytes()[..]].concat();
    let mut noise = 0x9e37_79b9_u32;
    let mut random_bytes = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.to_le_bytes()[3]
    };
    let noise: Vec<u8> = std::iter::repeat_with(&mut random_bytes).take(100_000).collect();
    let bodies = [
        Vec::new(),
        b"x".to_vec(),
        noise.clone(),
        [signature, &noise[..]].concat(),
        absurd_counts(i32::MAX),
        absurd_counts(i32::MIN),
        absurd_counts(-1),
    ];
    for body in bodies {
        let length = body.len();
        let answer = server.post(body).send().await.unwrap();
        assert!(problem(answer, 422).await["offset"].is_u64(), "{length} bytes");
    }
    // Every section's count in turn, in an otherwise sound file.
    let whole = sample(1);
    for offset in (5..whole.len().min(4_000)).step_by(ghostreel_corpus::rounds(305, 61)) {
        let mut hostile = whole.clone();
        let end = (offset + 4).min(hostile.len());
        hostile[offset..end].fill(0x7f);
        let status = server.post(hostile).send().await.unwrap().status();
        assert!(matches!(status.as_u16(), 201 | 422), "{status} for 7f7f7f7f at {offset}");
    }
    assert_eq!(server.json("/healthz").await["status"], "ok");
    server.upload(&sample(2)).await;
}

#[tokio::test]
async fn more_than_the_limit_is_refused_however_it_comes() {
    let limit = sample(1).len() as u64;
    let server = TestServer::with(|config| config.upload_limit = limit).await;
    server.upload(&sample(1)).await;
    let huge = vec![0; usize::try_from(limit).unwrap() + 1];

    let announced = server.post(huge.clone()).send().await.unwrap();
    assert_eq!(problem(announced, 413).await["type"], "urn:ghostreel:problem:too-large");

    let pieces = huge.chunks(999).map(|piece| Ok::<_, std::io::Error>(piece.to_vec()));
    let pieces = stream::iter(pieces.collect::<Vec<_>>());
    let streamed = server.post(reqwest::Body::wrap_stream(pieces)).send().await.unwrap();
    problem(streamed, 413).await;

    let form = Form::new().part("file", Part::bytes(huge).file_name("a.bsor"));
    let in_a_form =
        server.client.post(server.url("/api/replays")).multipart(form).send().await.unwrap();
    problem(in_a_form, 413).await;

    // So much that it cannot all be under way when the answer is: it still arrives.
    let far_too_much = server.post(vec![0; 32 << 20]).send().await.unwrap();
    problem(far_too_much, 413).await;
    assert_eq!(server.incoming(), 0);
}

#[tokio::test]
async fn requests_that_cannot_be_read_are_bad() {
    let server = TestServer::start().await;
    let form = |body: &str, kind: &str| {
        server.post(body.to_owned()).header("content-type", kind.to_owned())
    };
    let boundary = "multipart/form-data; boundary=b";
    let field = "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nx\r\n--b--\r\n";
    let unfinished = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nhalf a fi";
    for request in [
        form("", boundary),
        form(field, boundary),
        form(unfinished, boundary),
        form(field, "multipart/form-data"),
        form("nonsense", boundary),
    ] {
        problem(request.send().await.unwrap(), 400).await;
    }
    let endless_head = format!("--b\r\nX: {}", "x".repeat(3 << 20));
    problem(form(&endless_head, boundary).send().await.unwrap(), 400).await;

    let zipped = server.post(sample(1)).header("content-encoding", "gzip").send().await.unwrap();
    problem(zipped, 415).await;
    assert_eq!(server.incoming(), 0);
}

#[tokio::test]
async fn only_the_uploader_can_remove_a_replay() {
    let server = TestServer::start().await;
    let uploaded = server.upload(&sample(1)).await;
    let path = format!("/api/replays/{}", uploaded["id"].as_str().unwrap());
    let delete = || server.client.delete(server.url(&path));

    let without = delete().send().await.unwrap();
    assert_eq!(without.headers()["www-authenticate"], "Bearer");
    problem(without, 401).await;
    problem(delete().basic_auth("a", Some("b")).send().await.unwrap(), 401).await;
    problem(delete().bearer_auth("wrong").send().await.unwrap(), 403).await;
    let nowhere = server.client.delete(server.url("/api/replays/none")).bearer_auth("x");
    problem(nowhere.send().await.unwrap(), 404).await;
    assert_eq!(server.json(&path).await["id"], uploaded["id"]);

    let token = uploaded["delete_token"].as_str().unwrap();
    let gone = delete().bearer_auth(token).send().await.unwrap();
    assert_eq!(gone.status(), 204);
    problem(server.get(&path).send().await.unwrap(), 404).await;
    problem(server.get(&format!("{path}/file")).send().await.unwrap(), 404).await;
    problem(delete().bearer_auth(token).send().await.unwrap(), 404).await;
    let object = walk(&server.data.path().join("objects"));
    assert_eq!(object, 0, "the original is gone too");

    // Uploaded again, it has a new token.
    let again = server.upload(&sample(1)).await;
    assert_ne!(again["delete_token"], uploaded["delete_token"]);
    problem(delete().bearer_auth(token).send().await.unwrap(), 403).await;
}

fn walk(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { walk(&path) } else { 1 }).sum()
}

#[tokio::test]
async fn a_slow_body_is_given_up() {
    let server = TestServer::with(|config| config.idle_timeout = Duration::from_millis(150)).await;
    let (first, rest) = (sample(1)[..100].to_vec(), sample(1)[100..].to_vec());
    let pieces = stream::unfold(Some(vec![rest, first]), |pieces| async move {
        let mut pieces = pieces?;
        let piece = pieces.pop()?;
        if pieces.is_empty() {
            tokio::time::sleep(Duration::from_secs(20)).await;
        }
        Some((Ok::<_, std::io::Error>(piece), Some(pieces)))
    });
    let answer = server.post(reqwest::Body::wrap_stream(pieces)).send().await.unwrap();
    problem(answer, 408).await;
    assert_eq!(server.incoming(), 0);
}

#[tokio::test]
async fn files_on_disk_are_taken_in_like_uploads() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::bind(config(data.path())).await.unwrap();
    let path = data.path().join("from disk.bsor");
    std::fs::write(&path, sample(1)).unwrap();
    let Ingested::Created(uploaded) = server.ingest_file(&path).await else {
        panic!("not created")
    };
    assert_eq!(uploaded.replay.file_name, "from disk.bsor");
    let Ingested::Existing(again) = server.ingest_bytes(&sample(1), "again.bsor").await else {
        panic!("not existing")
    };
    assert_eq!(again.id, uploaded.replay.id);
    assert_ne!(created(server.ingest_bytes(&sample(2), "b.bsor").await), again.id);

    let Ingested::Rejected(problem) = server.ingest_bytes(b"no", "c").await else { panic!("kept") };
    assert_eq!((problem.status, problem.offset), (422, Some(0)));
    let Ingested::Rejected(problem) = server.ingest_file("/none/such".as_ref()).await else {
        panic!("kept")
    };
    assert!(problem.detail.contains("/none/such"), "{}", problem.detail);
}

#[tokio::test]
async fn an_option_of_a_format_teaches_what_a_patch_brought() {
    let patched = formats::sample("rocket-league", Some("unknown-attribute"), 1).unwrap();
    let plain = TestServer::start().await;
    let uploaded = plain.upload(&patched).await;
    let guess = uploaded["diagnostics"][0]["message"].as_str().unwrap();
    assert!(guess.contains("found TAGame.Car_TA:GhostlyGlow"), "{guess}");
    assert_eq!(plain.json("/api/format-options").await, json!({"format_options": []}));
    let file = "/api/format-options/rocket-league-attributes";
    assert_eq!(plain.get(file).send().await.unwrap().status(), 404);

    let table = b"# new\nTAGame.Car_TA:GhostlyGlow\tI32\n";
    let option = |name: &str, file: &[u8]| FormatOption { name: name.into(), file: file.into() };
    let attributes = |file: &[u8]| option("rocket-league-attributes", file);
    let server = TestServer::with(|config| config.format_options = vec![attributes(table)]).await;
    assert_eq!(server.upload(&patched).await["diagnostics"], json!([]));
    let expected = json!([{"name": "rocket-league-attributes", "size": table.len()}]);
    assert_eq!(server.json("/api/format-options").await["format_options"], expected);
    let answer = server.get(file).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/octet-stream");
    assert_eq!(answer.bytes().await.unwrap(), &table[..]);

    let data = tempfile::tempdir().unwrap();
    for (given, words) in [
        (vec![attributes(b"no row")], "expected a property, a tab and a kind, found no row"),
        (
            vec![attributes(&vec![b'#'; (1 << 20) + 1])],
            "expected at most 1048576 bytes, found 1048577",
        ),
        (vec![attributes(table), attributes(table)], "rocket-league-attributes is given twice"),
        (
            vec![option("chess-clocks", b"")],
            "no format has the option chess-clocks; there is rocket-league-attributes",
        ),
    ] {
        let bad = Config { format_options: given, ..config(data.path()) };
        let error = Server::bind(bad).await.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
