//! A replay's worth by its map and its motion: `cargo run -p ghostreel --example map -- a.bsor song.zip`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::{DecodeOptions, Options, bsor};

fn main() -> Result<(), Box<dyn Error>> {
    let paths = std::env::args().nth(1).zip(std::env::args().nth(2));
    let paths = paths.as_ref().map(|(replay, map)| (replay.as_str(), map.as_str()));
    run(paths, &mut io::stdout().lock())
}

pub(crate) fn run(paths: Option<(&str, &str)>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (replay, map) = match paths {
        Some((replay, map)) => (std::fs::read(replay)?, std::fs::read(map)?),
        None => samples()?,
    };
    let mut replay = ghostreel::read(replay, &Options::default())?;
    replay.set_map(&map)?;
    let with_map = replay.with_map().ok_or("there is a map")?;
    let due = with_map.map.matched + with_map.map.missing;
    writeln!(out, "{} of the map's {due} notes are in it", with_map.map.matched)?;
    writeln!(out, "{}", with_map.map.summary())?;
    for note in with_map.notes.iter().filter(|note| note.recorded != note.recomputed) {
        let (time, is) = (note.time, note.recomputed);
        writeln!(
            out,
            "{time:.2} s: {} points are recorded, {is} by map and motion",
            note.recorded
        )?;
    }
    Ok(())
}

/// A map, and a replay with an event of each of its notes. All cuts are as one is that was made elsewhere.
fn samples() -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    use ghostreel_beatmap::{Map, Target, sample};
    let files = sample::files(sample::Version::V3);
    let map = Map::read(&files)?;
    let difficulty = map.difficulties.iter().find(|found| found.name == "Expert");
    let difficulty = difficulty.ok_or("it has the difficulty")?;
    let bytes = ghostreel::sample("beat-saber", None, 1).ok_or("no such game")?;
    let mut replay = bsor::decode(&bytes, &DecodeOptions::STRICT)?.value;
    let is_good = |note: &bsor::Note| note.event_type() == Some(bsor::EventType::Good);
    let cut = replay.notes.iter().find(is_good).ok_or("a good cut")?;
    let hit = |target: &Target| {
        let mut note = cut;
        note.head.note_id = target.id();
        (note.head.spawn_time, note.head.event_time) = (target.time_s, target.time_s);
        note
    };
    replay.notes = difficulty.targets().as_slice().iter().map(hit).collect();
    replay.info.hash = map.hash.ok_or("it has a hash")?.to_string().as_str().into();
    replay.info.mode = difficulty.mode.as_str().into();
    replay.info.difficulty = difficulty.name.as_str().into();
    Ok((bsor::encode(&replay), sample::zip(&files)?))
}
