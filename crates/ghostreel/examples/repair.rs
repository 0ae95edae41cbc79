//! A whole file out of a damaged one: `cargo run -p ghostreel --example repair -- cut.bsor whole.bsor`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::Options;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let paths = paths.first().zip(paths.get(1)).map(|(from, to)| (&**from, &**to));
    run(paths, &mut io::stdout().lock())
}

pub(crate) fn run(paths: Option<(&str, &str)>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let replay = match paths {
        Some((from, _)) => ghostreel::open(from)?,
        None => {
            // A sample without its end.
            let mut bytes = ghostreel::sample("beat-saber", None, 1).ok_or("no such game")?;
            bytes.truncate(300_000);
            ghostreel::read(bytes, &Options::default())?
        }
    };
    for diagnostic in replay.diagnostics() {
        writeln!(out, "{diagnostic}")?;
    }
    let Some(whole) = replay.repaired()? else {
        writeln!(out, "nothing is wrong")?;
        return Ok(());
    };
    writeln!(out, "{} bytes are whole", whole.len())?;
    if let Some((_, to)) = paths {
        std::fs::write(to, whole)?;
    }
    Ok(())
}
