//! Maps: uploading, finding, giving out and removing them, and replays beside them.

use std::time::Duration;

use ghostreel_archive::formats::bsor;
use ghostreel_beatmap::sample::{Version, files, zip};
use ghostreel_beatmap::{FileList, Map};
use ghostreel_server::{Config, MapUploads, Server};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::support::{TestServer, config, problem};

const TOKEN: &str = "a token of the operator";

fn sample_map() -> (Vec<u8>, String) {
    let files = files(Version::V3);
    (zip(&files).unwrap(), Map::read(&files).unwrap().hash.unwrap().to_string())
}

/// A replay that says it was played on a map.
fn replay_on(hash: &str, player: &str) -> Vec<u8> {
    let mut replay = bsor::sample::generate(&bsor::sample::Options::small());
    replay.info.player_name = player.into();
    replay.info.hash = hash.into();
    replay.info.mode = "Standard".into();
    replay.info.difficulty = "Expert".into();
    bsor::encode(&replay)
}

fn post(server: &TestServer, body: impl Into<reqwest::Body>) -> RequestBuilder {
    server.client.post(server.url("/api/maps")).body(body)
}

async fn upload(server: &TestServer, zip: &[u8]) -> Value {
    let answer = post(server, zip.to_vec()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.unwrap()
}

#[tokio::test]
async fn a_map_is_kept_described_listed_and_given_out() {
    let server = TestServer::with(|config| config.review_token = Some(TOKEN.into())).await;
    let (zip, hash) = sample_map();
    let answer = post(&server, zip.clone()).header("x-file-name", "My%20song.zip").send().await;
    let answer = answer.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    let location = answer.headers()["location"].to_str().unwrap().to_owned();
    let map: Value = answer.json().await.unwrap();
    let path = format!("/api/maps/{}", map["id"].as_str().unwrap());
    assert_eq!((&location, &map["trusted"]), (&path, &json!(false)));
    let about = Map::read(&files(Version::V3)).unwrap().summary();
    assert_eq!((&map["hash"], &map["title"]), (&json!(hash), &json!(about.song)));
    assert_eq!((&map["bpm"], &map["file_name"]), (&json!(120.0), &json!("My song.zip")));
    assert_eq!((&map["author"], &map["mappers"]), (&json!(about.author), &json!(about.mappers)));
    let expert = &map["difficulties"][0];
    assert_eq!((&expert["mode"], &expert["name"]), (&json!("Standard"), &json!("Expert")));
    assert_eq!(
        (&expert["notes"], &expert["bombs"], &expert["walls"]),
        (&json!(24), &json!(2), &json!(3))
    );
    assert_eq!(server.json(&path).await, map);
    for hash in [hash.to_lowercase(), hash.clone()] {
        assert_eq!(server.json(&format!("/api/maps/{hash}")).await, map);
    }
    // What is removed is one map, so a hash does not name it.
    let by_hash = server.client.delete(server.url(&format!("/api/maps/{hash}")));
    problem(by_hash.bearer_auth(TOKEN).send().await.unwrap(), 404).await;
    assert_eq!(server.json("/api/maps").await, json!({"maps": [map], "next": null}));
    let word = about.song.split_whitespace().next().unwrap().to_uppercase();
    assert_eq!(server.json(&format!("/api/maps?q={word}&limit=1")).await["maps"], json!([map]));
    assert_eq!(server.json("/api/maps?q=nothing&cursor=").await["maps"], json!([]));

    let file = format!("{path}/file");
    let whole = server.get(&file).send().await.unwrap();
    assert_eq!(whole.headers()["content-type"], "application/zip");
    assert!(whole.headers()["content-disposition"].to_str().unwrap().contains("My song.zip"));
    let etag = whole.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(whole.bytes().await.unwrap(), zip);
    let part = server.get(&file).header("range", "bytes=2-5").send().await.unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().await.unwrap(), zip[2..6]);
    let known = server.get(&file).header("if-none-match", &etag).send().await.unwrap();
    assert_eq!(known.status(), 304);
    let past_end = server.get(&file).header("range", "bytes=99999999-").send().await.unwrap();
    problem(past_end, 416).await;

    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    for line in [
        "ghostreel_map_uploads_total{outcome=\"created\"} 1".to_owned(),
        "ghostreel_maps 1".to_owned(),
        format!("ghostreel_maps_stored_bytes {}", zip.len()),
        "ghostreel_replays 0".to_owned(),
    ] {
        assert!(page.lines().any(|found| found == line), "no {line} in\n{page}");
    }
    let delete = || server.client.delete(server.url(&path));
    problem(delete().send().await.unwrap(), 401).await;
    problem(delete().bearer_auth("another").send().await.unwrap(), 403).await;
    assert_eq!(delete().bearer_auth(TOKEN).send().await.unwrap().status(), 204);
    problem(delete().bearer_auth(TOKEN).send().await.unwrap(), 404).await;
    problem(server.get(&path).send().await.unwrap(), 404).await;
    problem(server.get(&file).send().await.unwrap(), 404).await;
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("ghostreel_maps 0") && page.contains("ghostreel_maps_stored_bytes 0"));
}

