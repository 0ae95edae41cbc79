//! Whether the motion of uploads fits what they say.

use ghostreel_archive::formats::bsor::{Replay, encode, sample};
use serde_json::{Value, json};

use crate::support::{TestServer, sample as small};

/// A replay with enough cuts to be judged.
fn replay(seed: u64) -> Replay {
    sample::generate(&sample::Options { seed, duration: 20.0, ..sample::Options::default() })
}

/// Another one, with hands that did not make its cuts.
fn with_hands_swapped() -> Vec<u8> {
    let mut replay = replay(2);
    for frame in &mut replay.frames {
        std::mem::swap(&mut frame.left, &mut frame.right);
    }
    encode(&replay)
}

fn id(uploaded: &Value) -> &str {
    uploaded["id"].as_str().unwrap()
}

#[tokio::test]
async fn an_upload_is_judged_and_inconsistent_motion_refuses_nothing() {
    let server = TestServer::start().await;
    let honest = server.upload(&encode(&replay(1))).await;
    assert_eq!(honest["motion"]["verdict"], "not-enough-data");
    let verdict = &honest["score_verdict"];
    assert_eq!(
        (&verdict["verdict"], &verdict["by_map"]),
        (&"not-enough-data".into(), &false.into())
    );
    assert!(verdict["confirmed_share"].as_f64().unwrap() > 0.8, "{verdict}");
    let said = verdict["said"][1].as_str().unwrap();
    assert!(said.contains("Only the map shows"), "{said}");
    assert_eq!(honest["motion"]["off"], json!([]));
    assert_eq!(honest["proof"]["findings"], json!([]));
    let changed = server.upload(&with_hands_swapped()).await;
    let motion = &changed["motion"];
    assert_eq!(
        (&motion["verdict"], &motion["suggests"]),
        (&json!("inconsistent"), &json!("The hands are swapped."))
    );
    assert_eq!(motion["notes_off"], motion["checked"]);
    assert_eq!(motion["off"][0]["what"], "cut-normal");
    assert!(motion["off"][0]["by"].as_f64().unwrap() > 0.01);
    let few = server.upload(&small(1)).await;
    assert_eq!(few["motion"]["verdict"], "not-enough-data");
    assert!(few["motion"]["reason"].as_str().unwrap().contains("at least 10"));

    let record = server.json(&format!("/api/replays/{}", id(&changed))).await;
    assert_eq!(record["motion"], *motion);
    assert_eq!(record["held"], false);
    let finding = &record["proof"]["findings"][0];
    assert_eq!(finding["kind"], "inconsistent");
    assert!(finding["detail"].as_str().unwrap().contains("do not match the saber motion"));
    let proof = server.json(&format!("/api/replays/{}/proof", id(&changed))).await;
    assert_eq!(proof["findings"], record["proof"]["findings"]);
    assert_eq!(
        (&proof["motion"]["verdict"], &proof["motion"]["off"]),
        (&json!("inconsistent"), &json!([]))
    );
}

#[tokio::test]
async fn lists_have_the_verdict_and_can_be_narrowed_to_it() {
    let server = TestServer::start().await;
    let honest = server.upload(&encode(&replay(1))).await;
    let changed = server.upload(&with_hands_swapped()).await;
    let other = ghostreel_archive::formats::sample("melee", None, 1).unwrap();
    let other = server.upload(&other).await;
    assert_eq!(other["motion"], Value::Null);
    let listed = |verdict: &'static str| {
        let server = &server;
        async move {
            let list =
                server.json(&format!("/api/replays?motion={verdict}&sort=uploaded_at")).await;
            list["replays"].as_array().unwrap().clone()
        }
    };
    let [one] = &listed("inconsistent").await[..] else { panic!("one is") };
    assert_eq!(one["id"], changed["id"]);
    assert_eq!((&one["motion"]["off"], &one["motion"]["observations"]), (&json!([]), &json!([])));
    assert!(one["motion"]["notes_off"].as_u64().unwrap() > 10);
    let [one] = &listed("not-enough-data").await[..] else { panic!("one is") };
    assert_eq!(one["id"], honest["id"]);
    assert_eq!(listed("consistent").await.len(), 0, "without its map none is");
    assert_eq!(listed("").await.len(), 3);
}
