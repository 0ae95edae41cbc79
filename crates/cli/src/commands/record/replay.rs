//! `ghostreel record replay`: a replay, as if it were written now.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::open;
use ghostreel_recorder::{Marking, Recorder, Server, Session, State};

use crate::input;
use crate::key_file::KeyFile;
use crate::status::Status;
use crate::{say, text};

/// Record a replay as if it were being played now, to try recording out
///
/// Its bytes come piece by piece, over as many seconds as it lasts, as a game would write them. This proves that these bytes came in these seconds. It does not
/// make the replay yours, and a server that has it already says so.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel record replay a.slp                                  a.reel, signed with your key
  ghostreel record replay --server http://127.0.0.1:4747 a.slp   witnessed, too
  ghostreel record replay --server URL --upload a.slp            and uploaded")]
pub(crate) struct Args {
    /// The replay
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder for the reel and the game's own file
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    /// Seconds to take for it [default: as long as it lasts]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<f64>,
    /// The server that witnesses it
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Upload it at the end
    #[arg(long, requires = "server")]
    upload: bool,
    #[command(flatten)]
    key: KeyFile,
}

/// Bytes are written so often.
const PERIOD: Duration = Duration::from_millis(50);

/// How long the end of a recording may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn run(args: &Args) -> Result<Status> {
    let key = args.key.open()?;
    let name = input::name(&args.file);
    let bytes = input::read(&args.file)?;
    let (game, format, lasts) = {
        let view = open(&bytes[..], &DecodeOptions::RECOVER)
            .map_err(|error| anyhow!("{name}: {}", text::clean(&error.to_string())))?;
        let format = view.format();
        (format.game, format.id, view.meta().duration_s)
    };
    let seconds = args.seconds.unwrap_or(lasts).max(0.0);
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let session = Session::of_bytes(game, format, &args.output, &stem);
    let server = args.server.as_deref().map(Server::new);
    let witness = server.clone().map(|server| Box::new(server) as Box<_>);
    let marking = Marking { witness, ..Marking::by(key) };
    let mut recorder = Recorder::begin_marked(session, marking)?;
    let Some(mut input) = recorder.bytes() else { bail!("nothing can be recorded of {name}") };
    say::note(format_args!("recording {name}, which takes {}", text::duration(seconds)));
    let begun = Instant::now();
    let mut written = 0;
    while written < bytes.len() {
        let elapsed = begun.elapsed().as_secs_f64();
        let end = portion(bytes.len(), elapsed, seconds);
        if end > written {
            input.push(&bytes[written..end], elapsed)?;
            written = end;
        }
        thread::sleep(PERIOD);
    }
    recorder.end(Default::default());
    let status = recorder.wait(PATIENCE);
    if let Some(trouble) = status.trouble.or(status.mark.and_then(|mark| mark.trouble)) {
        say::warning(text::clean(&trouble));
    }
    status.remarks.iter().for_each(|remark| say::note(text::clean(remark)));
    let (State::Finished, Some(reel)) = (status.state, status.reel) else {
        bail!("the recording did not come to its end")
    };
    println!("{}", text::path(&reel));
    if let Some(server) = server.filter(|_| args.upload) {
        let uploaded = server.upload(&reel).map_err(|error| anyhow!("{error}"))?;
        println!("{}", uploaded.id);
    }
    Ok(Status::Ok)
}

/// How many bytes there are after so many seconds.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of a length")]
fn portion(length: usize, elapsed: f64, seconds: f64) -> usize {
    if elapsed >= seconds { length } else { (length as f64 * (elapsed / seconds)) as usize }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected seconds, at least 0".to_owned())
}
