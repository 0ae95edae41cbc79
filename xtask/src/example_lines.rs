//! Makes docs/adding-a-game/lines.patch anew, where the lines around its own have changed: the lines of the example game are put where
//! they belong now, by what existing files were when the patch was last made.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    example_game::{PATCH, changed, copy_into},
    shell::{self, say},
    tree::apply,
    workspace::Workspace,
};

/// Writes the patch.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let text = made_anew(&workspace.root, &workspace.target.join("example-lines"))?;
    let patch = workspace.root.join(PATCH);
    match fs::read_to_string(&patch)? == text {
        true => say(format!("{PATCH} is as it should be")),
        false => {
            fs::write(&patch, text).with_context(|| format!("cannot write {PATCH}"))?;
            say(format!("Made {PATCH} anew"));
        }
    }
    Ok(())
}

/// The patch of a checkout as it should be. `scratch`: a folder that becomes another one.
pub(crate) fn made_anew(root: &Path, scratch: &Path) -> Result<String> {
    if scratch.exists() {
        fs::remove_dir_all(scratch)?;
    }
    let (now, with_lines) = (scratch.join("a"), scratch.join("b"));
    let patch = root.join(PATCH);
    let names = changed(&patch)?;
    copy_into(root, &now, &names)?;
    copy_into(root, &with_lines, &names)?;
    if apply(&with_lines, &[], &patch).is_err() {
        // The changes that it made when it was committed are made to the files as they are now.
        let made = git(root, &["log", "-1", "--format=%H", "--", PATCH])?;
        let made = made.trim();
        let was = |path: &Path| git(root, &["show", &format!("{made}:{}", slashes(path))]);
        let (before, after) = (scratch.join("before"), scratch.join("after"));
        for name in &names {
            let text = was(name)?;
            for folder in [&before, &after] {
                write_file(&folder.join(name), &text)?;
            }
        }
        let old = scratch.join("old.patch");
        write_file(&old, &was(Path::new(PATCH))?)?;
        apply(&after, &[], &old)?;
        for name in &names {
            let mut merge = Command::new("git");
            merge.args(["merge-file", "--quiet"]);
            merge.args([with_lines.join(name), before.join(name), after.join(name)]);
            if !shell::succeeds(&mut merge) {
                let merged = with_lines.join(name);
                bail!(
                    "{} has changed where the example's lines are: put them into {PATCH} by hand; {} shows both",
                    name.display(),
                    merged.display()
                );
            }
        }
    }
    difference(scratch)
}

/// The difference of the folders `a` and `b`, with a line around each change.
fn difference(scratch: &Path) -> Result<String> {
    let mut diff = Command::new("git");
    diff.args(["diff", "--no-index", "--no-color", "--no-prefix", "-U1", "a", "b"]);
    diff.current_dir(scratch);
    // Its status says whether there is any difference.
    let output = diff.output().context("cannot start git")?;
    let text = String::from_utf8(output.stdout)?;
    let is_shown = |line: &&str| !line.starts_with("diff --git ") && !line.starts_with("index ");
    // Without the function around the change, which changes more often than the lines.
    let place = |line: &str| match line.strip_prefix("@@ ").and_then(|rest| rest.split_once(" @@"))
    {
        Some((place, _)) => format!("@@ {place} @@\n"),
        None => format!("{line}\n"),
    };
    Ok(text.lines().filter(is_shown).map(place).collect())
}

fn write_file(path: &PathBuf, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().context("a file is in no folder")?)
        .and_then(|()| fs::write(path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// As git names a path, on every system.
fn slashes(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    shell::read(Command::new("git").args(arguments).current_dir(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_follow_the_files_that_they_belong_to() {
        let folder = std::env::temp_dir().join(format!("ghostreel-lines-{}", std::process::id()));
        let root = folder.join("checkout");
        let list = root.join("crates/list.rs");
        let patch =
            "--- a/crates/list.rs\n+++ b/crates/list.rs\n@@ -2,2 +2,3 @@\n melee\n+pong\n rocket\n";
        write_file(&list, "first\nmelee\nrocket\nlast\n").unwrap();
        write_file(&root.join(PATCH), patch).unwrap();
        let scratch = folder.join("scratch");
        let git = |arguments: &[&str]| super::git(&root, arguments).unwrap();
        git(&["init", "--quiet"]);
        git(&["add", "."]);
        let named = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        git(&[&named[..], &["commit", "--quiet", "--message", "a"]].concat());
        assert_eq!(made_anew(&root, &scratch).unwrap(), patch);
        // The patch does not apply any more.
        fs::write(&list, "first\nsecond\nMelee\nmelee\nother\nrocket\nlast\n").unwrap();
        assert!(made_anew(&root, &scratch).is_err(), "the line may belong before or after `other`");
        fs::write(&list, "first\nsecond\nmelee\nrocket\nother\nlast\n").unwrap();
        let anew = made_anew(&root, &scratch).unwrap();
        assert_eq!(anew, patch.replace("-2,2 +2,3", "-3,2 +3,3"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_patch_is_as_the_command_makes_it() {
        let workspace = Workspace::load().unwrap();
        let scratch = std::env::temp_dir().join(format!("ghostreel-patch-{}", std::process::id()));
        let text = made_anew(&workspace.root, &scratch).unwrap();
        let patch = fs::read_to_string(workspace.root.join(PATCH)).unwrap();
        // But for the numbers of lines, which git looks for itself.
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("@@ ")).map(str::to_owned).collect()
        };
        assert_eq!(lines(&text), lines(&patch));
        fs::remove_dir_all(scratch).unwrap();
    }
}
