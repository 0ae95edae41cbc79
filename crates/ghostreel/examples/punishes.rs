//! Punishes of Melee by opening and damage: `cargo run -p ghostreel --example punishes -- game.slp Fox`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::{Options, Statistics};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1);
    let against = std::env::args().nth(2);
    run(path.as_deref(), against.as_deref(), &mut io::stdout().lock())
}

/// `against`: the character that is punished; without it, any.
pub(crate) fn run(
    path: Option<&str>,
    against: Option<&str>,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let replay = match path {
        Some(path) => ghostreel::open(path)?,
        None => {
            let bytes = ghostreel::sample("melee", None, 1).ok_or("no such game")?;
            ghostreel::read(bytes, &Options::default())?
        }
    };
    let Some(Statistics::Melee(report)) = replay.stats() else { return Err("not Melee".into()) };
    for punish in &report.stats.conversions {
        let victim = report.players.iter().find(|player| player.player_index == punish.victim());
        let character = victim.map_or("somebody", |player| &*player.character);
        if against.is_none_or(|against| against == character) {
            let (start_s, damage) = (punish.start_s(), punish.damage());
            let opening = punish.opening_type.label();
            writeln!(out, "{start_s:.1} s: {opening}, {damage:.0} % to {character}")?;
        }
    }
    Ok(())
}
