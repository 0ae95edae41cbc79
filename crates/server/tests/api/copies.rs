//! Uploads that are copies of others.

use ghostreel_archive::formats::bsor::{self, Frame, Replay};
use ghostreel_archive::formats::core::{DecodeOptions, Digest};
use ghostreel_archive::formats::rlreplay::attributes::{RigidBody, Rows, Vector};
use ghostreel_archive::formats::rlreplay::{self, Network};
use ghostreel_archive::formats::slp::{self, layout::command};
use ghostreel_archive::formats::{open, sample};
use ghostreel_mark::{Marked, SecretKey, mark_file};
use ghostreel_server::{CopyPolicy, Server};
use serde_json::{Value, json};

use crate::marks::{player, record_while_played, record_with};
use crate::support::{TestServer, config, problem};

/// A play that is long enough to be known again.
fn play(seed: u64) -> Vec<u8> {
    sample("beat-saber", None, seed).unwrap()
}

/// The same play with something changed.
fn changed(play: &[u8], change: impl FnOnce(&mut Replay)) -> Vec<u8> {
    let mut replay = bsor::decode(play, &DecodeOptions::STRICT).unwrap().value;
    change(&mut replay);
    bsor::encode(&replay)
}

fn renamed(play: &[u8]) -> Vec<u8> {
    changed(play, |replay| replay.info.player_name = "Thief".into())
}

async fn copies(server: &TestServer, id: &str) -> Value {
    server.json(&format!("/api/replays/{id}/copies")).await
}

fn id(replay: &[u8]) -> String {
    Digest::of(replay).id()
}

#[tokio::test]
async fn a_copy_is_held_and_both_sides_see_why() {
    let server = TestServer::start().await;
    let original = server.upload(&play(1)).await;
    assert_eq!(
        (&original["held"], &original["proof"]["level"]),
        (&json!(false), &json!("unmarked"))
    );
    let copy = server.upload(&renamed(&play(1))).await;
    assert_eq!(copy["held"], true);
    let (original, copy_id) = (original["id"].as_str().unwrap(), copy["id"].as_str().unwrap());
    let finding = &copy["proof"]["findings"][0];
    assert_eq!(finding["kind"], "copied");
    let detail = finding["detail"].as_str().unwrap();
    assert!(detail.ends_with(&format!("are identical to {original}.")), "{detail}");

    let seen = copies(&server, copy_id).await;
    assert_eq!((&seen["held"], seen["copies"].as_array().unwrap().len()), (&json!(true), 1));
    server.assert_described("Copies", &seen).await;
    let seen = &seen["copies"][0];
    server.assert_described("Copy", seen).await;
    assert_eq!(seen["id"], original);
    assert_eq!((&seen["role"], &seen["verdict"]), (&json!("copy"), &json!("copy")));
    let passage = &seen["passages"][0];
    server.assert_described("Passage", passage).await;
    server.assert_described("Pair", &passage["tracks"][0]).await;
    assert!(passage["toA"].as_f64().unwrap() > passage["fromA"].as_f64().unwrap() + 15.0);
    assert_eq!(passage["mirrored"], false);
    let reasons = seen["reasons"].to_string();
    assert!(reasons.contains("The second was here earlier."), "{reasons}");
    let seen = copies(&server, original).await;
    assert_eq!((&seen["held"], &seen["copies"][0]["role"]), (&json!(false), &json!("original")));
    assert_eq!(seen["copies"][0]["id"], copy_id);

    let proof = server.json(&format!("/api/replays/{copy_id}/proof")).await;
    assert_eq!(proof["findings"][0], *finding);
    assert_eq!(proof["reasons"], json!(["Nothing proves who played this, or when."]));
    let proof = server.json(&format!("/api/replays/{original}/proof")).await;
    assert_eq!(proof["findings"], json!([]));
    let listed = server.json("/api/replays").await;
    let ids: Vec<_> = listed["replays"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [original], "a held replay is not listed");
    let found = server.json("/api/replays?q=thief").await;
    assert_eq!(found["replays"], json!([]), "nor found");
    for what in ["file", "recording"] {
        let address = format!("/api/replays/{copy_id}/{what}");
        let refused = problem(server.get(&address).send().await.unwrap(), 403).await;
        assert_eq!(refused["type"], "urn:ghostreel:problem:held");
    }
    assert_eq!(server.json(&format!("/api/replays/{copy_id}")).await["held"], true);
    let token = copy["delete_token"].as_str().unwrap();
    let address = server.url(&format!("/api/replays/{copy_id}"));
    let removed = server.client.delete(address).bearer_auth(token).send().await.unwrap();
    assert_eq!(removed.status(), 204);
    assert_eq!(copies(&server, original).await["copies"], json!([]));
}

