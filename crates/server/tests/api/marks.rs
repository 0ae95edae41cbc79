//! Sessions that the server witnesses, what uploads prove, keys and the log.

use data_encoding::BASE64;
use ghostreel_archive::formats::core::Digest;
use ghostreel_archive::formats::{CODECS, codec, format};
use ghostreel_mark::{Level, Revoke, SecretKey, Trust, mark_file, sign, verify_file, verify_reel};
use ghostreel_reel::{Chain, Header, Kind, Original, Reel, Settings, Stream, Writer};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestServer, problem, sample};

pub(crate) fn player() -> SecretKey {
    SecretKey::from_random(&[7; 32])
}

async fn begin(server: &TestServer, key: &SecretKey) -> Value {
    let body = json!({"key": key.public().to_string(), "game": "beat-saber"});
    let answer = server.client.post(server.url("/api/sessions")).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.unwrap()
}

async fn send(server: &TestServer, session: &str, kind: &str, message: &[u8]) -> reqwest::Response {
    let url = server.url(&format!("/api/sessions/{session}/{kind}"));
    server.client.post(url).body(message.to_vec()).send().await.unwrap()
}

/// A recorder that sends a replay in pieces, and a server that answers each at once.
pub(crate) async fn record(server: &TestServer, key: SecretKey, replay: &[u8]) -> Vec<u8> {
    record_with(server, key, replay, 0.0, async |_| {}).await
}

/// As [`record`], for as long as a stretch must be to be witnessed.
pub(crate) async fn record_while_played(
    server: &TestServer,
    key: SecretKey,
    replay: &[u8],
) -> Vec<u8> {
    record_with(server, key, replay, 6.3, async |_| {}).await
}

/// As [`record`], for some seconds. `before` each piece, numbered from 1, something else may happen.
pub(crate) async fn record_with(
    server: &TestServer,
    key: SecretKey,
    replay: &[u8],
    seconds: f64,
    mut before: impl AsyncFnMut(u32),
) -> Vec<u8> {
    const PIECES: u32 = 3;
    let begun = begin(server, &key).await;
    let number = begun["session"].as_str().unwrap();
    let challenge = BASE64.decode(begun["challenge"].as_str().unwrap().as_bytes()).unwrap();
    let mut session = ghostreel_mark::Session::new(key, Some(&challenge)).unwrap();
    let streams = vec![Stream::Original(Original { format: "bsor".into(), ..Original::default() })];
    let mark = Some(session.header());
    let header = Header { game: "beat-saber".into(), streams, mark, ..Header::default() };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    let pieces = replay.chunks(replay.len().div_ceil(PIECES as usize));
    for (place, piece) in (1..).zip(pieces) {
        let head = session.head(writer.chain());
        writer.mark(Kind::SignedHead, &head).unwrap();
        let answer = send(server, number, "heads", &head).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let receipt = answer.bytes().await.unwrap();
        session.receipt(&receipt).unwrap();
        writer.mark(Kind::Receipt, &receipt).unwrap();
        before(place).await;
        let pause = seconds / f64::from(PIECES);
        tokio::time::sleep(std::time::Duration::from_secs_f64(pause)).await;
        writer.original(1, piece, (pause * f64::from(place)).max(0.1)).unwrap();
        writer.flush();
    }
    let close = session.close(writer.chain(), writer.row_counts(), Vec::new(), Default::default());
    writer.mark(Kind::Close, &close).unwrap();
    let receipt = send(server, number, "finish", &close).await.bytes().await.unwrap();
    session.receipt(&receipt).unwrap();
    writer.mark(Kind::Receipt, &receipt).unwrap();
    writer.finish()
}

async fn trust(server: &TestServer) -> Trust {
    let keys = server.json("/api/keys").await;
    let mut trust = Trust::default();
    trust.add_server(keys["first"].as_str().unwrap().parse().unwrap());
    for message in keys["messages"].as_array().unwrap() {
        trust.add_message(&BASE64.decode(message.as_str().unwrap().as_bytes()).unwrap()).unwrap();
    }
    trust
}

