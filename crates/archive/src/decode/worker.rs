//! The other side of a decoder: a process that looks into files and has nothing to lose.

use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};

use super::bug::{bug, panic_message};
use super::confine::Held;
use super::message::{GREETING, Job, Reply};
use super::summarise::summarise;
use super::{confine, message};
use crate::formats::core::{DecodeOptions, Error as FormatError};
use crate::formats::{FormatOptions, Options};
use crate::summary::Summary;

/// What a worker process does: takes files from standard input and writes to standard output what they are, until the
/// input ends. It confines itself first: on Unix the system then holds it to limits of memory and processor time for each
/// file, and lets it open no file at all.
///
/// The program that [`Worker`](crate::Worker) names must come to this, and print no more than 4 KiB before.
///
/// # Errors
/// If what comes in makes no sense, or the system sets no limits.
pub fn decode_worker() -> io::Result<()> {
    work(io::stdin().lock(), io::stdout().lock(), summarise)
}

/// [`decode_worker`] with another decoder: tests bring bad ones.
pub(super) fn work(
    mut input: impl Read,
    mut output: impl Write,
    decode: impl Fn(Vec<u8>, &Options) -> Result<Summary, FormatError>,
) -> io::Result<()> {
    let mut held = Held::open();
    confine::for_good()?;
    output.write_all(GREETING)?;
    output.flush()?;
    let Some(given) = message::read_setup(&mut input)? else { return Ok(()) };
    let formats = FormatOptions::read(&given).map_err(io::Error::other)?;
    let options = Options { decode: DecodeOptions::STRICT, formats };
    // The reply says that there was a panic, and nobody reads more of it.
    panic::set_hook(Box::new(|_| {}));
    while let Some(Job { size }) = message::read(&mut input)? {
        confine::for_a_file(size)?;
        let mut file = Vec::with_capacity(usize::try_from(size).map_err(io::Error::other)?);
        input.by_ref().take(size).read_to_end(&mut file)?;
        // Nothing that the decoder may have left half done is looked at afterwards.
        let answer = panic::catch_unwind(AssertUnwindSafe(|| decode(file, &options)));
        let answer = answer.unwrap_or_else(|payload| Err(bug(panic_message(&*payload))));
        let answer = answer.map(Into::into).map_err(Into::into);
        message::write(&mut output, &Reply { answer, held: held.bytes() })?;
    }
    Ok(())
}
