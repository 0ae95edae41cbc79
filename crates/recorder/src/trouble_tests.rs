//! Disks that are full, slow or gone.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ghostreel_reel::{Header, Original, Reel, Stream, Table, TableColumn};
use ghostreel_timeline::Column;

use crate::storage::Storage;
use crate::{PushError, Recorder, Row, RowInput, Session, Settings, State};

/// A disk in memory that follows a test's script.
#[derive(Clone, Debug, Default)]
struct Disk {
    bytes: Arc<Mutex<Vec<u8>>>,
    beside: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    /// Bytes that fit on it; 0: no bound.
    room: Arc<AtomicU64>,
    is_gone: Arc<AtomicBool>,
    /// Milliseconds that each write takes.
    delay: Arc<AtomicU64>,
    panics: Arc<AtomicBool>,
}

impl Storage for Disk {
    fn write(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        assert!(!self.panics.load(Ordering::Relaxed), "a bug");
        thread::sleep(Duration::from_millis(self.delay.load(Ordering::Relaxed)));
        if self.is_gone.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::NotConnected.into());
        }
        let mut there = self.bytes.lock().unwrap();
        assert!(offset as usize <= there.len(), "bytes are left out");
        there.truncate(offset as usize);
        there.extend_from_slice(bytes);
        let room = self.room.load(Ordering::Relaxed) as usize;
        if room > 0 && there.len() > room {
            // As far as there was room.
            there.truncate(room);
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        Ok(self.bytes.lock().unwrap().clone())
    }

    fn put_beside(&mut self, extension: &str, bytes: &[u8], _: bool) -> io::Result<PathBuf> {
        self.beside.lock().unwrap().insert(extension.to_owned(), bytes.to_owned());
        Ok(extension.into())
    }

    fn put_with_ending(&mut self, file: &Path, ending: &str, bytes: &[u8]) -> io::Result<()> {
        let name = format!("{}{ending}", file.display());
        self.beside.lock().unwrap().insert(name, bytes.to_owned());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<PathBuf> {
        Ok("it".into())
    }
}

fn session(settings: Settings) -> Session {
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
    let original = Original { format: "test".into(), ..Original::default() };
    let streams = vec![Stream::Table(table), Stream::Original(original)];
    let header = Header { game: "test".into(), streams, ..Header::default() };
    Session { header, name: "it".into(), settings, ..Session::default() }
}

fn settings() -> Settings {
    let [chunk, retry] = [5, 5].map(Duration::from_millis);
    Settings { chunk, retry, patience: Duration::from_millis(300), ..Settings::default() }
}

fn begin(disk: &Disk, settings: Settings) -> (Recorder, RowInput) {
    let mut recorder = Recorder::begin_in(session(settings), None, Box::new(disk.clone())).unwrap();
    let rows = recorder.rows("frames").unwrap();
    (recorder, rows)
}

fn push(rows: &mut RowInput, number: u32) -> Result<(), PushError> {
    rows.push(Row::default().f64(number.into()).u32(number))
}

