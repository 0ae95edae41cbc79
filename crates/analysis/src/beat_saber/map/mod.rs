//! A replay beside its map: which note of the map each event is about, which notes have no event, and which events are about no note.
//! `docs/verification.md` says what follows from that.

mod flights;
mod lights;
mod not_compared;
mod pairing;
mod tables;
mod types;
mod wall_hits;

use ghostreel_beatmap::{Difficulty, Map, Target};
use ghostreel_formats::bsor::layout::NoteHead;
use ghostreel_formats::bsor::scoring::{ScoreRow, score_rows};
use ghostreel_formats::bsor::{EventType, Info, Note, NoteIndex, NoteList, View, Wall};
use serde::Serialize;

use super::verdict::Verdict;
use crate::sheet::plural;
use crate::words::grouped;

pub use flights::{ARC_FLIGHTS, FLIGHTS, Flights, PACES, WALL_FLIGHTS};
pub use ghostreel_beatmap::flight::{ArcFlightRow, FlightRow, PaceRow, WallFlightRow};
pub use lights::MapLightLevelRow;
pub use not_compared::NotCompared;
pub use tables::{
    ChainIndex, MapArcRow, MapBombRow, MapChainRow, MapNoteRow, MapRow, MapTables, MapWallRow,
};
pub use types::TypeDifference;

pub(in crate::beat_saber) use types::as_scored;

use types::Types;

/// The version of the findings of [`compare_with_map`]: a store of them works them out again when this is another.
pub const MATCH_VERSION: u32 = 2;

/// Why a replay is not judged by where notes are.
pub(super) const MOVED_BY_MODS: &str = "A mod moves the notes, so their places are unknown.";

/// Of the notes of a map, so many may be missing or invented for one that is right: mods have unlisted faults.
const ALLOWED_ONE_OF: usize = 100;
/// At most so many are listed.
const LISTED: usize = 1000;
/// A replay with more notes belongs to no map: the data on each would exceed the memory that a file may cost.
const MOST_NOTES: usize = 500_000;

/// A replay beside the difficulty that it was played on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MapMatch {
    /// Whether the replay is one of this map.
    pub verdict: Verdict,
    /// Events of notes that the map has, too.
    pub matched: usize,
    /// Events of notes that the map does not have.
    pub invented: usize,
    /// Which they are, as notes of the file from 0; the first 1,000.
    pub invented_notes: Vec<usize>,
    /// Notes of the map that were due and have no event.
    pub missing: usize,
    /// Which they are; the first 1,000.
    pub missing_notes: Vec<MissingNote>,
    /// Events of notes that have another scoring type in the map, by the two types: they are scored by the map.
    pub types_differ: Vec<TypeDifference>,
    /// Why nothing follows from missing or invented notes, as a sentence.
    pub reason: Option<String>,
    /// Notes of the map after the end of a run that failed, or outside of the practised part.
    pub not_reached: usize,
    /// The score as recorded.
    pub recorded_score: i32,
    /// The score of the events that the map has, with a miss for each note that is missing.
    pub score_by_map: i32,
    /// The most points that the map can give.
    pub max_score: i64,
    /// For each note of the file, which target of the difficulty it is about; for bombs none.
    #[serde(skip)]
    pub targets: Vec<Option<u32>>,
    /// The difficulty's targets as the player had them before them: in the mirror for left-handed players, and without arrows with the modifier NA.
    #[serde(skip)]
    pub played: Vec<Target>,
}

/// A note of the map that no event is about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MissingNote {
    /// When it was to be cut, in seconds of the song.
    pub time_s: f32,
    /// Its id, as replays have it.
    pub note_id: i32,
}

/// Compares a replay with its map.
pub fn compare_with_map(view: &View<'_>, map: &Map) -> Result<MapMatch, NotCompared> {
    Ok(match_map(view, judged_difficulty(view.info(), map)?))
}

/// The difficulty that a replay was played on, if it is known to have all notes at their times.
pub(super) fn judged_difficulty<'m>(
    info: &Info,
    map: &'m Map,
) -> Result<&'m Difficulty, NotCompared> {
    let difficulty = difficulty_of(info, map)?;
    match &difficulty.read_in_part {
        Some(reason) => Err(NotCompared::ReadInPart { reason: reason.clone() }),
        None if difficulty.is_tempo_unhashed => Err(NotCompared::TempoUnhashed),
        None => Ok(difficulty),
    }
}

/// The difficulty that a replay was played on.
pub(super) fn difficulty_of<'m>(info: &Info, map: &'m Map) -> Result<&'m Difficulty, NotCompared> {
    let replay = info.map_hash();
    if map.hash.is_none_or(|hash| hash.to_string() != replay) {
        if let (Some(reason), Some(_)) = (&map.read_in_part, map.hash) {
            return Err(NotCompared::ReadInPart { reason: reason.clone() });
        }
        return Err(NotCompared::other_map(info, map));
    }
    let (mode, name) = (info.mode.as_str(), info.difficulty.as_str());
    // The game looks them up whatever their case.
    let is_it = |difficulty: &&Difficulty| {
        difficulty.mode.eq_ignore_ascii_case(&mode)
            && difficulty.name.eq_ignore_ascii_case(&name)
            && difficulty.beatmap.is_some()
    };
    let none = || NotCompared::NoSuchDifficulty { wanted: format!("{mode} {name}") };
    map.difficulties.iter().find(is_it).ok_or_else(none)
}

