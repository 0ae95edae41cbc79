//! Rules by which the page draws Melee.

use ghostreel_formats::slp::FRAME_RATE;

use super::{FIRST_FRAME, FIRST_PLAYABLE_FRAME, TEAM_NAMES};
use crate::page_rules::PageRule;

pub(crate) fn page_rules() -> Vec<PageRule> {
    vec![
        PageRule::new("FRAME_RATE", "Frames a second.", FRAME_RATE),
        PageRule::new(
            "FIRST_FRAME",
            "The first one that a replay can hold; the game's timer begins at 0.",
            FIRST_FRAME,
        ),
        PageRule::new("FIRST_PLAYABLE_FRAME", "Players can act from it on.", FIRST_PLAYABLE_FRAME),
        PageRule::new("TEAM_NAMES", "By the teams' ids.", TEAM_NAMES),
    ]
}
