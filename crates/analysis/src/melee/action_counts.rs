//! The actions of a player, counted when they begin.
//!
//! An action begins when the state changes, or when the frames of the state begin anew.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::fighter::Post;
use super::landing_lag::landing_lag;
use super::states::{self, *};
use crate::sheet::Cell;
use crate::statistics::statistics;

/// A wavedash is sought in this many frames before the landing.
const WAVEDASH_FRAMES: usize = 15;
/// A jump that went on for this many frames, and left the ground, was no wavedash.
const WAVELAND_JUMP_FRAMES: usize = 5;
/// Having moved up or down by more than this is having left the ground.
const WAVELAND_HEIGHT: f64 = 0.1;

const PEACH: u8 = 0x09;
const GAME_AND_WATCH: u8 = 0x18;

statistics! {
    /// How often a player did what.
    #[derive(Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct ActionCounts {
        player_index: u8, "", "The player's port, 0 to 3";
        wavedash_count: u32, "", "Air dodges from a jump into the ground"
            => WAVEDASHES "Wavedashes" (Cell::count);
        waveland_count: u32, "", "Other air dodges and special falls into the ground"
            => WAVELANDS "Wavelands" (Cell::count);
        air_dodge_count: u32, "", "Air dodges that were no wavedashes or wavelands"
            => AIR_DODGES "Air dodges" (Cell::count);
        dash_dance_count: u32, "", "A dash, a turn of one frame, a dash"
            => DASH_DANCES "Dash dances" (Cell::count);
        spot_dodge_count: u32, "", "Spot dodges"
            => SPOT_DODGES "Spot dodges" (Cell::count);
        ledgegrab_count: u32, "", "Ledges grabbed"
            => LEDGE_GRABS "Ledge grabs" (Cell::count);
        roll_count: u32, "", "Rolls"
            => ROLLS "Rolls" (Cell::count);
        taunt_count: u32, "", "Taunts"
            => TAUNTS "Taunts" (Cell::count);
        edge_cancel_count: EdgeCancelCount, "", "Aerials' landings that slipped off an edge"
            => EDGE_CANCELS "Edge cancels" (|cancels| Cell::count(cancels.success));
        l_cancel_count: SuccessCount, "", "L-cancels"
            => L_CANCELS "All" (done) high;
        attack_count: AttackCount, "", "Attacks"
            => JABS "Jabs" (|attacks| sum([attacks.jab1, attacks.jab2, attacks.jab3, attacks.jabm]))
            => DASH_ATTACKS "Dash attacks" (|attacks| Cell::count(attacks.dash))
            => TILTS "Tilts" (|attacks| sum([attacks.ftilt, attacks.utilt, attacks.dtilt]))
            => SMASHES "Smashes" (|attacks| sum([attacks.fsmash, attacks.usmash, attacks.dsmash]))
            => AERIALS "Aerials" (|attacks| sum([attacks.nair, attacks.fair, attacks.bair, attacks.uair, attacks.dair]));
        grab_count: SuccessCount, "", "Grabs"
            => GRABS "Grabs" (done);
        throw_count: ThrowCount, "", "Throws"
            => THROWS_FORWARD "Throws forward" (|throws| Cell::count(throws.forward)) part
            => THROWS_BACK "Throws back" (|throws| Cell::count(throws.back)) part
            => THROWS_UP "Throws up" (|throws| Cell::count(throws.up)) part
            => THROWS_DOWN "Throws down" (|throws| Cell::count(throws.down)) part;
        ground_tech_count: GroundTechCount, "", "Techs on the ground"
            => GROUND_TECHS "On the ground" (ground_techs) high;
        wall_tech_count: SuccessCount, "", "Techs on walls";
    }
}

rows! {
    /// Landings that slipped off an edge.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct EdgeCancelCount {
        success: u32, "", "Sooner than an L-cancel would have ended the landing";
        slow: u32, "", "Later, but sooner than the whole landing";
    }
}

rows! {
    /// Done or missed.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct SuccessCount {
        success: u32, "", "Done";
        fail: u32, "", "Missed; of L-cancels, without those that an edge cancel forgave";
    }
}

rows! {
    /// Attacks, whether they hit or not.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct AttackCount {
        jab1: u32, "", "First jabs";
        jab2: u32, "", "Second jabs";
        jab3: u32, "", "Third jabs";
        jabm: u32, "", "Rapid jabs";
        dash: u32, "", "Dash attacks, those made into a grab not counted";
        ftilt: u32, "", "Tilts forward";
        utilt: u32, "", "Tilts up";
        dtilt: u32, "", "Tilts down";
        fsmash: u32, "", "Smashes forward";
        usmash: u32, "", "Smashes up";
        dsmash: u32, "", "Smashes down";
        nair: u32, "", "Neutral aerials";
        fair: u32, "", "Forward aerials";
        bair: u32, "", "Back aerials";
        uair: u32, "", "Up aerials";
        dair: u32, "", "Down aerials";
    }
}

