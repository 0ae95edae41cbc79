//! `bench`: speeds beside those of the peers, in one run.

use std::ffi::OsString;

use anyhow::Result;

use crate::{
    shell::{self, say},
    workspace::Workspace,
};

pub(crate) fn run(workspace: &Workspace, args: Vec<OsString>) -> Result<()> {
    say("Building and running the benchmarks");
    shell::run(
        workspace.cargo().args(["run", "--release", "--package=ghostreel-bench", "--"]).args(args),
    )
}
