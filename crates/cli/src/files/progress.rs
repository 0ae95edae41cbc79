//! How far the work is.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// A bar that shows itself on a terminal only, and how many files were passed over.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    skipped: u64,
}

impl Progress {
    pub(crate) fn new(files: usize) -> Self {
        let bar = ProgressBar::new(files as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {eta}")
        {
            bar.set_style(style);
        }
        Self { bar, skipped: 0 }
    }

    /// A file is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// A file is passed over.
    pub(crate) fn skip(&mut self) {
        self.step();
        self.skipped += 1;
    }

    /// Files that were done or passed over.
    pub(crate) fn seen(&self) -> u64 {
        self.bar.position()
    }

    /// Prints; the bar makes room for the text on its screen.
    pub(crate) fn print<T>(&self, is_on_screen: bool, print: impl FnOnce() -> T) -> T {
        if is_on_screen { self.bar.suspend(print) } else { print() }
    }

    /// Removes the bar. Returns how many files were skipped as no replays, to follow a summary: `; skipped 1 that is no replay`.
    pub(crate) fn finish(self, no: &str) -> String {
        self.bar.finish_and_clear();
        match self.skipped {
            0 => String::new(),
            1 => format!("; skipped 1 that is no {no}"),
            skipped => format!("; skipped {} that are no {no}s", HumanCount(skipped)),
        }
    }
}
