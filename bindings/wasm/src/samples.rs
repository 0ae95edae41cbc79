//! Synthetic replays.

use ghostreel_formats::FORMATS;

use crate::answer::{Answer, Refusal};
use crate::with;

/// A synthetic replay of the module's game.
#[unsafe(no_mangle)]
pub extern "C" fn sample(seed: u32) -> u32 {
    with(|state| {
        let game = FORMATS.first().map_or("", |format| format.game);
        let file = ghostreel_formats::sample(game, None, seed.into());
        state.give(file.map(Answer::Bytes).ok_or(Refusal::NoSample))
    })
}
