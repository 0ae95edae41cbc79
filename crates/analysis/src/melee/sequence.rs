//! The common part of conversions and combos: a run of hits on one fighter, and when a hit begins a new move.
//!
//! The game does not say which hit belongs to which move. A hit is taken for part of the move before as long as the
//! attacker's action neither changes nor begins anew.

use ghostreel_formats::timeline::FrameNumber;

use super::combos::Combo;
use super::fighter::FighterFrames;
use super::move_landed::MoveLanded;
use super::move_names::move_name;
use super::states;

/// Frames after which a run of hits is over.
const RESET_FRAMES: u32 = 45;

/// Gives the frames that the victim has been free for, from those up to the frame before and the victim's action state now.
pub(crate) type ResetRule = fn(free_frames: u32, victim_state: u16) -> u32;

/// Follows the hits of one attacker, or side, on one victim.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    reset_rule: ResetRule,
    /// Index in the list of the run that goes on; `None` between two runs.
    open: Option<usize>,
    /// Whether the run has a move yet.
    has_move: bool,
    free_frames: u32,
    /// The player who hit last, and the action state that the hit came from.
    last_hit: Option<(u8, u16)>,
}

impl Tracker {
    pub(crate) fn new(reset_rule: ResetRule) -> Self {
        Self { reset_rule, open: None, has_move: false, free_frames: 0, last_hit: None }
    }

    /// Takes in the next frame. `attacker` is the player whom a hit in this frame would count for; `None` if that is no one of the tracker's side.
    pub(crate) fn frame(
        &mut self,
        list: &mut Vec<Combo>,
        frame: FrameNumber,
        attacker: Option<FighterFrames<'_>>,
        victim: FighterFrames<'_>,
    ) {
        let before = victim.before.map_or(0.0, |before| before.percent);
        let is_punished = states::is_punished(victim.now.state);
        if let Some(attacker) = attacker {
            let state =
                self.last_hit.filter(|(player, _)| *player == attacker.player).map(|(_, s)| s);
            if attacker.now.began_action_since(state, attacker.before) {
                self.last_hit = None;
            }
            if is_punished {
                self.hit(list, frame, attacker, victim);
            }
        }
        let Some(run) = self.open.and_then(|at| list.get_mut(at)) else { return };
        let lost_stock = victim.now.lost_stock(victim.before);
        if !lost_stock {
            run.current_percent = victim.now.percent;
        }
        self.free_frames = (self.reset_rule)(self.free_frames, victim.now.state);
        if lost_stock || self.free_frames > RESET_FRAMES {
            run.did_kill = lost_stock;
            run.end_frame = Some(frame);
            run.end_percent = Some(before);
            self.open = None;
            self.has_move = false;
        }
    }

    fn hit(
        &mut self,
        list: &mut Vec<Combo>,
        frame: FrameNumber,
        attacker: FighterFrames<'_>,
        victim: FighterFrames<'_>,
    ) {
        let at = *self.open.get_or_insert(list.len());
        if at == list.len() {
            list.push(Combo {
                player_index: victim.player,
                last_hit_by: attacker.player,
                start_frame: frame,
                end_frame: None,
                start_percent: victim.before.map_or(0.0, |before| before.percent),
                current_percent: victim.now.percent,
                end_percent: None,
                moves: Vec::new(),
                did_kill: false,
            });
        }
        let damage = victim.now.damage_taken(victim.before);
        let Some(run) = list.get_mut(at) else { return };
        // Neither 0 nor NaN.
        if damage.abs() > 0.0 {
            if self.last_hit.is_none() {
                let move_id = attacker.now.last_attack_landed;
                run.moves.push(MoveLanded {
                    player_index: attacker.player,
                    frame,
                    move_id,
                    move_name: move_name(move_id, attacker.now.character),
                    hit_count: 0,
                    damage: 0.0,
                });
                run.last_hit_by = attacker.player;
                self.has_move = true;
            }
            if let Some(last) = run.moves.last_mut().filter(|_| self.has_move) {
                last.hit_count = last.hit_count.saturating_add(1);
                last.damage += damage;
            }
            // The state of the frame before, as the attacker may have gone on to another in the very frame of the hit.
            self.last_hit = attacker.before.map(|before| (attacker.player, before.state));
        }
    }
}
