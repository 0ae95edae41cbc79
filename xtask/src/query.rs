//! `ghostreel-query`: its own tests, and its exports read by others.

use std::path::PathBuf;

use anyhow::Result;

use crate::{
    checks::{Results, nextest},
    python::{self, Profile},
    shell::{self, say},
    workspace::Workspace,
};

const PACKAGE: &str = "ghostreel-query";

/// Nothing is optimised: its engine takes twice as long to compile else.
const PROFILE: &str = "demo";

/// Where the tested program is.
pub(crate) fn program(workspace: &Workspace) -> PathBuf {
    workspace.target.join(PROFILE).join(PACKAGE)
}

/// Compiles the program with its engine.
pub(crate) fn compile(workspace: &Workspace) -> Result<()> {
    shell::run(workspace.cargo().args(["build", "--profile", PROFILE, "--package", PACKAGE]))
}

/// Compiles the program with its engine, and tests it.
pub(crate) fn check(workspace: &Workspace) -> Result<Results> {
    let mut tests = nextest::command(workspace)?;
    tests.args(["run", "--cargo-profile", PROFILE, "--package", PACKAGE]);
    nextest::run(&mut tests)
}

/// Has the libraries for tables read exports that the tested program writes.
pub(crate) fn check_readers(workspace: &Workspace) -> Result<Results> {
    let package = python::build(workspace, Profile::Dev)?;
    let mut python = python::with_package(workspace, &package)?;
    say("Reading exports with other programs");
    python.env("GHOSTREEL_QUERY", program(workspace));
    python.env("GHOSTREEL", workspace.target.join("debug/ghostreel"));
    python::test(&mut python, &workspace.root.join("query/tests/readers"))
}
