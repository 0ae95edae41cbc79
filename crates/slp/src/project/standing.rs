//! Who stands on what: the one thing that files without events of a stage say about it.

use crate::layout::{PostFrame, command};
use crate::rows::FrameEvent;
use crate::view::View;

/// A fighter who stands, at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing {
    pub(super) frame: i32,
    /// Number of the ground; `None` in files before 2.0, which do not say.
    pub(super) ground: Option<u16>,
    pub(super) x: f32,
    pub(super) y: f32,
}

/// Where the number of the ground ends in an event.
const GROUND_END: usize = 0x32;

/// All who stand, frame by frame. Those who are carried, held or thrown are where another puts them, whatever the file calls their
/// ground.
pub(super) fn standing(view: &View<'_>) -> impl Iterator<Item = Standing> {
    let size = view.payload_sizes().event_size(command::POST_FRAME).unwrap_or(0);
    let says_ground = size >= GROUND_END;
    let work = view.budget();
    PostFrame::starts(view.frames()).take_while(move |_| work.spend(1)).filter_map(move |start| {
        let post = view.row::<PostFrame>(start)?;
        let stands = match says_ground {
            true => post.is_airborne == 0 && !is_elsewhere(post.action_state_id),
            false => is_on_ground(post.action_state_id),
        };
        let ground = says_ground.then_some(post.last_ground_id);
        let (x, y) = (post.position_x, post.position_y);
        let is_placed = x.is_finite() && y.is_finite();
        (stands && is_placed).then_some(Standing { frame: post.frame, ground, x, y })
    })
}

/// States in which a fighter is not where its ground is: lost, coming back, held, thrown, carried, on a ledge.
fn is_elsewhere(state: u16) -> bool {
    matches!(state, 0..=13 | 223..=243 | 252..=263 | 266..=292 | 322..=324)
}

/// States that only those who stand are in: standing, walking, running, crouching, landing, attacks of the ground, shields.
fn is_on_ground(state: u16) -> bool {
    matches!(state, 14..=24 | 39..=64 | 70..=74 | 178..=201)
}
