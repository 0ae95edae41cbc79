//! The objects that came towards the player, worked out from the events of a replay alone, in the shape of a map: links are bent along chains, and arcs lead from note to note, as far as
//! scoring types say so.

use std::collections::VecDeque;

use ghostreel_bsor::layout::Note as Event;
use ghostreel_bsor::{ANY_DIRECTION, EventType, View};

use crate::model::{Arc, ArcEnd, Beatmap, Bomb, Cell, Chain, Wall};
use crate::pairs;
use crate::scoring_type::ScoringType;
use crate::target::{Origin, Target};

use super::kind::Kind;
use super::neighbours::by_time;

/// No real replay has more events.
const MOST: usize = 500_000;
/// Seconds from the head of a chain in which its links come.
const CHAIN_S: f32 = 2.0;
/// Seconds from the head of an arc in which its tail comes, at least and at most.
const ARC_S: (f32, f32) = (0.01, 6.0);
/// Seconds of an arc whose tail is not known.
const LOOSE_ARC_S: f32 = 0.6;
/// No wall is longer.
const LONGEST_WALL_S: f32 = 20.0;
/// Walls that one ducks under, and the lines and widths that walls have.
const CROUCH: i32 = 1;
const WALL_LINES: (i32, i32) = (-3, 6);
const WALL_WIDTHS: (i32, i32) = (1, 8);
/// How high a wall is, in steps, as one only knows that the head was in it; and the layer of one that one ducks under.
const WALL_HEIGHT: i32 = 5;
const CROUCH_LAYER: i32 = 2;

/// The objects worked out from the events alone.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// Notes and links, in the order of time.
    pub targets: Vec<Target>,
    /// The event of each.
    pub target_events: Vec<usize>,
    /// Bombs, chains, arcs and walls. Of walls the lengths are guessed.
    pub beatmap: Beatmap,
    /// The event of each bomb.
    pub bomb_events: Vec<usize>,
    /// The event of the note at the head of each arc, and whether the arc's end is unknown.
    pub arc_heads: Vec<(usize, bool)>,
}

impl Recorded {
    /// The objects of the wanted note events, and of all walls.
    pub fn of(view: &View<'_>, is_wanted: impl Fn(usize) -> bool) -> Self {
        let mut recorded = Self::default();
        let mut targets: Vec<(usize, Target)> = Vec::new();
        let notes = view.notes();
        let count = if notes.len() > MOST { 0 } else { notes.len() };
        for (index, event) in notes.iter().take(count).enumerate().filter(|(at, _)| is_wanted(*at))
        {
            if event.event_type() == Some(EventType::Bomb) {
                recorded.beatmap.bombs.push(Bomb { cell: cell(&event) });
                recorded.bomb_events.push(index);
            } else {
                targets.push((index, target(&event, index)));
            }
        }
        for at in by_time(targets.iter().map(|(_, target)| target.time_s)) {
            let Some((event, target)) = targets.get(at) else { continue };
            recorded.target_events.push(*event);
            recorded.targets.push(*target);
        }
        pairs::turn(&mut recorded.targets);
        recorded.find_chains();
        recorded.find_arcs();
        recorded.beatmap.walls = view.walls().iter().map(|event| wall(&event)).collect();
        recorded
    }

    /// Joins the links after a head of their colour to its chain, which ends at the last of them.
    fn find_chains(&mut self) {
        let mut open: [Option<usize>; 2] = [None; 2];
        for target in &mut self.targets {
            let hand = usize::from(target.color == 1);
            let Some(open) = open.get_mut(hand) else { continue };
            let chains = &mut self.beatmap.chains;
            match Kind::of(target) {
                Kind::Head => {
                    let head = cell_of(target);
                    *open = Some(chains.len());
                    let (color, direction) = (target.color, target.direction);
                    chains.push(Chain {
                        color,
                        head,
                        tail: head,
                        direction,
                        slices: 1,
                        squish: 1.0,
                    });
                }
                Kind::Link => {
                    let chain = open.and_then(|at| chains.get_mut(at));
                    let near = chain.filter(|chain| target.time_s - chain.head.time_s < CHAIN_S);
                    let (Some(chain), Some(at)) = (near, *open) else { continue };
                    chain.tail = cell_of(target);
                    let part = u32::try_from(chain.slices).unwrap_or(0);
                    chain.slices = chain.slices.saturating_add(1);
                    target.origin =
                        Origin::Link { chain: u32::try_from(at).unwrap_or(u32::MAX), part };
                }
                Kind::Note | Kind::Bomb => {}
            }
        }
    }

    /// The next tail of the same colour is right in nearly every map.
    fn find_arcs(&mut self) {
        let mut tails: [VecDeque<Target>; 2] = Default::default();
        for tail in self.targets.iter().filter(|target| target.scoring_type.ends_arc()) {
            if let Some(tails) = tails.get_mut(usize::from(tail.color == 1)) {
                tails.push_back(*tail);
            }
        }
        let begin = |(target, _): &(&Target, &usize)| target.scoring_type.begins_arc();
        for (head, event) in self.targets.iter().zip(&self.target_events).filter(begin) {
            let Some(tails) = tails.get_mut(usize::from(head.color == 1)) else { continue };
            let (least, most) = (head.time_s + ARC_S.0, head.time_s + ARC_S.1);
            while tails.front().is_some_and(|tail| tail.time_s <= least) {
                tails.pop_front();
            }
            let is_soon = tails.front().is_some_and(|tail| tail.time_s <= most);
            let tail = if is_soon { tails.pop_front() } else { None };
            let end = |target: &Target, time_s: f32| ArcEnd {
                cell: Cell { time_s, ..cell_of(target) },
                direction: target.direction,
                length_multiplier: 1.0,
            };
            let loose = || end(head, head.time_s + LOOSE_ARC_S);
            self.beatmap.arcs.push(Arc {
                color: head.color,
                head: end(head, head.time_s),
                tail: tail.map_or_else(loose, |tail| end(&tail, tail.time_s)),
                mid_anchor: 0,
            });
            self.arc_heads.push((*event, tail.is_none()));
        }
    }
}

