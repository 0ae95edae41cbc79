//! Files and folders that change while they are followed, as recorders and people change them.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ghostreel_formats::sample;
use ghostreel_live::{EndReason, LiveEvent, Source, follow};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(20);
/// Longer than a whole file is waited for, and than a folder takes to be listed.
const WHILE: Duration = Duration::from_millis(400);

fn melee(variant: &str) -> Vec<u8> {
    sample("melee", Some(variant), 1).unwrap()
}

/// The next news, which must come.
#[track_caller]
fn next(source: &mut dyn Source) -> LiveEvent {
    source.next(LONG).expect("nothing came")
}

#[track_caller]
fn began(source: &mut dyn Source, expected: &str) {
    assert_eq!(next(source), LiveEvent::Began { name: expected.to_owned() });
}

/// Takes in so many bytes.
#[track_caller]
fn take(source: &mut dyn Source, length: usize) -> Vec<u8> {
    let mut taken = Vec::new();
    while taken.len() < length {
        apply(&mut taken, next(source));
    }
    taken
}

/// Takes in everything up to the end of the replay.
#[track_caller]
fn rest(source: &mut dyn Source, mut taken: Vec<u8>) -> (Vec<u8>, EndReason) {
    loop {
        match next(source) {
            LiveEvent::Ended(why) => return (taken, why),
            news => apply(&mut taken, news),
        }
    }
}

#[track_caller]
fn apply(taken: &mut Vec<u8>, news: LiveEvent) {
    match news {
        LiveEvent::Bytes(bytes) => taken.extend(bytes),
        LiveEvent::Rewritten { offset, bytes } => {
            taken[offset..offset + bytes.len()].copy_from_slice(&bytes);
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn nothing(source: &mut dyn Source) {
    assert_eq!(source.next(WHILE), None);
}

fn append(path: &Path, bytes: &[u8]) {
    let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(bytes).unwrap();
}

/// A game that goes on, as Slippi's recorder leaves it, and its end.
struct Recording {
    file: File,
    whole: Vec<u8>,
    written: usize,
}

impl Recording {
    /// The bytes after the length stand after the events.
    fn begin(path: &Path) -> Self {
        let whole = melee("small");
        let mut file = File::create(path).unwrap();
        file.write_all(&whole[..11]).unwrap();
        file.write_all(&[0; 4]).unwrap();
        Self { file, whole, written: 15 }
    }

    fn events_end(&self) -> usize {
        15 + u32::from_be_bytes(self.whole[11..15].try_into().unwrap()) as usize
    }

    fn write(&mut self, to: usize) {
        self.file.write_all(&self.whole[self.written..to]).unwrap();
        self.written = to;
    }

    fn end(mut self) -> Vec<u8> {
        self.write(self.events_end());
        self.file.seek(SeekFrom::Start(11)).unwrap();
        self.file.write_all(&self.whole[11..15]).unwrap();
        self.file.seek(SeekFrom::End(0)).unwrap();
        self.write(self.whole.len());
        self.whole
    }
}

#[test]
fn a_game_is_given_as_it_is_written_and_in_the_end_is_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.slp");
    let mut source = follow(&path);
    nothing(&mut *source);
    File::create(&path).unwrap();
    nothing(&mut *source);

    let mut recording = Recording::begin(&path);
    began(&mut *source, "a.slp");
    let mut taken = take(&mut *source, 15);
    for to in [16, 100, 800, 2_000, 2_001] {
        recording.write(to);
        taken.extend(take(&mut *source, to - taken.len()));
    }
    assert_eq!(taken[11..15], [0; 4]);
    // The game is paused, and goes on.
    nothing(&mut *source);
    recording.write(5_000);
    taken.extend(take(&mut *source, 2_999));
    let whole = recording.end();
    let (taken, why) = rest(&mut *source, taken);
    assert_eq!(why, EndReason::Finished);
    assert!(taken == whole && taken == fs::read(&path).unwrap());
    nothing(&mut *source);
}

#[test]
fn bytes_are_given_within_a_frame_or_two_of_being_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.slp");
    let mut recording = Recording::begin(&path);
    let mut source = follow(&path);
    began(&mut *source, "a.slp");
    take(&mut *source, 15);
    let mut delays = Vec::new();
    for to in (1_000..8_000).step_by(350) {
        let written = Instant::now();
        recording.write(to);
        take(&mut *source, 1);
        delays.push(written.elapsed());
        std::thread::sleep(Duration::from_millis(3));
    }
    delays.sort();
    let median = delays[delays.len() / 2];
    assert!(median < Duration::from_millis(33), "{delays:?}");
}

#[test]
fn a_beat_saber_replay_that_is_written_at_once_is_given_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bsor");
    let whole = sample("beat-saber", None, 1).unwrap();
    fs::write(&path, &whole).unwrap();
    let mut source = follow(&path);
    began(&mut *source, "a.bsor");
    let (taken, why) = rest(&mut *source, Vec::new());
    assert_eq!(why, EndReason::Finished);
    assert!(taken == whole);
}

