//! A query of the index: conditions, and the order.

use crate::index::cursor::Cursor;
use crate::index::sort::Sort;
use crate::records::replay::Record;

/// Which replays, in which order, from where on. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The game's short name.
    pub game: Option<String>,
    /// The format's short name.
    pub format: Option<String>,
    /// Part of a player's name, whatever the case, or exactly a player's id.
    pub player: Option<String>,
    /// The same of somebody who played as well.
    pub opponent: Option<String>,
    /// Part of the name of a character that somebody played, whatever the case.
    pub character: Option<String>,
    /// Part of the map's name, whatever the case, or exactly the map's id.
    pub map: Option<String>,
    /// Words that each begin a word of the mode, whatever the case: `one saber` for `OneSaber`.
    pub mode: Option<String>,
    /// The map's difficulty, exactly as in its record.
    pub difficulty: Option<String>,
    /// The verdict on its score by motion and, where that is here, map, exactly: `consistent`, `inconsistent` or `not-enough-data`.
    pub motion: Option<String>,
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
    /// Go on after this place.
    pub after: Option<Cursor>,
    /// Whether to count all replays that are asked for.
    pub with_total: bool,
}

impl Query {
    /// The most records in one page.
    pub const MAX_LIMIT: u32 = 200;
    /// Records in a page unless asked otherwise.
    pub const DEFAULT_LIMIT: u32 = 50;
    /// Replays are counted up to here.
    pub const MOST_COUNTED: u32 = 10_000;
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
            ("opponent", &self.opponent),
            ("character", &self.character),
            ("map", &self.map),
            ("mode", &self.mode),
            ("difficulty", &self.difficulty),
            ("motion", &self.motion),
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
    /// How many replays are asked for, on all pages; [`Query::MOST_COUNTED`] stands for that many or more. `None` unless asked for.
    pub total: Option<u32>,
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
}
