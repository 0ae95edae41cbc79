//! The objects beside each note at its time, and the rule by which they move it, if no real file has shown that rule.

use std::collections::{BTreeMap, BTreeSet};

use ghostreel_beatmap::flight::{Around, Neighbours};
use ghostreel_beatmap::{Beatmap, Origin, Target};
use ghostreel_formats::bsor::ANY_DIRECTION;

use super::rule::Rule;

/// The neighbours of a note that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Surroundings {
    /// The neighbours that its way depends on.
    pub(super) around: Around,
    /// The rule by which it is where it is, if no real file has shown it.
    pub(super) rule: Option<Rule>,
}

impl Surroundings {
    /// Of each target; `beatmap` is as it was played, in the mirror for left-handed players.
    pub(super) fn of(
        targets: &[Target],
        neighbours: &Neighbours<'_>,
        beatmap: &Beatmap,
    ) -> Vec<Self> {
        let mut colors: BTreeMap<(u32, i32), OfColor> = BTreeMap::new();
        let notes = targets.iter().filter(|target| matches!(target.origin, Origin::Note(_)));
        for target in notes {
            let of_color = colors.entry(key(target.time_s, target.color)).or_default();
            of_color.notes = of_color.notes.saturating_add(1);
            of_color.has_chain |= target.scoring_type.is_chain_head();
        }
        let bombs = beatmap.bombs.iter().map(|bomb| key(bomb.cell.time_s, bomb.cell.line));
        let bombs: BTreeSet<(u32, i32)> = bombs.collect();
        let rule = |target: &Target| {
            let of_color = colors.get(&key(target.time_s, target.color));
            let is_pair = of_color.is_none_or(|all| all.notes <= 2 && !all.has_chain);
            if matches!(target.origin, Origin::Link { .. }) {
                Some(Rule::ChainLinks)
            } else if target.scoring_type.is_chain_head() {
                Some(Rule::ChainHeads)
            } else if !is_pair || is_turned(target, beatmap) {
                Some(Rule::TurnedNotes)
            } else if bombs.contains(&key(target.time_s, target.line)) {
                Some(Rule::BombsInColumns)
            } else {
                None
            }
        };
        let of = |target| Self { around: neighbours.around(target), rule: rule(target) };
        targets.iter().map(of).collect()
    }
}

/// The notes of one colour at one time.
#[derive(Clone, Copy, Debug, Default)]
struct OfColor {
    notes: u32,
    has_chain: bool,
}

/// Whether the map turns a note, or it is turned for an arrow that a modifier has taken from it.
fn is_turned(target: &Target, beatmap: &Beatmap) -> bool {
    let Origin::Note(index) = target.origin else { return false };
    let note = usize::try_from(index).ok().and_then(|index| beatmap.notes.get(index));
    note.is_some_and(|note| {
        let has_lost_arrow = target.direction == ANY_DIRECTION && note.direction != ANY_DIRECTION;
        note.angle_offset != 0 || (has_lost_arrow && target.angle_offset != 0.0)
    })
}

/// A time, to the bit but for −0, with a line or colour.
fn key(time_s: f32, other: i32) -> (u32, i32) {
    ((time_s + 0.0).to_bits(), other)
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::{Bomb, Cell, Chain, Note, Targets};

    use super::*;

    fn note(line: i32, layer: i32, direction: i32) -> Note {
        let cell = Cell { line, layer, time_s: 1.0, ..Cell::default() };
        Note { cell, direction, ..Note::default() }
    }

    #[track_caller]
    fn check(notes: &[Note], bombs: &[Bomb], chains: &[Chain], wanted: &[(u8, Option<Rule>)]) {
        let (notes, bombs, chains) = (notes.to_vec(), bombs.to_vec(), chains.to_vec());
        let beatmap = Beatmap { notes, bombs, chains, ..Beatmap::default() };
        let targets = Targets::of(&beatmap);
        let neighbours = Neighbours::of(targets.as_slice(), &beatmap);
        let around = Surroundings::of(targets.as_slice(), &neighbours, &beatmap);
        let rules: Vec<_> = around.iter().map(|all| (all.around.below, all.rule)).collect();
        assert_eq!(rules, wanted);
    }

    #[test]
    fn notes_of_no_real_file_follow_a_rule() {
        let right = |note| Note { color: 1, ..note };
        let (low, high) = (note(2, 0, 1), note(2, 2, 1));
        check(&[low, right(high)], &[], &[], &[(0, None), (1, None)]);
        let turned = Note { angle_offset: 15, ..low };
        check(&[turned], &[], &[], &[(0, Some(Rule::TurnedNotes))]);
        let three = [low, note(1, 0, 1), note(3, 0, 1)];
        check(&three, &[], &[], &[(0, Some(Rule::TurnedNotes)); 3]);
        check(&three[..2], &[], &[], &[(0, None); 2]);
        check(&[high], &[Bomb { cell: low.cell }], &[], &[(1, Some(Rule::BombsInColumns))]);
        let chain = Chain { head: high.cell, tail: high.cell, slices: 2, ..Chain::default() };
        let (head, link) = (Some(Rule::ChainHeads), Some(Rule::ChainLinks));
        let beside = (0, Some(Rule::TurnedNotes));
        check(&[note(1, 0, 1), high], &[], &[chain], &[beside, (0, head), (0, link)]);
        check(&[right(low), high], &[], &[chain], &[(0, None), (1, head), (1, link)]);
    }
}
