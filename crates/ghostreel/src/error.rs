//! The errors of the library.

use std::io;
use std::path::PathBuf;

use ghostreel_formats::core::{self, FormatInfo};
use ghostreel_formats::json::JsonError;
use ghostreel_formats::timeline::{ColumnError, TableKind};

/// Why there is no answer. Its text is one sentence for people.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// No format is known that begins like this, nothing of the replay can be read, or it was opened strictly and is damaged. The
    /// error has its place and the party at fault.
    #[error(transparent)]
    Decode(#[from] core::Error),
    /// The reel holds tables alone.
    #[error("the reel holds no game's own file")]
    NoOriginal,
    /// There is no such table or column, or the replay's meter was cancelled.
    #[error(transparent)]
    Column(#[from] ColumnError),
    /// There is no such table or column, but one of nearly that name.
    #[error("{reason}; did you mean {meant}?")]
    Misspelt {
        /// Which there is not.
        reason: ColumnError,
        /// The nearest name.
        meant: String,
    },
    /// The replay is of another game.
    #[error("this is a replay of {} ({}), not {wanted}", found.game_name, found.id)]
    OtherFormat {
        /// Short name of the format that was asked for, e.g. `slp`.
        wanted: &'static str,
        /// The replay's format.
        found: &'static FormatInfo,
    },
    /// The table is outside time, so no seconds of it can be asked for.
    #[error("table {table} has no times; ask for all of it, with `..`")]
    NoTimes {
        /// The table.
        table: String,
    },
    /// The table does not hold events.
    #[error("table {table} holds {}, not events", kind.name())]
    NoEvents {
        /// The table.
        table: String,
        /// The meaning of its rows.
        kind: TableKind,
    },
    /// The table holds events, and so nothing at other times.
    #[error("table {table} holds events, which have no state at other times")]
    NoStates {
        /// The table.
        table: String,
    },
    /// States cannot be sampled at that rate.
    #[error("{rate} is no rate: it is a number above 0, of times a second")]
    NoRate {
        /// The rate.
        rate: f64,
    },
    /// More rows would come of the times than are given at once.
    #[error("that would be more than {most} rows; ask for fewer times, or at a lower rate")]
    TooManyRows {
        /// The most.
        most: usize,
    },
    /// The replay is damaged, so a changed copy would be, too.
    #[error("the replay is damaged; repair it first")]
    Damaged,
    /// Replays of that game cannot be edited.
    #[error("replays of {game} cannot be edited so far")]
    NotEdited {
        /// The game.
        game: &'static str,
    },
    /// Nobody in the replay has that name.
    #[error("nobody is called {name}")]
    NoPlayer {
        /// The name.
        name: String,
    },
    /// The replay has no actor of that object.
    #[error("no actor is of the object {name}")]
    NoObject {
        /// The object's name.
        name: String,
    },
    /// What was to be changed leaves no whole replay.
    #[error("it is no whole replay after these changes: {0}")]
    Changes(core::Error),
    /// The game's replays do not answer the question.
    #[error(transparent)]
    Ask(#[from] ghostreel_analysis::AskError),
    /// The map cannot be read, or is not the one that the replay was played on.
    #[error(transparent)]
    Map(#[from] ghostreel_analysis::beat_saber::MapError),
    /// JSON cannot be written, or is not that of a replay.
    #[error(transparent)]
    Json(#[from] JsonError),
}

/// A result of this library.
pub type Result<T> = std::result::Result<T, Error>;
