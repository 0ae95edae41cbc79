//! The byte in front of each section.

/// A section of the file. The info comes first; writers put the others in this order too, and the last two are
/// optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionId {
    /// Player, map and settings.
    Info,
    /// Poses of head and hands.
    Frames,
    /// Notes cut, missed, and bombs hit.
    Notes,
    /// Walls hit.
    Walls,
    /// Automatic heights.
    Heights,
    /// Pauses.
    Pauses,
    /// Saber handles relative to the controllers. Since PC 0.9.5 and Quest 0.8.62.
    ControllerOffsets,
    /// Data of other mods. Since PC 0.9.5 and Quest 0.8.62.
    UserData,
}

impl SectionId {
    /// All sections in their usual order.
    pub const ALL: [Self; 8] = [
        Self::Info,
        Self::Frames,
        Self::Notes,
        Self::Walls,
        Self::Heights,
        Self::Pauses,
        Self::ControllerOffsets,
        Self::UserData,
    ];

    /// Those that every complete file has after the info.
    pub const REQUIRED: [Self; 5] =
        [Self::Frames, Self::Notes, Self::Walls, Self::Heights, Self::Pauses];

    /// The section that a byte announces.
    pub fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }

    /// The byte that announces the section.
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// The name in errors and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Frames => "frames",
            Self::Notes => "notes",
            Self::Walls => "walls",
            Self::Heights => "heights",
            Self::Pauses => "pauses",
            Self::ControllerOffsets => "controllerOffsets",
            Self::UserData => "userData",
        }
    }

    /// The section of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.name() == name)
    }

    /// The name of one record in messages.
    pub(crate) const fn record_name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Frames => "frame",
            Self::Notes => "note",
            Self::Walls => "wall",
            Self::Heights => "height",
            Self::Pauses => "pause",
            Self::ControllerOffsets => "offset",
            Self::UserData => "user data entry",
        }
    }
}
