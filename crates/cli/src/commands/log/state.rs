//! Where logs were at the last visit.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use etcetera::BaseStrategy;
use ghostreel_formats::core::Digest;
use ghostreel_recorder::Server;
use ghostreel_witness::{Auditor, Entry, Visit};

use super::Log;
use crate::{output, text};

/// Which log, and what is known of it.
#[derive(Debug, clap::Args)]
pub(super) struct Place {
    /// The server's address
    #[arg(value_name = "URL")]
    pub(super) url: String,
    /// The file that remembers where the log was [default: one for each address in ghostreel/logs, in your folder for settings]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The most entries that may have come since the last visit
    #[arg(long, value_name = "N", default_value = "10000000")]
    most: u64,
}

impl Place {
    fn path(&self) -> Result<PathBuf> {
        if let Some(path) = &self.state {
            return Ok(path.clone());
        }
        let strategy = etcetera::choose_base_strategy()
            .map_err(|_| anyhow!("you have no home folder; --state says where to remember"))?;
        let name = format!("{}.json", Digest::of(self.url.as_bytes()).id());
        Ok(strategy.config_dir().join("ghostreel").join("logs").join(name))
    }

    /// Goes on from the last visit, hands over each entry that is new, and remembers where the log is now.
    pub(super) fn visit(&self, seen: impl FnMut(u64, Option<Entry>)) -> Result<(Visit, bool)> {
        let path = self.path()?;
        let last = read(&path)?;
        let server = Server::new(&self.url);
        // The key of the first visit counts: a server that has another now has another log.
        let verifier = match &last {
            Some(last) => last.verifier.clone(),
            None => server.keys().map_err(|error| anyhow!("{}: {error}", self.url))?.log,
        };
        let auditor = Auditor::new(Log(server), &verifier)?.at_most(self.most);
        let visit = auditor.audit(last.as_ref(), seen)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| text::path(folder))?;
        }
        output::write(&path, true, |out| Ok(serde_json::to_writer(out, &visit)?))?;
        Ok((visit, last.is_none()))
    }
}

fn read(path: &Path) -> Result<Option<Visit>> {
    match fs::read(path) {
        Ok(bytes) => {
            let visit = serde_json::from_slice(&bytes);
            Ok(Some(visit.with_context(|| format!("{} is damaged", text::path(path)))?))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(anyhow!("{}: {}", text::path(path), text::reason(&error))),
    }
}
