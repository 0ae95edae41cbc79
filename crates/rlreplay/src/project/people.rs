//! Players: their rows, teams and points, by their entries in the game.

use super::actor::Entry;
use super::roles::ActorKind;
use super::rows::{PlayerRow, PlayerScoreRow};
use super::walker::{Walker, index};
use crate::layout::Text;
use crate::limits;

impl Walker<'_, '_> {
    /// The row of the player who drives a car; -1 if not known.
    pub(super) fn driver(&self, car: u16) -> i32 {
        index(self.known(car).and_then(|car| self.owner(car.link, car.player)))
    }

    /// The row of the player whose entry is `link`; else the row `before`, known from earlier.
    pub(super) fn owner(&self, link: Option<u16>, before: Option<usize>) -> Option<usize> {
        let entry = link.and_then(|link| self.known(link));
        let entry = entry.filter(|entry| entry.kind == ActorKind::Player);
        entry.and_then(|entry| entry.player).or(before)
    }

    /// The number of a team's actor, which its archetype ends in.
    pub(super) fn team_number(&mut self, team: u16) -> i32 {
        let object = self.known(team).map(|team| team.object);
        object.map_or(-1, |object| self.objects.info(object).team)
    }

    /// The team of a player's entry.
    pub(super) fn team_of(&mut self, entry: u16) -> i32 {
        let team = self.known(entry).and_then(|entry| entry.link);
        team.map_or(-1, |team| self.team_number(team))
    }

    /// Updates the row of a player whose entry changed in this frame.
    pub(super) fn player(&mut self, number: u16) {
        let team = self.team_of(number);
        let frame = self.frame;
        let Some(known) = self.actors.get_mut(usize::from(number)).and_then(Option::as_mut) else {
            return;
        };
        known.is_changed = false;
        if std::mem::take(&mut known.entry.is_new) {
            let Some(identity) = Identity::of(&known.entry) else { return };
            let rows = &mut self.world.players;
            let Some(row) = known.player.or_else(|| identity.row(rows, frame)) else { return };
            known.player = Some(row);
            if let Some(player) = rows.get_mut(row) {
                identity.write_to(player);
            }
        }
        let (entry, row) = (&known.entry, known.player);
        let Some((row, player)) = row.and_then(|row| Some((row, self.world.players.get_mut(row)?)))
        else {
            return;
        };
        if team >= 0 {
            player.team = team;
        }
        let [blue, orange] = entry.bodies;
        let body = if team == 1 { orange } else { blue };
        player.body = body.unwrap_or(player.body);
        player.steering = entry.steering.unwrap_or(player.steering);
        player.is_bot |= entry.is_bot;
        player.last_frame = frame;
        let points = entry.points;
        self.points(row, points);
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
            self.keep(|world| &mut world.player_scores, row);
        }
    }
}

/// The account and name of a player's entry.
struct Identity {
    /// Platform, account, and which of the players in front of one screen.
    account: Option<(Text, Text, u8)>,
    name: Text,
}

impl Identity {
    /// `None` without a name and an account.
    fn of(entry: &Entry) -> Option<Self> {
        let has_account = entry.has_id && entry.id.system != 0;
        if !has_account && entry.name.is_empty() {
            return None;
        }
        let account = has_account.then(|| {
            let platform = Text::new(entry.id.platform().unwrap_or_default());
            (platform, Text::new(&entry.id.account_text()), entry.id.local_id)
        });
        Some(Self { account, name: entry.name.clone() })
    }

    /// The row of the player, a new one if there is none yet. `None` if there are [too many](limits::PLAYERS).
    fn row(&self, rows: &mut Vec<PlayerRow>, first_frame: u32) -> Option<usize> {
        let is_same = |row: &PlayerRow| match &self.account {
            Some((platform, account, local_id)) if !account.is_empty() => {
                (&row.platform, &row.account, row.local_id) == (platform, account, *local_id)
            }
            _ => !self.name.is_empty() && row.name == self.name && row.account.is_empty(),
        };
        let known = rows.iter().position(is_same);
        known.or_else(|| {
            let has_room = rows.len() < limits::PLAYERS;
            has_room.then(|| {
                rows.push(PlayerRow { team: -1, first_frame, ..PlayerRow::default() });
                rows.len().saturating_sub(1)
            })
        })
    }

    /// Writes it into a player's row.
    fn write_to(self, player: &mut PlayerRow) {
        if !self.name.is_empty() {
            player.name = self.name;
        }
        if let Some((platform, account, local_id)) = self.account {
            if !account.is_empty() {
                player.id = Text::new(&format!("{platform}:{account}"));
            }
            (player.platform, player.account, player.local_id) = (platform, account, local_id);
        }
    }
}
