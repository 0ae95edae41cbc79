//! A process that writes a reel is killed: the written data is a true prefix, and at most the chunk in progress is lost.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use crate::support::{frames, header};
use ghostreel_core::Random;
use ghostreel_reel::{Reel, Settings, Writer};

const FOLDER: &str = "GHOSTREEL_REEL_FOLDER";
const ROUNDS: u32 = 1000;

#[test]
#[ignore = "run by the test below, which kills it"]
fn write_until_killed() {
    let Ok(folder) = env::var(FOLDER) else { return };
    let folder = Path::new(&folder);
    let mut file = File::create(folder.join("a.reel")).unwrap();
    let mut writer =
        Writer::new(header(), Settings { bytes: 2000, ..Settings::default() }).unwrap();
    let begin = Instant::now();
    // An orphan ends by itself.
    for number in (0..).step_by(10).take_while(|_| begin.elapsed() < Duration::from_secs(60)) {
        let bytes = writer.take();
        file.write_all(&bytes).unwrap();
        // Rows before the chunk that is still open: a whole number of those that have 2,000 bytes.
        if !bytes.is_empty() {
            fs::write(folder.join("closed.new"), number.to_string()).unwrap();
            fs::rename(folder.join("closed.new"), folder.join("closed")).unwrap();
        }
        writer.rows(1, &frames(number, 10)).unwrap();
    }
}

#[test]
fn a_killed_writer_loses_at_most_the_chunk_in_progress() {
    let folder = env::temp_dir().join(format!("ghostreel-reel-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (mut random, mut rows_seen) = (Random::new(5), 0);
    for round in 0..ROUNDS {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "kill::write_until_killed", "--ignored"])
            .env(FOLDER, &folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(2000 + random.between(0, 8000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let bytes = fs::read(folder.join("a.reel")).unwrap_or_default();
        let closed = fs::read_to_string(folder.join("closed")).unwrap_or_default();
        let Ok(reel) = Reel::open(&bytes) else {
            assert!(
                closed.is_empty(),
                "round {round}: nothing is read, and {closed} rows were closed"
            );
            continue;
        };
        let columns = ["time", "head.position.x", "number", "energy", "step", "tracked"];
        let rows = reel.rows("frames", &columns, f64::NEG_INFINITY..f64::INFINITY).unwrap();
        let count = rows.columns[0].len();
        assert_eq!(rows.columns, frames(0, count as u32), "round {round}");
        // Closed chunks hold whole batches; a chunk may end within the last one.
        let closed: usize = closed.parse().unwrap_or(0);
        assert!(count + 2000 / 24 >= closed, "round {round}: {count} of {closed} rows");
        rows_seen += count;
        fs::remove_file(folder.join("closed")).ok();
        fs::remove_file(folder.join("a.reel")).ok();
    }
    fs::remove_dir_all(&folder).ok();
    assert!(rows_seen > 0, "the process never came to write a row");
    println!("{} rows on average", rows_seen / ROUNDS as usize);
}
