//! The parts of a play that say where its notes were: how they jumped, how tall the player was, how fast the song.

use std::collections::BTreeSet;

use ghostreel_beatmap::Difficulty;
use ghostreel_beatmap::flight::{Heights, PacesFrom, PlayedPaces};
use ghostreel_formats::bsor::{Info, View};

use super::hit_box::Shape;
use super::limits;
use super::rule::Rule;
use crate::beat_saber::map::MOVED_BY_MODS;

/// Before its jump a note comes straight in for so many seconds at most, in older versions and with some more for notes that a mod wrote late; where it will be is
/// settled when that begins.
const COMES_IN_MOST_S: f64 = 1.2;

/// How a map was played.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) paces: PlayedPaces,
    /// The rules that are unknown for its notes, and so are tried.
    pub(super) rules: BTreeSet<Rule>,
    /// Seconds of the song in one by the clock.
    pub(super) song_speed: f64,
    /// Degrees on either side of an arrow in which a note may be cut.
    pub(super) arrow_degrees: f64,
    /// Whether the boxes of notes are those that are known: modifiers have smaller ones.
    pub(super) has_usual_boxes: bool,
    /// The box of notes without an arrow.
    pub(super) dots: Shape,
    pub(super) has_bombs: bool,
    pub(super) has_walls: bool,
    /// Whether the lowest bit of a saber's speed says on which side of the centre it went.
    pub(super) has_sides: bool,
    heights: Heights,
}

impl Play {
    /// # Errors
    /// Why nothing is known of where the notes were, as a sentence.
    pub(super) fn of(
        view: &View<'_>,
        difficulty: &Difficulty,
        bpm: f32,
    ) -> Result<Self, &'static str> {
        let info = view.info();
        let beatmap =
            difficulty.beatmap.as_ref().ok_or("The map's difficulty could not be read.")?;
        if difficulty.is_moved_by_mods() {
            return Err(MOVED_BY_MODS);
        }
        let mut rules = BTreeSet::new();
        let version = game_version(info);
        if !version.is_some_and(|version| limits::GAME_VERSIONS.contains(&version)) {
            rules.insert(Rule::GameVersion);
        }
        let turns = difficulty.mode == "90Degree" || difficulty.mode == "360Degree";
        if turns || beatmap.notes.iter().any(|note| note.cell.rotation != 0.0) {
            rules.insert(Rule::Lanes);
        }
        let (paces, from) = PlayedPaces::of_map(view, difficulty, bpm);
        if from == PacesFrom::Unknown || PlayedPaces::recorded_distance(view).is_none() {
            return Err("It does not say how far notes jumped.");
        }
        if paces.has_changes() {
            rules.insert(Rule::SpeedChanges);
        } else if from == PacesFrom::Cuts {
            rules.insert(Rule::OtherSpeed);
        }
        let heights = Heights::of(view).ok_or("It does not say how tall the player was.")?;
        let codes = info.modifier_codes();
        let has = |code: &str| codes.iter().any(|known| known == code);
        Ok(Self {
            paces,
            rules,
            song_speed: info.song_speed().into(),
            arrow_degrees: if has("SA") { limits::STRICT_ARROW } else { limits::ARROW },
            has_usual_boxes: !has("SC") && !has("PM"),
            dots: if version < Some(limits::SQUARE_DOTS) { Shape::Arrow } else { Shape::Dot },
            has_bombs: !has("NB"),
            has_walls: !has("NO"),
            has_sides: has_sides(info),
            heights,
        })
    }

    /// By how many metres a note is raised that is due at a time.
    pub(super) fn raised_m(&self, time_s: f64) -> f64 {
        self.heights.of_jump(time_s, self.paces.at(time_s).lead_s)
    }

    /// By how many metres it may be raised more or less.
    pub(super) fn slack_m(&self, time_s: f64) -> f64 {
        let raised_m = self.raised_m(time_s);
        let from_s = time_s - self.paces.at(time_s).lead_s - COMES_IN_MOST_S;
        let (least, most) = self.heights.between(from_s, time_s, raised_m);
        (raised_m - least).max(most - raised_m)
    }
}

/// The version of the game up to its minor number, e.g. 1 and 27 of `1.27.0_3631158313`.
fn game_version(info: &Info) -> Option<(u32, u32)> {
    let text = info.game_version.as_str();
    let mut numbers = text.split('.').map(str::trim);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// On PC since version 0.5 of the mod; Quest's lost the bit for a time.
fn has_sides(info: &Info) -> bool {
    let version = info.version.as_str();
    let mut numbers = version.split('.');
    let minor = numbers.nth(1).and_then(|minor| minor.parse::<u32>().ok());
    let platform = info.platform.as_str();
    (platform == "steam" || platform == "oculuspc")
        && version.starts_with("0.")
        && minor.is_some_and(|minor| minor >= 5)
}
