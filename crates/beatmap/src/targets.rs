//! The objects that a replay has events for: the notes of a map and the links of its chains, each with its time and its note id.

use ghostreel_bsor::ANY_DIRECTION;
use ghostreel_bsor::scoring::Multiplier;

use crate::limits;
use crate::model::{Beatmap, Cell, Chain, Difficulty};
use crate::pairs;
use crate::scoring_type::ScoringType;
use crate::target::{Origin, Target};

/// All objects to cut in a difficulty, in the order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets {
    list: Vec<Target>,
    /// Links of chains that are too many.
    pub left_out: usize,
}

impl Difficulty {
    /// Whether it asks for a mod that puts notes where line and layer do not say: where they are is not known then, nor for certain how they are recorded.
    pub fn is_moved_by_mods(&self) -> bool {
        let moves = |name: &String| name.contains("Noodle") || name.contains("Mapping Extensions");
        self.requirements.iter().any(moves)
    }

    /// All objects to cut; none if the difficulty could not be read.
    pub fn targets(&self) -> Targets {
        self.beatmap.as_ref().map_or_else(Targets::default, Targets::of)
    }
}

impl Targets {
    /// All objects to cut in a difficulty.
    pub fn of(beatmap: &Beatmap) -> Self {
        let places = Places::of(beatmap);
        let mut targets = Self { list: Vec::with_capacity(beatmap.notes.len()), left_out: 0 };
        for (index, note) in (0..).zip(&beatmap.notes) {
            targets.list.push(Target {
                time_s: note.cell.time_s,
                scoring_type: places.scoring_type(&note.cell),
                line: note.cell.line,
                layer: note.cell.layer,
                color: note.color,
                direction: note.direction,
                rotation: note.cell.rotation,
                angle_offset: degrees(note.angle_offset),
                origin: Origin::Note(index),
                older_place: None,
                has_any_direction: note.is_turned_by_mod,
                ends_chain: places.chain_tails.has(&note.cell),
            });
        }
        pairs::turn(&mut targets.list);
        let mut room = limits::LINKS;
        for (index, chain) in (0..).zip(&beatmap.chains) {
            let count = usize::try_from(chain.links()).unwrap_or(usize::MAX);
            targets.left_out = targets.left_out.saturating_add(count.saturating_sub(room));
            let count = count.min(room);
            room = room.saturating_sub(count);
            let scoring_type = if places.arc_heads.has(&chain.head) {
                ScoringType::CHAIN_LINK_ARC_HEAD
            } else {
                ScoringType::CHAIN_LINK
            };
            let parts = (1..=chain.links()).take(count);
            targets.list.extend(parts.map(|part| chain.link(index, part, scoring_type)));
        }
        targets.list.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
        targets
    }

    /// The same in the mirror, as left-handed players have it.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.list.iter_mut().for_each(Target::mirror);
        self
    }

    /// All of them, in the order of time.
    pub fn as_slice(&self) -> &[Target] {
        &self.list
    }

    /// The most points that can be had.
    pub fn max_score(&self) -> i64 {
        let mut multiplier = Multiplier::default();
        let points = self.list.iter().map(|target| {
            multiplier.hit();
            i64::from(multiplier.level).saturating_mul(i64::from(target.scoring_type.rule().max()))
        });
        points.fold(0, i64::saturating_add)
    }
}

/// An angle as a map has it, in whole degrees.
#[allow(clippy::cast_precision_loss, reason = "whole turns are none")]
fn degrees(angle: i32) -> f32 {
    angle.checked_rem(360).unwrap_or(0) as f32
}

impl Chain {
    /// The number of links after its head.
    pub fn links(&self) -> u32 {
        u32::try_from(self.slices.saturating_sub(1)).unwrap_or(0)
    }

