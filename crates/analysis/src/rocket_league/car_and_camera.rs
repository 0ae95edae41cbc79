//! The car and camera that players bring to a match.

use ghostreel_formats::rlreplay::project::World;
use ghostreel_formats::timeline::PlayerIndex;
use serde::Serialize;

/// The name of a car by the product id of its body: those in ballchasing's results and the hitbox table of subtr-actor.
pub(super) const fn car_name(body: u32) -> Option<&'static str> {
    Some(match body {
        21 => "Backfire",
        22 => "Breakout",
        23 => "Octane",
        24 => "Paladin",
        25 => "Road Hog",
        27 => "Sweet Tooth",
        28 => "X-Devil",
        29 => "Hotshot",
        30 => "Merc",
        31 => "Venom",
        403 => "Dominus",
        803 => "Batmobile",
        4284 => "Fennec",
        _ => return None,
    })
}

/// Sensitivity of steering where the replay has none: the game's default.
pub(super) const STEERING: f32 = 1.0;

/// A player's camera. Angles in degrees, lengths in uu.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "named as ballchasing's; see docs/stats/rocket-league.md")]
pub struct Camera {
    pub fov: f32,
    pub height: f32,
    pub pitch: f32,
    pub distance: f32,
    pub stiffness: f32,
    pub swivel_speed: f32,
    pub transition_speed: f32,
}

impl Default for Camera {
    /// The game's default.
    fn default() -> Self {
        Self {
            fov: 90.0,
            height: 100.0,
            pitch: -3.0,
            distance: 260.0,
            stiffness: 0.3,
            swivel_speed: 2.5,
            transition_speed: 1.0,
        }
    }
}

impl Camera {
    /// The player's last camera settings.
    pub(super) fn new(world: &World, player: usize) -> Self {
        let player = PlayerIndex::at(player);
        let last = world.cameras.iter().rev().find(|row| row.player == player && row.fov > 0.0);
        last.map_or_else(Self::default, |row| Self {
            fov: row.fov,
            height: row.height,
            pitch: row.pitch,
            distance: row.distance,
            stiffness: row.stiffness,
            swivel_speed: row.swivel_speed,
            transition_speed: row.transition_speed.unwrap_or_default(),
        })
    }
}
