//! The players that statistics are of.

/// A player, as statistics know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Port, 0 to 3.
    pub player_index: u8,
    /// 0 red, 1 blue, 2 green; only in teams.
    pub team_id: u8,
    /// Character, as on the selection screen.
    pub character_id: u8,
}
