//! What a replay is worth by its map and its motion: `cargo run -p ghostreel --example map -- a.bsor song.zip`

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
    let found = replay.with_map().ok_or("there is a map")?;
    let due = found.map.matched + found.map.missing;
    writeln!(out, "{} of the map's {due} notes are in it", found.map.matched)?;
    for note in found.notes.iter().filter(|note| note.recorded != note.recomputed) {
        let (time, is) = (note.time, note.recomputed);
        writeln!(
            out,
            "{time:.2} s: {} points are recorded, {is} by map and motion",
            note.recorded
        )?;
    }
    Ok(())
}

/// A replay that says it is one of the sample map, and the map.
fn samples() -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    use ghostreel_beatmap::{Map, sample};
    let files = sample::files(sample::Version::V3);
    let hash = Map::read(&files)?.hash.ok_or("it has a hash")?;
    let bytes = ghostreel::sample("beat-saber", None, 1).ok_or("no such game")?;
    let mut replay = bsor::decode(&bytes, &DecodeOptions::STRICT)?.value;
    replay.info.hash = hash.to_string().as_str().into();
    (replay.info.mode, replay.info.difficulty) = ("Standard".into(), "Expert".into());
    Ok((bsor::encode(&replay), sample::zip(&files)?))
}
