//! Scoreboard and goals.

use ghostreel_core::work::Budget;
use ghostreel_timeline::{PlayerIndex, TeamNumber};

use super::listed::Listed;
use super::rows::{BLUE, GoalRow, ORANGE, PlayerRow, PlayerScoreRow, ScoreboardRow};
use super::stays::Stay;
use super::walker::Walker;
use super::world::World;
use crate::layout::{Properties, Text};
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

/// The state of the game in which the players play.
const PLAY: &str = "Active";
/// States in the order that their numbers fall in.
const STATES: [&str; 3] = ["Countdown", PLAY, "PostGoalScored"];

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

    /// Whether the players play. If the replay never gives the state of the game, they do.
    pub(super) fn is_play(&self) -> bool {
        let is_known = self.state_index.is_some() || !self.board.state.is_empty();
        !is_known || self.board.state.is(PLAY)
    }
}

impl World {
    /// Finds out whether the clock counts up: which way it goes by a second at a time, outside overtime.
    pub(super) fn clock_direction(&mut self) {
        let steps = self.scoreboard.windows(2).filter_map(|pair| match pair {
            [before, row] if !before.is_overtime && !row.is_overtime => {
                Some(row.seconds_remaining.saturating_sub(before.seconds_remaining))
            }
            _ => None,
        });
        let direction: i64 = steps.filter(|step| step.abs() == 1).map(i64::from).sum();
        if direction > 0 {
            self.scoreboard.iter_mut().for_each(|row| row.counts_up = true);
        }
    }
}

impl ScoreboardRow {
    /// Whether two rows differ in nothing but when.
    fn says_the_same(&self, other: &Self) -> bool {
        let when = Self { frame: self.frame, time: self.time, ..other.clone() };
        *self == when
    }
}

/// The teams, in the order of the header's scores.
const TEAMS: [Option<TeamNumber>; 2] = [Some(BLUE), Some(ORANGE)];

/// A goal that the header lists and one on the scoreboard within so many seconds are the same.
const SAME_GOAL_S: f32 = 3.0;

impl World {
    /// Goals as the header lists them, and those that only the scoreboard shows: a few headers list too many, or too few.
    pub(super) fn goals(
        &mut self,
        header: &Properties,
        listed: &[Listed],
        rows: &[Option<usize>],
        budget: &Budget,
    ) {
        let scores = ["Team0Score", "Team1Score"].map(|key| header.int(key).unwrap_or(0));
        let mut on_board = self.goals_on_board(budget);
        let mut all = Vec::new();
        for goal in header.array("Goals").iter().take(limits::GOALS) {
            let goal = Scored::new(goal, self);
            let is_same = |shown: &Shown| {
                shown.row.team == goal.team && (shown.row.time - goal.time).abs() <= SAME_GOAL_S
            };
            let shown = on_board.iter().position(is_same).map(|at| on_board.remove(at));
            let player = self.who_scored(&goal, listed, rows, budget);
            let Scored { frame, time, team, .. } = goal;
            all.push((
                GoalRow { frame, time, team, player, ..GoalRow::default() },
                shown.is_some(),
            ));
        }
        let has = |all: &[(GoalRow, bool)], team: Option<TeamNumber>| {
            let count = all.iter().filter(|(goal, _)| goal.team == team).count();
            i32::try_from(count).unwrap_or(i32::MAX)
        };
        for (team, score) in TEAMS.into_iter().zip(scores) {
            // A goal that was listed and taken back is on no scoreboard.
            while has(&all, team) > score
                && let Some(at) =
                    all.iter().position(|(goal, is_shown)| goal.team == team && !is_shown)
            {
                all.remove(at);
            }
            let of_team = on_board.iter().filter(|shown| shown.row.team == team);
            for shown in of_team {
                if all.len() < limits::GOALS
                    && (has(&all, team) < score || header_is_silent(header))
                {
                    all.push((shown.row.clone(), true));
                }
            }
        }
        for (team, score) in TEAMS.into_iter().zip(scores) {
            if has(&all, team) == score.saturating_sub(1)
                && let Some(goal) = self.goal_after_the_end(team, score, listed, rows)
            {
                all.push((goal, false));
            }
        }
        let mut goals: Vec<GoalRow> = Vec::with_capacity(all.len());
        for (mut goal, _) in all {
            self.read_clock(&mut goal);
            let at = goals.partition_point(|before| before.frame <= goal.frame);
            goals.insert(at, goal);
        }
        self.goals = goals;
    }

