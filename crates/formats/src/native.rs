//! The tables that recorders in games write into reels.

use ghostreel_core::Result;
use ghostreel_timeline::{ReadColumns, Schema};

/// The tables that a recorder of a game writes, in the order of their streams; `None` for a game without declared ones.
pub fn native_schemas(game: &str) -> Option<Vec<Schema>> {
    match game {
        #[cfg(feature = "beat-saber")]
        "beat-saber" => Some(ghostreel_bsor::native::schemas()),
        _ => None,
    }
}

/// Seconds of the tables' time in a second of real time, as the tables say: the speed of Beat Saber's song. `None` for a game whose tables go by
/// real time, and where they do not say it.
pub fn native_speed(game: &str, read: ReadColumns<'_>) -> Option<f64> {
    match game {
        #[cfg(feature = "beat-saber")]
        "beat-saber" => ghostreel_bsor::native::song_speed(read).ok().map(f64::from),
        _ => {
            let _ = read;
            None
        }
    }
}

/// The game's own file, made of the tables that a recorder wrote; `None` for a game of whose tables none is made.
///
/// # Errors
/// If `read` fails, or a table that the file needs is not there.
pub fn native_file(game: &str, read: ReadColumns<'_>) -> Option<Result<Vec<u8>>> {
    match game {
        #[cfg(feature = "beat-saber")]
        "beat-saber" => {
            use ghostreel_bsor::{encode, native};
            Some(native::to_replay(read).map(|replay| encode(&replay)))
        }
        _ => {
            let _ = read;
            None
        }
    }
}
