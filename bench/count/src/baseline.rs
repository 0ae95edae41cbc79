//! The counts of before, in `bench/baseline.json`, and what became of them.

use std::collections::BTreeMap;

use ghostreel_count::Profile;
use serde::{Deserialize, Serialize};

/// How many functions of a job are kept: those that did the most.
const KEPT: usize = 20;

/// How many of those that grew are named.
const NAMED: usize = 8;

/// How far a count may move. Tests are compiled in many units, so a change elsewhere may move a function from one to another.
pub(crate) const TOLERANCE: f64 = if cfg!(debug_assertions) { 0.03 } else { 0.01 };

/// The counts of all jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Baseline {
    /// The compiler of the programs: another compiler makes other instructions.
    pub(crate) compiler: String,
    /// With the samples, and with the corpus.
    pub(crate) sets: BTreeMap<String, Set>,
}

/// The counts of jobs with the same replays, by format.
pub(crate) type Set = BTreeMap<String, Format>;

/// The counts of jobs with the same replays of one format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Format {
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) jobs: BTreeMap<String, Count>,
}

/// The instructions of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Count {
    pub(crate) instructions: u64,
    /// The counts of the functions that did the most.
    pub(crate) functions: BTreeMap<String, u64>,
}

/// The outcome of a count.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    Same,
    /// There is no count of before.
    New,
    /// It can be lowered.
    Down(String),
    /// The functions that grew, the most first.
    Up(String),
}

impl Count {
    pub(crate) fn of(profile: &Profile) -> Self {
        let mut functions: Vec<_> = profile.functions.clone().into_iter().collect();
        functions.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        functions.truncate(KEPT);
        Self { instructions: profile.ours(), functions: functions.into_iter().collect() }
    }

    /// Compares it with the present count.
    pub(crate) fn change(&self, now: &Profile, tolerance: f64) -> Change {
        let (before, after) = (self.instructions, now.ours());
        let part = after as f64 / before as f64 - 1.0;
        let change = format!("{before} → {after} instructions ({:+.1} %)", part * 100.0);
        if part < -tolerance {
            Change::Down(change)
        } else if part > tolerance {
            Change::Up(change + &self.growth(&now.functions))
        } else {
            Change::Same
        }
    }

    /// A line for each function that grew.
    fn growth(&self, now: &BTreeMap<String, u64>) -> String {
        // One that was not kept did no more than the least of those.
        let least = self.functions.values().min().copied().unwrap_or(0);
        let mut grown: Vec<(u64, String)> = now
            .iter()
            .filter_map(|(name, &after)| {
                let recorded_count = self.functions.get(name);
                let growth = after.checked_sub(recorded_count.copied().unwrap_or(least))?;
                let before = match recorded_count {
                    Some(before) => before.to_string(),
                    None => format!("at most {least}"),
                };
                Some((growth, format!("\n      {name}: {before} → {after}")))
            })
            .filter(|(growth, _)| *growth > 0)
            .collect();
        grown.sort_by_key(|(growth, _)| std::cmp::Reverse(*growth));
        if grown.is_empty() {
            return "\n      no function grew much; many grew a little".to_owned();
        }
        grown.into_iter().take(NAMED).map(|(_, line)| line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(functions: &[(&str, u64)]) -> Profile {
        let functions = functions.iter().map(|(name, count)| ((*name).to_owned(), *count));
        Profile { all: 0, functions: functions.collect() }
    }

    fn check(now: &[(&str, u64)], expect: Change) {
        let before = Count::of(&profile(&[("a::open", 600), ("a::read", 400)]));
        assert_eq!(before.change(&profile(now), 0.01), expect);
    }

    #[test]
    fn more_than_the_tolerance_is_a_change_and_what_grew_is_named() {
        check(&[("a::open", 605), ("a::read", 404)], Change::Same);
        check(
            &[("a::open", 500), ("a::read", 400)],
            Change::Down("1000 → 900 instructions (-10.0 %)".to_owned()),
        );
        check(
            &[("a::open", 500), ("a::read", 410), ("a::join", 900)],
            Change::Up(
                "1000 → 1810 instructions (+81.0 %)\n      a::join: at most 400 → 900\n      a::read: 400 → 410".to_owned(),
            ),
        );
    }

    #[test]
    fn the_functions_that_did_the_most_are_kept() {
        let functions: BTreeMap<String, u64> = (1..=30).map(|i| (format!("a::f{i}"), i)).collect();
        let count = Count::of(&Profile { all: 0, functions });
        assert_eq!((count.instructions, count.functions.len()), (465, KEPT));
        assert_eq!(count.functions.values().min(), Some(&11));
    }
}
