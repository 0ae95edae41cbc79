//! `bench`: speeds beside those of the peers, in one run; and what hostile files cost.

use std::{
    env,
    ffi::OsString,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::Result;

use crate::{
    npm, pypi, python,
    shell::{self, say},
    workspace::Workspace,
};

pub(crate) fn run(workspace: &Workspace, args: Vec<OsString>) -> Result<()> {
    if args.first().is_some_and(|first| first == "query") {
        return query(workspace);
    }
    if args.first().is_some_and(|first| first == "exports") {
        return exports(workspace);
    }
    say("Building and running the benchmarks");
    let is_hostile = args.first().is_some_and(|first| first == "hostile");
    let package =
        if is_hostile { "--package=ghostreel-hostile" } else { "--package=ghostreel-bench" };
    let args = args.into_iter().skip(is_hostile.into());
    shell::run(workspace.cargo().args(["run", "--release", package, "--"]).args(args))
}

/// Columns of many replays: the Python package beside peppi-py and the library in Rust.
fn query(workspace: &Workspace) -> Result<()> {
    say("Building the Python package and the same in Rust");
    let mut build = workspace.cargo();
    build.args(["build", "--quiet", "--release", "--package=ghostreel"]);
    shell::run(build.arg("--example=frames_of_folder"))?;
    let package = python::build(workspace, python::Profile::Release)?;
    let python = pypi::environment(workspace, "bench/requirements.txt", "python-peers")?;
    let script = slippi_js(workspace)?;
    let mut compare = Command::new(python);
    compare.arg(workspace.root.join("bench/query.py")).arg(corpus(workspace));
    compare.arg(workspace.target.join("release/examples/frames_of_folder")).arg(script);
    // The peer panics at some files, and says so at length.
    shell::run(compare.env("PYTHONPATH", package).stderr(Stdio::null()))
}

/// The script that has slippi-js read files, with its packages beside it.
fn slippi_js(workspace: &Workspace) -> Result<PathBuf> {
    say("Installing slippi-js");
    let (source, folder) =
        (workspace.root.join("bench/slippi-js"), workspace.target.join("slippi-js"));
    fs::create_dir_all(&folder)?;
    for file in ["package.json", "package-lock.json", "columns.mjs"] {
        fs::copy(source.join(file), folder.join(file))?;
    }
    let mut install = npm::find(workspace)?.command();
    install.current_dir(&folder).args(["ci", "--no-audit", "--no-fund", "--silent"]);
    shell::run(&mut install)?;
    Ok(folder.join("columns.mjs"))
}

/// How many small replays are made up for questions over exports.
const SAMPLES: [&str; 3] = ["1000", "10000", "100000"];

/// Exports and SQL, beside the verbs and DuckDB.
fn exports(workspace: &Workspace) -> Result<()> {
    say("Building the engine of SQL and the Python package");
    shell::run(workspace.cargo().args(["build", "--profile=query", "--package=ghostreel-query"]))?;
    let package = python::build(workspace, python::Profile::Release)?;
    let mut measure = python::with_package(workspace, &package)?;
    measure.arg(workspace.root.join("bench/exports.py")).arg(corpus(workspace));
    shell::run(measure.arg(workspace.target.join("query/ghostreel-query")).args(SAMPLES))
}

fn corpus(workspace: &Workspace) -> PathBuf {
    let corpus = env::var_os("GHOSTREEL_CORPUS").map(PathBuf::from);
    corpus.unwrap_or_else(|| workspace.root.join("../shared/corpus"))
}
