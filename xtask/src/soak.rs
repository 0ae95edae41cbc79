//! `soak`: honest and hostile clients at once on a real server (`crates/cli/tests/cli/soak`).

use std::time::Duration;

use anyhow::Result;

use crate::{
    checks::nextest,
    shell::{self, say},
    workspace::Workspace,
};

/// How long it takes by night.
pub(crate) const TIME: Duration = Duration::from_secs(120);

pub(crate) fn run(workspace: &Workspace, time: Duration) -> Result<()> {
    say(format!("Soaking a server for {} s", time.as_secs()));
    let mut soak = nextest::command(workspace)?;
    // As a server that runs for months is built (docs/server.md). For all packages, as the tests: so little else is built anew.
    soak.args(["run", "--run-ignored=only", "--no-capture", "--features=ghostreel-cli/jemalloc"]);
    soak.args(["--filterset", "package(ghostreel-cli) & test(/^soak::/)"]);
    soak.env("GHOSTREEL_SOAK_SECONDS", time.as_secs().to_string());
    shell::run(&mut soak)
}
