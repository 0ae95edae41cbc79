//! `bench`: speeds beside those of the peers, in one run; and what hostile files cost.

use std::ffi::OsString;

use anyhow::Result;

use crate::{
    shell::{self, say},
    workspace::Workspace,
};

pub(crate) fn run(workspace: &Workspace, args: Vec<OsString>) -> Result<()> {
    say("Building and running the benchmarks");
    let is_hostile = args.first().is_some_and(|first| first == "hostile");
    let package =
        if is_hostile { "--package=ghostreel-hostile" } else { "--package=ghostreel-bench" };
    let args = args.into_iter().skip(is_hostile.into());
    shell::run(workspace.cargo().args(["run", "--release", package, "--"]).args(args))
}
