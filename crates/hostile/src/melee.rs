//! Super Smash Bros. Melee.

use ghostreel_formats::slp::encode;
use ghostreel_formats::slp::layout::command;
use ghostreel_formats::slp::sample::{Options, generate};

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] = &[("one frame", one_frame)];

/// The same frame again and again.
fn one_frame(bytes: usize) -> Vec<u8> {
    let mut replay = generate(&Options { frames: 2, ..Options::default() });
    let code = command::POST_FRAME;
    let size = replay.payload_sizes.event_size(code).unwrap_or(1);
    let Some(event) = replay.events_of(code).last().map(<[u8]>::to_vec) else { return Vec::new() };
    let count = bytes / size;
    replay.events.entry(code).or_default().extend(event.repeat(count));
    replay.order.extend(std::iter::repeat_n(code, count));
    replay.repair();
    encode(&replay)
}
