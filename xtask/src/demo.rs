//! `demo`: from a fresh checkout to replays on the screen.

pub(crate) mod recording;

use std::{
    env, fs, io,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{self, Command},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};

use self::recording::Recording;
use crate::{
    npm,
    progress::{self, Progress, Reporter},
    shell::{self, say},
    web,
    workspace::Workspace,
};

/// Cargo's profile for the server.
const PROFILE: &str = "demo";

#[derive(Debug)]
pub(crate) struct Options {
    pub listen: String,
    /// Default: `ghostreel-data` in the checkout, which `cargo clean` leaves alone.
    pub data: Option<PathBuf>,
    /// The `ghostreel` that serves. Default: an installed one of this version, else this checkout's is built.
    pub with: Option<PathBuf>,
    /// Whether this checkout's is built although one is installed.
    pub builds: bool,
    pub files: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            listen: "127.0.0.1:4747".to_owned(),
            data: None,
            with: None,
            builds: false,
            files: Vec::new(),
        }
    }
}

/// About how long each piece of work takes, in seconds of one processor. The time left follows from what was done so far.
const SERVER: f64 = 300.0;
const PAGE: f64 = 200.0;

pub(crate) fn run(workspace: &Workspace, options: Options) -> Result<()> {
    // Reports an error in the options now, not after minutes of building.
    if let Some(absent) = options.files.iter().find(|file| !file.exists()) {
        bail!("there is no file {}", absent.display());
    }
    expect_free(&options.listen)?;
    say_when_interrupted()?;
    let ghostreel = match there_already(&options, workspace.version())? {
        Some(program) => program,
        None => build(workspace)?,
    };
    let mut files = options.files;
    let mut recording = None;
    if files.is_empty() {
        say("Step 2 of 3: making a sample replay");
        let sample = make_sample(workspace, &ghostreel)?;
        files.push(sample.clone());
        let (ghostreel, server) = (ghostreel.clone(), options.listen.clone());
        recording = Some(Recording { ghostreel, sample, server });
    } else {
        say("Step 2 of 3: no sample is made, as there are files");
    }
    let data = options.data.unwrap_or_else(|| workspace.root.join("ghostreel-data"));
    // It prints the addresses to open itself, once they can be opened.
    say(format!("Step 3 of 3: starting the server; its data is in {}", workspace.show(&data)));
    if let Some(recording) = recording {
        recording.begin()?;
    }
    replace_by(
        Command::new(&ghostreel)
            .arg("serve")
            .args(["--listen", &options.listen])
            .arg("--data")
            .arg(&data)
            .args(&files),
    )
}

/// The program to use without building any, and a line that says so.
fn there_already(options: &Options, version: &str) -> Result<Option<PathBuf>> {
    if let Some(program) = &options.with {
        let its = version_of(program)?;
        if its != version {
            bail!("{} is ghostreel {its}, and this checkout is {version}", program.display());
        }
        say(format!("Step 1 of 3: nothing is built: {} is there", program.display()));
        return Ok(Some(program.clone()));
    }
    let installed = if options.builds { None } else { shell::find_program(&["ghostreel"]) };
    let installed = installed.filter(|program| version_of(program).is_ok_and(|its| its == version));
    if let Some(program) = &installed {
        say(format!(
            "Step 1 of 3: nothing is built: ghostreel {version} is installed, {}; `--build` builds this checkout's",
            program.display()
        ));
    }
    Ok(installed)
}

/// The version that a `ghostreel` says it is.
fn version_of(program: &Path) -> Result<String> {
    let said = shell::read(Command::new(program).arg("--version"))?;
    let version = said.trim().strip_prefix("ghostreel ");
    Ok(version.with_context(|| format!("{} is no ghostreel", program.display()))?.to_owned())
}

/// Builds this checkout's server and page.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let npm = npm::find(workspace)?;
    let processors = thread::available_parallelism().map_or(1.0, |count| count.get() as f64);
    let expected = Duration::from_secs_f64((SERVER + PAGE) / processors.min(4.0));
    say(format!(
        "Step 1 of 3: building the server and the page; the first time, {} on this machine",
        progress::about(expected)
    ));
    web::make_folder(workspace)?;
    let server = |reporter: Reporter<'_>| {
        let mut cargo = workspace.cargo();
        reporter.run(cargo.args(["build", "--profile", PROFILE, "--package=ghostreel-cli"]))
    };
    let page = |reporter: Reporter<'_>| web::build_for_demo(workspace, &npm, reporter);
    Progress::new(&[("the server", SERVER), ("the page", PAGE)]).run(&[&server, &page])?;

    Ok(workspace.target.join(PROFILE).join(format!("ghostreel{}", env::consts::EXE_SUFFIX)))
}

/// Fails if another program listens on an address. The server has a better message for an invalid address.
fn expect_free(address: &str) -> Result<()> {
    match TcpListener::bind(address) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => bail!(
            "cannot listen on {address}: another program does; choose another port with --listen"
        ),
        _ => Ok(()),
    }
}

fn say_when_interrupted() -> Result<()> {
    let interrupted = || {
        println!();
        say("Interrupted. Finished builds stay: the next run goes on from there");
        // As shells say it of a program that Ctrl-C ended.
        process::exit(130);
    };
    ctrlc::set_handler(interrupted).context("cannot listen for Ctrl-C")
}

fn make_sample(workspace: &Workspace, ghostreel: &Path) -> Result<PathBuf> {
    let folder = workspace.target.join("demo");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let sample = folder.join("sample.bsor");
    // Made anew each time, it is the same file each time: the server keeps it once.
    if sample.exists() {
        fs::remove_file(&sample).with_context(|| format!("cannot remove {}", sample.display()))?;
    }
    shell::run(Command::new(ghostreel).args(["sample", "beat-saber"]).arg(&sample))?;
    Ok(sample)
}

/// Becomes the server, so that Ctrl-C and other signals reach it alone.
#[cfg(unix)]
fn replace_by(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec()).context("cannot start the server")
}

/// Ctrl-C reaches every program of the console, the server included.
#[cfg(not(unix))]
fn replace_by(command: &mut Command) -> Result<()> {
    shell::run(command)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_program_that_is_there_must_be_of_this_version() {
        let folder = env::temp_dir().join(format!("ghostreel-demo-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = |name: &str, says: &str| {
            let path = folder.join(name);
            fs::write(&path, format!("#!/bin/sh\necho '{says}'\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            Options { with: Some(path), ..Options::default() }
        };
        let same = program("same", "ghostreel 1.2.3");
        assert_eq!(there_already(&same, "1.2.3").unwrap(), same.with);
        let error = |options| there_already(&options, "1.2.3").unwrap_err().to_string();
        let older = error(program("older", "ghostreel 1.2.2"));
        assert!(older.ends_with("is ghostreel 1.2.2, and this checkout is 1.2.3"), "{older}");
        let other = error(program("other", "something"));
        assert!(other.ends_with("is no ghostreel"), "{other}");
        let builds = Options { builds: true, ..Options::default() };
        assert_eq!(there_already(&builds, "1.2.3").unwrap(), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
