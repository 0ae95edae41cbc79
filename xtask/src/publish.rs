//! The packages for crates.io as they would be published: each is put together and compiled from that, one after the other.

use anyhow::Result;

use crate::{
    shell::{self, say},
    workspace::Workspace,
};

/// Tries it. Nothing is published.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    say("Putting together and compiling the packages for crates.io");
    let mut publish = workspace.cargo();
    // They are compiled from other places than the checkout's crates, and so into another folder.
    publish.env("CARGO_TARGET_DIR", workspace.target.join("packages"));
    shell::run(publish.args(["publish", "--workspace", "--dry-run", "--allow-dirty", "--quiet"]))
}
