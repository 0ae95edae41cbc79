//! How often the game was taken back: counted by the player whose inputs come first, so that nothing counts twice.

use std::collections::BTreeSet;

use ghostreel_formats::timeline::rows;
use serde::Serialize;

rows! {
    /// slippi-js's `getRollbackFrames`, without copies of the frames themselves.
    #[derive(Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct RollbackFrames {
        count: u32, "", "Frames played again, each time counted";
        lengths: Vec<u32>, "frame", "How many frames each rollback took back; one that still goes on when the file ends is not among them";
        frames: BTreeSet<i32>, "", "The numbers of the frames that were played again";
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RollbackCounter {
    pub(crate) found: RollbackFrames,
    player: Option<u8>,
    length: u32,
}

impl RollbackCounter {
    /// Takes note of a pre-frame event. `known`: the frame has players already.
    pub(crate) fn pre_frame(&mut self, frame: i32, player: u8, known: bool) {
        if *self.player.get_or_insert(player) != player {
            return;
        }
        if known {
            self.found.count = self.found.count.saturating_add(1);
            self.length = self.length.saturating_add(1);
            self.found.frames.insert(frame);
        } else if self.length > 0 {
            self.found.lengths.push(std::mem::take(&mut self.length));
        }
    }
}
