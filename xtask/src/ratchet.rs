//! `ratchet`: the instructions of each codec's jobs, counted and compared with those of before.

use std::ffi::OsString;

use anyhow::Result;

use crate::{
    debian,
    shell::{self, find_program, say},
    workspace::Workspace,
};

pub(crate) fn run(workspace: &Workspace, args: Vec<OsString>) -> Result<()> {
    say("Counting the instructions of each codec's jobs");
    if find_program(&["valgrind"]).is_none() && debian::can_install() {
        debian::install(&["valgrind"])?;
    }
    // Without valgrind it says that it is skipped.
    let mut count = workspace.cargo();
    count.args(["run", "--quiet", "--profile=count", "--package=ghostreel-count", "--"]);
    shell::run(count.args(args))
}
