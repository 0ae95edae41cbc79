//! Invariant: a test that a table names exists; and words that a table quotes from a document
//! stand there.

use std::collections::HashSet;

use super::{Problem, Source};

/// The heads of columns that name tests.
const HEADS: [&str; 2] = ["held by", "test"];
/// Where such tables are.
const DOCUMENTS: [&str; 4] =
    ["docs/adding-a-game.md", "docs/security.md", "docs/spec/mark.md", PROMISES];
/// The document that has promises of others word for word: each section is headed by the file that makes them.
const PROMISES: &str = "docs/promises.md";

pub(crate) fn check(sources: &[Source]) -> Vec<Problem> {
    let documents = sources.iter().filter(|source| DOCUMENTS.contains(&source.path.as_str()));
    let named = documents.flat_map(|document| {
        let tests = named(&document.text);
        tests.into_iter().map(move |(line, name)| (document, line, name))
    });
    let tests = tests(sources);
    let mut problems: Vec<Problem> = named
        .filter(|(_, _, name)| !tests.contains(name.as_str()))
        .map(|(document, line, name)| {
            Problem::at(&document.path, line, format!("there is no test `{name}`"))
        })
        .collect();
    if let Some(document) = sources.iter().find(|source| source.path == PROMISES) {
        problems.extend(check_words(document, sources));
    }
    problems
}

/// The names of all functions in Rust, and of all tests of the page.
fn tests(sources: &[Source]) -> HashSet<&str> {
    let between = |text: &'static str, end: char| {
        move |source: &'_ Source| -> Vec<(usize, usize)> {
            let begins = source.text.match_indices(text).map(|(at, _)| at + text.len());
            let ranges = begins.filter_map(|at| Some((at, at + source.text[at..].find(end)?)));
            ranges.collect()
        }
    };
    let mut tests = HashSet::new();
    for (suffix, find) in [
        (".rs", &between("fn ", '(') as &dyn Fn(&Source) -> Vec<(usize, usize)>),
        (".mjs", &between("test('", '\'')),
    ] {
        for source in sources.iter().filter(|source| source.path.ends_with(suffix)) {
            tests.extend(find(source).into_iter().map(|(from, to)| &source.text[from..to]));
        }
    }
    tests
}

/// Looks for each promise where it is said to stand, and for a test that is named for it.
fn check_words(document: &Source, sources: &[Source]) -> Vec<Problem> {
    let with_tests: HashSet<usize> =
        named(&document.text).into_iter().map(|(line, _)| line).collect();
    let mut problems = Vec::new();
    let mut place: Option<(&str, String)> = None;
    for (number, line) in (1..).zip(document.text.lines()) {
        let at = |message| Problem::at(&document.path, number, message);
        if let Some(heading) = line.strip_prefix("## ") {
            let path = heading.trim_matches('`');
            place = sources.iter().find(|it| it.path == path).map(|it| (path, words(&it.text)));
            if place.is_none() {
                problems.push(at(format!("there is no {path}")));
            }
            continue;
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, said, ..] = cells[..] else { continue };
        let Some((path, text)) = &place else { continue };
        if said == "it says" || said.starts_with("---") {
            continue;
        }
        if !text.contains(&words(said)) {
            problems.push(at(format!("{path} does not say “{said}”")));
        }
        if !with_tests.contains(&number) {
            problems.push(at(format!("no test is named for “{said}”")));
        }
    }
    problems
}

/// A text without line breaks, and without what comments put in front of each line.
fn words(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !["///", "//!", "*"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The tests that tables name in a column for them, each with its line from 1. Names with `…` in them stand for several, and paths for files.
pub(crate) fn named(text: &str) -> Vec<(usize, String)> {
    let mut column = None;
    let mut tests = Vec::new();
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
        // Those of the page are sentences.
        let is_test = |name: &&str| {
            let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            (name.contains('_') && name.chars().all(is_word)) || name.contains(' ')
        };
        tests.extend(names.filter(is_test).map(|name| (number, name.to_owned())));
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.into() }
    }

    #[test]
    fn a_test_that_is_named_must_be_there() {
        let table = "| what | held by |\n|---|---|\n| a | `it_holds`, `b::it_fails`, `the page says so` |\n| c_d | `crates/a_b.rs`, `many_…` |\n\n| what | so |\n|---|---|\n| a | `not_one` |\n";
        let sources = [
            source("docs/security.md", table),
            source("a.rs", "#[test]\nfn it_holds() {}"),
            source("a.test.mjs", "test('the page says so', () => {});"),
        ];
        let problems = check(&sources);
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        assert_eq!((problem.line, &*problem.message), (Some(3), "there is no test `it_fails`"));
    }

    #[test]
    fn promises_must_be_stated_and_tested() {
        let table = "## `a.rs`\n\n| it says | test |\n|---|---|\n| never lost | `it_holds` |\n| never late | `it_holds` |\n| and found | – |\n\n## `b.md`\n";
        let sources = [
            source(PROMISES, table),
            source("a.rs", "/// What is never\n/// lost, and found.\nfn it_holds() {}"),
        ];
        let problems = check(&sources);
        let problems: Vec<_> = problems.iter().map(|it| (it.line, &*it.message)).collect();
        assert_eq!(
            problems,
            [
                (Some(6), "a.rs does not say “never late”"),
                (Some(7), "no test is named for “and found”"),
                (Some(9), "there is no b.md"),
            ]
        );
    }
}
