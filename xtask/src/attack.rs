//! `cargo xtask attack`: what docs/security.md says of attacks on claims of proof, tried once more, each as often as nightly does, and attacks that are
//! made up from another seed each time.

use std::{
    collections::BTreeSet,
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail};

use crate::{
    checks::nextest,
    shell::{note, say},
    tidy::promises,
    workspace::Workspace,
};

const DOCUMENT: &str = "docs/security.md";
const SECTION: &str = "\n## Claims of proof\n";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let text = fs::read_to_string(workspace.root.join(DOCUMENT))
        .with_context(|| format!("cannot read {DOCUMENT}"))?;
    let (_, section) =
        text.split_once(SECTION).with_context(|| format!("{DOCUMENT} has no `{SECTION}`"))?;
    let section = section.split("\n## ").next().unwrap_or(section);
    let tests: BTreeSet<String> =
        promises::named(section).into_iter().map(|(_, name)| name).collect();
    say(format!("{} tests of attacks on claims of proof", tests.len()));
    let seed = match std::env::var("GHOSTREEL_ATTACK_SEED") {
        Ok(seed) => seed.parse().context("GHOSTREEL_ATTACK_SEED is no number")?,
        Err(_) => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    };
    note(format!("further ones are made up from GHOSTREEL_ATTACK_SEED={seed}"));
    let results = nextest::named(workspace, &tests, seed)?;
    note(format!("{} held, {} did not", results.passed, results.failed));
    if results.failed > 0 {
        bail!("{} attacks came through", results.failed);
    }
    Ok(())
}
