//! One error type for every codec: the party at fault, the place, and the
//! expected and the found content.

use std::borrow::Cow;
use std::fmt;

use crate::limits;

/// The result of reading or writing a replay.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The party at fault for an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The input ends before something it promised.
    Truncated,
    /// The input breaks its own format.
    Malformed,
    /// The input shows no damage, but is of a kind or version we do not read.
    Unsupported,
    /// The input asks for more than a named [limit](crate::limits) allows.
    Limit,
    /// Our own mistake; please report it.
    Bug,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Truncated, Self::Malformed, Self::Unsupported, Self::Limit, Self::Bug];

    /// The name used in JSON and in the HTTP API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Truncated => "truncated",
            Self::Malformed => "malformed",
            Self::Unsupported => "unsupported",
            Self::Limit => "limit",
            Self::Bug => "bug",
        }
    }
}

/// Why a replay could not be read: one sentence with section and offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The party at fault.
    pub fault: Fault,
    /// Byte offset in the input where the trouble was noticed.
    pub offset: u64,
    /// The section of the format, under its specification's name.
    pub section: Cow<'static, str>,
    /// The expected content.
    pub expected: Cow<'static, str>,
    /// The content found.
    pub found: Cow<'static, str>,
}

/// The section whose bytes tell which format a file has.
const SIGNATURE: &str = "signature";

impl Error {
    /// An error with all its parts.
    pub fn new(
        fault: Fault,
        offset: u64,
        section: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        let [section, expected, found] = [section.into(), expected.into(), found.into()].map(brief);
        Self { fault, offset, section, expected, found }
    }

    /// The error of a file that is of another kind altogether: not `expected`, but `found`.
    pub fn of_other_kind(
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(Fault::Unsupported, 0, SIGNATURE, expected, found)
    }

    /// The error of strict reading where recovery notes damage: the parts of a message such as `expected …, found …`, and of any
    /// other that a whole replay was expected.
    pub fn of_damage(offset: u64, section: Cow<'static, str>, message: &str) -> Self {
        let (expected, found) = match parts(message) {
            Some((expected, found)) => (Cow::Owned(expected.into()), found.into()),
            None => (Cow::Borrowed("a whole replay"), ["damage: ", message].concat()),
        };
        Self::new(Fault::Malformed, offset, section, expected, Cow::Owned(found))
    }

    /// The expected and the found content, without the place: `expected …, found …`, or of another kind of file `not …, but …`.
    pub fn message(&self) -> String {
        let Self { section, expected, found, .. } = self;
        match &**section {
            SIGNATURE => format!("not {expected}, but {found}"),
            _ => format!("expected {expected}, found {found}"),
        }
    }
}

/// A text that may quote the input, no longer than [`limits::QUOTED`] characters: of a longer one, both ends.
pub fn brief(text: Cow<'static, str>) -> Cow<'static, str> {
    // Most are so short that nothing needs counting.
    if text.len() <= limits::QUOTED || text.chars().count() <= limits::QUOTED {
        return text;
    }
    let mark = " … ";
    let tail = limits::QUOTED / 4;
    let before = limits::QUOTED.saturating_sub(tail).saturating_sub(mark.chars().count());
    let end = text.char_indices().nth_back(tail.saturating_sub(1)).map_or(0, |(at, _)| at);
    let start: String = text.chars().take(before).collect();
    Cow::Owned(start + mark + text.get(end..).unwrap_or_default())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, section, expected, found, .. } = self;
        if section == SIGNATURE {
            return f.write_str(&self.message());
        }
        write!(f, "{section}, offset {offset}: expected {expected}, found {found}")
    }
}

impl std::error::Error for Error {}

/// The two parts of `expected …, found …`. A search by windows, and no range that may panic, are a tenth of the code of `split_once`, which
/// counts on the page.
fn parts(message: &str) -> Option<(&str, &str)> {
    const FOUND: &str = ", found ";
    let rest = message.strip_prefix("expected ")?;
    let at = rest.as_bytes().windows(FOUND.len()).position(|part| part == FOUND.as_bytes())?;
    let (expected, found) = rest.split_at_checked(at)?;
    Some((expected, found.strip_prefix(FOUND)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_reported_in_one_sentence() {
        let refusal =
            |message: &'static str| Error::of_damage(7, "raw".into(), message).to_string();
        assert_eq!(
            refusal("expected one of the declared events, found 0x17; 2 bytes are kept unread"),
            "raw, offset 7: expected one of the declared events, found 0x17; 2 bytes are kept unread"
        );
        assert_eq!(
            refusal("the input ends after 3 events"),
            "raw, offset 7: expected a whole replay, found damage: the input ends after 3 events"
        );
    }

    #[test]
    fn long_texts_of_the_input_are_cut_between_characters() {
        let long = "é".repeat(140_000) + "end";
        let error = Error::new(Fault::Malformed, 0, "text", long.clone(), long);
        for part in [&error.expected, &error.found] {
            assert_eq!(part.chars().count(), limits::QUOTED);
            assert!(part.starts_with("éé") && part.ends_with("éend") && part.contains(" … "));
        }
        let whole = "é".repeat(limits::QUOTED);
        assert_eq!(brief(whole.clone().into()), whole);
    }
}
