//! Rules by which the page counts and draws Beat Saber.

use std::collections::BTreeMap;

use ghostreel_beatmap::flight::Kind;
use ghostreel_formats::bsor::scoring::{CutRule, Multiplier};
use ghostreel_formats::bsor::{EventType, Rank};
use serde_json::{Value, json};

use super::{BLADE, ByPattern, LAYER_NAMES, MAX_CUT_SCORE};
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
        PageRule::new("BLADE", "How long a saber's blade is, in m.", BLADE),
    ]
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
