//! The jobs on a replay that are counted.

use std::hint::black_box;

use ghostreel_count::counted;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{AnyView, codec};
use ghostreel_pack::Level;

/// A job on a replay. It is prepared without counting; the returned closure does the counted part.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    /// It codes byte after byte, so it takes long, and of each sample much the same: the largest stands for all.
    pub(crate) is_coding: bool,
    prepare: for<'b> fn(&'b [u8]) -> Work<'b>,
}

type Work<'b> = Box<dyn Fn() -> usize + 'b>;

pub(crate) const JOBS: [Job; 7] = [
    Job {
        name: "open",
        is_coding: false,
        prepare: |bytes| Box::new(|| open(bytes).diagnostics().len()),
    },
    Job {
        name: "columns",
        is_coding: false,
        prepare: |bytes| Box::new(|| all_columns(&open(bytes))),
    },
    Job { name: "stats", is_coding: false, prepare: |bytes| Box::new(|| statistics(&open(bytes))) },
    Job { name: "check", is_coding: false, prepare: |bytes| Box::new(|| check(bytes)) },
    Job { name: "encode", is_coding: false, prepare: encode },
    Job { name: "pack", is_coding: true, prepare: |bytes| Box::new(|| pack(bytes, Level::Fast)) },
    Job {
        name: "archive",
        is_coding: true,
        prepare: |bytes| Box::new(|| pack(bytes, Level::Archive)),
    },
];

impl Job {
    /// Runs it on each of these files. The first is run once before, without counting: so first-time work does not count.
    pub(crate) fn run(&self, files: &[Vec<u8>]) {
        if let Some(bytes) = files.first() {
            black_box((self.prepare)(bytes)());
        }
        for bytes in files {
            let work = (self.prepare)(bytes);
            counted(|| black_box(work()));
        }
    }
}

fn open(bytes: &[u8]) -> AnyView<'_> {
    ghostreel_formats::open(bytes, &DecodeOptions::RECOVER).expect("a sound file")
}

/// Every column of every table, all of them held at once.
fn all_columns(view: &AnyView<'_>) -> usize {
    let timeline = view.timeline();
    let columns: Vec<_> =
        timeline.tables().iter().filter_map(|table| table.all_columns().ok()).collect();
    black_box(columns).len()
}

fn statistics(view: &AnyView<'_>) -> usize {
    black_box(ghostreel_analysis::stats(view)).is_some().into()
}

/// Everything decoded, and encoded again.
fn check(bytes: &[u8]) -> usize {
    let view = ghostreel_formats::open(bytes, &DecodeOptions::STRICT).expect("a sound file");
    let again = view.into_replay().expect("it is not cancelled").encode();
    assert!(again == bytes, "does not round-trip");
    again.len()
}

fn encode(bytes: &[u8]) -> Work<'_> {
    let replay = open(bytes).into_replay().expect("it is not cancelled");
    Box::new(move || black_box(replay.encode()).len())
}

fn pack(bytes: &[u8], level: Level) -> usize {
    let format = ghostreel_formats::probe(bytes).expect("a replay");
    black_box(codec(format.id).expect("a format with a codec").pack(bytes, level)).len()
}
