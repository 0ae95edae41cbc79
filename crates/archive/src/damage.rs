//! The kinds of damage of an original.

/// The damage of an original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// It is not there.
    Missing,
    /// Its bytes are not those that were uploaded.
    Altered,
    /// It cannot be read, or a link or a folder is in its place.
    Unreadable,
}

impl Damage {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Altered => "altered",
            Self::Unreadable => "unreadable",
        }
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
