//! Statistics neither panic nor take long, whatever a file holds.

use ghostreel_analysis::stats;
use ghostreel_corpus::files;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;
use ghostreel_formats::slp::layout::command;

fn check(bytes: &[u8]) {
    if let Ok(replay) = open(bytes, &DecodeOptions::RECOVER) {
        serde_json::to_vec(&stats(&replay)).unwrap();
    }
}

#[test]
fn damaged_replays_do_no_harm() {
    let (Some(bad), Some(good)) = (files("slippi/bad"), files("slippi/good")) else { return };
    for (_, bytes) in bad {
        check(&bytes);
    }
    let (_, bytes) = good.into_iter().min_by_key(|(_, bytes)| bytes.len()).unwrap();
    for length in (0..bytes.len()).step_by(997) {
        check(&bytes[..length]);
    }
    // A small generator is all it takes to get the same changes every time.
    let mut seed = 1_u32;
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        for _ in 0..20 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (seed >> 8) as usize % damaged.len();
            damaged[at] = (seed >> 3) as u8;
        }
        check(&damaged);
    }
}

#[test]
fn wild_frame_numbers_cost_nothing() {
    let mut file = vec![
        command::EVENT_PAYLOADS,
        10,
        command::GAME_START,
        1,
        0x40,
        command::POST_FRAME,
        0,
        0x21,
        command::PRE_FRAME,
        0,
        6,
    ];
    file.push(command::GAME_START);
    file.extend([0; 0x140]);
    for frame in [i32::MAX, i32::MIN, 0, -123, 2_000_000_000] {
        for (code, size) in [(command::PRE_FRAME, 6_usize), (command::POST_FRAME, 0x21)] {
            file.push(code);
            file.extend(frame.to_be_bytes());
            file.extend(vec![0; size - 4]);
        }
    }
    check(&file);
}
