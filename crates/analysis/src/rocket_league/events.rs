//! The events of a match, moment by moment. These lists are ours; ballchasing has none.

use ghostreel_formats::rlreplay::project::{PlayerScoreRow, Vec3, World};
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, rows};
use serde::Serialize;

use super::ball::Ball;
use super::clock::Clock;
use super::contests::{FiftyFifty, Kickoff, fifty_fifties, kickoffs};
use super::mechanics::{Mechanic, mechanics};
use super::mistakes::{Mistake, mistakes};
use super::player_action::PlayerAction;
use super::plays::{
    Demolition, Dribble, Goal, Item, Panel, array, demolitions, dribbles, flips, goals, items,
    panels,
};
use super::samples::Sample;
use super::touches::{Touch, touches};
use super::vectors::distance;

/// A team mate who touches the ball so long after another, so far away, was passed to.
const PASS_SECONDS: f32 = 3.5;
const PASS_DISTANCE: f64 = 500.0;

rows! {
    /// The events of a match.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Events {
        goals: Vec<Goal>, "", "Goals";
        shots: Vec<Shot>, "", "Shots, as the game counts them";
        saves: Vec<Save>, "", "Saves, as the game counts them";
        touches: Vec<Touch>, "", "Touches of the ball";
        passes: Vec<Pass>, "", "Passes";
        fifty_fifties: Vec<FiftyFifty>, "", "Balls that both teams hit at once";
        kickoffs: Vec<Kickoff>, "", "Kick-offs";
        demolitions: Vec<Demolition>, "", "Cars that were destroyed";
        dribbles: Vec<Dribble>, "", "Balls that were carried";
        flips: Vec<PlayerAction>, "", "Flips";
        mechanics: Vec<Mechanic>, "", "Mechanics: dodges, walls and the ball in the air";
        mistakes: Vec<Mistake>, "", "Mistakes that show in where cars are and what is in their tanks";
        items: Vec<Item>, "", "Items of Rumble that were used";
        panels: Vec<Panel>, "", "Panels of Dropshot's floor that were damaged";
    }
}

/// A player shoots.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shot {
    /// When and who.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// Whether it is counted as a goal, too.
    pub is_goal: bool,
    /// Whether it is counted as a save of the same player, too: it is in [`Events::saves`].
    pub is_save: bool,
}

/// A player saves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Save {
    /// When and who.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// Whether it is counted as a shot of the same player, too: it is in [`Events::shots`].
    pub is_shot: bool,
}

/// A player touches the ball, and a team mate next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pass {
    /// Frame of the first touch.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Its time in the recording, in seconds.
    pub time: f32,
    /// The player who passes, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub player: PlayerIndex,
    /// The player who receives, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub receiver: PlayerIndex,
    /// Where the ball was touched first, in uu.
    pub place: [f32; 3],
    /// Distance between the two touches, in uu.
    pub distance: f64,
    /// Time of the second touch in the recording, in seconds.
    pub end_time: f32,
}

impl Events {
    pub(super) fn new(
        world: &World,
        map: &str,
        clock: &Clock,
        ball: &Ball<'_>,
        samples: &[Vec<Sample<'_>>],
    ) -> Self {
        let touches = touches(world, clock, samples);
        let kickoffs = kickoffs(world, clock, &touches);
        let (shots, saves) = scored(world, clock, ball);
        Self {
            goals: goals(world, clock, ball),
            demolitions: demolitions(world, clock, samples),
            dribbles: dribbles(samples, ball),
            flips: flips(world, clock, samples),
            mechanics: mechanics(world, map, samples, &touches),
            items: items(world, clock, samples),
            panels: panels(world),
            shots,
            saves,
            passes: passes(world, &touches),
            fifty_fifties: fifty_fifties(world, &touches),
            mistakes: mistakes(world, clock, samples, &touches, &kickoffs),
            kickoffs,
            touches,
        }
    }
}

/// Shots and saves: where a player has more than before. The counts that a player comes with were before.
fn scored(world: &World, clock: &Clock, ball: &Ball<'_>) -> (Vec<Shot>, Vec<Save>) {
    let (mut shots, mut saves) = (Vec::new(), Vec::new());
    let mut last = vec![PlayerScoreRow::default(); world.players.len()];
    for row in &world.player_scores {
        let player = row.player;
        let Some(before) = last.get_mut(player.place()) else { continue };
        if world.players.get(player.place()).is_some_and(|player| player.first_frame == row.frame) {
            *before = row.clone();
            continue;
        }
        let place = ball.place(clock.frame(row.frame)).map(array).unwrap_or_default();
        let action = PlayerAction { frame: row.frame.into(), time: row.time, player, place };
        let (is_shot, is_save) = (row.shots > before.shots, row.saves > before.saves);
        if is_shot {
            shots.push(Shot { action, is_goal: row.goals > before.goals, is_save });
        }
        if is_save {
            saves.push(Save { action, is_shot });
        }
        *before = row.clone();
    }
    (shots, saves)
}

/// Whether a goal or a kick-off lies between two times.
fn is_interrupted(world: &World, from: f32, to: f32) -> bool {
    world.goals.iter().any(|goal| goal.time > from && goal.time < to)
}

fn passes(world: &World, touches: &[Touch]) -> Vec<Pass> {
    let pass = |pair: &[Touch]| {
        let [from, to] = pair else { return None };
        let place = |[x, y, z]: [f32; 3]| Vec3 { x, y, z };
        let distance = distance(&place(from.place), &place(to.place));
        let is_pass = from.team == to.team
            && from.player != to.player
            && to.time - from.time <= PASS_SECONDS
            && distance >= PASS_DISTANCE
            && !is_interrupted(world, from.time, to.time);
        is_pass.then_some(Pass {
            frame: from.frame,
            time: from.time,
            player: from.player,
            receiver: to.player,
            place: from.place,
            distance: distance.round(),
            end_time: to.time,
        })
    };
    touches.windows(2).filter_map(pass).collect()
}
