//! `GET /api/replays`.

use ghostreel_archive::formats::bsor;
use serde_json::Value;

use crate::support::{TestServer, problem, replay_by, sample};

/// The name of each replay in these tests: its player's name.
fn players(list: &Value) -> Vec<&str> {
    let replays = list["replays"].as_array().unwrap();
    replays.iter().map(|replay| replay["players"][0]["name"].as_str().unwrap()).collect()
}

async fn library() -> TestServer {
    let server = TestServer::start().await;
    for (player, map, timestamp, score) in [
        ("Ann", "Jungle Fury", 1_000_000, 300),
        ("Bob", "Été", 2_000_000, 100),
        ("anna", "Jungle Slow", 3_000_000, 200),
    ] {
        server.upload(&replay_by(player, map, timestamp, score)).await;
    }
    server
}

#[tokio::test]
async fn filters_and_orders_go_through_the_address() {
    let server = library().await;
    for (query, expected) in [
        ("sort=started_at", vec!["Ann", "Bob", "anna"]),
        ("sort=-started_at", vec!["anna", "Bob", "Ann"]),
        ("sort=-score", vec!["Ann", "anna", "Bob"]),
        ("sort=score&player=ANN", vec!["anna", "Ann"]),
        ("player=id-Bob", vec!["Bob"]),
        ("map=%C3%A9t%C3%A9", vec!["Bob"]),
        ("q=jungle+ann&sort=score", vec!["anna", "Ann"]),
        ("game=beat-saber&format=bsor&map=slow", vec!["anna"]),
        ("game=melee", vec![]),
        ("mode=none-such", vec![]),
        ("sort=-accuracy&limit=1&player=bob&mode=standard", vec!["Bob"]),
        ("from=1970-01-24T03:33:20Z&sort=started_at", vec!["Bob", "anna"]),
        ("to=1970-01-24&sort=started_at", vec!["Ann", "Bob"]),
        ("from=1970-01-24&to=1970-01-24", vec!["Bob"]),
        ("player=&limit=&q=&sort=score&cursor=", vec!["Bob", "anna", "Ann"]),
    ] {
        let list = server.json(&format!("/api/replays?{query}")).await;
        assert_eq!(players(&list), expected, "{query}");
        assert_eq!(list["next"], Value::Null, "{query}");
    }
}

#[tokio::test]
async fn plays_of_one_difficulty_of_a_map_are_found() {
    let server = TestServer::start().await;
    for (player, hash, difficulty, mode, score) in [
        ("Ann", "A", "Expert", "Standard", 300),
        ("Bob", "A", "ExpertPlus", "Standard", 200),
        ("Cid", "A", "Expert", "OneSaber", 100),
        ("Dan", "B", "Expert", "Standard", 50),
        ("Eve", "A", "Expert", "Standard", 400),
    ] {
        let mut replay = bsor::sample::generate(&bsor::sample::Options::small());
        replay.info.player_name = player.into();
        replay.info.hash = hash.repeat(40).as_str().into();
        (replay.info.difficulty, replay.info.mode) = (difficulty.into(), mode.into());
        replay.info.score = score;
        server.upload(&bsor::encode(&replay)).await;
    }
    let map = "A".repeat(40);
    let found = async |conditions: &str| {
        let list = server.json(&format!("/api/replays?map={map}&sort=-score{conditions}")).await;
        players(&list).join(" ")
    };
    assert_eq!(found("&difficulty=Expert&mode=Standard").await, "Eve Ann");
    assert_eq!(found("&difficulty=Expert").await, "Eve Ann Cid");
    // Exactly, not in part.
    assert_eq!(found("&difficulty=Exp").await, "");
    assert_eq!(found("&difficulty=").await, "Eve Ann Bob Cid");
}

#[tokio::test]
async fn all_are_counted_where_that_is_asked_for() {
    let server = library().await;
    let total =
        async |query: &str| server.json(&format!("/api/replays?{query}")).await["total"].clone();
    assert_eq!(total("").await, Value::Null);
    assert_eq!(total("total=false").await, Value::Null);
    assert_eq!(total("total=true&limit=1").await, 3);
    assert_eq!(total("total=true&player=ann").await, 2);
}

#[tokio::test]
async fn pages_stay_put_while_replays_arrive() {
    let server = library().await;
    let first = server.json("/api/replays?sort=-score&limit=2").await;
    assert_eq!(players(&first), ["Ann", "anna"]);
    server.upload(&replay_by("Top", "x", 4_000_000, 999)).await;
    server.upload(&replay_by("Low", "x", 4_000_000, 1)).await;
    let cursor = first["next"].as_str().unwrap();
    let second = server.json(&format!("/api/replays?sort=-score&limit=2&cursor={cursor}")).await;
    assert_eq!(players(&second), ["Bob", "Low"]);
    assert_eq!(second["next"], Value::Null);
}

#[tokio::test]
async fn the_newest_upload_comes_first_unless_asked_otherwise() {
    let server = TestServer::start().await;
    let mut ids = Vec::new();
    for seed in 1..=4 {
        ids.push(server.upload(&sample(seed)).await["id"].clone());
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    ids.reverse();
    let list = server.json("/api/replays").await;
    let listed: Vec<Value> =
        list["replays"].as_array().unwrap().iter().map(|replay| replay["id"].clone()).collect();
    assert_eq!(listed, ids);
}

#[tokio::test]
async fn wrong_parameters_are_refused() {
    let server = library().await;
    let other_order = server.json("/api/replays?sort=score&limit=1").await;
    let other_order = format!("cursor={}", other_order["next"].as_str().unwrap());
    for query in [
        "limit=0",
        "total=yes",
        "limit=201",
        "limit=x",
        "limit=-1",
        "sort=size",
        "sort=--score",
        "from=yesterday",
        "to=2024-02-30",
        "cursor=x",
        "cursor=%00",
        "colour=red",
        "game=a&game=b",
        "player=a%00b",
        "q=%00",
        "map=%00",
        "game=%00",
        "mode=x%00",
        "difficulty=%00",
        "sort=%00",
        "from=%00",
        "limit=%00",
        &format!("q={}", "a+".repeat(1_000)),
        &format!("player={}", "a".repeat(1_000)),
        &other_order,
    ] {
        let answer = server.get(&format!("/api/replays?{query}")).send().await.unwrap();
        let problem = problem(answer, 400).await;
        let name = query.split('=').next().unwrap();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(name) && detail.len() < 300, "{query}: {problem}");
    }
}
