//! The example game of docs/adding-a-game.md. It is no part of the project: its files and the lines that it adds to existing files are
//! in docs/adding-a-game, and are put into a copy of the checkout. What is checked there is what a new game needs.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    checks::{Results, nextest, page_tests},
    npm,
    shell::{self, say},
    stamp, tidy,
    tree::{Files, Tree, apply},
    web,
    workspace::Workspace,
};

const FOLDER: &str = "docs/adding-a-game";
/// The lines that existing files gain.
pub(crate) const PATCH: &str = "docs/adding-a-game/lines.patch";
/// The folder of the copy in the target folder.
const NAME: &str = "example-game";
/// The manifests that name the version of the project's crates.
const NAMING_VERSIONS: [&str; 3] =
    ["Cargo.toml", "crates/analysis/Cargo.toml", "crates/formats/Cargo.toml"];
/// The name of the game, which is also its feature, and that of its crate without `ghostreel-`.
const GAME: &str = "pong";

/// The crates that know all games: their tests find the game by themselves.
const OF_EVERY_GAME: [&str; 2] = ["ghostreel-formats", "ghostreel-analysis"];
/// The crates that stand on these.
const ABOVE: [&str; 5] =
    ["ghostreel", "ghostreel-archive", "ghostreel-cli", "ghostreel-fuzz", "ghostreel-mark"];
/// Tests of the page that find the game by themselves.
const PAGE_TESTS: [&str; 5] =
    ["decoders.test.mjs", "pong.test.mjs", "reel.test.mjs", "size.test.mjs", "unit.test.mjs"];

/// The game alone, without any other: what a change to the ground or to the registry can break.
pub(crate) fn check(workspace: &Workspace) -> Result<Results> {
    let mut files = files(workspace)?;
    change_version(workspace, &mut files)?;
    let mut tree = Tree::new(workspace, NAME, files)?;
    // Its dependencies are compiled there.
    tree.workspace.target.clone_from(&workspace.target);
    let copy = &tree.workspace;
    say("Checking the format of the example game's sources");
    let mut format = copy.cargo();
    shell::run(format.args(["fmt", "--check"]).args(packages(&OF_EVERY_GAME)))
        .context("the sources are in docs/adding-a-game")?;
    say("Testing the example game without any other");
    let features = OF_EVERY_GAME.map(|package| format!("{package}/{GAME}")).join(",");
    let features = format!("{features},ghostreel-analysis/copies,ghostreel-analysis/stats-tables");
    let mut tests = command(workspace, copy)?;
    // With these features all is compiled anew. Nothing is optimised: the tests take a second.
    tests.args(["--cargo-profile", "demo"]).args(packages(&OF_EVERY_GAME));
    tests.args(["--no-default-features", "--features", &features]);
    let found = nextest::run(&mut tests)?;
    say("Checking the example game's part of the page");
    let npm = npm::find(copy)?;
    npm.install(&shell::run)?;
    shell::run(npm.command().args(["run", "--silent", "check"]))?;
    let biome = npm.package_program("biome").context("the page has no Biome")?;
    let part = format!("src/games/{GAME}");
    let test = format!("tests/{GAME}.test.mjs");
    let mut biome = Command::new(biome);
    biome.args(["check", "--error-on-warnings", &part, &test]);
    shell::run(biome.current_dir(copy.web()))?;
    web::build_draft_of(copy, &npm, GAME)?;
    shell::run(npm.command().args(["test", "--silent", "--", &format!("{GAME}.test.mjs")]))?;
    Ok(found)
}

/// The game among all others, in everything that ships and on the page.
pub(crate) fn check_whole(workspace: &Workspace) -> Result<Results> {
    let tree = Tree::new(workspace, NAME, files(workspace)?)?;
    let copy = &tree.workspace;
    // Tidy asks git what belongs to the project.
    shell::read(Command::new("git").args(["init", "--quiet"]).current_dir(&copy.root))?;
    tidy::run(copy)?;
    let all: Vec<&str> = OF_EVERY_GAME.into_iter().chain(ABOVE).collect();
    say("Checking with clippy what has lines of the example game");
    let mut clippy = copy.cargo();
    clippy.env("CARGO_TARGET_DIR", &copy.target).arg("clippy").args(packages(&OF_EVERY_GAME));
    shell::run(clippy.args(["--all-targets", "--quiet", "--", "-Dwarnings"]))?;
    let npm = npm::find(copy)?;
    web::build_draft(copy, &npm)?;
    say("Testing everything with the example game");
    let mut found = nextest::run(command(workspace, copy)?.args(packages(&all)))?;
    // Programs that some tests of the page start.
    for program in [&["ghostreel-cli"][..], &["ghostreel-reel", "--example=session"]] {
        let mut cargo = copy.cargo();
        cargo.args(["build", "--quiet", "--package"]).args(program);
        shell::run(cargo.env("CARGO_TARGET_DIR", &copy.target))?;
    }
    let page = page_tests(copy, &PAGE_TESTS)?;
    found.passed += page.passed;
    found.failed += page.failed;
    Ok(found)
}

