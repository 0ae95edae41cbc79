//! The player who takes a stock. In a game of more than two, several sides may have a fighter in their combos and conversions, and all of these end with
//! the stock: it was taken by the player who hit last.

use std::collections::BTreeMap;

use ghostreel_formats::timeline::FrameNumber;

use super::combos::Combo;

/// Of the runs on a victim that end with the same stock, leaves the kill with that of the last move; of two such, with the one that began
/// later.
pub(crate) fn by_last_move(runs: &mut [Combo]) {
    let last_move = |run: &Combo| run.moves.last().map_or(run.start_frame, |landed| landed.frame);
    // By victim and frame.
    let mut killers: BTreeMap<(u8, FrameNumber), usize> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate().filter(|(_, run)| run.did_kill) {
        let Some(frame) = run.end_frame else { continue };
        let killer = killers.entry((run.player_index, frame)).or_insert(at);
        if runs.get(*killer).is_some_and(|other| last_move(other) <= last_move(run)) {
            *killer = at;
        }
    }
    for (at, run) in runs.iter_mut().enumerate().filter(|(_, run)| run.did_kill) {
        let killer = run.end_frame.and_then(|frame| killers.get(&(run.player_index, frame)));
        run.did_kill = killer == Some(&at);
    }
}
