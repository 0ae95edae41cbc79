//! What is known of an actor that is alive.

use super::roles::ActorKind;
use super::rows::{CameraRow, Triple};
use crate::attributes::{UniqueId, Vector};
use crate::layout::Text;

/// What is known of an actor that is alive.
#[derive(Clone, Debug, Default)]
pub(super) struct Actor {
    pub(super) kind: ActorKind,
    /// What it is, and its name, which tell whether an actor that appears is one that was there.
    pub(super) object: i32,
    pub(super) name_index: Option<i32>,
    /// Its row of the table `actors`.
    pub(super) row: usize,
    /// Frame in which it was last said that it is there.
    pub(super) spawned: u32,
    /// The car of a component, the player of a car or a camera, the team of a player, the car that has a pickup.
    pub(super) link: Option<u16>,
    /// The row of the table `players`: of a player's entry; of a car or a camera once its player is gone.
    pub(super) player: Option<usize>,
    pub(super) entry: Entry,
    /// For a car.
    pub(super) input: Input,
    pub(super) position: Option<Triple>,
    /// For a car, the last demolition that was told of it.
    pub(super) demolition: Option<[Vector; 2]>,
    /// For a boost component: what is in the tank, once told.
    pub(super) amount: Option<u8>,
    /// And how often something was given to it.
    pub(super) grants: u8,
    /// For a component: whether it acts.
    pub(super) is_active: bool,
    /// For a camera.
    pub(super) camera: CameraRow,
    /// For a pickup: the last counter, or whether it was gone.
    pub(super) pickup: Option<u8>,
    /// Something changed in this frame that makes a row.
    pub(super) is_changed: bool,
}

/// A player's entry in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) id: UniqueId,
    pub(super) has_id: bool,
    pub(super) name: Text,
    /// Whether the id or the name was told of since the player was looked for.
    pub(super) is_new: bool,
    pub(super) is_bot: bool,
    /// Sensitivity of steering, once told.
    pub(super) steering: Option<f32>,
    /// Product ids of the car's body, as blue and as orange.
    pub(super) bodies: [Option<u32>; 2],
    /// Score, goals, assists, saves and shots, as far as told.
    pub(super) points: [Option<i32>; 5],
}

/// What a player does to a car.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub(super) throttle: u8,
    pub(super) steer: u8,
    pub(super) handbrake: bool,
}

impl Default for Input {
    /// Nothing is pressed.
    fn default() -> Self {
        Self { throttle: Self::NEUTRAL, steer: Self::NEUTRAL, handbrake: false }
    }
}

impl Input {
    pub(super) const NEUTRAL: u8 = 128;
}

impl Actor {
    /// Everything is said again of it in a keyframe; what is not is at its default.
    pub(super) fn reset(&mut self) {
        self.input = Input::default();
        self.is_active = false;
        self.amount = self.amount.map(|_| 0);
        self.camera = CameraRow::default();
    }
}
