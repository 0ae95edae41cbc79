//! The page's weight: what a visitor downloads, compressed as servers do by default.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

use crate::{
    shell::{note, say},
    stamp,
    web::{REEL, USES},
    workspace::{Game, Workspace},
};

/// The most that a module of one game may weigh. A visitor fetches those of the games watched. A game whose weigh more for a reason
/// declares so in its manifest. The scripts that a visit fetches are weighed in a browser, by
/// web/tests/size.test.mjs.
const MODULE: usize = 190_000;

/// The most that the module of reels may weigh. It has the codecs of all games, which are a third of it.
const REEL_MODULE: usize = 200_000;

/// The most that a module may weigh: what its game declares, else the usual.
fn budget(games: &[Game], module: &str) -> usize {
    let name = module.trim_end_matches(".wasm");
    if name == REEL {
        return REEL_MODULE;
    }
    let declared = games.iter().find_map(|game| {
        let used = USES.iter().find(|used| *name == format!("{}{}", game.name, used.suffix))?;
        Some(game.budgets.get(used.name).copied())
    });
    declared.flatten().unwrap_or(MODULE)
}

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    say("Weighing the page");
    let page = workspace.web().join("dist");
    let modules = weights(&page, "wasm")?;
    let games = workspace.games();
    let budget = |module: &str| budget(&games, module);
    for (name, size) in &modules {
        let (size, budget) = (*size as f64 / 1000.0, budget(name) / 1000);
        note(format!("{name}: {size:.1} KB of {budget} KB, gzipped"));
    }
    let heavy: Vec<_> = modules.iter().filter(|(name, size)| *size > budget(name)).collect();
    if heavy.is_empty() {
        Ok(())
    } else {
        let names: Vec<&str> = heavy.iter().map(|(name, _)| name.as_str()).collect();
        bail!("the page is over its budget for {}", names.join(" and "))
    }
}

/// Name and compressed size of each file of a kind.
fn weights(folder: &Path, extension: &str) -> Result<Vec<(String, usize)>> {
    let files = stamp::files(folder, &[])?;
    let wanted =
        files.iter().filter(|file| file.extension().is_some_and(|found| found == extension));
    let weigh = |file: &PathBuf| {
        let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, gzip(&content)?))
    };
    let weights: Vec<_> = wanted.map(weigh).collect::<Result<_>>()?;
    if weights.is_empty() {
        bail!("{} holds no .{extension} file to weigh", folder.display());
    }
    Ok(weights)
}

fn gzip(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_may_weigh_what_its_game_declares() {
        let game = |name: &str, budgets: &[(&str, usize)]| Game {
            name: name.to_owned(),
            budgets: budgets.iter().map(|(used, bytes)| ((*used).to_owned(), *bytes)).collect(),
            ..Game::default()
        };
        let games =
            [game("chess", &[("samples", 1000)]), game("chess-960", &[("decoders", 200_000)])];
        for (module, bytes) in [
            ("chess.wasm", MODULE),
            ("chess-sample.wasm", 1000),
            ("chess-960.wasm", 200_000),
            ("go.wasm", MODULE),
            ("reel.wasm", REEL_MODULE),
        ] {
            assert_eq!(budget(&games, module), bytes, "{module}");
        }
    }

    #[test]
    fn each_file_of_a_kind_is_weighed_and_none_is_an_error() {
        let folder = std::env::temp_dir().join(format!("ghostreel-sizes-{}", std::process::id()));
        stamp::write(&folder.join("a.js"), &"a".repeat(10_000)).unwrap();
        stamp::write(&folder.join("assets/b.js"), &"a".repeat(10_000)).unwrap();
        let weights_of_folder = weights(&folder, "js").unwrap();
        let size = weights_of_folder[0].1;
        assert!((1..1000).contains(&size), "{size}");
        assert_eq!(weights_of_folder, [("a.js".to_owned(), size), ("b.js".to_owned(), size)]);
        assert!(weights(&folder, "wasm").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
