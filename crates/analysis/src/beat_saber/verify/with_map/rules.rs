//! Rules that no real file at hand has shown. They are tried on the replay itself. Where nearly all of its cuts follow to the millimetre, the rule is that of its
//! game, and the cuts count. Where they do not, the rule may be wrong, so these cuts do not count.

use std::collections::{BTreeMap, BTreeSet};

use ghostreel_formats::bsor::{EventType, Note, View};
use serde::Serialize;

use super::cuts::CutsByMap;
use super::limits;
use super::not_checked::NotChecked;
use super::rule::Rule;
use crate::beat_saber::map::MapMatch;

/// How a replay's cuts fit a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TriedRule {
    /// Which.
    pub rule: Rule,
    /// How many good cuts it is about.
    pub cuts: usize,
    /// How many of them are off by it.
    pub off: usize,
    /// Whether they count: at most one of 100 is off.
    pub holds: bool,
}

/// All that were tried on a replay.
#[derive(Clone, Debug, Default)]
pub(super) struct TriedRules {
    pub(super) list: Vec<TriedRule>,
    /// Why no cut counts, as a sentence: a rule does not hold that all notes depend on.
    pub(super) failed: Option<String>,
}

impl TriedRules {
    /// Tries those that a replay's good cuts are about. `of_all` are the ones that all its notes depend on.
    pub(super) fn on(
        view: &View<'_>,
        map: &MapMatch,
        of_all: &BTreeSet<Rule>,
        cuts: &CutsByMap<'_, '_>,
    ) -> Self {
        if of_all.is_empty() && !cuts.surroundings.iter().any(|around| around.rule.is_some()) {
            return Self::default();
        }
        let mut counts: BTreeMap<Option<Rule>, (usize, usize)> = BTreeMap::new();
        let is_good = |note: &Note| note.event_type() == Some(EventType::Good);
        let notes = view.notes();
        let notes = notes.iter().enumerate().take_while(|_| cuts.work.spend(1));
        for (index, note) in notes.filter(|(_, note)| is_good(note)) {
            let at = map.targets.get(index).copied().flatten();
            let known = at.and_then(|at| {
                let at = usize::try_from(at).ok()?;
                cuts.targets.get(at).zip(cuts.surroundings.get(at))
            });
            let Some((target, around)) = known else { continue };
            if of_all.is_empty() && around.rule.is_none() {
                continue;
            }
            let Ok(by_map) = cuts.recompute(&note, at) else { continue };
            let is_off = !cuts.compare(index, &note, target, &by_map).is_empty();
            let (cuts, off) = counts.entry(around.rule).or_default();
            *cuts = cuts.saturating_add(1);
            *off = off.saturating_add(usize::from(is_off));
        }
        let usual = counts.remove(&None).unwrap_or_default();
        let of_all: Vec<TriedRule> =
            of_all.iter().map(|rule| TriedRule::new(*rule, usual)).collect();
        let failed = of_all.iter().find(|tried| !tried.holds).map(TriedRule::doubt);
        let of_some =
            counts.into_iter().filter_map(|(rule, found)| Some(TriedRule::new(rule?, found)));
        Self { list: of_all.into_iter().chain(of_some).collect(), failed }
    }

    /// Why a cut does not count whose note is where such a rule has it.
    pub(super) fn refused(&self, rule: Option<Rule>) -> Option<NotChecked> {
        let holds = |rule| self.list.iter().any(|tried| tried.rule == rule && tried.holds);
        match self.failed {
            Some(_) => Some(NotChecked::Place),
            None => rule.filter(|rule| !holds(*rule)).map(Rule::not_checked),
        }
    }
}

/// The outcome of all of them, as a sentence; `None` if there are none.
pub(super) fn summary(tried: &[TriedRule]) -> Option<String> {
    let outcomes: Vec<String> = tried.iter().map(TriedRule::outcome).collect();
    let are_there = !outcomes.is_empty();
    are_there.then(|| format!("Tried, as no real file shows it: {}.", outcomes.join(", ")))
}

impl TriedRule {
    /// The outcome of trying it; rules that all notes depend on are about all cuts.
    fn outcome(&self) -> String {
        let Self { rule, cuts, off, holds } = self;
        let name = rule.name();
        match holds {
            true => format!("{name} ({cuts} cuts follow)"),
            false => format!("{name} ({off} of {cuts} cuts are off, so they do not count)"),
        }
    }

    /// Why it is not known whether it holds, as a sentence.
    fn doubt(&self) -> String {
        let Self { rule, cuts, off, .. } = self;
        let doubt = rule.doubt();
        match cuts {
            0 => format!("{doubt}."),
            _ => format!("{doubt}: as it is taken to be, {off} of {cuts} cuts are off."),
        }
    }

    fn new(rule: Rule, (cuts, off): (usize, usize)) -> Self {
        let holds = cuts > 0 && off.saturating_mul(limits::ALLOWED_ONE_OF) <= cuts;
        Self { rule, cuts, off, holds }
    }
}
