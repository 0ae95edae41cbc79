//! `fuzz`: libFuzzer on the stable compiler.
//!
//! cargo-fuzz needs a nightly compiler for `-Zsanitizer`; coverage alone needs none. The flags below ask LLVM for the
//! instrumentation that libFuzzer reads. The workspace's crates alone are compiled with it: their dependencies are shared with the
//! tests, and so are the checks of a debug build.

use std::{
    collections::{BTreeSet, VecDeque},
    env,
    ffi::OsString,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{self, Command},
    sync::Mutex,
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::{
    cxx,
    shell::{self, note, say},
    stamp,
    workspace::{FurtherFormat, Game, Workspace},
};

/// How the targets are run.
pub(crate) struct Options {
    pub(crate) time: Time,
    /// The seed of the fuzzer's choices; none is another one each time.
    pub(crate) seed: Option<u32>,
}

/// How long targets run.
#[derive(Clone, Copy)]
pub(crate) enum Time {
    /// Each of them.
    Each(Duration),
    /// All of them together, each as long as the others.
    All(Duration),
}

impl Time {
    /// The seconds that each of `targets` runs.
    fn of_each(self, targets: usize) -> u64 {
        match self {
            Time::Each(time) => time.as_secs(),
            Time::All(time) => time.as_secs().div_ceil(targets.max(1) as u64),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { time: Time::Each(Duration::from_secs(30)), seed: None }
    }
}

const PACKAGE: &str = "ghostreel-fuzz";

/// Without it the package is a library of properties, which its tests try on the seeds.
const FEATURE: &str = "--features=libfuzzer";

/// The program of the package that is no fuzz target but writes the seeds.
const SEEDS: &str = "write_seeds";

/// Sets the format of a target's inputs, or the game whose first format they have.
const FORMAT: &str = "GHOSTREEL_FUZZ_FORMAT";

/// The property of codecs, which only the first format of a game has.
const OF_CODECS: &str = "unpack";

/// The kinds of inputs that `formats` does not open, and the folders of their seeds: the programs' names begin with them.
const OF_NO_GAME: [&str; 4] = ["beatmap", "mark", "reel", "slippi"];

/// A property that is tried on the files of a format, or on maps, reels, marks or input from the network. Called `<crate>_<property>`, or as its
/// program; its seeds are those of the format's game, or in the folder that is called as the first word of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    name: String,
    program: String,
    format: String,
    seeds: String,
}

/// The project's promise is 64 MiB + 4 × input; the rest of this is libFuzzer's own tables.
const MEMORY_LIMIT_MB: u32 = 512;

/// One input that takes this long is a fault, even in a slow instrumented build.
const TIME_LIMIT_S: u32 = 10;

/// Has this program compile in place of rustc, as cargo calls it for the crates of the workspace.
const COMPILES: &str = "GHOSTREEL_FUZZ_COMPILES";

const INSTRUMENTATION: &[&str] = &[
    "-Cpasses=sancov-module",
    // Edges, not only blocks.
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    // Lets the fuzzer see what magic numbers and lengths are compared with.
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Passes at link time would run after the instrumentation and take parts of it away.
    "-Clto=off",
];

pub(crate) fn run(workspace: &Workspace, options: &Options, only: &[String]) -> Result<()> {
    let targets = choose(&targets(workspace)?, only)?;
    if !is_supported() {
        note("libFuzzer is for Linux and macOS: skipped on this system");
        return Ok(());
    }
    cxx::ensure()?;
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    say(format!("Building the fuzz targets: {}", names.join(", ")));
    let programs: BTreeSet<&str> = targets.iter().map(|target| target.program.as_str()).collect();
    let mut build = workspace.cargo();
    build
        .args(["build", "--package", PACKAGE, FEATURE])
        .args(programs.iter().map(|program| format!("--bin={program}")))
        .env("RUSTC_WORKSPACE_WRAPPER", env::current_exe().context("this program has no path")?)
        .env(COMPILES, "1");
    shell::run(&mut build)?;

    let folder = workspace.target.join("fuzz");
    let workers = thread::available_parallelism().map_or(1, usize::from).min(targets.len());
    let seconds = options.time.of_each(targets.len());
    say(format!("Fuzzing for {seconds} seconds each, {workers} at a time"));
    let queue = Mutex::new(VecDeque::from(targets));
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = queue.lock().ok().and_then(|mut queue| queue.pop_front()) {
                    let program = workspace.target.join("debug").join(&target.program);
                    let name = &target.name;
                    match fuzz_one(workspace, &folder, &program, &target, (seconds, options.seed)) {
                        Ok(summary) => note(format!("{name}: {summary}")),
                        Err(error) => {
                            note(format!("{name}: FAILED\n{error:#}"));
                            failures.lock().map(|mut failures| failures.push(target.name)).ok();
                        }
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_default();
    failures.sort();
    if failures.is_empty() { Ok(()) } else { bail!("fuzzing failed for {}", failures.join(", ")) }
}

/// Whether this program is to compile a crate of the workspace with the instrumentation.
pub(crate) fn compiles() -> bool {
    env::var_os(COMPILES).is_some()
}

/// Calls rustc, which is the first argument, as cargo wants it, and with the instrumentation.
pub(crate) fn compile() -> Result<()> {
    let mut args = env::args_os().skip(1);
    let mut rustc = Command::new(args.next().context("cargo names the compiler")?);
    let args: Vec<OsString> = args.collect();
    // Programs for the compiler run without libFuzzer.
    let is_for_compiler = args.iter().any(|arg| arg == "build_script_build" || arg == "proc-macro");
    rustc.args(&args).args(if is_for_compiler { &[] } else { INSTRUMENTATION });
    let status = rustc.env_remove(COMPILES).status().context("cannot start the compiler")?;
    if status.success() { Ok(()) } else { process::exit(status.code().unwrap_or(1)) }
}

/// Clippy for the fuzz package, which shares libFuzzer's C++ build with [`run`].
pub(crate) fn lint(workspace: &Workspace) -> Result<()> {
    if !is_supported() {
        return Ok(());
    }
    cxx::ensure()?;
    let mut clippy = workspace.cargo();
    clippy.args(["clippy", "--package", PACKAGE, "--all-targets", FEATURE, "--", "-Dwarnings"]);
    shell::run(&mut clippy)
}

fn is_supported() -> bool {
    cfg!(any(target_os = "linux", target_os = "macos"))
}

/// Every property with every format, and the properties of maps, reels, marks and the network, which are no replays of a game.
fn targets(workspace: &Workspace) -> Result<Vec<Target>> {
    let package = workspace
        .package(PACKAGE)
        .with_context(|| format!("the workspace has no package {PACKAGE}"))?;
    let bins = package["targets"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|target| target["kind"][0] == "bin");
    let programs: Vec<&str> =
        bins.filter_map(|target| target["name"].as_str()).filter(|name| *name != SEEDS).collect();
    let games = workspace.games();
    let (mut of_games, mut of_none) = (Vec::new(), Vec::new());
    for program in programs {
        match OF_NO_GAME.iter().find(|of| program.split('_').next() == Some(of)) {
            Some(of) => of_none.push(Target {
                name: program.to_owned(),
                program: program.to_owned(),
                format: (*of).to_owned(),
                seeds: (*of).to_owned(),
            }),
            None => {
                of_games.extend(games.iter().map(|game| target(game, program)));
                if program != OF_CODECS {
                    let further = workspace.further_formats();
                    of_games.extend(further.iter().map(|format| further_target(format, program)));
                }
            }
        }
    }
    of_games.append(&mut of_none);
    Ok(of_games)
}

fn target(Game { crate_name, name, .. }: &Game, program: &str) -> Target {
    Target {
        name: format!("{crate_name}_{program}"),
        program: program.to_owned(),
        format: name.clone(),
        seeds: name.clone(),
    }
}

fn further_target(FurtherFormat { crate_name, game, .. }: &FurtherFormat, program: &str) -> Target {
    Target {
        name: format!("{}_{program}", crate_name.replace('-', "_")),
        program: program.to_owned(),
        format: crate_name.clone(),
        seeds: game.clone(),
    }
}

fn choose(all: &[Target], only: &[String]) -> Result<Vec<Target>> {
    if all.is_empty() {
        bail!("the package {PACKAGE} has no fuzz targets yet");
    }
    let find = |name: &String| {
        all.iter().find(|target| target.name == *name).cloned().with_context(|| {
            let names: Vec<&str> = all.iter().map(|target| target.name.as_str()).collect();
            format!("there is no fuzz target `{name}`; there are {}", names.join(", "))
        })
    };
    if only.is_empty() { Ok(all.to_vec()) } else { only.iter().map(find).collect() }
}

/// Runs one target from its seeds and what earlier runs found; returns its figures.
fn fuzz_one(
    workspace: &Workspace,
    folder: &Path,
    program: &Path,
    Target { name: target, format, seeds, .. }: &Target,
    (seconds, seed): (u64, Option<u32>),
) -> Result<String> {
    let testdata = workspace.root.join("testdata").join(seeds);
    let seeds = testdata.join("seeds");
    let seeds = if seeds.is_dir() { seeds } else { testdata.clone() };
    let mut seed_files = stamp::files(&seeds, &[])?;
    if seed_files.is_empty() {
        bail!("{} holds no seeds", workspace.show(&seeds));
    }
    // Inputs that once failed are tried first, and worth varying.
    let bad = testdata.join("bad");
    seed_files.extend(stamp::files(&bad, &[])?);
    let inputs = folder.join("corpus").join(target);
    let artifacts = folder.join("artifacts").join(target);
    for needed in [&inputs, &artifacts] {
        fs::create_dir_all(needed)
            .with_context(|| format!("cannot create {}", needed.display()))?;
    }
    let log = folder.join(format!("{target}.log"));
    let output = File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
    let status = Command::new(program)
        .env(FORMAT, format)
        // New inputs go to the first folder; the committed seeds are only read.
        .args([&inputs, &seeds])
        .args(bad.is_dir().then_some(&bad))
        .arg(format!("-max_total_time={seconds}"))
        .args(seed.map(|seed| format!("-seed={seed}")))
        .arg(format!("-rss_limit_mb={MEMORY_LIMIT_MB}"))
        .arg(format!("-timeout={TIME_LIMIT_S}"))
        .arg(format!("-max_len={}", longest_input(&seed_files)?))
        .arg(format!("-artifact_prefix={}{}", artifacts.display(), std::path::MAIN_SEPARATOR))
        .arg("-print_final_stats=1")
        .stdout(output.try_clone()?)
        .stderr(output)
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let log = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    if !status.success() {
        let excerpt = excerpt(&log);
        match crash_file(&log) {
            Some(file) => bail!(
                "{excerpt}\nThe input is {file}; with the fix it becomes a file in testdata/<game>/bad.\n{}",
                in_letters(Path::new(file))?
            ),
            None => bail!("{excerpt}\n{target} ended with {status}"),
        }
    }
    figures(&log)
}

/// Twice the longest seed: room to grow, without the fuzzer wandering off into megabytes.
fn longest_input(seeds: &[PathBuf]) -> Result<u64> {
    let mut longest = 0;
    for seed in seeds {
        longest = longest.max(
            fs::metadata(seed).with_context(|| format!("cannot read {}", seed.display()))?.len(),
        );
    }
    Ok((2 * longest).clamp(4 << 10, 1 << 20))
}

/// The part of a crash for a person: from the panic on, without the input as one long line.
fn excerpt(log: &str) -> String {
    let lines: Vec<_> = log.lines().filter(|line| line.len() <= 300).collect();
    let is_start = |line: &&str| line.contains("panicked at") || line.contains("ERROR: libFuzzer");
    let start = lines.iter().position(is_start).unwrap_or(lines.len().saturating_sub(30));
    lines.into_iter().skip(start).take(30).collect::<Vec<_>>().join("\n")
}

fn crash_file(log: &str) -> Option<&str> {
    log.lines()
        .find_map(|line| line.split_once("Test unit written to "))
        .map(|(_, file)| file.trim())
}

/// A short input as text: the machine that found it may be gone when the report is read.
fn in_letters(file: &Path) -> Result<String> {
    const MOST: usize = 4 << 10;
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let hex = bytes.iter().take(MOST).map(|byte| format!("{byte:02x}")).collect::<String>();
    let more = if bytes.len() > MOST { " …" } else { "" };
    Ok(format!("It has {} bytes: {hex}{more}", bytes.len()))
}

/// The end of libFuzzer's log in a few words. Without coverage the run proved nothing.
fn figures(log: &str) -> Result<String> {
    if !log.contains("inline 8-bit counters") {
        bail!("the fuzzer saw no coverage counters: the build was not instrumented");
    }
    let number = |name: &str| {
        let line = log.lines().rev().find(|line| line.starts_with(name))?;
        line.rsplit(' ').next()?.parse::<u64>().ok()
    };
    let runs =
        number("stat::number_of_executed_units:").context("the fuzzer printed no figures")?;
    let rate = number("stat::average_exec_per_sec:").unwrap_or_default();
    let coverage = log
        .lines()
        .rev()
        .find_map(|line| line.split_once(" cov: ")?.1.split(' ').next())
        .unwrap_or("?");
    Ok(format!("{runs} runs ({rate} a second), coverage {coverage}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "INFO: Loaded 1 modules   (5129 inline 8-bit counters): 5129 [0x1, 0x2),\n\
        #2\tINITED cov: 380 ft: 381 corp: 1/1b exec/s: 0 rss: 40Mb\n\
        #9000\tDONE   cov: 412 ft: 900 corp: 40/2Kb lim: 4096 exec/s: 4500 rss: 44Mb\n\
        Done 9000 runs in 2 second(s)\n\
        stat::number_of_executed_units: 9000\n\
        stat::average_exec_per_sec:     4500\n";

    #[test]
    fn the_log_gives_figures_only_if_the_build_was_instrumented() {
        assert_eq!(figures(LOG).unwrap(), "9000 runs (4500 a second), coverage 412");
        assert!(figures(&LOG.replace("inline 8-bit counters", "guards")).is_err());
        assert!(figures("INFO: Loaded 1 modules (1 inline 8-bit counters)").is_err());
    }

    #[test]
    fn a_crash_names_its_input() {
        let log = "==1== ERROR: libFuzzer: deadly signal\nartifact_prefix='x/'; Test unit written to x/crash-01\nBase64: \n";
        assert_eq!(crash_file(log), Some("x/crash-01"));
        let panic =
            format!("thread panicked at src/a.rs:1:\nno luck\n{}\n{log}", "0x1,".repeat(500));
        let whole = format!("{LOG}{}{panic}", "stack\n".repeat(50));
        assert_eq!(excerpt(&whole).lines().next(), Some("thread panicked at src/a.rs:1:"));
        assert!(!excerpt(&whole).contains("0x1,"));
        assert!(excerpt(log).starts_with("==1== ERROR"));
        assert_eq!(crash_file(LOG), None);
    }

    #[test]
    fn unknown_targets_are_refused() {
        let chess =
            Game { name: "chess".to_owned(), crate_name: "pgn".to_owned(), ..Game::default() };
        let all = ["decode", "split"].map(|program| target(&chess, program));
        assert_eq!(choose(&all, &[]).unwrap(), all);
        assert_eq!(choose(&all, &["pgn_split".to_owned()]).unwrap(), all[1..]);
        assert!(choose(&all, &["pgn_spilt".to_owned()]).is_err());
        assert!(choose(&[], &[]).is_err());
    }
}
