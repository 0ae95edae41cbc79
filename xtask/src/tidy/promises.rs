//! Invariant: where a table says which test holds something, there is that test.

use super::{Problem, Source};

/// The heads of columns that name tests.
const HEADS: [&str; 2] = ["held by", "test"];
/// Where such tables are.
const DOCUMENTS: [&str; 2] = ["docs/security.md", "docs/spec/mark.md"];

pub(crate) fn check(sources: &[Source]) -> Vec<Problem> {
    let documents = sources.iter().filter(|source| DOCUMENTS.contains(&source.path.as_str()));
    let named = documents.flat_map(|document| {
        let found = named(&document.text);
        found.into_iter().map(move |(line, name)| (document, line, name))
    });
    let is_there = |name: &str| {
        let function = format!("fn {name}(");
        let is_rust = |source: &&Source| source.path.ends_with(".rs");
        sources.iter().filter(is_rust).any(|source| source.text.contains(&function))
    };
    named
        .filter(|(_, _, name)| !is_there(name))
        .map(|(document, line, name)| {
            Problem::at(&document.path, line, format!("there is no test `{name}`"))
        })
        .collect()
}

/// The tests that tables name in a column for them, each with its line from 1. Names with `…` in them are of several, and paths are of files.
pub(crate) fn named(text: &str) -> Vec<(usize, String)> {
    let mut column = None;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() < 3 {
            column = None;
            continue;
        }
        if let Some(head) = cells.iter().position(|cell| HEADS.contains(cell)) {
            column = Some(head);
            continue;
        }
        let cell = column.and_then(|column| cells.get(column)).unwrap_or(&"");
        let names = cell.split('`').skip(1).step_by(2);
        let names = names.map(|name| name.rsplit("::").next().unwrap_or(name));
        let is_test = |name: &&str| {
            name.contains('_')
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        found.extend(names.filter(is_test).map(|name| (number, name.to_owned())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_is_named_must_be_there() {
        let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let table = "| what | held by |\n|---|---|\n| a | `it_holds`, `b::it_fails` |\n| c_d | `crates/a_b.rs`, `many_…` |\n\n| what | so |\n|---|---|\n| a | `not_one` |\n";
        let sources =
            [source("docs/security.md", table), source("a.rs", "#[test]\nfn it_holds() {}")];
        let problems = check(&sources);
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        assert_eq!((problem.line, &*problem.message), (Some(3), "there is no test `it_fails`"));
    }
}
