//! A rule that no real file at hand has shown.

use serde::Serialize;

use super::not_checked::NotChecked;

/// A rule of where notes are, or how they are cut, that no real file at hand has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// Notes jump in its version of the game as in those that are known.
    GameVersion,
    /// Notes came at another speed than the map's, as mods let them: at the one that most cuts agree on.
    OtherSpeed,
    /// The map changes the speed of notes, of all that are in sight.
    SpeedChanges,
    /// Notes come from all around: everything is turned with their lane.
    Lanes,
    /// Heads of chains are as other notes.
    ChainHeads,
    /// Links of chains jump with the head, at their places along the chain's curve.
    ChainLinks,
    /// The map turns notes besides their direction, or has more than two of one colour at one time (the game turns none of them), or one beside the head
    /// of a chain; or a modifier takes arrows from two that are turned together.
    TurnedNotes,
    /// Notes begin their jump above bombs in their column, as above other notes.
    BombsInColumns,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::GameVersion,
        Self::OtherSpeed,
        Self::SpeedChanges,
        Self::Lanes,
        Self::ChainHeads,
        Self::ChainLinks,
        Self::TurnedNotes,
        Self::BombsInColumns,
    ];

    /// The rule, or its subject, for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::GameVersion => "notes jump as in known versions of the game",
            Self::OtherSpeed => "notes come at another speed than the map's",
            Self::SpeedChanges => "notes change their speed",
            Self::Lanes => "notes come from all around",
            Self::ChainHeads => "heads of chains",
            Self::ChainLinks => "links of chains",
            Self::TurnedNotes => "notes that are turned",
            Self::BombsInColumns => "notes above bombs",
        }
    }

    /// The reason why cuts for which it does not hold are not checked.
    pub(super) const fn not_checked(self) -> NotChecked {
        match self {
            Self::ChainHeads | Self::ChainLinks => NotChecked::Chain,
            Self::TurnedNotes => NotChecked::Turned,
            Self::GameVersion
            | Self::OtherSpeed
            | Self::SpeedChanges
            | Self::Lanes
            | Self::BombsInColumns => NotChecked::Place,
        }
    }

    /// Why it is not known that it holds, as a clause; of those that are about all notes of a replay.
    pub(super) fn doubt(self) -> &'static str {
        match self {
            Self::GameVersion => {
                "How notes jump in the version of the game that it was played in is not known well enough"
            }
            Self::OtherSpeed => "Notes came at another speed than the map's, as a mod may let them",
            Self::SpeedChanges => {
                "Where notes are whose speed changes on the way is not known well enough"
            }
            Self::Lanes => "Where notes are that come from all around is not known well enough",
            Self::ChainHeads | Self::ChainLinks | Self::TurnedNotes | Self::BombsInColumns => {
                "Where some of its notes are is not known well enough"
            }
        }
    }
}
