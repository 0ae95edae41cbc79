//! The table `stadium_forms`: which grounds of Pokémon Stadium are there, and how far they are up.
//!
//! A form's ground grows out of the floor: all its heights are multiplied by the same part, from 0.05 to 1, each form at its own pace up to
//! half of its height and all at the same from there. When it goes, it shrinks to 0.05, stays so while the next form comes, and sinks. How long each of it takes is always the same. Files since 3.18
//! record when it begins; in others, the ground that fighters stand on and how high they are on it say so.

use std::sync::LazyLock;

use ghostreel_timeline::{FrameNumber, Schema, TableKind, rows, table_rows};

use super::derived;
use super::stadium_grounds::{GroundLine, STADIUM_GROUND, line_of};
use super::standing::{Standing, standing};
use crate::frame_time::seconds;
use crate::layout::{FIRST_FRAME, StadiumTransformation, command};
use crate::view::View;

rows! {
    /// The grounds of Pokémon Stadium from a frame on.
    pub struct StadiumForms {
        frame: i32, "frame", "Frame, from -123; the timer starts at 0";
        time: f64, "s", "Frame / 60: seconds from the start of the timer";
        announced: u8, "", "Form on the screen: 3 fire, 4 grass, 5 normal, 6 rock, 9 water";
        normal: f32, "", "Part of their height that the usual platforms have, 0 to 1";
        fire: f32, "", "Part of its height that the ground of fire has";
        grass: f32, "", "Part of its height that the ground of grass has";
        rock: f32, "", "Part of its height that the ground of rock has";
        water: f32, "", "Part of its height that the ground of water has";
        blade_x: Option<f32>, "unit", "Where somebody stands on a blade of the windmill of water", null "nobody does";
        blade_y: Option<f32>, "unit", "Where somebody stands on a blade of the windmill of water", null "nobody does";
        is_known: bool, "", "0 where nothing says whether a form is still or already there";
    }
}

table_rows! { StadiumForms: "stadium_forms"; }

pub(super) static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<StadiumForms>(
        "stadium_forms",
        TableKind::Steps,
        Some("time"),
        "which grounds of Pokémon Stadium are there, recorded or inferred from who stands on them",
    )
});

impl derived::Row for StadiumForms {
    fn frame(&self) -> i32 {
        self.frame
    }
}

/// Number of the stage in Game Start.
pub(super) const STAGE: u16 = 3;

/// A form of the stage.
pub(super) struct Form {
    /// Its number in events.
    number: u16,
    /// The first and last of the numbers of its grounds.
    grounds: &'static [(u16, u16)],
}

impl Form {
    pub(super) fn is_of(&self, ground: u16) -> bool {
        self.grounds.iter().any(|range| (range.0..=range.1).contains(&ground))
    }
}

/// The forms, in the order of the columns. Grounds 51 to 54 are at the edge, which never changes.
pub(super) const FORMS: [Form; 5] = [
    Form { number: 5, grounds: &[(34, 36)] },
    Form { number: 3, grounds: &[(0, 18)] },
    Form { number: 4, grounds: &[(19, 33)] },
    Form { number: 6, grounds: &[(37, 50)] },
    Form { number: 9, grounds: &[(55, 70), BLADES[0], BLADES[1]] },
];
const NORMAL: usize = 0;
/// The blades of water's windmill.
const BLADES: [(u16, u16); 2] = [(114, 122), (134, 134)];

/// Ground that is less far above the floor is too near to measure by.
const MEASURABLE: f32 = 2.0;