    /// A part of it; the head is 0. Links stand in the cell of the head; from game 1.29 on the last stands in that of the tail.
    #[allow(clippy::cast_precision_loss, reason = "in the precision of the game")]
    fn link(&self, chain: u32, part: u32, scoring_type: ScoringType) -> Target {
        let head = (self.head.line, self.head.layer);
        let is_last = part == self.links();
        let (line, layer) = if is_last { (self.tail.line, self.tail.layer) } else { head };
        let share = part as f32 / self.links() as f32;
        Target {
            time_s: self.head.time_s + (self.tail.time_s - self.head.time_s) * share,
            scoring_type,
            line,
            layer,
            color: self.color,
            direction: ANY_DIRECTION,
            rotation: self.head.rotation,
            angle_offset: 0.0,
            origin: Origin::Link { chain, part },
            older_place: is_last.then_some(head),
            has_any_direction: false,
            ends_chain: false,
        }
    }
}

/// Where arcs and chains begin and end.
struct Places {
    arc_heads: CellSet,
    arc_tails: CellSet,
    chain_heads: CellSet,
    chain_tails: CellSet,
}

impl Places {
    fn of(beatmap: &Beatmap) -> Self {
        Self {
            arc_heads: CellSet::new(beatmap.arcs.iter().map(|arc| arc.head.cell)),
            arc_tails: CellSet::new(beatmap.arcs.iter().map(|arc| arc.tail.cell)),
            chain_heads: CellSet::new(beatmap.chains.iter().map(|chain| chain.head)),
            chain_tails: CellSet::new(beatmap.chains.iter().map(|chain| chain.tail)),
        }
    }

    fn scoring_type(&self, cell: &Cell) -> ScoringType {
        let [arc_begins, arc_ends, chain_begins] =
            [&self.arc_heads, &self.arc_tails, &self.chain_heads].map(|set| set.has(cell));
        ScoringType::of_note(arc_begins, arc_ends, chain_begins)
    }
}

/// Cells, to be found by place and time. Those that a mod puts somewhere are there, and in no line and layer.
struct CellSet(Vec<(Place, f32)>);

/// A place: line and layer, or where a mod puts it, to the bit.
type Place = (bool, i64, i64);

fn place(cell: &Cell) -> Place {
    // −0 is 0.
    let bits = |at: f32| i64::from((at + 0.0).to_bits());
    match cell.position {
        Some([x, y]) => (true, bits(x), bits(y)),
        None => (false, cell.line.into(), cell.layer.into()),
    }
}

impl CellSet {
    /// Two things at one place within so many seconds are at the same time.
    const SAME_TIME_S: f32 = 0.001;

    fn new(cells: impl Iterator<Item = Cell>) -> Self {
        let mut places: Vec<_> = cells.map(|cell| (place(&cell), cell.time_s)).collect();
        places.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        Self(places)
    }

    fn has(&self, cell: &Cell) -> bool {
        let in_lane = Cell { position: None, ..*cell };
        self.has_at(place(cell), cell)
            || cell.position.is_some() && self.has_at(place(&in_lane), cell)
    }

