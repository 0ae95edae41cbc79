//! The facts that a decoded file states.

use std::borrow::Cow;

use ghostreel_analysis::beat_saber::documents::{Judged, Motion};
use ghostreel_analysis::{Occasion, Side, SidePlayer};
use ghostreel_formats::core::Diagnostic;
use ghostreel_formats::timeline::{Map, Meta, Player};

/// The longest text of any one field, in characters: [`Record::MAX_TEXT`](crate::Record::MAX_TEXT).
pub(crate) const MAX_TEXT: usize = 512;
/// The most players and the most diagnostics: [`Record::MAX_LISTED`](crate::Record::MAX_LISTED).
pub(crate) const MAX_LISTED: usize = 256;
/// The most sides, and the most players of one.
const MAX_SIDES: usize = 8;
const MAX_IN_SIDE: usize = 16;

/// The facts of a decoded file for the index.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) meta: Meta,
    /// The usual file name extension of the format.
    pub(crate) extension: &'static str,
    /// The decoder's diagnostics, or the first of them.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many things the decoder noticed.
    pub(crate) diagnostic_count: u64,
    /// Whether its motion fits what it says; `None` of one whose motion is not judged.
    pub(crate) motion: Option<Judged<Motion>>,
    /// The share of the possible points that were made, from 0 to 1; `None` of a game that is not about points.
    pub(crate) accuracy: Option<f64>,
    /// The sides of it; empty in a game in which nobody plays against anybody.
    pub(crate) sides: Vec<Side>,
    /// When, and as which game of a match, it was played, beside its start.
    pub(crate) occasion: Occasion,
}

impl Summary {
    /// The same with texts and lists cut to the index's limits: the claims of a file bound neither a message nor a row.
    /// Cutting once more changes nothing.
    pub(crate) fn cut(self) -> Self {
        let Self { meta, mut diagnostics, sides, occasion, .. } = self;
        diagnostics.truncate(MAX_LISTED);
        for diagnostic in &mut diagnostics {
            diagnostic.section = Cow::Owned(short(&diagnostic.section));
            diagnostic.message = short(&diagnostic.message);
        }
        let players = meta.players.into_iter().take(MAX_LISTED);
        let meta = Meta {
            version: short(&meta.version),
            players: players
                .map(|player| Player { id: short_option(player.id), name: short(&player.name) })
                .collect(),
            map: meta.map.map(|map| Map {
                name: short(&map.name),
                id: short_option(map.id),
                author: short_option(map.author),
                difficulty: short_option(map.difficulty),
            }),
            mode: short_option(meta.mode),
            // JSON has no infinity and SQL no NaN.
            duration_s: if meta.duration_s.is_finite() { meta.duration_s } else { 0.0 },
            ..meta
        };
        let accuracy = self.accuracy.filter(|share| share.is_finite());
        let sides = sides.into_iter().take(MAX_SIDES).map(short_side).collect();
        let occasion = Occasion { match_id: short_option(occasion.match_id), ..occasion };
        Self { meta, diagnostics, accuracy, sides, occasion, ..self }
    }
}

/// A text as the index keeps it: at most [`MAX_TEXT`] characters that can be seen.
fn short(text: &str) -> String {
    short_to(text, MAX_TEXT)
}

/// At most so many characters that can be seen.
pub(crate) fn short_to(text: &str, most: usize) -> String {
    text.chars().filter(|c| is_shown(*c)).take(most).collect()
}

/// Whether a character shows as itself. Controls do not, nor do those that turn the direction of
/// what stands around them or take no room: with them a name looks like another, or hides its end.
/// (The original keeps them.)
pub(crate) fn is_shown(c: char) -> bool {
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
    // Letters and marks by category, yet drawn as nothing.
    const BLANK: [char; 6] =
        ['\u{34f}', '\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];
    !BLANK.contains(&c)
        && !matches!(
            c.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}

fn short_side(side: Side) -> Side {
    let player = |SidePlayer { name, character, person }| SidePlayer {
        name: short(&name),
        character: short_option(character),
        person: short_option(person),
    };
    let players = side.players.into_iter().take(MAX_IN_SIDE).map(player).collect();
    Side { name: short_option(side.name), players, ..side }
}

fn short_option(text: Option<String>) -> Option<String> {
    text.map(|text| short(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ghostreel_formats::core::Severity;

    #[test]
    fn names_show_what_they_are() {
        for (given, expected) in [
            ("Zo\u{eb} 👻 日本", "Zo\u{eb} 👻 日本"),
            ("\u{202e}tsohG\u{202c}", "tsohG"),
            ("G\u{200c}ho\u{2060}st\u{e0041}", "Ghost"),
            ("a\0b\u{85}c\u{2028}d", "abcd"),
        ] {
            assert_eq!(short(given), expected);
        }
    }

    #[test]
    fn claims_of_a_file_are_cut_to_size() {
        let meta = Meta {
            players: vec![Player { id: None, name: "ä".repeat(10_000) }; 10_000],
            mode: Some("a\0b".into()),
            format: "bsor",
            duration_s: f64::NAN,
            ..Meta::default()
        };
        let noticed = Diagnostic::new(Severity::Info, 1, "notes", "m".repeat(10_000));
        let diagnostics = vec![noticed; 3_000];
        let long = |letter: &str| letter.repeat(1_000);
        let (character, person) = (Some(long("c")), Some(long("p")));
        let player = SidePlayer { name: long("n"), character, person };
        let side = Side { players: vec![player; 20], ..Side::default() };
        let summary = Summary {
            meta,
            extension: "bsor",
            diagnostics,
            diagnostic_count: 3_000,
            motion: None,
            accuracy: Some(f64::NAN),
            sides: vec![side; 10],
            occasion: Occasion { match_id: Some(long("m")), ..Occasion::default() },
        };
        let Summary { meta, diagnostics, diagnostic_count, sides, occasion, .. } = summary.cut();
        assert_eq!((sides.len(), sides[0].players.len()), (MAX_SIDES, MAX_IN_SIDE));
        let player = &sides[0].players[0];
        assert_eq!(
            [&player.character, &player.person, &occasion.match_id, &Some(player.name.clone())]
                .map(|text| text.as_ref().unwrap().chars().count()),
            [MAX_TEXT; 4]
        );
        assert_eq!(meta.players.len(), MAX_LISTED);
        assert_eq!(meta.players[0].name.chars().count(), MAX_TEXT);
        assert_eq!(meta.mode.as_deref(), Some("ab"));
        assert_eq!(meta.duration_s, 0.0);
        assert_eq!((diagnostics.len(), diagnostic_count), (MAX_LISTED, 3_000));
    }
}
