//! The metadata of a session, and the settings of recording.

use std::path::PathBuf;
use std::time::Duration;

use ghostreel_formats::native_schemas;
use ghostreel_reel::{Header, Original, Stream, Table};

/// The table that the recorder adds after all others: how the session ended.
pub const RESULT: &str = "result";

/// The metadata of a session, and the place of its files.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Game, players, tables, and the game's own file if its bytes are recorded. The recorder adds a table `result` at the end.
    pub header: Header,
    /// The folder for the files. It is made if it is not there.
    pub folder: PathBuf,
    /// The name of the files, without an extension. If it is taken, a number is added.
    pub name: String,
    /// The settings of its recording.
    pub settings: Settings,
}

impl Session {
    /// A session of a game whose tables Ghostreel knows: `beat-saber`, as `docs/spec/reel-beat-saber.md` has them.
    /// `None` for another game, whose tables the header has to say.
    ///
    /// ```
    /// use ghostreel_recorder::Session;
    ///
    /// let session = Session::of_game("beat-saber", "Replays", "a song").expect("a game that is known");
    /// assert!(session.header.table("frames").is_some());
    /// ```
    pub fn of_game(game: &str, folder: impl Into<PathBuf>, name: &str) -> Option<Self> {
        let streams = native_schemas(game)?.iter().map(Table::of).map(Stream::Table).collect();
        let header = Header { game: game.to_owned(), streams, ..Header::default() };
        Some(Self { header, folder: folder.into(), name: name.to_owned(), ..Self::default() })
    }

    /// A session that records the bytes of the game's own file, and nothing else. `format` is its name, e.g. `slp`.
    pub fn of_bytes(game: &str, format: &str, folder: impl Into<PathBuf>, name: &str) -> Self {
        let original = Original { format: format.to_owned(), ..Original::default() };
        let streams = vec![Stream::Original(original)];
        let header = Header { game: game.to_owned(), streams, ..Header::default() };
        Self { header, folder: folder.into(), name: name.to_owned(), ..Self::default() }
    }
}

/// When written data is forced onto the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// Never: a power cut may cost all that the system had not written yet.
    Never,
    /// At the end, before the files get their names.
    #[default]
    AtEnd,
    /// After each chunk, too: a power cut costs no more than a crash.
    EachChunk,
}

/// The settings of recording a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// A chunk is written at least this often. A crash loses the rows after the last one.
    pub chunk: Duration,
    /// Bytes of the ring of each table: 4 KiB to 16 MiB. At 120 rows a second of 130 bytes, a mebibyte holds a minute.
    pub ring_bytes: usize,
    /// Bytes that may wait for a disk that does not take them, looked at each time the rings are emptied. Further ones are lost.
    pub waiting_bytes: usize,
    /// How long to wait until a disk that failed is tried again.
    pub retry: Duration,
    /// How long a disk that fails is tried at the end of the session.
    pub patience: Duration,
    /// When written data is forced onto the disk.
    pub sync: Sync,
    /// The level of zstd, 1 to 22.
    pub level: i32,
    /// Whether the game's own file is written beside the reel, where one can be made.
    pub own_file: bool,
}

impl Settings {
    /// Those of the writer. The writer's thread closes chunks by the clock; the writer itself does so where rows come faster than time goes by.
    pub(crate) fn of_writer(&self) -> ghostreel_reel::Settings {
        let defaults = ghostreel_reel::Settings::default();
        let seconds = (self.chunk.as_secs_f64() * 2.0).max(0.001);
        ghostreel_reel::Settings { seconds, level: self.level.clamp(1, 22), ..defaults }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            chunk: Duration::from_secs(1),
            ring_bytes: 1 << 20,
            waiting_bytes: 64 << 20,
            retry: Duration::from_secs(1),
            patience: Duration::from_secs(30),
            sync: Sync::default(),
            level: 3,
            own_file: true,
        }
    }
}
