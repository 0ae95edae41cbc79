//! What makes releases elsewhere: workflows and the image's file are linted here, and manifests of a release that is made up are looked at.

use std::process::Command;

use anyhow::Result;

use crate::{
    pypi,
    shell::{self, say},
    workspace::Workspace,
};

const LIST: &str = "xtask/distribution.txt";

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let python = pypi::environment(workspace, LIST, "distribution")?;
    let lint = |name: &str, arguments: &[&str]| {
        let mut program = Command::new(python.with_file_name(name));
        shell::run(program.args(arguments).current_dir(&workspace.root))
    };
    say("Checking the workflows (actionlint, zizmor)");
    lint("actionlint", &[])?;
    lint("zizmor", &["--offline", "--quiet", "--min-severity=low", ".github"])?;
    say("Checking the image's file (hadolint)");
    lint("hadolint", &["Containerfile"])?;
    say("Testing the manifests for Homebrew and winget");
    let mut tests = Command::new(&python);
    tests.args(["-B", "-W", "error", "-m", "unittest", "test_manifests"]);
    shell::run(tests.current_dir(workspace.root.join("packaging")))
}
