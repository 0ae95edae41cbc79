//! What happens to a player in all replays of a folder: `cargo run -p ghostreel --example collection -- replays Ghost`

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use ghostreel::collection;

fn main() -> Result<(), Box<dyn Error>> {
    let [folder, player] = [1, 2].map(|at| std::env::args().nth(at));
    let (Some(folder), Some(player)) = (folder, player) else { return Err("FOLDER PLAYER".into()) };
    run(Path::new(&folder), &player, &mut io::stdout().lock())
}

pub(crate) fn run(folder: &Path, player: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (mut games, mut counts) = (0, BTreeMap::<&str, u32>::new());
    for answer in collection([folder]).player(player).moments() {
        match answer.result {
            Ok(moments) => {
                games += 1;
                for moment in moments {
                    *counts.entry(moment.kind).or_default() += 1;
                }
            }
            // A bad file does not stop the others.
            Err(error) => writeln!(out, "{}: {error}", answer.path.display())?,
        }
    }
    writeln!(out, "{games} games of {player}")?;
    for (kind, count) in counts {
        writeln!(out, "{count:>6} {kind}")?;
    }
    Ok(())
}
