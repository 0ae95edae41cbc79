//! Which files were meant.

use std::path::PathBuf;
use std::slice;

use anyhow::{Result, anyhow};
use ghostreel::collection::{Origin, candidates};

use crate::{input, text};

/// The replays that are named or lie in the folders named, in the order in which they are named; an error in place of a folder that has none. In a
/// folder, files that neither have a replay's name nor begin like one are passed over.
pub(crate) fn replays(paths: &[PathBuf]) -> Vec<Result<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        let before = all.len();
        for candidate in candidates(slice::from_ref(path)) {
            match &candidate.origin {
                Origin::Trouble(_) if candidate.is_skipped(input::has_replay_name) => {}
                Origin::Trouble(error) => all.push(Err(input::unreadable(&candidate.path, error))),
                Origin::Found if !input::may_be_replay(&candidate.path) => {}
                Origin::Found | Origin::Named => all.push(Ok(candidate.path)),
            }
        }
        if all.len() == before {
            all.push(Err(none_in(slice::from_ref(path), "replay")));
        }
    }
    all
}

/// The error of folders without files of a kind, such as `replay`.
pub(crate) fn none_in(paths: &[PathBuf], kind: &str) -> anyhow::Error {
    let names: Vec<String> = paths.iter().map(|path| text::path(path)).collect();
    anyhow!("there are no {kind}s in {}", names.join(", "))
}
