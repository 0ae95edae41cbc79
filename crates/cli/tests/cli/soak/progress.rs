//! How a soak goes on: a line for each minute, and a table at the end.

use std::time::{Duration, Instant};

use super::honest::{Seen, Tally};
use super::process::Server;

/// How long a line is about.
const PERIOD: Duration = Duration::from_secs(60);
/// The most rows of the table, however long the soak: a row is then about several minutes.
const ROWS: usize = 12;

/// The observations, minute by minute.
#[derive(Debug)]
pub(crate) struct Progress {
    began: Instant,
    minutes: Vec<Minute>,
    /// The most memory in MiB since the last line; `None` where the system does not say.
    most: Option<u64>,
}

#[derive(Debug)]
struct Minute {
    /// When it ended, from the beginning.
    end: Duration,
    seen: Seen,
    memory_mib: Option<u64>,
}

impl Progress {
    pub(crate) fn start() -> Self {
        Self { began: Instant::now(), minutes: Vec::new(), most: None }
    }

    /// Looks at the server's memory, and prints a line if a minute is over.
    pub(crate) fn look(&mut self, server: &Server, tally: &Tally) {
        self.most = self.most.max(server.memory_mib());
        let last = self.minutes.last().map_or(Duration::ZERO, |minute| minute.end);
        if self.began.elapsed() >= last + PERIOD {
            self.end_minute(tally);
        }
    }

    /// Takes in what was seen since the last line, and prints it.
    pub(crate) fn end_minute(&mut self, tally: &Tally) {
        let (end, seen) = (self.began.elapsed(), tally.take());
        let memory_mib = self.most.take();
        println!("after {} s: {seen}, at most {}", end.as_secs(), mib(memory_mib));
        self.minutes.push(Minute { end, seen, memory_mib });
    }

    /// All that was seen.
    pub(crate) fn seen(&self) -> Seen {
        Seen::of_all(self.minutes.iter().map(|minute| &minute.seen))
    }

    /// A table in Markdown: rows about as many minutes each, and one about all.
    pub(crate) fn print_table(&self) {
        println!("\n| until | {} | memory, at most |", Seen::COLUMNS);
        println!("|---|---|---|---|---|---|---|");
        let each = self.minutes.len().div_ceil(ROWS).max(1);
        for minutes in self.minutes.chunks(each) {
            let until = minutes.last().map_or(Duration::ZERO, |minute| minute.end);
            println!("| {} s | {} |", until.as_secs(), row(minutes));
        }
        println!("| all | {} |\n", row(&self.minutes));
    }
}

fn row(minutes: &[Minute]) -> String {
    let seen = Seen::of_all(minutes.iter().map(|minute| &minute.seen));
    let memory = minutes.iter().map(|minute| minute.memory_mib).max().flatten();
    format!("{} | {}", seen.cells(), mib(memory))
}

fn mib(memory: Option<u64>) -> String {
    memory.map_or("unknown".into(), |mib| format!("{mib} MiB"))
}
