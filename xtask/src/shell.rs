//! Running other programs, with errors that say what to do.

use std::{
    env,
    ffi::OsStr,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// Prints the one line that says what happens next.
pub(crate) fn say(message: impl AsRef<str>) {
    println!("==> {}", message.as_ref());
}

/// Prints a remark about the step at hand.
pub(crate) fn note(message: impl AsRef<str>) {
    println!("    {}", message.as_ref());
}

/// How a step runs its programs: [`run`], or one that shows how far they are.
pub(crate) type Run<'r> = &'r (dyn Fn(&mut Command) -> Result<()> + Sync);

/// Runs a command with its output shown, and turns every way it can fail into one sentence.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    check(command, status)
}

/// As [`run`], for a compiler: a warning is a failure.
pub(crate) fn run_without_warnings(command: &mut Command) -> Result<()> {
    let mut child =
        command.stderr(Stdio::piped()).spawn().with_context(|| cannot_start(command))?;
    let errors = child.stderr.take().context("a program has no error output")?;
    let mut warned = false;
    for line in BufReader::new(errors).lines() {
        let line =
            line.with_context(|| format!("cannot read what `{}` says", self::line(command)))?;
        warned |= line.starts_with("warning:");
        eprintln!("{line}");
    }
    check(command, child.wait()?)?;
    if warned {
        bail!("`{}` has warnings", self::line(command));
    }
    Ok(())
}

/// Runs a command and returns what it printed to stdout; its stderr is shown only on failure.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        bail!(
            "{}\n{}",
            failed(command, output.status),
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something that is not UTF-8", line(command)))
}

/// Runs a command silently and says whether it succeeded; a missing program counts as failure.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// As [`succeeds`], but gives up and ends the program after `limit`.
pub(crate) fn succeeds_within(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    else {
        return false;
    };
    let start = Instant::now();
    while start.elapsed() < limit {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => break,
        }
    }
    // Nothing more can be done about a child that will not die.
    let _ = child.kill();
    let _ = child.wait();
    false
}

pub(crate) fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() { Ok(()) } else { bail!("{}", failed(command, status)) }
}

/// The first of these programs that the search path has.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    find_program_in(names, &path)
}

fn find_program_in(names: &[&str], path: &OsStr) -> Option<PathBuf> {
    let suffixes: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };
    names.iter().find_map(|name| {
        env::split_paths(path).find_map(|folder| {
            suffixes
                .iter()
                .map(|suffix| folder.join(format!("{name}{suffix}")))
                .find(|file| is_executable(file))
        })
    })
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line =
        program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

fn failed(command: &Command, status: ExitStatus) -> String {
    format!("`{}` failed ({status})", line(command))
}

pub(crate) fn cannot_start(command: &Command) -> String {
    format!("cannot start `{}`", line(command))
}

/// Whether an error means "there is nothing there", which is often just fine.
pub(crate) fn absent(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_name_the_command() {
        let error = run(&mut Command::new("surely-no-such-program")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `surely-no-such-program`");
        let error =
            read(Command::new(env::var_os("CARGO").unwrap()).arg("--no-such-flag")).unwrap_err();
        assert!(error.to_string().contains("cargo"), "{error}");
        assert!(error.to_string().contains("--no-such-flag` failed"), "{error}");
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        // Waits for input on a pipe that is never closed would need a second process; a sleep does.
        let mut hang = if cfg!(windows) { Command::new("ping") } else { Command::new("sleep") };
        hang.args(if cfg!(windows) { &["-n", "60", "127.0.0.1"][..] } else { &["60"][..] });
        let start = Instant::now();
        assert!(!succeeds_within(&mut hang, Duration::from_millis(200)));
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn programs_are_searched_in_order_of_preference() {
        let cargo = PathBuf::from(env::var_os("CARGO").unwrap());
        let path = env::join_paths([cargo.parent().unwrap()]).unwrap();
        let program = find_program_in(&["surely-no-such-program", "cargo"], &path).unwrap();
        assert_eq!(program.file_stem().unwrap(), "cargo");
        assert_eq!(find_program_in(&["surely-no-such-program"], &path), None);
    }
}
