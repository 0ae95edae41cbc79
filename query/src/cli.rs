//! The command line's arguments, and what is said to people.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::println;
use anyhow::{Context as _, Result, bail};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::runtime::Runtime;
use url::Url;

use crate::cluster::{self, Cluster, Key};
use crate::export::{Export, Partition, Versions};
use crate::limits::Limits;
use crate::prompt;
use crate::say::left_out;
use crate::sql::{Format, Over, Sql, of_name};

/// Finished, but some replays are left out, or damaged.
const LOST: u8 = 3;

/// Many replays as tables, and asked in SQL.
///
/// `ghostreel export`, `ghostreel query` and `ghostreel worker` start this program.
#[derive(Debug, Parser)]
#[command(name = "ghostreel", bin_name = "ghostreel", version)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Export(ExportArgs),
    Query(QueryArgs),
    Worker(WorkerArgs),
}

/// Write replays as Delta tables, for dataframes and engines of SQL
///
/// Each table of each game is a table of Delta Lake, `OUT/melee/frames` and so on; `OUT/replays`, `OUT/players`, `OUT/moments` and `OUT/player_stats` have
/// rows of all games. `replay` in each is the SHA-256 of the game's own file. Replays that are there already are not read again, so the same command keeps an export up
/// to date. It may be interrupted at any moment, and several may write at once.
#[derive(Debug, clap::Args)]
#[command(override_usage = "ghostreel export [OPTIONS] PATH… OUT")]
#[command(after_help = "\
Examples:
  ghostreel export ~/Slippi OUT
  ghostreel export replays/**/*.replay s3://bucket/league --tables rocket_league/ball
  ghostreel query \"SELECT game, count(*) FROM replays GROUP BY game\" --over OUT")]
struct ExportArgs {
    /// Replays, folders of them, a server's data folder, patterns; last, where the tables go: a folder, or s3://bucket/prefix
    #[arg(required = true, num_args = 2.., value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only these tables, e.g. `melee/frames`, from the beginning on; `replays` is always written
    #[arg(long, value_delimiter = ',', value_name = "TABLE")]
    tables: Vec<String>,
    /// Cut each table into folders
    #[arg(long, value_name = "BY")]
    partition: Option<Partition>,
    #[command(flatten)]
    memory: Memory,
}

/// Ask replays in SQL
///
/// Tables are `replays`, `players`, `moments` and `player_stats`, and those of each game: `melee.frames`, `beat_saber.notes`, `rocket_league.ball`. Names of columns
/// with a dot stand in quotes: "post.percent". `SHOW TABLES` and `DESCRIBE melee.frames` say what there is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel query --over ~/Slippi                                     a prompt
  ghostreel query \"SELECT name, count(*) FROM players GROUP BY name\" --over ~/Slippi
  ghostreel query \"SELECT max(\\\"position.z\\\") FROM rocket_league.ball\" --over OUT --format csv")]
struct QueryArgs {
    /// What is asked; `-` reads it from the input. Without it there is a prompt
    sql: Option<String>,
    /// A replay, a folder of them, a server's data folder, a pattern in quotes; or an export: its folder, or s3://bucket/prefix. Several times for several
    #[arg(long, default_value = ".", value_name = "PATH")]
    over: Vec<PathBuf>,
    /// How the answer is written; the name of `--out` says it, too
    #[arg(long)]
    format: Option<Format>,
    /// Write it into a file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Have these workers answer, over an export: `http://10.0.0.2:4748`; several with commas
    #[arg(long, value_delimiter = ',', value_name = "URL")]
    cluster: Vec<Url>,
    /// A worker's share of a table: so many megabytes for each of its cores
    #[arg(long, default_value_t = 16, value_name = "MB", requires = "cluster")]
    share: u16,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    limits: Limits,
}

/// Answer questions over an export, as one of several machines
///
/// `ghostreel query --cluster` shares a question among workers. Each reads its part of the export's files itself, so the export has the same place on all machines: a bucket, or a
/// folder that all of them have. Nothing else is read, and nothing is written.
///
/// Whoever knows the key may ask: `GHOSTREEL_CLUSTER_KEY` in the environment, the same for workers and for those who ask. Without one a worker listens to its own machine only.
/// What they say to each other is not encrypted: use a network of your own.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel worker s3://bucket/league --listen 10.0.0.2:4748
  ghostreel query \"SELECT count(*) FROM melee.frames\" --over s3://bucket/league --cluster http://10.0.0.2:4748,http://10.0.0.3:4748")]
