//! The copy of the checkout in which faults are planted, in the target folder.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use super::list;
use crate::{npm, shell, stamp, web, workspace::Workspace};

/// The parts of the page that are no source.
const MADE: &[&str] = &["node_modules", "dist", "decoders", "test-results"];

/// The parts that the copy shares with the checkout: packages, and decoders, as faults that the page's tests find are in its own sources.
const SHARED: &[&str] = &["node_modules", "public/decoders"];

pub(super) struct Tree {
    checkout: PathBuf,
    /// The copy, with the folder that it is built in.
    pub(super) workspace: Workspace,
}

impl Tree {
    pub(super) fn new(checkout: &Workspace) -> Result<Tree> {
        let folder = checkout.target.join("faults");
        let workspace = Workspace {
            root: folder.join("tree"),
            target: folder.join("target"),
            metadata: checkout.metadata.clone(),
        };
        let tree = Tree { checkout: checkout.root.clone(), workspace };
        tree.update()?;
        Ok(tree)
    }

    pub(super) fn plant(&self, patch: &Path) -> Result<()> {
        list::apply(&self.workspace.root, &[], patch)
    }

    /// Makes the copy the same as the checkout. Equal files keep their time, so that nothing is built again for it.
    pub(super) fn update(&self) -> Result<()> {
        let root = &self.workspace.root;
        let sources = self.sources()?;
        for file in &sources {
            let (from, to) = (self.checkout.join(file), root.join(file));
            let content =
                fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
            if fs::read(&to).is_ok_and(|copy| copy == content) {
                continue;
            }
            let parent = to.parent().context("a file is in no folder")?;
            fs::create_dir_all(parent)
                .and_then(|()| fs::write(&to, content))
                .with_context(|| format!("cannot write {}", to.display()))?;
        }
        for file in stamp::files(root, MADE)? {
            if !file.strip_prefix(root).is_ok_and(|file| sources.contains(file)) {
                fs::remove_file(&file)
                    .with_context(|| format!("cannot remove {}", file.display()))?;
            }
        }
        Ok(())
    }

    /// Has the page of the checkout built, and shares what of it no fault changes; and builds the program that some of its tests start.
    pub(super) fn share_page(&self, checkout: &Workspace) -> Result<()> {
        web::build_draft(checkout, &npm::find(checkout)?)?;
        let mut program = self.workspace.cargo();
        program.args(["build", "--quiet", "--package", "ghostreel-cli"]);
        shell::run(program.env("CARGO_TARGET_DIR", &self.workspace.target))?;
        for path in SHARED {
            let (from, to) = (checkout.web().join(path), self.workspace.web().join(path));
            if !to.is_dir() {
                let parent = to.parent().context("the page has no folder")?;
                fs::create_dir_all(parent)
                    .and_then(|()| link_folder(&from, &to))
                    .with_context(|| format!("cannot make {}", to.display()))?;
            }
        }
        Ok(())
    }

    pub(super) fn build_page(&self) -> Result<()> {
        let npm = npm::find(&self.workspace)?;
        shell::run(npm.command().args(["run", "--silent", "build"]))
    }

    /// All files of the checkout that git knows or would take in, from its root.
    fn sources(&self) -> Result<BTreeSet<PathBuf>> {
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let list = shell::read(git.current_dir(&self.checkout))?;
        let files = list.split_terminator('\0').map(PathBuf::from);
        Ok(files.filter(|file| self.checkout.join(file).is_file()).collect())
    }
}

#[cfg(unix)]
fn link_folder(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(windows)]
fn link_folder(from: &Path, to: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(from, to)
}
