//! Stage control: which player holds the middle of the stage.
//!
//! A player has control when on the stage while the opponent is not, or when nearer to the middle by a clear margin.

use serde::Serialize;

use super::fighter::Post;
use super::stage::Stage;
use super::states;
use crate::sheet::Cell;
use crate::statistics::statistics;

/// How much nearer to the middle a player must be to have control, in the game's units: about a fighter's width.
const MARGIN: f64 = 10.0;

statistics! {
    /// In how many frames a player was where, while the player and an opponent were in play.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct StageControl {
        frames: u32, "frames", "All these frames. With several opponents, a frame counts for each";
        control_frames: u32, "frames", "Frames in which the player had control"
            => STAGE_CONTROL "Stage control" {|control| Cell::share(control.control_frames.into(), control.frames.into())} high;
        controlled_frames: u32, "frames", "Frames in which the opponent had control";
        off_stage_frames: u32, "frames", "Frames off the stage"
            => OFF_THE_STAGE "Off the stage" {|control| Cell::share(control.off_stage_frames.into(), control.frames.into())};
        ledge_frames: u32, "frames", "Frames on a ledge"
            => ON_A_LEDGE "On a ledge" {|control| Cell::share(control.ledge_frames.into(), control.frames.into())};
    }
}

impl StageControl {
    /// Share of the frames in which the player had control, 0 to 1; `None` without frames.
    pub fn ratio(&self) -> Option<f64> {
        (self.frames > 0).then(|| f64::from(self.control_frames) / f64::from(self.frames))
    }

    pub(crate) fn frame(&mut self, stage: &Stage, own: &Post, other: &Post) {
        if !states::is_in_play(own.state) || !states::is_in_play(other.state) {
            return;
        }
        let on_ledge = states::is_on_ledge(own.state);
        let count = |frames: &mut u32, yes: bool| *frames = frames.saturating_add(yes.into());
        count(&mut self.frames, true);
        count(&mut self.ledge_frames, on_ledge);
        count(&mut self.off_stage_frames, !on_ledge && !stage.holds(own));
        count(&mut self.control_frames, has_control(stage, own, other));
        count(&mut self.controlled_frames, has_control(stage, other, own));
    }
}

fn has_control(stage: &Stage, own: &Post, other: &Post) -> bool {
    let is_on = |post: &Post| stage.holds(post) && !states::is_on_ledge(post.state);
    is_on(own) && (!is_on(other) || own.x.abs() + MARGIN < other.x.abs())
}
