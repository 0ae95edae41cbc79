//! The second verifier of marks: a Python program, written from the specification alone, judges the test vectors and two thousand altered ones.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use crate::{
    checks::nextest,
    pypi,
    shell::{self, say},
    workspace::Workspace,
};

/// The number of altered reels and messages at least.
const FEWEST_ALTERED: usize = 2000;

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    say("Judging marks with the verifier in Python");
    let vectors = workspace.root.join("testdata/mark");
    compare(workspace, &vectors)?;
    let altered = workspace.target.join("altered-marks");
    if altered.exists() {
        fs::remove_dir_all(&altered).context("cannot remove the altered marks of before")?;
    }
    nextest::build(workspace)?;
    let program = format!("altered_marks{}", env::consts::EXE_SUFFIX);
    let program = workspace.target.join("debug/examples").join(program);
    shell::run(Command::new(program).arg(&altered))?;
    let judged = compare(workspace, &altered)?;
    ensure!(judged >= FEWEST_ALTERED, "only {judged} altered marks were judged");
    Ok(())
}

/// Compares what Python says of each file with `verdicts.json` beside them. Returns how many they are.
fn compare(workspace: &Workspace, folder: &Path) -> Result<usize> {
    let verdicts = fs::read(folder.join("verdicts.json")).context("there are no verdicts")?;
    let verdicts: Map<String, Value> = serde_json::from_slice(&verdicts)?;
    ensure!(!verdicts.is_empty(), "there are no verdicts");
    let server = fs::read_to_string(workspace.root.join("testdata/mark/server.txt"))?;
    let files: Vec<PathBuf> = verdicts.keys().map(|name| folder.join(name)).collect();
    let mut python = Command::new(pypi::program(workspace, "python")?);
    python.arg(workspace.root.join("docs/spec/mark_verifier.py")).arg(server.trim());
    // No compiled code is to lie beside it.
    let output = shell::read(python.args(&files).env("PYTHONDONTWRITEBYTECODE", "1"))?;
    ensure!(output.lines().count() == files.len(), "the verifier did not judge all files");
    for ((name, expected), line) in verdicts.iter().zip(output.lines()) {
        let verdict: Value = serde_json::from_str(line)?;
        if verdict != *expected {
            bail!("{name}: the verifier in Python says {verdict}, and ours {expected}");
        }
    }
    Ok(files.len())
}
