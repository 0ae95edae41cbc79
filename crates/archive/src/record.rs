//! What the index knows about a replay.

use serde::{Deserialize, Serialize};

use crate::formats::core::{Digest, diagnostic};
use crate::formats::timeline::{Meta, Player};

/// One replay in the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The name it goes by in addresses: [`Digest::id`].
    pub id: String,
    /// SHA-256 of the original.
    pub digest: Digest,
    /// Size of the original in bytes.
    pub size: u64,
    /// What the file was called when it came.
    pub file_name: String,
    /// The game's short name.
    pub game: String,
    /// The format's short name.
    pub format: String,
    /// Version of the format.
    pub version: String,
    /// Everyone who played, in the file's order.
    pub players: Vec<Player>,
    /// What was played on.
    pub map: Option<MapInfo>,
    /// The mode of the game.
    pub mode: Option<String>,
    /// When play began, in seconds since 1970-01-01T00:00:00Z.
    pub started_at: Option<i64>,
    /// Length in seconds.
    pub duration_s: f64,
    /// The score, where there is a single one.
    pub score: Option<i64>,
    /// When it came to the archive, in milliseconds since 1970-01-01T00:00:00Z.
    pub uploaded_at: i64,
    /// What the decoder noticed.
    pub diagnostics: Vec<Diagnostic>,
}

/// The map, stage or arena.
pub type MapInfo = crate::formats::timeline::Map;

/// What the decoder noticed, as the index keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Byte offset in the original.
    pub offset: u64,
    /// The section of the format, under its specification's name.
    pub section: String,
    /// `info`, `warning` or `error`.
    pub severity: String,
    /// One sentence.
    pub message: String,
}

impl Record {
    /// The longest text the index keeps of any one field, in characters: names people use are far
    /// shorter, and a file may claim one of 60 MB.
    pub const MAX_TEXT: usize = 512;
    /// The most players and the most diagnostics the index keeps for a replay.
    pub const MAX_LISTED: usize = 256;

    /// Sums up a decoded file. Everything that comes from the file is cut to size here, once.
    pub(crate) fn new(
        digest: Digest,
        size: u64,
        file_name: Option<&str>,
        extension: &str,
        meta: Meta,
        diagnostics: &[diagnostic::Diagnostic],
        uploaded_at: i64,
    ) -> Self {
        let id = digest.id();
        let file_name =
            file_name.and_then(clean_file_name).unwrap_or_else(|| format!("{id}.{extension}"));
        Self {
            digest,
            size,
            file_name,
            game: meta.game.to_owned(),
            format: meta.format.to_owned(),
            version: short(&meta.version),
            players: meta
                .players
                .into_iter()
                .take(Self::MAX_LISTED)
                .map(|player| Player { id: short_option(player.id), name: short(&player.name) })
                .collect(),
            map: meta.map.map(|map| MapInfo {
                name: short(&map.name),
                id: short_option(map.id),
                author: short_option(map.author),
                difficulty: short_option(map.difficulty),
            }),
            mode: short_option(meta.mode),
            started_at: meta.started_at,
            // JSON has no infinity and SQL no NaN.
            duration_s: if meta.duration_s.is_finite() { meta.duration_s } else { 0.0 },
            score: meta.score,
            uploaded_at,
            diagnostics: diagnostics
                .iter()
                .take(Self::MAX_LISTED)
                .map(|diagnostic| Diagnostic {
                    offset: diagnostic.offset,
                    section: short(&diagnostic.section),
                    severity: diagnostic.severity.name().to_owned(),
                    message: short(&diagnostic.message),
                })
                .collect(),
            id,
        }
    }
}

/// Cuts a text to [`Record::MAX_TEXT`] and replaces NULs, which Postgres refuses in text.
fn short(text: &str) -> String {
    text.chars()
        .take(Record::MAX_TEXT)
        .map(|c| if c == '\0' { char::REPLACEMENT_CHARACTER } else { c })
        .collect()
}

fn short_option(text: Option<String>) -> Option<String> {
    text.map(|text| short(&text))
}

/// The last component of a path from any system, without control characters; `None` if nothing is left.
fn clean_file_name(name: &str) -> Option<String> {
    // File systems end names at 255 bytes; a longer one could not be saved again.
    const MAX_NAME: usize = 255;
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let clean: String = last.chars().filter(|c| !c.is_control()).collect();
    let clean = clean[..clean.floor_char_boundary(MAX_NAME)].trim();
    (!clean.is_empty() && clean != "." && clean != "..").then(|| clean.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_lose_their_folders_and_control_characters() {
        let cases = [
            ("a.bsor", Some("a.bsor")),
            ("C:\\replays\\b c.bsor", Some("b c.bsor")),
            ("/tmp/../x/ü.bsor", Some("ü.bsor")),
            ("a\r\nSet-Cookie: x", Some("aSet-Cookie: x")),
            ("folder/", None),
            ("..", None),
            ("", None),
        ];
        for (given, expected) in cases {
            assert_eq!(clean_file_name(given).as_deref(), expected, "{given:?}");
        }
        assert_eq!(clean_file_name(&"ü".repeat(9_999)).map(|name| name.len()), Some(254));
    }

    #[test]
    fn what_a_file_claims_is_cut_to_size() {
        let meta = Meta {
            players: vec![Player { id: None, name: "ä".repeat(10_000) }; 10_000],
            mode: Some("a\0b".into()),
            duration_s: f64::NAN,
            ..Meta::default()
        };
        let record = Record::new(Digest::of(b""), 0, None, "bsor", meta, &[], 0);
        assert_eq!(record.players.len(), Record::MAX_LISTED);
        assert_eq!(record.players[0].name.chars().count(), Record::MAX_TEXT);
        assert_eq!(record.mode.as_deref(), Some("a\u{fffd}b"));
        assert_eq!(record.duration_s, 0.0);
        assert_eq!(record.file_name, format!("{}.bsor", record.id));
    }
}
