//! A decode stops soon after it was cancelled, by counts and not by the clock.

use ghostreel_core::DecodeOptions;
use ghostreel_core::work::Meter;
use ghostreel_rlreplay::network::Reason;
use ghostreel_rlreplay::sample::{Options, generate};
use ghostreel_rlreplay::{View, encode};

#[test]
fn a_cancelled_decode_of_a_long_replay_stops_early() {
    let bytes = encode(&generate(&Options { frames: 20_000, team_size: 3, ..Options::default() }));
    let meter = Meter::default();
    let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
    let view = View::open(&bytes[..], &options).unwrap();
    let read = || view.stream().read(&view.plan().parts, &|_| true);
    let whole = read();
    assert!(whole.gaps.is_empty());
    let units = meter.spent();
    assert!(units as usize >= whole.log.len() + whole.frames.len(), "{units} units");

    meter.cancel();
    let cut = read();
    let spent = meter.spent() - units;
    assert!(spent < units / 2, "{spent} of {units} units after it was cancelled");
    assert!(cut.frames.len() < whole.frames.len() / 2, "{} frames", cut.frames.len());
    assert!(cut.gaps.iter().all(|gap| gap.reason == Reason::Cancelled));
    // The frames read are the beginning, and the other bits are kept.
    assert_eq!(cut.frames[..], whole.frames[..cut.frames.len()]);
    let kept: usize = cut.gaps.iter().map(|gap| gap.bits).sum();
    assert_eq!(cut.gaps[0].position + kept, view.stream_bytes().len() * 8);
}