#[tokio::test]
async fn a_session_is_witnessed_uploaded_and_proven() {
    let server = TestServer::start().await;
    let replay = sample(1);
    let reel = record(&server, player(), &replay).await;
    let report = verify_reel(&reel, &trust(&server).await);
    // It took no time: there is no stretch to be witnessed, and nothing is wrong.
    assert_eq!((report.level, report.findings.len()), (Level::Signed, 0), "{report:?}");
    let uploaded = server.upload(&reel).await;
    assert_eq!(uploaded["digest"], Digest::of(&replay).to_string(), "the game's own file is kept");
    let id = uploaded["id"].as_str().unwrap();
    let proof = server.json(&format!("/api/replays/{id}/proof")).await;
    assert_eq!(proof["level"], "signed");
    assert_eq!(proof["key"], player().public().to_string());
    assert_eq!(proof["findings"], json!([]));
    let entry: Value = serde_json::from_str(proof["log"]["entry"].as_str().unwrap()).unwrap();
    assert_eq!(entry["sha256"], uploaded["digest"]);
    assert_eq!(entry["proof"], Digest::of(&reel).to_string());
    let back = server.get(&format!("/api/replays/{id}/recording")).send().await.unwrap();
    assert_eq!(back.bytes().await.unwrap(), reel);
    let file = server.get(&format!("/api/replays/{id}/file")).send().await.unwrap();
    assert_eq!(file.bytes().await.unwrap(), replay);
    let checkpoint = server.get("/tlog/checkpoint").send().await.unwrap().text().await.unwrap();
    assert_eq!(checkpoint, proof["log"]["checkpoint"].as_str().unwrap());
    assert!(checkpoint.starts_with("localhost/tlog\n1\n"), "{checkpoint}");
    let bundle = server.get("/tlog/tile/entries/000.p/1").send().await.unwrap();
    let bundle = bundle.bytes().await.unwrap();
    assert_eq!(&bundle[2..], proof["log"]["entry"].as_str().unwrap().as_bytes());
    let token = uploaded["delete_token"].as_str().unwrap();
    let removed =
        server.client.delete(server.url(&format!("/api/replays/{id}"))).bearer_auth(token);
    assert_eq!(removed.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    let kept = std::fs::read_dir(server.data.path().join("recordings")).unwrap();
    assert_eq!(kept.count(), 0, "the recording is gone with it");
    problem(server.get(&format!("/api/replays/{id}/proof")).send().await.unwrap(), 404).await;
    let stays = server.get("/tlog/tile/entries/000.p/1").send().await.unwrap();
    assert_eq!(stays.bytes().await.unwrap(), bundle, "what the log says of it stays");
    problem(server.get("/tlog/tile/0/000").send().await.unwrap(), 404).await;
    problem(server.get("/tlog/tile/0/000.p/0").send().await.unwrap(), 404).await;
}

/// A reel that is uploaded under another key, or with other content, proves nothing for its uploader.
#[tokio::test]
async fn stolen_replays_prove_nothing() {
    let server = TestServer::start().await;
    let reel = record(&server, player(), &sample(1)).await;
    let mut changed = reel.clone();
    changed[reel.len() / 2] ^= 1;
    assert_ne!(verify_reel(&changed, &trust(&server).await).findings.len(), 0);
    // A chunk is lost: there is no whole replay in it.
    let refused = problem(server.post(changed).send().await.unwrap(), 422).await;
    assert!(refused["detail"].as_str().unwrap().contains("bytes are missing"), "{refused}");
    // Its content in another's reel, which no server saw.
    let thief = SecretKey::from_random(&[8; 32]);
    let mut session = ghostreel_mark::Session::new(thief.clone(), None).unwrap();
    let (replay, _) = Reel::open(&reel).unwrap().original(CODECS).unwrap().unwrap();
    let streams = vec![Stream::Original(Original { format: "bsor".into(), ..Original::default() })];
    let mark = Some(session.header());
    let header = Header { game: "beat-saber".into(), streams, mark, ..Header::default() };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    writer.original(1, &replay, 0.0).unwrap();
    writer.flush();
    let chain: Chain = writer.chain();
    let close = session.close(chain, writer.row_counts(), Vec::new(), Default::default());
    writer.mark(Kind::Close, &close).unwrap();
    let stolen = writer.finish();
    let id = server.upload(&reel).await["id"].as_str().unwrap().to_owned();
    let refused = problem(server.post(stolen).send().await.unwrap(), 409).await;
    assert_eq!(refused["id"], id.as_str());
    let proof = server.json(&format!("/api/replays/{id}/proof")).await;
    assert_eq!(proof["key"], player().public().to_string(), "what came first stays");
}

#[tokio::test]
async fn marked_files_and_packed_ones_are_taken_as_they_are() {
    let server = TestServer::start().await;
    let replay = sample(2);
    let ghostreel_mark::Marked::Inside(marked) = mark_file(&replay, &player(), 5, None).unwrap()
    else {
        panic!("a .bsor has a place for it")
    };
    assert_eq!(verify_file(&marked, None, &Trust::default()).level, Level::Signed);
    let uploaded = server.upload(&marked).await;
    assert_eq!(uploaded["digest"], Digest::of(&marked).to_string());
    let proof =
        server.json(&format!("/api/replays/{}/proof", uploaded["id"].as_str().unwrap())).await;
    assert_eq!((&proof["level"], &proof["share"]), (&json!("signed"), &json!(0.0)));
    let packed = {
        let original = Original { format: "bsor".into(), ..Original::default() };
        let game = format("bsor").unwrap().game;
        ghostreel_reel::pack(game, original, &sample(3), ghostreel_reel::Level::Fast, codec("bsor"))
    };
    let uploaded = server.upload(&packed.unwrap()).await;
    assert_eq!(uploaded["digest"], Digest::of(&sample(3)).to_string());
    let plain = server.upload(&sample(4)).await;
    let proof = server.json(&format!("/api/replays/{}/proof", plain["id"].as_str().unwrap())).await;
    assert_eq!(proof["level"], "unmarked");
    let none = server.get(&format!("/api/replays/{}/recording", plain["id"].as_str().unwrap()));
    problem(none.send().await.unwrap(), 404).await;
}

#[tokio::test]
async fn messages_that_are_none_are_refused() {
    let server = TestServer::start().await;
    let begun = begin(&server, &player()).await;
    let session = begun["session"].as_str().unwrap();
    for (session, kind, body, status) in [
        (session, "heads", vec![], 422),
        (session, "heads", b"nothing".to_vec(), 422),
        (session, "finish", vec![0xd2; 1000], 422),
        (session, "heads", vec![0; 1 << 20], 413),
        ("ffffffffffffffffffffffffffffffff", "heads", vec![], 422),
        ("no-number", "heads", vec![], 404),
    ] {
        problem(send(&server, session, kind, &body).await, status).await;
    }
    let revoke = sign(&Revoke { key: player().public(), made: 1, reason: None }, &player());
    let taken = server.client.post(server.url("/api/keys")).body(revoke.clone());
    assert_eq!(taken.send().await.unwrap().json::<Value>().await.unwrap(), json!({"entry": 0}));
    assert_eq!(server.json("/api/keys").await["messages"], json!([BASE64.encode(&revoke)]));
    let body = json!({"key": player().public().to_string(), "game": "beat-saber"});
    let refused = server.client.post(server.url("/api/sessions")).json(&body);
    problem(refused.send().await.unwrap(), 403).await;
    for body in [
        json!({}),
        json!({"key": "none", "game": "x"}),
        json!({"key": player().public().to_string(), "game": ""}),
    ] {
        let refused = server.client.post(server.url("/api/sessions")).json(&body);
        let status = refused.send().await.unwrap().status();
        assert!(
            status == StatusCode::BAD_REQUEST || status == StatusCode::FORBIDDEN,
            "{body}: {status}"
        );
    }
}

/// Attack: a session of some seconds for a play of a minute is witnessed for some seconds of it. Its honest neighbour is for nearly all.
#[tokio::test]
async fn a_witnessed_time_is_as_long_as_the_session_however_long_the_play() {
    let server = TestServer::start().await;
    let short = ghostreel_archive::formats::sample("beat-saber", Some("small"), 1).unwrap();
    let long = ghostreel_archive::formats::sample("beat-saber", None, 1).unwrap();
    let share = async |replay: &[u8]| {
        let reel = record_while_played(&server, player(), replay).await;
        let uploaded = server.upload(&reel).await;
        let proof =
            server.json(&format!("/api/replays/{}/proof", uploaded["id"].as_str().unwrap())).await;
        assert_eq!(proof["level"], "witnessed");
        (
            proof["share"].as_f64().unwrap(),
            proof["reasons"].to_string(),
            uploaded["duration_s"].as_f64().unwrap(),
        )
    };
    let (of_long, reasons, duration) = share(&long).await;
    assert!(duration > 30.0 && of_long < 8.0 / duration, "{of_long} of {duration} s: {reasons}");
    assert!(reasons.contains("The game lasts"), "{reasons}");
    let (of_short, reasons, duration) = share(&short).await;
    assert!(duration < 6.0 && of_short > 0.9, "{of_short} of {duration} s: {reasons}");
}

/// Attack: the same bytes in another's reel, witnessed and signed by them. The record, its key and its recording stay the author's, and nothing of
/// the other's reel is kept. Its honest neighbour: their proof is shown as their claim.
#[tokio::test]
async fn the_same_bytes_in_the_reel_of_another_take_nothing_over() {
    let server = TestServer::start().await;
    let authors = record(&server, player(), &sample(1)).await;
    let uploaded = server.upload(&authors).await;
    let id = uploaded["id"].as_str().unwrap();
    let other = SecretKey::from_random(&[8; 32]);
    let reel = record_while_played(&server, other.clone(), &sample(1)).await;
    let refused = problem(server.post(reel).send().await.unwrap(), 409).await;
    assert_eq!(refused["id"], id);
    let proof = server.json(&format!("/api/replays/{id}/proof")).await;
    assert_eq!(
        (&proof["level"], &proof["key"]),
        (&json!("signed"), &json!(player().public().to_string()))
    );
    let claim = &proof["claims"][0];
    assert_eq!(
        (&claim["level"], &claim["key"]),
        (&json!("witnessed"), &json!(other.public().to_string()))
    );
    assert!(claim["bound"].is_i64(), "{claim}");
    let listed = server.json(&format!("/api/replays/{id}")).await;
    assert_eq!(listed["proof"]["level"], "signed");
    let back = server.get(&format!("/api/replays/{id}/recording")).send().await.unwrap();
    assert_eq!(back.bytes().await.unwrap(), authors);
    let kept = || std::fs::read_dir(server.data.path().join("recordings")).unwrap().count();
    assert_eq!(kept(), 1, "the other's reel is not kept");
    let token = uploaded["delete_token"].as_str().unwrap();
    let removed =
        server.client.delete(server.url(&format!("/api/replays/{id}"))).bearer_auth(token);
    assert_eq!(removed.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(kept(), 0, "the author's goes with the replay");
}

/// Attack: a reel that is padded, to be kept beside a small replay.
#[tokio::test]
async fn a_reel_that_is_padded_is_refused() {
    let server = TestServer::start().await;
    let replay = sample(1);
    let padded = |chunks: usize| {
        let streams =
            vec![Stream::Original(Original { format: "bsor".into(), ..Original::default() })];
        let header = Header { game: "beat-saber".into(), streams, ..Header::default() };
        let mut writer = Writer::new(header, Settings::default()).unwrap();
        writer.original(1, &replay, 1.0).unwrap();
        writer.flush();
        for number in 0..chunks {
            writer.mark(Kind::SignedHead, &[number as u8; 60_000]).unwrap();
        }
        writer.finish()
    };
    let long = padded(18 + replay.len() * 4 / 60_000);
    let refused = problem(server.post(long).send().await.unwrap(), 422).await;
    assert!(
        refused["detail"].as_str().unwrap().contains("no recorder writes so much"),
        "{refused}"
    );
    assert!(
        !server.data.path().join("recordings").exists() || {
            std::fs::read_dir(server.data.path().join("recordings")).unwrap().count() == 0
        }
    );
    server.upload(&padded(0)).await;
}
