//! A copy of the checkout in the target folder, in which something is other than in the checkout: a fault, or a game more.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{npm, shell, stamp, web, workspace::Workspace};

/// The parts of the page that are no source.
const MADE: &[&str] = &["node_modules", "dist", "decoders", "test-results"];

/// The parts that the copy shares with the checkout: packages, and decoders, as faults that the page's tests find are in its own sources.
const SHARED: &[&str] = &["node_modules", "public/decoders"];

/// Files with what they hold, by their paths from the root.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) struct Tree {
    checkout: PathBuf,
    /// The copy, with the folder that it is built in.
    pub(crate) workspace: Workspace,
    /// Files in place of the checkout's, or beside them.
    other: Files,
}

impl Tree {
    /// `name`: that of its folder in the target folder.
    pub(crate) fn new(checkout: &Workspace, name: &str, other: Files) -> Result<Tree> {
        let folder = checkout.target.join(name);
        let workspace = Workspace {
            root: folder.join("tree"),
            target: folder.join("target"),
            metadata: checkout.metadata.clone(),
        };
        let mut tree = Tree { checkout: checkout.root.clone(), workspace, other };
        tree.update()?;
        if !tree.other.is_empty() {
            tree.workspace.read_metadata()?;
        }
        Ok(tree)
    }

    pub(crate) fn plant(&self, patch: &Path) -> Result<()> {
        apply(&self.workspace.root, &[], patch)
    }

    /// Makes the copy the same as the checkout, but for what is other. Equal files keep their time, so that nothing is built again for it.
    pub(crate) fn update(&self) -> Result<()> {
        let root = &self.workspace.root;
        let mut sources = self.sources()?;
        sources.extend(self.other.keys().cloned());
        for file in &sources {
            let (from, to) = (self.checkout.join(file), root.join(file));
            let content = match self.other.get(file) {
                Some(other) => other.clone(),
                None => {
                    fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?
                }
            };
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
    pub(crate) fn share_page(&self, checkout: &Workspace) -> Result<()> {
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

    pub(crate) fn build_page(&self) -> Result<()> {
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

/// `git apply` in a folder, whatever repository that lies in.
pub(crate) fn apply(folder: &Path, arguments: &[&str], patch: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.arg("apply").args(arguments).arg(patch).current_dir(folder);
    if let Some(above) = folder.parent() {
        git.env("GIT_CEILING_DIRECTORIES", above);
    }
    shell::read(&mut git).map(drop)
}

#[cfg(unix)]
fn link_folder(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(windows)]
fn link_folder(from: &Path, to: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(from, to)
}
