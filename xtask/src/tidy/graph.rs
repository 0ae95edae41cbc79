//! Who may depend on whom.

use super::{Package, Problem};

/// The layers from the bottom up. A package may use those named beside it and nothing else of
/// the workspace; tests and examples may use more.
const ALLOWED: &[(&str, Allowed)] = &[
    ("ghostreel-core", Only(&[])),
    ("ghostreel-corpus", Only(&[])),
    ("ghostreel-hostile", Only(&["formats", "analysis"])),
    ("ghostreel-timeline", Only(&["core"])),
    ("ghostreel-mark", Only(&["core"])),
    ("ghostreel-bsor", Only(&["timeline", "core"])),
    ("ghostreel-slp", Only(&["timeline", "core"])),
    ("ghostreel-rlreplay", Only(&["timeline", "core"])),
    ("ghostreel-reel", Only(&["mark", "core"])),
    ("ghostreel-formats", Only(&["bsor", "slp", "rlreplay", "reel", "timeline", "core"])),
    ("ghostreel-analysis", Only(&["formats"])),
    ("ghostreel", Only(&["formats", "analysis"])),
    ("ghostreel-archive", Only(&["formats"])),
    ("ghostreel-live", Only(&["formats"])),
    ("ghostreel-recorder", Only(&["reel", "core", "formats"])),
    ("ghostreel-server", Only(&["archive", "analysis", "live", "recorder"])),
    ("ghostreel-cli", Any),
    ("ghostreel-wasm", Only(&["formats", "analysis"])),
    ("ghostreel-python", Only(&["formats", "analysis"])),
    ("ghostreel-c", Only(&["formats", "analysis"])),
    ("ghostreel-fuzz", Any),
    ("ghostreel-bench", Any),
    ("xtask", Only(&[])),
];

enum Allowed {
    Only(&'static [&'static str]),
    Any,
}
use Allowed::{Any, Only};

pub(crate) fn check(packages: &[Package]) -> Vec<Problem> {
    packages.iter().flat_map(layering).collect()
}

fn layering(package: &Package) -> Vec<Problem> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == package.name) else {
        let message =
            format!("{} has no place in the crate graph (xtask/src/tidy/graph.rs)", package.name);
        return vec![Problem::new(&package.manifest, message)];
    };
    let Only(allowed) = allowed else { return Vec::new() };
    let ours = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.path.is_some() && !dependency.for_tests);
    let unwanted = ours.filter(|dependency| {
        !allowed.iter().any(|name| dependency.name == format!("ghostreel-{name}"))
    });
    unwanted
        .map(|dependency| {
            let may =
                if allowed.is_empty() { "nothing of ours".to_owned() } else { allowed.join(", ") };
            Problem::new(
                &package.manifest,
                format!("{} must not depend on {}, only on {may}", package.name, dependency.name),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::Dependency;

    fn package(name: &str, dependencies: Vec<Dependency>) -> Package {
        Package {
            name: name.to_owned(),
            manifest: "Cargo.toml".to_owned(),
            dependencies,
            ..Package::default()
        }
    }

    fn ours(name: &str) -> Dependency {
        Dependency {
            name: name.to_owned(),
            path: Some("somewhere".into()),
            ..Dependency::default()
        }
    }

    fn theirs(name: &str) -> Dependency {
        Dependency { name: name.to_owned(), ..Dependency::default() }
    }

    #[track_caller]
    fn expect(package: Package, problems: usize) {
        let found = check(&[package]);
        assert_eq!(found.len(), problems, "{found:?}");
    }

    #[test]
    fn layers_use_only_what_lies_below() {
        expect(
            package(
                "ghostreel-formats",
                vec![ours("ghostreel-bsor"), ours("ghostreel-core"), theirs("serde_json")],
            ),
            0,
        );
        expect(package("ghostreel-core", vec![ours("ghostreel-timeline")]), 1);
        expect(package("ghostreel-bsor", vec![ours("ghostreel-slp")]), 1);
        expect(
            package("ghostreel-archive", vec![ours("ghostreel-server"), ours("ghostreel-bsor")]),
            2,
        );
        expect(package("xtask", vec![ours("ghostreel-core")]), 1);
        expect(package("ghostreel-cli", vec![ours("ghostreel-server"), ours("ghostreel-core")]), 0);
    }

    #[test]
    fn tests_may_reach_further() {
        let dependency = Dependency { for_tests: true, ..ours("ghostreel-formats") };
        expect(package("ghostreel-bsor", vec![dependency]), 0);
    }

    #[test]
    fn a_new_package_must_be_given_its_place() {
        expect(package("ghostreel-utils", vec![]), 1);
    }
}
