//! What a player's points add up to: who leaves and comes back begins at 0 again, and who changes sides brings the points along.

/// Score, goals, assists, saves and shots.
pub(crate) type Points = [i32; 5];

/// The last stay of a player: from when the game knows somebody as one of a team until they leave it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stay {
    /// What earlier stays of this row brought.
    before: Points,
    /// What the game counts in this stay, and was counted elsewhere already.
    brought: Points,
    /// How many entries of the game are this player's now.
    pub(super) entries: u32,
    /// Whether the player had a car.
    pub(super) has_played: bool,
}

impl Stay {
    /// Begins another stay, of somebody who has these points by now.
    pub(super) fn begin(&mut self, so_far: Points, brought: Points) {
        (self.before, self.brought) = (so_far, brought);
        self.entries = self.entries.saturating_add(1);
    }

    /// One of the points of the player, where the game counts so many.
    pub(super) fn total(&mut self, which: usize, counted: i32) -> Option<i32> {
        let (before, brought) = (self.before.get(which)?, self.brought.get_mut(which)?);
        // A match that begins anew counts from 0 again.
        if counted < *brought {
            *brought = 0;
        }
        Some(before.saturating_add(counted.saturating_sub(*brought)))
    }
}