/// Compares a replay with a difficulty, whether or not it is the one that it names.
pub fn match_map(view: &View<'_>, difficulty: &Difficulty) -> MapMatch {
    let info = view.info();
    let all = targets_as_played(difficulty, info);
    let notes = view.notes();
    let events: Vec<Event> = match notes.len() {
        count if count <= MOST_NOTES => notes.iter().map(|note| Event::of(&note)).collect(),
        _ => Vec::new(),
    };
    let targets = pairing::pair(&all, &events);
    let mut map_match = MapMatch {
        verdict: Verdict::NotEnoughData,
        matched: targets.iter().flatten().count(),
        invented: 0,
        invented_notes: Vec::new(),
        missing: 0,
        missing_notes: Vec::new(),
        types_differ: Vec::new(),
        reason: None,
        not_reached: 0,
        recorded_score: info.score,
        score_by_map: 0,
        max_score: difficulty.targets().max_score(),
        targets,
        played: all,
    };
    let mut types = Types::default();
    for (event, target) in events.iter().zip(map_match.known_targets()) {
        if let Some(target) = target {
            types.add(target, event.note_id);
        }
    }
    map_match.types_differ = types.differences();
    for (index, (note, target)) in notes.iter().zip(&map_match.targets).enumerate() {
        if target.is_none() && !is_bomb(&note) {
            map_match.invented = map_match.invented.saturating_add(1);
            if map_match.invented_notes.len() < LISTED {
                map_match.invented_notes.push(index);
            }
        }
    }
    let span = Span::of(info, events.iter().map(|event| event.time_s));
    for target in without_event(&map_match.played, &map_match.targets) {
        if !span.has(target.time_s) {
            map_match.not_reached = map_match.not_reached.saturating_add(1);
            continue;
        }
        map_match.missing = map_match.missing.saturating_add(1);
        if map_match.missing_notes.len() < LISTED {
            map_match
                .missing_notes
                .push(MissingNote { time_s: target.time_s, note_id: target.id() });
        }
    }
    map_match.score_by_map =
        map_match.score_rows(view, &[], |_, note| note).last().map_or(0, |row| row.score);
    let has_notes = events.iter().any(|event| !event.is_bomb);
    (map_match.verdict, map_match.reason) = map_match.judge(has_notes, types.wrong, difficulty);
    map_match
}

impl MapMatch {
    /// For each note of the file, the target that it is about.
    fn known_targets(&self) -> impl Iterator<Item = Option<&Target>> {
        self.targets.iter().map(|at| self.target(*at))
    }

    /// The target of a note of the file, as [`targets`](Self::targets) has it.
    pub(super) fn target(&self, at: Option<u32>) -> Option<&Target> {
        self.played.get(usize::try_from(at?).ok()?)
    }

    /// Score, combo, multiplier and energy by the map: of the events that it has, each as `as_played` has it, with a miss for each note that is missing, and
    /// a mistake at each of some more times.
    pub(super) fn score_rows(
        &self,
        view: &View<'_>,
        mistakes: &[f32],
        mut as_played: impl FnMut(usize, Note) -> Note,
    ) -> Vec<ScoreRow> {
        let info = view.info();
        let mut counted = NoteList::default();
        // Which note of the file each is; those after them are not of the file.
        let mut in_file = Vec::new();
        for (index, (note, target)) in view.notes().iter().zip(&self.targets).enumerate() {
            let note = match self.target(*target) {
                Some(target) => as_scored(note, target),
                None if is_bomb(&note) => note,
                None => continue,
            };
            counted.push(&as_played(index, note));
            in_file.push(NoteIndex::at(index));
        }
        let span = Span::of(info, view.notes().iter().map(|note| note.head.spawn_time));
        let missing = without_event(&self.played, &self.targets);
        for target in missing.filter(|target| span.has(target.time_s)) {
            counted.push(&miss(target));
        }
        for time_s in mistakes {
            counted.push(&bomb(*time_s));
        }
        let walls: Vec<Wall> = view.walls().iter().collect();
        let mut rows = score_rows(info, counted.as_notes(), &walls);
        for row in &mut rows {
            row.note = row.note.and_then(|counted| in_file.get(counted.place()).copied());
        }
        rows
    }

