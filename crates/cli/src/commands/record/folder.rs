//! `ghostreel record folder`: uploads the replays that games write into folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender as Line, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use etcetera::BaseStrategy;
use ghostreel_recorder::Server;
use ghostreel_uploader::{Event, Finder, Queue, Record, Sender, State, Step, Summary};

use crate::hosting::{self, Stop};
use crate::key_file::KeyFile;
use crate::say::{self, BAD, GOOD, NAME, WARN};
use crate::status::Status;
use crate::{output, text};

/// Upload the replays that games write into folders
///
/// For games that write their own replays: Slippi, Rocket League, Beat Saber with a mod. Each new replay in the folders, and in those below, is signed
/// with your key and uploaded as soon as it is whole. The game's own file stays as it is. While the server is away, replays wait in a queue on the
/// disk; the next start goes on where this one ended. Files that were in a folder before are left alone. Goes on until Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel record folder ~/Slippi --server https://replays.example.org
  ghostreel record folder ~/Slippi --server URL --existing --once   what is there now, too, and then end
  ghostreel record folder --status                                  what was sent, waits, or was refused

Exit codes with --once: 0 all that is whole was sent, 1 something waits or was refused.
docs/recording.md says what happens when something fails.")]
pub(crate) struct Args {
    /// The folders
    #[arg(value_name = "DIR", required_unless_present = "status")]
    folders: Vec<PathBuf>,
    /// The server
    #[arg(long, value_name = "URL", required_unless_present = "status")]
    server: Option<String>,
    /// Where replays wait; each server needs a queue of its own [default: ghostreel/queue in your folder for data]
    #[arg(long, value_name = "DIR")]
    queue: Option<PathBuf>,
    /// Take files that were in the folders before, too
    #[arg(long)]
    existing: bool,
    /// End once every file was looked at and its upload tried
    #[arg(long)]
    once: bool,
    /// Only show what the queue holds
    #[arg(long, conflicts_with_all = ["folders", "server", "existing", "once"])]
    status: bool,
    /// How many seconds a file must not have changed
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    wait: Duration,
    /// One JSON object a line for each event (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    key: KeyFile,
}

/// How long to wait for an event before checking whether to end.
const PATIENCE: Duration = Duration::from_millis(200);
/// How long an upload may go on at the end. One that takes longer begins anew at the next start.
const LAST_GRACE: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &Args) -> Result<Status> {
    let folder = match &args.queue {
        Some(folder) => folder.clone(),
        None => default_queue()?,
    };
    if args.status {
        return show_status(&folder, args.json);
    }
    let url = args.server.as_deref().unwrap_or_default();
    let key = args.key.open()?;
    let queue = Arc::new(Queue::open(&folder, url)?);
    let finder = Finder::new(&args.folders, args.wait, args.existing, key, queue.clone()).map_err(
        |error| anyhow!("cannot write {}: {}", text::path(&folder), text::reason(&error)),
    )?;
    let sender = Sender::new(Server::new(url), queue);
    let json = args.json;
    if args.once {
        return once(finder, sender, json);
    }
    if !json {
        say::note(format_args!("looking for replays (Ctrl-C ends)"));
    }
    hosting::block_on(async move {
        let stop = Stop::listen()?;
        tokio::task::spawn_blocking(move || watch(finder, sender, &stop, json)).await?
    })
}

