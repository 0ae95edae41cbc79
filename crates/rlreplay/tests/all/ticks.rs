//! When bodies were sampled: what holds for the estimated ticks of every replay. How well motion goes by them is measured where it is drawn, in
//! the page's tests.

use std::collections::BTreeMap;

use ghostreel_core::DecodeOptions;
use ghostreel_corpus::files;
use ghostreel_rlreplay::{View, encode, sample};

/// No frame is written later, or sooner, than this after its bodies were sampled, in seconds.
const LATE: f32 = 0.5;

#[test]
fn times_of_a_body_do_not_go_backwards_and_stay_near_its_frames() {
    let samples = sample::variants().into_iter();
    let samples =
        samples.map(|(name, options)| (name.to_owned(), encode(&sample::generate(&options))));
    for (name, bytes) in samples.chain(files("rocket-league/good").into_iter().flatten()) {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let timeline = view.timeline();
        for (table, rows) in [("cars", &view.world().cars), ("ball", &view.world().ball)] {
            let table = timeline.table(table).unwrap();
            let columns = table.columns(&["tick", "tick_time"]).unwrap();
            let (ticks, times) = (columns[0].as_i32().unwrap(), columns[1].as_f32().unwrap());
            let mut last = BTreeMap::new();
            for ((row, tick), time) in rows.iter().zip(ticks).zip(times) {
                if let Some((before, then)) = last.insert(row.life, (*tick, *time)) {
                    assert!(before <= *tick && then <= *time, "{name}, {} at {time}", row.life);
                }
                let late = row.time - time;
                assert!(late.abs() < LATE, "{name}: sampled at {time}, said at {}", row.time);
            }
        }
    }
}
