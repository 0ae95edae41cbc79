//! Node.js and npm, and the page's packages.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    debian,
    shell::{self, Run, find_program, say},
    workspace::Workspace,
};

/// Vite's own demand.
const OLDEST_NODE: (u32, u32) = (20, 19);

const GET_NODE: &str = "install Node.js 22 from nodejs.org or with the system's package manager";

/// The npm of this machine, known to work for this page.
#[derive(Debug)]
pub(crate) struct Npm {
    program: PathBuf,
    web: PathBuf,
}

/// Makes sure that a Node.js is there that can build the page.
pub(crate) fn find(workspace: &Workspace) -> Result<Npm> {
    let web = workspace.web();
    if !web.join("package-lock.json").is_file() {
        bail!("there is no web/package-lock.json: this checkout has no page to build");
    }
    if find_program(&["npm"]).is_none() && debian::can_install() {
        debian::install(&["nodejs", "npm"])?;
    }
    let program = find_program(&["npm"])
        .with_context(|| format!("npm is not on the search path; {GET_NODE}"))?;
    let version = shell::read(Command::new("node").arg("--version")).with_context(|| GET_NODE)?;
    if !is_new_enough(version.trim()) {
        let (major, minor) = OLDEST_NODE;
        bail!(
            "Node.js {} is too old for the page, which needs {major}.{minor} or later; {GET_NODE}",
            version.trim()
        );
    }
    Ok(Npm { program, web })
}

impl Npm {
    /// Makes sure that `web/node_modules` is what `package-lock.json` says.
    pub(crate) fn install(&self, run: Run<'_>) -> Result<()> {
        if is_stale(&self.web) {
            say("Installing the page's packages (npm ci)");
            run(self.command().args(["ci", "--no-audit", "--no-fund"]))?;
        }
        Ok(())
    }

    /// An npm command in `web/`.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.web);
        command
    }

    /// A program that one of the page's packages brings along.
    pub(crate) fn package_program(&self, name: &str) -> Option<PathBuf> {
        let file = if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() };
        Some(self.web.join("node_modules/.bin").join(file)).filter(|path| path.is_file())
    }
}

/// npm notes what it has installed in `node_modules/.package-lock.json`.
fn is_stale(web: &Path) -> bool {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|meta| meta.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(wanted)) => wanted > installed,
        _ => true,
    }
}

fn is_new_enough(version: &str) -> bool {
    let mut parts = version.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().ok());
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(major), Some(minor)) => (major, minor) >= OLDEST_NODE,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_and_strange_versions_of_node_are_refused() {
        for good in ["v20.19.0", "v22.12.1", "v24.0.0"] {
            assert!(is_new_enough(good), "{good}");
        }
        for bad in ["v18.20.4", "v20.18.3", "", "twenty"] {
            assert!(!is_new_enough(bad), "{bad}");
        }
    }

    #[test]
    fn packages_are_stale_when_absent_or_older_than_the_lock_file() {
        let web = std::env::temp_dir().join(format!("ghostreel-npm-{}", std::process::id()));
        fs::create_dir_all(web.join("node_modules")).unwrap();
        fs::write(web.join("package-lock.json"), "").unwrap();
        assert!(is_stale(&web));
        fs::write(web.join("node_modules/.package-lock.json"), "").unwrap();
        assert!(!is_stale(&web));
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        fs::File::options()
            .write(true)
            .open(web.join("package-lock.json"))
            .unwrap()
            .set_modified(later)
            .unwrap();
        assert!(is_stale(&web));
        fs::remove_dir_all(&web).unwrap();
    }
}
