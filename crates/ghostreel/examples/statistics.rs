//! How well they played: `cargo run -p ghostreel --example statistics -- game.slp`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::{Options, Statistics};

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args().nth(1).as_deref(), &mut io::stdout().lock())
}

pub(crate) fn run(path: Option<&str>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let replay = match path {
        Some(path) => ghostreel::open(path)?,
        None => {
            let bytes = ghostreel::sample("melee", None, 1).ok_or("no such game")?;
            ghostreel::read(bytes, &Options::default())?
        }
    };
    match replay.stats() {
        Some(Statistics::Melee(report)) => {
            for (player, overall) in report.players.iter().zip(&report.stats.overall) {
                let (name, character) = (&player.name, &player.character);
                writeln!(out, "{name} ({character}): {} kills", overall.kill_count)?;
            }
        }
        // All of them are JSON, too.
        Some(stats) => writeln!(out, "{}", serde_json::to_string_pretty(&stats)?)?,
        None => writeln!(out, "there are no statistics of {} yet", replay.format().game_name)?,
    }
    Ok(())
}
