//! `cargo xtask <command>`: the project's only task runner.
//!
//! One file per command; shared parts are in [`shell`] (running programs), [`workspace`] (where
//! things are) and the files named after what they provide: [`wasm_toolchain`], [`npm`],
//! [`pypi`], [`browser`], [`cxx`], [`debian`]. Nothing here is needed to *use* the crates: a plain
//! `cargo build` works without it, only the web page and the checks want these extra tools.

mod attack;
mod bench;
mod browser;
mod c_interface;
mod checks;
mod cxx;
mod debian;
mod demo;
mod distribution;
mod example_game;
mod example_lines;
mod faults;
mod fuzz;
mod lint;
mod mark_verifier;
mod newcomer;
mod npm;
mod progress;
mod publish;
mod pypi;
mod python;
mod query;
mod ratchet;
mod reel_reader;
mod shell;
mod site;
mod sizes;
mod soak;
mod stamp;
mod tidy;
mod tree;
mod wasm_toolchain;
mod web;
mod workspace;

use std::{env, ffi::OsString, path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::workspace::Workspace;

const HELP: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  demo [--listen ADDR] [--data DIR] [--with PROGRAM | --build] [FILES…]
                     set everything up, start the server and show the given replays
                     (none given: a sample the project makes itself); a ghostreel of this
                     version that is installed, or PROGRAM, serves without building any,
                     unless --build
  test [--fast] [STEP…]
                     all that a change can break, or the named steps alone; --fast leaves out
                     the browser and the fuzzers
  nightly [STEP…]    what needs time: whole loops, attacks, peers, the soak, the faults, an hour of
                     fuzzing
  faults [NAME…]     plant the faults of xtask/faults, one at a time, in a copy of the checkout:
                     the check that each names must find it
  lint [--install-hook]
                     rustfmt, clippy and Biome; or have git run them before each commit
  tidy               the rules about layering, file sizes, manifests, licences and spelling alone
  web [--release | --verbs]
                     the decoders as WebAssembly and the page; --release insists on the
                     optimiser and on the download sizes; --verbs makes the module alone that
                     only the npm package has
  fuzz [--seconds N] [--seed N] [TARGET…]
                     run the fuzz targets (default: all of them, 30 seconds each, and
                     other inputs each time; a seed makes them the same again)
  attack             try the attacks on claims of proof that docs/security.md lists, whole
  soak [--seconds N]
                     honest and hostile clients at once on a real server (default: 120 s)
  site               the documents as a site, by mdBook, in target/site/html
  examples-c         build and run the examples of the C interface, as `test` does
  header             make bindings/c/include/ghostreel.h anew
  example-game       make docs/adding-a-game/lines.patch anew, where the lines around its own
                     have changed
  install-c PREFIX   build the C interface and install libraries, header and pkg-config file
  ratchet [--all] [--write [--raise]]
                     count the instructions of each codec's jobs with the samples (--all: with
                     the corpus as well) and compare them with bench/baseline.json; --write
                     lowers what is in it, with --raise the file becomes what was counted
  bench [ARGS…]      compare speeds with the peers; ARGS go to the benchmark (a filter);
                     `bench query` compares columns of many replays, in Python;
                     `bench exports` exports, and SQL over replays and exports

Environment:
  GHOSTREEL_CORPUS     folder with real replays for the tests (default: ../shared/corpus)
  GHOSTREEL_BROWSER    the Chrome, Chromium or Edge for the browser tests
  GHOSTREEL_NO_RUSTUP  set to 1: never call `rustup target add`
  GHOSTREEL_CACHE      where a Debian WebAssembly toolchain is kept (default: the user's cache)
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    if fuzz::compiles() {
        return fuzz::compile();
    }
    let mut args = lexopt::Parser::from_env();
    let command = match args.next()? {
        Some(Value(name)) => name.string()?,
        None | Some(Short('h') | Long("help")) => {
            print!("{HELP}");
            return Ok(());
        }
        Some(other) => return Err(other.unexpected().into()),
    };
    // The benchmark has a help of its own.
    let asks_for_help = env::args_os().skip(2).any(|arg| arg == "--help" || arg == "-h");
    match command.as_str() {
        command if command == "help" || (asks_for_help && command != "bench") => {
            print!("{HELP}");
            Ok(())
        }
        "demo" => demo(args),
        demo::recording::COMMAND => demo_recording(args),
        "test" => checks(args, "test", checks::TEST),
        "nightly" => checks(args, "nightly", checks::NIGHTLY),
        "lint" => lint(args),
        "tidy" => tidy(args),
        "web" => web(args),
        "faults" => {
            let words: Result<Vec<_>, _> = args.raw_args()?.map(|word| word.string()).collect();
            faults::run(&Workspace::load()?, &words?)
        }
        "fuzz" => fuzz(args),
        "soak" => soak(args),
        "header" => {
            nothing_more(args)?;
            c_interface::header(&Workspace::load()?)
        }
        "example-game" => {
            nothing_more(args)?;
            example_lines::write(&Workspace::load()?)
        }
        "site" => {
            nothing_more(args)?;
            let workspace = Workspace::load()?;
            query::compile(&workspace)?;
            site::build(&workspace)
        }
        "examples-c" => {
            nothing_more(args)?;
            let skipped = c_interface::check(&Workspace::load()?)?;
            skipped.iter().for_each(|why| shell::note(format!("SKIPPED: {why}")));
            Ok(())
        }
        "install-c" => install_c(args),
        "ratchet" => {
            let options = ratchet::Options::parse(args.raw_args()?.collect());
            ratchet::run(&Workspace::load()?, &options)
        }
        "attack" => {
            nothing_more(args)?;
            attack::run(&Workspace::load()?)
        }
        "bench" => bench::run(&Workspace::load()?, args.raw_args()?.collect()),
        unknown => bail!("there is no command `{unknown}`; `cargo xtask help` lists them"),
    }
}

