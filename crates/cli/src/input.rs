//! Where replays come from: a file, or `-` for standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::rlreplay::Attributes;
use ghostreel_formats::{AnyReplay, Options, PROBE_LENGTH, open_with, probe};

use crate::text;

/// More than any format we know can address. It also ends reading from what has no end.
pub(crate) const LONGEST: u64 = u32::MAX as u64;

/// A file's name in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { text::path(path) }
}

/// How replays are opened.
#[derive(Debug, clap::Args)]
pub(crate) struct Opening {
    /// How properties of Rocket League are laid out that a patch brought or changed (docs/cli.md)
    #[arg(long, value_name = "FILE")]
    attributes: Option<PathBuf>,
}

impl Opening {
    /// With that answer to damage.
    pub(crate) fn options(&self, decode: DecodeOptions) -> Result<Options> {
        self.table().map(|(_, attributes)| Options { decode, attributes })
    }

    /// The table as it is written, and what it says; without a file, nothing.
    pub(crate) fn table(&self) -> Result<(String, Attributes)> {
        self.attributes.as_deref().map_or_else(|| Ok(Default::default()), table)
    }

    /// Recovering as much as possible.
    pub(crate) fn recover(&self) -> Result<Options> {
        self.options(DecodeOptions::RECOVER)
    }
}

/// Reads a table of attributes. Errors name the file and the line.
fn table(path: &Path) -> Result<(String, Attributes)> {
    let table = read(path)?;
    let name = name(path);
    let table = String::from_utf8(table).map_err(|_| anyhow!("{name} is not a text"))?;
    let attributes = Attributes::parse(&table).map_err(|error| {
        let above = table.bytes().zip(0..error.offset).filter(|(byte, _)| *byte == b'\n').count();
        let found = error.found.replace('\t', " ");
        let (expected, found) = (error.expected, text::clean(&found));
        anyhow!("{name}, line {}: expected {expected}, found {found}", above + 1)
    })?;
    Ok((table, attributes))
}

/// A replay, as the options say. Errors name the file.
pub(crate) fn load(path: &Path, options: &Options) -> Result<AnyReplay<'static>> {
    let bytes = match read_replay(path) {
        Ok(Content::Replay(bytes)) => bytes,
        Ok(Content::Unknown { head, .. }) => head,
        Err(error) => return Err(unreadable(path, &error)),
    };
    open_with(bytes, options)
        .map_err(|error| anyhow!("{}: {}", name(path), text::clean(&error.to_string())))
}

/// Everything in a file. Errors name it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    source(path)
        .and_then(|source| read_on(Vec::new(), source))
        .map_err(|error| unreadable(path, &error))
}

/// What a file turned out to be.
#[derive(Debug)]
pub(crate) enum Content {
    /// All of a file that some format recognises.
    Replay(Vec<u8>),
    /// The start of one that none does; the rest was not read.
    Unknown { head: Vec<u8>, length: u64 },
}

/// Reads a file if its first bytes are a replay's.
pub(crate) fn read_replay(path: &Path) -> io::Result<Content> {
    let mut source = source(path)?;
    let mut head = Vec::new();
    (&mut source).take(PROBE_LENGTH as u64).read_to_end(&mut head)?;
    if probe(&head).is_some() {
        return Ok(Content::Replay(read_on(head, source)?));
    }
    let length = source.length().unwrap_or(head.len() as u64);
    Ok(Content::Unknown { head, length })
}

fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot read {}: {}", name(path), text::reason(error))
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

enum Source {
    Stdin(io::StdinLock<'static>),
    File(File),
}

fn source(path: &Path) -> io::Result<Source> {
    if is_stdin(path) {
        return Ok(Source::Stdin(io::stdin().lock()));
    }
    Ok(Source::File(File::open(path)?))
}

impl Source {
    fn length(&self) -> Option<u64> {
        match self {
            Self::Stdin(_) => None,
            Self::File(file) => file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len()),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(buffer),
            Self::File(file) => file.read(buffer),
        }
    }
}

fn read_on(mut bytes: Vec<u8>, source: Source) -> io::Result<Vec<u8>> {
    if let Some(length) = source.length().filter(|&length| length <= LONGEST) {
        // Only a hint: a file that grows or shrinks meanwhile is read to its end all the same.
        let more = usize::try_from(length).unwrap_or(0).saturating_sub(bytes.len());
        bytes.try_reserve_exact(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
    }
    source.take(LONGEST.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("it is longer than 4 GiB"));
    }
    Ok(bytes)
}
