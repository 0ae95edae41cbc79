//! The surfaces that characters stand on: the only evidence about a stage in files without its events.

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

/// Finds the standing characters by the events of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandingRule {
    /// Files before 2.0 do not say who is on the ground: there the action state does.
    says_ground: bool,
}

impl StandingRule {
    pub(super) fn of(view: &View<'_>) -> Self {
        let size = view.payload_sizes().event_size(command::POST_FRAME).unwrap_or(0);
        Self { says_ground: size >= GROUND_END }
    }

    /// Whether a fighter stands. Carried, held and thrown ones do not, whatever the file gives as their ground.
    #[inline]
    pub(super) fn stands(self, post: &PostFrame) -> bool {
        let state = post.action_state_id;
        match self.says_ground {
            true => post.is_airborne == 0 && !ELSEWHERE.has(state),
            false => ON_GROUND.has(state),
        }
    }
}

/// All who stand, frame by frame.
pub(super) fn standing(view: &View<'_>) -> impl Iterator<Item = Standing> {
    let rule = StandingRule::of(view);
    let size = view.payload_sizes().event_size(command::POST_FRAME);
    let work = view.budget();
    PostFrame::starts(view.frames()).take_while(move |_| work.spend(1)).filter_map(move |start| {
        let post: PostFrame = view.row_of_size(start, size?)?;
        let ground = rule.says_ground.then_some(post.last_ground_id);
        let (x, y) = (post.position_x, post.position_y);
        let is_placed = x.is_finite() && y.is_finite();
        (rule.stands(&post) && is_placed).then_some(Standing { frame: post.frame, ground, x, y })
    })
}

/// States in which a fighter is not where its ground is: lost, coming back, held, thrown, carried, on a ledge.
static ELSEWHERE: States = States::new(&[(0, 13), (223, 243), (252, 263), (266, 292), (322, 324)]);

/// States that only those who stand are in: standing, walking, running, crouching, landing, attacks of the ground, shields.
static ON_GROUND: States = States::new(&[(14, 24), (39, 64), (70, 74), (178, 201)]);

/// Some of the states that all characters have: each is asked for in every frame.
struct States([bool; 512]);

impl States {
    /// Those from the first to the last of each of these ranges.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "evaluated by the compiler"
    )]
    const fn new(ranges: &[(usize, usize)]) -> Self {
        let mut states = [false; 512];
        let mut range = 0;
        while range < ranges.len() {
            let (mut state, last) = ranges[range];
            while state <= last {
                states[state] = true;
                state += 1;
            }
            range += 1;
        }
        Self(states)
    }

    fn has(&self, state: u16) -> bool {
        self.0.get(usize::from(state)).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_core::DecodeOptions;

    use super::*;
    use crate::encode;
    use crate::sample::{self, FileKind};

    #[test]
    fn frames_say_who_stands() {
        for kind in [FileKind::Everything, FileKind::Old] {
            let bytes = encode(&sample::generate(&sample::Options { kind, frames: 240, seed: 1 }));
            let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
            let timeline = view.timeline();
            let column = |name: &str| timeline.column(&format!("frames.{name}")).unwrap();
            let (stands, state) = (column("stands"), column("post.action_state_id"));
            let stands = stands.as_bool().unwrap();
            // Waiting is standing, falling is not, whatever the version.
            let of = |wanted: u16| {
                let states = state.as_u16().unwrap().iter().zip(stands);
                states.filter(move |(state, _)| **state == wanted).map(|(_, stands)| *stands)
            };
            assert!(of(14).count() > 10 && of(14).all(|stands| stands == 1));
            assert!(of(29).all(|stands| stands == 0));
            let count = stands.iter().filter(|stands| **stands == 1).count();
            assert!(count > 10 && count < stands.len());
            assert_eq!(count, standing(&view).count());
        }
    }
}
