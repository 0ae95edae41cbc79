//! How many instructions decoding takes, ours beside the peer's: the same on a busy machine as on a quiet one, which times are not.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use ghostreel_corpus::{files, folder};
use ghostreel_count::{can_count, counted};

use crate::job::Job;
use crate::{bsor, rlreplay, slp};

const JOBS: [&Job; 3] = [&bsor::JOB, &rlreplay::JOB, &slp::JOB];

/// Prints a table for each game.
pub(crate) fn run() {
    if !can_count() {
        println!("instructions: skipped, since valgrind, which counts them, is not at hand");
        return;
    }
    for job in JOBS {
        print_table(job);
    }
}

/// Decodes files as `ours` or `peer` says, twice: only the second time counts, when nothing is done for the first time.
pub(crate) fn run_job(args: &[String]) {
    let [name, side, paths @ ..] = args else {
        panic!("usage: job NAME ours|peer|derived FILE…")
    };
    let job = JOBS.iter().find(|job| job.name == name).expect("a job of that name");
    let decode = match side.as_str() {
        "peer" => job.peer,
        "derived" => job.derived.expect("something derived"),
        _ => job.ours,
    };
    let files: Vec<_> = paths.iter().map(|path| std::fs::read(path).expect("a file")).collect();
    for bytes in &files {
        black_box(decode(bytes));
        counted(|| black_box(decode(black_box(bytes))));
    }
}

fn print_table(job: &Job) {
    let Some((folder, mut files)) = folder(job.folder).zip(files(job.folder)) else { return };
    // Peers panic at some files.
    std::panic::set_hook(Box::new(|_| {}));
    files.retain(|(_, bytes)| (job.can_peer)(bytes));
    drop(std::panic::take_hook());
    let path = |(name, _): &(String, Vec<u8>)| folder.join(name);
    println!("\n{}: instructions, beside the crate {}\n", job.name, job.peer_name);
    println!("| file | peer | ours | ratio |");
    println!("|---|---|---|---|");
    for prefix in job.typical {
        if let Some(file) = files.iter().find(|(name, _)| name.starts_with(prefix)) {
            print_row(job, prefix, &[path(file)]);
        }
    }
    let all: Vec<PathBuf> = files.iter().map(path).collect();
    print_row(job, "**all**", &all);
    print_lowest(job, &all);
    if job.derived.is_some() {
        let derived = millions(count(job, "derived", &all));
        println!("| opened, and derived tables alone | none | {derived} | |");
    }
}

/// Prints a row of the file with the lowest ratio.
fn print_lowest(job: &Job, paths: &[PathBuf]) {
    let ratio = |path: &PathBuf| {
        let [peer, ours] =
            ["peer", "ours"].map(|side| count(job, side, std::slice::from_ref(path)));
        peer as f64 / ours as f64
    };
    let next = Mutex::new(paths.iter());
    let lowest = Mutex::new((f64::INFINITY, &paths[0]));
    let work = || {
        while let Some(path) = { next.lock().expect("no panic").next() } {
            let ratio = ratio(path);
            let mut lowest = lowest.lock().expect("no panic");
            if ratio < lowest.0 {
                *lowest = (ratio, path);
            }
        }
    };
    thread::scope(|scope| {
        (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| {
            scope.spawn(work);
        });
    });
    let (ratio, path) = lowest.into_inner().expect("no panic");
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.split("__").next().unwrap_or_default();
    println!("| the lowest of single files: {name} | | | **{ratio:.2} ×** |");
}

fn print_row(job: &Job, name: &str, paths: &[PathBuf]) {
    let [peer, ours] = ["peer", "ours"].map(|side| count(job, side, paths));
    let ratio = peer as f64 / ours as f64;
    println!("| {name} | {} | {} | **{ratio:.2} ×** |", millions(peer), millions(ours));
}

fn millions(instructions: u64) -> String {
    format!("{:.2} M", instructions as f64 / 1e6)
}

/// The instructions of one decoding of each of the files.
fn count(job: &Job, side: &str, paths: &[PathBuf]) -> u64 {
    let args = ["job", job.name, side].map(PathBuf::from);
    ghostreel_count::count(args.iter().chain(paths)).expect("valgrind counts").all
}
