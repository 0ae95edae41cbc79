//! The players that the header lists, with their points at the end of the match and their rows in the table.

use ghostreel_timeline::TeamNumber;

use super::rows::PlayerRow;
use super::stays::Points;
use crate::layout::{Properties, PropertyValue};
use crate::limits;

/// A player as the header lists them.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) name: String,
    /// Empty if it is not known.
    pub(super) platform: &'static str,
    /// The platform's id of the account; empty where the header does not say.
    pub(super) account: String,
    /// The number of the player in front of one screen, where the header has it.
    local_id: Option<u8>,
    pub(super) team: TeamNumber,
    pub(super) points: Points,
}

/// All whom the header lists.
pub(super) fn listed(header: &Properties) -> Vec<Listed> {
    header.array("PlayerStats").iter().take(limits::PLAYERS).map(Listed::new).collect()
}

impl Listed {
    fn new(stats: &Properties) -> Self {
        let platform = match stats.text("Platform").as_deref() {
            Some("OnlinePlatform_Steam") => "steam",
            Some("OnlinePlatform_PS4") => "ps4",
            Some("OnlinePlatform_Dingo") => "xbox",
            Some("OnlinePlatform_QQ") => "qq",
            Some("OnlinePlatform_NNX") => "switch",
            Some("OnlinePlatform_Epic") => "epic",
            _ => "",
        };
        let id = match stats.get("PlayerID") {
            Some(PropertyValue::Struct(_, id)) => Some(id),
            _ => None,
        };
        let number = match stats.get("OnlineID") {
            Some(PropertyValue::QWord(number)) if *number != 0 => Some(number.to_string()),
            _ => None,
        };
        let epic = || id?.text("EpicAccountId").filter(|account| !account.is_empty());
        let local_id = || match id?.get("SplitscreenID")? {
            PropertyValue::PlainByte(_, number) => Some(*number),
            _ => None,
        };
        let int = |key| stats.int(key).unwrap_or(0);
        Self {
            name: stats.text("Name").unwrap_or_default(),
            platform,
            account: number.or_else(epic).unwrap_or_default(),
            local_id: local_id(),
            team: TeamNumber(int("Team")),
            points: ["Score", "Goals", "Assists", "Saves", "Shots"].map(int),
        }
    }

    /// Whether a row has the account.
    fn has_account(&self, row: &PlayerRow) -> bool {
        !self.account.is_empty()
            && row.account == *self.account
            && (self.platform.is_empty()
                || row.platform.as_ref().is_some_and(|platform| *platform == *self.platform))
    }

    /// Whether a row is of another account, where both are known.
    fn is_other(&self, row: &PlayerRow) -> bool {
        let is_known = !self.account.is_empty() && !row.account.as_str().is_empty();
        is_known && row.account != *self.account
    }
}

/// Whether a row may be of a listed player.
type Rule<'r> = dyn Fn(&Listed, &PlayerRow) -> bool + 'r;

/// For each of the listed, the row of the player: each row is used once. The account counts for most, then the name.
pub(super) fn rows_of(listed: &[Listed], rows: &[PlayerRow]) -> Vec<Option<usize>> {
    let is_screen = |of: &Listed, row: &PlayerRow| of.local_id == Some(row.local_id);
    let is_team = |of: &Listed, row: &PlayerRow| row.team == Some(of.team);
    let is_name = |of: &Listed, row: &PlayerRow| row.name == *of.name && !of.is_other(row);
    let rules: [&Rule<'_>; 8] = [
        &|of, row| of.has_account(row) && is_screen(of, row) && is_team(of, row),
        &|of, row| of.has_account(row) && is_screen(of, row),
        &|of, row| of.has_account(row) && row.name == *of.name && is_team(of, row),
        &|of, row| of.has_account(row) && row.name == *of.name,
        &|of, row| of.has_account(row) && is_team(of, row),
        &|of, row| of.has_account(row),
        &|of, row| is_name(of, row) && is_team(of, row),
        &|of, row| is_name(of, row),
    ];
    let mut rows_of_listed = vec![None; listed.len()];
    let mut is_taken = vec![false; rows.len()];
    for rule in rules {
        for (of, place) in
            listed.iter().zip(&mut rows_of_listed).filter(|(_, place)| place.is_none())
        {
            // The last one to come is there at the end.
            let free = rows.iter().zip(&mut is_taken).enumerate().rev();
            let mut free = free.filter(|(_, (_, is_taken))| !**is_taken);
            if let Some((at, (_, is_taken))) = free.find(|(_, (row, _))| rule(of, row)) {
                (*is_taken, *place) = (true, Some(at));
            }
        }
    }
    rows_of_listed
}