    /// How the replay and its map fit, as a sentence.
    pub fn summary(&self) -> String {
        let Self { matched, invented, score_by_map, recorded_score, .. } = self;
        let due = matched.saturating_add(self.missing);
        let not_reached = match self.not_reached {
            0 => String::new(),
            count => format!(" ({count} more were not reached)"),
        };
        let score = match score_by_map == recorded_score {
            true => format!("the score by the map is the recorded {recorded_score}"),
            false => {
                format!("the score by the map is {score_by_map}, the recorded {recorded_score}")
            }
        };
        let types: Vec<String> = self.types_differ.iter().map(ToString::to_string).collect();
        let types =
            if types.is_empty() { String::new() } else { format!(" {}.", types.join("; ")) };
        let reason = self.reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
        format!(
            "{matched} of the map's {due} notes are in it{not_reached}, {invented} of its notes are not in the map; {score}.{types}{reason}"
        )
    }

    /// A sentence that the replay does not belong to this map; `None` if it may be.
    pub fn finding(&self) -> Option<String> {
        let types = self.types_differ.iter().filter(|types| types.is_wrong);
        let types: String = types.map(|types| format!(" {types}.")).collect();
        let notes =
            |count: usize| format!("{} {}", grouped(count), plural(count as u64, "note", "notes"));
        (self.verdict == Verdict::Inconsistent).then(|| {
            let [missing, invented] = [self.missing, self.invented].map(notes);
            let matched = grouped(self.matched);
            format!(
                "Does not match its map: {missing} missing, {invented} too many, {matched} in both.{types}"
            )
        })
    }

    /// The conclusions, and why there are none.
    fn judge(
        &self,
        has_notes: bool,
        of_wrong_type: usize,
        difficulty: &Difficulty,
    ) -> (Verdict, Option<String>) {
        let wrong = self.invented.saturating_add(self.missing).saturating_add(of_wrong_type);
        let reason = if !has_notes {
            "It has no notes that could be compared."
        } else if self.matched.saturating_add(wrong) == 0 {
            "The map has no notes to compare it with."
        } else if wrong.saturating_mul(ALLOWED_ONE_OF) <= self.matched {
            return (Verdict::Consistent, None);
        } else if difficulty.is_moved_by_mods() {
            MOVED_BY_MODS
        } else {
            return (Verdict::Inconsistent, None);
        };
        (Verdict::NotEnoughData, Some(reason.to_owned()))
    }
}

/// The map as the player saw it: mirrored for left-handed players, and without arrows with the modifier NA.
fn targets_as_played(difficulty: &Difficulty, info: &Info) -> Vec<Target> {
    let targets = difficulty.targets();
    let targets = if info.left_handed != 0 { targets.mirrored() } else { targets };
    let mut all = targets.as_slice().to_vec();
    if info.modifier_codes().iter().any(|code| code == "NA") {
        all.iter_mut().for_each(Target::drop_arrow);
    }
    all
}

/// The targets that no event is about.
fn without_event<'t>(all: &'t [Target], found: &[Option<u32>]) -> impl Iterator<Item = &'t Target> {
    let mut has_event = vec![false; all.len()];
    for target in found.iter().flatten() {
        if let Some(has_event) = has_event.get_mut(*target as usize) {
            *has_event = true;
        }
    }
    all.iter().zip(has_event).filter(|(_, has_event)| !has_event).map(|(target, _)| target)
}

/// The event of a note that was let pass.
fn miss(target: &Target) -> Note {
    let head = NoteHead {
        note_id: target.id(),
        event_time: target.time_s,
        spawn_time: target.time_s,
        event_type: EventType::Miss as i32,
    };
    Note { head, cut: None }
}

/// The event of a bomb that was hit.
fn bomb(time_s: f32) -> Note {
    let event_type = EventType::Bomb as i32;
    let head =
        NoteHead { event_time: time_s, spawn_time: time_s, event_type, ..NoteHead::default() };
    Note { head, cut: None }
}

fn is_bomb(note: &Note) -> bool {
    note.event_type() == Some(EventType::Bomb)
}

/// A note of a replay, with what it says of its target.
#[derive(Clone, Copy, Debug)]
struct Event {
    /// When it was to be cut, in seconds of the song.
    time_s: f32,
    note_id: i32,
    is_bomb: bool,
}

impl Event {
    fn of(note: &Note) -> Self {
        let NoteHead { spawn_time, note_id, .. } = note.head;
        Self { time_s: spawn_time, note_id, is_bomb: is_bomb(note) }
    }
}

/// The seconds of the song in which notes had to be cut.
struct Span {
    from_s: f32,
    until_s: f32,
}

impl Span {
    fn of(info: &Info, times_s: impl Iterator<Item = f32>) -> Self {
        let is_whole = !info.failed() && !info.practice();
        let none = (f32::INFINITY, f32::NEG_INFINITY);
        let (first, last) =
            times_s.fold(none, |(first, last), time| (first.min(time), last.max(time)));
        Self {
            from_s: if info.practice() { first } else { f32::NEG_INFINITY },
            until_s: if is_whole { f32::INFINITY } else { last },
        }
    }

    fn has(&self, time_s: f32) -> bool {
        (self.from_s..=self.until_s).contains(&time_s)
    }
}

#[cfg(test)]
mod tests;
