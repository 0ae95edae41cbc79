//! The walls of a map that the head was in, as the replay has it.

use std::collections::{BTreeMap, VecDeque};

use ghostreel_beatmap::{Beatmap, Wall, WallSides};
use ghostreel_formats::bsor::layout::Frame;
use ghostreel_formats::bsor::{self, Records, View};

/// When the head was in a wall, in seconds of the song.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WallHit {
    pub(super) from_s: f32,
    pub(super) until_s: f32,
}

/// Quest's mods note when a wall came into sight in place of its time: then it is the wall that was there when the head went in, give or take so many seconds.
const ABOUT_S: f32 = 0.3;
/// Without a time at which it came out, the head is in a wall for as long as the wall passes, but no longer than this.
const LONGEST_S: f32 = 20.0;
/// Limits on the events, on the walls before the head and on the frames that are looked at: only a hostile file has more.
const MOST_EVENTS: usize = 2_000;
const MOST_BEFORE: usize = 100;
const MOST_FRAMES: usize = 5_000;
/// Numbers from here on are thousandths, of the mod Mapping Extensions: where such a wall is, its events only say.
const PRECISE: i32 = 1000;

/// For each wall of the map the first time that the head went into it.
pub(super) fn wall_hits(view: &View<'_>, beatmap: &Beatmap) -> Vec<Option<WallHit>> {
    let walls = &beatmap.walls;
    let mut hits = vec![None; walls.len()];
    let mut exact: BTreeMap<(u32, i32), VecDeque<usize>> = BTreeMap::new();
    for (index, wall) in walls.iter().enumerate() {
        exact.entry((wall.cell.time_s.to_bits(), wall.cell.line)).or_default().push_back(index);
    }
    for event in view.walls().iter().take(MOST_EVENTS) {
        let from_s = event.event_time();
        let at = exact.get_mut(&(event.spawn_time.to_bits(), event.line()));
        let index = at.and_then(VecDeque::pop_front).or_else(|| wall_around(walls, &hits, &event));
        let Some(index) = index else { continue };
        let (Some(wall), Some(hit)) = (walls.get(index), hits.get_mut(index)) else { continue };
        if hit.is_none() {
            let until_s = event.exit_time().unwrap_or_else(|| left(view, wall, from_s));
            *hit = Some(WallHit { from_s, until_s });
        }
    }
    hits
}

/// The wall in the event's lane that is there when the head goes in, if there is one that it did not go into before.
fn wall_around(walls: &[Wall], hits: &[Option<WallHit>], event: &bsor::Wall) -> Option<usize> {
    let from_s = event.event_time();
    let end = walls.partition_point(|wall| wall.cell.time_s <= from_s + ABOUT_S);
    let first = end.saturating_sub(MOST_BEFORE);
    let is_there = |index: &usize| {
        let (wall, hit) = (walls.get(*index), hits.get(*index));
        let until_s = |wall: &Wall| wall.cell.time_s + wall.duration_s + ABOUT_S;
        hit.is_some_and(Option::is_none)
            && wall.is_some_and(|wall| wall.cell.line == event.line() && from_s <= until_s(wall))
    };
    (first..end).find(is_there)
}

/// When the head was out of a wall that it went into: the first frame in which it is beside it, above it or below it, or when the wall has passed.
fn left(view: &View<'_>, wall: &Wall, from_s: f32) -> f32 {
    let passed_s = (wall.cell.time_s + wall.duration_s).clamp(from_s, from_s + LONGEST_S);
    let numbers = [wall.cell.line, wall.cell.layer, wall.width, wall.height];
    if numbers.iter().any(|number| number.unsigned_abs() >= PRECISE.unsigned_abs()) {
        return passed_s;
    }
    let WallSides { left, right, bottom, top } = wall.sides();
    let frames = view.frames();
    let is_in = |frame: &Frame| {
        let head = frame.head.position;
        (left..=right).contains(&head.x.into()) && (bottom..=top).contains(&head.y.into())
    };
    let first = first_after(&frames, from_s);
    let mut next = (first..frames.len()).take(MOST_FRAMES).filter_map(|index| frames.get(index));
    let out = next.find(|frame| frame.time >= passed_s || frame.is_pose() && !is_in(frame));
    out.map_or(passed_s, |frame| frame.time.clamp(from_s, passed_s))
}

/// The first frame after a time.
fn first_after(frames: &Records<'_, Frame>, time_s: f32) -> usize {
    let (mut from, mut until) = (0, frames.len());
    while from < until {
        let middle = from.midpoint(until);
        match frames.get(middle) {
            Some(frame) if frame.time > time_s => until = middle,
            _ => from = middle.saturating_add(1),
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::Cell;
    use ghostreel_formats::bsor::layout::{Info, Pose, Quaternion, Vector3};
    use ghostreel_formats::bsor::{Replay, encode};
    use ghostreel_formats::core::DecodeOptions;

    use super::*;

    /// A wall from 2 s to 4 s in the two lanes in the middle, as high as it gets, and one to duck under from 3 s on.
    fn beatmap() -> Beatmap {
        let wall = |time_s, line, layer, height| Wall {
            cell: Cell { beat: time_s, time_s, line, layer, ..Cell::default() },
            duration_beats: 2.0,
            duration_s: 2.0,
            width: 2,
            height,
            is_harmless: false,
        };
        Beatmap { walls: vec![wall(2.0, 1, 0, 5), wall(3.0, 0, 2, 3)], ..Beatmap::default() }
    }

    /// The head stands in the middle until 2.5 s, and then aside.
    #[track_caller]
    fn check(event: bsor::Wall, wanted: [Option<(f32, f32)>; 2]) {
        let mut replay = Replay::new(Info::default());
        let frames = (0..600_u16).map(|index| {
            let time = f32::from(index) / 100.0;
            let position = Vector3::new(if time < 2.5 { 0.0 } else { 0.9 }, 1.7, 0.0);
            let rotation = Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };
            Frame { time, head: Pose { position, rotation }, ..Frame::default() }
        });
        replay.frames.extend(frames);
        replay.walls.push(event);
        let bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let hits = wall_hits(&view, &beatmap());
        let found: Vec<_> =
            hits.into_iter().map(|hit| hit.map(|hit| (hit.from_s, hit.until_s))).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_wall_is_known_by_its_time_and_left_by_the_head() {
        let pc = bsor::Wall { wall_id: 102, energy: 0.4, time: 2.2, spawn_time: 2.0 };
        check(pc, [Some((2.2, 2.5)), None]);
    }

    #[test]
    fn quest_says_when_the_head_came_out_and_not_which_wall_it_was() {
        let quest = bsor::Wall { wall_id: 2, energy: 3.6, time: 3.2, spawn_time: 1.9 };
        check(quest, [None, Some((3.2, 3.6))]);
        let nowhere = bsor::Wall { wall_id: 302, energy: 3.6, time: 3.2, spawn_time: 1.9 };
        check(nowhere, [None, None]);
        let late = bsor::Wall { wall_id: 2, energy: 9.6, time: 9.2, spawn_time: 1.9 };
        check(late, [None, None]);
    }
}