#[tokio::test]
async fn other_plays_are_no_copies() {
    let server = TestServer::start().await;
    for seed in 1..4 {
        assert_eq!(server.upload(&play(seed)).await["held"], false);
    }
    assert_eq!(
        copies(&server, &id(&play(3))).await,
        json!({"held": false, "copies": [], "objection": null})
    );
}

#[tokio::test]
async fn a_server_that_refuses_copies_keeps_nothing_of_them() {
    let server = TestServer::with(|config| config.copies = CopyPolicy::Refuse).await;
    let original = server.upload(&play(1)).await;
    let refused = server.post(renamed(&play(1))).send().await.unwrap();
    let refused = problem(refused, 409).await;
    assert_eq!(refused["type"], "urn:ghostreel:problem:copy");
    assert_eq!(refused["id"], original["id"]);
    assert_eq!(refused["copies"][0]["role"], "copy");
    assert_eq!(refused["copies"][0]["id"], original["id"]);
    assert!(refused["copies"][0]["passages"][0]["correlation"].as_f64().unwrap() > 0.9);
    assert_eq!(server.incoming(), 0);
    let gone = server.get(&format!("/api/replays/{}", id(&renamed(&play(1))))).send().await;
    problem(gone.unwrap(), 404).await;
}

#[tokio::test]
async fn a_server_may_only_flag_copies_or_ignore_them() {
    let server = TestServer::with(|config| config.copies = CopyPolicy::Flag).await;
    server.upload(&play(1)).await;
    let copy = server.upload(&renamed(&play(1))).await;
    assert_eq!(
        (&copy["held"], &copy["proof"]["findings"][0]["kind"]),
        (&json!(false), &json!("copied"))
    );
    let listed = server.json("/api/replays").await;
    assert_eq!(listed["replays"][0]["proof"]["findings"], copy["proof"]["findings"]);

    let server = TestServer::with(|config| config.copies = CopyPolicy::Ignore).await;
    server.upload(&play(1)).await;
    let copy = server.upload(&renamed(&play(1))).await;
    assert_eq!((&copy["held"], &copy["proof"]["findings"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn a_held_replay_is_free_when_its_original_is_removed() {
    let server = TestServer::start().await;
    let original = server.upload(&play(1)).await;
    let copy = server.upload(&renamed(&play(1))).await;
    let address = server.url(&format!("/api/replays/{}", original["id"].as_str().unwrap()));
    let token = original["delete_token"].as_str().unwrap();
    assert_eq!(
        server.client.delete(address).bearer_auth(token).send().await.unwrap().status(),
        204
    );
    let copy = copy["id"].as_str().unwrap();
    held_becomes(&server, copy, false).await;
    let seen = copies(&server, copy).await;
    assert_eq!(seen, json!({"held": false, "copies": [], "objection": null}));
}

/// Waits until a replay is held, or is not.
async fn held_becomes(server: &TestServer, id: &str, held: bool) {
    let started = std::time::Instant::now();
    while copies(server, id).await["held"] != held {
        assert!(started.elapsed().as_secs() < 60, "{id}: held is {}", !held);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Attack: as many decoys as pairs are kept, removed once the copy is there. It stays held: it is compared with the original again.
#[tokio::test]
async fn decoys_that_are_removed_do_not_free_a_copy() {
    let server = TestServer::start().await;
    server.upload(&play(1)).await;
    let named = |name: &str| changed(&play(1), |replay| replay.info.player_name = name.into());
    let mut decoys = Vec::new();
    for number in 0..9 {
        decoys.push(server.upload(&named(&format!("Decoy {number}"))).await);
    }
    let copy = server.upload(&renamed(&play(1))).await;
    assert_eq!(copy["held"], true);
    let copy = copy["id"].as_str().unwrap();
    let of = async || {
        let seen = copies(&server, copy).await;
        let seen = seen["copies"].as_array().unwrap().clone();
        seen.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(of().await.contains(&id(&play(1))), "the original is among the pairs that are kept");
    for decoy in decoys {
        let address = server.url(&format!("/api/replays/{}", decoy["id"].as_str().unwrap()));
        let token = decoy["delete_token"].as_str().unwrap();
        let removed = server.client.delete(address).bearer_auth(token).send().await.unwrap();
        assert_eq!(removed.status(), 204);
    }
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert_eq!(copies(&server, copy).await["held"], true);
    assert_eq!(of().await, [id(&play(1))]);
}

/// The same play with each frame changed.
fn moved(play: &[u8], change: impl Fn(&mut Frame)) -> Vec<u8> {
    changed(play, |replay| replay.frames.iter_mut().for_each(change))
}

/// The same play with each place changed: how far to the right it is.
fn aside(play: &[u8], change: impl Fn(f32) -> f32) -> Vec<u8> {
    moved(play, |frame| {
        for pose in [&mut frame.head, &mut frame.left, &mut frame.right] {
            pose.position.x = change(pose.position.x);
        }
    })
}

fn signed(file: &[u8], key: u8) -> Vec<u8> {
    match mark_file(file, &SecretKey::from_random(&[key; 32]), 1, None).unwrap() {
        Marked::Inside(file) => file,
        Marked::Beside(_) => panic!("the mark is inside"),
    }
}

#[tokio::test]
async fn a_stolen_file_is_held_whatever_was_done_to_it() {
    let server = TestServer::start().await;
    let original = signed(&play(1), 1);
    server.upload(&original).await;
    let stolen = play(1);
    let spliced = changed(&play(2), |replay| {
        let mut other = bsor::decode(&stolen, &DecodeOptions::STRICT).unwrap().value.frames;
        other.retain(|frame| frame.time > 20.0);
        replay.frames.retain(|frame| frame.time <= 20.0);
        replay.frames.extend(other);
    });
    let noise = std::cell::RefCell::new(noise(0.002));
    let noisy = aside(&stolen, |x| x + noise.borrow_mut()());
    for (what, copy) in [
        ("as it is, without its mark", stolen.clone()),
        ("renamed", renamed(&stolen)),
        ("signed by another", signed(&renamed(&stolen), 2)),
        ("shifted", moved(&stolen, |frame| frame.time += 3.0)),
        ("faster", moved(&stolen, |frame| frame.time /= 1.04)),
        ("mirrored", aside(&stolen, |x| -x)),
        ("noisy", noisy),
        ("spliced", spliced),
        (
            "waiting every five seconds",
            moved(&stolen, |frame| frame.time += 0.05 * (frame.time / 5.0).floor()),
        ),
    ] {
        let answer = server.upload(&copy).await;
        assert_eq!(answer["held"], true, "{what}: {answer}");
        let seen = copies(&server, answer["id"].as_str().unwrap()).await;
        let of = seen["copies"].as_array().unwrap().iter().find(|it| it["id"] == id(&original));
        assert_eq!(of.unwrap()["role"], "copy", "{what}: {seen}");
        assert_eq!(of.unwrap()["passages"][0]["mirrored"], what == "mirrored", "{what}");
    }
    assert_eq!(server.json("/api/replays").await["replays"].as_array().unwrap().len(), 1);
}

/// The same file without names, ids and dates.
fn redacted(file: &[u8]) -> Vec<u8> {
    let view = open(file, &DecodeOptions::STRICT).unwrap();
    let mut replay = view.to_replay().unwrap();
    replay.redact().unwrap();
    replay.encode()
}

/// Small numbers to and fro.
fn noise(greatest: f32) -> impl FnMut() -> f32 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) as f32 / 32_768.0 - 1.0) * greatest
    }
}

/// The same game of Melee with each controller's stick and C-stick changed.
fn steered(play: &[u8], mut change: impl FnMut(&mut [f32; 4])) -> Vec<u8> {
    let mut replay = slp::decode(play, &DecodeOptions::STRICT).unwrap().value;
    let size = replay.payload_sizes.event_size(command::PRE_FRAME).unwrap();
    let events = replay.events.get_mut(&command::PRE_FRAME).unwrap();
    for event in events.chunks_exact_mut(size) {
        let (sticks, []) = event[0x19..0x29].as_chunks_mut::<4>() else { panic!("four floats") };
        let mut values = [0, 1, 2, 3].map(|at| f32::from_be_bytes(sticks[at]));
        change(&mut values);
        sticks.copy_from_slice(&values.map(f32::to_be_bytes));
    }
    slp::encode(&replay)
}

/// A game of Melee; the second half of all inputs are those of another.
fn spliced_inputs(play: &[u8], other: &[u8]) -> Vec<u8> {
    let decoded = |file| slp::decode(file, &DecodeOptions::STRICT).unwrap().value;
    let (mut replay, other) = (decoded(play), decoded(other));
    let size = replay.payload_sizes.event_size(command::PRE_FRAME).unwrap();
    let events = replay.events.get_mut(&command::PRE_FRAME).unwrap();
    let half = events.len() / 2;
    let inputs = other.events[&command::PRE_FRAME].chunks_exact(size);
    for (event, inputs) in events.chunks_exact_mut(size).zip(inputs).skip(half / size) {
        event[0x19..0x33].copy_from_slice(&inputs[0x19..0x33]);
    }
    slp::encode(&replay)
}

/// The same match of Rocket League with each place in it changed.
fn displaced(play: &[u8], mut change: impl FnMut(&mut Vector)) -> Vec<u8> {
    let mut replay = rlreplay::decode(play, &DecodeOptions::STRICT).unwrap().value;
    let Network::Decoded { segments, .. } = &mut replay.network else { panic!("a stream") };
    for rows in segments.iter_mut().flat_map(|segment| &mut segment.rows) {
        let Rows::RigidBody(bodies) = rows else { continue };
        for RigidBody { location, .. } in bodies {
            change(location);
            *location = Vector::new(location.x, location.y, location.z);
        }
    }
    replay.update_derived().unwrap();
    rlreplay::encode(&replay)
}

/// The same match of Rocket League without its first 15 seconds.
fn cut(play: &[u8]) -> Vec<u8> {
    let mut replay = rlreplay::decode(play, &DecodeOptions::STRICT).unwrap().value;
    let Network::Decoded { segments, .. } = &replay.network else { panic!("a stream") };
    let begin = segments[0].frames[0].time;
    replay.cut(begin + 15.0, f32::INFINITY).unwrap();
    replay.update_derived().unwrap();
    rlreplay::encode(&replay)
}

/// That all of these are held as copies of the first upload.
async fn check_held(original: &[u8], copies_of_it: &[(&str, Vec<u8>)]) {
    let server = TestServer::start().await;
    let original = server.upload(original).await;
    for (what, copy) in copies_of_it {
        let answer = server.upload(copy).await;
        assert_eq!(answer["held"], true, "{what}: {answer}");
        let seen = copies(&server, answer["id"].as_str().unwrap()).await;
        let of = seen["copies"].as_array().unwrap().iter().find(|it| it["id"] == original["id"]);
        assert_eq!(of.unwrap()["role"], "copy", "{what}: {seen}");
        assert_eq!(of.unwrap()["passages"][0]["mirrored"], *what == "mirrored", "{what}");
    }
    assert_eq!(server.json("/api/replays").await["replays"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn stolen_games_of_melee_are_held() {
    let play = sample("melee", None, 1).unwrap();
    let mut noise = noise(0.02);
    let stolen = [
        ("as it is, without its mark", play.clone()),
        ("renamed", redacted(&play)),
        ("signed by another", signed(&play, 2)),
        ("mirrored", steered(&play, |[x, _, c_x, _]| (*x, *c_x) = (-*x, -*c_x))),
        (
            "with its sticks' axes exchanged",
            steered(&play, |[x, y, c_x, c_y]| {
                std::mem::swap(x, y);
                std::mem::swap(c_x, c_y);
            }),
        ),
        ("noisy", steered(&play, |sticks| sticks.iter_mut().for_each(|stick| *stick += noise()))),
        ("spliced", spliced_inputs(&sample("melee", None, 2).unwrap(), &play)),
    ];
    check_held(&signed(&play, 1), &stolen).await;
}

#[tokio::test]
async fn stolen_matches_of_rocket_league_are_held() {
    let play = sample("rocket-league", None, 1).unwrap();
    let mut noise = noise(100.0);
    let noisy = |place: &mut Vector| {
        for axis in [&mut place.x, &mut place.y, &mut place.z] {
            *axis += noise() as i32;
        }
    };
    let stolen = [
        ("renamed", redacted(&play)),
        ("without its first seconds", cut(&play)),
        ("mirrored", displaced(&play, |place| place.x = -place.x)),
        ("noisy", displaced(&play, noisy)),
    ];
    check_held(&play, &stolen).await;
}

/// Attack: signing a play that somebody else uploaded does not take it over, whatever the policy.
#[tokio::test]
async fn signing_the_upload_of_another_does_not_take_it_over() {
    let (original, thief) = (id(&play(1)), signed(&renamed(&play(1)), 8));
    let server = TestServer::start().await;
    server.upload(&play(1)).await;
    assert_eq!(server.upload(&thief).await["held"], true);
    let seen = copies(&server, &original).await;
    assert_eq!((&seen["held"], &seen["copies"][0]["role"]), (&json!(false), &json!("original")));
    let reasons = seen["copies"][0]["reasons"].to_string();
    assert!(
        reasons.contains("It does not matter that the second is signed and the first unmarked."),
        "{reasons}"
    );
    let file = server.get(&format!("/api/replays/{original}/file")).send().await.unwrap();
    assert_eq!(file.status(), 200, "the author's is given out");

    let server = TestServer::with(|config| config.copies = CopyPolicy::Refuse).await;
    server.upload(&play(1)).await;
    problem(server.post(thief).send().await.unwrap(), 409).await;
    assert_eq!(copies(&server, &original).await["held"], false);
}

/// Its honest neighbour: a player who was witnessed while playing, and whose play somebody else uploads first, is heard.
#[tokio::test]
async fn a_play_that_was_witnessed_before_another_came_is_disputed_and_somebody_decides() {
    let token = "a token of sixteen characters or more";
    for policy in [CopyPolicy::Hold, CopyPolicy::Refuse] {
        let server = TestServer::with(|config| {
            config.review_token = Some(token.into());
            config.copies = policy;
        })
        .await;
        let reel = record_while_played(&server, player(), &play(1)).await;
        let thief = server.upload(&renamed(&play(1))).await["id"].as_str().unwrap().to_owned();
        let uploaded = server.upload(&reel).await;
        assert_eq!(
            (&uploaded["proof"]["level"], &uploaded["held"]),
            (&json!("witnessed"), &json!(true))
        );
        let author = uploaded["id"].as_str().unwrap();
        // Nothing is turned by that.
        assert_eq!(copies(&server, &thief).await["held"], false);
        let seen = copies(&server, author).await;
        assert_eq!(
            (&seen["copies"][0]["role"], &seen["copies"][0]["disputed"]),
            (&json!("copy"), &json!(true))
        );
        let reasons = seen["copies"][0]["reasons"].to_string();
        assert!(reasons.contains("the first was witnessed before the second came"), "{reasons}");

        let object = |bearer: &str, reason: &str| {
            let address = server.url(&format!("/api/replays/{author}/objection"));
            server.client.post(address).bearer_auth(bearer).json(&json!({"reason": reason}))
        };
        let own = uploaded["delete_token"].as_str().unwrap();
        problem(object("another", "It is mine.").send().await.unwrap(), 403).await;
        problem(object(own, &"x".repeat(1001)).send().await.unwrap(), 400).await;
        problem(object(own, " ").send().await.unwrap(), 400).await;
        assert_eq!(object(own, "It is mine.").send().await.unwrap().status(), 204);
        assert_eq!(copies(&server, author).await["objection"]["reason"], "It is mine.");
        let held = server.get("/api/held").bearer_auth(token).send().await.unwrap();
        let held: Value = held.json().await.unwrap();
        assert_eq!(held["disputed"], json!([author]));
        assert_eq!(held["objections"][0]["reason"], "It is mine.");

        let decide = |id: &str, decision: &str| {
            let address = server.url(&format!("/api/replays/{id}/review"));
            server.client.post(address).bearer_auth(token).json(&json!({"decision": decision}))
        };
        assert_eq!(decide(author, "accept").send().await.unwrap().status(), 200);
        assert_eq!(decide(&thief, "hold").send().await.unwrap().status(), 200);
        assert_eq!(copies(&server, author).await["held"], false);
        assert_eq!(copies(&server, &thief).await["held"], true);
        problem(object(own, "It is mine.").send().await.unwrap(), 409).await;
    }
}

/// Attack: a session that is kept open takes in another's play once that is here. The receipt after its bytes dates it.
#[tokio::test]
async fn a_session_that_was_open_before_does_not_date_what_was_put_into_it_later() {
    let server = TestServer::start().await;
    let stolen = renamed(&play(1));
    let reel = record_with(&server, player(), &stolen, 6.3, async |place| {
        if place == 3 {
            server.upload(&play(1)).await;
        }
    })
    .await;
    let uploaded = server.upload(&reel).await;
    assert_eq!(
        (&uploaded["proof"]["level"], &uploaded["held"]),
        (&json!("witnessed"), &json!(true))
    );
    let seen = copies(&server, uploaded["id"].as_str().unwrap()).await;
    assert_eq!(
        (&seen["copies"][0]["role"], &seen["copies"][0]["disputed"]),
        (&json!("copy"), &json!(false))
    );
}

#[tokio::test]
async fn replays_from_before_copies_were_looked_for_are_compared_in_the_background() {
    let data = tempfile::tempdir().unwrap();
    let ignoring = |policy| ghostreel_server::Config { copies: policy, ..config(data.path()) };
    let server = Server::bind(ignoring(CopyPolicy::Ignore)).await.unwrap();
    server.ingest_bytes(&play(1), "a.bsor").await;
    server.ingest_bytes(&renamed(&play(1)), "b.bsor").await;
    drop(server);
    let server = Server::bind(ignoring(CopyPolicy::Hold)).await.unwrap();
    let server = TestServer::running(server, data);
    let copy = id(&renamed(&play(1)));
    held_becomes(&server, &copy, true).await;
    assert_eq!(copies(&server, &id(&play(1))).await["held"], false);
}

#[tokio::test]
async fn the_operator_decides() {
    let token = "a token of sixteen characters or more";
    let server = TestServer::with(|config| config.review_token = Some(token.into())).await;
    server.upload(&play(1)).await;
    let copy = server.upload(&renamed(&play(1))).await["id"].as_str().unwrap().to_owned();
    let address = format!("/api/replays/{copy}/review");
    let decide = |decision: &str| {
        let body = json!({"decision": decision});
        server.client.post(server.url(&address)).json(&body)
    };
    problem(decide("accept").send().await.unwrap(), 401).await;
    problem(decide("accept").bearer_auth("another").send().await.unwrap(), 403).await;
    problem(decide("burn").bearer_auth(token).send().await.unwrap(), 400).await;
    problem(server.get("/api/held").send().await.unwrap(), 401).await;
    let held = server.get("/api/held").bearer_auth(token).send().await.unwrap();
    let held: Value = held.json().await.unwrap();
    assert_eq!(held["replays"][0]["id"], copy.as_str());

    let accepted = decide("accept").bearer_auth(token).send().await.unwrap();
    assert_eq!(accepted.json::<Value>().await.unwrap()["held"], false);
    // Later findings and removals change nothing.
    let other = changed(&play(1), |replay| replay.info.player_name = "Another".into());
    server.upload(&other).await;
    let seen = copies(&server, &copy).await;
    assert_eq!((&seen["held"], &seen["copies"][0]["role"]), (&json!(false), &json!("copy")));
    assert!(seen["copies"][0]["reasons"].to_string().contains("accepts it"), "{seen}");
    let held = decide("hold").bearer_auth(token).send().await.unwrap();
    assert_eq!(held.json::<Value>().await.unwrap()["held"], true);

    let server = TestServer::start().await;
    let address = server.url(&format!("/api/replays/{copy}/review"));
    let body = json!({"decision": "accept"});
    let refused = server.client.post(address).json(&body).bearer_auth(token).send().await.unwrap();
    problem(refused, 404).await;
}
