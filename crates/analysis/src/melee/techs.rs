//! What a player did when knocked down: the techs, what followed a missed one, and how often it was punished.

use serde::Serialize;

use super::fighter::Post;
use super::states::{self, *};

/// An option counts as punished if the player is hit or grabbed this many frames after it began, or sooner.
const PUNISH_FRAMES: u32 = 60;

/// How often an option was taken, and how often that was punished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TechTotals {
    /// How often it was taken.
    pub count: u32,
    /// Times that the player was hit or grabbed within 60 frames from its start.
    pub punished: u32,
}

/// Options on being knocked down, or into a wall or ceiling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Techs {
    /// Tech in place.
    pub in_place: TechTotals,
    /// Tech towards the nearest opponent.
    pub towards: TechTotals,
    /// Tech away from the nearest opponent.
    pub away: TechTotals,
    /// No tech: on the floor.
    pub missed: TechTotals,
    /// Tech on a wall.
    pub wall: TechTotals,
    /// Tech on a wall with a jump.
    pub wall_jump: TechTotals,
    /// Tech on a ceiling.
    pub ceiling: TechTotals,
    /// Against a wall without a tech.
    pub missed_wall: TechTotals,
    /// From the floor: standing up.
    pub get_up: TechTotals,
    /// From the floor: attack.
    pub get_up_attack: TechTotals,
    /// From the floor: roll towards the nearest opponent.
    pub roll_towards: TechTotals,
    /// From the floor: roll away from the nearest opponent.
    pub roll_away: TechTotals,
}

/// Selects the totals of one option.
type Select = fn(&mut Techs) -> &mut TechTotals;

/// Counts [`Techs`].
#[derive(Clone, Debug, Default)]
pub(crate) struct TechCounter {
    pub(crate) techs: Techs,
    /// The option last taken, and the frames since.
    last: Option<(Select, u32)>,
}

impl TechCounter {
    /// Takes in the next frame. `began`: whether an action begins in it.
    pub(crate) fn frame(&mut self, now: &Post, began: bool, opponent: Option<&Post>) {
        if let Some((select, frames)) = self.last {
            let frames = frames.saturating_add(1);
            if states::is_punished(now.state) {
                let option = select(&mut self.techs);
                option.punished = option.punished.saturating_add(1);
                self.last = None;
            } else {
                self.last = (frames < PUNISH_FRAMES).then_some((select, frames));
            }
        }
        if let Some(select) = option(now, opponent).filter(|_| began) {
            let option = select(&mut self.techs);
            option.count = option.count.saturating_add(1);
            self.last = Some((select, 0));
        }
    }
}

/// The option that an action state stands for.
fn option(now: &Post, opponent: Option<&Post>) -> Option<Select> {
    let faces = opponent.is_none_or(|opponent| now.faces(opponent));
    Some(match now.state {
        TECH_NEUTRAL => |techs| &mut techs.in_place,
        TECH_FORWARD | TECH_BACKWARD if (now.state == TECH_FORWARD) == faces => {
            |techs| &mut techs.towards
        }
        TECH_FORWARD | TECH_BACKWARD => |techs| &mut techs.away,
        TECH_WALL => |techs| &mut techs.wall,
        TECH_WALL_JUMP => |techs| &mut techs.wall_jump,
        TECH_CEILING => |techs| &mut techs.ceiling,
        WALL_BONK => |techs| &mut techs.missed_wall,
        DOWN_BOUND_U | DOWN_BOUND_D => |techs| &mut techs.missed,
        DOWN_STAND_U | DOWN_STAND_D => |techs| &mut techs.get_up,
        DOWN_ATTACK_U | DOWN_ATTACK_D => |techs| &mut techs.get_up_attack,
        DOWN_FORWARD_U | DOWN_FORWARD_D if faces => |techs| &mut techs.roll_towards,
        DOWN_BACK_U | DOWN_BACK_D if !faces => |techs| &mut techs.roll_towards,
        DOWN_FORWARD_U | DOWN_FORWARD_D | DOWN_BACK_U | DOWN_BACK_D => |techs| &mut techs.roll_away,
        _ => return None,
    })
}
