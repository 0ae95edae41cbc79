//! Manifests and lock files, as far as cargo-deny (deny.toml) does not look at them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Dependency, Package, Problem, Source};
use crate::workspace::Workspace;

/// The packages of the workspace, out of `cargo metadata`.
pub(crate) fn packages(workspace: &Workspace) -> Result<Vec<Package>> {
    let packages =
        workspace.metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    packages.iter().map(|package| read_package(package, &workspace.root)).collect()
}

fn read_package(package: &Value, root: &Path) -> Result<Package> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let from_root = |value: &Value| {
        let path = PathBuf::from(text(value));
        path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/")
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let dependency = |dependency: &Value| Dependency {
        name: text(&dependency["name"]),
        for_tests: dependency["kind"] == "dev",
        path: dependency["path"].as_str().map(PathBuf::from),
    };
    let is_root = |target: &&Value| {
        list(&target["kind"])
            .iter()
            .any(|kind| ["lib", "cdylib", "bin"].iter().any(|root| kind == root))
    };
    Ok(Package {
        name: package["name"]
            .as_str()
            .context("`cargo metadata` lists a package without a name")?
            .to_owned(),
        manifest: from_root(&package["manifest_path"]),
        is_game: package["metadata"]["ghostreel"]["game"].is_string(),
        is_further_format: package["metadata"]["ghostreel"]["further-format-of"].is_string(),
        dependencies: list(&package["dependencies"]).iter().map(dependency).collect(),
        roots: list(&package["targets"])
            .iter()
            .filter(is_root)
            .map(|target| from_root(&target["src_path"]))
            .collect(),
    })
}

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in packages {
        if let Some(manifest) = sources.iter().find(|source| source.path == package.manifest) {
            problems.extend(lints(manifest));
        }
    }
    for source in sources {
        match source.path.rsplit('/').next().unwrap_or_default() {
            "package-lock.json" => problems.extend(package_lock(source)),
            ".npmrc" => problems.extend(npmrc(source)),
            _ => {}
        }
    }
    problems
}

/// Without the table, the workspace's lints silently do not apply.
fn lints(manifest: &Source) -> Option<Problem> {
    let mut table = "";
    for line in manifest.text.lines().map(str::trim) {
        if line.starts_with('[') {
            table = line;
        } else if table == "[lints]" && line.replace(' ', "") == "workspace=true" {
            return None;
        }
    }
    Some(Problem::new(&manifest.path, "the table `[lints]` with `workspace = true` is missing"))
}

/// Download addresses in a lock file would send everybody to one person's mirror.
fn package_lock(lock: &Source) -> Vec<Problem> {
    let address = |line: &str| {
        line.trim().strip_prefix("\"resolved\"").is_some_and(|rest| rest.contains("://"))
    };
    let lines = lock.text.lines().enumerate().filter(|(_, line)| address(line));
    lines
        .map(|(index, _)| {
            Problem::at(
                &lock.path,
                index + 1,
                "no download addresses; see `omit-lockfile-registry-resolved`",
            )
        })
        .collect()
}

fn npmrc(settings: &Source) -> Vec<Problem> {
    let lines = settings.text.lines().enumerate().filter(|(_, line)| {
        line.split('=').next().is_some_and(|key| key.trim().ends_with("registry"))
    });
    lines
        .map(|(index, _)| Problem::at(&settings.path, index + 1, "no registry of one's own"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn every_package_takes_the_workspace_lints() {
        let good = "[package]\nname = \"a\"\n[lints]\nworkspace = true\n";
        assert_eq!(lints(&source("Cargo.toml", good)), None);
        for bad in [
            "[package]\nname = \"a\"\n",
            "[lints]\n[dependencies]\nworkspace = true\n",
            "[lints.rust]\nunsafe_code = \"allow\"\n",
        ] {
            assert!(lints(&source("Cargo.toml", bad)).is_some(), "{bad}");
        }
    }

    #[test]
    fn lock_files_name_no_private_places() {
        let good = source(
            "web/package-lock.json",
            "{\n  \"version\": \"1.0.0\",\n  \"resolved\": true\n}",
        );
        assert_eq!(check(&[], &[good]), []);
        let bad = source(
            "web/package-lock.json",
            "{\n  \"resolved\": \"https://mirror.example/a.tgz\"\n}",
        );
        assert_eq!(check(&[], &[bad])[0].line, Some(2));
        assert_eq!(check(&[], &[source("web/.npmrc", "fund=false\n")]), []);
        assert_eq!(
            check(
                &[],
                &[source("web/.npmrc", "fund=false\n@a:registry = https://mirror.example\n")]
            )
            .len(),
            1
        );
    }

    #[test]
    fn metadata_is_read_as_cargo_writes_it() {
        let metadata = serde_json::json!({
            "name": "ghostreel-bsor", "manifest_path": "/x/crates/bsor/Cargo.toml",
            "dependencies": [
                {"name": "ghostreel-core", "kind": null, "path": "/x/crates/core"},
                {"name": "proptest", "kind": "dev"},
            ],
            "targets": [
                {"kind": ["lib"], "name": "ghostreel_bsor", "src_path": "/x/crates/bsor/src/lib.rs"},
                {"kind": ["test"], "name": "corpus", "src_path": "/x/crates/bsor/tests/corpus.rs"},
            ],
        });
        let package = read_package(&metadata, Path::new("/x")).unwrap();
        assert_eq!(package.name, "ghostreel-bsor");
        assert_eq!(package.manifest, "crates/bsor/Cargo.toml");
        assert_eq!(package.roots, ["crates/bsor/src/lib.rs"]);
        assert!(package.dependencies[0].path.is_some() && !package.dependencies[0].for_tests);
        assert!(package.dependencies[1].path.is_none() && package.dependencies[1].for_tests);
    }
}