fn default_queue() -> Result<PathBuf> {
    let strategy = etcetera::choose_base_strategy()
        .map_err(|_| anyhow!("you have no home folder; --queue says where replays wait"))?;
    Ok(strategy.data_dir().join("ghostreel").join("queue"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.1..=3_600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, 0.1 to 3600".to_owned())
}

/// Looks for replays on this thread and sends them on another, until somebody asks to stop.
fn watch(mut finder: Finder, mut sender: Sender, stop: &Stop, json: bool) -> Result<Status> {
    // While this end lives, the other goes on.
    let (end, ended): (Line<()>, _) = channel();
    let (done, is_done) = channel();
    thread::spawn(move || {
        loop {
            let pause = match sender.step() {
                Step::Did(event) => {
                    show(&event, json);
                    Duration::ZERO
                }
                Step::Wait(left) => left.min(PATIENCE),
                Step::Idle => PATIENCE,
            };
            if ended.recv_timeout(pause) == Err(RecvTimeoutError::Disconnected) {
                break;
            }
        }
        let _ = done.send(());
    });
    while !stop.is_asked() {
        if let Some(event) = finder.next(PATIENCE) {
            show(&event, json);
        }
    }
    drop(end);
    let _ = is_done.recv_timeout(LAST_GRACE);
    Ok(Status::Ok)
}

/// Looks at everything that is there, and tries to send all.
fn once(mut finder: Finder, mut sender: Sender, json: bool) -> Result<Status> {
    loop {
        match finder.next(PATIENCE) {
            Some(event) => show(&event, json),
            None if finder.is_idle() => break,
            None => {}
        }
    }
    finder.take_unfinished().iter().for_each(|event| show(event, json));
    let mut status = Status::Ok;
    loop {
        let Step::Did(event) = sender.step() else { return Ok(status) };
        show(&event, json);
        match *event {
            Event::Refused(_) => status = Status::Failed,
            Event::Away { .. } => return Ok(Status::Failed),
            _ => {}
        }
    }
}

/// Shows an event: a line.
fn show(event: &Event, json: bool) {
    if json {
        if let Ok(line) = serde_json::to_string(event) {
            hosting::print_line(line);
        }
        return;
    }
    let line = |path: &Path, what: String| {
        hosting::print_line(format_args!("{NAME}{}{NAME:#}: {what}", text::path(path)));
    };
    match event {
        Event::Queued(record) => line(&record.path, "whole, waits to be sent".into()),
        Event::Known { path, first } => {
            line(path, format!("the same as {}", text::path(first)));
        }
        Event::Sent(record) | Event::Refused(record) => line(&record.path, standing(record)),
        Event::Unfinished { path, reason } => {
            line(path, format!("{WARN}no whole replay{WARN:#}: {}", words(reason)));
        }
        Event::Away { reason, seconds, waiting } => say::warning(format_args!(
            "{}; {waiting} {}, tried again in {:.0} s",
            words(reason),
            text::plural(*waiting as u64, "replay waits", "replays wait"),
            seconds.ceil(),
        )),
        Event::Trouble { path, reason } => {
            say::warning(format_args!("{}: {}", text::path(path), words(reason)));
        }
        Event::FolderGone { folder, reason } => say::warning(format_args!(
            "{}: {}; it is waited for",
            text::path(folder),
            words(reason)
        )),
        Event::FolderBack { folder } => {
            say::note(format_args!("{} is there again", text::path(folder)));
        }
        _ => {}
    }
}

/// A reason, safe to show.
fn words(reason: &str) -> String {
    text::clean(&text::without_number(reason))
}

/// Where a replay stands, in words.
fn standing(record: &Record) -> String {
    let reason = record.reason.as_deref().map(words);
    let because = reason.map_or_else(String::new, |reason| format!(": {reason}"));
    match (&record.state, &record.sent) {
        (State::Sent, Some(sent)) => {
            let level = text::clean(sent.level.as_deref().unwrap_or("level not known"));
            let before = if sent.was_there { ", was there already" } else { "" };
            let held = match sent.held {
                true => format!(", {WARN}held{WARN:#}: {}", text::clean(&sent.reasons.join(" "))),
                false => String::new(),
            };
            let page = text::clean(&sent.page);
            format!("{GOOD}sent{GOOD:#}, {level}{before}: {NAME}{page}{NAME:#}{held}")
        }
        (State::Refused, _) => format!("{BAD}refused{BAD:#}{because}"),
        _ => format!("{WARN}waits{WARN:#}{because}"),
    }
}

fn show_status(folder: &Path, json: bool) -> Result<Status> {
    let summary = Queue::read(folder)?;
    if json {
        output::json_line(&summary)?;
        return Ok(Status::Ok);
    }
    let Summary { server, is_in_use, replays, unfinished } = summary;
    let count = |state| replays.iter().filter(|record| record.state == state).count();
    let (sent, waiting, refused) =
        (count(State::Sent), count(State::Waiting), count(State::Refused));
    let now = if is_in_use { "in use" } else { "not in use" };
    anstream::println!(
        "{}: {sent} sent, {waiting} waiting, {refused} refused; {now}",
        text::clean(&server)
    );
    for record in &replays {
        anstream::println!("  {}: {}", text::path(&record.path), standing(record));
    }
    for file in &unfinished {
        let (path, reason) = (text::path(&file.path), words(&file.reason));
        anstream::println!("  {path}: {WARN}no whole replay{WARN:#}: {reason}");
    }
    Ok(Status::Ok)
}
