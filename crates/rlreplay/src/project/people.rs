//! Who plays: players by their entries in the game, their teams and points.

use super::roles::ActorKind;
use super::rows::{PlayerRow, PlayerScoreRow};
use super::walker::{Walker, index};
use crate::layout::Text;

impl Walker<'_, '_> {
    /// The row of the player who drives a car; -1 if not known.
    pub(super) fn driver(&self, car: u16) -> i32 {
        index(self.known(car).and_then(|car| self.owner(car.link, car.player)))
    }

    /// The row of the player whose entry something links to, or that it remembers.
    pub(super) fn owner(&self, link: Option<u16>, before: Option<usize>) -> Option<usize> {
        let entry = link.and_then(|link| self.known(link));
        let entry = entry.filter(|entry| entry.kind == ActorKind::Player);
        entry.and_then(|entry| entry.player).or(before)
    }

    /// The number of a team's actor, which its archetype ends in.
    pub(super) fn team_number(&self, team: u16) -> i32 {
        let name = self.known(team).map(|team| self.object(team)).unwrap_or_default();
        match name.as_str().chars().last() {
            Some('0') => 0,
            Some('1') => 1,
            _ => -1,
        }
    }

    /// The team of a player's entry.
    pub(super) fn team_of(&self, entry: u16) -> i32 {
        let team = self.known(entry).and_then(|entry| entry.link);
        team.map_or(-1, |team| self.team_number(team))
    }

    /// At the end of a frame in which something new was told of a player.
    pub(super) fn player(&mut self, number: u16) {
        let team = self.team_of(number);
        let Some(known) = self.actor_mut(number) else { return };
        known.is_changed = false;
        let (entry, before) = (known.entry.clone(), known.player);
        // Without an id, or one that says nothing, players are known by name.
        let platform = Text::new(entry.id.platform().unwrap_or_default());
        let has_account = entry.has_id && entry.id.system != 0;
        if !has_account && entry.name.as_str().is_empty() {
            return;
        }
        let account = Text::new(&entry.id.account_text());
        let has_name = !entry.name.as_str().is_empty();
        let is_same = |row: &PlayerRow| {
            if has_account && !account.as_str().is_empty() {
                row.account == account
                    && row.platform == platform
                    && row.local_id == entry.id.local_id
            } else {
                has_name && row.name == entry.name && row.account.as_str().is_empty()
            }
        };
        let row = before.or_else(|| self.world.players.iter().position(is_same));
        let row = row.unwrap_or_else(|| {
            let first_frame = self.frame;
            self.world.players.push(PlayerRow { team: -1, first_frame, ..PlayerRow::default() });
            self.world.players.len().saturating_sub(1)
        });
        if let Some(player) = self.world.players.get_mut(row) {
            if has_name {
                player.name = entry.name;
            }
            if has_account {
                player.platform = platform;
                player.account = account;
                player.local_id = entry.id.local_id;
            }
            if team >= 0 {
                player.team = team;
            }
            let [blue, orange] = entry.bodies;
            let body = if team == 1 { orange } else { blue };
            player.body = body.unwrap_or(player.body);
            player.steering = entry.steering.unwrap_or(player.steering);
            player.is_bot |= entry.is_bot;
            player.last_frame = self.frame;
        }
        if let Some(known) = self.actor_mut(number) {
            known.player = Some(row);
        }
        self.points(row, entry.points);
    }

    fn points(&mut self, player: usize, points: [Option<i32>; 5]) {
        let Some(row) = self.world.players.get_mut(player) else { return };
        let mut is_changed = false;
        let counters =
            [&mut row.score, &mut row.goals, &mut row.assists, &mut row.saves, &mut row.shots];
        for (counter, value) in counters.into_iter().zip(points) {
            if let Some(value) = value.filter(|value| value != counter) {
                *counter = value;
                is_changed = true;
            }
        }
        if is_changed {
            let row = PlayerScoreRow {
                frame: self.frame,
                time: self.time,
                player: index(Some(player)),
                score: row.score,
                goals: row.goals,
                assists: row.assists,
                saves: row.saves,
                shots: row.shots,
            };
            self.world.player_scores.push(row);
        }
    }
}
