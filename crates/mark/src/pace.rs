//! How fast a game went: by what its replay says of its song's speed, and by how far it had come while a server received its file.

use ghostreel_core::{DecodeOptions, PushDecoder as _};
use ghostreel_formats::timeline::{Detail, Meta};
use ghostreel_formats::{AnyDecoder, native_speed};
use ghostreel_reel::{Kind, Reel, WholeTables};

/// How long a game lasted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Duration {
    /// Seconds by the times of its frames. In Beat Saber these are the song's.
    pub(crate) song_s: f64,
    /// Seconds of the song in a second of real time; 1 in other games.
    pub(crate) speed: f64,
    /// Seconds of real time.
    pub(crate) real_s: f64,
}

impl Duration {
    pub(crate) fn of(meta: &Meta) -> Self {
        let said = meta.details.iter().find_map(|(name, detail)| match detail {
            Detail::Number(speed) if *name == "song_speed" => Some(*speed),
            _ => None,
        });
        let (song_s, speed) = (meta.duration_s, usable(said));
        Self { song_s, speed, real_s: song_s / speed }
    }
}

/// Seconds of a session's time in a second of real time. The time of tables is their game's; that of a game's own bytes is real.
pub(crate) fn session_speed(reel: &Reel<'_>) -> f64 {
    if reel.header().original().is_some() {
        return 1.0;
    }
    let tables = WholeTables::of(reel);
    usable(native_speed(&reel.header().game, &|table, columns| tables.read(table, columns)))
}

/// A speed by which times can be divided: 1 in place of none.
fn usable(speed: Option<f64>) -> f64 {
    speed.filter(|speed| speed.is_normal() && *speed > 0.0).unwrap_or(1.0)
}

/// Seconds of the game that passed in stretches of a session, which are in order and apart, all together. `original` is the game's file in the reel.
/// `None` if the file does not show it: it has no frames in them, or was written when the game was over.
pub(crate) fn passed_s(reel: &Reel<'_>, original: &[u8], stretches: &[(f64, f64)]) -> Option<f64> {
    let pieces = reel.chunks().iter().filter(|chunk| chunk.head.kind == Kind::Original);
    let mut pieces = pieces
        .map(|chunk| (chunk.head.end, chunk.head.first_row.saturating_add(chunk.head.rows.into())))
        .peekable();
    let mut game =
        Game { decoder: AnyDecoder::new(&DecodeOptions::RECOVER), first: None, last: None };
    let (mut given, mut passed) = (0, None);
    for (from, to) in stretches {
        let [begin, end] = [from, to].map(|time| {
            // A piece is there from its time on; those without a time are as old as those in front of them.
            let mut length = given;
            while let Some((_, end)) = pieces.next_if(|(end, _)| end.is_nan() || end <= time) {
                length = length.max(usize::try_from(end).unwrap_or(usize::MAX));
            }
            game.push(original.get(given..length.min(original.len())).unwrap_or_default());
            given = length;
            game.last
        });
        if let (Some(first), Some(end)) = (game.first, end) {
            passed = Some(passed.unwrap_or(0.0) + end - begin.unwrap_or(first));
        }
    }
    passed
}

/// A game's file that arrives in pieces.
struct Game {
    decoder: AnyDecoder,
    /// The times of its first frame and of the last so far.
    first: Option<f64>,
    last: Option<f64>,
}

impl Game {
    fn push(&mut self, bytes: &[u8]) {
        self.decoder.push(bytes);
        while let Ok(Some(event)) = self.decoder.next_event() {
            let Some(time) = event.time_while_played() else { continue };
            self.first.get_or_insert(time);
            self.last = Some(self.last.map_or(time, |last| last.max(time)));
        }
    }
}
