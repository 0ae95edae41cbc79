//! The sums of a player's points: one who leaves and comes back begins at 0 again, one who changes sides brings the points along.

/// Score, goals, assists, saves and shots.
pub(crate) type Points = [i32; 5];

/// The last stay of a player: from joining a team until leaving it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stay {
    /// The points of earlier stays of this row.
    before: Points,
    /// The points that the game counts in this stay, but that were counted elsewhere already.
    brought: Points,
    /// How many entries of the game are this player's now.
    pub(super) entries: u32,
    /// Whether the player had a car.
    pub(super) has_played: bool,
}

impl Stay {
    /// Begins another stay, of a player with these points by now.
    pub(super) fn begin(&mut self, so_far: Points, brought: Points) {
        (self.before, self.brought) = (so_far, brought);
        self.entries = self.entries.saturating_add(1);
    }

    /// One of the player's points, where the game's count is `counted`.
    pub(super) fn total(&mut self, which: usize, counted: i32) -> Option<i32> {
        let (before, brought) = (self.before.get(which)?, self.brought.get_mut(which)?);
        // A match that begins anew counts from 0 again.
        if counted < *brought {
            *brought = 0;
        }
        Some(before.saturating_add(counted.saturating_sub(*brought)))
    }
}
