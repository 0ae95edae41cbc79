//! `.slp` beside the crate `peppi`.

use std::hint::black_box;
use std::io::Cursor;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use ghostreel_core::DecodeOptions;
use ghostreel_slp::{Outline, Replay, View, encode, sample};
use ghostreel_timeline::Timeline;
use peppi::game::immutable::Game;
use peppi::io::slippi::{de::Opts, read, write};

use crate::job;
use crate::measure::{medians, rate, ratio};
use ghostreel_corpus::files as corpus;

/// Files with a row of their own, by how their names begin: online with rollbacks, four players, a typical game, the
/// oldest version, many items, a short one.
const TYPICAL: [&str; 6] = ["5e280a4f", "97b3db00", "a2fbab85", "3dcea791", "da2a7daf", "002046e1"];

/// Tables that are derived from the file on demand: the names of states, and the height of the ground of two stages.
/// The peer lacks them.
const DERIVED: [&str; 3] = ["action_states", "fod_heights", "stadium_forms"];

pub(crate) const JOB: job::Job = job::Job {
    name: "slp",
    peer_name: "peppi 2.1",
    folder: "slippi/good",
    typical: &TYPICAL,
    can_peer: |bytes| matches!(catch_unwind(|| peer_read(bytes, false)), Ok(Some(_))),
    ours: |bytes| recorded(&open(bytes).timeline()),
    peer: |bytes| peer_read(bytes, false).map_or(0, |game| game.frames.len()),
    derived: Some(|bytes| derived(&open(bytes).timeline())),
};

pub(crate) fn run() {
    let files = corpus("slippi/good").unwrap_or_else(|| {
        println!("no corpus: measured on the synthetic samples");
        let sample =
            |(name, options): (&str, _)| (name.into(), encode(&sample::generate(&options)));
        sample::variants().into_iter().map(sample).collect()
    });
    // The peer panics at some files; that is counted below.
    std::panic::set_hook(Box::new(|_| {}));
    let mut files: Vec<Job> =
        files.into_iter().map(|(name, bytes)| Job::new(name, bytes)).collect();
    drop(std::panic::take_hook());

    println!("slp: times in turns with the crate peppi 2.1\n");
    println!(
        "| file | MB | to columns: peer | ours | ratio | with rollbacks | ends: peer | ours | ratio | rewrite: peer | ours | ratio | memcpy |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for prefix in TYPICAL {
        let of_name = |file: &&Job| file.name.starts_with(prefix) && file.can_write;
        if let Some(file) = files.iter().find(of_name) {
            print_row(prefix, std::slice::from_ref(file));
        }
    }
    print_row("**all**", &files);

    print_derived(&files);
    print_counts(&files);
    print_threads(&mut files);
}

/// A file, and the peer's abilities with it.
struct Job {
    name: String,
    bytes: Vec<u8>,
    replay: Replay,
    game: Option<Game>,
    can_skip: bool,
    can_write: bool,
    is_exact: bool,
}

impl Job {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        let replay = open(&bytes).to_replay();
        assert!(encode(&replay) == bytes, "{name} does not round-trip");
        let game = catch_unwind(|| peer_read(&bytes, false)).ok().flatten();
        let can_skip = matches!(catch_unwind(|| peer_read(&bytes, true)), Ok(Some(_)));
        let written = game.as_ref().and_then(|game| {
            catch_unwind(std::panic::AssertUnwindSafe(|| peer_write(game, bytes.len()))).ok()?
        });
        let is_exact = written.as_ref() == Some(&bytes);
        Self { name, replay, game, can_skip, can_write: written.is_some(), is_exact, bytes }
    }

    fn peer_write(&self) -> usize {
        let written = self.game.as_ref().and_then(|game| peer_write(game, self.bytes.len()));
        black_box(written).map_or(0, |bytes| bytes.len())
    }
}

fn peer_read(bytes: &[u8], skip_frames: bool) -> Option<Game> {
    let options = Opts { skip_frames, ..Opts::default() };
    read(Cursor::new(bytes), Some(&options)).ok()
}

fn peer_write(game: &Game, size: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size);
    write(&mut bytes, game).ok()?;
    Some(bytes)
}

