//! The winners, judged as slippi-js does: by the last bytes of the events, read from the end.
//!
//! Only where Game End is the very last event is there anything to judge by; the few files with two Game Ends have no winners. Before
//! 3.13 it does not say who came in where: there slippi-js names no winner, and we name those who have the most left in the last frame.

use std::cmp::Ordering;

use ghostreel_formats::core::Record;
use ghostreel_formats::slp::layout::{PostFrame, command};
use ghostreel_formats::slp::{GameEnd, View};
use ghostreel_formats::timeline::{
    CellAccess, Column, ColumnMeta, ColumnSchema, Columnar, Type, texts,
};
use serde::Serialize;

use super::game::Game;

const UNRESOLVED: u8 = 0;
const TIME: u8 = 1;
const GAME: u8 = 2;
const RESOLVED: u8 = 3;
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
    /// The player.
    pub player_index: u8,
    /// 0 for the first; `None` where the game does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<i32>,
}

/// The evidence by which a winner is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum WinnersBy {
    /// The other one quit.
    Quit,
    /// Game End says who came in where, since 3.13.
    Placements,
    /// The time was up: the most stocks, then the least damage.
    Time,
    /// Only the state in the last frame: the most stocks, then the least damage. Before 3.13.
    Standing,
}

impl WinnersBy {
    /// As JSON has it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Quit => "quit",
            Self::Placements => "placements",
            Self::Time => "time",
            Self::Standing => "standing",
        }
    }
}

impl Columnar for WinnersBy {
    const COLUMNS: usize = 1;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.column(Type::Dict));
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        texts(rows, get, |by| by.name())
    }
}

/// The players who won, by port from 0 on: in teams all of the team, else whoever came first. None in stadium modes, in which there is no
/// opponent.
pub(super) fn won(winners: &[Placement], is_teams: bool, is_stadium: bool) -> Vec<u8> {
    let winners = if is_stadium { &[] } else { winners };
    let first = winners.iter().filter(|winner| is_teams || winner.position == Some(0));
    first.map(|winner| winner.player_index).collect()
}

impl Game<'_> {
    /// The winners; empty where there is none, or none is known.
    pub fn winners(&self) -> Vec<Placement> {
        self.judge().1
    }

    /// The winners, and by what they are known if there are any.
    pub(crate) fn judge(&self) -> (Option<WinnersBy>, Vec<Placement>) {
        let (by, winners) = self.verdict();
        ((!winners.is_empty()).then_some(by), winners)
    }

    fn verdict(&self) -> (WinnersBy, Vec<Placement>) {
        let none = (WinnersBy::Placements, Vec::new());
        let Some((end, size)) = final_game_end(self.view) else { return none };
        let first = |player_index| Placement { player_index, position: Some(0) };
        if matches!(end.method, NO_CONTEST | UNRESOLVED) {
            // Whoever did not quit. Where none did, the game may say who came in first, or else there is no winner; slippi-js names the first of the two.
            let has_quit = size >= LRAS_SIZE && self.players.len() == 2;
            let quit = u8::try_from(end.lras_initiator).ok().filter(|_| has_quit);
            if let Some(quit) = quit {
                let stayed = self.players.iter().find(|player| player.player_index != quit);
                let stayed = stayed.map(|player| first(player.player_index));
                return (WinnersBy::Quit, stayed.into_iter().collect());
            }
            // Two firsts are no winner.
            let places = [end.placement_0, end.placement_1, end.placement_2, end.placement_3];
            let is_tie = places.iter().filter(|place| **place == 0).count() > 1;
            return match is_tie && !self.is_teams {
                true => none,
                false => (WinnersBy::Placements, self.placed_first(&end, size)),
            };
        }
        let has_placements = size >= PLACEMENTS_SIZE;
        let mut last = final_post_frames(self.view);
        if last.is_empty() && !has_placements {
            last = self.last_post_frames();
        }
        last.retain(|post| post.is_follower == 0);
        if last.iter().all(|post| post.stocks_remaining == 0) {
            return none;
        }
        let by = match end.method {
            TIME if last.len() >= 2 => WinnersBy::Time,
            GAME | RESOLVED if !has_placements && self.players.len() >= 2 => WinnersBy::Standing,
            _ => return (WinnersBy::Placements, self.placed_first(&end, size)),
        };
        if !self.is_teams {
            return (by, best_players(&last));
        }
        let mut winners = self.best_team(&last);
        if by == WinnersBy::Standing {
            self.add_those_out(&mut winners);
        }
        (by, winners)
    }

    /// Adds the others of a team that has won: those who are out, and not in the last frame.
    fn add_those_out(&self, winners: &mut Vec<Placement>) {
        let Some(first) = winners.first().copied() else { return };
        let is_in = |player: u8| winners.iter().any(|winner| winner.player_index == player);
        let team = self.team_of(first.player_index);
        let ports = self.players.iter().map(|player| player.player_index);
        let out = ports.filter(|player| self.team_of(*player) == team && !is_in(*player));
        let position = i32::try_from(winners.len()).ok();
        let out: Vec<Placement> =
            out.map(|player_index| Placement { player_index, position }).collect();
        winners.extend(out);
        winners.sort_by_key(|winner| winner.player_index);
    }

    /// The post-frame events of the last frame, wherever in the file they are.
    pub(super) fn last_post_frames(&self) -> Vec<PostFrame> {
        let ports = self.players.iter().map(|player| player.player_index);
        ports.filter_map(|port| self.post_frame(self.last_frame(), port)).collect()
    }

    /// The players who came in first by the game's own word, with their team.
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

/// The values that decide when the time is up.
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