    /// Reads the clock at a goal.
    fn read_clock(&self, goal: &mut GoalRow) {
        let shown = self.scoreboard.partition_point(|row| row.frame <= goal.frame);
        let shown = shown.checked_sub(1).and_then(|last| self.scoreboard.get(last));
        goal.clock = shown.map(|shown| shown.seconds_remaining);
        goal.is_overtime = shown.is_some_and(|shown| shown.is_overtime);
    }

    /// Sets the players' points to those of the header, which counts to the end of the match: a moment after the last frame.
    pub(super) fn final_points(
        &mut self,
        listed: &[Listed],
        rows: &[Option<usize>],
        stays: &mut [Stay],
    ) {
        for (listed, row) in listed.iter().zip(rows) {
            let Some(row) = *row else { continue };
            let (Some(player), Some(stay)) = (self.players.get_mut(row), stays.get_mut(row)) else {
                continue;
            };
            let mut which = 0..;
            let points = listed.points.map(|counted| {
                which.next().and_then(|which| stay.total(which, counted)).unwrap_or(counted)
            });
            player.set_points(points);
        }
    }

    /// The scorer: by the name in the header, which may differ from that in the match; of several with that name, the one who has one more then.
    fn who_scored(
        &self,
        goal: &Scored,
        listed: &[Listed],
        rows: &[Option<usize>],
        budget: &Budget,
    ) -> Option<PlayerIndex> {
        let named = listed.iter().zip(rows).filter(|(listed, _)| listed.name == goal.name);
        let named: Vec<usize> = named.filter_map(|(_, row)| *row).collect();
        let is_named =
            |(at, row): &(usize, &PlayerRow)| row.name == *goal.name || named.contains(at);
        let all = || self.players.iter().enumerate().filter(is_named);
        let of_team: Vec<usize> =
            all().filter(|(_, row)| row.team == goal.team).map(|(at, _)| at).collect();
        // Someone who changed sides has scored all the same.
        let any = || all().map(|(at, _)| at).collect();
        let candidates: Vec<usize> = if of_team.is_empty() { any() } else { of_team };
        if let [one] = candidates[..] {
            return Some(PlayerIndex::at(one));
        }
        let is_candidate = |player: usize, row: &PlayerRow| match candidates.is_empty() {
            true => row.team == goal.team,
            false => candidates.contains(&player),
        };
        let scorer = self.scorer(goal.time, is_candidate, budget);
        scorer.or_else(|| candidates.first().map(|first| PlayerIndex::at(*first)))
    }

    /// A goal that came too late for both lists: the header's score has it, and the last one in the stream does not. Its player is who of the team
    /// has one more goal in the header.
    fn goal_after_the_end(
        &self,
        team: Option<TeamNumber>,
        score: i32,
        listed: &[Listed],
        rows: &[Option<usize>],
    ) -> Option<GoalRow> {
        let (last, board) = (self.frames.last()?, self.scoreboard.last()?);
        let shown = if team == Some(BLUE) { board.blue } else { board.orange };
        if shown != score.saturating_sub(1) {
            return None;
        }
        let has_more = |listed: &Listed, row: usize| {
            let [_, goals, ..] = listed.points;
            let player = self.players.get(row);
            Some(listed.team) == team && player.is_some_and(|player| goals > player.goals)
        };
        let mut more = listed
            .iter()
            .zip(rows)
            .filter_map(|(listed, row)| (*row).filter(|row| has_more(listed, *row)));
        let (first, second) = (more.next(), more.next());
        let player = first.filter(|_| second.is_none()).map(PlayerIndex::at);
        let (frame, time) = (last.frame, last.time);
        Some(GoalRow { frame, time, team, player, ..GoalRow::default() })
    }