#[tokio::test]
async fn of_the_same_files_the_first_zip_file_stays() {
    let server = TestServer::start().await;
    let (first, _) = sample_map();
    let kept = upload(&server, &first).await;
    let there = problem(post(&server, first.clone()).send().await.unwrap(), 409).await;
    assert_eq!(there["type"], "urn:ghostreel:problem:exists");
    assert_eq!((&there["id"], &there["id_of"]), (&kept["id"], &json!("map")));
    assert!(there["detail"].as_str().unwrap().contains("exactly these files"));
    // A form does as well as the file itself.
    let other = zip(&files(Version::V4)).unwrap();
    let part = reqwest::multipart::Part::bytes(other).file_name("form.zip");
    let form = reqwest::multipart::Form::new().part("file", part);
    let answer = server.client.post(server.url("/api/maps")).multipart(form).send().await.unwrap();
    assert_eq!(answer.status(), 201);
    assert_eq!(answer.json::<Value>().await.unwrap()["file_name"], "form.zip");
}

/// Attack: who uploads a map first chooses its song and picture, as neither is part of the hash.
#[tokio::test]
async fn a_map_with_another_song_does_not_keep_the_true_one_out() {
    let server = TestServer::with(|config| config.review_token = Some(TOKEN.into())).await;
    let (true_map, hash) = sample_map();
    let replay = server.upload(&replay_on(&hash, "player")).await;
    let path = format!("/api/replays/{}", replay["id"].as_str().unwrap());
    let mut files = files(Version::V3);
    files.push("song.egg", b"something loud".to_vec());
    let first = upload(&server, &zip(&files).unwrap()).await;
    let address = |map: &Value| format!("/api/maps/{}", map["id"].as_str().unwrap());
    assert_eq!(server.json(&path).await["map"]["address"], address(&first));

    let second = upload(&server, &true_map).await;
    assert_eq!((&second["hash"], &second["trusted"]), (&json!(hash), &json!(false)));
    let file = server.get(&format!("{}/file", address(&second))).send().await.unwrap();
    assert_eq!(file.bytes().await.unwrap(), true_map);
    // A token that is not the server's trusts nothing.
    let again = post(&server, true_map.clone()).bearer_auth("guessed").send().await.unwrap();
    problem(again, 409).await;
    assert_eq!(server.json(&address(&second)).await["trusted"], false);
    let trusted = post(&server, true_map).bearer_auth(TOKEN).send().await.unwrap();
    problem(trusted, 409).await;
    assert_eq!(server.json(&address(&second)).await["trusted"], true);
    assert_eq!(server.json(&format!("/api/maps/{hash}")).await["id"], second["id"]);
    wait_for(&server, &path, &address(&second)).await;

    let delete = server.client.delete(server.url(&address(&second)));
    assert_eq!(delete.bearer_auth(TOKEN).send().await.unwrap().status(), 204);
    wait_for(&server, &path, &address(&first)).await;
}

