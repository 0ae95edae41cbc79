//! The table `fod_heights`: how high the two platforms of Fountain of Dreams are.
//!
//! Files since 3.18 record each step. In others, a character on a platform gives its height in that frame; its motion between two
//! such frames follows from its ways: at two speeds, from one height at which it rests to another, or into the floor.

use std::sync::LazyLock;

use ghostreel_timeline::{FrameNumber, Schema, TableKind, rows, table_rows};

use super::derived;
use super::standing::standing;
use crate::frame_time::seconds;
use crate::layout::{FIRST_FRAME, FountainPlatform, command};
use crate::view::View;

rows! {
    /// The heights of the platforms from a frame on.
    pub struct FodHeights {
        frame: i32, "frame", "Frame, from -123; the timer starts at 0";
        time: f64, "s", "Frame / 60: seconds from the start of the timer";
        left: f32, "unit", "Height of the left platform in the world; 0 in the floor";
        right: f32, "unit", "Height of the right platform in the world; 0 in the floor";
        is_left_known: bool, "", "0 where the height of the left one is only a guess";
        is_right_known: bool, "", "0 where the height of the right one is only a guess";
    }
}

table_rows! { FodHeights: "fod_heights"; }

pub(super) static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<FodHeights>(
        "fod_heights",
        TableKind::Steps,
        Some("time"),
        "how high the platforms of Fountain of Dreams are, recorded or inferred from who stands on them",
    )
});

impl derived::Row for FodHeights {
    fn frame(&self) -> i32 {
        self.frame
    }
}

/// Number of the stage in Game Start.
pub(super) const STAGE: u16 = 2;

/// The heights at the start, in the world.
const START: [f32; 2] = [16.125, 22.125];
/// Units of the world in a frame.
const RISE: f32 = 0.1125;
const SINK: f32 = 0.075;
/// No platform rests lower, but in the floor.
const LOWEST_REST: f32 = 12.375;
/// In the floor.
const SUNK: f32 = 0.0;
/// No platform was ever seen higher.
const HIGHEST: f32 = 32.0;
/// No platform moves before this frame.
const FIRST_MOVE: f64 = 700.0;
/// Two moves of a platform are at least so many frames apart.
const REST: f64 = 750.0;
/// Heights that a platform rests at again and again: at the start, and where it stops when it comes out of the floor. All others are
/// as chance has it.
const USUAL: [f32; 4] = [16.125, 22.125, 19.875, 27.375];
/// Differences of heights that are none.
const SAME: f32 = 0.01;
/// A fighter's feet are a hair above the ground.
const HAIR: f32 = 0.0001;
/// Frames by which the start of a move may be missed: less than a unit.
const CLOSE: f64 = 8.0;

/// From where to where the left platform reaches; the right one is its mirror image. Feet may be a hair beside it.
const REACH: (f32, f32) = (-50.0, -20.4);

/// Whether the file records the platforms' motion.
pub(super) fn is_recorded(view: &View<'_>) -> bool {
    view.payload_sizes().event_size(command::FOUNTAIN_PLATFORM).is_some()
}

/// All rows, by frame.
pub(super) fn rows(view: &View<'_>) -> Vec<FodHeights> {
    if is_recorded(view) { recorded(view) } else { inferred(view, |_| true) }
}

fn row(frame: i32, [left, right]: [Height; 2]) -> FodHeights {
    FodHeights {
        frame,
        time: seconds(FrameNumber(frame)),
        left: left.y,
        right: right.y,
        is_left_known: left.is_known,
        is_right_known: right.is_known,
    }
}

/// A platform's height in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Height {
    y: f32,
    is_known: bool,
}

fn recorded(view: &View<'_>) -> Vec<FodHeights> {
    let mut now = START.map(|y| Height { y, is_known: true });
    let Some(first) = view.frames().characters.first() else { return Vec::new() };
    let mut rows = vec![row(first.frame, now)];
    for event in view.rows::<FountainPlatform>() {
        // 0 is the right one.
        let Some(height) = now.get_mut(1_usize.wrapping_sub(event.platform.into())) else {
            continue;
        };
        height.y = (0.75 * event.height + 1.125).max(SUNK);
        // Only a damaged file goes back in time here.
        if rows.last().is_some_and(|last| event.frame < last.frame) {
            continue;
        }
        match rows.last_mut() {
            Some(last) if last.frame == event.frame => *last = row(event.frame, now),
            _ => rows.push(row(event.frame, now)),
        }
    }
    rows
}

