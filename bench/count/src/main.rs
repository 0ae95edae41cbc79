//! `cargo xtask ratchet`: counts the instructions of each codec's jobs, and compares them with those of before.

mod baseline;
mod jobs;
mod replays;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::{env, fs, thread};

use anyhow::{Context, Result, bail};
use ghostreel_count::{Profile, can_count, count};

use baseline::{Baseline, Change, Count, Format, TOLERANCE};
use jobs::JOBS;
use replays::Replays;

/// The options.
#[derive(Debug, Default)]
struct Options {
    /// The corpus as well.
    corpus: bool,
    /// Whether the file is written anew.
    write: bool,
    /// Whether counts in it may go up.
    raise: bool,
}

/// The set of replays that the project makes, as this program is compiled: for tests, or as its codecs ship.
const SAMPLES: &str =
    if cfg!(debug_assertions) { "samples, compiled for tests" } else { "samples" };

/// The counts by set, format and job.
type Counted = BTreeMap<(&'static str, &'static str, &'static str), Profile>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    if let [first, name, paths @ ..] = args.as_slice()
        && first == "job"
    {
        let job = JOBS.iter().find(|job| job.name == name).context("no such job")?;
        let files: std::io::Result<Vec<_>> = paths.iter().map(fs::read).collect();
        job.run(&files?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut options = Options::default();
    for arg in args {
        match arg.as_str() {
            "--corpus" => options.corpus = true,
            "--write" => options.write = true,
            "--raise" => options.raise = true,
            other => bail!("unknown option {other}; there is --corpus, --write and --raise"),
        }
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("skipped: instructions are counted on Linux with x86-64 only");
    } else if !can_count() {
        println!("skipped: valgrind, which counts instructions, is not at hand");
    } else if !run(&options)? {
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts and compares, and says whether nothing takes more than before.
fn run(options: &Options) -> Result<bool> {
    // Whoever runs this says where the checkout is, as Cargo does; what another checkout has built is the same program.
    let package = env::var_os("CARGO_MANIFEST_DIR").context("`cargo xtask ratchet` runs this")?;
    let root = Path::new(&package).join("../..");
    let file = root.join("bench/baseline.json");
    let mut baseline: Baseline = match fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).context("bench/baseline.json")?,
        Err(_) => Baseline::default(),
    };
    let compiler = compiler(&root)?;
    let is_other_compiler = baseline.compiler != compiler;
    if is_other_compiler && !options.write {
        println!(
            "skipped: bench/baseline.json is of {}, and this is {compiler}; `cargo xtask ratchet --all --write --raise` makes it anew",
            baseline.compiler
        );
        return Ok(true);
    }
    if is_other_compiler {
        if !options.raise {
            bail!("the file is of {}: `--all --write --raise` makes it anew", baseline.compiler);
        }
        baseline = Baseline { compiler, ..Baseline::default() };
    }
    let samples = env::current_exe()?.with_file_name("count-samples");
    let mut sets = vec![(SAMPLES, replays::samples(&samples)?)];
    if options.corpus {
        match replays::corpus() {
            Some(corpus) => sets.push(("corpus", corpus?)),
            None => println!("the corpus is not compared"),
        }
    }
    let counted = count_all(&sets)?;
    let mut is_fine = true;
    for (set, replays) in &sets {
        for replays in replays {
            is_fine &= compare(&mut baseline, set, replays, &counted, options);
        }
    }
    if options.write {
        let text = serde_json::to_string_pretty(&baseline)? + "\n";
        fs::write(&file, text).context("bench/baseline.json")?;
    }
    let jobs = counted.len();
    println!("{jobs} jobs counted{}", if is_fine { ", none takes more than before" } else { "" });
    Ok(is_fine)
}

fn compiler(root: &Path) -> Result<String> {
    let output = Command::new("rustc").arg("--version").current_dir(root).output();
    let version = output.context("cannot start rustc")?.stdout;
    Ok(String::from_utf8(version)?.trim().to_owned())
}

/// Counts each job with each set of replays, as many at a time as there are cores.
fn count_all(sets: &[(&'static str, Vec<Replays>)]) -> Result<Counted> {
    let runs = sets.iter().flat_map(|(set, replays)| {
        replays.iter().flat_map(move |replays| JOBS.iter().map(move |job| (*set, replays, job)))
    });
    let runs = Mutex::new(runs);
    let counted = Mutex::new(Counted::new());
    let work = || -> Result<()> {
        loop {
            let next = runs.lock().expect("no thread panics").next();
            let Some((set, replays, job)) = next else { return Ok(()) };
            let args = [PathBuf::from("job"), job.name.into()];
            let is_one_enough = job.is_coding && set == SAMPLES;
            let paths = if is_one_enough { replays.largest() } else { &replays.paths };
            let profile = count(args.iter().chain(paths))
                .with_context(|| format!("{set}: {} {}", replays.format, job.name))?;
            counted
                .lock()
                .expect("no thread panics")
                .insert((set, replays.format, job.name), profile);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no panic"))
    })?;
    Ok(counted.into_inner().expect("no thread panics"))
}

/// Says what became of the counts of a format, and writes them down where that is asked for. Whether none went up.
fn compare(
    baseline: &mut Baseline,
    set: &'static str,
    replays: &Replays,
    counted: &Counted,
    options: &Options,
) -> bool {
    let recorded = baseline.sets.entry(set.to_owned()).or_default();
    let recorded = recorded.entry(replays.format.to_owned()).or_default();
    let (files, bytes) = (replays.paths.len(), replays.bytes);
    if (recorded.files, recorded.bytes) != (files, bytes) {
        let is_free = recorded.jobs.is_empty() || (options.write && options.raise);
        if !is_free {
            println!(
                "{set}, {}: other replays than those that were counted, so nothing is compared",
                replays.format
            );
            return true;
        }
        *recorded = Format { files, bytes, jobs: BTreeMap::new() };
    }
    let mut is_fine = true;
    for job in &JOBS {
        let Some(now) = counted.get(&(set, replays.format, job.name)) else { continue };
        let before = recorded.jobs.get(job.name);
        let change = before.map_or(Change::New, |before| before.change(now, TOLERANCE));
        let name = format!("{set}, {} {}", replays.format, job.name);
        let may_write = match &change {
            Change::Same => before.is_some_and(|before| now.ours() < before.instructions),
            Change::New => {
                println!("{name}: {} instructions, new", now.ours());
                true
            }
            Change::Down(change) => {
                let advice = if options.write {
                    "lowered"
                } else {
                    "`cargo xtask ratchet --write` lowers it"
                };
                println!("{name}: {change}: {advice}");
                true
            }
            Change::Up(change) => {
                println!("{name}: {change}");
                is_fine &= options.write && options.raise;
                options.raise
            }
        };
        if options.write && may_write {
            recorded.jobs.insert(job.name.to_owned(), Count::of(now));
        }
    }
    is_fine
}
