//! Columns of ten seconds as CSV: `cargo run -p ghostreel --example columns -- a.bsor`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::Options;

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args().nth(1).as_deref(), &mut io::stdout().lock())
}

pub(crate) fn run(path: Option<&str>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let replay = match path {
        Some(path) => ghostreel::open(path)?,
        None => {
            let bytes = ghostreel::sample("beat-saber", None, 1).ok_or("no such game")?;
            ghostreel::read(bytes, &Options::default())?
        }
    };
    // Moving objects have another name in each game.
    let (table, names) = match replay.format().game {
        "beat-saber" => ("frames", ["head.pos.x", "head.pos.y", "head.pos.z"]),
        "melee" => ("frames", ["port", "post.position_x", "post.position_y"]),
        _ => ("cars", ["position.x", "position.y", "position.z"]),
    };
    let columns = replay.columns(table, names, 10.0..20.0)?;

    let header: Vec<&str> = columns.iter().map(|(schema, _)| &*schema.name).collect();
    writeln!(out, "{}", header.join(","))?;
    for row in columns.rows() {
        let cells: Vec<String> = row.cells().map(|(_, cell)| cell.to_string()).collect();
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}
