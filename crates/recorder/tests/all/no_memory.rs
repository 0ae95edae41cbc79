//! Pushing asks for no memory, whether there is room in the ring or not.

use std::collections::BTreeMap;
use std::time::Duration;

use ghostreel_recorder::{PushError, Recorder, Row, Session, Settings};
use ghostreel_reel::Header;

use crate::round_trip::table;

#[test]
fn pushing_asks_for_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let columns =
        [("time", "f64"), ("tick", "u32"), ("kind", "dict"), ("player", "i32"), ("speed", "f32")];
    let streams = vec![table("events", Some("time"), &columns)];
    let session = Session {
        header: Header { game: "test".into(), streams, ..Header::default() },
        folder: folder.path().into(),
        name: "it".into(),
        settings: Settings { ring_bytes: 4096, ..Settings::default() },
    };
    let mut recorder = Recorder::begin(session).unwrap();
    let mut events = recorder.rows("events").unwrap();
    let mut row = Row::default();
    // The first time, the row itself asks for its memory.
    let mut push = |time: f64| {
        row.clear().f64(time).u32(7).text("goal").absent_i32().f32(time as f32);
        events.push(&row)
    };
    push(0.0).unwrap();
    let (mut taken, mut full) = (0, 0);
    let used = allocation_counter::measure(|| {
        for number in 1..=2000_u32 {
            match push(number.into()) {
                Ok(()) => taken += 1,
                Err(PushError::Full) => full += 1,
                Err(error) => panic!("{error}"),
            }
        }
    });
    assert_eq!(used.count_total, 0);
    assert!(taken > 0 && full > 0, "{taken} taken, {full} lost");
    recorder.end(BTreeMap::new());
    recorder.wait(Duration::from_secs(30));
}
