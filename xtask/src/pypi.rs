//! Programs and packages from PyPI, for this checkout alone.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    debian,
    shell::{self, find_program, say},
    stamp,
    workspace::Workspace,
};

const GET_PYTHON: &str = "install Python 3 with its modules `venv` and `pip`";

const LIST: &str = "xtask/requirements.txt";

/// A program of those that `xtask/requirements.txt` names, installed into the target folder.
pub(crate) fn program(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = install(workspace, LIST, "pypi")?;
    let program = programs(&folder, name);
    if !program.is_file() {
        bail!("{LIST} brings no program {name}");
    }
    Ok(program)
}

/// Python in an environment of its own, with the packages of a list, in a folder of the target folder.
pub(crate) fn environment(workspace: &Workspace, list: &str, folder: &str) -> Result<PathBuf> {
    Ok(programs(&install(workspace, list, folder)?, "python"))
}

/// Makes an environment, or finds it up to date. Returns its folder.
fn install(workspace: &Workspace, list: &str, folder: &str) -> Result<PathBuf> {
    let path = workspace.root.join(list);
    let wanted =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = workspace.target.join(folder);
    let installed = folder.join("installed.txt");
    if !stamp::matches(&installed, &wanted) {
        say(format!("Installing from PyPI what {list} names"));
        let python = python()?;
        shell::read(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))
            .context(GET_PYTHON)?;
        let mut pip = Command::new(programs(&folder, "python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        // Of most packages little is ever used: what is, is compiled then.
        pip.arg("--no-compile");
        pip.args(["--only-binary=:all:", "--require-hashes", "--requirement"]).arg(&path);
        shell::run(&mut pip)?;
        stamp::write(&installed, &wanted)?;
    }
    Ok(folder)
}

/// Where a virtual environment has its programs.
fn programs(environment: &std::path::Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        environment.join("Scripts").join(format!("{name}.exe"))
    } else {
        environment.join("bin").join(name)
    }
}

/// A Python that can make virtual environments, which Debian's alone cannot.
fn python() -> Result<PathBuf> {
    let find = || {
        find_program(&["python3", "python"]).filter(|python| {
            shell::succeeds(Command::new(python).args(["-c", "import ensurepip, venv"]))
        })
    };
    if let Some(python) = find() {
        return Ok(python);
    }
    if debian::can_install() {
        debian::install(&["python3-venv"])?;
    }
    find().context(GET_PYTHON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_the_list_does_not_name_is_an_error() {
        let target = std::env::temp_dir().join(format!("ghostreel-pypi-{}", std::process::id()));
        let workspace = Workspace { target: target.clone(), ..Workspace::load().unwrap() };
        let list = fs::read_to_string(workspace.root.join("xtask/requirements.txt")).unwrap();
        stamp::write(&target.join("pypi/installed.txt"), &list).unwrap();
        let error = program(&workspace, "surely-no-such-program").unwrap_err().to_string();
        assert!(error.ends_with("brings no program surely-no-such-program"), "{error}");
        let there = programs(&target.join("pypi"), "typos");
        stamp::write(&there, "").unwrap();
        assert_eq!(program(&workspace, "typos").unwrap(), there);
        fs::remove_dir_all(&target).unwrap();
    }
}
