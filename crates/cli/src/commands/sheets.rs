//! Replays one after the other, each on a sheet for people or as a line of JSON: what `info`, `stats` and `events` have in common.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use ghostreel_formats::AnyView;

use crate::status::Status;
use crate::{files, input, say, text};

#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// The replays, and folders of them; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    files: Vec<PathBuf>,
    /// One JSON object a line, with all there is (docs/json.md)
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    opening: input::Opening,
}

impl ReportArgs {
    /// Prints what `page` returns for each replay. Prints an error where it fails, and goes on with the next replay.
    pub(super) fn print_each(
        &self,
        page: impl Fn(&Path, &AnyView<'_>) -> Result<String>,
    ) -> Result<Status> {
        let options = self.opening.recover()?;
        let mut status = Status::Ok;
        let mut is_first = true;
        for path in files::replays(&self.files) {
            let printed = path.and_then(|path| {
                let replay = input::load(&path, &options)?;
                Ok((page(&path, &replay)?, replay.outcome()))
            });
            match printed {
                Ok((page, outcome)) => {
                    match self.json {
                        // Of a replay in which nothing happens there is no line.
                        true if page.is_empty() => {}
                        true => writeln!(io::stdout().lock(), "{page}")?,
                        false => {
                            let gap = if is_first { "" } else { "\n" };
                            write!(anstream::stdout().lock(), "{gap}{page}")?;
                        }
                    }
                    is_first = false;
                    status = status.max(outcome.into());
                }
                Err(error) => {
                    say::error(text::sentence(&error));
                    status = status.max(Status::Failed);
                }
            }
        }
        Ok(status)
    }
}
