//! Decoding stays within the budget: 64 MiB + 4 × the input, whatever the input claims.

use allocation_counter::measure;
use boxcars::ParserBuilder;
use ghostreel_core::{DecodeOptions, limits};
use ghostreel_corpus::files;
use ghostreel_rlreplay::layout::{NetCache, NetProperty, Text};
use ghostreel_rlreplay::sample::{Options, generate, variants};
use ghostreel_rlreplay::{Network, Replay, View, decode, encode};

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    measure(work).bytes_max
}

#[track_caller]
fn check(what: &str, bytes: &[u8]) -> f64 {
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * bytes.len() as u64;
    let used = peak(|| drop(decode(bytes, &DecodeOptions::RECOVER)));
    assert!(used <= budget, "{what}: {used} bytes to decode {}", bytes.len());
    used as f64 / budget as f64
}

/// Decoding holds no more at once than the crate boxcars does; whether that can decode the file at all.
#[track_caller]
fn check_beside_boxcars(what: &str, bytes: &[u8]) -> bool {
    let parser = || ParserBuilder::new(bytes).must_parse_network_data().never_check_crc();
    let mut is_read = false;
    let theirs = peak(|| is_read = parser().parse().is_ok());
    let ours = peak(|| {
        View::open(bytes, &DecodeOptions::RECOVER).unwrap().network();
    });
    assert!(!is_read || ours <= theirs, "{what}: {ours} bytes, boxcars {theirs}");
    is_read
}

/// A replay of one actor, whose class has one property.
fn amplifier(property: &str, stream: Vec<u8>) -> Vec<u8> {
    let mut replay: Replay = generate(&Options { frames: 40, team_size: 1, ..Options::default() });
    replay.body.objects = [Text::new("TAGame.Ball_TA"), Text::new(property)].to_vec();
    let properties = vec![NetProperty { object: 1, stream_id: 0 }];
    replay.body.net_cache = vec![NetCache { object: 0, parent: 0, cache: 1, properties }];
    replay.body.keyframes = Vec::new();
    replay.network = Network::Raw(stream);
    replay.update_derived().unwrap();
    encode(&replay)
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    let mut compared = 0;
    for (name, options) in variants() {
        let bytes = encode(&generate(&options));
        check(name, &bytes);
        compared += usize::from(check_beside_boxcars(name, &bytes));
    }
    assert!(compared > 1, "boxcars reads {compared} of the samples");
    // A frame at 0 s; the actor 0 of 2047 in eleven bits, alive, new; its name, a flag, its object, a location of size 0, no
    // angles; then it is updated, with values of nothing but zeros.
    let mut head = vec![false; 64];
    head.push(true);
    head.extend([false; 11]);
    head.extend([true, true]);
    head.extend([false; 32 + 1 + 32 + 5 + 6 + 3]);
    head.push(true);
    head.extend([false; 11]);
    head.extend([true, false]);
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    let mut worst = 0.0_f64;
    for (property, zeros) in [
        ("Engine.Actor:bHidden", 1),
        ("Engine.Actor:DrawScale", 32),
        ("Engine.PlayerReplicationInfo:PlayerName", 32),
        ("TAGame.PRI_TA:PartyLeader", 8),
        ("Engine.Actor:Rotation", 3),
        ("TAGame.PRI_TA:ClientLoadoutsOnline", 18),
        ("TAGame.RBActor_TA:ReplicatedRBState", 1 + 5 + 6 + 56 + 11 + 11),
        ("TAGame.New_TA:Property", 5),
    ] {
        for size in [1_usize << 16, 2 << 20] {
            let update = std::iter::once(true).chain(std::iter::repeat_n(false, zeros));
            let mut bits = head.clone();
            bits.extend(update.cycle().take(size * 8));
            let bytes = amplifier(property, bits.chunks(8).map(byte).collect());
            drop(bits);
            worst = worst.max(check(&format!("{property} in {size} bytes"), &bytes));
        }
    }
    assert!(worst > 0.15, "nothing was amplified: {worst}");
    let Some(files) = files("rocket-league/good") else { return };
    for (name, bytes) in files {
        check(&name, &bytes);
        check_beside_boxcars(&name, &bytes);
    }
}