    fn has_at(&self, place: Place, cell: &Cell) -> bool {
        let is_before = |(other, time_s): &(Place, f32)| {
            *other < place || *other == place && *time_s < cell.time_s - Self::SAME_TIME_S
        };
        let first = self.0.get(self.0.partition_point(is_before));
        first.is_some_and(|(other, time_s)| {
            *other == place && *time_s <= cell.time_s + Self::SAME_TIME_S
        })
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_bsor::NoteId;

    use super::*;
    use crate::model::{Arc, ArcEnd, Note};

    fn cell(time_s: f32, line: i32, layer: i32) -> Cell {
        Cell { beat: time_s, time_s, line, layer, ..Cell::default() }
    }

    fn note(cell: Cell) -> Note {
        Note { cell, color: 1, direction: 1, ..Note::default() }
    }

    #[track_caller]
    fn check(beatmap: &Beatmap, wanted: &[(f32, i32)]) -> Targets {
        let targets = Targets::of(beatmap);
        let ids: Vec<_> = targets.as_slice().iter().map(|t| (t.time_s, t.id())).collect();
        assert_eq!(ids, wanted);
        for target in targets.as_slice() {
            assert!(target.has_id(target.id()));
        }
        targets
    }

    #[test]
    fn notes_become_what_arcs_and_chains_make_of_them() {
        let end = |cell| ArcEnd { cell, ..ArcEnd::default() };
        let notes = [cell(1.0, 0, 0), cell(2.0, 1, 0), cell(3.0, 2, 1), cell(4.0, 3, 2)];
        let arc = |head, tail| Arc { head: end(head), tail: end(tail), ..Arc::default() };
        let late = Cell { time_s: 2.0008, ..notes[1] };
        let beatmap = Beatmap {
            notes: notes.map(note).to_vec(),
            arcs: vec![
                arc(notes[0], late),
                arc(notes[1], notes[2]),
                arc(cell(4.002, 3, 2), cell(4.0, 3, 1)),
            ],
            chains: vec![Chain {
                head: notes[2],
                tail: cell(3.5, 3, 0),
                slices: 3,
                color: 1,
                ..Chain::default()
            }],
            ..Beatmap::default()
        };
        let wanted = [
            (1.0, 40_011),
            (2.0, 81_011),
            (3.0, 92_111),
            (3.25, 72_118),
            (3.5, 73_018),
            (4.0, 33_211),
        ];
        let targets = check(&beatmap, &wanted);
        let last = targets.as_slice()[4];
        assert!(
            last.has_id(72_118)
                && last.has_id(2_118)
                && !last.has_id(62_118)
                && !last.has_id(72_108)
        );
        assert_eq!(last.origin, Origin::Link { chain: 0, part: 2 });
        assert!(targets.as_slice()[1].has_id(51_011) && targets.as_slice()[1].has_id(1_011));
        assert_eq!(targets.max_score(), 115 + 2 * (115 + 115 + 20 + 20) + 4 * 115);
    }

    #[test]
    fn ids_are_those_of_replays() {
        let beatmap = Beatmap {
            notes: vec![Note { cell: cell(1.0, 2, 1), color: 1, direction: 8, ..Note::default() }],
            ..Beatmap::default()
        };
        check(&beatmap, &[(1.0, NoteId::pack(3, 2, 1, 1, 8))]);
    }

    #[test]
    fn the_mirror_turns_everything_round_and_back() {
        let directions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1_045, 2_315, 1_000];
        let lines = [0, 3, -1, 5, 1_500, 4_000, -1_500, 1_000, 7_000];
        let beatmap = Beatmap {
            notes: directions
                .iter()
                .flat_map(|d| lines.map(|line| Note { direction: *d, ..note(cell(1.0, line, 0)) }))
                .collect(),
            ..Beatmap::default()
        };
        let targets = Targets::of(&beatmap);
        let mirrored = targets.clone().mirrored();
        assert_eq!(mirrored.as_slice()[0].id(), 33_000);
        assert_eq!(mirrored.clone().mirrored(), targets);
    }

    #[test]
    fn links_are_limited() {
        let chain = Chain { slices: i32::MAX, ..Chain::default() };
        let beatmap = Beatmap { chains: vec![chain; 3], ..Beatmap::default() };
        let targets = Targets::of(&beatmap);
        assert_eq!(targets.as_slice().len(), limits::LINKS);
        assert_eq!(targets.left_out, 3 * (i32::MAX as usize - 1) - limits::LINKS);
        let none = Chain { slices: i32::MIN, ..Chain::default() };
        check(&Beatmap { chains: vec![none], ..Beatmap::default() }, &[]);
    }

    #[test]
    fn the_most_points_have_a_closed_form() {
        let notes = (0..1645_u16).map(|i| note(cell(f32::from(i), 0, 0))).collect();
        let targets = Targets::of(&Beatmap { notes, ..Beatmap::default() });
        assert_eq!(targets.max_score(), 920 * 1645 - 7245);
    }
}
