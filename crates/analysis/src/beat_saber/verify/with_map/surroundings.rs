//! What stands beside each note at its time: the game lets notes of one column jump from above each other, and bends chains from note to note.

use std::collections::{BTreeMap, BTreeSet};

use ghostreel_beatmap::{Beatmap, Cell, Chain, Origin, Target};
use ghostreel_formats::bsor::ANY_DIRECTION;

use super::grid::{Point, arrow_degrees, cell};
use super::rules::Rule;

/// Less squish than this is none, as in the game.
const NO_SQUISH: f64 = 0.001;

/// What matters around a note.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Surroundings {
    /// Notes and bombs below it in its column; of a link, below the head of its chain.
    pub(super) below: u8,
    /// The rule by which it is where it is, if no real file has shown it.
    pub(super) rule: Option<Rule>,
    /// Of a link.
    pub(super) link: Option<LinkPlace>,
}

/// Where on its chain's curve a link is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LinkPlace {
    /// When it is due, for a player of 1.8 m.
    pub(super) top: Point,
    /// Its direction: that of the curve, as arrows have theirs.
    pub(super) degrees: f64,
}

impl Surroundings {
    /// Of each target; `beatmap` is as it was played, in the mirror for left-handed players.
    pub(super) fn of(targets: &[Target], beatmap: &Beatmap) -> Vec<Self> {
        let mut columns: BTreeMap<(u32, i32), Vec<i32>> = BTreeMap::new();
        let mut colors: BTreeMap<(u32, i32), OfColor> = BTreeMap::new();
        let notes = targets.iter().filter(|target| matches!(target.origin, Origin::Note(_)));
        for target in notes {
            columns.entry(key(target.time_s, target.line)).or_default().push(target.layer);
            let of_color = colors.entry(key(target.time_s, target.color)).or_default();
            of_color.notes = of_color.notes.saturating_add(1);
            of_color.has_chain |= is_chain_head(target);
        }
        let mut bombs: BTreeSet<(u32, i32)> = BTreeSet::new();
        for Cell { time_s, line, layer, .. } in beatmap.bombs.iter().map(|bomb| bomb.cell) {
            let column = key(time_s, line);
            bombs.insert(column);
            columns.entry(column).or_default().push(layer);
        }
        columns.values_mut().for_each(|layers| layers.sort_unstable());
        let below = |time_s: f32, line: i32, layer: i32| {
            let layers = columns.get(&key(time_s, line));
            let count = layers.map_or(0, |all| all.partition_point(|other| *other < layer));
            u8::try_from(count).unwrap_or(u8::MAX)
        };
        let around = |target: &Target| {
            if let Origin::Link { chain, part } = target.origin {
                let chain = usize::try_from(chain).ok().and_then(|at| beatmap.chains.get(at));
                let head = chain.map(|chain| chain.head).unwrap_or_default();
                return Self {
                    below: below(head.time_s, head.line, head.layer),
                    rule: Some(Rule::ChainLinks),
                    link: chain.and_then(|chain| link_place(chain, part)),
                };
            }
            let of_color = colors.get(&key(target.time_s, target.color));
            let is_pair = of_color.is_none_or(|all| all.notes <= 2 && !all.has_chain);
            let rule = if is_chain_head(target) {
                Some(Rule::ChainHeads)
            } else if !is_pair || is_turned(target, beatmap) {
                Some(Rule::TurnedNotes)
            } else if bombs.contains(&key(target.time_s, target.line)) {
                Some(Rule::BombsInColumns)
            } else {
                None
            };
            Self { below: below(target.time_s, target.line, target.layer), rule, link: None }
        };
        targets.iter().map(around).collect()
    }
}

/// Along a curve from the head to the tail, that leaves the head in its direction.
fn link_place(chain: &Chain, part: u32) -> Option<LinkPlace> {
    let head = cell(chain.head.line, chain.head.layer)?;
    let way = cell(chain.tail.line, chain.tail.layer)?.minus(head);
    let degrees = arrow_degrees(chain.direction);
    let bend = Point::towards(degrees).times(way.length() / 2.0);
    let squish = f64::from(chain.squish);
    let squish = if squish < NO_SQUISH { 1.0 } else { squish };
    let share = f64::from(part) / f64::from(chain.links().max(1)) * squish;
    let rest = 2.0 * (1.0 - share);
    let along = bend.times(rest).plus(way.minus(bend).times(2.0 * share));
    Some(LinkPlace {
        top: head.plus(bend.times(rest * share)).plus(way.times(share * share)),
        degrees: along.degrees().unwrap_or(degrees),
    })
}

/// The notes of one colour at one time.
#[derive(Clone, Copy, Debug, Default)]
struct OfColor {
    notes: u32,
    has_chain: bool,
}

fn is_chain_head(target: &Target) -> bool {
    matches!(target.scoring_type.number(), 6 | 9 | 11 | 12)
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
    use ghostreel_beatmap::{Bomb, Note, Targets};

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
        let around = Surroundings::of(targets.as_slice(), &beatmap);
        let found: Vec<_> = around.iter().map(|around| (around.below, around.rule)).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn what_no_real_file_shows_follows_a_rule() {
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

    #[test]
    fn links_lie_along_the_curve_from_head_to_tail() {
        let at = |line, layer, time_s| Cell { line, layer, time_s, ..Cell::default() };
        let chain = |squish| Chain {
            head: at(1, 2, 1.0),
            tail: at(1, 0, 1.5),
            direction: 1,
            slices: 5,
            squish,
            ..Chain::default()
        };
        let link = |squish, part| link_place(&chain(squish), part).unwrap();
        let (last, half) = (link(1.0, 4), link(0.5, 4));
        assert!((last.top.y - 0.85).abs() < 1e-9 && (last.top.x + 0.3).abs() < 1e-9, "{last:?}");
        assert!(half.top.y > 1.3 && half.top.y < 1.4, "straight down: half of the way is {half:?}");
        assert!((last.degrees - 0.0).abs() < 1e-9);
        assert_eq!(link(0.0, 4), last);
        let aside = Chain { tail: at(3, 2, 1.5), ..chain(1.0) };
        let [first, last] = [1, 4].map(|part| link_place(&aside, part).unwrap());
        assert!(first.top.y < 1.9 && first.top.x > -0.3, "it leaves downwards: {first:?}");
        assert!((last.top.x - 0.9).abs() < 1e-9 && (last.top.y - 1.9).abs() < 1e-9);
        assert!(last.degrees > 90.0 && last.degrees < 180.0, "and comes in upwards: {last:?}");
    }
}
