//! Everything that is worked out about a game: slippi-js's statistics, who played, and our own additions.

use ghostreel_formats::slp::layout::PlayerStart;
use ghostreel_formats::slp::{View, names};
use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::details::Details;
use super::game::Game;
use super::rollbacks::RollbackFrames;
use super::stadium::StadiumStats;
use super::stats::Stats;
use super::winners::{Placement, WinnersBy};

rows! {
    /// Statistics of a game. As JSON, the members of [`Stats`] stand beside the others, as in slippi-js's `getStats`.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MeleeStatistics", optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Report {
        players: Vec<Player>, "", "The players, by port";
        #[serde(skip_serializing_if = "Option::is_none")]
        stage: Option<Stage>, "", "Where it was played", null "the replay lacks its Game Start";
        is_teams: bool, "", "Whether it was played in teams";
        #[serde(skip_serializing_if = "Option::is_none")]
        latest_frame: Option<i32>, "frame", "The last frame that is whole";
        #[serde(flatten)]
        stats: Stats, "", "The result of slippi-js's getStats";
        winners: Vec<Placement>, "", "Winners; empty where there is none, or none is known";
        #[serde(skip_serializing_if = "Option::is_none")]
        winners_by: Option<WinnersBy>, "", "The evidence by which the winners are known";
        rollback_frames: RollbackFrames, "", "How often the game was taken back";
        #[serde(skip_serializing_if = "Option::is_none")]
        stadium: Option<StadiumStats>, "", "The result of a stadium mode";
        details: Details, "", "Statistics that slippi-js lacks";
    }
}

/// A player, with names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// Port, 0 to 3: how statistics name players.
    pub player_index: u8,
    /// Port as people count, 1 to 4.
    pub port: u8,
    /// Name: online, or the tag, or else the character's, with the port where several without a name play it.
    pub name: String,
    /// Code on Slippi Online, e.g. `ABCD#123`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Character, as on the selection screen.
    pub character_id: u8,
    /// The character's name.
    pub character: String,
    /// 0 red, 1 blue, 2 green; `None` unless in teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<u8>,
}

rows! {
    /// Where a game was played.
    #[derive(Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Stage {
        id: u16, "", "The game's number of the stage";
        name: String, "", "The stage's name";
    }
}

impl Player {
    /// `Ghost, Fox`; whoever goes by the character alone, by that.
    pub fn introduced(&self) -> String {
        match self.goes_by_character() {
            true => self.name.clone(),
            false => format!("{}, {}", self.name, self.character),
        }
    }

    /// `On Ghost (1)`, as a statistic against this player is called.
    pub(super) fn on(&self) -> String {
        match self.goes_by_character() {
            true => format!("On {}", self.name),
            false => format!("On {} ({})", self.name, self.port),
        }
    }

    /// Whether the player goes by the character, as whoever chose no name does.
    pub fn goes_by_character(&self) -> bool {
        let after = self.name.strip_prefix(&*self.character);
        after.is_some_and(|after| after.is_empty() || after.starts_with(" (P"))
    }
}

impl Report {
    /// Why something is not counted or not listed, where it is so.
    pub(crate) fn limit(&self) -> Option<&str> {
        self.stats.limit.as_deref().or(self.details.limit.as_deref())
    }

    /// Works out everything about a game.
    pub fn new(view: &View<'_>) -> Self {
        let game = Game::new(view);
        let stats = game.stats();
        let (winners_by, winners) = game.judge();
        let stage = |id| Stage { id, name: names::stage(id) };
        Self {
            players: players(view, &game),
            stage: view.game_start().map(|start| stage(start.stage())),
            is_teams: game.is_teams(),
            latest_frame: game.latest_frame(),
            winners,
            winners_by,
            rollback_frames: game.rollback_frames().clone(),
            stadium: game.stadium_stats(),
            details: game.details(&stats),
            stats,
        }
    }
}

pub(super) fn players(view: &View<'_>, game: &Game<'_>) -> Vec<Player> {
    let starts = view.game_start().map(|start| start.players()).unwrap_or_default();
    let ports = starts.into_iter().map(|PlayerStart { port, .. }| port);
    let named: Vec<_> = ports.zip(view.meta().players).collect();
    let player = |player: &super::Contestant| {
        let index = player.player_index;
        let port = index.saturating_add(1);
        let named = named.iter().find(|(port, _)| *port == index).map(|(_, named)| named);
        let id = player.character_id;
        Player {
            player_index: index,
            port,
            name: named.map(|named| named.name.clone()).unwrap_or_default(),
            code: named.and_then(|named| named.id.clone()),
            character_id: id,
            character: names::character_by_external_id(id)
                .map_or_else(|| format!("character {id}"), str::to_owned),
            team_id: game.is_teams().then_some(player.team_id),
        }
    };
    game.players().iter().map(player).collect()
}
