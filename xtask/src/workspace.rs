//! Where the workspace and its build products are.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// The checkout this command was called in.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub root: PathBuf,
    /// Cargo's target folder, wherever the user has put it.
    pub target: PathBuf,
    /// `cargo metadata --no-deps`.
    pub metadata: Value,
}

impl Workspace {
    pub(crate) fn load() -> Result<Workspace> {
        // Cargo sets the variable at run time too, so a checkout can be moved after it was built.
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.parent().context("xtask is not inside a workspace")?.to_path_buf();
        let mut workspace = Workspace { root, target: PathBuf::new(), metadata: Value::Null };
        workspace.read_metadata()?;
        workspace.target = workspace.metadata["target_directory"]
            .as_str()
            .context("`cargo metadata` names no target folder")?
            .into();
        Ok(workspace)
    }

    /// Asks cargo for the packages that there are now.
    pub(crate) fn read_metadata(&mut self) -> Result<()> {
        let mut cargo = self.cargo();
        let metadata = shell::read(cargo.args(["metadata", "--no-deps", "--format-version=1"]))?;
        self.metadata = serde_json::from_str(&metadata)
            .context("`cargo metadata` printed something that is not JSON")?;
        Ok(())
    }

    /// The cargo that runs this very command, to be called at the root of the workspace.
    pub(crate) fn cargo(&self) -> Command {
        cargo_in(&self.root)
    }

    /// Another program that calls cargo, at the root of the workspace.
    pub(crate) fn building(&self, program: PathBuf) -> Command {
        let mut program = Command::new(program);
        building_in(&self.root, &mut program);
        program
    }

    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// A path as shown to people: from the root if it lies there.
    pub(crate) fn show(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// The games that there are.
    pub(crate) fn games(&self) -> Vec<Game> {
        games(&self.metadata["packages"])
    }

    /// The further formats of these games.
    pub(crate) fn further_formats(&self) -> Vec<FurtherFormat> {
        further_formats(&self.metadata["packages"])
    }

    /// The version of the published programs.
    pub(crate) fn version(&self) -> &str {
        let cli = self.package("ghostreel-cli");
        cli.and_then(|package| package["version"].as_str()).unwrap_or_default()
    }

    pub(crate) fn package(&self, name: &str) -> Option<&Value> {
        self.metadata["packages"].as_array()?.iter().find(|package| package["name"] == name)
    }
}

/// A game, as the manifest of its crate declares it: `[package.metadata.ghostreel]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Game {
    /// As commands, features and folders call it, e.g. `melee`.
    pub name: String,
    /// Its crate without `ghostreel-`, e.g. `slp`.
    pub crate_name: String,
    /// Cargo's features of its crate.
    pub features: Vec<String>,
    /// The uses of the modules that read its further formats.
    pub further_modules: BTreeSet<String>,
    /// Whether its replays are played on maps that can be read.
    pub has_maps: bool,
    /// Whether its replays have bodies that are placed between their samples.
    pub has_bodies: bool,
    /// By the use of a module, the most that it may weigh on the page, in bytes, gzipped, where that is not the usual.
    pub budgets: BTreeMap<String, usize>,
}

/// The games among the packages that `cargo metadata` lists, by name.
pub(crate) fn games(packages: &Value) -> Vec<Game> {
    let game = |package: &Value| {
        let declared = &package["metadata"]["ghostreel"];
        let members = |value: &Value| value.as_object().cloned().unwrap_or_default();
        let budget =
            |(used, bytes): (String, Value)| Some((used, usize::try_from(bytes.as_u64()?).ok()?));
        let name = declared["game"].as_str()?.to_owned();
        Some(Game {
            further_modules: further_formats(packages)
                .into_iter()
                .filter(|format| format.game == name)
                .map(|format| format.module)
                .collect(),
            has_maps: declared["maps"].as_bool().unwrap_or(false),
            has_bodies: declared["bodies"].as_bool().unwrap_or(false),
            name,
            crate_name: package["name"].as_str()?.trim_start_matches("ghostreel-").to_owned(),
            features: members(&package["features"]).into_iter().map(|(name, _)| name).collect(),
            budgets: members(&declared["budgets"]).into_iter().filter_map(budget).collect(),
        })
    };
    let mut games: Vec<Game> = packages.as_array().into_iter().flatten().filter_map(game).collect();
    games.sort_by(|a, b| a.name.cmp(&b.name));
    games
}

/// A further format of a game, as the manifest of its crate declares it. The crate is called as the format is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FurtherFormat {
    /// Its crate without `ghostreel-`, e.g. `scoresaber`.
    pub crate_name: String,
    /// Its game.
    pub game: String,
    /// The use of the module that reads it on the page: `further`, unless its manifest names another.
    pub module: String,
}

fn further_formats(packages: &Value) -> Vec<FurtherFormat> {
    let format = |package: &Value| {
        let game = package["metadata"]["ghostreel"]["further-format-of"].as_str()?.to_owned();
        let crate_name = package["name"].as_str()?.trim_start_matches("ghostreel-").to_owned();
        let module =
            package["metadata"]["ghostreel"]["module"].as_str().unwrap_or("further").to_owned();
        Some(FurtherFormat { crate_name, game, module })
    };
    packages.as_array().into_iter().flatten().filter_map(format).collect()
}

fn cargo_in(root: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    building_in(root, &mut cargo);
    cargo
}

/// Has a program that builds do so at the root of the workspace.
fn building_in(root: &Path, program: &mut Command) {
    program.current_dir(root);
    // `cargo run` describes xtask itself in these. Build scripts that watch them would run again
    // each time one goes back and forth between `cargo build` and `cargo xtask`.
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        }) {
            program.env_remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_the_packages_that_declare_one() {
        let packages = serde_json::json!([
            {"name": "ghostreel-core", "metadata": null},
            {"name": "ghostreel-slp", "metadata": {"ghostreel": {"game": "melee", "budgets": {"decoders": 160_000}}},
             "features": {"inference": []}},
            {"name": "ghostreel-pgn", "metadata": {"ghostreel": {"game": "chess"}}},
            {"name": "ghostreel-epd", "metadata": {"ghostreel": {"further-format-of": "chess"}}},
            {"name": "ghostreel-pgn2", "metadata": {"ghostreel": {"further-format-of": "chess", "module": "draft"}}},
        ]);
        let game = |name: &str, crate_name: &str| Game {
            name: name.to_owned(),
            crate_name: crate_name.to_owned(),
            ..Game::default()
        };
        let melee = Game {
            features: vec!["inference".to_owned()],
            budgets: [("decoders".to_owned(), 160_000)].into(),
            ..game("melee", "slp")
        };
        let further_modules = ["draft", "further"].map(str::to_owned).into();
        let chess = Game { further_modules, ..game("chess", "pgn") };
        assert_eq!(games(&packages), [chess, melee]);
        let format = |crate_name: &str, module: &str| FurtherFormat {
            crate_name: crate_name.to_owned(),
            game: "chess".to_owned(),
            module: module.to_owned(),
        };
        assert_eq!(further_formats(&packages), [format("epd", "further"), format("pgn2", "draft")]);
    }
}
