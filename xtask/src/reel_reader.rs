//! The second reader of reels: a Python program, written from the specification alone, reads the test vectors.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{
    pypi,
    shell::{self, say},
    stamp,
    workspace::Workspace,
};

/// Lines that it has at most: who implements the format should see how little it takes.
const MOST_LINES: usize = 300;

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    say("Reading the test vectors of reels with the reader in Python");
    let reader = workspace.root.join("docs/spec/reel_reader.py");
    let lines = fs::read_to_string(&reader).context("cannot read the reader")?.lines().count();
    ensure!(lines <= MOST_LINES, "{}: {lines} lines of {MOST_LINES}", workspace.show(&reader));
    let files = stamp::files(&workspace.root.join("testdata/reel"), &[])?;
    let reels: Vec<PathBuf> = files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|ext| ext == "reel"))
        .collect();
    ensure!(!reels.is_empty(), "there are no test vectors");
    let mut python = Command::new(pypi::program(workspace, "python")?);
    let output = shell::read(python.arg(&reader).args(&reels))?;
    ensure!(output.lines().count() == reels.len(), "the reader did not read all vectors");
    for (reel, line) in reels.iter().zip(output.lines()) {
        let expected =
            fs::read(reel.with_extension("json")).context("a vector without a result")?;
        if serde_json::from_str::<Value>(line)? != serde_json::from_slice::<Value>(&expected)? {
            bail!("{}: the reader in Python gives something else", workspace.show(reel));
        }
    }
    Ok(())
}
