//! Omissions of a replay: bombs that a blade went through, walls that the head was in, notes that were let pass and yet cut. Worth a look, and no
//! finding: tracking that is lost for a moment does the same.

use ghostreel_beatmap::flight::{Neighbours, NoteFlight, Vector, is_of_game, lane};
use ghostreel_beatmap::{Beatmap, Wall, WallSides};
use ghostreel_formats::bsor::{EventType, Note, View};
use ghostreel_formats::core::work::Budget;
use serde::Serialize;

use super::super::frames::Frames;
use super::hit_box::apart_from_blade;
use super::limits;
use super::play::Play;
use crate::beat_saber::Hand;

/// Metres of a bomb's radius.
const BOMB_RADIUS_M: f64 = 0.18;
/// Seconds around a bomb's time in which a blade may reach it.
const AROUND_BOMB_S: f32 = 0.15;

/// Units of work to find the frames around a time.
const SEARCH: usize = 32;

/// A kind of omission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OmissionKind {
    /// A blade went through a bomb, and there is no event of it; by the metres that it was inside.
    Bomb,
    /// The head was in a wall, and there is no event of it; by the metres that it was inside.
    Wall,
    /// A note counts as missed, and its blade went through it the right way; by the metres that it was inside.
    Miss,
}

impl OmissionKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bomb, Self::Wall, Self::Miss];

    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bomb => "bomb",
            Self::Wall => "wall",
            Self::Miss => "miss",
        }
    }
}

/// A bomb or wall that was met without an event of it. One that was met deep enough is worth a look; any counts as a mistake where points are confirmed.
pub(super) struct Contact {
    pub(super) omission: Omission,
    pub(super) is_deep: bool,
}

/// Something of the map that a replay has no event of, or another one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Omission {
    /// Its kind.
    pub what: OmissionKind,
    /// When it is due in the map, in seconds of the song.
    pub time: f32,
    /// Which note of the file, from 0; `None` of bombs and walls.
    pub note: Option<usize>,
    /// In which frame of the file it shows most.
    pub frame: Option<u32>,
    /// By how much.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub by: f64,
}

/// Bombs that a blade went through.
pub(super) fn bombs(
    view: &View<'_>,
    beatmap: &Beatmap,
    neighbours: &Neighbours<'_>,
    play: &Play,
    frames: &Frames<'_>,
    work: &Budget,
) -> Vec<Contact> {
    if !play.has_bombs {
        return Vec::new();
    }
    let is_bomb = |note: &Note| note.event_type() == Some(EventType::Bomb);
    let mut hit: Vec<f32> =
        view.notes().iter().filter(is_bomb).map(|note| note.head.spawn_time).collect();
    hit.sort_by(f32::total_cmp);
    let mut omissions = Vec::new();
    for bomb in beatmap.bombs.iter().take_while(|_| work.spend(SEARCH)) {
        let time_s = bomb.cell.time_s;
        let near = hit.partition_point(|time| *time < time_s - 0.01);
        let (raised_m, slack_m) = (play.raised_m(time_s.into()), play.slack_m(time_s.into()));
        let is_recorded = hit.get(near).is_some_and(|time| *time <= time_s + 0.01);
        if is_recorded || !is_of_game(bomb.cell.line, bomb.cell.layer) {
            continue;
        }
        let path = NoteFlight::of_bomb(&bomb.cell, &neighbours.around_bomb(bomb.cell), raised_m);
        let mut deepest = (limits::TOUCH + slack_m, None);
        for place in frames.from(time_s - AROUND_BOMB_S)..frames.len() {
            let Some(frame) = frames.get(place).filter(|_| work.spend(2)) else { break };
            if frame.time > time_s + AROUND_BOMB_S {
                break;
            }
            let center =
                path.center(&play.paces, frame.time.into(), Vector::of(frame.head.position));
            for hand in [Hand::Left, Hand::Right] {
                let Some(blade) = frames.blade(place, hand) else { continue };
                let depth = BOMB_RADIUS_M - apart_from_blade(center, blade);
                if depth > deepest.0 {
                    deepest = (depth, frames.in_file(place));
                }
            }
        }
        if let (by, frame @ Some(_)) = deepest
            && omissions.len() < limits::LISTED
        {
            let omission =
                Omission { what: OmissionKind::Bomb, time: time_s, note: None, frame, by };
            omissions.push(Contact { omission, is_deep: by > limits::BOMB_DEPTH + slack_m });
        }
    }
    omissions
}

/// Walls that the head was in.
pub(super) fn walls(
    view: &View<'_>,
    beatmap: &Beatmap,
    play: &Play,
    frames: &Frames<'_>,
    work: &Budget,
) -> Vec<Contact> {
    if !play.has_walls {
        return Vec::new();
    }
    // A head is in one wall at a time, whichever is recorded: any event around will do.
    let mut hit: Vec<f32> = view.walls().iter().map(|wall| wall.event_time()).collect();
    hit.sort_by(f32::total_cmp);
    let mut omissions = Vec::new();
    for wall in beatmap.walls.iter().take_while(|_| work.spend(SEARCH)) {
        if wall.is_harmless || !is_usual(wall) {
            continue;
        }
        let sides = wall.sides();
        let time_s = wall.cell.time_s;
        let (from, until) =
            (time_s + limits::WALL_SECONDS, time_s + wall.duration_s - limits::WALL_SECONDS);
        let first = hit.partition_point(|time| *time < time_s - 1.0);
        if hit.get(first).is_some_and(|time| *time <= time_s + wall.duration_s + 1.0) {
            continue;
        }
        let (raised_m, slack_m) = (play.raised_m(time_s.into()), play.slack_m(time_s.into()));
        let mut deepest = (limits::TOUCH + slack_m, None);
        let lane = lane(wall.cell.rotation);
        for at in frames.from(from)..frames.len() {
            let Some(frame) = frames.get(at).filter(|_| work.spend(1)) else { break };
            if frame.time > until {
                break;
            }
            let head = Vector::of(frame.head.position);
            let head = lane.map_or(head, |lane| lane.turn_back(head));
            let depth = depth(&sides, head, raised_m);
            if depth > deepest.0 {
                deepest = (depth, frames.in_file(at));
            }
        }
        if let (by, frame @ Some(_)) = deepest
            && omissions.len() < limits::LISTED
        {
            let omission =
                Omission { what: OmissionKind::Wall, time: time_s, note: None, frame, by };
            omissions.push(Contact { omission, is_deep: by > limits::WALL_DEPTH + slack_m });
        }
    }
    omissions
}

/// Whether a wall is one of the game's own: mods have walls of any size.
fn is_usual(wall: &Wall) -> bool {
    (-4..8).contains(&wall.cell.line)
        && (1..=8).contains(&wall.width)
        && (0..3).contains(&wall.cell.layer)
        && (1..=5).contains(&wall.height)
}

/// How deep a head is inside a wall; 0 or below if it is not.
fn depth(sides: &WallSides, head: Vector, raised_m: f64) -> f64 {
    let raised = if sides.bottom > 0.0 { raised_m } else { 0.0 };
    let gaps = [
        head.x - sides.left,
        sides.right - head.x,
        head.y - sides.bottom - raised,
        sides.top + raised - head.y,
    ];
    gaps.into_iter().fold(f64::INFINITY, f64::min)
}
