//! `ghostreel play`: replays in the browser, without leaving a trace.

use std::borrow::Cow;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use ghostreel_formats::core::Outcome;
use ghostreel_formats::{AnyView, Options};
use ghostreel_server::{Config, CopyPolicy, MapIngested, Server};

use super::map;
use crate::hosting::{self, ServedReplay, Stop};
use crate::input::Opening;
use crate::say::FAINT;
use crate::status::Status;
use crate::{files, input, say, text};

/// Watch replays in the browser
///
/// Starts a server that only this machine can reach, opens the browser on the first replay, and goes on until Ctrl-C.
/// Nothing is kept. Of damaged replays the recoverable part is played. With --follow, a game is watched while it is
/// recorded, and then the next.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel play a.bsor
  ghostreel play ~/Replays           the library in the browser has them all
  ghostreel play --map song a.bsor   with the map that it was played on: walls, bombs, song
  ghostreel play --no-open a.bsor    only prints the address
  ghostreel play --follow ~/Slippi   the game being played, and those to come")]
pub(crate) struct Args {
    /// The replays, and folders of them; `-` is standard input
    #[arg(required_unless_present = "follow", value_name = "PATH")]
    files: Vec<PathBuf>,
    /// Watch a replay that is being written, or the newest in a folder; neither needs to exist yet
    #[arg(long, value_name = "FILE|DIR")]
    follow: Option<PathBuf>,
    /// A map of Beat Saber that the replays were played on; may be given several times
    #[arg(long = "map", value_name = "DIR|ZIP")]
    maps: Vec<PathBuf>,
    #[command(flatten)]
    opening: Opening,
    /// Print the addresses and leave the browser alone
    #[arg(long)]
    no_open: bool,
    /// Log what happens; twice: in detail. RUST_LOG chooses more finely
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    hosting::start_log(args.verbose)?;
    let (format_options, formats) = args.opening.read_options()?;
    let options = Options { formats, ..Options::default() };
    // Removed when dropped, also if anything below fails.
    let data = tempfile::Builder::new()
        .prefix("ghostreel-play-")
        .tempdir()
        .context("cannot make a temporary folder")?;
    let config = Config {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        data: data.path().to_owned(),
        upload_limit: input::LONGEST,
        map_limit: input::LONGEST,
        // A user who plays own files wants to see them all.
        copies: CopyPolicy::Ignore,
        format_options,
        worker: Some(hosting::decode_worker()?),
        shutdown_grace: Duration::from_secs(1),
        ..Config::default()
    };
    hosting::block_on(async {
        let stop = Stop::listen()?;
        let server = hosting::bind(config).await?;
        let (first, status) = tokio::select! {
            taken = take_in(&server, args, &options) => taken,
            () = stop.clone().wait() => return Ok(Status::Ok),
        };
        let first = match &args.follow {
            Some(path) => Some(hosting::follow(&server, path)?),
            None => first,
        };
        // Each file's error was printed.
        let Some(first) = first else { return Ok(status) };
        hosting::print_line(format_args!("{FAINT}Ctrl-C ends{FAINT:#}"));
        if !args.no_open && open::that_detached(&first).is_err() {
            say::warning("no browser could be started; open the address above in one");
        }
        server.run(stop.wait()).await?;
        Ok(status)
    })
}

/// Takes in all maps and files; gives the address of the first file that could be taken in.
async fn take_in(server: &Server, args: &Args, options: &Options) -> (Option<String>, Status) {
    let base = hosting::base_url(server.local_addr());
    let mut status = Status::Ok;
    let mut maps = Vec::new();
    for path in &args.maps {
        match take_in_map(server, path).await {
            Ok(hash) => maps.push((path, hash)),
            Err(error) => {
                say::error(text::sentence(&error));
                status = Status::Failed;
            }
        }
    }
    let mut first = None;
    let mut played = Vec::new();
    for path in files::replays(&args.files) {
        let taken = match path {
            Ok(path) => take_in_one(server, &path, options).await.map(|kept| (path, kept)),
            Err(error) => Err(error),
        };
        match taken {
            Ok((path, (kept, outcome))) => {
                status = status.max(outcome.into());
                hosting::print_address(&path, &base, &kept);
                first.get_or_insert_with(|| kept.url(&base));
                played.extend(kept.map);
            }
            Err(error) => {
                say::error(text::sentence(&error));
                status = status.max(Status::Failed);
            }
        }
    }
    for (path, hash) in maps {
        if args.follow.is_none() && !played.contains(&hash) {
            let name = input::name(path);
            say::warning(format_args!(
                "{name}: none of the replays was played on this map, {hash}"
            ));
        }
    }
    (first, status)
}

/// Gives the server a map, and says what its hash is.
async fn take_in_map(server: &Server, path: &Path) -> Result<String> {
    let zip = map::zip(path)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    match server.ingest_map_bytes(&zip, &name).await {
        MapIngested::Created(map) | MapIngested::Existing(map) | MapIngested::Restored(map) => {
            Ok(map.hash)
        }
        MapIngested::Rejected(problem) => {
            Err(anyhow!("{}: {}", input::name(path), text::clean(&problem.detail)))
        }
    }
}

async fn take_in_one(
    server: &Server,
    path: &Path,
    options: &Options,
) -> Result<(ServedReplay, Outcome)> {
    let replay = input::load(path, options)?;
    say::diagnostics(&input::name(path), replay.diagnostics());
    let kept = hosting::ingest(server, path, &whole(path, &replay, options)?).await?;
    Ok((kept, replay.outcome()))
}

/// The file itself; of a damaged one, which the server would refuse, the recoverable part.
fn whole<'a>(path: &Path, view: &'a AnyView<'_>, options: &Options) -> Result<Cow<'a, [u8]>> {
    if view.outcome() == Outcome::Ok {
        return Ok(Cow::Borrowed(view.bytes()));
    }
    let mut replay = view.to_replay()?;
    replay.repair(options).with_context(|| format!("cannot repair {}", input::name(path)))?;
    Ok(Cow::Owned(replay.encode()))
}