fn until(mut what: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never happens");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The numbers of rows that are there, and how many are said to be missing between them.
fn rows_of(disk: &Disk) -> (Vec<u32>, u64) {
    let bytes = disk.bytes.lock().unwrap();
    let reel = Reel::open(&bytes).unwrap();
    let rows = reel.rows("frames", &["number"], f64::NEG_INFINITY..f64::INFINITY).unwrap();
    let missing = rows.missing.iter().map(|gap| gap.rows.end - gap.rows.start).sum();
    (rows.columns[0].as_u32().unwrap().to_vec(), missing)
}

const LONG: Duration = Duration::from_secs(20);

#[test]
fn a_disk_that_is_full_for_a_while_costs_nothing() {
    let disk = Disk::default();
    disk.room.store(900, Ordering::Relaxed);
    let (recorder, mut rows) = begin(&disk, settings());
    for number in 0..200 {
        push(&mut rows, number).unwrap();
        thread::sleep(Duration::from_micros(100));
    }
    until(|| recorder.status().trouble.is_some());
    let status = recorder.status();
    assert!(status.bytes_waiting > 0 && status.state == State::Recording, "{status:?}");
    assert!(status.trouble.unwrap().starts_with("the reel cannot be written"));
    disk.room.store(0, Ordering::Relaxed);
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!((status.state, status.rows_lost, status.trouble), (State::Finished, 0, None));
    assert_eq!(rows_of(&disk), ((0..200).collect(), 0));
}

#[test]
fn bytes_that_do_not_fit_in_memory_are_missing_and_counted() {
    let disk = Disk::default();
    disk.is_gone.store(true, Ordering::Relaxed);
    let bounds = Settings { waiting_bytes: 5000, ring_bytes: 4096, ..settings() };
    let (recorder, mut rows) = begin(&disk, bounds);
    let mut pushed = 0;
    let mut most_waiting = 0;
    until(|| {
        for _ in 0..50 {
            // A row that finds the ring full is lost, too.
            push(&mut rows, pushed).ok();
            pushed += 1;
        }
        let status = recorder.status();
        most_waiting = most_waiting.max(status.bytes_waiting);
        most_waiting > 5000 && pushed > 10_000
    });
    // No more than one turn's beyond the bound: the ring, filled a few times while it is emptied.
    assert!(most_waiting < 5000 + 4 * 4096, "{most_waiting}");
    disk.is_gone.store(false, Ordering::Relaxed);
    until(|| recorder.status().bytes_waiting == 0);
    push(&mut rows, pushed).unwrap();
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!(status.state, State::Finished);
    let (there, missing) = rows_of(&disk);
    assert_eq!(there.last(), Some(&pushed));
    assert_eq!((missing, there.len() as u64), (status.rows_lost, status.rows));
    assert_eq!(there.len() as u64 + missing, u64::from(pushed) + 1);
    let bytes = disk.bytes.lock().unwrap();
    let said = Reel::open(&bytes).unwrap().rows("result", &["name", "value"], 0.0..1.0).unwrap();
    assert_eq!(said.columns, [Column::dict(["lost.frames"]), Column::dict([missing.to_string()])]);
}

#[test]
fn a_disk_that_is_gone_at_the_end_fails_in_time_and_says_so() {
    let disk = Disk::default();
    let (recorder, mut rows) = begin(&disk, settings());
    push(&mut rows, 0).unwrap();
    until(|| recorder.status().bytes_written > 0 && recorder.status().bytes_waiting == 0);
    disk.is_gone.store(true, Ordering::Relaxed);
    push(&mut rows, 1).unwrap();
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!((status.state, &status.reel), (State::Failed, &None));
    assert!(status.trouble.unwrap().contains("not connected"));
    assert_eq!(push(&mut rows, 2), Err(PushError::Ended));
    // The rows written can be read.
    rows_of(&disk);
}

#[test]
fn a_slow_disk_fills_the_ring_and_never_makes_the_game_wait() {
    let disk = Disk::default();
    disk.delay.store(400, Ordering::Relaxed);
    let (recorder, mut rows) = begin(&disk, Settings { ring_bytes: 4096, ..settings() });
    thread::sleep(Duration::from_millis(60));
    let (mut taken, mut lost, mut slowest) = (0, 0, Duration::ZERO);
    for number in 0..400 {
        let begun = Instant::now();
        match push(&mut rows, number) {
            Ok(()) => taken += 1,
            Err(error) => {
                assert_eq!(error, PushError::Full);
                lost += 1;
            }
        }
        slowest = slowest.max(begun.elapsed());
    }
    assert!(lost > 0 && taken > 0, "{taken} {lost}");
    assert!(slowest < Duration::from_millis(300), "{slowest:?}");
    assert_eq!(rows.lost(), lost);
    disk.delay.store(0, Ordering::Relaxed);
    // Room again: the loss lies between.
    until(|| push(&mut rows, 1000).is_ok());
    let lost = rows.lost();
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!((status.state, status.rows_lost), (State::Finished, lost));
    let (there, missing) = rows_of(&disk);
    assert_eq!((there.len() as u64, missing), (taken + 1, lost));
}

#[test]
fn a_bug_in_the_writer_ends_the_recording_and_not_the_game() {
    let disk = Disk::default();
    disk.panics.store(true, Ordering::Relaxed);
    let (recorder, mut rows) = begin(&disk, settings());
    let status = recorder.wait(LONG);
    assert_eq!(status.state, State::Failed);
    assert_eq!(push(&mut rows, 0), Err(PushError::Ended));
}

#[test]
fn bytes_that_were_lost_are_missing_and_no_own_file_is_written() {
    let disk = Disk::default();
    disk.delay.store(200, Ordering::Relaxed);
    let (mut recorder, _rows) = begin(&disk, Settings { ring_bytes: 4096, ..settings() });
    let mut bytes = recorder.bytes().unwrap();
    let mut taken = 0;
    until(|| {
        let is_taken = bytes.push(&[7; 100], f64::NAN).is_ok();
        taken += u64::from(is_taken) * 100;
        !is_taken
    });
    disk.delay.store(0, Ordering::Relaxed);
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!((status.state, status.bytes_lost), (State::Finished, 100));
    assert!(status.remarks[0].contains("bytes of the game's own file were lost"), "{status:?}");
    let reel = disk.bytes.lock().unwrap();
    let reel = Reel::open(&reel).unwrap();
    let (there, missing) = reel.original(&[]).unwrap().unwrap();
    assert_eq!((there.len() as u64, missing[0].rows.clone()), (taken, taken..taken + 100));
    assert_eq!(reel.is_original(&there), Some(false));
}

#[test]
fn bytes_become_the_own_file() {
    let disk = Disk::default();
    let (mut recorder, _rows) = begin(&disk, settings());
    let mut bytes = recorder.bytes().unwrap();
    let sample = ghostreel_formats::sample("melee", None, 3).unwrap();
    for part in sample.chunks(9000) {
        while bytes.push(part, 0.5).is_err() {}
    }
    assert_eq!(bytes.lost(), 0);
    recorder.end(BTreeMap::new());
    let status = recorder.wait(LONG);
    assert_eq!((status.own_file, status.remarks), (Some("slp".into()), vec![]));
    assert_eq!(disk.beside.lock().unwrap()["slp"], sample);
}

#[test]
fn rows_that_do_not_fit_the_table_are_refused() {
    let disk = Disk::default();
    let (recorder, mut rows) = begin(&disk, settings());
    assert_eq!(rows.push(Row::default().f64(0.0)), Err(PushError::OtherColumns));
    assert_eq!(rows.push(Row::default().f64(0.0).u32(1).u8(2)), Err(PushError::OtherColumns));
    assert_eq!(rows.push(Row::default().f64(0.0).text("abc")), Err(PushError::OtherColumns));
    push(&mut rows, 5).unwrap();
    assert_eq!(push(&mut rows, 4), Err(PushError::OutOfOrder));
    assert_eq!(rows.push(Row::default().f64(f64::NAN).u32(1)), Err(PushError::OutOfOrder));
    assert_eq!(rows.push_bytes(&[0; 12], Some(&[]), &[]), Err(PushError::OtherColumns));
    assert_eq!((rows.push_bytes(&[], None, &[]), rows.lost()), (Ok(()), 0));
    drop(recorder);
    assert_eq!(push(&mut rows, 6), Err(PushError::Ended));
}
