//! The modifiers of a run, and what they do to its score.

use std::borrow::Cow;

use ghostreel_formats::bsor::Info;
use ghostreel_formats::bsor::modifiers::{Modifier, Multipliers, NO_FAIL, modifier};
use ghostreel_formats::bsor::scoring::ScoreRow;
use serde::Serialize;

use crate::sheet::{Cell, Figure};
use crate::statistics::statistics;

/// Modifiers that are listed at most: the game and all its mods have some twenty.
const MAX_MODIFIERS: usize = 64;

statistics! {
    /// The modifiers of a run, and what they do to its score. BeatLeader's usual values: a server may have others for a map.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Modifiers {
        list: Vec<UsedModifier>, "", "In the order of the file";
        positive_multiplier: f64, "", "On unranked maps: 1 and all gains";
        negative_multiplier: f64, "", "On unranked maps: 1 and all penalties, at least 0";
        modified_score: i32, "", "The score on an unranked map"
            => UNRANKED_SCORE "Score, unranked" (Cell::count);
        ranked_multiplier: f64, "", "On ranked maps: 1 and all penalties, at least 0. Gains do not count for the score";
        ranked_score: i32, "", "The score on a ranked map"
            => RANKED_SCORE "Score, ranked" (Cell::count);
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

impl Modifiers {
    /// Each modifier once, with its share of the score.
    pub(super) fn effects(&self) -> Vec<(Cow<'static, str>, Cell)> {
        let mut effects: Vec<(Cow<'static, str>, Cell)> = Vec::new();
        for used in &self.list {
            if effects.iter().all(|(label, _)| *label != used.label()) {
                let unchanged = if used.name.is_some() { "–" } else { "unknown" };
                let effect = used.effect().unwrap_or_else(|| unchanged.to_owned());
                effects.push((used.label(), Cell::text(effect)));
            }
        }
        effects
    }

    /// All of them, and the score on an unranked map; `None` without modifiers.
    pub(super) fn figure(&self) -> Option<Figure> {
        let named = |used: &UsedModifier| {
            let effect = used.effect().map_or_else(String::new, |effect| format!(" {effect}"));
            used.label().into_owned() + &effect
        };
        let named: Vec<String> = self.list.iter().map(named).collect();
        let score = Self::UNRANKED_SCORE.figure((Self::UNRANKED_SCORE.of)(self)?);
        let label = Cow::Owned(named.join(", "));
        (!named.is_empty()).then_some(Figure { label, ..score })
    }
}

impl UsedModifier {
    /// Its name, or else its code.
    fn label(&self) -> Cow<'static, str> {
        self.name.map_or_else(|| Cow::Owned(self.code.clone()), Cow::Borrowed)
    }

    /// Its share of the score of an unranked map, as `+20%`; `None` without one.
    fn effect(&self) -> Option<String> {
        let share = self.unranked.filter(|share| *share != 0.0)?;
        let sign = if share > 0.0 { '+' } else { '−' };
        Some(format!("{sign}{:.0}%", 100.0 * share.abs()))
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