fn cell(event: &Event) -> Cell {
    let id = event.id();
    Cell { time_s: event.head.spawn_time, line: id.line, layer: id.layer, ..Cell::default() }
}

fn cell_of(target: &Target) -> Cell {
    let &Target { time_s, line, layer, .. } = target;
    Cell { time_s, line, layer, ..Cell::default() }
}

fn target(event: &Event, index: usize) -> Target {
    let id = event.id();
    let scoring_type = ScoringType::recorded(id.scoring_type).unwrap_or(ScoringType::NORMAL);
    let origin = if scoring_type.is_link() {
        // In no chain yet.
        Origin::Link { chain: u32::MAX, part: 0 }
    } else {
        Origin::Note(u32::try_from(index).unwrap_or(u32::MAX))
    };
    let direction = if scoring_type.is_link() { ANY_DIRECTION } else { id.direction };
    Target::recorded(&cell(event), i32::from(id.color == Some(1)), direction, scoring_type, origin)
}

/// The wall of an event: how long it was is guessed from when the head came out.
fn wall(event: &ghostreel_bsor::Wall) -> Wall {
    let time_s = event.event_time();
    let left_s = event.exit_time().unwrap_or(time_s);
    let lasts_s = left_s - time_s;
    let (lines, widths) = (WALL_LINES, WALL_WIDTHS);
    let layer = if event.kind() == CROUCH { CROUCH_LAYER } else { 0 };
    let line = event.line().clamp(lines.0, lines.1);
    Wall {
        cell: Cell { time_s, line, layer, ..Cell::default() },
        duration_s: if lasts_s > 0.0 && lasts_s < LONGEST_WALL_S { lasts_s } else { 0.0 },
        width: event.width().clamp(widths.0, widths.1),
        height: WALL_HEIGHT,
        ..Wall::default()
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_bsor::layout::NoteHead;
    use ghostreel_bsor::{Info, NoteId, Replay, encode};
    use ghostreel_core::DecodeOptions;

    use super::*;

    /// The objects of events with their time, scoring type, line, layer, colour and direction.
    fn recorded(notes: &[(f32, u8, [u8; 4])]) -> Recorded {
        let mut replay = Replay::new(Info::default());
        for (spawn_time, scoring_type, [line, layer, color, direction]) in notes.iter().copied() {
            let note_id = NoteId::pack(scoring_type, line, layer, color, direction);
            let head = NoteHead { note_id, spawn_time, event_time: spawn_time, event_type: 2 };
            replay.notes.push(&Event { head, cut: None });
        }
        let bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        Recorded::of(&view, |_| true)
    }

    #[test]
    fn links_are_of_the_chain_before_them() {
        let links = |time, color| (time, 7, [1, 2, color, 8]);
        let notes = [
            (1.0, 6, [1, 2, 0, 1]),
            links(1.1, 0),
            links(1.1, 1),
            (1.2, 7, [1, 0, 0, 8]),
            (1.3, 3, [0, 0, 0, 1]),
            links(3.5, 0),
        ];
        let map = recorded(&notes);
        let [chain] = &map.beatmap.chains[..] else { panic!("{:?}", map.beatmap.chains) };
        assert_eq!((chain.links(), chain.tail.layer, chain.tail.time_s), (2, 0, 1.2));
        let parts: Vec<_> = map.targets.iter().map(|target| target.origin).collect();
        let link = |chain, part| Origin::Link { chain, part };
        let none = link(u32::MAX, 0);
        assert_eq!(parts, [Origin::Note(0), link(0, 1), none, link(0, 2), Origin::Note(4), none]);
    }

    #[test]
    fn arcs_lead_to_the_next_tail_of_their_colour() {
        let notes = [
            (1.0, 4, [0, 0, 0, 1]),
            (2.0, 5, [1, 0, 1, 1]),
            (3.0, 5, [2, 0, 0, 1]),
            (4.0, 4, [3, 0, 0, 1]),
            (11.0, 5, [3, 0, 0, 1]),
        ];
        let map = recorded(&notes);
        let ends: Vec<_> = map.beatmap.arcs.iter().map(|arc| arc.tail.cell).collect();
        assert_eq!(
            ends.iter().map(|cell| (cell.line, cell.time_s)).collect::<Vec<_>>(),
            [(2, 3.0), (3, 4.6)]
        );
        assert_eq!(map.arc_heads, [(0, false), (3, true)]);
    }

    #[test]
    fn two_notes_of_a_colour_are_turned_together_without_a_map_too() {
        let map = recorded(&[(1.0, 3, [0, 0, 0, 1]), (1.0, 3, [1, 2, 0, 1])]);
        let slope = -0.5_f32.atan().to_degrees();
        assert!(map.targets.iter().all(|target| (target.angle_offset - slope).abs() < 1e-3));
    }
}
