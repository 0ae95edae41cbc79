//! The version in the metadata, and what depends on it.

use std::fmt;

/// Version of the format, as the metadata says it: `3.1.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// 2 or 3.
    pub major: u32,
    /// Raised for additions.
    pub minor: u32,
    /// Raised for corrections.
    pub patch: u32,
}

impl Version {
    /// Notes of 101 bytes and scores of 8; in the plugin as in here, this very version and no other.
    pub const V2: Self = Self::new(2, 0, 0);
    /// Notes of 177 bytes and scores of 12.
    pub const V3: Self = Self::new(3, 0, 0);
    /// Versions of game and plugin, and the platform.
    pub const V3_1: Self = Self::new(3, 1, 0);
    /// The last one that is known. The plugin refuses later ones, too.
    pub const LATEST: Self = Self::V3_1;

    const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// Three numbers with dots between.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(|part| part.parse().ok());
        let version = Self::new(parts.next()??, parts.next()??, parts.next()??);
        parts.next().is_none().then_some(version)
    }

    /// How long the records are.
    pub(crate) fn records(self) -> RecordForm {
        if self == Self::V2 { RecordForm::V2 } else { RecordForm::V3 }
    }

    /// Whether the metadata goes on after the fail time.
    pub(crate) fn names_the_game(self) -> bool {
        self >= Self::V3_1
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { major, minor, patch } = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// The two forms of notes and scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordForm {
    /// Those of version 2.0.0.
    V2,
    /// Those of version 3.
    V3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!(Version::parse("3.1.0"), Some(Version::V3_1));
        assert_eq!(Version::V3_1.to_string(), "3.1.0");
        for text in ["", "3", "3.1", "3.1.0.0", "3.1.0-beta", "a.b.c", "-1.0.0", "99999999999.0.0"]
        {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_2_0_0_has_the_short_records() {
        let form = |text| Version::parse(text).unwrap().records();
        assert_eq!(
            [form("2.0.0"), form("2.0.1"), form("3.0.0")].map(|f| f == RecordForm::V2),
            [true, false, false]
        );
    }
}