    /// A goal wherever a team has more than before; its player is the one who has more within a second. A goal taken back was none.
    fn goals_on_board(&self, budget: &Budget) -> Vec<Shown> {
        let mut goals: Vec<Shown> = Vec::new();
        for pair in self.scoreboard.windows(2) {
            let [before, after] = pair else { continue };
            for (team, (before, is)) in
                TEAMS.into_iter().zip([(before.blue, after.blue), (before.orange, after.orange)])
            {
                if is == before.saturating_add(1) && goals.len() < limits::GOALS {
                    let is_of_team = |_: usize, row: &PlayerRow| row.team == team;
                    let player = self.scorer(after.time, is_of_team, budget);
                    let (frame, time) = (after.frame, after.time);
                    let row = GoalRow { frame, time, team, player, ..GoalRow::default() };
                    goals.push(Shown { row, score: is });
                }
                if is < before {
                    goals.retain(|goal| goal.row.team != team || goal.score <= is);
                }
            }
        }
        goals
    }

    /// The one of some players who has one goal more within a second.
    fn scorer(
        &self,
        time: f32,
        may_be: impl Fn(usize, &PlayerRow) -> bool,
        budget: &Budget,
    ) -> Option<PlayerIndex> {
        let has_more = |at: usize, row: &PlayerScoreRow| {
            let earlier = self.player_scores.get(..at).unwrap_or_default();
            let earlier = if budget.spend(earlier.len() / 4) { earlier } else { &[] };
            let before = earlier.iter().rev().find(|before| before.player == row.player);
            row.goals > before.map_or(0, |before| before.goals)
        };
        let is_one = |row: &PlayerScoreRow| {
            let at = row.player.place();
            self.players.get(at).is_some_and(|of| may_be(at, of))
        };
        let rows =
            if budget.spend(self.player_scores.len() / 4) { &self.player_scores[..] } else { &[] };
        rows.iter()
            .enumerate()
            .filter(|(_, row)| (row.time - time).abs() <= 1.0 && is_one(row))
            .find(|(at, row)| has_more(*at, row))
            .map(|(_, row)| row.player)
    }
}

/// A goal on the scoreboard.
struct Shown {
    row: GoalRow,
    /// How many the team has with it.
    score: i32,
}

/// A goal as the header lists it.
struct Scored {
    frame: u32,
    time: f32,
    team: Option<TeamNumber>,
    name: String,
}

impl Scored {
    fn new(goal: &Properties, world: &World) -> Self {
        let frame = u32::try_from(goal.int("frame").unwrap_or(0)).unwrap_or(0);
        let at = world.frames.partition_point(|row| row.frame < frame);
        Self {
            frame,
            time: world.frames.get(at).or(world.frames.last()).map_or(0.0, |row| row.time),
            team: goal.int("PlayerTeam").map(TeamNumber),
            name: goal.text("PlayerName").unwrap_or_default(),
        }
    }
}

/// Whether the header says nothing of goals.
fn header_is_silent(header: &Properties) -> bool {
    ["Goals", "Team0Score", "Team1Score"].iter().all(|key| header.get(key).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_counts_up_where_it_goes_on_by_a_second_at_a_time() {
        let counts_up = |seconds: &[i32], overtime: usize| {
            let row = |(at, seconds): (usize, &i32)| ScoreboardRow {
                seconds_remaining: *seconds,
                is_overtime: at >= overtime,
                ..ScoreboardRow::default()
            };
            let scoreboard = seconds.iter().enumerate().map(row).collect();
            let mut world = World { scoreboard, ..World::default() };
            world.clock_direction();
            world.scoreboard.iter().all(|row| row.counts_up)
        };
        assert!(counts_up(&[0, 1, 2, 3, 3, 4], 9));
        assert!(!counts_up(&[300, 299, 298, 297], 9));
        assert!(!counts_up(&[2, 1, 0, 1, 2, 3, 4, 5, 6], 3), "overtime does, and is none of it");
        assert!(!counts_up(&[0, 300, 300, 299], 9), "the start of a match");
        assert!(!counts_up(&[0], 9));
    }
}
