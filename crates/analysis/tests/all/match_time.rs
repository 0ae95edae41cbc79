//! How long was played until a time of a recording. The page works it out for each picture, from the same table.

use ghostreel_formats::rlreplay::project::{MatchTimeRow, World};

#[test]
fn the_time_played_is_between_the_rows_as_on_the_page() {
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../../../../testdata/match_time.json")).unwrap();
    let pairs = |name: &str| -> Vec<(f64, f64)> {
        let pairs = cases[name].as_array().unwrap().iter();
        pairs.map(|pair| (pair[0].as_f64().unwrap(), pair[1].as_f64().unwrap())).collect()
    };
    let row = |(time, played): (f64, f64)| MatchTimeRow {
        frame: 0,
        time: time as f32,
        played: played as f32,
    };
    let world =
        World { match_time: pairs("rows").into_iter().map(row).collect(), ..World::default() };
    let played = pairs("played");
    assert!(played.len() > 10);
    for (time, played) in played {
        assert_eq!(world.played_until(time), Some(played), "{time}");
    }
    assert_eq!(World::default().played_until(1.0), None);
}
