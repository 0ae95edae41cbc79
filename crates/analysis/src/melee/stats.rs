//! slippi-js's `getStats`: one pass over the frames that count, with all computers beside each other.

use super::action_counts::{ActionCounter, ActionCounts};
use super::combos::{self, Combo};
use super::conversions::{self, Conversion};
use super::fighter::Frame;
use super::game::Game;
use super::inputs::InputCounts;
use super::overall::{Overall, overall};
use super::sequence::{Moment, Tracker};
use super::stocks::{Stock, StockTracker};

/// Everything that slippi-js's `getStats` gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// The last frame, whole or not.
    pub last_frame: i32,
    /// Frames in which players could act.
    pub playable_frame_count: i32,
    /// Stocks, in the order they began.
    pub stocks: Vec<Stock>,
    /// Conversions, in the order they began.
    pub conversions: Vec<Conversion>,
    /// Combos, in the order they began.
    pub combos: Vec<Combo>,
    /// What each player did.
    pub action_counts: Vec<ActionCounts>,
    /// Each player's game in numbers.
    pub overall: Vec<Overall>,
    /// Whether the replay has its Game End.
    pub game_complete: bool,
}

/// Everything about one player against the other.
struct Side {
    player: u8,
    opponent: u8,
    actions: ActionCounter,
    combos: Tracker,
    conversions: Tracker,
    inputs: InputCounts,
    stocks: StockTracker,
}

impl Side {
    fn new(player: u8, opponent: u8) -> Self {
        Self {
            player,
            opponent,
            actions: ActionCounter::new(player),
            combos: Tracker::new(combos::reset_rule),
            conversions: Tracker::new(conversions::reset_rule),
            inputs: InputCounts::default(),
            stocks: StockTracker::default(),
        }
    }
}

impl Game<'_> {
    /// Statistics of a game of two.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats {
            last_frame: self.last_frame(),
            playable_frame_count: self.playable_frame_count(),
            game_complete: self.is_complete(),
            ..Stats::default()
        };
        let [a, b] = &*self.players else { return stats };
        let mut sides =
            [Side::new(a.player_index, b.player_index), Side::new(b.player_index, a.player_index)];
        let mut runs = Vec::new();
        let mut before: Option<Frame> = None;
        for frame in self.final_frames(&self.players) {
            for side in &mut sides {
                side.frame(&frame, before.as_ref(), &mut stats, &mut runs);
            }
            before = Some(frame);
        }
        stats.conversions = conversions::with_openings(runs);
        let inputs = sides.each_ref().map(|side| side.inputs);
        stats.action_counts = sides.into_iter().map(|side| side.actions.counts).collect();
        stats.overall = overall(
            &self.players,
            self.is_teams,
            &inputs,
            &stats.conversions,
            stats.playable_frame_count,
            |conversion, player| conversion.player_index != player,
        );
        stats
    }
}

impl Side {
    fn frame(
        &mut self,
        frame: &Frame,
        before: Option<&Frame>,
        stats: &mut Stats,
        runs: &mut Vec<Combo>,
    ) {
        let moment = |player| {
            let before = before.and_then(|before| before.post(player));
            Some(Moment { player, now: frame.post(player)?, before })
        };
        let (Some(own), Some(other)) = (moment(self.player), moment(self.opponent)) else { return };
        self.actions.frame(own.now, Some(other.now));
        self.combos.frame(&mut stats.combos, frame.number, Some(own), other);
        self.conversions.frame(runs, frame.number, Some(own), other);
        let pre_before = before.and_then(|before| before.pre(self.player));
        if let (Some(now), Some(before)) = (frame.pre(self.player), pre_before) {
            self.inputs.frame(frame.number, now, before);
        }
        self.stocks.frame(&mut stats.stocks, frame.number, self.player, own.now, own.before);
    }
}