/// Waits until a replay was compared with the map at an address.
async fn wait_for(server: &TestServer, replay: &str, address: &str) {
    loop {
        let replay = server.json(replay).await;
        if replay["map"]["address"] == address && !replay["map_match"].is_null() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A zip file whose only member, of so many zeros, is called `name`.
fn bomb(name: &str, zeros: usize) -> Vec<u8> {
    let mut files = FileList::default();
    files.push(name, vec![0; zeros]);
    zip(&files).unwrap()
}

#[tokio::test]
async fn hostile_zip_files_are_refused_with_a_sentence() {
    let server = TestServer::start().await;
    let mut deep = files(Version::V3);
    let level = Map::read(&deep).unwrap().difficulties[0].file.clone();
    let mut broken = deep.clone();
    *deep.get_mut(&level).unwrap() = b"[".repeat(1_000_000);
    broken.get_mut(&level).unwrap().truncate(200);
    let without = files(Version::V3);
    let without = without.iter().filter(|(name, _)| *name != level);
    let without: FileList = without.map(|(name, content)| (name, content.to_vec())).collect();
    let outside: FileList = files(Version::V3)
        .iter()
        .map(|(name, file)| (format!("../../{name}"), file.to_vec()))
        .collect();
    let mut flipped = sample_map().0;
    let middle = flipped.len() / 4;
    flipped[middle] ^= 0xff;
    let (no_zip, cut) = (b"GIF89a".to_vec(), sample_map().0[..300].to_vec());
    for (what, body, kind) in [
        ("nothing", Vec::new(), "not-a-map"),
        ("a file of another kind", no_zip, "not-a-map"),
        ("a replay", replay_on("x", "y"), "not-a-map"),
        ("the beginning of a zip file", cut, "damaged"),
        ("a zip file without a map", zip(&FileList::default()).unwrap(), "damaged"),
        ("a zip bomb", bomb("Info.dat", 40 << 20), "limit"),
        ("a broken Info.dat", bomb("Info.dat", 1 << 10), "damaged"),
        ("deep nesting", zip(&deep).unwrap(), "damaged"),
        ("a difficulty that ends early", zip(&broken).unwrap(), "damaged"),
        ("a difficulty that is missing", zip(&without).unwrap(), "damaged"),
        ("a member that was changed", flipped, "damaged"),
    ] {
        let refused = problem(post(&server, body).send().await.unwrap(), 422).await;
        assert_eq!(refused["type"], format!("urn:ghostreel:problem:{kind}"), "{what}: {refused}");
        let detail = refused["detail"].as_str().unwrap();
        let says = detail.contains("expected") || detail.starts_with("not a Beat Saber map");
        assert!(says && detail.len() < 600, "{what}: {detail}");
    }
    // Names that lead elsewhere lead nowhere: their contents are read in memory only.
    let kept = upload(&server, &zip(&outside).unwrap()).await;
    assert_eq!(kept["hash"], *sample_map().1);
    let above = server.data.path().parent().unwrap();
    assert!(!above.join("Info.dat").exists() && !server.data.path().join("Info.dat").exists());
    assert_eq!(server.incoming(), 0);
    let page = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    assert!(page.contains("ghostreel_map_uploads_total{outcome=\"rejected\"} 11\n"), "{page}");
}

#[tokio::test]
async fn wrong_questions_are_refused_with_a_reason() {
    let server = TestServer::with(|config| config.map_limit = 1_000).await;
    let (zip, hash) = sample_map();
    let large = problem(post(&server, zip.clone()).send().await.unwrap(), 413).await;
    assert_eq!(large["detail"], "A file may have at most 1000 bytes here.");
    let stream = reqwest::Body::wrap_stream(futures_util::stream::iter(
        zip.chunks(100).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect::<Vec<_>>(),
    ));
    problem(post(&server, stream).send().await.unwrap(), 413).await;
    let packed = post(&server, "x").header("content-encoding", "gzip").send().await.unwrap();
    problem(packed, 415).await;
    let form = post(&server, "--b--").header("content-type", "multipart/form-data; boundary=b");
    problem(form.send().await.unwrap(), 400).await;
    for query in ["limit=0", "limit=x", "cursor=x", "sort=title", &format!("q={}", "a".repeat(600))]
    {
        problem(server.get(&format!("/api/maps?{query}")).send().await.unwrap(), 400).await;
    }
    problem(server.get(&format!("/api/maps/{hash}")).send().await.unwrap(), 404).await;
    problem(server.get("/api/maps/none/file").send().await.unwrap(), 404).await;
    let delete = server.client.delete(server.url("/api/maps/none")).bearer_auth(TOKEN);
    problem(delete.send().await.unwrap(), 404).await;
    let other_site = post(&server, zip).header("origin", "https://elsewhere.example");
    problem(other_site.header("sec-fetch-site", "cross-site").send().await.unwrap(), 403).await;
}

#[tokio::test]
async fn the_operator_says_who_may_upload_maps() {
    let (zip, _) = sample_map();
    let none = TestServer::with(|config| config.map_uploads = MapUploads::Nobody).await;
    let refused = problem(post(&none, zip.clone()).send().await.unwrap(), 403).await;
    assert_eq!(refused["detail"], "This server takes no maps.");
    let admin = TestServer::with(|config| {
        (config.map_uploads, config.review_token) = (MapUploads::Admin, Some(TOKEN.into()));
    });
    let admin = admin.await;
    problem(post(&admin, zip.clone()).send().await.unwrap(), 401).await;
    problem(post(&admin, zip.clone()).bearer_auth("another").send().await.unwrap(), 403).await;
    let taken = post(&admin, zip).bearer_auth(TOKEN).send().await.unwrap();
    assert_eq!(taken.status(), 201);
}

#[tokio::test]
async fn replays_say_whether_their_map_is_here_and_how_they_agree_with_it() {
    let server = TestServer::with(|config| config.review_token = Some(TOKEN.into())).await;
    let (zip, hash) = sample_map();
    let early = server.upload(&replay_on(&hash, "early")).await;
    assert_eq!((&early["map"]["address"], &early["map_match"]), (&Value::Null, &Value::Null));
    let path = format!("/api/replays/{}", early["id"].as_str().unwrap());
    let map = upload(&server, &zip).await;
    let address = format!("/api/maps/{}", map["id"].as_str().unwrap());
    let found = loop {
        let replay = server.json(&path).await;
        assert_eq!(replay["map"]["address"], address);
        if !replay["map_match"].is_null() {
            break replay;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let found_match = &found["map_match"];
    assert_eq!(found_match["verdict"], "inconsistent");
    assert_eq!(
        found_match["invented"],
        json!(found_match["invented_notes"].as_array().unwrap().len())
    );
    assert!(found_match["missing_notes"][0]["time_s"].is_number());
    assert_eq!(found["proof"]["findings"][0]["kind"], "inconsistent");
    assert_eq!(found["held"], false);

    let late = server.upload(&replay_on(&hash, "late")).await;
    assert_eq!(late["map_match"], *found_match);
    assert_eq!(late["map"]["address"], address);
    let list = server.json("/api/replays").await;
    for replay in list["replays"].as_array().unwrap() {
        assert_eq!(replay["map_match"]["verdict"], "inconsistent");
        assert_eq!(replay["map_match"]["invented_notes"], json!([]));
    }

    let delete = server.client.delete(server.url(&address));
    assert_eq!(delete.bearer_auth(TOKEN).send().await.unwrap().status(), 204);
    let replay = server.json(&path).await;
    assert_eq!((&replay["map"]["address"], &replay["map_match"]), (&Value::Null, &Value::Null));
    assert_eq!(replay["proof"]["findings"], json!([]));
}

#[tokio::test]
async fn maps_outlive_the_server() {
    let data = tempfile::tempdir().unwrap();
    let (zip, hash) = sample_map();
    let server = Server::bind(config(data.path())).await.unwrap();
    assert!(matches!(
        server.ingest_map_bytes(&zip, "a.zip").await,
        ghostreel_server::MapIngested::Created(map) if map.hash == hash && map.trusted
    ));
    drop(server);
    let server =
        TestServer::running(Server::bind(Config { ..config(data.path()) }).await.unwrap(), data);
    let map = server.json(&format!("/api/maps/{hash}")).await;
    assert_eq!(map["file_name"], "a.zip");
    let kept = server.get(&format!("/api/maps/{hash}/file")).send().await.unwrap();
    assert_eq!(kept.bytes().await.unwrap(), zip);
    // Bytes that the disk changed are not given out, and any zip file with the same files heals it.
    let digest = map["digest"].as_str().unwrap();
    let place = server.data.path().join("maps").join(&digest[..2]).join(&digest[2..4]).join(digest);
    std::fs::write(place, "rot").unwrap();
    let rotten = server.get(&format!("/api/maps/{hash}/file")).send().await.unwrap();
    assert_eq!(problem(rotten, 500).await["type"], "urn:ghostreel:problem:corrupted");
    assert_eq!(server.json("/healthz").await, json!({"status": "degraded", "damaged": 1}));
    assert_eq!(post(&server, zip).send().await.unwrap().status(), 200);
    assert_eq!(server.json("/healthz").await["damaged"], 0);
}
