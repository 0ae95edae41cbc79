//! `faults`: plants each fault of `xtask/faults`, one at a time, and sees that the check that it names finds it.
//!
//! [`list`] reads the faults. They are planted in a copy of the checkout ([`tree`](crate::tree)), which has a target folder of its own. A fault of
//! one crate makes cargo compile all crates above it again, so the list goes from the page
//! down to the ground.

mod list;

use std::{fs, slice, time::Instant};

use anyhow::{Context, Result, bail};

use crate::{
    checks::{Results, nextest, page_tests},
    shell::{note, say},
    tree::{Files, Tree},
    workspace::Workspace,
};
use list::{Check, Fault};

/// How a fault went.
enum Outcome {
    Found,
    Missed,
    /// The fault says nothing: it does not compile, or the check fails without it.
    Invalid(String),
}

/// Plants the faults whose names contain one of `words`, or all.
pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Result<()> {
    let found = check(workspace, words)?;
    if found.failed > 0 {
        bail!("{} of {} faults are not found", found.failed, found.passed + found.failed);
    }
    Ok(())
}

/// Counts the faults that are found as passed, all others as failed.
pub(crate) fn check(workspace: &Workspace, words: &[String]) -> Result<Results> {
    let mut faults = list::read(workspace)?;
    let is_wanted = |fault: &Fault| words.iter().any(|word| fault.name.contains(word));
    faults.retain(|fault| words.is_empty() || is_wanted(fault));
    if faults.is_empty() {
        bail!("there is no such fault in {}", list::FOLDER);
    }
    let tree = Tree::new(workspace, "faults", Files::new())?;
    let mut outcomes = Vec::new();
    for group in faults.chunk_by(|a, b| a.check.part() == b.check.part()) {
        try_group(workspace, &tree, group, &mut outcomes)?;
    }
    println!("\n{}", table(&faults, &outcomes));
    let passed = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Found)).count();
    let failed = outcomes.len() - passed;
    Ok(Results { passed: passed as u64, failed: failed as u64, ..Results::default() })
}

/// Tries faults that are found in the same part, whose checks must pass before one is planted.
fn try_group(
    workspace: &Workspace,
    tree: &Tree,
    group: &[Fault],
    outcomes: &mut Vec<Outcome>,
) -> Result<()> {
    if matches!(group[0].check, Check::Page { .. }) {
        tree.share_page(workspace)?;
    }
    say(format!("{} without a fault", group[0].check.part()));
    let sound = run_checks(workspace, tree, group).and_then(|found| {
        if found.failed > 0 {
            bail!("{} of its checks fail without a fault", found.failed)
        }
        Ok(())
    });
    for fault in group {
        let began = Instant::now();
        let outcome = match &sound {
            Err(error) => Outcome::Invalid(format!("{error:#}")),
            Ok(()) => {
                let tried = tree
                    .plant(&fault.patch)
                    .and_then(|()| run_checks(workspace, tree, slice::from_ref(fault)));
                // The next fault begins with the checkout as it is, after any result.
                tree.update()?;
                match tried {
                    Ok(results) if results.failed > 0 => Outcome::Found,
                    Ok(_) => Outcome::Missed,
                    Err(error) => Outcome::Invalid(format!("{error:#}")),
                }
            }
        };
        note(format!("{} ({:.0} s)", line(fault, &outcome), began.elapsed().as_secs_f64()));
        outcomes.push(outcome);
    }
    Ok(())
}

/// Runs the checks of faults of one part. An error is one of building or of running, not of a check.
fn run_checks(workspace: &Workspace, tree: &Tree, faults: &[Fault]) -> Result<Results> {
    match &faults[0].check {
        Check::Rust { package, .. } => {
            let tests: Vec<&str> = faults.iter().map(|fault| fault.check.name()).collect();
            let mut command = nextest::command_in(workspace, &tree.workspace)?;
            let no_replays = tree.workspace.target.join("no-corpus");
            fs::create_dir_all(&no_replays)
                .with_context(|| format!("cannot make {}", no_replays.display()))?;
            // Faults are found wherever the checks run, so without real replays too.
            command.env("CARGO_TARGET_DIR", &tree.workspace.target);
            command.env("GHOSTREEL_CORPUS", no_replays);
            nextest::some(&mut command, package, &tests)
        }
        Check::Page { .. } => {
            tree.build_page()?;
            let files: Vec<&str> = faults.iter().map(|fault| fault.check.name()).collect();
            page_tests(&tree.workspace, &files)
        }
    }
}

fn line(fault: &Fault, outcome: &Outcome) -> String {
    let end = match outcome {
        Outcome::Found => format!("found by {}", fault.check.name()),
        Outcome::Missed => format!("NOT FOUND by {}", fault.check.name()),
        Outcome::Invalid(why) => format!("INVALID: {}", why.lines().next().unwrap_or_default()),
    };
    format!("{:<40} {end}", fault.name)
}

/// A line for each fault, and how many are found.
fn table(faults: &[Fault], outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for (fault, outcome) in faults.iter().zip(outcomes) {
        text += &format!("{}\n", line(fault, outcome));
    }
    let found = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Found)).count();
    text + &format!("{found} of {} faults found", outcomes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_separates_found_from_missed() {
        let fault = |name: &str| Fault::parse(name, "Wrong.\nFinds: rust a b::c\n--- a\n").unwrap();
        let faults = ["1", "2", "3"].map(fault);
        let invalid = Outcome::Invalid("no\nmore".to_owned());
        let text = table(&faults, &[Outcome::Found, Outcome::Missed, invalid]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(" found by b::c"), "{text}");
        assert!(lines[1].ends_with(" NOT FOUND by b::c"), "{text}");
        assert!(lines[2].ends_with(" INVALID: no"), "{text}");
        assert_eq!(lines[3], "1 of 3 faults found");
    }
}
