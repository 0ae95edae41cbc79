//! What makes releases elsewhere: workflows and the image's file are linted here.

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
    lint("hadolint", &["Containerfile"])
}
