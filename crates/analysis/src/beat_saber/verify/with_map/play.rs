//! What of a play says where its notes were: how they jumped, how tall the player was, how fast the song.

use std::collections::BTreeSet;

use ghostreel_beatmap::{Difficulty, Jump};
use ghostreel_formats::bsor::{Info, View};

use super::hit_box::Shape;
use super::limits;
use super::note_speed::other_speed;
use super::paces::{Pace, Paces};
use super::rules::Rule;
use crate::beat_saber::map::MOVED_BY_MODS;

/// Metres by which notes are raised for each metre that a player is taller than 1.8 m.
const RAISED_SHARE: f64 = 0.5;
const USUAL_HEIGHT_M: f64 = 1.8;
/// The least and the most that they are raised.
const RAISED_M: (f64, f64) = (-0.2, 0.6);
/// Before its jump a note comes straight in for so many seconds; where it will be is settled when that begins.
const COMES_IN_S: f64 = 0.5;
/// The same in older versions, with some more for what a mod wrote late.
const COMES_IN_MOST_S: f64 = 1.2;

/// How a map was played.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) paces: Paces,
    /// What is not known of where its notes were, and so is tried.
    pub(super) rules: BTreeSet<Rule>,
    /// Seconds of the song in one by the clock.
    pub(super) song_speed: f64,
    /// Degrees on either side of an arrow in which a note may be cut.
    pub(super) arrow_degrees: f64,
    /// Whether the boxes of notes are those that are known: modifiers have smaller ones.
    pub(super) has_usual_boxes: bool,
    /// What box notes without an arrow have.
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
        let jump = difficulty.jump(bpm);
        let pace = |speed| Pace::new(speed, info.jump_distance.into());
        let no_jump = "It does not say how far notes jumped.";
        let mut usual = pace(jump.speed.into()).ok_or(no_jump)?;
        let mut changes = Vec::new();
        if !beatmap.speed_changes.is_empty() {
            rules.insert(Rule::SpeedChanges);
            let distance_m = info.jump_distance;
            changes =
                beatmap.paces(Jump { distance_m, lead_s: distance_m / (2.0 * jump.speed), ..jump });
        } else if let Some(other) = other_speed(view, usual) {
            rules.insert(Rule::OtherSpeed);
            usual = pace(other).ok_or(no_jump)?;
        }
        let heights = Heights::of(view).ok_or("It does not say how tall the player was.")?;
        let codes = info.modifier_codes();
        let has = |code: &str| codes.iter().any(|known| known == code);
        Ok(Self {
            paces: Paces::new(usual, changes),
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
        self.heights.at(time_s - self.paces.at(time_s).lead_s - COMES_IN_S)
    }

    /// By how many metres it may be raised more or less.
    pub(super) fn slack_m(&self, time_s: f64) -> f64 {
        let known = self.raised_m(time_s);
        let from_s = time_s - self.paces.at(time_s).lead_s - COMES_IN_MOST_S;
        let (least, most) = self.heights.between(from_s, time_s, known);
        (known - least).max(most - known)
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

/// By how much notes are raised, from when on.
#[derive(Clone, Debug)]
struct Heights {
    first_m: f64,
    /// By time.
    later: Vec<(f64, f64)>,
}

impl Heights {
    /// `None` if the file does not say.
    fn of(view: &View<'_>) -> Option<Self> {
        let info = view.info();
        if info.height > 0.0 {
            return Some(Self { first_m: raised(info.height), later: Vec::new() });
        }
        let list = view.heights();
        let mut later: Vec<(f64, f64)> =
            list.iter().map(|height| (f64::from(height.time), raised(height.height))).collect();
        later.retain(|(time, raised)| time.is_finite() && raised.is_finite());
        // They are written in the order of time. One whose time is later than that of what is behind it is of the play before: so a real file of Quest begins.
        later.reverse();
        let mut until_s = f64::INFINITY;
        later.retain(|(time, _)| {
            let is_of_play = *time <= until_s;
            until_s = until_s.min(*time);
            is_of_play
        });
        later.reverse();
        let (_, first_m) = *later.first()?;
        Some(Self { first_m, later })
    }

    fn at(&self, time_s: f64) -> f64 {
        let behind = self.later.partition_point(|(from, _)| *from <= time_s);
        let last = behind.checked_sub(1).and_then(|last| self.later.get(last));
        last.map_or(self.first_m, |(_, raised)| *raised)
    }

    /// The least and the most from one time to another, which one value is among.
    fn between(&self, from_s: f64, until_s: f64, among: f64) -> (f64, f64) {
        /// Three seconds of most headsets.
        const MOST: usize = 500;
        let first = self.later.partition_point(|(from, _)| *from < from_s);
        let within = self.later.iter().skip(first).take(MOST);
        let within = within.take_while(|(from, _)| *from <= until_s).map(|(_, raised)| *raised);
        let start = self.at(from_s);
        within
            .chain([start])
            .fold((among, among), |(least, most), raised| (least.min(raised), most.max(raised)))
    }
}

fn raised(height_m: f32) -> f64 {
    let (least, most) = RAISED_M;
    ((f64::from(height_m) - USUAL_HEIGHT_M) * RAISED_SHARE).clamp(least, most)
}
