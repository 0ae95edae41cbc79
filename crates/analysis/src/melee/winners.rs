//! Who won, judged as slippi-js does: by the last bytes of the events, read from behind.
//!
//! Only where Game End is the very last event, and the last frame stands right before it, is there anything to judge by.
//! Recorders before bookends, and the few files with two Game Ends, have no winners.

use std::cmp::Ordering;

use ghostreel_formats::core::Record;
use ghostreel_formats::slp::layout::{PostFrame, command};
use ghostreel_formats::slp::{GameEnd, View};
use serde::Serialize;

use super::game::Game;

const UNRESOLVED: u8 = 0;
const TIME: u8 = 1;
const NO_CONTEST: u8 = 7;
/// From this size on, Game End says who quit, and who came in where.
const LRAS_SIZE: usize = 3;
const PLACEMENTS_SIZE: usize = 7;
/// A frame has no more fighters: four, each with one that follows.
const FIGHTERS: usize = 8;

/// Where a player came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// Who.
    pub player_index: u8,
    /// 0 for the first; `None` where the game does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<i32>,
}

impl Game<'_> {
    /// Who won; empty where nobody did, or nobody knows.
    pub fn winners(&self) -> Vec<Placement> {
        let Some((end, size)) = final_game_end(self.view) else { return Vec::new() };
        let first = |player_index| Placement { player_index, position: Some(0) };
        if matches!(end.method, NO_CONTEST | UNRESOLVED) {
            // Whoever did not quit. Where nobody did, the game may say who came in first, or else nobody won; slippi-js names the first of the two.
            let has_quit = size >= LRAS_SIZE && self.players.len() == 2;
            let quit = u8::try_from(end.lras_initiator).ok().filter(|_| has_quit);
            if let Some(quit) = quit {
                let stayed = self.players.iter().find(|player| player.player_index != quit);
                return stayed.map(|player| first(player.player_index)).into_iter().collect();
            }
            // Of two who are both first, none is.
            let places = [end.placement_0, end.placement_1, end.placement_2, end.placement_3];
            let is_tie = places.iter().filter(|place| **place == 0).count() > 1;
            return if is_tie && !self.is_teams {
                Vec::new()
            } else {
                self.placed_first(&end, size)
            };
        }
        let last: Vec<PostFrame> =
            final_post_frames(self.view).into_iter().filter(|post| post.is_follower == 0).collect();
        if last.iter().all(|post| post.stocks_remaining == 0) {
            return Vec::new();
        }
        if end.method == TIME && last.len() >= 2 {
            return if self.is_teams { self.best_team(&last) } else { best_players(&last) };
        }
        self.placed_first(&end, size)
    }

    /// Who came in first by the game's own word, with their team.
    fn placed_first(&self, end: &GameEnd, size: usize) -> Vec<Placement> {
        let places = [end.placement_0, end.placement_1, end.placement_2, end.placement_3];
        let placements: Vec<Placement> = (0..)
            .zip(places)
            .filter(|_| size >= PLACEMENTS_SIZE)
            .map(|(player_index, place)| Placement { player_index, position: Some(place.into()) })
            .collect();
        let Some(winner) = placements.iter().find(|place| place.position == Some(0)) else {
            return Vec::new();
        };
        if !self.is_teams {
            return vec![*winner];
        }
        let team = self.team_of(winner.player_index);
        placements.into_iter().filter(|place| self.team_of(place.player_index) == team).collect()
    }

    fn team_of(&self, player: u8) -> Option<u8> {
        self.players.iter().find(|p| p.player_index == player).map(|p| p.team_id)
    }

    /// The team with the most stocks, then the least damage; on a tie the one that comes first. Positions are those
    /// within the team, by the same measure.
    fn best_team(&self, last: &[PostFrame]) -> Vec<Placement> {
        let mut teams: Vec<Team> = Vec::new();
        for post in last {
            let id = self.team_of(post.player_index);
            let at = teams.iter().position(|team| team.id == id).unwrap_or(teams.len());
            if at == teams.len() {
                teams.push(Team { id, ..Team::default() });
            }
            if let Some(team) = teams.get_mut(at) {
                let standing = Standing::of(post);
                team.standing.add(standing);
                team.members.push((post.player_index, standing));
            }
        }
        let best = teams.into_iter().min_by(|a, b| a.standing.order(&b.standing));
        let mut members = best.map(|team| team.members).unwrap_or_default();
        members.sort_by(|(_, a), (_, b)| a.order(b));
        let mut winners: Vec<Placement> = (0..)
            .zip(members)
            .map(|(rank, (player_index, _))| Placement { player_index, position: Some(rank) })
            .collect();
        winners.sort_by_key(|winner| winner.player_index);
        winners
    }
}

/// What decides when the time is up.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    stocks: u32,
    percent: f64,
}

#[derive(Debug, Default)]
struct Team {
    id: Option<u8>,
    standing: Standing,
    members: Vec<(u8, Standing)>,
}

impl Standing {
    fn of(post: &PostFrame) -> Self {
        Self { stocks: post.stocks_remaining.into(), percent: post.percent.into() }
    }

    fn add(&mut self, other: Self) {
        self.stocks = self.stocks.saturating_add(other.stocks);
        self.percent += other.percent;
    }

    /// The better one first.
    fn order(&self, other: &Self) -> Ordering {
        other.stocks.cmp(&self.stocks).then(self.percent.total_cmp(&other.percent))
    }
}

/// The players with the most stocks, then the least damage: more than one on a tie.
fn best_players(last: &[PostFrame]) -> Vec<Placement> {
    let Some(best) = last.iter().map(Standing::of).min_by(Standing::order) else {
        return Vec::new();
    };
    let mut winners: Vec<u8> = last
        .iter()
        .filter(|post| Standing::of(post).order(&best).is_eq())
        .map(|post| post.player_index)
        .collect();
    winners.sort_unstable();
    winners.into_iter().map(|player_index| Placement { player_index, position: Some(0) }).collect()
}

fn event_before<'v>(view: &'v View<'_>, code: u8, end: usize) -> Option<&'v [u8]> {
    let size = view.payload_sizes().event_size(code)?;
    view.bytes().get(end.checked_sub(size)?..end).filter(|event| event.first() == Some(&code))
}

/// Game End and its size, if it is the very last event.
fn final_game_end(view: &View<'_>) -> Option<(GameEnd, usize)> {
    let event = event_before(view, command::GAME_END, view.events_end())?;
    Some((GameEnd::read(event)?, event.len()))
}

/// The post-frame events of the last frame, if its bookend stands right before Game End.
fn final_post_frames(view: &View<'_>) -> Vec<PostFrame> {
    let size = |code| view.payload_sizes().event_size(code);
    let (Some(game_end), Some(bookend), Some(post)) =
        (size(command::GAME_END), size(command::FRAME_BOOKEND), size(command::POST_FRAME))
    else {
        return Vec::new();
    };
    let mut end = view.events_end().saturating_sub(game_end).saturating_sub(bookend);
    let mut last: Vec<PostFrame> = Vec::new();
    while let Some(event) = event_before(view, command::POST_FRAME, end) {
        if last.len() >= FIGHTERS {
            break;
        }
        let Some(found) = PostFrame::read(event) else { break };
        if last.first().is_some_and(|first| first.frame != found.frame) {
            break;
        }
        last.push(found);
        end = end.saturating_sub(post);
    }
    last.reverse();
    last
}
