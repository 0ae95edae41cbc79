//! What is done with a replay and counted.

use std::hint::black_box;

use ghostreel_count::counted;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{AnyView, codec};
use ghostreel_pack::Level;

/// Something that is done with a replay. What need not be counted is prepared; what is given does the rest.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    prepare: for<'b> fn(&'b [u8]) -> Work<'b>,
}

type Work<'b> = Box<dyn Fn() -> usize + 'b>;

pub(crate) const JOBS: [Job; 7] = [
    Job { name: "open", prepare: |bytes| Box::new(|| open(bytes).diagnostics().len()) },
    Job { name: "columns", prepare: |bytes| Box::new(|| all_columns(&open(bytes))) },
    Job { name: "stats", prepare: |bytes| Box::new(|| statistics(&open(bytes))) },
    Job { name: "check", prepare: |bytes| Box::new(|| check(bytes)) },
    Job { name: "encode", prepare: encode },
    Job { name: "pack", prepare: |bytes| Box::new(|| pack(bytes, Level::Fast)) },
    Job { name: "archive", prepare: |bytes| Box::new(|| pack(bytes, Level::Archive)) },
];

impl Job {
    /// Does it with each of these files. The first is done once before that, which does not count: nor does what is done for the first time.
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
    let again = view.into_replay().expect("nobody cancels").encode();
    assert!(again == bytes, "does not round-trip");
    again.len()
}

fn encode(bytes: &[u8]) -> Work<'_> {
    let replay = open(bytes).into_replay().expect("nobody cancels");
    Box::new(move || black_box(replay.encode()).len())
}

fn pack(bytes: &[u8], level: Level) -> usize {
    let format = ghostreel_formats::probe(bytes).expect("a replay");
    black_box(codec(format.id).expect("a format with a codec").pack(bytes, level)).len()
}
