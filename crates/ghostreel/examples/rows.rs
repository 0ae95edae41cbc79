//! Typed rows of each game: `cargo run -p ghostreel --example rows -- game.slp`

use std::error::Error;
use std::io::{self, Write};

use ghostreel::bsor::{EventType, Note};
use ghostreel::rlreplay::project::GoalRow;
use ghostreel::slp::layout::PostFrame;
use ghostreel::{Options, Replay};

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args().nth(1).as_deref(), &mut io::stdout().lock())
}

pub(crate) fn run(path: Option<&str>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    if let Some(path) = path {
        return print(&ghostreel::open(path)?, out);
    }
    for (game, _) in ghostreel::sample_variants() {
        let bytes = ghostreel::sample(game, None, 1).ok_or("no such game")?;
        print(&ghostreel::read(bytes, &Options::default())?, out)?;
    }
    Ok(())
}

fn print(replay: &Replay<'_>, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    match replay.format().game {
        "beat-saber" => {
            let is_miss = |note: &Note| note.event_type() == Some(EventType::Miss);
            let misses = replay.as_bsor()?.rows::<Note>().filter(is_miss).count();
            writeln!(out, "{misses} notes were missed")?;
        }
        "melee" => {
            let percents = replay.as_slp()?.rows::<PostFrame>().map(|post| post.percent);
            writeln!(out, "the most damage was {:.1} %", percents.fold(0.0, f32::max))?;
        }
        _ => {
            // As the stream is long, two threads decode it.
            replay.decode_with(2);
            for goal in replay.as_rlreplay()?.rows::<GoalRow>() {
                writeln!(out, "{:.2} s: a goal of team {}", goal.time, goal.team)?;
            }
        }
    }
    Ok(())
}