/// The part of its height that a form has when it begins to come, and when it has gone but not sunk; and from which on all grow as fast.
const LOW: f32 = 0.05;
const HALF: f32 = 0.525;
/// A change, in frames from when the old form begins to go: when it is low, when it begins to sink and has sunk, when the new one has half
/// of its height and when it is all there. Seen in recorded games, to the frame.
const IS_LOW: f64 = 120.0;
const SINKS: f64 = 241.0;
const HAS_SUNK: f64 = 257.0;
const IS_HALF: f64 = 241.0;
const IS_THERE: f64 = 301.0;
/// How long each form takes to half of its height, in frames.
const GROWS: [f64; 5] = [32.5, 60.0, 43.0, 43.0, 7.6];
/// When the first change begins, and how many frames later a form goes again, and the next one comes: about.
const FIRST_CHANGE: f64 = 3940.0;
const STAYS: f64 = 1930.0;
const RETURNS: f64 = 4210.0;
/// No change begins so much earlier than that.
const EARLY: f64 = 80.0;
/// A change whose beginning is known so well is known.
const CLOSE: f64 = 30.0;
/// Parts closer than this are the same.
const SAME: f32 = 0.01;

/// Whether the file records the stage's changes, or their absence.
pub(super) fn is_recorded(view: &View<'_>) -> bool {
    view.payload_sizes().event_size(command::STADIUM_TRANSFORMATION).is_some()
        || view.game_start().is_some_and(|start| start.is_frozen_ps() == Some(true))
}

/// All rows, by frame.
pub(super) fn rows(view: &View<'_>) -> Vec<StadiumForms> {
    let ways = if is_recorded(view) { recorded(view) } else { inferred(view) };
    let mut blades = blades(view).peekable();
    let mut rows: Vec<StadiumForms> = Vec::new();
    let mut ways = ways;
    let mut frames = view.frames().characters.iter().map(|character| character.frame).peekable();
    while let Some(frame) = frames.next() {
        if frames.peek() == Some(&frame) {
            continue;
        }
        while blades.next_if(|blade| blade.frame < frame).is_some() {}
        let blade = blades.peek().filter(|blade| blade.frame == frame);
        let row = ways.at(frame, blade.map(|blade| (blade.x, blade.y)));
        if rows.last().is_none_or(|last| !row.is_as(last)) {
            rows.push(row);
        }
    }
    rows
}

impl StadiumForms {
    /// Whether nothing but the time is different.
    fn is_as(&self, other: &Self) -> bool {
        let bits = |row: &Self| {
            let parts = [row.normal, row.fire, row.grass, row.rock, row.water].map(f32::to_bits);
            (parts, [row.blade_x, row.blade_y].map(|place| place.map(f32::to_bits)))
        };
        let said = |row: &Self| (row.announced, row.is_known);
        bits(self) == bits(other) && said(self) == said(other)
    }
}

pub(super) fn is_blade(ground: u16) -> bool {
    BLADES.iter().any(|range| (range.0..=range.1).contains(&ground))
}

fn blades(view: &View<'_>) -> impl Iterator<Item = Standing> {
    standing(view).filter(|feet| feet.ground.is_some_and(is_blade))
}

/// From a frame on, the part of its height that a form has, and how much more it is each frame.
#[derive(Clone, Copy, Debug)]
struct Leg {
    frame: f64,
    part: f32,
    speed: f32,
}

/// The motion that all forms share.
#[derive(Clone, Debug)]
struct Ways {
    forms: [Vec<Leg>; 5],
    /// From which frame on which form is announced, and whether its presence is known.
    announced: Vec<(i32, usize)>,
    known: Vec<(i32, bool)>,
    /// How many legs have begun at the frame asked for last.
    passed: [usize; 5],
}

impl Ways {
    fn new() -> Self {
        let mut forms: [Vec<Leg>; 5] = Default::default();
        if let Some(normal) = forms.get_mut(NORMAL) {
            normal.push(Leg { frame: FIRST_FRAME.into(), part: 1.0, speed: 0.0 });
        }
        Self {
            forms,
            announced: vec![(FIRST_FRAME, NORMAL)],
            known: vec![(FIRST_FRAME, true)],
            passed: [0; 5],
        }
    }

    /// A form goes from a part of its height to another.
    fn go(&mut self, form: usize, [from, to]: [f32; 2], frame: f64, frames: f64) {
        let Some(legs) = self.forms.get_mut(form) else { return };
        legs.retain(|leg| leg.frame < frame);
        #[allow(clippy::cast_possible_truncation, reason = "a few hundred")]
        let speed = (to - from) / frames as f32;
        legs.push(Leg { frame, part: from, speed });
        legs.push(Leg { frame: frame + frames, part: to, speed: 0.0 });
    }

