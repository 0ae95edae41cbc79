//! A Chrome, Chromium or Edge for the browser tests.

use std::{env, path::PathBuf};

use anyhow::{Result, bail};

use crate::{debian, shell::find_program};

/// Chromium without windows: a quarter less work for the same pages, and far fewer packages.
const WITHOUT_WINDOWS: &str = "chromium-headless-shell";

/// The names of these browsers on the search path, the most open one first.
const NAMES: &[&str] = &[
    WITHOUT_WINDOWS,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
];

pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(given) = env::var_os("GHOSTREEL_BROWSER").map(PathBuf::from) {
        if given.is_file() {
            return Ok(given);
        }
        bail!("GHOSTREEL_BROWSER names {}, which is not a file", given.display());
    }
    if let Some(browser) = find() {
        return Ok(browser);
    }
    if debian::can_install() {
        // Debian's relatives have not all of them.
        debian::install(&[WITHOUT_WINDOWS]).or_else(|_| debian::install(&["chromium"]))?;
        if let Some(browser) = find() {
            return Ok(browser);
        }
    }
    bail!("there is no Chrome, Chromium or Edge; install one, or name it in GHOSTREEL_BROWSER");
}

fn find() -> Option<PathBuf> {
    find_program(NAMES).or_else(|| usual_places().into_iter().find(|place| place.is_file()))
}

/// Where installers put browsers that are not on the search path.
fn usual_places() -> Vec<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from);
    let (folders, files): (Vec<Option<PathBuf>>, &[&str]) = if cfg!(windows) {
        (
            vec![folder("ProgramFiles"), folder("ProgramFiles(x86)"), folder("LocalAppData")],
            &[
                r"Google\Chrome\Application\chrome.exe",
                r"Chromium\Application\chrome.exe",
                r"Microsoft\Edge\Application\msedge.exe",
            ],
        )
    } else if cfg!(target_os = "macos") {
        (
            vec![
                Some("/Applications".into()),
                folder("HOME").map(|home| home.join("Applications")),
            ],
            &[
                "Google Chrome.app/Contents/MacOS/Google Chrome",
                "Chromium.app/Contents/MacOS/Chromium",
                "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
            ],
        )
    } else {
        (vec![Some("/opt".into())], &["google/chrome/chrome", "microsoft/msedge/msedge"])
    };
    folders.iter().flatten().flat_map(|folder| files.iter().map(|file| folder.join(file))).collect()
}