/// A platform was stood on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sighting {
    frame: i32,
    /// The last of the frames without a gap in which it was stood on at this height.
    until: i32,
    y: f32,
    /// Its known speed in the first frame and in the last: 0 for rest.
    speeds: [Option<f32>; 2],
}

impl Sighting {
    fn new(frame: i32, y: f32) -> Self {
        Self { frame, until: frame, y, speeds: [None; 2] }
    }

    fn is_after(&self, other: &Self) -> bool {
        other.until.checked_add(1) == Some(self.frame)
    }
}

/// `counts`: the frames whose sightings are used.
fn inferred(view: &View<'_>, counts: impl Fn(i32) -> bool) -> Vec<FodHeights> {
    let start = |y| vec![Sighting { speeds: [Some(0.0); 2], ..Sighting::new(FIRST_FRAME, y) }];
    let mut sightings = START.map(start);
    for feet in standing(view).filter(|feet| counts(feet.frame)) {
        let Some((side, y)) = stood_on(feet.ground, feet.x, feet.y) else { continue };
        let Some(list) = sightings.get_mut(side) else { continue };
        let seen = Sighting::new(feet.frame, y);
        match list.last_mut() {
            // Two on one platform say the same.
            Some(last) if last.until >= seen.frame => {}
            Some(last) if last.y.to_bits() == y.to_bits() && seen.is_after(last) => {
                last.until = seen.frame;
            }
            _ => list.push(seen),
        }
    }
    sightings.iter_mut().for_each(|list| find_speeds(list));
    let mut ways = sightings.map(Way::new);
    let mut rows: Vec<FodHeights> = Vec::new();
    let mut last = None;
    let mut frames = view.frames().characters.iter().map(|character| character.frame).peekable();
    while let Some(frame) = frames.next() {
        if frames.peek() == Some(&frame) {
            continue;
        }
        let now = ways.each_mut().map(|way| way.at(frame));
        if last != Some(now) {
            last = Some(now);
            rows.push(row(frame, now));
        }
    }
    rows
}

/// The platform under a character at a place, 0 the left one, and its height.
fn stood_on(ground: Option<u16>, x: f32, y: f32) -> Option<(usize, f32)> {
    let side = match ground {
        Some(ground @ 0..=1) => usize::from(ground),
        Some(_) => return None,
        // Below 2.0 the place decides: the floor is at 0, or a little higher at its ends.
        None if y < 1.0 => return None,
        None => usize::from(x > 0.0),
    };
    let is_above = (REACH.0..=REACH.1).contains(&-x.abs()) && (SUNK..HIGHEST).contains(&y);
    is_above.then_some((side, y - HAIR))
}

/// Frames one after the other say how a platform moves.
fn find_speeds(list: &mut [Sighting]) {
    let mut before: Option<f32> = None;
    for index in 1..list.len() {
        let next = list.get(index.saturating_add(1)).copied();
        let Some(sighting) = list.get_mut(index) else { continue };
        let step = |next: Sighting| speed_of(next.y - sighting.y);
        let after = next.filter(|next| next.is_after(sighting)).and_then(step);
        // One that stood still for two frames rests.
        let rests = (sighting.until > sighting.frame).then_some(0.0);
        sighting.speeds = [rests.or(after).or(before), after.or(rests).or(before)];
        before = after;
    }
}

fn speed_of(step: f32) -> Option<f32> {
    [0.0, RISE, -SINK].into_iter().find(|speed| (speed - step).abs() < SAME)
}

/// From a frame on at a height, going at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leg {
    frame: f64,
    y: f32,
    speed: f32,
    is_known: bool,
}

/// The way of a platform, leg by leg; asked frame by frame.
struct Way {
    legs: std::iter::Peekable<std::vec::IntoIter<Leg>>,
    now: Leg,
}

impl Way {
    fn new(sightings: Vec<Sighting>) -> Self {
        let mut legs = Vec::new();
        let mut pairs = sightings.windows(2);
        while let Some([a, b]) = pairs.next() {
            between(a, b, &mut legs);
        }
        if let Some(last) = sightings.last() {
            after(last, &mut legs);
        }
        let mut legs = legs.into_iter().peekable();
        let rest = Leg { frame: 0.0, y: SUNK, speed: 0.0, is_known: false };
        let now = legs.next().unwrap_or(rest);
        Self { legs, now }
    }

    /// Frames are asked for in order.
    fn at(&mut self, frame: i32) -> Height {
        let frame = f64::from(frame);
        while let Some(next) = self.legs.next_if(|next| next.frame <= frame) {
            self.now = next;
        }
        let Leg { frame: since, y, speed, is_known } = self.now;
        Height { y: (y + speed * frames(frame - since)).max(SUNK), is_known }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "frames of a game")]