    /// A form begins to go.
    fn fall(&mut self, form: usize, frame: f64) {
        self.go(form, [1.0, LOW], frame, IS_LOW);
    }

    /// The rest of a form sinks.
    fn sink(&mut self, form: usize, frame: f64) {
        self.go(form, [LOW, 0.0], frame, HAS_SUNK - SINKS);
    }

    /// A form comes out of the floor, as slowly as others sink, before it begins to grow.
    fn emerge(&mut self, form: usize, grows: f64) {
        let sinks = HAS_SUNK - SINKS;
        self.go(form, [0.0, LOW], grows - sinks, sinks);
    }

    /// A form begins to grow.
    fn rise(&mut self, form: usize, frame: f64) {
        let half = frame + grows(form);
        self.go(form, [LOW, HALF], frame, grows(form));
        self.go(form, [HALF, 1.0], half, IS_THERE - IS_HALF);
    }

    /// Whether a form is there, or about to be.
    fn is_up(&self, form: usize) -> bool {
        self.forms.get(form).and_then(|legs| legs.last()).is_some_and(|leg| leg.part > 0.0)
    }

    /// Frames are asked for in order.
    fn at(&mut self, frame: i32, blade: Option<(f32, f32)>) -> StadiumForms {
        let mut parts = [0.0; 5];
        for ((legs, passed), part) in self.forms.iter().zip(&mut self.passed).zip(&mut parts) {
            while legs.get(*passed).is_some_and(|leg| leg.frame <= f64::from(frame)) {
                *passed = passed.saturating_add(1);
            }
            let leg = passed.checked_sub(1).and_then(|index| legs.get(index));
            *part = leg.map_or(0.0, |leg| leg.part_at(frame));
        }
        let [normal, fire, grass, rock, water] = parts;
        let announced = last(&self.announced, frame).unwrap_or(NORMAL);
        let (blade_x, blade_y) = blade.unzip();
        StadiumForms {
            frame,
            time: seconds(FrameNumber(frame)),
            announced: FORMS.get(announced).map_or(0, |form| form.number.to_le_bytes()[0]),
            normal,
            fire,
            grass,
            rock,
            water,
            blade_x,
            blade_y,
            is_known: last(&self.known, frame).unwrap_or(true),
        }
    }
}

fn last<T: Copy>(changes: &[(i32, T)], frame: i32) -> Option<T> {
    let after = changes.partition_point(|change| change.0 <= frame);
    changes.get(after.checked_sub(1)?).map(|change| change.1)
}

impl Leg {
    #[allow(clippy::cast_possible_truncation, reason = "frames of a game")]
    fn part_at(&self, frame: i32) -> f32 {
        (self.part + self.speed * (f64::from(frame) - self.frame) as f32).clamp(0.0, 1.0)
    }
}

/// Steps: 2 begins, 3 on the screen, 4 the old ground goes, 5 the new one comes, 6 the old one sinks, 0 over.
fn recorded(view: &View<'_>) -> Ways {
    let mut ways = Ways::new();
    let mut old = NORMAL;
    let mut latest = i32::MIN;
    for event in view.rows::<StadiumTransformation>() {
        let next =
            FORMS.iter().position(|form| form.number == event.transformation).unwrap_or(NORMAL);
        // Only a damaged file goes back in time here.
        if event.frame < latest {
            continue;
        }
        latest = event.frame;
        ways.announced.push((event.frame, next));
        let frame = f64::from(event.frame);
        match event.event {
            4 => ways.fall(old, frame),
            5 => ways.rise(next, frame),
            6 if old != next => ways.sink(old, frame),
            0 => {
                if old != next && ways.is_up(old) {
                    ways.sink(old, frame);
                }
                if !ways.is_up(next) {
                    ways.go(next, [1.0, 1.0], frame, 1.0);
                }
                old = next;
            }
            _ => {}
        }
    }
    ways
}

