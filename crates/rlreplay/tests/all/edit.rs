//! Edited replays are whole, for this decoder and for boxcars.

use boxcars::{CrcCheck, NetworkParse, ParserBuilder};
use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_corpus::files;
use ghostreel_rlreplay::{Replay, View, decode, encode, sample};

/// Synthetic replays of all modes, and real ones of all versions. Boxcars reads those of Dropshot whole, since they have no updates of pads.
fn replays() -> Vec<(String, Vec<u8>)> {
    let samples = ["full", "rumble", "dropshot"].into_iter().map(|name| {
        let options = sample::variant(name).unwrap();
        (name.to_owned(), encode(&sample::generate(&options)))
    });
    samples.chain(files("rocket-league/good").into_iter().flatten()).collect()
}

/// Makes true what an edited replay says of itself; its frames as this decoder finds them, if they are those that boxcars finds.
#[track_caller]
fn check(name: &str, mut edited: Replay, before: &[u8]) -> Option<Vec<(f32, usize)>> {
    edited.update_derived().unwrap_or_else(|e| panic!("{name}: {e}"));
    let bytes = encode(&edited);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT)
        .unwrap_or_else(|e| panic!("{name} was edited: {e}"));
    assert_eq!(view.outcome(), Outcome::Ok, "{name}: {:?}", view.diagnostics());
    assert!(view.diagnostics().is_empty(), "{name}: {:?}", view.diagnostics());
    let ours: Vec<(f32, usize)> = view
        .network()
        .iter()
        .flat_map(|segment| segment.frames.iter().map(|f| (f.time, 0)))
        .collect();
    // A file that boxcars does not read before shows nothing.
    parse(before)?;
    let theirs = parse(&bytes).unwrap_or_else(|| panic!("boxcars does not read {name}"));
    let theirs: Vec<f32> =
        theirs.network_frames.map_or_else(Vec::new, |n| n.frames.iter().map(|f| f.time).collect());
    assert_eq!(ours.iter().map(|(time, _)| *time).collect::<Vec<_>>(), theirs, "{name}");
    Some(ours)
}

fn parse(bytes: &[u8]) -> Option<boxcars::Replay> {
    let builder = ParserBuilder::new(bytes).with_crc_check(CrcCheck::Always);
    builder.with_network_parse(NetworkParse::Always).parse().ok()
}

#[test]
fn players_get_other_names() {
    let mut renamed = 0;
    for (name, bytes) in replays() {
        let mut replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let players = replay.header.properties.array("PlayerStats");
        let Some(old) = players.first().and_then(|player| player.text("Name")) else { continue };
        let places = replay.rename(&old, "Zoë 日本");
        assert!(places > 0, "{name}");
        renamed += usize::from(places > 1);
        assert_eq!(replay.rename(&old, "nobody"), 0, "{name}");
        check(&name, replay.clone(), &bytes);
        // There and back, it is the same, but for the name that was not written as others are.
        replay.rename("Zoë 日本", &old);
        replay.update_derived().unwrap();
        let back = encode(&replay);
        assert!(back == bytes || name.contains("49b90d48"), "{name} is not the same again");
    }
    assert!(renamed > 0);
}

#[test]
fn times_are_cut_at_keyframes() {
    let mut cut = 0;
    for (name, bytes) in replays() {
        let mut replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let frames: Vec<_> = view.network().iter().flat_map(|segment| &segment.frames).collect();
        let (Some(first), Some(last)) = (frames.first(), frames.last()) else { continue };
        let at = |part: f32| first.time + (last.time - first.time) * part;
        let (from, to) = (at(0.4), at(0.7));
        replay.cut(from - first.time, to - first.time).unwrap();
        let is_inside = |time: f32| time >= from && time <= to;
        let wanted = frames.iter().filter(|frame| is_inside(frame.time)).count();
        if let Some(kept) = check(&name, replay, &bytes) {
            assert!(kept.iter().filter(|(time, _)| is_inside(*time)).count() >= wanted, "{name}");
            assert!(kept.len() < frames.len(), "{name}");
            cut += 1;
        }
    }
    assert!(cut > 0);
}

#[test]
fn actors_are_left_out() {
    let mut dropped = 0;
    for (name, bytes) in replays() {
        let mut replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let is_unwanted = |object: &str| object.contains("VehiclePickup_Boost_TA_");
        dropped += replay.drop_actors(is_unwanted).unwrap();
        assert_eq!(replay.drop_actors(is_unwanted).unwrap(), 0, "{name}");
        check(&name, replay, &bytes);
    }
    assert!(dropped > 0);
}
