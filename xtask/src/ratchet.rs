//! `ratchet`: the instructions of each codec's jobs, counted and compared with those of before.

use std::{ffi::OsString, process::Command};

use anyhow::{Result, bail};

use crate::{
    debian,
    shell::{self, find_program, say},
    workspace::Workspace,
};

const PACKAGE: &str = "ghostreel-count";

/// The options after the command's name.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// Counts the jobs as they ship, too, and over the corpus: compiling them takes minutes.
    all: bool,
    /// For the program that counts.
    passed_on: Vec<OsString>,
}

impl Options {
    pub(crate) fn parse(args: Vec<OsString>) -> Self {
        let all = args.iter().any(|arg| arg == "--all");
        Self { all, passed_on: args.into_iter().filter(|arg| arg != "--all").collect() }
    }

    pub(crate) fn all() -> Self {
        Self { all: true, ..Self::default() }
    }
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    say("Counting the instructions of each codec's jobs");
    if find_program(&["valgrind"]).is_none() && debian::can_install() {
        debian::install(&["valgrind"])?;
    }
    let as_compiled_for_tests = count_with_tests(workspace, &options.passed_on);
    let as_shipped = match options.all {
        true => count_as_shipped(workspace, &options.passed_on),
        false => Ok(()),
    };
    as_compiled_for_tests.and(as_shipped)
}

/// The samples, by what tests have compiled: that is at hand, and shows a loop that does more as well as what ships.
fn count_with_tests(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    // Of all members, as tests are: alone it would have dependencies with fewer features.
    shell::run(workspace.cargo().args(["build", "--quiet", "--bin", PACKAGE]))?;
    let program = workspace.target.join("debug").join(PACKAGE);
    if !program.is_file() {
        bail!("cargo built no {}", program.display());
    }
    let folder = workspace.root.join("bench/count");
    shell::run(Command::new(program).args(options).env("CARGO_MANIFEST_DIR", folder))
}

fn count_as_shipped(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    let mut count = workspace.cargo();
    count.args(["run", "--quiet", "--profile=count", "--package", PACKAGE, "--", "--corpus"]);
    shell::run(count.args(options))
}
