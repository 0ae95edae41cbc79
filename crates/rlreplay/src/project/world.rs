//! What happens in a match, as lists of rows.

use ghostreel_core::{Diagnostic, Severity};

use super::rows::*;
use super::walker::Walker;
use crate::view::View;

/// The rows of the derived tables, in the order of time.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "named as the tables, which say what their rows are")]
pub struct World {
    pub frames: Vec<FrameRow>,
    pub players: Vec<PlayerRow>,
    pub cars: Vec<BodyRow>,
    pub ball: Vec<BodyRow>,
    pub inputs: Vec<InputRow>,
    pub boost: Vec<BoostRow>,
    pub components: Vec<ComponentRow>,
    pub items: Vec<ItemRow>,
    pub pickups: Vec<PickupRow>,
    pub demolitions: Vec<DemolitionRow>,
    pub damage: Vec<DamageRow>,
    pub goals: Vec<GoalRow>,
    pub touches: Vec<TouchRow>,
    pub scoreboard: Vec<ScoreboardRow>,
    pub player_scores: Vec<PlayerScoreRow>,
    pub cameras: Vec<CameraRow>,
    pub actors: Vec<ActorRow>,
    /// That some of it is missing, as it would take more work than a file of this size may cost.
    pub stopped: Option<Diagnostic>,
}

impl World {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let mut keyframes = view.plan().parts.iter().map(|part| part.first_frame).peekable();
        let mut walker = Walker::new(view);
        for run in view.network() {
            walker.enter(run);
            run.walk(|frame, events| {
                while keyframes.next_if(|&keyframe| keyframe < frame.number).is_some() {}
                let is_keyframe = keyframes.peek() == Some(&frame.number);
                walker.frame(frame, events, is_keyframe);
            });
        }
        let stopped = walker.is_full.then(|| {
            let message = "limit: what happens in the match takes more memory than a file of this size may cost; \
                           the rest is not told of";
            Diagnostic::new(Severity::Warning, 0, "network stream", message)
        });
        let (mut world, budget) = walker.finish();
        world.name_players();
        world.goals(&view.header().properties, &budget);
        world.final_points(&view.header().properties);
        let unaffordable = "telling who scores and who hits the ball";
        world.stopped = stopped.or_else(|| budget.diagnostic("network stream", unaffordable));
        world
    }

    /// Gives rows the players of their cars where these became known only later.
    fn name_players(&mut self) {
        let mut players = vec![-1_i32; self.actors.len()];
        let mut know = |life: u32, player: i32| {
            if let Some(known) = players.get_mut(life as usize)
                && player >= 0
            {
                *known = player;
            }
        };
        self.cars.iter().for_each(|row| know(row.life, row.player));
        self.boost.iter().for_each(|row| know(row.life, row.player));
        let known = |life: u32| players.get(life as usize).copied().unwrap_or(-1);
        for row in self.cars.iter_mut().filter(|row| row.player < 0) {
            row.player = known(row.life);
        }
        for row in self.boost.iter_mut().filter(|row| row.player < 0) {
            row.player = known(row.life);
        }
    }
}
