//! `soak`: honest and hostile clients at once on a real server (`crates/cli/tests/soak`).

use std::time::Duration;

use anyhow::Result;

use crate::{
    shell::{self, say},
    workspace::Workspace,
};

/// How long it takes as one of the checks.
pub(crate) const TIME: Duration = Duration::from_secs(120);

pub(crate) fn run(workspace: &Workspace, time: Duration) -> Result<()> {
    say(format!("Soaking a server for {} s", time.as_secs()));
    let mut soak = workspace.cargo();
    // Of all packages, as in `cargo test`: with the same features nothing is built anew.
    soak.args(["test", "--test", "soak", "--", "--ignored", "--nocapture"]);
    soak.env("GHOSTREEL_SOAK_SECONDS", time.as_secs().to_string());
    shell::run(&mut soak)
}