fn frames(count: f64) -> f32 {
    count.max(0.0) as f32
}

/// How many frames it takes from a height to another.
fn duration(from: f32, to: f32) -> f64 {
    f64::from((to - from).abs() / if to > from { RISE } else { SINK }).round()
}

/// The legs of a platform from one sighting to the next.
fn between(a: &Sighting, b: &Sighting, legs: &mut Vec<Leg>) {
    let (from, to) = (f64::from(a.until), f64::from(b.frame));
    let arrives = b.speeds[0];
    let gap = to - from;
    let mut leg = |frame: f64, y: f32, speed: f32, is_known: bool| {
        legs.push(Leg { frame, y, speed, is_known });
    };
    let rising = b.y > a.y;
    let way = if rising { RISE } else { -SINK };
    let is_same = (b.y - a.y).abs() < SAME;
    let speed = a.speeds[1].unwrap_or(0.0);
    let time = duration(a.y, b.y);
    // In a longer time it may have moved twice.
    let is_one_move = gap <= REST;
    leg(a.frame.into(), a.y, 0.0, true);
    if gap <= 1.0 {
        return;
    }
    // A move that was seen ended there. Only to the few heights that platforms come back to can it have gone, and come again.
    if is_same {
        let comes_back = USUAL.iter().any(|usual| (usual - a.y).abs() < SAME);
        if comes_back && gap > REST {
            leg(from + 1.0, a.y, 0.0, false);
        }
        return;
    }
    if speed == way && time <= gap + 1.0 {
        // It goes on until it is there. Only one that moves in that frame too may have rested between.
        let arrival = from + time.min(gap);
        let rests = arrives.is_none_or(|speed| speed == 0.0);
        leg(from, a.y, way, is_one_move);
        leg(arrival, b.y, 0.0, is_one_move && (rests || arrival + CLOSE >= to));
        return;
    }
    if speed < 0.0 && a.y < LOWEST_REST {
        // Into the floor, and out again.
        let down = duration(a.y, SUNK);
        let up = duration(SUNK, b.y);
        if down + up <= gap + 1.0 {
            leg(from, a.y, -SINK, true);
            let slack = gap - down - up;
            let comes = arrives == Some(RISE) && (is_one_move || b.y < LOWEST_REST);
            let ends_there = comes || slack <= CLOSE;
            let rises = if ends_there { to - up } else { from + down + slack / 2.0 };
            leg(from + down, SUNK, 0.0, ends_there);
            leg(rises, SUNK, RISE, ends_there);
            leg(rises + up, b.y, 0.0, ends_there);
            return;
        }
    }
    let start = from;
    // One move, whose start is known if it ends there, or where there is little time for it. A move that was seen on its way to another
    // height ended somewhere.
    if time <= gap + 1.0 {
        let slack = (gap - time).max(0.0);
        let ends_there = arrives == Some(way);
        let is_known = is_one_move && speed == 0.0 && (ends_there || slack <= CLOSE);
        let begin = if ends_there { start + slack } else { start + slack / 2.0 };
        leg(start + 1.0, a.y, 0.0, is_known);
        leg(begin, a.y, way, is_known);
        leg(begin + time, b.y, 0.0, is_known);
    } else {
        // Faster than any platform: unknown.
        leg(start, a.y, (b.y - a.y) / frames(gap), false);
    }
}

/// The legs of a platform after it was last seen.
fn after(last: &Sighting, legs: &mut Vec<Leg>) {
    let frame = f64::from(last.until);
    let mut leg = |frame: f64, y: f32, speed: f32, is_known: bool| {
        legs.push(Leg { frame, y, speed, is_known });
    };
    let speed = last.speeds[1].unwrap_or(0.0);
    leg(last.frame.into(), last.y, 0.0, true);
    leg(frame, last.y, speed, true);
    if last.y < LOWEST_REST && speed != 0.0 {
        let to = if speed < 0.0 { SUNK } else { LOWEST_REST };
        let arrival = frame + duration(last.y, to);
        leg(arrival, to, 0.0, true);
        leg(arrival + 1.0, to, 0.0, false);
    } else if frame < FIRST_MOVE && speed == 0.0 {
        leg(FIRST_MOVE, last.y, 0.0, false);
    } else {
        leg(frame + 1.0, last.y, 0.0, false);
    }
}

#[cfg(test)]
#[path = "fod_heights_tests.rs"]
mod tests;
