//! Counts instructions with valgrind: the same on a busy machine as on a quiet one, which times are not.
//!
//! A program that counts runs itself once more under valgrind's callgrind, which counts what [`counted`] does.

mod profile;

use std::ffi::OsStr;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use anyhow::{Context, Result, bail};

pub use profile::Profile;

/// By this name valgrind knows what to count. It may be called more than once: all calls count together.
#[inline(never)]
pub fn counted<R>(work: impl FnOnce() -> R) -> R {
    black_box(work())
}

/// As valgrind writes the function's name, of whatever type.
const COUNTED: &str = "--toggle-collect=ghostreel_count::counted*";

/// Whether valgrind is at hand.
pub fn can_count() -> bool {
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    valgrind.status().is_ok_and(|status| status.success())
}

/// Runs this program with these arguments, and counts.
///
/// # Errors
/// If valgrind is not at hand, or the program fails.
pub fn count<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Result<Profile> {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let program = env::current_exe().context("the place of this program is unknown")?;
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let file = program.with_file_name(format!("callgrind.{}.{run}", std::process::id()));
    let mut out = std::ffi::OsString::from("--callgrind-out-file=");
    out.push(&file);
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", COUNTED]).arg(out).arg(&program).args(args);
    let output = valgrind.output().context("cannot start valgrind")?;
    let text = fs::read_to_string(&file);
    // A missing file need not be removed.
    let _ = fs::remove_file(&file);
    if !output.status.success() {
        bail!("valgrind said: {}", String::from_utf8_lossy(&output.stderr));
    }
    Profile::read(&text.context("valgrind left no profile")?, &program.to_string_lossy())
}
