//! `.bsor` beside the crate `bsor`.

use std::hint::black_box;
use std::io::Cursor;
use std::time::Duration;

use ghostreel_bsor::{View, encode, sample};
use ghostreel_core::DecodeOptions;

use crate::job;
use crate::measure::{medians, rate, ratio};
use ghostreel_corpus::files as corpus;

/// The tables that hold what the file holds; `score` is computed from it.
const TABLES: [&str; 6] = ["frames", "notes", "walls", "heights", "pauses", "controller_offsets"];

/// Files with a row of their own where instructions are counted, by how their names begin.
const TYPICAL: [&str; 4] = ["1dcdb9df", "33158f13", "ab07f0f8", "bf79979c"];

pub(crate) const JOB: job::Job = job::Job {
    name: "bsor",
    peer_name: "bsor 0.3",
    folder: "beat-saber/bsor",
    typical: &TYPICAL,
    can_peer: |_| true,
    ours: all_columns,
    peer: peer_load,
    derived: None,
};

pub(crate) fn run() {
    let files = corpus("beat-saber/bsor").unwrap_or_else(|| {
        println!("no corpus: measured on the synthetic sample");
        vec![("sample".into(), encode(&sample::generate(&sample::Options::default())))]
    });
    println!("bsor: times a file, in turns with the crate bsor 0.3 (full load, index)\n");
    println!(
        "| file | MB | load: peer | to columns | ratio | open | peer load / open | peer index / open | encode | memcpy |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut sums = [Duration::ZERO; 6];
    let mut bytes_of_all = 0;
    for (name, bytes) in &files {
        let times = measure(bytes);
        print_row(name.split("__").next().unwrap_or(name), bytes.len(), &times);
        bytes_of_all += bytes.len();
        for (sum, time) in sums.iter_mut().zip(times) {
            *sum += time;
        }
    }
    print_row("**all**", bytes_of_all, &sums);
}

fn measure(bytes: &[u8]) -> [Duration; 6] {
    let replay = View::open(bytes, &DecodeOptions::STRICT).expect("a sound file").to_replay();
    medians([
        Box::new(|| peer_load(bytes)),
        Box::new(|| all_columns(bytes)),
        Box::new(|| View::open(bytes, &DecodeOptions::STRICT).expect("a sound file").notes().len()),
        Box::new(|| {
            let index = peer_bsor::replay::ReplayIndex::index(&mut Cursor::new(bytes))
                .expect("a sound file");
            index.frames.len() as usize
        }),
        Box::new(|| black_box(encode(&replay)).len()),
        Box::new(|| black_box(bytes.to_vec()).len()),
    ])
}

fn peer_load(bytes: &[u8]) -> usize {
    let replay = peer_bsor::replay::Replay::load(&mut Cursor::new(bytes)).expect("a sound file");
    black_box(replay).frames.len()
}

/// Every column of every table that holds the file's values.
fn all_columns(bytes: &[u8]) -> usize {
    let view = View::open(bytes, &DecodeOptions::STRICT).expect("a sound file");
    let timeline = view.timeline();
    let mut values = 0;
    for name in TABLES {
        let table = timeline.table(name).expect("a table of every replay");
        let columns = table.all_columns().expect("it is not cancelled");
        values += black_box(columns).iter().map(|column| column.len()).sum::<usize>();
    }
    values
}

fn print_row(name: &str, bytes: usize, times: &[Duration; 6]) {
    let [load, columns, open, index, encode, copy] = *times;
    println!(
        "| {name} | {:.2} | {:.2?} | {:.2?} ({:.2} GB/s) | **{:.1} ×** | {:.2?} | **{:.0} ×** | {:.1} × | **{:.1} GB/s** | {:.1} GB/s |",
        bytes as f64 / 1e6,
        load,
        columns,
        rate(bytes, columns),
        ratio(load, columns),
        open,
        ratio(load, open),
        ratio(index, open),
        rate(bytes, encode),
        rate(bytes, copy),
    );
}
