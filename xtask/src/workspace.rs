//! Where the workspace and its build products are.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// The checkout this command was called in.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub root: PathBuf,
    /// Cargo's target folder, wherever the user has put it.
    pub target: PathBuf,
    /// `cargo metadata --no-deps`.
    pub metadata: Value,
}

impl Workspace {
    pub(crate) fn load() -> Result<Workspace> {
        // Cargo sets the variable at run time too, so a checkout can be moved after it was built.
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().context("xtask is not inside a workspace")?.to_path_buf();
        let metadata =
            shell::read(cargo_in(&root).args(["metadata", "--no-deps", "--format-version=1"]))?;
        let metadata: Value = serde_json::from_str(&metadata)
            .context("`cargo metadata` printed something that is not JSON")?;
        let target = metadata["target_directory"]
            .as_str()
            .context("`cargo metadata` names no target folder")?
            .into();
        Ok(Workspace { root, target, metadata })
    }

    /// The cargo that runs this very command, to be called at the root of the workspace.
    pub(crate) fn cargo(&self) -> Command {
        cargo_in(&self.root)
    }

    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// A path as shown to people: from the root if it lies there.
    pub(crate) fn show(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    pub(crate) fn package(&self, name: &str) -> Option<&Value> {
        self.metadata["packages"].as_array()?.iter().find(|package| package["name"] == name)
    }
}

fn cargo_in(root: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    // `cargo run` describes xtask itself in these. Build scripts that watch them would run again
    // each time one goes back and forth between `cargo build` and `cargo xtask`.
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        }) {
            cargo.env_remove(name);
        }
    }
    cargo
}
