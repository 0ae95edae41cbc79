//! Invariant: from `core` through `analysis`, crates do no file, clock, thread or network I/O.
//!
//! clippy sees to it, by what clippy.toml lists. Left to tidy is that each of these crates asks for it.

use super::{Package, Problem, Source};

/// It and its dependencies are the pure crates.
const TOPMOST: &str = "ghostreel-analysis";

const LINTS: [&str; 3] = ["disallowed_macros", "disallowed_methods", "disallowed_types"];

/// Packages of others that are I/O or threads through and through.
const OUTSIDE: [&str; 4] = ["getrandom", "memmap2", "rayon", "tokio"];

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    let pure = pure(packages);
    let mut problems: Vec<Problem> = pure.iter().flat_map(|package| outside(package)).collect();
    let roots = pure.iter().flat_map(|package| &package.roots);
    for source in roots.filter_map(|root| sources.iter().find(|source| source.path == *root)) {
        problems.extend(lints(source));
    }
    problems
}

fn pure(packages: &[Package]) -> Vec<&Package> {
    let find = |name: &str| packages.iter().find(|package| package.name == name);
    let mut packages: Vec<&Package> = find(TOPMOST).into_iter().collect();
    let mut next = 0;
    while let Some(package) = packages.get(next) {
        let below = package.dependencies.iter().filter(|dependency| !dependency.for_tests);
        for package in below.filter_map(|dependency| find(&dependency.name)) {
            if !packages.iter().any(|known| known.name == package.name) {
                packages.push(package);
            }
        }
        next += 1;
    }
    packages
}

fn outside(package: &Package) -> Vec<Problem> {
    let unwanted = package
        .dependencies
        .iter()
        .filter(|dependency| !dependency.for_tests && OUTSIDE.contains(&dependency.name.as_str()));
    unwanted
        .map(|dependency| {
            let message = format!("`{}`: this crate does no I/O", dependency.name);
            Problem::new(&package.manifest, message)
        })
        .collect()
}

fn lints(root: &Source) -> Vec<Problem> {
    let denied: String =
        root.text.split("#![deny(").skip(1).filter_map(|rest| rest.split(")]").next()).collect();
    let missing = LINTS.iter().filter(|lint| !denied.contains(&format!("clippy::{lint}")));
    missing
        .map(|lint| {
            Problem::new(&root.path, format!("does no I/O, so it must deny `clippy::{lint}`"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path, process::Command};

    use super::*;
    use crate::{shell::find_program, tidy::Dependency};

    fn package(name: &str, dependencies: &[(&str, bool)]) -> Package {
        let dependency = |(name, for_tests): &(&str, bool)| Dependency {
            name: (*name).to_owned(),
            for_tests: *for_tests,
            ..Dependency::default()
        };
        Package {
            name: name.to_owned(),
            dependencies: dependencies.iter().map(dependency).collect(),
            ..Package::default()
        }
    }

    #[test]
    fn dependencies_of_analysis_are_pure() {
        let packages = [
            package(TOPMOST, &[("ghostreel-formats", false), ("ghostreel-corpus", true)]),
            package("ghostreel-corpus", &[]),
            package("ghostreel-formats", &[("ghostreel-core", false), ("serde", false)]),
            package("ghostreel-core", &[("tokio", true)]),
            package("ghostreel-server", &[("tokio", false)]),
        ];
        let names: Vec<_> = pure(&packages).iter().map(|package| package.name.as_str()).collect();
        assert_eq!(names, [TOPMOST, "ghostreel-formats", "ghostreel-core"]);
        assert_eq!(check(&packages, &[]), []);
        assert_eq!(outside(&package("ghostreel-core", &[("tokio", false)])).len(), 1);
    }

    #[test]
    fn pure_crates_deny_the_lints() {
        let missing = |text: &str| {
            lints(&Source { path: "src/lib.rs".to_owned(), text: text.to_owned() }).len()
        };
        let all = LINTS.map(|lint| format!("    clippy::{lint},\n")).concat();
        assert_eq!(missing(&format!("//! Docs.\n#![deny(\n{all})]\n")), 0);
        assert_eq!(missing(&format!("//! Docs.\n#![allow(\n{all})]\n")), 3);
        assert_eq!(missing("#![deny(clippy::disallowed_types)]\n"), 2);
    }

    /// Each line that is followed by `// no` must be refused, and no other.
    const PLANTED: &str = r#"//! Ways out of a pure crate.
#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]
#![allow(unused)]
use std::net::TcpStream; // no
use std::time::{
    Duration,
    Instant, // no
};
use std::{env, fs, io, io::Write, thread, time};
fn file() -> io::Result<Vec<u8>> {
    fs::read("/etc/hostname") // no
}
fn is_there(path: &std::path::Path) -> bool {
    path.exists() // no
}
fn clock() -> time::SystemTime { // no
    time::UNIX_EPOCH
}
fn since(start: impl Fn() -> u8) {
    thread::spawn(|| ()); // no
    println!("std::fs::read"); // no
    let home = env::var("HOME"); // no
    let out = io::stdout(); // no
    let built = env!("PATH");
    let nothing = writeln!(Vec::new(), "{}", Duration::ZERO.as_secs());
}
"#;

    #[test]
    fn clippy_sees_every_way_out() {
        let folder = env::temp_dir().join(format!("ghostreel-purity-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("planted.rs"), PLANTED).unwrap();
        let driver = Path::new(&env::var_os("CARGO").unwrap()).with_file_name("clippy-driver");
        let driver =
            if driver.is_file() { driver } else { find_program(&["clippy-driver"]).unwrap() };
        let output = Command::new(driver)
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=short"])
            .args(["--out-dir", ".", "planted.rs"])
            .env("CLIPPY_CONF_DIR", Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
            .current_dir(&folder)
            .output()
            .unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        let line =
            |message: &str| message.strip_prefix("planted.rs:")?.split(':').next()?.parse().ok();
        let mut refused: Vec<usize> = messages.lines().filter_map(line).collect();
        refused.sort_unstable();
        refused.dedup();
        let lines = PLANTED.lines().enumerate().filter(|(_, line)| line.ends_with("// no"));
        let wanted: Vec<usize> = lines.map(|(index, _)| index + 1).collect();
        assert_eq!(refused, wanted, "{messages}");
        assert!(!messages.contains("warning"), "an entry of clippy.toml names nothing: {messages}");
    }
}