struct WorkerArgs {
    /// The export: its folder, or s3://bucket/prefix
    #[arg(value_name = "EXPORT")]
    over: PathBuf,
    /// Where it listens; port 0 is a free one
    #[arg(long, default_value = "127.0.0.1:4748", value_name = "ADDRESS")]
    listen: SocketAddr,
    #[command(flatten)]
    memory: Memory,
}

#[derive(Debug, clap::Args)]
struct Memory {
    /// About so much memory, in megabytes, besides the replay that is being read
    #[arg(long, default_value_t = 1024, value_name = "MB", value_parser = clap::value_parser!(u32).range(16..))]
    memory: u32,
}

impl Memory {
    fn bytes(&self) -> u64 {
        u64::from(self.memory) << 20
    }
}

impl Cli {
    /// Does what is asked.
    pub(crate) fn run(self) -> Result<ExitCode> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        match self.command {
            Command::Export(args) => args.run(&runtime),
            Command::Query(args) => {
                args.limits.confine(args.memory.bytes())?;
                let ended = runtime.block_on(args.run());
                // Replays that are still being read are not waited for.
                runtime.shutdown_background();
                ended
            }
            Command::Worker(args) => runtime.block_on(args.run()),
        }
    }
}

impl ExportArgs {
    fn run(&self, runtime: &Runtime) -> Result<ExitCode> {
        let Some((out, paths)) = self.paths.split_last() else { unreachable!("clap wants two") };
        let export = Export {
            paths,
            out: &out.to_string_lossy(),
            tables: &self.tables,
            partition: self.partition,
            memory: self.memory.bytes(),
            newest: Versions::own(),
        };
        let mut bar = Progress::default();
        let outcome = export.run(runtime, |at, of| bar.show(at, of))?;
        drop(bar);
        left_out(&outcome.failures);
        let damaged = match outcome.recovered {
            0 => String::new(),
            1 => ", one of them damaged".to_owned(),
            some => format!(", {some} of them damaged"),
        };
        println!("{} exported{damaged}", count(outcome.exported, "replay"));
        let is_whole = outcome.failures.is_empty() && outcome.recovered == 0;
        Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(LOST) })
    }
}

impl QueryArgs {
    async fn run(&self) -> Result<ExitCode> {
        let over = Over::paths(&self.over).await?;
        let session = Sql::over(over, usize::try_from(self.memory.bytes())?, self.cluster()?)?;
        let Some(sql) = &self.sql else {
            let is_whole = prompt::run(&session, self.limits).await?;
            return Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(LOST) });
        };
        let sql = match sql.as_str() {
            "-" => io::read_to_string(io::stdin()).context("cannot read the question")?,
            sql => sql.to_owned(),
        };
        let format = match (self.format, &self.out) {
            (Some(format), _) => format,
            (None, Some(path)) => of_name(path)?,
            (None, None) => Format::Table,
        };
        let out: Box<dyn Write + Send> = match &self.out {
            Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
            None => Box::new(io::stdout()),
        };
        let answer = session.answer(&sql, format, out, self.limits.rows);
        self.limits.in_time(answer).await?;
        let failures = session.failures.take();
        left_out(&failures);
        Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(LOST) })
    }
}

impl QueryArgs {
    fn cluster(&self) -> Result<Option<Cluster>> {
        if self.cluster.is_empty() {
            return Ok(None);
        }
        let share = usize::from(self.share) << 20;
        Ok(Some(Cluster::new(self.cluster.clone(), Key::of_environment()?, share)))
    }
}

impl WorkerArgs {
    async fn run(&self) -> Result<ExitCode> {
        let Over::Export(store) = Over::paths(std::slice::from_ref(&self.over)).await? else {
            bail!("there is no export at {}", self.over.display());
        };
        let memory = usize::try_from(self.memory.bytes())?;
        let ready = |address| println!("http://{address} answers questions over {}", store.url());
        cluster::serve(&store, self.listen, memory, Key::of_environment()?, ready).await?;
        Ok(ExitCode::SUCCESS)
    }
}

fn count(number: usize, of: impl Display) -> String {
    if number == 1 { format!("1 {of}") } else { format!("{number} {of}s") }
}

/// How far it is, on a terminal.
#[derive(Debug, Default)]
struct Progress(Option<ProgressBar>);

impl Progress {
    fn show(&mut self, at: usize, of: usize) {
        let bar = self.0.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(
                "{wide_bar} {human_pos}/{human_len} files, {eta} left",
            );
            ProgressBar::new(of as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(at as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
