//! Events and their times: `cargo run -p ghostreel --example events -- match.replay`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::{Options, TableKind};

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
    for table in replay.timeline().tables() {
        let schema = table.schema();
        let (TableKind::Events, Some(time)) = (schema.kind, schema.time) else { continue };
        writeln!(out, "{} × {}", table.rows(), schema.meaning)?;
        // The first three of each.
        for event in replay.events(&schema.name)?.rows().take(3) {
            write!(out, "  {:>8} s", event.cell(time)?.to_string())?;
            for (column, cell) in event.cells().filter(|(column, _)| column.name != time) {
                write!(out, "  {} {cell} {}", column.name, column.unit)?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
