//! Rules by which the page counts and draws Beat Saber.

use std::collections::BTreeMap;

use ghostreel_beatmap::flight::Kind;
use ghostreel_formats::bsor::GAP_S;
use ghostreel_formats::bsor::scoring::{CutRule, Multiplier};
use ghostreel_formats::bsor::{EventType, Rank};
use serde_json::{Value, json};

use super::patterns::FASTEST;
use super::verify::{FULL_AFTER, FULL_BEFORE};
use super::{BLADE, ByPattern, LAYER_NAMES, MAX_CUT_SCORE, MistakeKind};
use crate::page_rules::PageRule;
use crate::sheet::capitalized;

pub(crate) fn page_rules() -> Vec<PageRule> {
    let CutRule { before: (_, before), distance, after: (_, after), .. } = CutRule::NORMAL;
    let levels = [1, 2, 4, 8].map(|level| Multiplier { level, progress: 0 });
    let hits: BTreeMap<i32, i32> =
        levels.into_iter().filter_map(|it| Some((it.level, it.hits_to_raise()?))).collect();
    vec![
        PageRule::new(
            "MAX_POINTS",
            "The most points that the parts of a cut can give: the swing before it, the distance to the middle, the swing after it.",
            json!({ "before": before, "distance": distance, "after": after }),
        ),
        PageRule::new("MAX_CUT_SCORE", "The most points that a cut can give.", MAX_CUT_SCORE),
        PageRule::new("HITS_TO_RAISE", "How many in a row raise each multiplier.", hits),
        PageRule::new(
            "RANKS",
            "As the column `score.rank` numbers them.",
            Rank::ALL.map(Rank::letters),
        ),
        PageRule::new(
            "SHAPES",
            "As the column `flights.kind` numbers them.",
            Kind::ALL.map(|kind| format!("{kind:?}").to_lowercase()),
        ),
        PageRule::new("LAYERS", "Of the grid, from below.", LAYER_NAMES.map(capitalized)),
        PageRule::new(
            "EVENTS",
            "As the column `notes.event_type` numbers them.",
            EventType::ALL
                .map(|event| (format!("{event:?}"), event as i32))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
        ),
        PageRule::new(
            "PATTERNS",
            "In the order of lists: where each is among the members of `ByPattern`, and what it is called.",
            patterns(),
        ),
        PageRule::new(
            "GAP_SECONDS",
            "Between two frames that are farther apart than this, no pose is made up.",
            GAP_S,
        ),
        PageRule::new("BLADE", "How long a saber's blade is, in m.", BLADE),
        PageRule::new(
            "CUT_RULES",
            "By the scoring type that a note was recorded with, 0 without one: the least and the most points for the swings before and after the cut, the most for the distance, and those that it gives however it is cut. Further types are as the first.",
            (0..=LAST_SCORING_TYPE).map(cut_rule).collect::<Vec<_>>(),
        ),
        PageRule::new(
            "FULL_SWING",
            "A full swing before and after a cut, which a rating of 1 stands for, in degrees.",
            json!({ "before": FULL_BEFORE, "after": FULL_AFTER }),
        ),
        PageRule::new("FASTEST_CUT", "A cut that is faster, in m/s, was not measured.", FASTEST),
        PageRule::new(
            "MISTAKES",
            "The events that are mistakes, as lists call them.",
            [MistakeKind::Bad, MistakeKind::Bomb, MistakeKind::Miss]
                .map(|kind| (format!("{kind:?}"), kind.label()))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
        ),
    ]
}

/// The last scoring type that is known to have points of its own.
const LAST_SCORING_TYPE: u8 = 12;

fn cut_rule(scoring_type: u8) -> Value {
    let CutRule { before, after, distance, fixed } = CutRule::of(scoring_type);
    json!({ "before": before, "after": after, "distance": distance, "fixed": fixed })
}

fn patterns() -> Vec<Value> {
    let labels = ByPattern::labels();
    let members = json!(labels);
    let place_of = |label: &String| {
        members.as_object().unwrap().iter().find_map(|(name, labels)| match labels.as_array() {
            None => (labels == label).then(|| json!([name])),
            Some(labels) => {
                labels.iter().position(|other| other == label).map(|at| json!([name, at]))
            }
        })
    };
    labels.iter().map(|label| json!({ "label": label, "place": place_of(label) })).collect()
}
