//! slippi-js's `getStats`: one pass over the frames that count, with all computers beside each other.

use ghostreel_formats::timeline::{FrameNumber, rows};
use serde::Serialize;

use super::action_counts::{ActionCounter, ActionCounts};
use super::attribution;
use super::combos::{self, Combo};
use super::contestant::Contestant;
use super::conversions::{self, Conversion};
use super::fighter::{Frame, Pre};
use super::game::{Game, limit};
use super::inputs::InputCounts;
use super::kills;
use super::openings;
use super::overall::{Overall, overall};
use super::sequence::Tracker;
use super::stocks::{Stock, StockTracker};

rows! {
    /// Everything that slippi-js's `getStats` gives.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Stats {
        last_frame: i32, "frame", "The last frame, whole or not";
        playable_frame_count: i32, "frame", "Frames in which players could act, those that are missing left out";
        missing_frame_count: u32, "frame", "Frames that are missing, or that a player is missing from. Nothing in them is counted";
        stocks: Vec<Stock>, "", "Stocks, in the order they began";
        conversions: Vec<Conversion>, "", "Conversions, in the order they began";
        combos: Vec<Combo>, "", "Combos, in the order they began";
        action_counts: Vec<ActionCounts>, "", "The actions of each player";
        overall: Vec<Overall>, "", "Each player's game in numbers";
        game_complete: bool, "", "Whether the replay has its Game End";
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<String>, "", "The limit of the counting, and why: frames are missing, or counting stopped before the end of the game";
    }
}

/// Stocks, combos and conversions that are listed at most, all together. A game of eight minutes has hundreds.
const LISTED: usize = 1 << 16;

/// Everything about one player that needs no other.
struct PlayerCounters {
    player: u8,
    actions: ActionCounter,
    inputs: InputCounts,
    /// The player's inputs in the frame before.
    held: Option<Pre>,
    stocks: StockTracker,
}

/// The punishes of a side on one victim.
struct Punishes {
    victim: u8,
    side: Vec<u8>,
    combos: Tracker,
    conversions: Tracker,
}

impl Game<'_> {
    /// Statistics. In games of other than two players, slippi-js leaves its lists empty; ours are filled, as
    /// `docs/stats/slippi.md` defines.
    pub fn stats(&self) -> Stats {
        let work = &self.view.budget();
        let mut stats = Stats {
            last_frame: self.last_frame(),
            playable_frame_count: self.playable_frame_count(),
            missing_frame_count: self.missing_frame_count(),
            game_complete: self.is_complete(),
            ..Stats::default()
        };
        let is_duel = self.is_duel();
        let mut players: Vec<PlayerCounters> =
            self.players.iter().map(PlayerCounters::new).collect();
        let mut punishes: Vec<Punishes> = self
            .sides()
            .into_iter()
            .map(|(side, victim)| Punishes {
                victim,
                side,
                combos: Tracker::new(combos::reset_rule),
                conversions: Tracker::new(conversions::reset_rule),
            })
            .collect();
        let mut runs = Vec::new();
        let mut before: Option<Frame> = None;
        for frame in self.counted_frames(work) {
            for player in &mut players {
                player.frame(self, &frame, before.as_ref(), &mut stats.stocks);
            }
            for punish in &mut punishes {
                punish.frame(is_duel, &frame, before.as_ref(), &mut stats.combos, &mut runs);
            }
            let lists = [stats.stocks.len(), stats.combos.len(), runs.len()];
            if lists.into_iter().fold(0, usize::saturating_add) > LISTED {
                stats.limit = Some(format!(
                    "limit: more than {LISTED} stocks, combos and conversions; counting stops in frame {}",
                    frame.number
                ));
                break;
            }
            before = Some(frame);
        }
        stats.limit = self.limit.clone().or(stats.limit).or_else(|| limit(work));
        stats.limit = stats.limit.or_else(|| self.missing_frames());
        for runs in [&mut stats.combos, &mut runs] {
            work.spend(runs.len());
            kills::by_last_move(runs);
        }
        stats.conversions = if is_duel { openings::of_two(runs) } else { openings::of_many(runs) };
        work.spend(stats.conversions.len());
        let inputs: Vec<InputCounts> = players.iter().map(|player| player.inputs).collect();
        stats.action_counts = players.into_iter().map(|player| player.actions.counts).collect();
        stats.overall = overall(
            &self.players,
            self.is_teams,
            &inputs,
            &stats.conversions,
            stats.playable_frame_count,
        );
        stats
    }
}

impl PlayerCounters {
    fn new(player: &Contestant) -> Self {
        Self {
            player: player.player_index,
            actions: ActionCounter::new(player.player_index),
            inputs: InputCounts::default(),
            held: None,
            stocks: StockTracker::default(),
        }
    }

    fn frame(
        &mut self,
        game: &Game<'_>,
        frame: &Frame,
        before: Option<&Frame>,
        stocks: &mut Vec<Stock>,
    ) {
        let (player, number) = (self.player, FrameNumber(frame.number));
        if let Some(fighter) = frame.now_and_before(before, player) {
            self.actions.frame(fighter.now, game.nearest_opponent(frame, player));
            self.stocks.frame(stocks, number, player, fighter.now, fighter.before);
        }
        let held = game.pre(frame.number, player);
        if let (Some(now), Some(before)) = (&held, &self.held) {
            self.inputs.frame(frame.number, now, before);
        }
        self.held = held;
    }
}

impl Punishes {
    fn frame(
        &mut self,
        is_duel: bool,
        frame: &Frame,
        before: Option<&Frame>,
        combos: &mut Vec<Combo>,
        conversions: &mut Vec<Combo>,
    ) {
        let Some(victim) = frame.now_and_before(before, self.victim) else { return };
        let attacker = if is_duel {
            self.side.first().copied()
        } else {
            attribution::attacker(frame, victim.now, &self.side)
        };
        let attacker = attacker.and_then(|attacker| frame.now_and_before(before, attacker));
        self.combos.frame(combos, FrameNumber(frame.number), attacker, victim);
        self.conversions.frame(conversions, FrameNumber(frame.number), attacker, victim);
    }
}
