//! How an archive is opened.

use std::path::PathBuf;
use std::time::Duration;

use ghostreel_formats::FormatOption;
use ghostreel_reel::Level;

use crate::decode::pool::Worker;

/// How an archive is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that holds everything: `ghostreel.db`, `objects/`, `maps/`, `incoming/`, `lock`.
    pub data: PathBuf,
    /// The most bytes of one replay.
    pub upload_limit: u64,
    /// The most bytes of the zip file of one map.
    pub map_limit: u64,
    /// How many files may be decoded at once.
    pub decoders: usize,
    /// How long to wait for a decoder to come free and to finish.
    pub decode_patience: Duration,
    /// The options given for single formats, each with the content of its file.
    pub format_options: Vec<FormatOption>,
    /// How to start the processes that decode. `None` decodes in this one: a decoder's bug or hunger is then this process's
    /// own, and one that takes too long can only be waited for.
    pub worker: Option<Worker>,
    /// How new originals are packed, some time after they were taken in; `None` keeps them as they came. The file that is given out is the same.
    pub pack: Option<Level>,
    /// Whether each replay is compared with all that are stored.
    pub find_copies: bool,
}

impl Options {
    /// The most bytes of the zip file of one map, unless set otherwise: nearly all of it is the song, and an hour has some sixty megabytes.
    pub const MAP_LIMIT: u64 = 64 << 20;

    /// The usual limits for a data folder: 64 MiB for a replay, [`Options::MAP_LIMIT`] for a map, two decoders, 30 s. Copies are not looked for.
    pub fn at(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            upload_limit: 64 << 20,
            map_limit: Self::MAP_LIMIT,
            decoders: 2,
            decode_patience: Duration::from_secs(30),
            format_options: Vec::new(),
            worker: None,
            pack: None,
            find_copies: false,
        }
    }
}
