//! The other side of a decoder: a process that looks into files and has nothing to lose.

use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};

use ghostreel_formats::core::Error as FormatError;

use crate::decode::bug::{bug, panic_message};
use crate::decode::confine::MemoryMeter;
use crate::decode::message::{GREETING, Job, Reply};
use crate::decode::task::{Answer, Task, work_on};
use crate::decode::tools::Tools;
use crate::decode::{confine, message};

/// The work of a worker process: it takes files from standard input and writes their descriptions to standard output, until the
/// input ends. It confines itself first: on Unix the system then holds it to limits of memory and processor time for each
/// file, and lets it open no file at all.
///
/// The program that [`Worker`](crate::Worker) names must come to this, and print no more than 4 KiB before.
///
/// # Errors
/// If what comes in makes no sense, or the system sets no limits.
pub fn decode_worker() -> io::Result<()> {
    work(io::stdin().lock(), io::stdout().lock(), work_on)
}

/// [`decode_worker`] with other work: tests bring bad ones.
pub(super) fn work(
    mut input: impl Read,
    mut output: impl Write,
    work_on: impl Fn(Task, Vec<Vec<u8>>, &Tools) -> Result<Answer, FormatError>,
) -> io::Result<()> {
    let mut held = MemoryMeter::open();
    confine::for_good()?;
    output.write_all(GREETING)?;
    output.flush()?;
    let Some(given) = message::read_setup(&mut input)? else { return Ok(()) };
    let tools = Tools::new(&given.format_options, given.secret).map_err(io::Error::other)?;
    // The reply says that there was a panic; the rest is not read.
    panic::set_hook(Box::new(|_| {}));
    while let Some(Job { task, sizes }) = message::read(&mut input)? {
        confine::for_files(sizes.iter().sum())?;
        let mut files = Vec::new();
        for size in sizes {
            let mut file = Vec::with_capacity(usize::try_from(size).map_err(io::Error::other)?);
            input.by_ref().take(size).read_to_end(&mut file)?;
            files.push(file);
        }
        // Nothing that the decoder may have left half done is looked at afterwards.
        let answer = panic::catch_unwind(AssertUnwindSafe(|| work_on(task, files, &tools)));
        let answer = answer.unwrap_or_else(|payload| Err(bug(panic_message(&*payload))));
        let (file, answer) = match answer {
            Ok(mut answer) => (answer.file().and_then(Option::take), Ok(answer.into())),
            Err(error) => (None, Err(error.into())),
        };
        let behind = file.as_ref().map(|file| file.len() as u64);
        message::write(&mut output, &Reply { answer, behind, held: held.bytes() })?;
        output.write_all(&file.unwrap_or_default())?;
        output.flush()?;
    }
    Ok(())
}
