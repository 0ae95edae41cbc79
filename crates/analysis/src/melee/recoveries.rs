//! Recoveries: whether players who were hit off the stage came back to it. For an opponent who does something against it, a recovery is an edgeguard.
//!
//! A recovery begins with a hit off the stage, or with a flight off it after a hit. It ends on a ledge, on the ground, or
//! with the stock. It counts only if the player could act in it: a flight straight into the blast zone is no recovery.

use ghostreel_formats::timeline::FrameNumber;
use serde::Serialize;

use super::fighter::{FighterFrames, Frame, Post};
use super::number;
use super::stage::Stage;
use super::states;

/// How a recovery ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RecoveryOutcome {
    /// The player caught a ledge.
    Ledge,
    /// The player came back onto the stage, or above it and free to act.
    Stage,
    /// The player lost the stock.
    Death,
    /// The replay ended first.
    Open,
}

/// A recovery; seen from the other side, maybe an edgeguard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Recovery {
    /// The player who was off the stage.
    pub player_index: u8,
    /// The player who hit them last: there, or off the stage; `None` if that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_hit_by: Option<u8>,
    /// The first frame off the stage.
    #[cfg_attr(test, ts(as = "i32"))]
    pub start_frame: FrameNumber,
    /// The frame in which it ended; `None` if the replay ends first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub end_frame: Option<FrameNumber>,
    /// Damage at the start.
    #[serde(serialize_with = "number::as_in_js")]
    pub start_percent: f64,
    /// Damage as last seen.
    #[serde(serialize_with = "number::as_in_js")]
    pub current_percent: f64,
    /// Whether that player did something against it, which makes it an edgeguard: hit them on the way back, left the stage or took the ledge.
    pub is_edgeguarded: bool,
    /// How it ended.
    pub outcome: RecoveryOutcome,
}

/// Whether a fighter is off the stage by choice, or on a ledge.
fn leaves(stage: &Stage, post: &Post) -> bool {
    let is_off = !stage.holds(post) || states::is_on_ledge(post.state);
    is_off && states::is_in_play(post.state) && !states::is_punished(post.state)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RecoveryTracker {
    open: Option<Recovery>,
    /// Whether a hit brought the player there, and whether they could act since.
    was_hit: bool,
    could_act: bool,
}

impl RecoveryTracker {
    /// Takes in the next frame. `hit_by` is the player whom a hit in this frame would count for.
    pub(crate) fn frame(
        &mut self,
        list: &mut Vec<Recovery>,
        stage: &Stage,
        frame: &Frame,
        FighterFrames { player, now, before }: FighterFrames<'_>,
        hit_by: Option<u8>,
    ) {
        let is_punished = states::is_punished(now.state);
        let is_free = states::is_in_play(now.state) && !is_punished;
        let Some(open) = &mut self.open else {
            let is_off = !stage.holds(now) && !states::is_on_ledge(now.state);
            if is_off && states::is_in_play(now.state) {
                self.was_hit = is_punished;
                self.could_act = false;
                self.open = Some(Recovery {
                    player_index: player,
                    last_hit_by: hit_by.filter(|_| is_punished),
                    start_frame: FrameNumber(frame.number),
                    end_frame: None,
                    start_percent: now.percent,
                    current_percent: now.percent,
                    is_edgeguarded: false,
                    outcome: RecoveryOutcome::Open,
                });
            }
            return;
        };
        let outcome = if now.lost_stock(before) || states::is_dead(now.state) {
            Some(RecoveryOutcome::Death)
        } else if states::is_on_ledge(now.state) {
            Some(RecoveryOutcome::Ledge)
        } else if is_free && stage.holds(now) {
            Some(RecoveryOutcome::Stage)
        } else {
            None
        };
        if outcome != Some(RecoveryOutcome::Death) {
            open.current_percent = now.percent;
        }
        if is_punished {
            self.was_hit = true;
            open.last_hit_by = hit_by;
        }
        let guard = open.last_hit_by.and_then(|guard| frame.post(guard));
        open.is_edgeguarded |= (is_punished && now.damage_taken(before) > 0.0)
            || guard.is_some_and(|guard| leaves(stage, guard));
        // A tumble counts as punished, but one can act out of it; and a player who caught a ledge did.
        let can_act = is_free || now.state == states::DAMAGE_FALL;
        self.could_act |= self.was_hit && (can_act || states::is_on_ledge(now.state));
        if let Some(outcome) = outcome {
            open.end_frame = Some(FrameNumber(frame.number));
            open.outcome = outcome;
            self.finish(list);
        }
    }

    /// Lists the recovery that goes on, if it counts.
    pub(crate) fn finish(&mut self, list: &mut Vec<Recovery>) {
        list.extend(self.open.take().filter(|_| self.was_hit && self.could_act));
    }
}