/// The game's package and others, as arguments.
fn packages(others: &[&str]) -> Vec<String> {
    let game = format!("--package=ghostreel-{GAME}");
    [game].into_iter().chain(others.iter().map(|other| format!("--package={other}"))).collect()
}

/// Runs tests in the copy, without real replays: of the game there are none.
fn command(workspace: &Workspace, copy: &Workspace) -> Result<Command> {
    let no_replays = copy.target.join("no-corpus");
    fs::create_dir_all(&no_replays)
        .with_context(|| format!("cannot make {}", no_replays.display()))?;
    let mut tests = nextest::command_in(workspace, copy)?;
    tests.arg("run").env("CARGO_TARGET_DIR", &copy.target).env("GHOSTREEL_CORPUS", no_replays);
    Ok(tests)
}

/// Gives the copy's crates another version. Cargo takes crates of the same path from the root, version and features for the same, and compiles those of the
/// checkout anew after those of a copy that is built in its target folder.
fn change_version(workspace: &Workspace, files: &mut Files) -> Result<()> {
    for manifest in NAMING_VERSIONS {
        let path = PathBuf::from(manifest);
        let text = match files.get(&path) {
            Some(text) => String::from_utf8(text.clone())?,
            None => fs::read_to_string(workspace.root.join(&path))?,
        };
        let (version, other) = ("version = \"0.1.0\"", "version = \"0.1.0-with-pong\"");
        ensure!(text.contains(version), "{manifest} does not say {version}");
        files.insert(path, text.replace(version, other).into_bytes());
    }
    Ok(())
}

/// The game's own files, and those that it adds lines to.
fn files(workspace: &Workspace) -> Result<Files> {
    let own = workspace.root.join(FOLDER).join("files");
    let mut files = Files::new();
    for file in stamp::files(&own, &[])? {
        let content = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        files.insert(file.strip_prefix(&own)?.to_path_buf(), content);
    }
    // Applied where nothing else is, so that in the copy of the checkout no file is newer than what it holds.
    let patch = workspace.root.join(PATCH);
    let patched = workspace.target.join("example-game/patched");
    let names = changed(&patch)?;
    copy_into(&workspace.root, &patched, &names)?;
    apply(&patched, &[], &patch)
        .with_context(|| format!("`cargo xtask example-game` makes {PATCH} anew"))?;
    for name in names {
        let content = fs::read(patched.join(&name))?;
        files.insert(name, content);
    }
    Ok(files)
}

/// Copies some files of one folder into another.
pub(crate) fn copy_into(from: &Path, to: &Path, names: &BTreeSet<PathBuf>) -> Result<()> {
    for name in names {
        let (from, to) = (from.join(name), to.join(name));
        fs::create_dir_all(to.parent().context("a file is in no folder")?)
            .and_then(|()| fs::copy(&from, &to))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// The existing files that a patch changes, from the root.
pub(crate) fn changed(patch: &Path) -> Result<BTreeSet<PathBuf>> {
    let text =
        fs::read_to_string(patch).with_context(|| format!("cannot read {}", patch.display()))?;
    Ok(text.lines().filter_map(|line| line.strip_prefix("+++ b/")).map(PathBuf::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths in the first column of a table below a heading.
    fn listed(page: &str, heading: &str) -> BTreeSet<PathBuf> {
        let part = page.split(heading).nth(1).unwrap_or_else(|| panic!("no heading {heading}"));
        let rows = part.lines().skip_while(|line| !line.starts_with('|'));
        let rows = rows.take_while(|line| {
            line.starts_with("| `") || line.starts_with("| file") || line.starts_with("|--")
        });
        rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next())
            .map(PathBuf::from)
            .collect()
    }

    #[test]
    fn the_page_names_all_existing_files_that_a_game_changes_and_no_others() {
        let workspace = Workspace::load().unwrap();
        let folder = workspace.root.join(FOLDER);
        let page = fs::read_to_string(folder.with_extension("md")).unwrap();
        let changed = changed(&folder.join("lines.patch")).unwrap();
        assert_eq!(listed(&page, "## Existing files\n"), changed);
        apply(&workspace.root, &["--check"], &folder.join("lines.patch")).unwrap();
    }

    #[test]
    fn the_page_names_all_own_files_of_a_game() {
        let workspace = Workspace::load().unwrap();
        let folder = workspace.root.join(FOLDER);
        let page = fs::read_to_string(folder.with_extension("md")).unwrap();
        let own = folder.join("files");
        let listed = listed(&page, "## Files of its own\n");
        let mut used = BTreeSet::new();
        for file in stamp::files(&own, &[]).unwrap() {
            let file = file.strip_prefix(&own).unwrap();
            let by = listed.iter().find(|listed| file.starts_with(listed));
            used.insert(by.unwrap_or_else(|| panic!("the page does not name {}", file.display())));
        }
        assert_eq!(used.len(), listed.len(), "the page names what the example does not have");
    }
}
