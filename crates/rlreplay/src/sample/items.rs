//! Rumble: players get items and use them.

/// Seconds without an item, with one, and while it acts.
const WAIT: f64 = 3.0;
const HOLD: f64 = 1.5;
const ACT: f64 = 2.5;

/// The items that players get in turn, as the game calls them.
const ITEMS: [&str; 3] = ["BallVelcro", "Tornado", "BallFreeze"];

/// The item on which the ball sticks.
const SPIKES: &str = "BallVelcro";
/// The item that stops the ball.
const FREEZE: &str = "BallFreeze";

/// A player's item.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Nothing,
    Got,
    Used,
}

/// The fate of a player's item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    Got(&'static str),
    Used,
    Gone,
}

/// A player's items.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    state: State,
    /// Seconds until the next change.
    left: f64,
    /// Which item is next.
    turn: usize,
}

impl Holder {
    pub(super) fn new(player: usize) -> Self {
        // Not everybody at the same time, nor the same item.
        Self { state: State::Nothing, left: WAIT - player as f64 * 0.4, turn: player }
    }

    fn item(&self) -> &'static str {
        ITEMS.get(self.turn % ITEMS.len()).copied().unwrap_or(SPIKES)
    }

    /// Whether the ball sticks to the player's car.
    pub(super) fn is_spiky(&self) -> bool {
        self.state == State::Used && self.item() == SPIKES
    }

    /// Whether the ball stands still for the player.
    pub(super) fn is_freezing(&self) -> bool {
        self.state == State::Used && self.item() == FREEZE
    }

    /// The car is gone, and the item with it.
    pub(super) fn lose(&mut self) {
        (self.state, self.left) = (State::Nothing, WAIT);
        self.turn += 1;
    }

    /// Goes on by a frame. The item that the ball sticks to is used where the ball is.
    pub(super) fn step(&mut self, dt: f64, is_at_ball: bool) -> Option<Change> {
        self.left -= dt;
        let waits = self.state == State::Got && self.item() == SPIKES && !is_at_ball;
        if self.left > 0.0 || waits {
            return None;
        }
        Some(match self.state {
            State::Nothing => {
                (self.state, self.left) = (State::Got, HOLD);
                Change::Got(self.item())
            }
            State::Got => {
                (self.state, self.left) = (State::Used, ACT);
                Change::Used
            }
            State::Used => {
                self.lose();
                Change::Gone
            }
        })
    }
}
