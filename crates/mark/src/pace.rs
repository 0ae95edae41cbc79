//! How far a game had come while a server received its file, of a format that the game writes while it is played.

use ghostreel_core::{DecodeOptions, PushDecoder as _};
use ghostreel_formats::AnyDecoder;
use ghostreel_reel::{Kind, Reel};

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
