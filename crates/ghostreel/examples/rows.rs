//! The accuracy of every hit of Beat Saber: `cargo run -p ghostreel --example rows -- *.bsor`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::beat_saber::{EventType, Note};
use ghostreel::{Options, Replay};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    run(&paths, &mut io::stdout().lock())
}

pub(crate) fn run(paths: &[String], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    if paths.is_empty() {
        let bytes = ghostreel::sample("beat-saber", None, 1).ok_or("no such game")?;
        return print(&ghostreel::read(bytes, &Options::default())?, out);
    }
    paths.iter().try_for_each(|path| print(&ghostreel::open(path)?, out))
}

fn print(replay: &Replay<'_>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let is_hit = |note: &Note| note.event_type() == Some(EventType::Good);
    for hit in replay.rows::<Note>()?.into_iter().filter(is_hit) {
        writeln!(
            out,
            "{:.2} s: {} of {} points",
            hit.head.event_time,
            hit.points(),
            hit.max_points()
        )?;
    }
    Ok(())
}
