//! Rules by which the page draws Rocket League.

use std::collections::BTreeMap;

use ghostreel_formats::rlreplay::arena::{
    BACK, BALL_RADIUS, CEILING, FASTEST, FULL_TANK, GOAL_HALF_WIDTH, GOAL_HEIGHT, GRAVITY,
    OTHER_FIELDS, Pad, SIDE, SUPERSONIC,
};
use ghostreel_formats::rlreplay::car_family::{CarFamily, FAMILIES};
use ghostreel_formats::rlreplay::motion::{AWAY, OVERLAP, SILENCE};
use ghostreel_formats::rlreplay::project::HALT;
use serde_json::json;

use super::TEAM_NAMES;
use super::heat_map::SQUARE;
use crate::page_rules::PageRule;

pub(crate) fn page_rules() -> Vec<PageRule> {
    let seconds = |is_big| Pad { x: 0.0, y: 0.0, is_big }.seconds_away();
    vec![
        PageRule::new(
            "FIELD",
            "The standard field, in uu from its middle: side walls, goal lines, ceiling.",
            json!({ "side": SIDE, "back": BACK, "ceiling": CEILING }),
        ),
        PageRule::new(
            "GOAL",
            "A standard goal, in uu.",
            json!({ "half": GOAL_HALF_WIDTH, "height": GOAL_HEIGHT }),
        ),
        PageRule::new(
            "OTHER_FIELDS",
            "How the names of maps begin, in small letters, whose field is of another shape.",
            OTHER_FIELDS,
        ),
        PageRule::new(
            "CAR_FAMILIES",
            "The families of cars: the length, width and height of their hit boxes, in uu, and the product ids of their bodies. All others are Octanes.",
            FAMILIES
                .iter()
                .map(|CarFamily { name, hit_box, bodies }| {
                    (*name, json!({ "hitBox": hit_box, "bodies": bodies }))
                })
                .collect::<BTreeMap<_, _>>(),
        ),
        PageRule::new(
            "SECONDS_AWAY",
            "How long a pad is away when it was taken.",
            json!({ "small": seconds(false), "large": seconds(true) }),
        ),
        PageRule::new(
            "HALT",
            "A longer step in time, in seconds, is a halt of the recording.",
            HALT,
        ),
        PageRule::new(
            "SILENCE",
            "A body without an update for longer, in seconds, is held where it was.",
            SILENCE,
        ),
        PageRule::new(
            "AWAY",
            "A destroyed car is away for so long at the least, in seconds.",
            AWAY,
        ),
        PageRule::new(
            "OVERLAP",
            "The old ball may still be there for so long when the new one is, in seconds.",
            OVERLAP,
        ),
        PageRule::new("TEAM_NAMES", "By the teams' numbers.", TEAM_NAMES),
        PageRule::new("BALL_RADIUS", "The usual ball's, in uu.", BALL_RADIUS),
        PageRule::new("GRAVITY", "In uu/s².", GRAVITY),
        PageRule::new("FASTEST", "No car is faster by itself, in uu/s.", FASTEST),
        PageRule::new("SUPERSONIC", "From this speed on a car is, in uu/s.", SUPERSONIC),
        PageRule::new("FULL_TANK", "A full tank in the table `boost`.", FULL_TANK),
        PageRule::new("SQUARE", "Width of a square of the table `heat_map`, in uu.", SQUARE),
    ]
}
