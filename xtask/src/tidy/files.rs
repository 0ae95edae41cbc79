//! Files on their own: length, beginning, and machine paths.

use super::{Package, Problem, Source};

const LONGEST_FILE: usize = 800;

/// Files of data, not of thought, that may be longer.
const LONG_ON_PURPOSE: &[&str] = &[];

/// The front page of a game's crate: the format, one example, an overview.
const LONGEST_FRONT_PAGE: usize = 150;

/// Folders as they are called on one machine only. In pieces, so that this file passes.
const MACHINE_FOLDERS: &[&str] =
    &[concat!("/", "home/"), concat!("/", "Users/"), concat!("/", "root/"), concat!("/", "work/")];

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    let games = packages.iter().filter(|package| package.is_game || package.is_further_format);
    let front_pages: Vec<&str> = games.flat_map(|game| &game.roots).map(String::as_str).collect();
    let mut problems = Vec::new();
    for source in sources {
        problems.extend(length(source, &front_pages));
        problems.extend(machine_paths(source));
    }
    problems
}

fn length(source: &Source, front_pages: &[&str]) -> Option<Problem> {
    let lines = source.text.lines().count();
    let is_code = [".rs", ".ts", ".tsx"].iter().any(|suffix| source.path.ends_with(suffix));
    let is_front_page = front_pages.contains(&source.path.as_str());
    if is_front_page && lines > LONGEST_FRONT_PAGE {
        Some(Problem::new(
            &source.path,
            format!("{lines} lines; a game's front page has at most {LONGEST_FRONT_PAGE}"),
        ))
    } else if is_code && lines > LONGEST_FILE && !LONG_ON_PURPOSE.contains(&source.path.as_str()) {
        Some(Problem::new(
            &source.path,
            format!("{lines} lines; above {LONGEST_FILE} a file wants splitting"),
        ))
    } else {
        None
    }
}

fn machine_paths(source: &Source) -> Vec<Problem> {
    let gives_away = |line: &str| {
        MACHINE_FOLDERS
            .iter()
            .any(|folder| line.match_indices(folder).any(|(at, _)| starts_path(&line[..at])))
    };
    let lines = source.text.lines().enumerate().filter(|(_, line)| gives_away(line));
    lines
        .map(|(index, _)| {
            Problem::at(&source.path, index + 1, "a path that exists on one machine only")
        })
        .collect()
}

/// Whether an absolute path can begin after this text. `src/work/` and `$DIR/work/` are parts of
/// longer paths and harmless.
fn starts_path(before: &str) -> bool {
    !before.ends_with(|last: char| last.is_alphanumeric() || "._-~$}*".contains(last))
}

/// Every library and program describes itself at its top.
pub(crate) fn check_crate_roots(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    let roots = packages.iter().flat_map(|package| &package.roots);
    let root_files = roots.filter_map(|root| sources.iter().find(|source| source.path == *root));
    root_files
        .filter(|source| !begins_with_docs(&source.text))
        .map(|source| Problem::new(&source.path, "does not begin with `//!` docs"))
        .collect()
}

fn begins_with_docs(text: &str) -> bool {
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("#!["));
    lines.next().is_some_and(|line| line.starts_with("//!") && line.len() > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: String) -> Source {
        Source { path: path.to_owned(), text }
    }

    #[test]
    fn long_files_are_found() {
        let lines = |count: usize| "x\n".repeat(count);
        let length = |source: &Source| length(source, &["crates/bsor/src/lib.rs"]);
        assert_eq!(length(&source("crates/cli/src/a.rs", lines(800))), None);
        assert!(length(&source("crates/cli/src/a.rs", lines(801))).is_some());
        assert!(length(&source("web/src/a.ts", lines(801))).is_some());
        assert_eq!(length(&source("Cargo.lock", lines(9000))), None);
        assert_eq!(length(&source("crates/bsor/src/lib.rs", lines(150))), None);
        assert!(length(&source("crates/bsor/src/lib.rs", lines(151))).is_some());
        assert_eq!(length(&source("crates/cli/src/lib.rs", lines(151))), None);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        let check = |text: &str| machine_paths(&source("a.md", text.to_owned())).len();
        for folder in MACHINE_FOLDERS {
            assert_eq!(check(&format!("cd {folder}me\n")), 1);
            assert_eq!(check(&format!("\"{folder}me\" and ({folder}you)\n")), 1);
            assert_eq!(check(&format!("one\nfile://{folder}me\n")), 1);
            assert_eq!(
                check(&format!("one..{folder}x two $DIR{folder}x https://a.example{folder}x\n")),
                0
            );
        }
        assert_eq!(check("/usr/bin/env\n"), 0);
    }

    #[test]
    fn crate_roots_begin_with_docs() {
        let check = |text: &str| {
            let package = Package { roots: vec!["src/lib.rs".to_owned()], ..Package::default() };
            check_crate_roots(&[package], &[source("src/lib.rs", text.to_owned())]).len()
        };
        assert_eq!(check("//! What it is.\n"), 0);
        assert_eq!(check("#![no_main]\n\n//! What it is.\n"), 0);
        assert_eq!(check("fn main() {}\n//! Too late.\n"), 1);
        assert_eq!(check("//!\n"), 1);
        assert_eq!(check("// What it is.\n"), 1);
        assert_eq!(check(""), 1);
    }
}
