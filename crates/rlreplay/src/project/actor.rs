//! The known state of a living actor.

use super::roles::ActorKind;
use super::rows::{CameraRow, Vec3};
use crate::attributes::{UniqueId, Vector};
use crate::layout::Text;

/// The known state of a living actor.
#[derive(Clone, Debug, Default)]
pub(super) struct Actor {
    pub(super) kind: ActorKind,
    /// Its object: an index in the table of objects.
    pub(super) object: i32,
    /// Its name: an index in the table of names. An actor with the same object and name is the same actor.
    pub(super) name_index: Option<i32>,
    /// Its row of the table `actors`.
    pub(super) row: usize,
    /// Frame in which it appeared last, in a keyframe or otherwise.
    pub(super) spawned: u32,
    /// The car of a component, the player of a car or a camera, the team of a player, the car that has a pickup.
    pub(super) link: Option<u16>,
    /// The row of the table `players`: of a player's entry; of a car or a camera once its player is gone.
    pub(super) player: Option<usize>,
    pub(super) entry: Entry,
    /// For a car.
    pub(super) input: Input,
    pub(super) position: Option<Vec3>,
    /// For a car, the velocities of the last demolition that was sent for it.
    pub(super) demolition: Option<[Vector; 2]>,
    /// For a boost component: the boost in the tank, once sent.
    pub(super) amount: Option<u8>,
    /// For a boost component: how often boost was given to it.
    pub(super) grants: u8,
    /// For a component: whether it acts.
    pub(super) is_active: bool,
    /// For a dodge: which way it turns the car, once sent.
    pub(super) torque: Option<Vec3>,
    /// For a camera.
    pub(super) camera: CameraRow,
    /// For a pickup: the last counter, or whether it was gone.
    pub(super) pickup: Option<u8>,
    /// Whether something changed in this frame that makes a row.
    pub(super) is_changed: bool,
}

/// A player's entry in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) id: UniqueId,
    pub(super) has_id: bool,
    pub(super) name: Text,
    /// Whether the id or the name was sent since the player's row was last searched.
    pub(super) is_new: bool,
    pub(super) is_bot: bool,
    /// Sensitivity of steering, once sent.
    pub(super) steering: Option<f32>,
    /// Product ids of the car's body, as blue and as orange.
    pub(super) bodies: [Option<u32>; 2],
    /// Score, goals, assists, saves and shots, once sent.
    pub(super) points: [Option<i32>; 5],
}

/// A player's controls of a car.
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
    /// A keyframe sends it again. Properties that follow are set again, and all others are at their defaults.
    pub(super) fn reset(&mut self) {
        self.input = Input::default();
        self.is_active = false;
        self.amount = self.amount.map(|_| 0);
        self.camera = CameraRow::default();
    }
}
