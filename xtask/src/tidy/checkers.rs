//! Checkers that others keep: each does one thing for every project, and is configured at the root.

use std::process::Command;

use anyhow::Result;

use crate::{
    pypi,
    shell::{self, say},
    workspace::Workspace,
};

/// deny.toml and typos.toml hold the rules.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    say("Checking licences and sources of what is depended on (cargo-deny)");
    call(
        workspace,
        "cargo-deny",
        &["check", "--hide-inclusion-graph", "bans", "licenses", "sources"],
    )?;
    say("Checking the spelling (typos)");
    call(workspace, "typos", &[])
}

fn call(workspace: &Workspace, name: &str, arguments: &[&str]) -> Result<()> {
    let mut program = Command::new(pypi::program(workspace, name)?);
    shell::run(program.args(arguments).current_dir(&workspace.root))
}
