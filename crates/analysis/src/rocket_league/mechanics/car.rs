//! A player's cars: how they move, what they are on, and when they jump and dodge.

use ghostreel_formats::rlreplay::project::{BodyRow, ComponentRow, Vec3, World};
use ghostreel_formats::timeline::PlayerIndex;

use super::super::player_action::PlayerAction;
use super::super::samples::Sample;
use super::super::vectors::vector;
use super::axes::Axes;
use super::surface::{Field, Surface};

/// The torques by which a dodge to the side and one forward turn the car, as they are replicated.
const SIDEWAYS: f32 = 260.0;
const FORWARD: f32 = 224.0;
/// So many samples are looked at from one event at most: ten seconds of a recording have fewer.
const MOST_SAMPLES: usize = 512;
/// A flight that lasts longer, in seconds, is no flight.
const LONGEST_FLIGHT: f32 = 10.0;

/// A jump in any form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Jump {
    First,
    Double,
    /// `forward` and `left`: where the car turns to, together of length 1; both 0 if that is not known.
    Dodge {
        forward: f32,
        left: f32,
    },
}

/// A jump, and when it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumped {
    pub(super) frame: u32,
    pub(super) time: f32,
    pub(super) jump: Jump,
}

/// The last time that the wheels were on something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) time: f32,
    pub(super) surface: Surface,
    pub(super) height: f32,
}

/// A player's cars, one after another.
pub(super) struct Car<'a> {
    pub(super) player: PlayerIndex,
    pub(super) jumps: Vec<Jumped>,
    samples: &'a [Sample<'a>],
    surfaces: Vec<Option<Surface>>,
}

impl<'a> Car<'a> {
    pub(super) fn new(
        world: &World,
        player: PlayerIndex,
        samples: &'a [Sample<'a>],
        field: Field,
    ) -> Self {
        let surface = |sample: &Sample<'_>| {
            let Axes { up, .. } = Axes::new(&sample.row.rotation);
            field.surface(vector(&sample.row.position), up)
        };
        let own = world.components.iter().filter(|row| row.player == Some(player));
        Self {
            player,
            jumps: own.filter_map(jumped).collect(),
            samples,
            surfaces: samples.iter().map(surface).collect(),
        }
    }

    /// The place of the last sample until a time.
    pub(super) fn at(&self, time: f32) -> Option<usize> {
        self.samples.partition_point(|sample| sample.row.time <= time).checked_sub(1)
    }

    pub(super) fn row(&self, place: usize) -> Option<&'a BodyRow> {
        self.samples.get(place).map(|sample| sample.row)
    }

    /// The place of the sample before a dodge turns the car.
    pub(super) fn before(&self, jumped: &Jumped) -> Option<usize> {
        let next = self.samples.partition_point(|sample| sample.row.frame < jumped.frame);
        next.checked_sub(1)
    }

    /// The car's rows from a place on, as long as it is the same car, at most so many seconds, each with its place.
    pub(super) fn rows_from(
        &self,
        place: usize,
        seconds: f32,
    ) -> impl Iterator<Item = (usize, &'a BodyRow)> {
        let first = self.row(place);
        let rows = self.samples.iter().map(|sample| sample.row).enumerate().skip(place);
        rows.take(MOST_SAMPLES).take_while(move |(_, row)| {
            first.is_some_and(|first| first.life == row.life && row.time - first.time <= seconds)
        })
    }

    pub(super) fn surface(&self, place: usize) -> Option<Surface> {
        *self.surfaces.get(place)?
    }

    /// When the car's wheels were on something last, until a place. `None` of a car that came into the game in the air.
    pub(super) fn last_contact(&self, place: usize) -> Option<Contact> {
        let last = self.row(place)?;
        for place in (0..=place).rev().take(MOST_SAMPLES) {
            let row = self.row(place)?;
            if row.life != last.life || last.time - row.time > LONGEST_FLIGHT {
                return None;
            }
            if let Some(surface) = self.surface(place) {
                return Some(Contact { time: row.time, surface, height: row.position.z });
            }
        }
        None
    }

    /// The first jump of a flight, before a time.
    pub(super) fn jump_before(&self, time: f32) -> Option<&Jumped> {
        let next = self.jumps.partition_point(|jumped| jumped.time <= time);
        let before = self.jumps.get(..next).unwrap_or_default();
        before.iter().rev().take(16).find(|jumped| jumped.jump == Jump::First)
    }

    /// The player does something with a jump.
    pub(super) fn action(&self, jumped: &Jumped) -> PlayerAction {
        let row = self.before(jumped).and_then(|place| self.row(place));
        let Vec3 { x, y, z } = row.map(|row| row.position.clone()).unwrap_or_default();
        let player = self.player;
        PlayerAction { frame: jumped.frame.into(), time: jumped.time, player, place: [x, y, z] }
    }
}

fn jumped(row: &ComponentRow) -> Option<Jumped> {
    if !row.is_active {
        return None;
    }
    let jump = match &*row.component.as_str() {
        "Jump" => Jump::First,
        "DoubleJump" => Jump::Double,
        "Dodge" => {
            let torque = row.torque.clone().unwrap_or_default();
            let (forward, left) = (torque.y / FORWARD, torque.x / SIDEWAYS);
            let length = forward.hypot(left);
            let of = |part: f32| if length > 0.0 { part / length } else { 0.0 };
            Jump::Dodge { forward: of(forward), left: of(left) }
        }
        _ => return None,
    };
    Some(Jumped { frame: row.frame, time: row.time, jump })
}
