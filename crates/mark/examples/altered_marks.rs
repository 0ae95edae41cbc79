//! Makes two thousand reels and messages with something wrong in many of them, always the same, and says what this implementation says of each:
//! `cargo xtask test` compares that with what `docs/spec/mark_verifier.py` says.

#[path = "../tests/all/support/mod.rs"]
mod support;

use std::path::Path;
use std::{env, fs};

use ghostreel_core::Random;
use ghostreel_mark::{FileMark, message, sign};
use serde_json::{Map, Value};
use support::{Recording, player, random, record, verdict};

const SESSIONS: usize = 700;
const CHANGED: usize = 600;
const MESSAGES: usize = 450;
const MARKS: usize = 150;
/// Sessions at some speed, with receipts left out to hide it.
const LEFT_OUT: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::args_os().nth(1).ok_or("where to write them is missing")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let mut random = Random::new(12);
    let mut verdicts = Map::new();
    let mut add = |name: String, bytes: &[u8], beside: Option<&[u8]>, verdict: Value| {
        if let Some(mark) = beside {
            fs::write(folder.join(format!("{name}.mark")), mark)?;
        }
        fs::write(folder.join(&name), bytes)?;
        verdicts.insert(name, verdict);
        std::io::Result::Ok(())
    };
    for number in 0..SESSIONS {
        let reel = random::session(&mut random);
        add(format!("session-{number:03}.reel"), &reel, None, verdict::of_reel(&reel, None))?;
    }
    for number in 0..LEFT_OUT {
        let how = Recording {
            has_server: true,
            leaves_out: true,
            seconds: random.between(20, 150) as u32,
            speed: f64::from(random.range(0.6, 1.3)),
            ..Recording::default()
        };
        let reel = record(&how).reel;
        add(format!("left-out-{number:03}.reel"), &reel, None, verdict::of_reel(&reel, None))?;
    }
    for number in 0..CHANGED {
        let reel = random::changed_reel(&mut random);
        add(format!("changed-{number:03}.reel"), &reel, None, verdict::of_reel(&reel, None))?;
    }
    for number in 0..MESSAGES {
        let bytes = random::message(&mut random);
        add(format!("signed-{number:03}.message"), &bytes, None, verdict::of_message(&bytes))?;
    }
    for number in 0..MARKS {
        let (reel, mark) = marked(&mut random);
        let verdict = verdict::of_reel(&reel, Some(&mark));
        add(format!("beside-{number:03}.reel"), &reel, Some(&mark), verdict)?;
    }
    fs::write(folder.join("verdicts.json"), serde_json::to_string_pretty(&verdicts)?)?;
    println!("{} files", verdicts.len());
    Ok(())
}

/// A reel without a key, and a mark beside it, with a session or without; one of ten bits of either may be another.
fn marked(random: &mut Random) -> (Vec<u8>, Vec<u8>) {
    let mut reel = support::unmarked();
    let sha256 = message::digest(&reel);
    let name = if random.chance(0.1) { "replay" } else { "reel" };
    let files = vec![ghostreel_mark::NamedFile { format: name.into(), sha256 }];
    let unanswered = if random.chance(0.2) { 3..99 } else { 0..0 };
    let game = if random.chance(0.2) { "melee" } else { "test" };
    let has_rows = random.chance(0.8);
    let how = Recording {
        has_server: true,
        seconds: 16,
        files,
        unanswered,
        game,
        has_rows,
        ..Recording::default()
    };
    let evidence = random.chance(0.7).then(|| support::evidence(&record(&how)));
    let format = if random.chance(0.1) { "slp" } else { "reel" }.to_owned();
    let mut mark = sign(&FileMark { format, sha256, made: support::BEGIN_MS, evidence }, &player());
    if random.chance(0.3) {
        let bytes = if random.chance(0.5) { &mut reel } else { &mut mark };
        let at = random.between(20, bytes.len() as i32 - 1) as usize;
        bytes[at] ^= 1 << random.between(0, 7);
    }
    (reel, mark)
}
