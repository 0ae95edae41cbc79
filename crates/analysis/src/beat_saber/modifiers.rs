//! The modifiers of a run, and what they do to its score.

use ghostreel_formats::bsor::Info;
use ghostreel_formats::bsor::modifiers::{Modifier, Multipliers, NO_FAIL, modifier};
use ghostreel_formats::bsor::scoring::ScoreRow;
use ghostreel_formats::timeline::rows;
use serde::Serialize;

/// Modifiers that are listed at most: the game and all its mods have some twenty.
const MAX_MODIFIERS: usize = 64;

rows! {
    /// The modifiers of a run, and what they do to its score. BeatLeader's usual values: a server may have others for a map.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Modifiers {
        list: Vec<UsedModifier>, "", "In the order of the file";
        positive_multiplier: f64, "", "On unranked maps: 1 and all gains";
        negative_multiplier: f64, "", "On unranked maps: 1 and all penalties, at least 0";
        modified_score: i32, "", "The score on an unranked map";
        ranked_multiplier: f64, "", "On ranked maps: 1 and all penalties, at least 0. Gains do not count for the score";
        ranked_score: i32, "", "The score on a ranked map";
    }
}

/// A modifier of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct UsedModifier {
    /// As the file has it, e.g. `FS`.
    pub code: String,
    /// Its name among players; `None` for an unknown code, which then counts for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// Its addition to the score of an unranked map here, as a share: No Fail takes nothing unless the energy ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unranked: Option<f64>,
    /// As `unranked`, for a ranked map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranked: Option<f64>,
}

impl Modifiers {
    /// Why the list ends early, where it does.
    pub(super) fn limit(info: &Info) -> Option<String> {
        let count = info.modifier_codes().len();
        (count > MAX_MODIFIERS).then(|| {
            format!("limit: {count} modifiers; the first {MAX_MODIFIERS} are listed and count")
        })
    }

    /// `ran_out`: the energy came to nothing. `last` is the score after the last note.
    pub(super) fn new(info: &Info, ran_out: bool, last: Option<&ScoreRow>) -> Self {
        let codes = info.modifier_codes().into_iter().take(MAX_MODIFIERS);
        let list: Vec<UsedModifier> = codes.map(|code| used(code, ran_out)).collect();
        let multipliers =
            |of: fn(&UsedModifier) -> Option<f64>| Multipliers::of(list.iter().filter_map(of));
        let unranked = multipliers(|used| used.unranked);
        let ranked = multipliers(|used| used.ranked);
        let (score, max_score) =
            last.map_or((0, 0), |last| (last.score, last.max_score.unwrap_or_default()));
        Self {
            positive_multiplier: unranked.positive,
            negative_multiplier: unranked.negative,
            modified_score: unranked.unranked_score(score, max_score),
            ranked_multiplier: ranked.negative,
            ranked_score: ranked.ranked_score(score),
            list,
        }
    }
}

fn used(code: String, ran_out: bool) -> UsedModifier {
    let rule = modifier(&code);
    let counts = ran_out || code != NO_FAIL;
    let effective = |of: fn(&Modifier) -> f64| rule.map(|rule| if counts { of(rule) } else { 0.0 });
    UsedModifier {
        name: rule.map(|rule| rule.name),
        unranked: effective(|rule| rule.unranked),
        ranked: effective(|rule| rule.ranked),
        code,
    }
}