#[test]
fn a_file_put_into_the_place_of_another_is_followed_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.slp");
    let whole = melee("small");
    let other = melee("ice-climbers");
    append(&path, &whole[..8_000]);
    let mut source = follow(&path);
    began(&mut *source, "a.slp");
    take(&mut *source, 8_000);

    // Written anew from the start.
    fs::write(&path, &whole[..3_000]).unwrap();
    assert_eq!(next(&mut *source), LiveEvent::Ended(EndReason::Replaced));
    began(&mut *source, "a.slp");
    take(&mut *source, 3_000);

    // Another file under the name.
    let new = folder.path().join("new");
    fs::write(&new, &whole[..4_000]).unwrap();
    fs::rename(&new, &path).unwrap();
    assert_eq!(next(&mut *source), LiveEvent::Ended(EndReason::Replaced));
    began(&mut *source, "a.slp");
    take(&mut *source, 4_000);

    // Written anew without ever being seen shorter.
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.write_all(&other[..4_000]).unwrap();
    assert_eq!(next(&mut *source), LiveEvent::Ended(EndReason::Replaced));
    began(&mut *source, "a.slp");
    assert!(take(&mut *source, 4_000) == other[..4_000]);

    fs::remove_file(&path).unwrap();
    assert_eq!(next(&mut *source), LiveEvent::Ended(EndReason::Gone));
    nothing(&mut *source);
    fs::write(&path, &whole).unwrap();
    began(&mut *source, "a.slp");
    let (taken, why) = rest(&mut *source, Vec::new());
    assert_eq!((taken == whole, why), (true, EndReason::Finished));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_moved_while_it_is_written_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.slp");
    let mut recording = Recording::begin(&path);
    recording.write(3_000);
    let mut source = follow(&path);
    began(&mut *source, "a.slp");
    let taken = take(&mut *source, 3_000);
    fs::rename(&path, folder.path().join("moved")).unwrap();
    std::thread::sleep(WHILE);
    let whole = recording.end();
    let (taken, why) = rest(&mut *source, taken);
    assert_eq!((taken == whole, why), (true, EndReason::Finished));
}

#[test]
fn the_newest_replay_of_a_folder_is_followed_and_then_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut source = follow(folder.path());
    nothing(&mut *source);
    fs::write(path("notes.txt"), b"no replay").unwrap();
    File::create(path("empty.slp")).unwrap();
    nothing(&mut *source);

    let first = Recording::begin(&path("z.slp"));
    began(&mut *source, "z.slp");
    let whole = first.end();
    let (taken, why) = rest(&mut *source, Vec::new());
    assert_eq!((taken == whole, why), (true, EndReason::Finished));

    // A finished game is given another name: that is no news.
    fs::rename(path("z.slp"), path("named.slp")).unwrap();
    nothing(&mut *source);

    // The next is in a folder for the month, and breaks off.
    fs::create_dir(path("2026-01")).unwrap();
    let mut second = Recording::begin(&path("2026-01/b.slp"));
    second.write(5_000);
    began(&mut *source, "b.slp");
    take(&mut *source, 5_000);
    nothing(&mut *source);

    let mut third = Recording::begin(&path("a.SLP"));
    third.write(4_000);
    assert_eq!(next(&mut *source), LiveEvent::Ended(EndReason::Superseded));
    began(&mut *source, "a.SLP");
    take(&mut *source, 4_000);
    // Two recorders at once: the one that began last is followed, without going to and fro.
    second.write(6_000);
    nothing(&mut *source);
    third.write(5_000);
    take(&mut *source, 1_000);
}

#[test]
fn a_folder_may_come_into_being_later() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("Slippi");
    let mut source = follow(&folder);
    nothing(&mut *source);
    fs::create_dir_all(folder.join("2026-01")).unwrap();
    nothing(&mut *source);
    fs::write(folder.join("2026-01/a.slp"), melee("small")).unwrap();
    began(&mut *source, "a.slp");
    assert_eq!(rest(&mut *source, Vec::new()).1, EndReason::Finished);
}

#[test]
fn of_a_folder_with_games_the_last_is_followed_and_an_older_one_when_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let whole = melee("small");
    let mut paused = Recording::begin(&path("paused.slp"));
    std::thread::sleep(Duration::from_millis(50));
    fs::write(path("last.slp"), &whole).unwrap();
    let mut source = follow(folder.path());
    began(&mut *source, "last.slp");
    let (taken, why) = rest(&mut *source, Vec::new());
    assert_eq!((taken == whole, why), (true, EndReason::Finished));
    nothing(&mut *source);
    paused.write(2_000);
    began(&mut *source, "paused.slp");
    take(&mut *source, 2_000);
    paused.end();
    assert_eq!(rest(&mut *source, Vec::new()).1, EndReason::Finished);
}

#[test]
fn another_file_ends_after_a_while_and_is_then_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.slp");
    fs::write(&path, vec![b'x'; 3_000_000]).unwrap();
    let mut source = follow(&path);
    began(&mut *source, "a.slp");
    let (taken, why) = rest(&mut *source, Vec::new());
    assert_eq!((taken.len(), why), (3_000_000, EndReason::Finished));
    nothing(&mut *source);
}
