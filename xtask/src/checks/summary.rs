//! The end of a run: where the minutes went, the slowest tests, and the skipped ones and why.

use std::time::Duration;

use anyhow::{Result, bail};

use super::outcome::{Outcome, Run};

/// How many of the slowest tests are named.
const SLOWEST: usize = 10;

/// Prints the summary. An error names the steps that failed.
pub(super) fn finish(
    runs: &[(&'static str, &Run)],
    took: Duration,
    missing_corpus: Option<String>,
) -> Result<()> {
    println!("\n{}", table(runs, took));
    let mut slowest: Vec<&(String, f64)> =
        runs.iter().flat_map(|(_, run)| &run.results.slowest).collect();
    slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
    if !slowest.is_empty() {
        println!("The slowest tests:");
    }
    for (name, seconds) in slowest.into_iter().take(SLOWEST) {
        println!("{seconds:>8.1} s  {name}");
    }
    let skipped = runs.iter().flat_map(|(name, run)| {
        let whole = match &run.outcome {
            Outcome::Skipped(why) => Some(format!("{name}: {why}")),
            _ => None,
        };
        whole.into_iter().chain(run.results.skipped.iter().map(move |why| format!("{name}: {why}")))
    });
    for line in missing_corpus.into_iter().chain(skipped) {
        println!("SKIPPED: {line}");
    }
    let sum = |of: fn(&Run) -> u64| runs.iter().map(|(_, run)| of(run)).sum::<u64>();
    let (passed, failed) = (sum(|run| run.results.passed), sum(|run| run.results.failed));
    println!("tests: {passed} passed, {failed} failed, {} skipped", sum(|run| run.results.ignored));
    let names: Vec<&str> = runs
        .iter()
        .filter(|(_, run)| matches!(run.outcome, Outcome::Failed(_)))
        .map(|(name, _)| *name)
        .collect();
    if !names.is_empty() {
        bail!("failed: {}", names.join(", "));
    }
    println!("all checks passed");
    Ok(())
}

/// A row for each step: when it began, how long it took, how it went.
fn table(runs: &[(&'static str, &Run)], took: Duration) -> String {
    let minutes = |time: Duration| time.as_secs_f64() / 60.0;
    let mut text = "step               from   took (min)\n".to_owned();
    for (name, run) in runs {
        let (began, took) = (minutes(run.began), minutes(run.took));
        let end = match &run.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed(why) => format!("FAILED: {}", why.lines().next().unwrap_or_default()),
            Outcome::Skipped(why) => format!("SKIPPED: {why}"),
        };
        text += &format!("{name:<16} {began:>6.1} {took:>6.1}  {end}\n");
    }
    text + &format!("{:<16} {:>6} {:>6.1}\n", "all", "", minutes(took))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Results;

    fn run(outcome: Outcome) -> Run {
        let results = Results { passed: 2, ..Results::default() };
        Run { outcome, began: Duration::from_secs(60), took: Duration::from_secs(90), results }
    }

    #[test]
    fn a_failed_step_fails_the_whole_and_is_named() {
        let (good, bad) = (run(Outcome::Passed), run(Outcome::Failed("no luck".to_owned())));
        assert!(finish(&[("page", &good)], Duration::ZERO, None).is_ok());
        let error = finish(&[("page", &good), ("rust", &bad)], Duration::ZERO, None).unwrap_err();
        assert_eq!(error.to_string(), "failed: rust");
        let text = table(&[("page", &good), ("rust", &bad)], Duration::from_secs(120));
        assert!(text.contains("page                1.0    1.5  passed\n"), "{text}");
        assert!(text.contains("FAILED: no luck\n") && text.ends_with("    2.0\n"), "{text}");
    }
}