/// Not in the help: `demo` starts it.
fn demo_recording(mut args: lexopt::Parser) -> Result<()> {
    let recording = demo::recording::Recording {
        ghostreel: args.value()?.into(),
        sample: args.value()?.into(),
        server: args.value()?.string()?,
    };
    recording.run()
}

fn demo(mut args: lexopt::Parser) -> Result<()> {
    let mut options = demo::Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Long("listen") => options.listen = args.value()?.string()?,
            Long("with") => options.with = Some(PathBuf::from(args.value()?)),
            Long("build") => options.builds = true,
            Long("data") => options.data = Some(PathBuf::from(args.value()?)),
            Value(file) => options.files.push(PathBuf::from(file)),
            other => return Err(other.unexpected().into()),
        }
    }
    demo::run(&Workspace::load()?, options)
}

fn checks(mut args: lexopt::Parser, command: &str, steps: &'static [checks::Step]) -> Result<()> {
    let (mut fast, mut only) = (false, Vec::new());
    while let Some(arg) = args.next()? {
        match arg {
            Long("fast") if command == "test" => fast = true,
            Value(step) => only.push(step.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    checks::run(&Workspace::load()?, command, steps, fast, &only)
}

fn lint(mut args: lexopt::Parser) -> Result<()> {
    match args.next()? {
        None => lint::run(&Workspace::load()?),
        Some(Long("install-hook")) => {
            nothing_more(args)?;
            lint::install_hook(&Workspace::load()?)
        }
        Some(other) => Err(other.unexpected().into()),
    }
}

fn tidy(args: lexopt::Parser) -> Result<()> {
    nothing_more(args)?;
    tidy::run(&Workspace::load()?)
}

fn install_c(mut args: lexopt::Parser) -> Result<()> {
    let Some(Value(prefix)) = args.next()? else {
        bail!("`cargo xtask install-c PREFIX` asks for a folder, e.g. /usr/local");
    };
    nothing_more(args)?;
    c_interface::install(&Workspace::load()?, &PathBuf::from(prefix))
}

fn nothing_more(mut args: lexopt::Parser) -> Result<()> {
    match args.next()? {
        Some(arg) => Err(arg.unexpected().into()),
        None => Ok(()),
    }
}

fn web(mut args: lexopt::Parser) -> Result<()> {
    let (mut release, mut verbs) = (false, false);
    while let Some(arg) = args.next()? {
        match arg {
            Long("release") => release = true,
            Long("verbs") => verbs = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let workspace = Workspace::load()?;
    if verbs {
        return web::build_for_package(&workspace);
    }
    web::build(&workspace, release)?;
    if release { sizes::check(&workspace) } else { Ok(()) }
}

fn fuzz(mut args: lexopt::Parser) -> Result<()> {
    let mut options = fuzz::Options::default();
    let mut targets: Vec<OsString> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            Long("seconds") => {
                options.time = fuzz::Time::Each(Duration::from_secs(args.value()?.parse()?));
            }
            Long("seed") => options.seed = Some(args.value()?.parse()?),
            Value(target) => targets.push(target),
            other => return Err(other.unexpected().into()),
        }
    }
    let targets =
        targets.into_iter().map(|target| target.string()).collect::<Result<Vec<_>, _>>()?;
    fuzz::run(&Workspace::load()?, &options, &targets)
}

fn soak(mut args: lexopt::Parser) -> Result<()> {
    let mut time = soak::TIME;
    while let Some(arg) = args.next()? {
        match arg {
            Long("seconds") => time = Duration::from_secs(args.value()?.parse()?),
            other => return Err(other.unexpected().into()),
        }
    }
    soak::run(&Workspace::load()?, time)
}
