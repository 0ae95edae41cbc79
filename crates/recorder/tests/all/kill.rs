//! A game that records is killed: the written data is a true prefix, and no more than the last chunk's time is lost.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use ghostreel_core::Random;
use ghostreel_recorder::{Recorder, Row, Session, Settings};
use ghostreel_reel::{Header, Integrity, Reel, Stream, Table, TableColumn};

const FOLDER: &str = "GHOSTREEL_RECORDER_FOLDER";
const ROUNDS: u32 = 60;
const CHUNK: Duration = Duration::from_millis(30);

#[test]
#[ignore = "run by the test below, which kills it"]
fn record_until_killed() {
    let Ok(folder) = env::var(FOLDER) else { return };
    let column = |name: &str, kind: &str| TableColumn {
        name: name.into(),
        kind: kind.into(),
        ..TableColumn::default()
    };
    let table = Table {
        name: "frames".into(),
        rows: "states".into(),
        time: Some("time".into()),
        columns: vec![column("time", "f64"), column("number", "u32")],
        ..Table::default()
    };
    let streams = vec![Stream::Table(table)];
    let header = Header { game: "test".into(), streams, ..Header::default() };
    let settings = Settings { chunk: CHUNK, ..Settings::default() };
    let session = Session { header, folder: (&folder).into(), name: "it".into(), settings };
    let mut recorder = Recorder::begin(session).unwrap();
    let mut rows = recorder.rows("frames").unwrap();
    let mut row = Row::default();
    let begin = Instant::now();
    // An orphan ends by itself.
    for number in (0..).take_while(|_| begin.elapsed() < Duration::from_secs(60)) {
        row.clear().f64(begin.elapsed().as_secs_f64()).u32(number);
        rows.push(&row).unwrap();
        if number % 16 == 0 {
            let written = recorder.status().bytes_written;
            fs::write(Path::new(&folder).join("new"), written.to_string()).unwrap();
            fs::rename(Path::new(&folder).join("new"), Path::new(&folder).join("said")).unwrap();
        }
        thread::sleep(Duration::from_micros(500));
    }
}

#[test]
fn a_game_that_is_killed_loses_at_most_the_chunk_in_progress() {
    let mut random = Random::new(9);
    let (mut seen, mut slowest) = (0, 0.0_f64);
    for round in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "kill::record_until_killed", "--ignored"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(60 + random.between(0, 120) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        // Rows that the recorder reported as written are.
        let said = fs::read_to_string(folder.path().join("said")).unwrap_or_default();
        let path = folder.path().join("it.unfinished.reel");
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        assert!(length >= said.parse().unwrap_or(0), "round {round}: {length} of {said} bytes");
        let Some((times, numbers)) = read(&path) else {
            assert!(["", "0"].contains(&&*said), "round {round}: {said} bytes cannot be read");
            continue;
        };
        let expected: Vec<u32> = (0..numbers.len() as u32).collect();
        assert_eq!(numbers, expected, "round {round}");
        seen += numbers.len();
        slowest = times.last().copied().map_or(slowest, |last| slowest.max(last));
    }
    assert!(seen > 0 && slowest > 0.0, "the process never came to write a row");
}

fn read(path: &Path) -> Option<(Vec<f64>, Vec<u32>)> {
    let bytes = fs::read(path).ok()?;
    let reel = Reel::open(&bytes).ok()?;
    assert!(!reel.is_finished());
    assert!(reel.verify().iter().all(|chunk| *chunk == Integrity::Whole));
    let rows = reel.rows("frames", &["time", "number"], 0.0..f64::INFINITY).unwrap();
    let [times, numbers] = rows.columns.try_into().unwrap();
    Some((times.as_f64().unwrap().to_vec(), numbers.as_u32().unwrap().to_vec()))
}
