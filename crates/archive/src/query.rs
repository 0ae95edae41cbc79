//! What to look for in the index, and in which order.

use std::str::FromStr;

use crate::{Cursor, Record};

/// Which replays, in which order, from where on. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The game's short name.
    pub game: Option<String>,
    /// The format's short name.
    pub format: Option<String>,
    /// Part of a player's name, whatever the case, or exactly a player's id.
    pub player: Option<String>,
    /// Part of the map's name, whatever the case, or exactly the map's id.
    pub map: Option<String>,
    /// The mode of the game, exactly.
    pub mode: Option<String>,
    /// Play began then or later, in seconds since 1970.
    pub from: Option<i64>,
    /// Play began then or earlier, in seconds since 1970.
    pub to: Option<i64>,
    /// Words that must all appear in the names of players, map, author, mode or file.
    pub text: Option<String>,
    /// The order.
    pub sort: Sort,
    /// How many at most; between 1 and [`Query::MAX_LIMIT`].
    pub limit: u32,
    /// Go on behind this place.
    pub after: Option<Cursor>,
}

impl Query {
    /// The most records in one page.
    pub const MAX_LIMIT: u32 = 200;
    /// Records in a page unless asked otherwise.
    pub const DEFAULT_LIMIT: u32 = 50;
    /// The most characters of any one text to look for: nothing in the index is longer.
    pub const MAX_TEXT: usize = Record::MAX_TEXT;
    /// The most words of [`Query::text`]: each is looked for in every candidate.
    pub const MAX_WORDS: usize = 16;

    /// Whether the texts are within their bounds and can occur in the index at all.
    ///
    /// # Errors
    /// If a text is too long, has a NUL, or there are too many words.
    pub fn check(&self) -> Result<(), BadQuery> {
        let texts = [
            ("game", &self.game),
            ("format", &self.format),
            ("player", &self.player),
            ("map", &self.map),
            ("mode", &self.mode),
            ("q", &self.text),
        ];
        for (name, text) in texts {
            let Some(text) = text else { continue };
            if text.contains('\0') {
                return Err(BadQuery::Nul(name));
            }
            if text.chars().nth(Self::MAX_TEXT).is_some() {
                return Err(BadQuery::TooLong(name));
            }
        }
        let words = self.text.as_deref().unwrap_or_default().split_whitespace();
        if words.take(Self::MAX_WORDS + 1).count() > Self::MAX_WORDS {
            return Err(BadQuery::TooManyWords("q"));
        }
        Ok(())
    }

    /// The limit within its bounds; 0 stands for the default.
    pub(crate) fn page_size(&self) -> u32 {
        match self.limit {
            0 => Self::DEFAULT_LIMIT,
            limit => limit.min(Self::MAX_LIMIT),
        }
    }
}

/// A query that asks for more than the index looks for. Each names the parameter as addresses do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadQuery {
    /// A text with a NUL, which no text of the index has.
    #[error("{0}: no name has a NUL in it")]
    Nul(&'static str),
    /// A text longer than any in the index.
    #[error("{0}: longer than {max} characters", max = Query::MAX_TEXT)]
    TooLong(&'static str),
    /// More words than are looked for at once.
    #[error("{0}: more than {max} words", max = Query::MAX_WORDS)]
    TooManyWords(&'static str),
}

/// One page of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The records, in order.
    pub records: Vec<Record>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
}

/// An order; replays without a value come last either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub key: SortKey,
    /// Largest first.
    pub descending: bool,
}

/// What a list can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// When it came to the archive.
    UploadedAt,
    /// When play began.
    StartedAt,
    /// The score.
    Score,
    /// The length.
    Duration,
}

impl SortKey {
    const ALL: [Self; 4] = [Self::UploadedAt, Self::StartedAt, Self::Score, Self::Duration];

    /// The name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::UploadedAt => "uploaded_at",
            Self::StartedAt => "started_at",
            Self::Score => "score",
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
        matches!(self, Self::StartedAt | Self::Score)
    }
}

impl Default for Sort {
    fn default() -> Self {
        Self { key: SortKey::UploadedAt, descending: true }
    }
}

/// A sort order that there is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "sort by uploaded_at, started_at, score or duration, with a leading - for the largest first"
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
    fn texts_have_bounds() {
        let text = |text: &str| Query { text: Some(text.into()), ..Query::default() };
        let words = |count: usize| "ab ".repeat(count);
        assert_eq!(text(&words(Query::MAX_WORDS)).check(), Ok(()));
        assert_eq!(text(&words(Query::MAX_WORDS + 1)).check(), Err(BadQuery::TooManyWords("q")));
        let player = |player: String| Query { player: Some(player), ..Query::default() };
        assert_eq!(player("ü".repeat(Query::MAX_TEXT)).check(), Ok(()));
        let too_long = player("ü".repeat(Query::MAX_TEXT + 1));
        assert_eq!(too_long.check(), Err(BadQuery::TooLong("player")));
        assert_eq!(player("a\0".into()).check(), Err(BadQuery::Nul("player")));
    }

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
