//! The events of a match, as lists of rows.

use ghostreel_core::Diagnostic;
use ghostreel_timeline::PlayerIndex;

use super::rows::*;

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
    pub welds: Vec<WeldRow>,
    pub goals: Vec<GoalRow>,
    pub touches: Vec<TouchRow>,
    pub scoreboard: Vec<ScoreboardRow>,
    pub match_time: Vec<MatchTimeRow>,
    pub player_scores: Vec<PlayerScoreRow>,
    pub cameras: Vec<CameraRow>,
    pub actors: Vec<ActorRow>,
    /// The diagnostic for missing rows, which would take more work than a file of this size may cost.
    pub stopped: Option<Diagnostic>,
}

impl World {
    /// Gives rows the players of their cars where these became known only later.
    pub(super) fn name_players(&mut self) {
        let mut players: Vec<Option<PlayerIndex>> = vec![None; self.actors.len()];
        let mut set_player = |actor_row: u32, player: Option<PlayerIndex>| {
            if let Some(known) = players.get_mut(actor_row as usize) {
                *known = player.or(*known);
            }
        };
        self.cars.iter().for_each(|row| set_player(row.life, row.player));
        self.boost.iter().for_each(|row| set_player(row.life, row.player));
        let player_of = |actor_row: u32| players.get(actor_row as usize).copied().flatten();
        for row in self.cars.iter_mut().filter(|row| row.player.is_none()) {
            row.player = player_of(row.life);
        }
        for row in self.boost.iter_mut().filter(|row| row.player.is_none()) {
            row.player = player_of(row.life);
        }
    }
}
