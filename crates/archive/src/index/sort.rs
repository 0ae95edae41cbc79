//! The orders that a list can be in.

use std::str::FromStr;

/// An order; replays without a value come last either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub key: SortKey,
    /// Largest first.
    pub descending: bool,
}

/// The keys that a list can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// When it came to the archive.
    UploadedAt,
    /// When play began.
    StartedAt,
    /// The score.
    Score,
    /// The share of the possible points.
    Accuracy,
    /// The length.
    Duration,
}

impl SortKey {
    const ALL: [Self; 5] =
        [Self::UploadedAt, Self::StartedAt, Self::Score, Self::Accuracy, Self::Duration];

    /// The name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::UploadedAt => "uploaded_at",
            Self::StartedAt => "started_at",
            Self::Score => "score",
            Self::Accuracy => "accuracy",
            Self::Duration => "duration",
        }
    }

    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::Duration => "duration_s",
            other => other.name(),
        }
    }

    /// Whether some replays have no value here.
    pub(crate) fn is_optional(self) -> bool {
        matches!(self, Self::StartedAt | Self::Score | Self::Accuracy)
    }

    /// Whether values are not whole numbers.
    pub(crate) fn is_real(self) -> bool {
        matches!(self, Self::Accuracy | Self::Duration)
    }
}

impl Default for Sort {
    fn default() -> Self {
        Self { key: SortKey::UploadedAt, descending: true }
    }
}

/// An unknown sort order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "sort by uploaded_at, started_at, score, accuracy or duration, with a leading - for the largest first"
)]
pub struct UnknownSort;

impl FromStr for Sort {
    type Err = UnknownSort;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let key = SortKey::ALL.into_iter().find(|key| key.name() == name).ok_or(UnknownSort)?;
        Ok(Self { key, descending })
    }
}

impl std::fmt::Display for Sort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.descending { "-" } else { "" }, self.key.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_parse_back_from_their_names() {
        for key in SortKey::ALL {
            for descending in [false, true] {
                let sort = Sort { key, descending };
                assert_eq!(sort.to_string().parse(), Ok(sort));
            }
        }
        for wrong in ["", "-", "--score", "Score", "size", "score "] {
            assert_eq!(wrong.parse::<Sort>(), Err(UnknownSort), "{wrong:?}");
        }
    }
}
