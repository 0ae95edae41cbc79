//! What is said to people beside the answer.

use anstream::eprintln;
use anyhow::anyhow;
use ghostreel::most_alike;
use url::Url;

/// So many files are named.
const LISTED: usize = 20;

/// Says which files are left out, and why.
pub(crate) fn left_out(failures: &[String]) {
    for failure in failures.iter().take(LISTED) {
        eprintln!("left out: {failure}");
    }
    let more = failures.len().saturating_sub(LISTED);
    if more > 0 {
        eprintln!("left out: {more} files more");
    }
}

/// Says that a worker does not answer.
pub(crate) fn absent(worker: &Url) {
    eprintln!("{worker} does not answer: the others do its share");
}

/// There is no such table or column, but perhaps one of nearly that name.
pub(crate) fn no_such<'n>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> anyhow::Error {
    match most_alike(name, known) {
        Some(meant) => anyhow!("there is no {what} {name}; did you mean {meant}?"),
        None => anyhow!("there is no {what} {name}"),
    }
}

/// Says why nothing comes of it.
pub(crate) fn complain(error: &anyhow::Error) {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        let cause = cause.lines().next().unwrap_or_default();
        // Many errors repeat their cause's words.
        if !said.contains(cause) {
            let between = if said.is_empty() { "" } else { ": " };
            said = format!("{said}{between}{cause}");
        }
    }
    eprintln!("error: {said}");
}
