//! `ghostreel record slippi`: the games of a console or of Dolphin, as the files that Slippi's own recorder writes.

use std::fs::File;
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use ghostreel_live::{EndReason, LiveEvent, Slippi, Source};

use crate::hosting::{self, Stop};
use crate::say::{self, NAME};
use crate::status::Status;
use crate::text;

/// Record the games of a Slippi console or of Dolphin
///
/// Writes a `.slp` file for each game, as Slippi's own recorder does; it can be read, followed and played while it is
/// written. A lost connection is made again, and the game goes on where it was. A relay or any other program that sends
/// bare events is recorded as well. Goes on until Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel record slippi --dolphin 127.0.0.1                     into this folder
  ghostreel record slippi --console 192.168.1.20 --folder ~/Slippi
  ghostreel record slippi --console 192.168.1.20 --relay 53741    and for others on the network
  ghostreel play --follow ~/Slippi                                watch it meanwhile")]
pub(crate) struct Args {
    #[command(flatten)]
    from: From,
    /// Where the files go; it is made if there is none
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Send the game on to everyone who connects to this port
    #[arg(long, value_name = "PORT")]
    relay: Option<u16>,
}

/// The address that is recorded; the port is 51441 if there is none.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct From {
    /// The console (a Wii with Nintendont), or a relay
    #[arg(long, value_name = "HOST[:PORT]")]
    console: Option<String>,
    /// Dolphin
    #[arg(long, value_name = "HOST[:PORT]")]
    dolphin: Option<String>,
}

/// How long to wait for data before checking whether to end.
const PATIENCE: Duration = Duration::from_millis(200);
/// Files of one second are distinguished by a number up to this.
const SAME_NAMES: u32 = 1_000;

pub(crate) fn run(args: &Args) -> Result<Status> {
    std::fs::create_dir_all(&args.folder)
        .map_err(|error| anyhow!("{}: {}", text::path(&args.folder), text::reason(&error)))?;
    let (mut source, address) = match (&args.from.console, &args.from.dolphin) {
        (Some(address), _) => (Slippi::console(address), address),
        (_, Some(address)) => (Slippi::dolphin(address), address),
        (None, None) => return Err(anyhow!("expected --console or --dolphin")),
    };
    if let Some(port) = args.relay {
        let listener = TcpListener::bind(("0.0.0.0", port))
            .map_err(|error| anyhow!("cannot relay on port {port}: {}", text::reason(&error)))?;
        let address = listener.local_addr()?;
        source.relay_to(listener).context("cannot relay")?;
        say::note(format_args!("relaying on port {}", address.port()));
    }
    say::note(format_args!("recording {} (Ctrl-C ends)", text::clean(address)));
    let folder = args.folder.clone();
    hosting::block_on(async move {
        let stop = Stop::listen()?;
        tokio::task::spawn_blocking(move || record(source, &folder, &stop)).await?
    })
}

fn record(mut source: Slippi, folder: &Path, stop: &Stop) -> Result<Status> {
    let mut files = Files { folder, open: None };
    let mut trouble = None;
    while !stop.is_asked() {
        if let Some(event) = source.next(PATIENCE) {
            files.take(event)?;
        }
        let now = source.trouble();
        if now != trouble {
            match (&now, &trouble) {
                (Some(now), _) => say::warning(text::clean(now)),
                (None, Some(_)) => say::note("connected again"),
                (None, None) => {}
            }
            trouble = now;
        }
    }
    for event in source.stop() {
        files.take(event)?;
    }
    Ok(Status::Ok)
}

/// The files that are made.
struct Files<'a> {
    folder: &'a Path,
    /// The game that is being played.
    open: Option<(PathBuf, File)>,
}

impl Files<'_> {
    fn take(&mut self, event: LiveEvent) -> Result<()> {
        if let LiveEvent::Began { name } = &event {
            let (path, file) = self.create(name)?;
            hosting::print_line(format_args!("{NAME}{}{NAME:#}: began", text::path(&path)));
            self.open = Some((path, file));
            return Ok(());
        }
        let Some((path, file)) = &mut self.open else { return Ok(()) };
        let written = match &event {
            LiveEvent::Bytes(bytes) => file.write_all(bytes),
            LiveEvent::Rewritten { offset, bytes } => file
                .seek(SeekFrom::Start(*offset as u64))
                .and_then(|_| file.write_all(bytes))
                .and_then(|()| file.seek(SeekFrom::End(0)).map(drop)),
            LiveEvent::Ended(_) => file.sync_all(),
            _ => Ok(()),
        };
        let name = text::path(path);
        written.map_err(|error| anyhow!("{name}: {}", text::reason(&error)))?;
        if let LiveEvent::Ended(why) = event {
            let how = if why == EndReason::Finished { "whole" } else { "broken off" };
            hosting::print_line(format_args!("{NAME}{name}{NAME:#}: {how}"));
            self.open = None;
        }
        Ok(())
    }

    /// A file of that name, or of one like it if there is one: nothing is ever overwritten.
    fn create(&self, name: &str) -> Result<(PathBuf, File)> {
        let stem = name.strip_suffix(".slp").unwrap_or(name);
        for number in 1..SAME_NAMES {
            let path = self.folder.join(match number {
                1 => name.to_owned(),
                _ => format!("{stem}-{number}.slp"),
            });
            match File::create_new(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(anyhow!("{}: {}", text::path(&path), text::reason(&error)));
                }
            }
        }
        Err(anyhow!("{}: too many files are called {name}", text::path(self.folder)))
    }
}
