//! Where replays come from: a file, or `-` for standard input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel_formats::core::{DecodeOptions, Fault, OptionInfo};
use ghostreel_formats::{
    AnyView, CODECS, FormatOption, FormatOptions, OptionError, Options, PROBE_LENGTH,
    format_option, format_options, is_replay_extension, open_with, probe,
};

use ghostreel_reel::Reel;
use ghostreel_reel::preamble::MAGIC;

use crate::text;

/// More than any format we know can address. It also ends reading from endless input.
pub(crate) const LONGEST: u64 = u32::MAX as u64;

/// A file's name in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { text::path(path) }
}

/// How replays are opened.
#[derive(Debug, clap::Args)]
pub(crate) struct Opening {
    #[arg(long = "format-option", value_name = "NAME=FILE", value_parser = named_file, help = help())]
    format_options: Vec<(String, PathBuf)>,
}

/// Which options there are, too.
fn help() -> String {
    let options: Vec<String> = format_options()
        .map(|OptionInfo { name, meaning, file, .. }| format!("{name}: {meaning}; FILE is {file}"))
        .collect();
    format!("Give a format something besides the replay (docs/cli.md). {}", options.join(". "))
}

fn named_file(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = text.split_once('=').ok_or("expected NAME=FILE")?;
    match format_option(name) {
        Some(_) => Ok((name.to_owned(), file.into())),
        None => {
            let names: Vec<&str> = format_options().map(|option| option.name).collect();
            Err(format!("no format has such an option; there is {}", names.join(", ")))
        }
    }
}

impl Opening {
    /// With that answer to damage.
    pub(crate) fn options(&self, decode: DecodeOptions) -> Result<Options> {
        Ok(Options { decode, formats: self.read_options()?.1 })
    }

    /// Recovering as much as possible.
    pub(crate) fn recover(&self) -> Result<Options> {
        self.options(DecodeOptions::RECOVER)
    }

    /// The options of formats: their files to pass on, and as the formats read them. Errors name the file, and the line if it is a text.
    pub(crate) fn read_options(&self) -> Result<(Vec<FormatOption>, FormatOptions)> {
        let mut given = Vec::new();
        for (option, path) in &self.format_options {
            let limit = format_option(option).map_or(0, |option| option.limit as u64);
            // One byte more shows that it is too long.
            let file = read_at_most(path, limit.saturating_add(1))?;
            given.push(FormatOption { name: option.clone(), file });
        }
        let formats = FormatOptions::read(&given).map_err(|error| self.refused(&given, error))?;
        Ok((given, formats))
    }

    /// An option's fault, by the name of its file.
    fn refused(&self, given: &[FormatOption], error: OptionError) -> anyhow::Error {
        let OptionError::File { name: option, error } = error else { return error.into() };
        let mut files = self.format_options.iter().zip(given);
        let Some(((_, path), FormatOption { file, .. })) =
            files.find(|(_, given)| given.name == option)
        else {
            return error.into();
        };
        let above = usize::try_from(error.offset).ok().and_then(|offset| file.get(..offset));
        let place = match above.and_then(|above| std::str::from_utf8(above).ok()) {
            Some(above) => format!("line {}", above.matches('\n').count() + 1),
            None => format!("offset {}", error.offset),
        };
        // A tab is as good as a space to see what is meant.
        let message = error.message().replace('\t', " ");
        anyhow!("{}, {place}: {}", name(path), text::clean(&message))
    }
}

/// A replay, as the options say. Errors name the file.
pub(crate) fn load(path: &Path, options: &Options) -> Result<AnyView<'static>> {
    let bytes = match read_replay(path) {
        Ok(Content::Known(bytes)) => bytes,
        Ok(Content::Unknown { head, .. }) => head,
        Err(error) => return Err(unreadable(path, &error)),
    };
    let replay = open_with(bytes, options)
        .map_err(|error| anyhow!("{}: {}", name(path), text::clean(&error.to_string())))?;
    Ok(match path.file_name().and_then(OsStr::to_str) {
        Some(name) => replay.with_file_name(name),
        None => replay,
    })
}

/// An error about what is to become of a replay, with its name. Of a damaged one, the command that makes it whole is named.
pub(crate) fn about(path: &Path, error: &ghostreel::Error) -> anyhow::Error {
    let name = name(path);
    match error {
        ghostreel::Error::Damaged => {
            anyhow!("{name} is damaged; `ghostreel repair` makes a whole replay of it first")
        }
        error => anyhow!("{name}: {}", text::clean(&error.to_string())),
    }
}

/// Everything in a file. Errors name it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    source(path)
        .and_then(|source| read_on(Vec::new(), source))
        .map_err(|error| unreadable(path, &error))
}

/// The content that a file turned out to have.
#[derive(Debug)]
pub(crate) enum Content {
    /// All of a file of the wanted kind.
    Known(Vec<u8>),
    /// The start of another; the rest was not read.
    Unknown { head: Vec<u8>, length: u64 },
}

/// Reads a file if its first bytes are those of the wanted kind.
pub(crate) fn read_if(path: &Path, is_wanted: impl FnOnce(&[u8]) -> bool) -> io::Result<Content> {
    let mut source = source(path)?;
    let mut head = Vec::new();
    (&mut source).take(PROBE_LENGTH as u64).read_to_end(&mut head)?;
    if is_wanted(&head) {
        return Ok(Content::Known(read_on(head, source)?));
    }
    let length = source.length().unwrap_or(head.len() as u64);
    Ok(Content::Unknown { head, length })
}

/// Reads a file if its first bytes are a replay's; of a reel, the replay in it.
pub(crate) fn read_replay(path: &Path) -> io::Result<Content> {
    match read_if(path, |head| is_replay(head) || is_reel(head))? {
        Content::Known(bytes) if is_reel(&bytes) => original(&bytes).map(Content::Known),
        content => Ok(content),
    }
}

/// Whether a file has a replay's name, or begins like a replay or a reel. One that cannot be read may be one.
pub(crate) fn may_be_replay(path: &Path) -> bool {
    has_replay_name(path)
        || has_reel_name(path)
        || read_at_most(path, PROBE_LENGTH as u64)
            .map_or(true, |head| is_replay(&head) || is_reel(&head))
}

/// Whether a file that begins so is a replay.
pub(crate) fn is_replay(head: &[u8]) -> bool {
    probe(head).is_some()
}

/// Whether a file of that name should be a replay.
pub(crate) fn has_replay_name(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(is_replay_extension)
}

/// The ending of a reel's file name.
pub(crate) const REEL_EXTENSION: &str = "reel";

/// Whether a file of that name should be a reel.
pub(crate) fn has_reel_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(REEL_EXTENSION))
}

/// Whether a file that begins so is a reel.
pub(crate) fn is_reel(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}

/// The game's own file in a reel. A file with missing bytes is refused: the rest may look like a whole one.
pub(crate) fn original(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let reel = Reel::open(bytes).map_err(io::Error::other)?;
    let original = reel.whole_original(CODECS).map_err(|error| match error.fault {
        Fault::Malformed => {
            io::Error::other(format!("{error}; `ghostreel unpack` writes those that are there"))
        }
        _ => io::Error::other(error),
    })?;
    original.ok_or_else(|| io::Error::other("the reel holds no game's own file"))
}

/// The first bytes of a file. Errors name it.
fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source(path)
        .and_then(|source| source.take(most).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    Ok(bytes)
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot read {}: {}", name(path), text::reason(error))
}

pub(crate) fn is_stdin(path: &Path) -> bool {
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
