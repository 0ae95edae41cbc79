//! The seven members of the file's object.

/// A member of the file's object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionId {
    /// The map and the settings.
    Info,
    /// Poses of head and hands.
    Frames,
    /// Score of each note, and after them −5 for each wall.
    Scores,
    /// Combo after each note.
    Combos,
    /// When each note was cut or missed.
    NoteTime,
    /// Place and kind of each note.
    NoteInfos,
    /// Automatic heights.
    DynamicHeight,
}

impl SectionId {
    /// All of them, in their usual order.
    pub const ALL: [Self; 7] = [
        Self::Info,
        Self::Frames,
        Self::Scores,
        Self::Combos,
        Self::NoteTime,
        Self::NoteInfos,
        Self::DynamicHeight,
    ];

    /// The name of the member.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Frames => "frames",
            Self::Scores => "scores",
            Self::Combos => "combos",
            Self::NoteTime => "noteTime",
            Self::NoteInfos => "noteInfos",
            Self::DynamicHeight => "dynamicHeight",
        }
    }

    /// The member of that name.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.name().as_bytes() == name)
    }

    /// The bracket that its value begins with.
    pub(crate) const fn bracket(self) -> u8 {
        match self {
            Self::Info => b'{',
            _ => b'[',
        }
    }

    /// The name of one of its elements in messages.
    pub(crate) const fn element(self) -> &'static str {
        match self {
            Self::Info => "the info",
            Self::Frames => "a frame",
            Self::Scores => "a score",
            Self::Combos => "a combo",
            Self::NoteTime => "a time",
            Self::NoteInfos => "a note's text",
            Self::DynamicHeight => "a height",
        }
    }
}
