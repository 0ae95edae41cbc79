//! The page's tests, run by Node.

use std::{env, fs};

use anyhow::{Context, Result};

use super::Results;
use crate::{
    browser, npm,
    shell::{self, say},
    workspace::Workspace,
};

/// The page's tests; `kind` chooses among them.
pub(crate) fn page_tests(workspace: &Workspace, kind: &[&str]) -> Result<Results> {
    let npm = npm::find(workspace)?;
    let browser = browser::ensure()?;
    say(format!("Running the page's tests with {}", browser.display()));
    let result = workspace.target.join("page-tests.json");
    if result.exists() {
        fs::remove_file(&result).with_context(|| format!("cannot remove {}", result.display()))?;
    }
    let mut test = npm.command();
    test.args(["test", "--silent", "--"]).args(kind);
    test.env("GHOSTREEL_BROWSER", browser).env("GHOSTREEL_WEB_RESULT", &result);
    // Tests that need a server start the one that has just been built.
    let server =
        workspace.target.join("debug").join(format!("ghostreel{}", env::consts::EXE_SUFFIX));
    let ended = shell::run(test.env("GHOSTREEL_BIN", server)).context("the page's tests");
    let results = fs::read_to_string(&result).ok();
    let results = results.and_then(|text| serde_json::from_str(&text).ok());
    match (ended, results.map(|json| Results::from_json(&json))) {
        (Err(_), Some(results)) if results.failed > 0 => Ok(results),
        (ended, results) => ended.and(results.context("the page's tests counted nothing")),
    }
}
