//! Players: their rows, teams and points, by their entries in the game.

use ghostreel_timeline::{PlayerIndex, TeamNumber};

use super::actor::Entry;
use super::roles::ActorKind;
use super::rows::{ORANGE, PlayerRow, PlayerScoreRow};
use super::stays::{Points, Stay};
use super::walker::Walker;
use crate::layout::Text;
use crate::limits;

impl Walker<'_, '_> {
    /// The player who drives a car, if that is known.
    pub(super) fn driver(&self, car: u16) -> Option<PlayerIndex> {
        let car = self.actor(car)?;
        self.owner(car.link, car.player).map(PlayerIndex::at)
    }

    /// The row of the player whose entry is `link`; else the row `before`, known from earlier.
    pub(super) fn owner(&self, link: Option<u16>, before: Option<usize>) -> Option<usize> {
        let entry = link.and_then(|link| self.actor(link));
        let entry = entry.filter(|entry| entry.kind == ActorKind::Player);
        entry.and_then(|entry| entry.player).or(before)
    }

    /// The number of a team's actor, which its archetype ends in.
    pub(super) fn team_number(&mut self, team: u16) -> Option<TeamNumber> {
        let object = self.actor(team).map(|team| team.object);
        object.and_then(|object| self.objects.info(object).team)
    }

    /// The team of a player's entry.
    pub(super) fn team_of(&mut self, entry: u16) -> Option<TeamNumber> {
        let team = self.actor(entry).and_then(|entry| entry.link);
        team.and_then(|team| self.team_number(team))
    }

    /// Updates the row of a player whose entry changed in this frame. A row is a player on one side: one who changes sides goes on in another.
    pub(super) fn player(&mut self, number: u16) {
        let team = self.team_of(number);
        let frame = self.frame;
        let Some(actor) = self.actors.get_mut(usize::from(number)).and_then(Option::as_mut) else {
            return;
        };
        actor.is_changed = false;
        let is_new = std::mem::take(&mut actor.entry.is_new);
        let (before, points) = (actor.player, actor.entry.points);
        let identity = Identity::of(&actor.entry);
        let side = |row: usize| self.world.players.get(row).and_then(|row| row.team);
        let has_played = |row: usize| self.stays.get(row).is_some_and(|stay| stay.has_played);
        let row = match before {
            Some(row) if may_be_on(team, side(row)) || !has_played(row) => row,
            _ => {
                let Some(identity) = &identity else { return };
                let is_known = before.is_some() || identity.is_known(&self.world.players);
                let Some(row) = self.row_of(identity, team) else { return };
                self.begin_stay(row, before, if is_known { points } else { [None; 5] });
                row
            }
        };
        let Some(actor) = self.actors.get_mut(usize::from(number)).and_then(Option::as_mut) else {
            return;
        };
        actor.player = Some(row);
        let entry = &actor.entry;
        let Some(player) = self.world.players.get_mut(row) else { return };
        if let Some(identity) = identity.filter(|_| is_new || before != Some(row)) {
            identity.write_to(player);
        }
        player.team = team.or(player.team);
        let [blue, orange] = entry.bodies;
        let body = if team == Some(ORANGE) { orange } else { blue };
        player.body = body.or(player.body);
        player.steering = entry.steering.or(player.steering);
        player.is_bot |= entry.is_bot;
        player.last_frame = frame;
        self.points(row, points);
    }

    /// The row of a player on a side, a new one if there is none yet. `None` if there are [too many](limits::PLAYERS).
    fn row_of(&mut self, identity: &Identity, team: Option<TeamNumber>) -> Option<usize> {
        let rows = &mut self.world.players;
        let is_free = |at: usize| {
            let stay = self.stays.get(at);
            // Two of one name are two.
            identity.has_account() || stay.is_none_or(|stay| stay.entries == 0)
        };
        let is_row = |(at, row): &(usize, &PlayerRow)| {
            identity.is_of(row) && may_be_on(team, row.team) && is_free(*at)
        };
        // A bot that comes back is another one.
        let same_account = rows.iter().enumerate().find(is_row).filter(|_| !identity.is_bot);
        if let Some((row, _)) = same_account {
            return Some(row);
        }
        if rows.len() >= limits::PLAYERS {
            return None;
        }
        rows.push(PlayerRow { team, first_frame: self.frame, ..PlayerRow::default() });
        Some(rows.len().saturating_sub(1))
    }