/// Measures some files and prints a row. Each comparison is over those files with which the peer can do it.
fn print_row(name: &str, files: &[Job]) {
    let read: Vec<&Job> = files.iter().filter(|file| file.game.is_some()).collect();
    let skipped: Vec<&Job> = files.iter().filter(|file| file.can_skip).collect();
    let written: Vec<&Job> = files.iter().filter(|file| file.can_write).collect();
    let size = |files: &[&Job]| files.iter().map(|file| file.bytes.len()).sum::<usize>();
    let [load, columns, copies, skip, ends, write, encode, copy] = medians([
        Box::new(|| sum(&read, |file| peer_read(&file.bytes, false).map_or(0, |g| g.frames.len()))),
        Box::new(|| sum(&read, |file| recorded(&open(&file.bytes).timeline()))),
        Box::new(|| sum(&read, |file| recorded(&open(&file.bytes).timeline_with_rollbacks()))),
        Box::new(|| {
            sum(&skipped, |file| peer_read(&file.bytes, true).map_or(0, |g| g.frames.len()))
        }),
        Box::new(|| sum(&skipped, |file| outline(&file.bytes))),
        Box::new(|| sum(&written, Job::peer_write)),
        Box::new(|| sum(&written, |file| black_box(encode(&file.replay)).len())),
        Box::new(|| sum(&read, |file| black_box(file.bytes.to_vec()).len())),
    ]);
    println!(
        "| {name} | {:.2} | {load:.2?} | {columns:.2?} ({:.2} GB/s) | **{:.1} ×** | {:.1} × | {skip:.1?} | {ends:.1?} | **{:.1} ×** | {write:.2?} | {encode:.2?} ({:.1} GB/s) | **{:.1} ×** | {:.1} GB/s |",
        size(&read) as f64 / 1e6,
        rate(size(&read), columns),
        ratio(load, columns),
        ratio(load, copies),
        ratio(skip, ends),
        rate(size(&written), encode),
        ratio(write, encode),
        rate(size(&read), copy),
    );
}

/// The time of derived tables, beside opening and all others.
fn print_derived(files: &[Job]) {
    let files: Vec<&Job> = files.iter().collect();
    let [recorded, derived, open] = medians([
        Box::new(|| sum(&files, |file| recorded(&open(&file.bytes).timeline()))),
        Box::new(|| sum(&files, |file| derived(&open(&file.bytes).timeline()))),
        Box::new(|| sum(&files, |file| open(&file.bytes).diagnostics().len())),
    ]);
    println!(
        "\nall {} files: opened {open:.2?}, to columns {recorded:.2?}; opened and to the derived tables {}: {derived:.2?}",
        files.len(),
        DERIVED.join(", ")
    );
}

fn print_counts(files: &[Job]) {
    let count = |can: fn(&Job) -> bool| files.iter().filter(|file| can(file)).count();
    println!(
        "\nof {} files the peer reads {}, reads {} without frames, and writes {}, {} of them exactly",
        files.len(),
        count(|file| file.game.is_some()),
        count(|file| file.can_skip),
        count(|file| file.can_write),
        count(|file| file.is_exact),
    );
}

/// All files to columns by one thread and by two.
fn print_threads(files: &mut [Job]) {
    files.sort_by_key(|file| std::cmp::Reverse(file.bytes.len()));
    let bytes = files.iter().map(|file| file.bytes.len()).sum();
    let [one, two] = medians([Box::new(|| pool(files, 1)), Box::new(|| pool(files, 2))]);
    println!(
        "all files to columns: one thread {one:.2?} ({:.2} GB/s), two {two:.2?} ({:.2} GB/s): **{:.2} ×**",
        rate(bytes, one),
        rate(bytes, two),
        ratio(one, two)
    );
    // Where other work keeps a core busy, the clock says little about two threads; their cost to each other shows
    // in the time that they ran.
    let ran = |threads| (0..41).map(|_| pool(files, threads)).min().unwrap_or(0) as f64 / 1e6;
    let (one, two) = (ran(1), ran(2));
    println!(
        "processor time: one thread {one:.2} ms, two together {two:.2} ms: **{:.2} ×** on two free cores",
        2.0 * one / two
    );
}

fn sum(files: &[&Job], work: impl Fn(&Job) -> usize) -> usize {
    files.iter().map(|file| black_box(work(file))).sum()
}

/// Every column of every recorded table, all of them held at once, as the peer does.
fn recorded(timeline: &Timeline<'_>) -> usize {
    columns(timeline, |name| !DERIVED.contains(&name))
}

/// Every column of the tables that are worked out.
fn derived(timeline: &Timeline<'_>) -> usize {
    columns(timeline, |name| DERIVED.contains(&name))
}

fn columns(timeline: &Timeline<'_>, wanted: impl Fn(&str) -> bool) -> usize {
    let tables = timeline.tables().iter().filter(|table| wanted(&table.schema().name));
    let columns: Vec<_> = tables.filter_map(|table| table.all_columns().ok()).collect();
    black_box(columns).len()
}

fn open(bytes: &[u8]) -> View<'_> {
    View::open(bytes, &DecodeOptions::STRICT).expect("a sound file")
}

/// Sizes of events, settings with names, how it ended, metadata.
fn outline(bytes: &[u8]) -> usize {
    let outline = Outline::read(bytes).expect("a sound file");
    let players = outline.game_start().map_or(0, |start| black_box(start.players()).len());
    black_box((outline.game_end(), outline.metadata()));
    players
}

/// All files to columns, the longest first, by a number of threads that take the next as soon as they have done one.
/// Gives the nanoseconds that the threads ran, where the system has them.
fn pool(files: &[Job], threads: usize) -> usize {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            let start = nanoseconds_run();
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                recorded(&open(&file.bytes).timeline());
            }
            nanoseconds_run() - start
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    })
}

/// How long this thread has run. 0 where the system does not have it: everywhere but on Linux.
fn nanoseconds_run() -> usize {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    statistics.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
}
