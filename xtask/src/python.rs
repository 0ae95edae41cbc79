//! The Python package: built, and tested with the libraries that its users hand tables to.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    checks::Results,
    pypi,
    shell::{self, say},
    stamp,
    workspace::Workspace,
};

const PACKAGE: &str = "ghostreel-python";
const FOLDER: &str = "bindings/python";
const LIST: &str = "bindings/python/tests/requirements.txt";

/// Cargo's profile of the part in Rust.
#[derive(Clone, Copy)]
pub(crate) enum Profile {
    /// As the tests are compiled.
    Dev,
    /// As it ships.
    Release,
}

/// Builds the package, and tests it.
pub(crate) fn check(workspace: &Workspace) -> Result<Results> {
    let package = build(workspace, Profile::Dev)?;
    let mut python = with_package(workspace, &package)?;
    say("Testing the Python package");
    test(&mut python, &workspace.root.join(FOLDER).join("tests"))
}

/// Python with the libraries that tables are handed to, and with the package that is put together there.
pub(crate) fn with_package(workspace: &Workspace, package: &Path) -> Result<Command> {
    let mut python = Command::new(pypi::environment(workspace, LIST, "python-environment")?);
    python.env("PYTHONPATH", package);
    Ok(python)
}

/// Builds the package and puts it together as it is installed. Returns the folder where Python finds it.
pub(crate) fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    say("Building the Python package");
    let (options, built): (&[&str], _) = match profile {
        // All libraries with the features of their tests, of which any one does: that is how they are compiled already. Asked for
        // alone, the package would have them compiled once more with fewer.
        Profile::Dev => (&["--lib", "--test=header"], "debug"),
        Profile::Release => (&["--release", "--package", PACKAGE], "release"),
    };
    let mut build = workspace.cargo();
    shell::run(build.args(["build", "--quiet"]).args(options))?;
    let place = workspace.target.join("python").join(built);
    let package = place.join("ghostreel");
    fs::create_dir_all(&package)?;
    let from = workspace.root.join(FOLDER).join("python/ghostreel");
    for file in stamp::files(&from, &["__pycache__"])? {
        copy(&file, &package.join(file.file_name().context("a file without a name")?))?;
    }
    let [library, name] = library();
    copy(&workspace.target.join(built).join(library), &package.join(name))?;
    Ok(place)
}

/// Installs the package as the README says, into an environment of its own, and tests what was installed.
pub(crate) fn check_installed(workspace: &Workspace) -> Result<Results> {
    let python = pypi::environment(workspace, LIST, "python-installed")?;
    say("Installing the Python package with pip");
    let mut pip = Command::new(&python);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--force-reinstall",
        "--no-deps",
    ]);
    pip.arg(workspace.root.join(FOLDER)).env("CARGO_TARGET_DIR", workspace.target.join("maturin"));
    shell::run(&mut pip)?;
    say("Testing the Python package");
    test(&mut Command::new(python), &workspace.root.join(FOLDER).join("tests"))
}

/// Runs the tests in a folder with a Python that finds the package.
pub(crate) fn test(python: &mut Command, tests: &Path) -> Result<Results> {
    python
        .args(["-B", "-W", "error", "-m", "unittest", "discover", "--start-directory"])
        .arg(tests);
    let output =
        python.stderr(Stdio::piped()).output().with_context(|| shell::cannot_start(python))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("the tests in {} failed:\n{said}", tests.display());
    }
    Ok(Results {
        passed: count(&said).context("Python's tests do not say how many they are")?,
        ..Results::default()
    })
}

/// The number in `Ran 21 tests in 1.2s`.
fn count(said: &str) -> Option<u64> {
    let count = said.lines().find_map(|line| line.strip_prefix("Ran "))?;
    count.split(' ').next()?.parse().ok().filter(|count| *count > 0)
}

/// What the compiler calls the library, and what Python does.
fn library() -> [&'static str; 2] {
    if cfg!(windows) {
        ["_core.dll", "_core.pyd"]
    } else if cfg!(target_os = "macos") {
        ["lib_core.dylib", "_core.abi3.so"]
    } else {
        ["lib_core.so", "_core.abi3.so"]
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_python_are_counted() {
        assert_eq!(count("....\n-----\nRan 21 tests in 1.260s\n\nOK\n"), Some(21));
        assert_eq!(count("Ran 0 tests in 0.000s\n\nOK\n"), None, "nothing was tried");
        assert_eq!(count("OK\n"), None);
    }
}
