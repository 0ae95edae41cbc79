//! The names of the payload's sections.

use ghostreel_core::Record;

use super::{Combo, Energy, Height, Multiplier, NoteV2, NoteV3, PoseFrame, ScoreV2, ScoreV3};
use crate::version::RecordForm;

/// A section of the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionId {
    /// The map and the settings.
    Metadata,
    /// Poses of head and hands.
    Poses,
    /// Automatic heights.
    Heights,
    /// Notes cut and missed, and bombs hit.
    Notes,
    /// The score as it changed.
    Scores,
    /// The combo as it changed.
    Combos,
    /// The multiplier as it changed.
    Multipliers,
    /// The energy as it changed.
    Energies,
}

impl SectionId {
    /// All sections, in the order of their pointers and, as the plugin writes them, of their bytes.
    pub const ALL: [Self; 8] = [
        Self::Metadata,
        Self::Poses,
        Self::Heights,
        Self::Notes,
        Self::Scores,
        Self::Combos,
        Self::Multipliers,
        Self::Energies,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Metadata => "metadata",
            Self::Poses => "poses",
            Self::Heights => "heights",
            Self::Notes => "notes",
            Self::Scores => "scores",
            Self::Combos => "combos",
            Self::Multipliers => "multipliers",
            Self::Energies => "energies",
        }
    }

    /// The section of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.name() == name)
    }

    /// The name in errors, whose offsets are those of the payload.
    pub(crate) const fn in_payload(self) -> &'static str {
        match self {
            Self::Metadata => "payload.metadata",
            Self::Poses => "payload.poses",
            Self::Heights => "payload.heights",
            Self::Notes => "payload.notes",
            Self::Scores => "payload.scores",
            Self::Combos => "payload.combos",
            Self::Multipliers => "payload.multipliers",
            Self::Energies => "payload.energies",
        }
    }

    /// Bytes of a record; `None` for the metadata, which is no list.
    pub(crate) const fn record_size(self, form: RecordForm) -> Option<usize> {
        Some(match (self, form) {
            (Self::Metadata, _) => return None,
            (Self::Poses, _) => PoseFrame::SIZE,
            (Self::Heights, _) => Height::SIZE,
            (Self::Notes, RecordForm::V2) => NoteV2::SIZE,
            (Self::Notes, RecordForm::V3) => NoteV3::SIZE,
            (Self::Scores, RecordForm::V2) => ScoreV2::SIZE,
            (Self::Scores, RecordForm::V3) => ScoreV3::SIZE,
            (Self::Combos, _) => Combo::SIZE,
            (Self::Multipliers, _) => Multiplier::SIZE,
            (Self::Energies, _) => Energy::SIZE,
        })
    }
}
