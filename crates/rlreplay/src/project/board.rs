//! Scoreboard and goals.

use ghostreel_core::work::Budget;

use super::rows::{GoalRow, PlayerRow, PlayerScoreRow, ScoreboardRow};
use super::walker::{Walker, index};
use super::world::World;
use crate::layout::{Properties, PropertyValue, Text};
use crate::limits;

impl Walker<'_, '_> {
    /// Makes a row of the scoreboard if something on it changed in this frame.
    pub(super) fn board(&mut self) {
        if !std::mem::take(&mut self.is_board_changed) {
            return;
        }
        self.board.frame = self.frame;
        self.board.time = self.time;
        [self.board.blue, self.board.orange] = self.scores;
        self.name_state();
        if self.world.scoreboard.last().is_none_or(|last| !last.says_the_same(&self.board)) {
            self.keep(|world| &mut world.scoreboard, self.board.clone());
        }
    }
}

/// States in the order that their numbers fall in.
const STATES: [&str; 3] = ["Countdown", "Active", "PostGoalScored"];

impl Walker<'_, '_> {
    /// Numbers of states differ between kinds of games: the first state with seconds of a countdown left is its own, and those of
    /// play and of goals come next below it.
    fn name_state(&mut self) {
        let Some(index) = self.state_index else { return };
        if self.board.countdown > 0 {
            self.countdown_index.get_or_insert(index);
        }
        let below = self.countdown_index.and_then(|countdown| countdown.checked_sub(index));
        let name = below.and_then(|below| STATES.get(usize::from(below)));
        self.board.state = name.map(|name| Text::new(name)).unwrap_or_default();
    }
}

impl ScoreboardRow {
    /// Whether two rows differ in nothing but when.
    fn says_the_same(&self, other: &Self) -> bool {
        let when = Self { frame: self.frame, time: self.time, ..other.clone() };
        *self == when
    }
}

impl World {
    /// Goals as the header lists them, unless the scoreboard knows better: a few headers list too many, or too few.
    pub(super) fn goals(&mut self, header: &Properties, budget: &Budget) {
        let goals = header.array("Goals").iter().take(limits::GOALS);
        let listed: Vec<GoalRow> = goals.map(|goal| self.goal(goal)).collect();
        let scores = ["Team0Score", "Team1Score"].map(|key| header.int(key).unwrap_or(0));
        let agrees = |goals: &[GoalRow]| {
            let of = |team| goals.iter().filter(|goal| goal.team == team).count();
            [of(0), of(1)].map(|count| i32::try_from(count).unwrap_or(i32::MAX)) == scores
        };
        let on_board = self.goals_on_board(budget);
        self.goals = if !agrees(&listed) && (agrees(&on_board) || listed.is_empty()) {
            on_board
        } else {
            listed
        };
    }

    /// Sets the players' points to those of the header, which counts to the end of the match: a moment after the last frame.
    pub(super) fn final_points(&mut self, header: &Properties) {
        for stats in header.array("PlayerStats").iter().take(limits::PLAYERS) {
            let name = stats.text("Name").unwrap_or_default();
            let team = stats.int("Team").unwrap_or(0);
            let account = match stats.get("OnlineID") {
                Some(PropertyValue::QWord(id)) if *id != 0 => Some(id.to_string()),
                _ => None,
            };
            let is_account =
                |row: &PlayerRow| account.as_ref().is_some_and(|id| row.account == **id);
            let is_name = |row: &PlayerRow| row.name == *name && row.team == team;
            let at = self.players.iter().position(is_account);
            let at = at.or_else(|| self.players.iter().position(is_name));
            let Some(player) = at.and_then(|at| self.players.get_mut(at)) else { continue };
            let int = |key| stats.int(key).unwrap_or(0);
            player.score = int("Score");
            player.goals = int("Goals");
            player.assists = int("Assists");
            player.saves = int("Saves");
            player.shots = int("Shots");
        }
    }

    fn goal(&self, goal: &Properties) -> GoalRow {
        let frame = u32::try_from(goal.int("frame").unwrap_or(0)).unwrap_or(0);
        let name = goal.text("PlayerName").unwrap_or_default();
        let team = goal.int("PlayerTeam").unwrap_or(-1);
        // Someone who changed sides has scored all the same.
        let find = |team: Option<i32>| {
            self.players
                .iter()
                .position(|row| row.name == *name && team.is_none_or(|team| row.team == team))
        };
        let at = self.frames.partition_point(|row| row.frame < frame);
        GoalRow {
            frame,
            time: self.frames.get(at).map_or(0.0, |row| row.time),
            team,
            player: index(find(Some(team)).or_else(|| find(None))),
        }
    }

    /// A goal wherever a team has more than before; its player is who has more within a second.
    fn goals_on_board(&self, budget: &Budget) -> Vec<GoalRow> {
        let mut goals = Vec::new();
        for pair in self.scoreboard.windows(2) {
            let [before, after] = pair else { continue };
            for (team, is_one) in [
                (0, after.blue == before.blue.saturating_add(1)),
                (1, after.orange == before.orange.saturating_add(1)),
            ] {
                if is_one && goals.len() < limits::GOALS {
                    let player = self.scorer(team, after.time, budget);
                    goals.push(GoalRow { frame: after.frame, time: after.time, team, player });
                }
            }
        }
        goals
    }

    fn scorer(&self, team: i32, time: f32, budget: &Budget) -> i32 {
        let has_more = |at: usize, row: &PlayerScoreRow| {
            let earlier = self.player_scores.get(..at).unwrap_or_default();
            let earlier = if budget.spend(earlier.len() / 4) { earlier } else { &[] };
            let before = earlier.iter().rev().find(|before| before.player == row.player);
            row.goals > before.map_or(0, |before| before.goals)
        };
        let is_of_team = |row: &PlayerScoreRow| {
            let player = usize::try_from(row.player).ok().and_then(|row| self.players.get(row));
            player.is_some_and(|player| player.team == team)
        };
        let rows =
            if budget.spend(self.player_scores.len() / 4) { &self.player_scores[..] } else { &[] };
        rows.iter()
            .enumerate()
            .filter(|(_, row)| (row.time - time).abs() <= 1.0 && is_of_team(row))
            .find(|(at, row)| has_more(*at, row))
            .map_or(-1, |(_, row)| row.player)
    }
}
