//! `demo`: from a fresh checkout to replays on the screen.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    shell::{self, say},
    web,
    workspace::Workspace,
};

#[derive(Debug)]
pub(crate) struct Options {
    pub listen: String,
    /// Default: `ghostreel-data` in the checkout, which `cargo clean` leaves alone.
    pub data: Option<PathBuf>,
    pub files: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options { listen: "127.0.0.1:4747".to_owned(), data: None, files: Vec::new() }
    }
}

pub(crate) fn run(workspace: &Workspace, options: Options) -> Result<()> {
    // A mistyped name should be heard of now, not after minutes of building.
    if let Some(absent) = options.files.iter().find(|file| !file.exists()) {
        bail!("there is no file {}", absent.display());
    }
    web::build(workspace, false)?;

    say("Building the server");
    shell::run(workspace.cargo().args(["build", "--release", "--package=ghostreel-cli"]))?;
    let ghostreel =
        workspace.target.join("release").join(format!("ghostreel{}", env::consts::EXE_SUFFIX));

    let mut files = options.files;
    if files.is_empty() {
        files.push(make_sample(workspace, &ghostreel)?);
    }
    let data = options.data.unwrap_or_else(|| workspace.root.join("ghostreel-data"));
    // It prints the addresses to open itself, once they can be opened.
    say(format!("Starting the server; its data is in {}", workspace.show(&data)));
    replace_by(
        Command::new(&ghostreel)
            .arg("serve")
            .args(["--listen", &options.listen])
            .arg("--data")
            .arg(&data)
            .args(&files),
    )
}

fn make_sample(workspace: &Workspace, ghostreel: &Path) -> Result<PathBuf> {
    say("Making a sample replay");
    let folder = workspace.target.join("demo");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let sample = folder.join("sample.bsor");
    // Made anew each time, it is the same file each time: the server keeps it once.
    if sample.exists() {
        fs::remove_file(&sample).with_context(|| format!("cannot remove {}", sample.display()))?;
    }
    shell::run(Command::new(ghostreel).args(["sample", "beat-saber"]).arg(&sample))?;
    Ok(sample)
}

/// Becomes the server, so that Ctrl-C and other signals reach it and nobody else.
#[cfg(unix)]
fn replace_by(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec()).context("cannot start the server")
}

/// Ctrl-C reaches every program of the console, the server included.
#[cfg(not(unix))]
fn replace_by(command: &mut Command) -> Result<()> {
    shell::run(command)
}
