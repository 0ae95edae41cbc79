//! The few things asked of Debian's package manager.

use std::{
    path::Path,
    process::{Command, Stdio},
    sync::LazyLock,
};

use anyhow::{Context, Result, bail};

use crate::shell::{self, find_program, succeeds};

/// Whether this is Debian or a relative of it, with apt at hand.
pub(crate) fn is_here() -> bool {
    cfg!(target_os = "linux")
        && find_program(&["apt-get"]).is_some()
        && find_program(&["dpkg-deb"]).is_some()
}

/// How to run a command as root without a question: directly, with sudo, or not at all.
static ROOT: LazyLock<Option<&'static [&'static str]>> = LazyLock::new(|| {
    if shell::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0") {
        Some(&[])
    } else if succeeds(Command::new("sudo").args(["-n", "true"])) {
        Some(&["sudo", "-n"])
    } else {
        None
    }
});

/// Whether [`install`] has a chance: Debian, and we may act as root.
pub(crate) fn can_install() -> bool {
    is_here() && ROOT.is_some()
}

/// Installs packages system-wide. Call only if [`can_install`].
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    shell::say(format!("Installing Debian packages: {names}"));
    let attempt = || -> Result<()> {
        let mut install = as_root("apt-get").context("installing packages needs root")?;
        install
            .args([
                "install",
                "-y",
                "-qq",
                "--no-install-recommends",
                "-o",
                "DPkg::Lock::Timeout=300",
            ])
            .args(packages);
        shell::read(&mut install).map(drop)
    };
    // The package lists of a fresh machine are empty, those of an old one point at files long gone.
    attempt().or_else(|_| {
        update();
        attempt()
    })
}

/// Refreshes the package lists. A failure shows where the lists are used.
pub(crate) fn update() {
    if let Some(mut update) = as_root("apt-get") {
        update.args(["update", "-qq", "-o", "DPkg::Lock::Timeout=300"]);
        succeeds(&mut update);
    }
}

/// The version apt would install now.
pub(crate) fn candidate(package: &str) -> Option<String> {
    let policy =
        shell::read(Command::new("apt-cache").args(["policy", package]).env("LC_ALL", "C")).ok()?;
    let version = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: "))?;
    (version != "(none)").then(|| version.to_owned())
}

/// The names of the packages that one package (`name` or `name=version`) depends on, the first
/// of alternatives only.
pub(crate) fn dependencies(package: &str) -> Result<Vec<String>> {
    let record = shell::read(
        Command::new("apt-cache").args(["show", "--no-all-versions", package]).env("LC_ALL", "C"),
    )?;
    Ok(parse_dependencies(&record))
}

fn parse_dependencies(record: &str) -> Vec<String> {
    let list = record.lines().find_map(|line| line.strip_prefix("Depends:")).unwrap_or_default();
    let name = |entry: &str| {
        entry.trim().split([' ', '(', '|', ':']).next().unwrap_or_default().to_owned()
    };
    list.split(',').map(name).filter(|name| !name.is_empty()).collect()
}

/// Downloads package files into `folder` without installing anything; needs no root.
pub(crate) fn download(folder: &Path, packages: &[String]) -> Result<()> {
    let attempt = || {
        shell::read(
            Command::new("apt-get").args(["download", "-qq"]).args(packages).current_dir(folder),
        )
        .map(drop)
    };
    attempt().or_else(|_| {
        update();
        attempt()
    })
}

/// Unpacks parts of a package file into `folder`; `filter` are tar's own options.
pub(crate) fn unpack(package: &Path, folder: &Path, filter: &[&str]) -> Result<()> {
    let mut list = Command::new("dpkg-deb");
    list.arg("--fsys-tarfile").arg(package).stdout(Stdio::piped());
    let mut source = list.spawn().context("cannot start dpkg-deb")?;
    let tar_input = source.stdout.take().context("dpkg-deb has no output")?;
    let tar =
        Command::new("tar").arg("-x").arg("-C").arg(folder).args(filter).stdin(tar_input).status();
    let source = source.wait();
    if !(tar.context("cannot start tar")?.success() && source?.success()) {
        bail!("cannot unpack {}", package.display());
    }
    Ok(())
}

fn as_root(program: &str) -> Option<Command> {
    let mut words = ROOT.as_ref()?.iter().copied().chain([program]);
    let mut command = Command::new(words.next()?);
    command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
    Some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_bare_names() {
        let record = "Package: a\nPre-Depends: x\nDepends: libc6 (>= 2.34), libllvm22, gcc | c-compiler, python3:any (>= 3)\nSize: 1\n";
        assert_eq!(parse_dependencies(record), ["libc6", "libllvm22", "gcc", "python3"]);
        assert_eq!(parse_dependencies("Package: a\n"), [""; 0]);
    }
}
