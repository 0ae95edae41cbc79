//! The tables that recorders in games write into reels.

use ghostreel_core::Result;
use ghostreel_timeline::{ReadColumns, Schema};

/// The tables of a game's recorder.
struct Native {
    game: &'static str,
    schemas: fn() -> Vec<Schema>,
    /// See [`native_speed`].
    speed: fn(ReadColumns<'_>) -> Option<f64>,
    /// The game's own file, made of them.
    file: fn(ReadColumns<'_>) -> Result<Vec<u8>>,
}

static GAMES: &[Native] = &[
    #[cfg(feature = "beat-saber")]
    Native {
        game: "beat-saber",
        schemas: ghostreel_bsor::native::schemas,
        speed: |read| ghostreel_bsor::native::song_speed(read).ok().map(f64::from),
        file: |read| {
            ghostreel_bsor::native::to_replay(read).map(|replay| ghostreel_bsor::encode(&replay))
        },
    },
];

fn of(game: &str) -> Option<&'static Native> {
    GAMES.iter().find(|native| native.game == game)
}

/// The tables that a recorder of a game writes, in the order of their streams; `None` for a game without declared ones.
pub fn native_schemas(game: &str) -> Option<Vec<Schema>> {
    of(game).map(|native| (native.schemas)())
}

/// Seconds of the tables' time in a second of real time, as the tables say: the speed of Beat Saber's song. `None` for a game whose tables go by
/// real time, and where they do not say it.
pub fn native_speed(game: &str, read: ReadColumns<'_>) -> Option<f64> {
    (of(game)?.speed)(read)
}

/// The game's own file, made of the tables that a recorder wrote; `None` for a game of whose tables none is made.
///
/// # Errors
/// If `read` fails, or a table that the file needs is not there.
pub fn native_file(game: &str, read: ReadColumns<'_>) -> Option<Result<Vec<u8>>> {
    of(game).map(|native| (native.file)(read))
}
