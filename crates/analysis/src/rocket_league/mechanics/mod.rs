//! Mechanics: what players do with dodges, with the walls, and with the ball in the air. `docs/stats/rocket-league.md` defines them.

mod axes;
mod bounces;
mod car;
mod dodges;
mod flicks;
mod in_the_air;
mod kinds;
mod resets;
mod surface;

use ghostreel_formats::rlreplay::arena::has_standard_field;
use ghostreel_formats::rlreplay::project::World;
use ghostreel_formats::timeline::PlayerIndex;
use serde::Serialize;

use self::bounces::Bounces;
use self::car::Car;
pub use self::kinds::MechanicKind;
use self::surface::Field;
use super::player_action::PlayerAction;
use super::samples::Sample;
use super::touches::Touch;
use crate::order::sorted;

/// Where a flick's dodge turns the car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FlickDirection {
    /// Forward.
    Front,
    /// Between forward and a side.
    Diagonal,
    /// To a side.
    Side,
    /// Backward.
    Back,
    /// Backward, after the car was turned away from where it goes: the ball goes on that way.
    Reverse,
}

impl FlickDirection {
    /// As players say it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Diagonal => "diagonal",
            Self::Side => "side",
            Self::Back => "back",
            Self::Reverse => "reverse",
        }
    }
}

/// A player shows a mechanic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Mechanic {
    /// When and who. Of a dodge, when it begins and where the car is; of a touch, the touch and where the ball is. A reset is when the
    /// wheels touch the ball, and an air dribble begins with its first touch.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// Which.
    pub kind: MechanicKind,
    /// Of a flick, which way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<FlickDirection>,
    /// Of an air dribble, how many touches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touches: Option<u32>,
    /// Of an air dribble, the time of its last touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time: Option<f32>,
}

impl Mechanic {
    fn new(kind: MechanicKind, action: PlayerAction) -> Self {
        Self { action, kind, direction: None, touches: None, end_time: None }
    }

    /// The touch itself is the mechanic.
    fn touch(kind: MechanicKind, touch: &Touch) -> Self {
        let Touch { frame, time, player, place, .. } = *touch;
        Self::new(kind, PlayerAction { frame, time, player, place })
    }
}

/// All of a match, by time. On other fields than the standard one, those that need walls are not looked for.
pub(super) fn mechanics(
    world: &World,
    map: &str,
    samples: &[Vec<Sample<'_>>],
    touches: &[Touch],
) -> Vec<Mechanic> {
    let field = if has_standard_field(map) { Field::Standard } else { Field::Other };
    let car = |(player, samples)| Car::new(world, PlayerIndex::at(player), samples, field);
    let cars: Vec<Car<'_>> = samples.iter().map(Vec::as_slice).enumerate().map(car).collect();
    let mut all = Vec::new();
    for car in &cars {
        let own: Vec<&Touch> = touches.iter().filter(|touch| touch.player == car.player).collect();
        all.extend(dodges::of(car, &own));
        all.extend(flicks::of(car, world, &own));
        if field == Field::Standard {
            all.extend(resets::of(car, world));
        }
    }
    if field == Field::Standard {
        all.extend(in_the_air::of(&cars, world, &Bounces::new(world), touches));
    }
    sorted(all, |mechanic| mechanic.action.time.into())
}

#[cfg(test)]
mod tests;
