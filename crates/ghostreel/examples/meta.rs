//! Players and map or stage of each of some files: `cargo run -p ghostreel --example meta -- *.slp`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::{Options, Replay};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    run(&paths, &mut io::stdout().lock())
}

pub(crate) fn run(paths: &[String], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for path in paths {
        match ghostreel::open(path) {
            Ok(replay) => print(path, &replay, out)?,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    if paths.is_empty() {
        for (game, _) in ghostreel::sample_variants() {
            let bytes = ghostreel::sample(game, None, 1).ok_or("no such game")?;
            print("sample", &ghostreel::read(bytes, &Options::default())?, out)?;
        }
    }
    Ok(())
}

fn print(name: &str, replay: &Replay<'_>, out: &mut impl Write) -> io::Result<()> {
    let meta = replay.meta();
    let players: Vec<String> = meta.players.into_iter().map(|player| player.name).collect();
    let map = meta.map.map_or_else(|| "no map".to_owned(), |map| map.name);
    let game = replay.format().game_name;
    writeln!(out, "{name}: {game}, {} on {map}, {:.1} s", players.join(" / "), meta.duration_s)?;
    for diagnostic in replay.diagnostics() {
        writeln!(out, "  {diagnostic}")?;
    }
    Ok(())
}
