//! The reactions of a player to being knocked down: the techs, what followed a missed one, and how often it was punished.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::fighter::Post;
use super::states::{self, *};
use crate::sheet::Cell;
use crate::statistics::statistics;

/// An option counts as punished if the player is hit or grabbed this many frames after it began, or sooner.
const PUNISH_FRAMES: u32 = 60;

rows! {
    /// How often an option was taken, and how often that was punished.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct TechTotals {
        count: u32, "", "How often it was taken";
        punished: u32, "", "Times that the player was hit or grabbed within 60 frames from its start";
    }
}

statistics! {
    /// Options on being knocked down, or into a wall or ceiling.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Techs {
        in_place: TechTotals, "", "Tech in place"
            => IN_PLACE "In place" (taken) part;
        towards: TechTotals, "", "Tech towards the nearest opponent"
            => TOWARDS "Towards" (taken) part;
        away: TechTotals, "", "Tech away from the nearest opponent"
            => AWAY "Away" (taken) part;
        missed: TechTotals, "", "No tech: on the floor"
            => MISSED "Missed" (taken) part;
        wall: TechTotals, "", "Tech on a wall"
            => WALL "Wall" (taken) part;
        wall_jump: TechTotals, "", "Tech on a wall with a jump"
            => WALL_JUMP "Wall jump" (taken) part;
        ceiling: TechTotals, "", "Tech on a ceiling"
            => CEILING "Ceiling" (taken) part;
        missed_wall: TechTotals, "", "Against a wall without a tech"
            => MISSED_WALL "Missed wall" (taken) part;
        get_up: TechTotals, "", "From the floor: standing up"
            => GET_UP "Get up" (taken) part;
        get_up_attack: TechTotals, "", "From the floor: attack"
            => GET_UP_ATTACK "Get-up attack" (taken) part;
        roll_towards: TechTotals, "", "From the floor: roll towards the nearest opponent"
            => ROLL_TOWARDS "Roll towards" (taken) part;
        roll_away: TechTotals, "", "From the floor: roll away from the nearest opponent"
            => ROLL_AWAY "Roll away" (taken) part;
    }
}

fn taken(TechTotals { count, punished }: TechTotals) -> Option<Cell> {
    match (count, punished) {
        (0, _) => None,
        (_, 0) => Some(Cell::count(count)),
        _ => Some(Cell::count(count).beside(format!("{punished} punished"))),
    }
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
