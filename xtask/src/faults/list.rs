//! The list of faults: patches for `git apply`, each after a few words and the check that finds it.
//!
//! ```text
//! The last swing of a replay is not counted.
//! Finds: rust ghostreel-analysis beat_saber::swings::tests::the_last_one_counts
//! ```
//!
//! or `Finds: page NAME`, for `web/tests/NAME.test.mjs`.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::{stamp, workspace::Workspace};

pub(super) const FOLDER: &str = "xtask/faults";

/// The word before the check.
const FINDS: &str = "Finds: ";

pub(super) struct Fault {
    /// As its file, without `.patch`.
    pub(super) name: String,
    pub(super) patch: PathBuf,
    pub(super) check: Check,
}

/// The check that finds a fault.
#[derive(Debug, PartialEq)]
pub(super) enum Check {
    /// A test of a package, as nextest calls it.
    Rust { package: String, test: String },
    /// A file of the page's tests.
    Page { file: String },
}

impl Check {
    /// The part to build for it.
    pub(super) fn part(&self) -> &str {
        match self {
            Check::Rust { package, .. } => package,
            Check::Page { .. } => "the page",
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Check::Rust { test, .. } => test,
            Check::Page { file } => file,
        }
    }
}

impl Fault {
    pub(super) fn parse(name: &str, text: &str) -> Result<Fault> {
        let is_diff = |line: &str| line.starts_with("diff ") || line.starts_with("--- ");
        let (mut words, mut check) = (0, None);
        for line in text.lines().take_while(|line| !is_diff(line)) {
            match line.strip_prefix(FINDS) {
                Some(_) if check.is_some() => bail!("{name} names two checks"),
                Some(finds) => {
                    let parts: Vec<&str> = finds.split_whitespace().collect();
                    check = Some(match parts[..] {
                        ["rust", package, test] => {
                            Check::Rust { package: package.to_owned(), test: test.to_owned() }
                        }
                        ["page", file] => Check::Page { file: format!("{file}.test.mjs") },
                        _ => bail!("{name} names no check: `{finds}`"),
                    });
                }
                None => words += line.len(),
            }
        }
        if words == 0 {
            bail!("{name} does not say what is wrong");
        }
        let check = check.with_context(|| format!("{name} has no line `{FINDS}…`"))?;
        Ok(Fault { name: name.to_owned(), patch: PathBuf::new(), check })
    }
}

/// All faults, by name.
pub(super) fn read(workspace: &Workspace) -> Result<Vec<Fault>> {
    let files = stamp::files(&workspace.root.join(FOLDER), &[])?;
    let read = |patch: PathBuf| {
        let name = patch.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&patch)
            .with_context(|| format!("cannot read {}", patch.display()))?;
        Ok(Fault { patch, ..Fault::parse(&name, &text)? })
    };
    files.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::apply;

    #[test]
    fn a_fault_says_what_is_wrong_and_names_its_check() {
        let check = |text: &str| Fault::parse("1", text).map(|fault| fault.check);
        let rust = Check::Rust { package: "a".to_owned(), test: "b::c".to_owned() };
        assert_eq!(check("Wrong.\nFinds: rust a b::c\ndiff --git a b\n").unwrap(), rust);
        let page = Check::Page { file: "hits.test.mjs".to_owned() };
        assert_eq!(check("Wrong.\nFinds: page hits\n--- a\nFinds: page x\n").unwrap(), page);
        for (text, error) in [
            ("Finds: page a\n", "1 does not say what is wrong"),
            ("Wrong.\n--- a\nFinds: page a\n", "1 has no line `Finds: …`"),
            ("Wrong.\nFinds: C a\n", "1 names no check: `C a`"),
            ("Wrong.\nFinds: page a\nFinds: page b\n", "1 names two checks"),
        ] {
            assert_eq!(check(text).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn every_fault_can_be_planted() {
        let workspace = Workspace::load().unwrap();
        let faults = read(&workspace).unwrap();
        assert!(faults.len() >= 30, "{} faults", faults.len());
        for fault in &faults {
            if let Check::Rust { package, .. } = &fault.check {
                assert!(workspace.package(package).is_some(), "{}: no {package}", fault.name);
            }
            if let Check::Page { file } = &fault.check {
                let file = workspace.web().join("tests").join(file);
                assert!(file.is_file(), "{}: no {}", fault.name, file.display());
            }
            if let Err(error) = apply(&workspace.root, &["--check"], &fault.patch) {
                panic!("{} has to be made again: {error:#}", fault.name);
            }
        }
    }
}