rows! {
    /// Throws.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct ThrowCount {
        up: u32, "", "Up";
        forward: u32, "", "Forward";
        back: u32, "", "Back";
        down: u32, "", "Down";
    }
}

rows! {
    /// Techs on the ground.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct GroundTechCount {
        away: u32, "", "Away from the opponent";
        r#in: u32, "", "Towards the opponent; slippi-js's in";
        neutral: u32, "", "In place";
        fail: u32, "", "Missed";
    }
}

fn sum<const N: usize>(counts: [u32; N]) -> Cell {
    Cell::count(counts.into_iter().fold(0, u32::saturating_add))
}

fn done(SuccessCount { success, fail }: SuccessCount) -> Option<Cell> {
    Cell::done(success, fail)
}

fn ground_techs(GroundTechCount { away, r#in, neutral, fail }: GroundTechCount) -> Option<Cell> {
    Cell::done([away, r#in, neutral].into_iter().fold(0, u32::saturating_add), fail)
}

impl AttackCount {
    /// The counter of an attack's state.
    fn of(&mut self, state: u16, character: u8) -> Option<&mut u32> {
        Some(match (state, character) {
            (0x2c, _) | (0x155, GAME_AND_WATCH) => &mut self.jab1,
            (0x2d, _) => &mut self.jab2,
            (0x2e, _) => &mut self.jab3,
            (0x2f, _) | (0x156, GAME_AND_WATCH) => &mut self.jabm,
            (DASH_ATTACK, _) => &mut self.dash,
            (0x33..=0x37, _) => &mut self.ftilt,
            (0x38, _) => &mut self.utilt,
            (0x39, _) | (0x159, GAME_AND_WATCH) => &mut self.dtilt,
            (0x3a..=0x3e, _) | (0x15a, GAME_AND_WATCH) | (0x15d..=0x15f, PEACH) => &mut self.fsmash,
            (0x3f, _) => &mut self.usmash,
            (0x40, _) => &mut self.dsmash,
            (0x41, _) | (0x15b, GAME_AND_WATCH) => &mut self.nair,
            (0x42, _) => &mut self.fair,
            (0x43, _) | (0x15c, GAME_AND_WATCH) => &mut self.bair,
            (0x44, _) | (0x15d, GAME_AND_WATCH) => &mut self.uair,
            (0x45, _) => &mut self.dair,
            _ => return None,
        })
    }
}

impl ThrowCount {
    fn of(&mut self, state: u16) -> Option<&mut u32> {
        Some(match state {
            THROW_UP => &mut self.up,
            THROW_FORWARD => &mut self.forward,
            THROW_BACK => &mut self.back,
            THROW_DOWN => &mut self.down,
            _ => return None,
        })
    }
}

/// Counts one player's actions.
#[derive(Clone, Debug)]
pub(crate) struct ActionCounter {
    pub(crate) counts: ActionCounts,
    /// State and height of the last frames, the present one last.
    recent: Vec<(u16, f64)>,
    /// The counter of the frame before.
    counter_before: f64,
    /// Frames that the state of the frame before went on for.
    run_before: u32,
    /// Whether the last air dodge is counted.
    counts_air_dodge: bool,
    /// Whether the last landing is counted as a missed L-cancel.
    counts_miss: bool,
}

impl ActionCounter {
    pub(crate) fn new(player: u8) -> Self {
        Self {
            counts: ActionCounts { player_index: player, ..ActionCounts::default() },
            recent: Vec::with_capacity(WAVEDASH_FRAMES),
            counter_before: f64::NAN,
            run_before: 0,
            counts_air_dodge: false,
            counts_miss: false,
        }
    }

    /// Goes on by a frame, and says whether an action begins in it. `opponent`: the one that techs go towards or away from.
    pub(crate) fn frame(&mut self, now: &Post, opponent: Option<&Post>) -> bool {
        let before = self.recent.last().map(|(state, _)| *state);
        if self.recent.len() == WAVEDASH_FRAMES {
            self.recent.remove(0);
        }
        self.recent.push((now.state, now.y));
        let run = self.run_before;
        self.run_before = if before == Some(now.state) { run.saturating_add(1) } else { 1 };
        let began_anew = self.counter_before > now.state_counter;
        self.counter_before = now.state_counter;
        let is_new = before != Some(now.state) || began_anew;
        if is_new {
            self.new_action(now, before, run, opponent);
        }
        is_new
    }

    fn new_action(&mut self, now: &Post, before: Option<u16>, run: u32, opponent: Option<&Post>) {
        let counts = &mut self.counts;
        let state = now.state;
        if let [.., (DASH, _), (TURN, _), (DASH, _)] = *self.recent {
            add(&mut counts.dash_dance_count);
        }
        match state {
            ROLL_FORWARD | ROLL_BACKWARD => add(&mut counts.roll_count),
            SPOT_DODGE => add(&mut counts.spot_dodge_count),
            AIR_DODGE => {
                add(&mut counts.air_dodge_count);
                self.counts_air_dodge = true;
            }
            CLIFF_CATCH => add(&mut counts.ledgegrab_count),
            TAUNT_RIGHT | TAUNT_LEFT => add(&mut counts.taunt_count),
            DOWN_BOUND_U | DOWN_BOUND_D => add(&mut counts.ground_tech_count.fail),
            TECH_NEUTRAL => add(&mut counts.ground_tech_count.neutral),
            TECH_FORWARD | TECH_BACKWARD => {
                let faces = opponent.is_none_or(|opponent| now.faces(opponent));
                let techs = &mut counts.ground_tech_count;
                let towards = (state == TECH_FORWARD) == faces;
                add(if towards { &mut techs.r#in } else { &mut techs.away });
            }
            TECH_WALL => add(&mut counts.wall_tech_count.success),
            WALL_BONK => add(&mut counts.wall_tech_count.fail),
            _ => {}
        }
        if let Some(GRAB | DASH_GRAB) = before {
            let success = is_holding(state);
            let grabs = &mut counts.grab_count;
            add(if success { &mut grabs.success } else { &mut grabs.fail });
        }
        if (before, state) == (Some(DASH_ATTACK), DASH_GRAB) {
            take_back(&mut counts.attack_count.dash);
        }
        if let Some(count) = counts.attack_count.of(state, now.character) {
            add(count);
        }
        if let Some(count) = counts.throw_count.of(state) {
            add(count);
        }
        self.edge_cancel(now, before, run);
        if is_aerial_landing(state) {
            let counts = &mut self.counts.l_cancel_count;
            self.counts_miss = now.l_cancel_status == 2;
            match now.l_cancel_status {
                1 => add(&mut counts.success),
                2 => add(&mut counts.fail),
                _ => {}
            }
        }
        self.wavedash(now, before);
    }

    /// A landing that became a fall or a teeter ended at an edge.
    fn edge_cancel(&mut self, now: &Post, before: Option<u16>, run: u32) {
        let Some(landing) = before.filter(|state| is_aerial_landing(*state)) else { return };
        if !matches!(now.state, FALL | TEETER) {
            return;
        }
        let Some((lag, cancelled_lag)) = landing_lag(now.character, landing) else { return };
        if run < cancelled_lag {
            add(&mut self.counts.edge_cancel_count.success);
        } else if run < lag {
            add(&mut self.counts.edge_cancel_count.slow);
        }
        // The missed L-cancel cost nothing.
        if run <= cancelled_lag && std::mem::take(&mut self.counts_miss) {
            take_back(&mut self.counts.l_cancel_count.fail);
        }
    }

    /// A special landing out of an air dodge or a jump is a wavedash or a waveland.
    fn wavedash(&mut self, now: &Post, before: Option<u16>) {
        let from_air =
            before.is_some_and(|state| state == AIR_DODGE || states::is_controlled_jump(state));
        if now.state != LANDING_FALL_SPECIAL || !from_air {
            return;
        }
        let air_dodged = self.recent.iter().any(|(state, _)| *state == AIR_DODGE);
        let nothing_else =
            self.recent.iter().all(|(s, _)| matches!(*s, AIR_DODGE | LANDING_FALL_SPECIAL));
        if air_dodged && nothing_else {
            return;
        }
        if air_dodged && std::mem::take(&mut self.counts_air_dodge) {
            take_back(&mut self.counts.air_dodge_count);
        }
        let jump = self.recent.iter().rev().find(|(state, _)| *state == KNEE_BEND);
        let stayed_low = jump.is_some_and(|(_, height)| {
            let in_jump = |(state, _): &&(u16, f64)| {
                *state != KNEE_BEND && states::is_controlled_jump(*state)
            };
            let jump_frames = self.recent.iter().filter(in_jump).count();
            let climb = (now.y - height).abs();
            !(jump_frames >= WAVELAND_JUMP_FRAMES && climb > WAVELAND_HEIGHT)
        });
        let counts = &mut self.counts;
        add(if stayed_low { &mut counts.wavedash_count } else { &mut counts.waveland_count });
    }
}

fn add(count: &mut u32) {
    *count = count.saturating_add(1);
}

/// Takes one back that was counted before.
fn take_back(count: &mut u32) {
    *count = count.saturating_sub(1);
}
