//! The tasks of a decoder, and their answers.

use std::io;
use std::path::PathBuf;

use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch};
use ghostreel_analysis::copies::{Comparison, Recording, compare};
use ghostreel_formats::core::Error as FormatError;
use serde::{Deserialize, Serialize};

use crate::decode::bug::bug;
use crate::decode::describe::{Described, describe, open_whole};
use crate::decode::examine::{Examined, examine};
use crate::decode::map::{describe_map, match_map};
use crate::decode::questions::ask;
use crate::decode::statistics::{MOST_BYTES, statistics};
use crate::decode::tools::Tools;
use crate::records::map::DescribedMap;

/// A task for a decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Say what a file is.
    Describe,
    /// Say what two files have in common.
    Compare,
    /// Say what a file proves; the second file has the trusted keys, as JSON of [`TrustedKeys`](super::examine::TrustedKeys).
    Examine {
        /// The most bytes of the game's own file in a reel.
        most: u64,
    },
    /// Say what the statistics of a replay are.
    Statistics,
    /// Answer a question, the second file, as JSON of [`Asked`](super::questions::Asked); the third, if there is one, is the map.
    Ask,
    /// Say what a map is.
    DescribeMap,
    /// Compare a replay with its map, the second file.
    MatchMap,
}

impl Task {
    /// The most bytes of a file that belongs to the answer.
    pub(super) fn max_file_bytes(self) -> u64 {
        match self {
            Self::Examine { most } => most,
            Self::Statistics | Self::Ask => MOST_BYTES,
            Self::Describe | Self::Compare | Self::DescribeMap | Self::MatchMap => 0,
        }
    }
}

/// A file that a decoder looks into.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Source {
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::File(path) => std::fs::read(path),
            Self::Bytes(bytes) => Ok(bytes.clone()),
        }
    }
}

/// An answer of a decoder.
#[derive(Debug)]
pub(crate) enum Answer {
    Described(Box<Described>),
    Compared(Comparison),
    Examined(Box<Examined>),
    /// As JSON; `None` if there are none for the game.
    Statistics(Option<Vec<u8>>),
    /// As JSON.
    Asked(Option<Vec<u8>>),
    DescribedMap(Box<DescribedMap>),
    MatchedMap(Box<Judged<MapMatch>>),
}

impl Answer {
    /// The bytes that belong to the answer, which travel after it.
    pub(super) fn file(&mut self) -> Option<&mut Option<Vec<u8>>> {
        match self {
            Self::Examined(examined) => Some(&mut examined.game_file),
            Self::Statistics(json) | Self::Asked(json) => Some(json),
            _ => None,
        }
    }
}

/// Does it.
///
/// # Errors
/// If one of the files is no replay, or a damaged one.
pub(super) fn work_on(
    task: Task,
    files: Vec<Vec<u8>>,
    tools: &Tools,
) -> Result<Answer, FormatError> {
    let other_number = |files: Vec<Vec<u8>>| bug(format!("{} files", files.len()));
    match task {
        Task::Describe => {
            let [file] = files.try_into().map_err(other_number)?;
            Ok(Answer::Described(Box::new(describe(file, tools)?)))
        }
        Task::Compare => {
            let files: [Vec<u8>; 2] = files.try_into().map_err(other_number)?;
            let [a, b] = files.map(|file| recording(file, tools));
            Ok(Answer::Compared(compare(&a?, &b?)))
        }
        Task::Examine { most } => {
            let [file, trusted] = files.try_into().map_err(other_number)?;
            Ok(Answer::Examined(Box::new(examine(&file, &trusted, most)?)))
        }
        Task::Statistics => {
            let [file] = files.try_into().map_err(other_number)?;
            Ok(Answer::Statistics(statistics(file, tools)?))
        }
        Task::Ask => {
            let mut files = files.into_iter();
            let (Some(replay), Some(asked)) = (files.next(), files.next()) else {
                return Err(bug("no question".to_owned()));
            };
            let map = files.next();
            Ok(Answer::Asked(Some(ask(replay, &asked, map.as_deref(), tools)?)))
        }
        Task::DescribeMap => {
            let [zip] = files.try_into().map_err(other_number)?;
            Ok(Answer::DescribedMap(Box::new(describe_map(&zip)?)))
        }
        Task::MatchMap => {
            let [replay, zip] = files.try_into().map_err(other_number)?;
            Ok(Answer::MatchedMap(Box::new(match_map(replay, &zip, tools)?)))
        }
    }
}

fn recording(file: Vec<u8>, tools: &Tools) -> Result<Recording, FormatError> {
    let replay = open_whole(file, tools)?;
    Recording::of(&replay).ok_or_else(|| bug("a game whose replays are not compared".to_owned()))
}