fn grows(form: usize) -> f64 {
    GROWS.get(form).copied().unwrap_or(0.0)
}

/// When a form begins to come, in frames from when the old one begins to go.
fn comes(form: usize) -> f64 {
    IS_HALF - grows(form)
}

/// When a form that comes has a part of its height, in frames from when the old one begins to go.
fn has_come(form: usize, part: f32) -> f64 {
    let missing = |to: f32, from: f32| f64::from((to - part) / (to - from));
    match part < HALF {
        true => IS_HALF - grows(form) * missing(HALF, LOW),
        false => IS_THERE - (IS_THERE - IS_HALF) * missing(1.0, HALF),
    }
}

/// A form's ground was stood on.
#[derive(Clone, Copy, Debug)]
struct Sighting {
    frame: i32,
    form: usize,
    /// The part of its height that it had, if it is known.
    part: Option<f32>,
}

fn sighting(feet: &Standing) -> Option<Sighting> {
    let Some(ground) = feet.ground else { return sighting_by_height(feet) };
    let form = FORMS.iter().position(|form| form.is_of(ground))?;
    let line = line_of(ground).filter(|line| is_measurable(line));
    let part = line.map(|line| feet.y / line.left[1]);
    Some(Sighting { frame: feet.frame, form, part: part.map(|part| part.clamp(0.0, 1.0)) })
}

/// Whether the height of feet on a line says how much of its form is there.
fn is_measurable(line: &GroundLine) -> bool {
    line.is_flat() && line.left[1] >= MEASURABLE
}

/// In files before 2.0 the height says which ground it is, once the ground is all there.
fn sighting_by_height(feet: &Standing) -> Option<Sighting> {
    let is_on = |line: &&GroundLine| {
        let [x, height] = line.left;
        is_measurable(line)
            && (x..=line.right[0]).contains(&feet.x)
            && (feet.y - height).abs() < SAME
    };
    let mut surfaces = STADIUM_GROUND.iter().filter(is_on);
    let ground = surfaces.next()?.id;
    if surfaces.next().is_some() {
        return None;
    }
    sighting(&Standing { ground: Some(ground), ..*feet })
}

/// A time in which a form is there, by its sightings.
#[derive(Clone, Debug)]
struct Stay {
    form: usize,
    sightings: Vec<Sighting>,
}

impl Stay {
    /// The first and the last of equal sightings are kept.
    fn add(&mut self, seen: Sighting) {
        let says_as = |other: &Sighting| match (seen.part, other.part) {
            (None, None) => true,
            (Some(a), Some(b)) => (a - b).abs() < SAME && a > 1.0 - SAME,
            _ => false,
        };
        let latest = self.sightings.len().saturating_sub(4);
        let latest = self.sightings.get_mut(latest..).unwrap_or_default();
        let mut same = latest.iter_mut().rev().filter(|other| says_as(other));
        match (same.next(), same.next()) {
            (Some(last), Some(_)) => *last = seen,
            _ => self.sightings.push(seen),
        }
    }
}

fn stays(view: &View<'_>) -> Vec<Stay> {
    let first = Sighting { frame: FIRST_FRAME, form: NORMAL, part: Some(1.0) };
    let mut now = Stay { form: NORMAL, sightings: vec![first] };
    let mut stays: Vec<Stay> = Vec::new();
    for seen in standing(view).filter_map(|feet| sighting(&feet)) {
        // The old form is there for some time after the new one was first stood on.
        let since = now.sightings.first().map_or(FIRST_FRAME, |first| first.frame);
        let is_new = f64::from(seen.frame) - f64::from(since) < HAS_SUNK;
        if seen.form == now.form {
            now.add(seen);
        } else if let Some(old) = stays.last_mut().filter(|old| old.form == seen.form && is_new) {
            old.add(seen);
        } else {
            let next = Stay { form: seen.form, sightings: vec![seen] };
            stays.push(std::mem::replace(&mut now, next));
        }
    }
    stays.push(now);
    stays
}

/// The evidence of sightings about when a change began.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    exact: Option<f64>,
    earliest: f64,
    latest: f64,
}

