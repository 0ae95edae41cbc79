//! Statistics that slippi-js lacks: moves, openings and opponents in detail, landings, techs, stage control, recoveries.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::action_counts::ActionCounter;
use super::attribution;
use super::contestant::Contestant;
use super::deaths::{Death, deaths};
use super::fighter::Frame;
use super::game::{Game, limit};
use super::landings::Landings;
use super::moves::{MoveTotals, move_totals};
use super::opponents::{OpeningTotals, Versus, opening_totals, versus};
use super::recoveries::{Recovery, RecoveryOutcome, RecoveryTracker};
use super::stage::Stage;
use super::stage_control::StageControl;
use super::stats::Stats;
use super::teams::{Team, teams};
use super::techs::{TechCounter, Techs};
use crate::sheet::Cell;
use crate::statistics::statistics;

rows! {
    /// Statistics beyond slippi-js's.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Details {
        players: Vec<PlayerDetails>, "", "Each player's, in the order of ports";
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<Team>>"))]
        teams: Vec<Team>, "", "Each team's, where more than two play in teams";
        deaths: Vec<Death>, "", "Stocks lost, in the order of their frames";
        recoveries: Vec<Recovery>, "", "Recoveries, in the order they ended. Empty on stages that tournaments do not use";
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<String>, "", "Why counting stopped before the end of the game, where it did";
    }
}

statistics! {
    /// One player's statistics beyond slippi-js's.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct PlayerDetails {
        player_index: u8, "", "The player's port, 0 to 3";
        moves: Vec<MoveTotals>, "", "Each move that hit: how often, and the damage";
        openings: [OpeningTotals; 3], "", "Openings by how they came about: neutral wins, counter hits, trades";
        versus: Vec<Versus>, "", "Conversions by opponent";
        landings: Landings, "", "Landings from aerials";
        techs: Techs, "", "Techs and what followed missed ones";
        #[serde(skip_serializing_if = "Option::is_none")]
        stage_control: Option<StageControl>, "", "For how long the player had control of the stage; none on stages that tournaments do not use";
        recovery_count: u32, "", "Recoveries begun";
        recovery_success_count: u32, "", "Recoveries that ended on a ledge or the stage"
            => RECOVERIES "Recoveries" {|own| Cell::out_of(own.recovery_success_count, own.recovery_count)} high;
        edgeguard_count: u32, "", "Recoveries of opponents against which this player, who hit them last, did something: hit them on the way back, left the stage or took the ledge";
        edgeguard_success_count: u32, "", "Edgeguards that ended with the opponent's stock"
            => EDGEGUARDS "Edgeguards" {|own| Cell::out_of(own.edgeguard_success_count, own.edgeguard_count)} high;
    }
}

/// The counters of a player, frame by frame.
struct Counters {
    player: u8,
    opponents: Vec<u8>,
    actions: ActionCounter,
    landings: Landings,
    techs: TechCounter,
    control: StageControl,
    recovery: RecoveryTracker,
}

impl Game<'_> {
    /// Statistics beyond slippi-js's. `stats`: the result of [`Game::stats`].
    pub fn details(&self, stats: &Stats) -> Details {
        let work = &self.view.budget();
        let stage = self.view.game_start().and_then(|start| Stage::new(start.stage()));
        let mut recoveries = Vec::new();
        let mut counters: Vec<Counters> =
            self.players.iter().map(|player| Counters::new(self, player)).collect();
        let mut before: Option<Frame> = None;
        for frame in self.counted_frames(work) {
            for counter in &mut counters {
                counter.frame(self, stage.as_ref(), &frame, before.as_ref(), &mut recoveries);
            }
            before = Some(frame);
        }
        for counter in &mut counters {
            counter.recovery.finish(&mut recoveries);
        }
        let has_stage = stage.is_some();
        let players =
            counters.into_iter().map(|counter| counter.details(stats, &recoveries, has_stage));
        Details {
            players: players.collect(),
            teams: teams(self, stats),
            deaths: deaths(stats, work),
            recoveries,
            limit: limit(work),
        }
    }
}

impl Counters {
    fn new(game: &Game<'_>, player: &Contestant) -> Self {
        let player = player.player_index;
        Self {
            player,
            opponents: game.opponents_of(player).map(|opponent| opponent.player_index).collect(),
            actions: ActionCounter::new(player),
            landings: Landings::default(),
            techs: TechCounter::default(),
            control: StageControl::default(),
            recovery: RecoveryTracker::default(),
        }
    }

    fn frame(
        &mut self,
        game: &Game<'_>,
        stage: Option<&Stage>,
        frame: &Frame,
        before: Option<&Frame>,
        recoveries: &mut Vec<Recovery>,
    ) {
        let Some(fighter) = frame.now_and_before(before, self.player) else { return };
        let nearest = game.nearest_opponent(frame, self.player);
        let began = self.actions.frame(fighter.now, nearest);
        if began {
            self.landings.action(fighter.now);
        }
        self.techs.frame(fighter.now, began, nearest);
        let Some(stage) = stage else { return };
        for other in self.opponents.iter().filter_map(|opponent| frame.post(*opponent)) {
            self.control.frame(stage, fighter.now, other);
        }
        let hit_by = match *self.opponents {
            [only] => Some(only),
            _ => attribution::attacker(frame, fighter.now, &self.opponents),
        };
        self.recovery.frame(recoveries, stage, frame, fighter, hit_by);
    }

    fn details(self, stats: &Stats, recoveries: &[Recovery], has_stage: bool) -> PlayerDetails {
        let player = self.player;
        let count = |wanted: &dyn Fn(&Recovery) -> bool| {
            u32::try_from(recoveries.iter().filter(|r| wanted(r)).count()).unwrap_or(u32::MAX)
        };
        let is_back =
            |r: &Recovery| matches!(r.outcome, RecoveryOutcome::Ledge | RecoveryOutcome::Stage);
        let is_guarded = |r: &Recovery| r.last_hit_by == Some(player) && r.is_edgeguarded;
        let is_lost = |r: &Recovery| r.outcome == RecoveryOutcome::Death;
        PlayerDetails {
            player_index: player,
            moves: move_totals(&stats.conversions, player),
            openings: opening_totals(&stats.conversions, player),
            versus: self
                .opponents
                .iter()
                .map(|opponent| versus(&stats.conversions, player, *opponent))
                .collect(),
            landings: self.landings,
            techs: self.techs.techs,
            stage_control: has_stage.then_some(self.control),
            recovery_count: count(&|r| r.player_index == player),
            recovery_success_count: count(&|r| r.player_index == player && is_back(r)),
            edgeguard_count: count(&|r| is_guarded(r)),
            edgeguard_success_count: count(&|r| is_guarded(r) && is_lost(r)),
        }
    }
}
