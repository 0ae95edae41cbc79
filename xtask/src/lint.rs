//! `lint`: rustfmt, clippy and Biome, the one way to call them.

use std::{fs, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    fuzz, npm,
    shell::{self, say},
    web,
    workspace::Workspace,
};

/// The hook that git runs before each commit, where it was asked for.
const HOOK: &str = "#!/bin/sh\nexec cargo xtask lint\n";

/// Lints the code that ships and is tested on this machine, and the page's sources.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    say("Checking the format of the sources (rustfmt)");
    shell::run(workspace.cargo().args(["fmt", "--all", "--check"]))
        .context("`cargo fmt --all` puts it right")?;
    say("Checking with clippy");
    clippy(workspace, &[])?;
    say("Checking the page's sources (Biome)");
    let npm = npm::find(workspace)?;
    npm.install(&shell::run)?;
    shell::run(npm.command().args(["run", "--silent", "lint"]))
        .context("`npm run format` in web/ puts right what it can")
}

/// Lints the page's modules and the code for measurements and fuzzing, too.
pub(crate) fn everything(workspace: &Workspace) -> Result<()> {
    run(workspace)?;
    // By day, building the modules fails at a warning of the compiler.
    say("Checking with clippy the page's modules, each with its features");
    web::lint(workspace)?;
    say("Checking with clippy what measures and what is compiled for fuzzing");
    clippy(workspace, &["--workspace", "--exclude=ghostreel-fuzz"])?;
    fuzz::lint(workspace)
}

fn clippy(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    let mut clippy = workspace.cargo();
    clippy.arg("clippy").args(packages).args(["--all-targets", "--quiet", "--", "-Dwarnings"]);
    shell::run(&mut clippy)
}

/// Has git run [`run`] before each commit.
pub(crate) fn install_hook(workspace: &Workspace) -> Result<()> {
    let mut git = Command::new("git");
    git.args(["rev-parse", "--path-format=absolute", "--git-path", "hooks/pre-commit"]);
    let path = shell::read(git.current_dir(&workspace.root))?;
    let path = std::path::Path::new(path.trim());
    if fs::read_to_string(path).is_ok_and(|hook| hook != HOOK) {
        bail!("{} is there already and is somebody's own", path.display());
    }
    fs::create_dir_all(path.parent().context("a hook lies in a folder")?)?;
    fs::write(path, HOOK).with_context(|| format!("cannot write {}", path.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    say(format!("git runs `cargo xtask lint` before each commit ({})", path.display()));
    Ok(())
}
