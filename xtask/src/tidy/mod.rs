//! `tidy`: the rules that no compiler knows.
//!
//! [`checkers`] runs well-kept tools for all that they can check. Each rule of our own is a function from the files that it looks
//! at to the [`Problem`]s it found, tested with an example that breaks it. ARCHITECTURE.md says what they are for.

mod checkers;
mod circles;
mod files;
mod graph;
mod manifests;
pub(crate) mod promises;
mod purity;
mod rust_file;

use std::{fmt, fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    shell::{self, note, say},
    workspace::Workspace,
};

/// A broken rule, and where.
#[derive(Debug, PartialEq)]
pub(crate) struct Problem {
    pub file: String,
    pub line: Option<usize>,
    pub message: String,
}

impl Problem {
    fn new(file: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { file: file.into(), line: None, message: message.into() }
    }

    fn at(file: impl Into<String>, line: usize, message: impl Into<String>) -> Problem {
        Problem { file: file.into(), line: Some(line), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

/// A text file of the repository: its path from the root, with forward slashes, and its content.
#[derive(Debug)]
pub(crate) struct Source {
    pub path: String,
    pub text: String,
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    say("Checking the rules of the house (tidy)");
    let sources = sources(workspace)?;
    let packages = manifests::packages(workspace)?;
    let mut problems = Vec::new();
    problems.extend(graph::check(&packages, &sources));
    problems.extend(circles::check(&packages, &sources));
    problems.extend(manifests::check(&packages, &sources));
    problems.extend(files::check(&packages, &sources));
    problems.extend(files::check_crate_roots(&packages, &sources));
    problems.extend(purity::check(&packages, &sources));
    problems.extend(promises::check(&sources));
    if problems.is_empty() {
        note(format!("{} packages and {} files are in order", packages.len(), sources.len()));
        return checkers::run(workspace);
    }
    for problem in &problems {
        println!("{problem}");
    }
    bail!("tidy found {} problem(s)", problems.len())
}

/// The files that git tracks or would track; ignored ones are left out.
fn sources(workspace: &Workspace) -> Result<Vec<Source>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(&workspace.root);
    let list = shell::read(&mut git).context("tidy asks git which files belong to the project")?;
    let mut sources = Vec::new();
    for path in list.split_terminator('\0') {
        // A file may be listed that was just deleted, and need not be text.
        if let Ok(text) = fs::read(workspace.root.join(path)).map(String::from_utf8)
            && let Ok(text) = text
        {
            sources.push(Source { path: path.to_owned(), text });
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(sources)
}

/// A package of the workspace, as far as the rules look at it.
#[derive(Debug, Default)]
pub(crate) struct Package {
    pub name: String,
    /// From the root, with forward slashes.
    pub manifest: String,
    pub dependencies: Vec<Dependency>,
    /// It declares that it is the crate of a game.
    pub is_game: bool,
    /// It declares that it is the crate of one more format of a game.
    pub is_further_format: bool,
    /// The root files of its library and programs, from the root.
    pub roots: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Dependency {
    pub name: String,
    /// Only the tests and examples of the package see it.
    pub for_tests: bool,
    /// Set if it is a package of the workspace.
    pub path: Option<PathBuf>,
}