    /// Somebody who brings points along begins a stay.
    fn begin_stay(&mut self, row: usize, before: Option<usize>, brought: [Option<i32>; 5]) {
        if let Some(stay) = before.and_then(|before| self.stays.get_mut(before)) {
            stay.entries = stay.entries.saturating_sub(1);
        }
        if self.stays.len() <= row {
            self.stays.resize_with(row.saturating_add(1), Stay::default);
        }
        let so_far = self.world.players.get(row).map(PlayerRow::points).unwrap_or_default();
        if let Some(stay) = self.stays.get_mut(row) {
            stay.begin(so_far, brought.map(Option::unwrap_or_default));
        }
    }

    fn points(&mut self, player: usize, points: [Option<i32>; 5]) {
        let Some(row) = self.world.players.get_mut(player) else { return };
        let Some(stay) = self.stays.get_mut(player) else { return };
        let mut all = row.points();
        for (which, (sum, counted)) in all.iter_mut().zip(points).enumerate() {
            *sum = counted.and_then(|counted| stay.total(which, counted)).unwrap_or(*sum);
        }
        if all == row.points() {
            return;
        }
        row.set_points(all);
        let [score, goals, assists, saves, shots] = all;
        let (frame, time, player) = (self.frame, self.time, PlayerIndex::at(player));
        let row = PlayerScoreRow { frame, time, player, score, goals, assists, saves, shots };
        self.keep(|world| &mut world.player_scores, row);
    }
}

/// Whether two teams are one, or one of them is not known.
fn may_be_on(team: Option<TeamNumber>, side: Option<TeamNumber>) -> bool {
    team.is_none() || side.is_none() || team == side
}

impl PlayerRow {
    /// Score, goals, assists, saves and shots.
    fn points(&self) -> Points {
        [self.score, self.goals, self.assists, self.saves, self.shots]
    }

    pub(super) fn set_points(&mut self, points: Points) {
        [self.score, self.goals, self.assists, self.saves, self.shots] = points;
    }
}

/// The account and name of a player's entry.
struct Identity {
    /// Platform, account, and which of the players in front of one screen.
    account: Option<(Option<Text>, Text, u8)>,
    name: Text,
    is_bot: bool,
}

impl Identity {
    /// `None` without a name and an account.
    fn of(entry: &Entry) -> Option<Self> {
        let has_account = entry.has_id && entry.id.system != 0;
        if !has_account && entry.name.is_empty() {
            return None;
        }
        let account = has_account.then(|| {
            let platform = entry.id.platform().map(Text::new);
            (platform, Text::new(&entry.id.account_text()), entry.id.local_id)
        });
        Some(Self { account, name: entry.name.clone(), is_bot: entry.is_bot })
    }

    fn has_account(&self) -> bool {
        self.account.as_ref().is_some_and(|(_, account, _)| !account.is_empty())
    }

    /// Whether it is that of a row, on whatever side.
    fn is_of(&self, row: &PlayerRow) -> bool {
        match &self.account {
            Some((platform, account, local_id)) if !account.is_empty() => {
                (&row.platform, &row.account, row.local_id) == (platform, account, *local_id)
            }
            _ => !self.name.is_empty() && row.name == self.name && row.account.is_empty(),
        }
    }

    /// Whether it was there before.
    fn is_known(&self, rows: &[PlayerRow]) -> bool {
        rows.iter().any(|row| self.is_of(row))
    }

    /// Writes it into a player's row.
    fn write_to(self, player: &mut PlayerRow) {
        if !self.name.is_empty() {
            player.name = self.name;
        }
        if let Some((platform, account, local_id)) = self.account {
            if !account.is_empty() {
                let screen = if local_id > 0 { format!(":{local_id}") } else { String::new() };
                let platform = platform.clone().unwrap_or_default();
                player.id = Some(Text::new(&format!("{platform}:{account}{screen}")));
            }
            (player.platform, player.account, player.local_id) = (platform, account, local_id);
        }
    }
}
