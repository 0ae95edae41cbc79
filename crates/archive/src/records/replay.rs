//! A replay's row in the index.

use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch, Motion, ScoreVerdict};
use ghostreel_analysis::{Occasion, Side};
use ghostreel_formats::core::{Digest, diagnostic};
use ghostreel_formats::timeline::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::records::summary;
use crate::records::summary::{Summary, is_shown};

/// One replay in the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its id in addresses: [`Digest::id`].
    pub id: String,
    /// SHA-256 of the original.
    pub digest: Digest,
    /// Size of the original in bytes.
    pub size: u64,
    /// Name of the uploaded file.
    pub file_name: String,
    /// The game's short name.
    pub game: String,
    /// The format's short name.
    pub format: String,
    /// Version of the format.
    pub version: String,
    /// Everyone who played, in the file's order.
    pub players: Vec<Player>,
    /// The map, stage or arena.
    pub map: Option<MapInfo>,
    /// The mode of the game, e.g. `ranked-doubles`.
    pub mode: Option<String>,
    /// When play began, in seconds since 1970-01-01T00:00:00Z; where only [`Occasion::saved_at`] is known, that.
    pub started_at: Option<i64>,
    /// Length in seconds.
    pub duration_s: f64,
    /// The score, where there is a single one.
    pub score: Option<i64>,
    /// The share of the possible points that were made, from 0 to 1; `None` of a game that is not about points, or not known yet.
    pub accuracy: Option<f64>,
    /// The sides and the result; empty in a game in which nobody plays against anybody, `None` if it is not known yet.
    pub sides: Option<Vec<Side>>,
    /// When, and as which game of a match, it was played, beside its start; `None` if it is not known yet.
    pub occasion: Option<Occasion>,
    /// When it was uploaded, in milliseconds since 1970-01-01T00:00:00Z.
    pub uploaded_at: i64,
    /// Whether it is neither listed nor given out, as a copy of another.
    pub is_held: bool,
    /// How many diagnostics the decoder had.
    pub diagnostic_count: u64,
    /// The first [`Record::MAX_LISTED`] diagnostics; in lists, the first [`Record::MAX_DIAGNOSTICS_IN_LISTS`].
    pub diagnostics: Vec<Diagnostic>,
    /// Whether its motion fits what it says; `None` of one whose motion is not judged, or not yet.
    pub motion: Option<Judged<Motion>>,
    /// The id of the map in the archive that it was played on: of several of its hash the one that fits it, where that is known; `None` without one.
    pub stored_map: Option<String>,
    /// How it agrees with that map; `None` without one, or if the two were not compared yet.
    pub map_match: Option<Judged<MapMatch>>,
}

/// The map, stage or arena.
pub type MapInfo = ghostreel_formats::timeline::Map;

/// The faults that the decoder noticed and did not fail over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Diagnostic {
    /// Byte offset in the file.
    pub offset: u64,
    /// The section of the format.
    pub section: String,
    /// `info`, `warning` or `error`.
    #[schema(example = "info")]
    pub severity: String,
    /// One sentence.
    pub message: String,
}

impl Record {
    /// The longest text the index keeps of any one field, in characters: names people use are far
    /// shorter, and a file may claim one of 60 MB.
    pub const MAX_TEXT: usize = summary::MAX_TEXT;
    /// The most players and the most diagnostics the index keeps for a replay.
    pub const MAX_LISTED: usize = summary::MAX_LISTED;
    /// The most diagnostics of a replay in a list: a page of two hundred replays stays small.
    pub const MAX_DIAGNOSTICS_IN_LISTS: usize = 4;

    /// The facts of a decoded file, cut to size, with those that only the archive knows.
    pub(crate) fn new(
        digest: Digest,
        size: u64,
        file_name: Option<&str>,
        summary: Summary,
        uploaded_at: i64,
    ) -> Self {
        let Summary {
            meta,
            extension,
            diagnostics,
            diagnostic_count,
            motion,
            accuracy,
            sides,
            occasion,
        } = summary.cut();
        let id = digest.id();
        let extensions =
            ghostreel_formats::format(meta.format).map_or(&[][..], |format| format.extensions);
        let file_name = file_name
            .and_then(|name| clean_file_name(name, extensions))
            .unwrap_or_else(|| format!("{id}.{extension}"));
        Self {
            digest,
            size,
            file_name,
            game: meta.game.to_owned(),
            format: meta.format.to_owned(),
            version: meta.version,
            players: meta.players,
            map: meta.map,
            mode: meta.mode,
            started_at: meta.started_at.or(occasion.saved_at),
            duration_s: meta.duration_s,
            score: meta.score,
            accuracy,
            sides: Some(sides),
            occasion: Some(occasion),
            uploaded_at,
            is_held: false,
            diagnostic_count,
            diagnostics: diagnostics.into_iter().map(Diagnostic::from).collect(),
            motion,
            stored_map: None,
            map_match: None,
            id,
        }
    }

    /// When it was played, in seconds since 1970: from when to when. `None` if that is not known, or not yet.
    pub(crate) fn span(&self) -> Option<(i64, i64)> {
        self.occasion.as_ref()?.span(self.started_at, self.duration_s)
    }

