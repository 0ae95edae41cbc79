//! Goals of Rocket League with clock and names: `cargo run -p ghostreel --example goals -- match.replay`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::Options;
use ghostreel::rocket_league::{GoalRow, PlayerRow};

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args().nth(1).as_deref(), &mut io::stdout().lock())
}

pub(crate) fn run(path: Option<&str>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let replay = match path {
        Some(path) => ghostreel::open(path)?,
        None => {
            let bytes = ghostreel::sample("rocket-league", None, 1).ok_or("no such game")?;
            ghostreel::read(bytes, &Options::default())?
        }
    };
    // As the stream is long, two threads decode it.
    replay.decode_with(2);
    let players = replay.rows::<PlayerRow>()?;
    for goal in replay.rows::<GoalRow>()? {
        let clock = goal.clock.unwrap_or_default();
        let overtime = if goal.is_overtime { "overtime, " } else { "" };
        let scorer = goal.player.and_then(|player| players.get(player.place()));
        let name =
            scorer.map_or_else(|| "an unknown player".to_owned(), |player| player.name.to_string());
        writeln!(out, "{overtime}{}:{:02} {name}", clock / 60, clock % 60)?;
    }
    Ok(())
}