impl Beginning {
    /// Between two stays; since `there`, the old form is all there.
    fn new(old: &Stay, there: f64, new: &Stay) -> Self {
        let mut beginning = Self { exact: None, earliest: there, latest: f64::MAX };
        let is_there = |seen: &&Sighting| f64::from(seen.frame) > there;
        old.sightings.iter().filter(is_there).for_each(|seen| beginning.before(seen));
        new.sightings.iter().for_each(|seen| beginning.after(seen));
        beginning
    }

    /// The old form was seen.
    fn before(&mut self, seen: &Sighting) {
        let frame = f64::from(seen.frame);
        let (from, to) = match seen.part {
            None => (HAS_SUNK, f64::MIN),
            Some(part) if part > 1.0 - SAME => (0.0, f64::MIN),
            Some(part) if part > LOW + SAME => {
                self.exact = self.exact.or(Some(frame - IS_LOW * gone(part)));
                return;
            }
            Some(part) if part > LOW - SAME => (SINKS, IS_LOW),
            Some(_) => (HAS_SUNK, SINKS),
        };
        self.earliest = self.earliest.max(frame - from);
        self.latest = self.latest.min(frame - to);
    }

    /// The new form was seen.
    fn after(&mut self, seen: &Sighting) {
        let frame = f64::from(seen.frame);
        let since = match seen.part {
            Some(part) if part > 1.0 - SAME => IS_THERE,
            // One that goes again says nothing about how it came.
            Some(part) if part > LOW + SAME && frame - self.earliest < IS_THERE + SINKS => {
                self.exact = self.exact.or(Some(frame - has_come(seen.form, part)));
                return;
            }
            _ => comes(seen.form),
        };
        self.latest = self.latest.min(frame - since);
    }

    /// The likeliest frame, by when it usually is.
    fn best(&self, usual: f64) -> f64 {
        self.exact.unwrap_or_else(|| usual.min(self.latest).max(self.earliest))
    }

    fn is_known(&self) -> bool {
        self.exact.is_some() || self.latest - self.earliest < CLOSE
    }
}

/// How much of its way a form has gone, 0 when it is all there and 1 when it is low.
fn gone(part: f32) -> f64 {
    f64::from((1.0 - part) / (1.0 - LOW))
}

fn inferred(view: &View<'_>) -> Ways {
    let mut ways = Ways::new();
    let stays = stays(view);
    let mut usual = FIRST_CHANGE;
    let mut there = f64::from(FIRST_FRAME);
    for pair in stays.windows(2) {
        let [old, new] = pair else { continue };
        let beginning = Beginning::new(old, there, new);
        let begins = beginning.best(usual);
        ways.fall(old.form, begins);
        ways.sink(old.form, begins + SINKS);
        ways.emerge(new.form, begins + comes(new.form));
        ways.rise(new.form, begins + comes(new.form));
        ways.announced.push((ceil(begins), new.form));
        if !beginning.is_known() {
            ways.known.push((ceil(beginning.earliest), false));
        }
        let first = new.sightings.first().map_or(FIRST_FRAME, |seen| seen.frame);
        ways.known.push((first, true));
        there = begins + IS_THERE;
        usual = begins + if new.form == NORMAL { RETURNS } else { STAYS };
    }
    let last =
        stays.last().and_then(|stay| stay.sightings.last()).map_or(FIRST_FRAME, |seen| seen.frame);
    ways.known.push((ceil(usual - EARLY).max(last.saturating_add(1)), false));
    ways
}

/// The lines that each form has above and under the floor, by its number in events.
pub fn stadium_forms_ground() -> impl Iterator<Item = (u16, &'static GroundLine)> {
    STADIUM_GROUND.iter().filter_map(|line| {
        let form = FORMS.iter().find(|form| form.is_of(line.id))?;
        Some((form.number, line))
    })
}

#[allow(clippy::cast_possible_truncation, reason = "frames fit")]
fn ceil(frame: f64) -> i32 {
    frame.ceil() as i32
}

#[cfg(test)]
#[path = "stadium_forms_tests.rs"]
mod tests;
