//! The work of commands on a file, without the printing.

use std::hint::black_box;

use ghostreel_analysis::Analysis;
use ghostreel_formats::core::{DecodeOptions, work::Meter};
use ghostreel_formats::{AnyView, Options, json, open};

/// One of the commands.
#[derive(Clone, Copy)]
pub struct Step {
    /// Its name.
    pub name: &'static str,
    run: fn(&[u8], &DecodeOptions),
}

impl Step {
    /// Does the work of the command, and returns the units of work that were counted.
    pub fn run(self, bytes: &[u8]) -> u64 {
        let meter = Meter::default();
        let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
        (self.run)(bytes, &options);
        meter.spent()
    }
}

/// All of them.
pub const STEPS: &[Step] = &[
    Step { name: "check", run: check },
    Step { name: "check --strict", run: strict },
    Step { name: "info", run: info },
    Step { name: "columns", run: columns },
    Step { name: "stats", run: stats },
    Step { name: "events", run: events },
    Step { name: "questions", run: questions },
    Step { name: "json", run: write_json },
    Step { name: "repair", run: repair },
];

fn opened(bytes: &[u8], options: &DecodeOptions, then: impl FnOnce(AnyView<'_>)) {
    if let Ok(replay) = open(bytes, options) {
        then(replay);
    }
}

fn check(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        black_box(replay.diagnostics());
        if let Ok(model) = replay.into_replay() {
            assert!(model.encode() == bytes, "written differently");
        }
    });
}

fn strict(bytes: &[u8], options: &DecodeOptions) {
    opened(
        bytes,
        &DecodeOptions { meter: options.meter.clone(), ..DecodeOptions::STRICT },
        |replay| {
            black_box(replay.meta());
        },
    );
}

fn info(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        black_box((replay.diagnostics(), replay.timeline().tables().len()));
    });
}

fn columns(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        for table in replay.timeline().tables() {
            for column in &table.schema().columns {
                black_box(table.column(&column.name).ok());
            }
        }
    });
}

fn stats(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| drop(black_box(ghostreel_analysis::stats(&replay))));
}

fn events(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        let analysis = Analysis::new(replay);
        black_box(analysis.moments());
        black_box(analysis.timeline().table("moments").and_then(|table| table.all_columns()).ok());
    });
}

/// Questions for one game's replays only; those for every game follow from the statistics.
fn questions(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        let replay = Analysis::new(replay);
        let common = ghostreel_analysis::questions("").count();
        for question in ghostreel_analysis::questions(replay.view().format().game).skip(common) {
            let given: Vec<_> = question.given.iter().map(|name| (*name, "0")).collect();
            drop(black_box(replay.write_answer(question.name, &given, std::io::sink())));
        }
    });
}

fn write_json(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        json::write(&replay, &mut std::io::sink(), false).unwrap_or_default();
    });
}

fn repair(bytes: &[u8], options: &DecodeOptions) {
    opened(bytes, options, |replay| {
        if let Ok(mut model) = replay.into_replay() {
            black_box(model.repair(&Options::default()).map(|()| model.encode()).ok());
        }
    });
}
