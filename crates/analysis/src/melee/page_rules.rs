//! Rules by which the page draws Melee.

use std::collections::BTreeMap;

use ghostreel_formats::slp::layout::{BUTTONS, WINDS};
use ghostreel_formats::slp::{FRAME_RATE, names, stadium_forms_ground};

use super::stage::EDGES;
use super::states::{self, DOWN_BOUND_D, DOWN_BOUND_U, WALL_BONK};
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
        PageRule::new(
            "FIGHTERS",
            "By the column `frames.post.internal_character_id`.",
            (0..=u8::MAX)
                .filter_map(|id| Some((id, names::fighter(id)?)))
                .collect::<BTreeMap<_, _>>(),
        ),
        PageRule::new(
            "BUTTONS",
            "Bits of the column `frames.pre.physical_buttons`.",
            BTreeMap::from(BUTTONS),
        ),
        PageRule::new(
            "TECHS",
            "Action states of techs.",
            (0..=u16::MAX).filter(|&state| states::is_teching(state)).collect::<Vec<_>>(),
        ),
        PageRule::new(
            "MISSED_TECHS",
            "Action states that begin where a tech was missed: on the floor, and against a wall.",
            [DOWN_BOUND_U, DOWN_BOUND_D, WALL_BONK],
        ),
        PageRule::new("WINDS", "As the column `whispy.direction` numbers them.", WINDS),
        PageRule::new(
            "EDGES",
            "By the stage's number: its right edge, of which the left one is the mirror image.",
            EDGES.map(|(id, x, y)| (id, [x, y])).into_iter().collect::<BTreeMap<_, _>>(),
        ),
        PageRule::new(
            "STADIUM_GROUND",
            "The lines of Pokémon Stadium's forms, by their numbers: x and height of the left end, then of the right one.",
            stadium_ground(),
        ),
    ]
}

fn stadium_ground() -> BTreeMap<u16, Vec<[f64; 4]>> {
    let mut forms: BTreeMap<u16, Vec<[f64; 4]>> = BTreeMap::new();
    for (form, line) in stadium_forms_ground() {
        let [[x, y], [x2, y2]] = [line.left, line.right];
        // Hundredths as they are written.
        let line = [x, y, x2, y2].map(|value| (f64::from(value) * 100.0).round() / 100.0);
        forms.entry(form).or_default().push(line);
    }
    forms
}