    /// Whether its score is its player's: by the map where that is here, else by the motion alone. `None` of a game or format whose motion is not
    /// judged, or not yet.
    pub fn score_verdict(&self) -> Option<&ScoreVerdict> {
        let motion = self.motion.as_ref()?;
        let by_map = self.map_match.as_ref().and_then(|found| found.score.as_ref());
        by_map.or(motion.score.as_ref())
    }

    /// The faults, in a few words and in a sentence each: that it does not belong to the map it names, and that its cuts do not follow from the motion or, if they
    /// do, are not those of the map's notes.
    pub fn findings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let (motion, by_map) = (self.motion.as_ref(), self.map_match.as_ref());
        let of_motion = motion.and_then(|found| found.cuts_finding.as_deref());
        let of_notes = by_map.and_then(|found| found.finding.as_deref());
        let of_cuts = by_map.and_then(|found| found.cuts_finding.as_deref());
        let of_cuts = of_cuts.filter(|_| of_motion.is_none());
        let of_notes = of_notes.map(|detail| (OTHER_NOTES, detail));
        of_motion.or(of_cuts).map(|detail| (OTHER_MOTION, detail)).into_iter().chain(of_notes)
    }
}

impl From<diagnostic::Diagnostic> for Diagnostic {
    fn from(diagnostic: diagnostic::Diagnostic) -> Self {
        let diagnostic::Diagnostic { offset, section, severity, message } = diagnostic;
        Self {
            offset,
            section: section.into_owned(),
            severity: severity.name().to_owned(),
            message,
        }
    }
}

/// The faults in a few words.
const OTHER_NOTES: &str = "Does not match its map";
const OTHER_MOTION: &str = "Cuts do not match the saber motion";

/// File systems end names at 255 bytes; a longer one could not be saved again.
const MAX_FILE_NAME: usize = 255;

/// The last component of a path from any system, in characters that can be seen, and with an
/// extension of the format: the bytes decide it, not the sender. `None` if nothing is left.
pub(crate) fn clean_file_name(name: &str, extensions: &[&str]) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let clean: String = last.chars().filter(|c| is_shown(*c)).collect();
    let cut = |text: &str, length: usize| {
        text[..text.floor_char_boundary(length)].trim().trim_end_matches('.').to_owned()
    };
    let clean = cut(&clean, MAX_FILE_NAME);
    if clean.is_empty() {
        return None;
    }
    let extension = clean.rsplit_once('.').map(|(_, extension)| extension);
    let fits = |known: &&str| extension.is_some_and(|given| given.eq_ignore_ascii_case(known));
    match extensions.first() {
        Some(usual) if !extensions.iter().any(fits) => {
            let stem = cut(&clean, MAX_FILE_NAME.saturating_sub(usual.len() + 1));
            Some(format!("{stem}.{usual}"))
        }
        _ => Some(clean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ghostreel_formats::timeline::Meta;

    fn named(name: &str) -> Option<String> {
        clean_file_name(name, &["bsor", "bsr"])
    }

    #[test]
    fn file_names_lose_their_folders_and_what_cannot_be_seen() {
        let cases = [
            ("a.bsor", Some("a.bsor")),
            ("C:\\replays\\b c.bsor", Some("b c.bsor")),
            ("/tmp/../x/ü.bsor", Some("ü.bsor")),
            ("a\r\nSet-Cookie: x.bsor", Some("aSet-Cookie: x.bsor")),
            ("a\u{202e}rosb.exe\u{2066}.bsor", Some("arosb.exe.bsor")),
            ("z\u{200b}e\u{feff}r\u{ad}o\u{3164}.bsor", Some("zero.bsor")),
            ("a;b.bsor", Some("a;b.bsor")),
            ("folder/", None),
            ("..", None),
            ("\u{200d}", None),
            ("", None),
        ];
        for (given, expected) in cases {
            assert_eq!(named(given).as_deref(), expected, "{given:?}");
        }
        assert_eq!(named(&"ü".repeat(9_999)).map(|name| name.len()), Some(255));
    }

    #[test]
    fn the_extension_is_that_of_the_format() {
        for (given, expected) in [
            ("a.BSOR", "a.BSOR"),
            ("a.bsr", "a.bsr"),
            ("a", "a.bsor"),
            ("a.html", "a.html.bsor"),
            ("a.bsor.", "a.bsor"),
            (".bsor", ".bsor"),
        ] {
            assert_eq!(named(given).as_deref(), Some(expected), "{given:?}");
        }
        let long = named(&format!("{}.html", "x".repeat(300))).unwrap();
        assert!(long.ends_with("xx.bsor") && long.len() == 255, "{long}");
    }

    #[test]
    fn a_file_without_a_name_has_that_of_its_id() {
        let summary = Summary {
            meta: Meta { format: "bsor", ..Meta::default() },
            extension: "bsor",
            diagnostics: Vec::new(),
            diagnostic_count: 0,
            motion: None,
            accuracy: None,
            sides: Vec::new(),
            occasion: Occasion::default(),
        };
        let record = Record::new(Digest::of(b""), 0, None, summary, 0);
        assert_eq!(record.file_name, format!("{}.bsor", record.id));
    }
}
