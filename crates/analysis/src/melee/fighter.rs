//! A fighter in one frame, as statistics need it: the game's values, and the player's inputs.
//!
//! Singles from the file are widened, and everything is computed with doubles, as slippi-js does: that makes the
//! numbers equal to the last bit.

use ghostreel_formats::slp::layout::{PostFrame, PreFrame};

/// A fighter at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Post {
    pub(crate) character: u8,
    pub(crate) state: u16,
    /// NaN in files that are too old to have it, so that it is never less or greater than another.
    pub(crate) state_counter: f64,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) facing: f64,
    pub(crate) percent: f64,
    pub(crate) last_attack_landed: u8,
    pub(crate) last_hit_by: u8,
    pub(crate) stocks: u8,
    /// In this frame, a stock went to a teammate who was out.
    pub(crate) gave_stock: bool,
    /// 0 in files that are too old to have it.
    pub(crate) l_cancel_status: u8,
}

impl Post {
    /// `has_state_counter`: whether the file is new enough to have it.
    #[inline]
    pub(crate) fn new(post: &PostFrame, has_state_counter: bool) -> Self {
        let state_counter = f64::from(post.action_state_counter);
        Self {
            character: post.internal_character_id,
            state: post.action_state_id,
            state_counter: if has_state_counter { state_counter } else { f64::NAN },
            x: f64::from(post.position_x),
            y: f64::from(post.position_y),
            facing: f64::from(post.facing_direction),
            percent: f64::from(post.percent),
            last_attack_landed: post.last_attack_landed,
            last_hit_by: post.last_hit_by,
            stocks: post.stocks_remaining,
            gave_stock: false,
            l_cancel_status: post.l_cancel_status,
        }
    }

    /// Whether this frame cost a stock.
    pub(crate) fn lost_stock(&self, previous: Option<&Self>) -> bool {
        !self.gave_stock && previous.is_some_and(|previous| previous.stocks > self.stocks)
    }

    /// Damage taken in this frame; less than 0 when healed.
    pub(crate) fn damage_taken(&self, previous: Option<&Self>) -> f64 {
        previous.map_or(0.0, |previous| self.percent - previous.percent)
    }

    /// Whether it looks towards another.
    pub(crate) fn faces(&self, other: &Self) -> bool {
        self.facing == if self.x > other.x { -1.0 } else { 1.0 }
    }

    pub(crate) fn distance(&self, other: &Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Whether another action than `state` goes on, or the same one anew.
    pub(crate) fn began_action_since(&self, state: Option<u16>, previous: Option<&Self>) -> bool {
        Some(self.state) != state
            || self.state_counter < previous.map_or(0.0, |previous| previous.state_counter)
    }
}

/// The inputs of a player in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pre {
    pub(crate) joystick: [f64; 2],
    pub(crate) c_stick: [f64; 2],
    pub(crate) buttons: u16,
    pub(crate) triggers: [f64; 2],
}

impl Pre {
    #[inline]
    pub(crate) fn new(pre: &PreFrame) -> Self {
        Self {
            joystick: [pre.joystick_x, pre.joystick_y].map(f64::from),
            c_stick: [pre.c_stick_x, pre.c_stick_y].map(f64::from),
            buttons: pre.physical_buttons,
            triggers: [pre.physical_l_trigger, pre.physical_r_trigger].map(f64::from),
        }
    }
}

/// Somebody in a frame and in the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FighterFrames<'a> {
    pub(crate) player: u8,
    pub(crate) now: &'a Post,
    pub(crate) before: Option<&'a Post>,
}

/// Everybody in one frame, by port. Nana is not among them: she never counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    pub(crate) number: i32,
    pub(crate) post: [Option<Post>; 4],
}

impl Frame {
    pub(crate) fn post(&self, port: u8) -> Option<&Post> {
        self.post.get(usize::from(port))?.as_ref()
    }

    /// Somebody in this frame and in the one before.
    pub(crate) fn now_and_before<'a>(
        &'a self,
        before: Option<&'a Self>,
        player: u8,
    ) -> Option<FighterFrames<'a>> {
        let before = before.and_then(|before| before.post(player));
        Some(FighterFrames { player, now: self.post(player)?, before })
    }
}
