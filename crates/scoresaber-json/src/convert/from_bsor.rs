//! The legacy replay of a BSOR one.

use ghostreel_bsor::scoring::{self, ScoreRow};
use ghostreel_bsor::{EventType, Replay as Bsor, ScoreAfter};

use super::{DIFFICULTIES, score};
use crate::layout::{Info, NoteInfo};
use crate::model::Replay;

/// Converts a BSOR replay. Each sentence names a value without a place in the legacy replay.
pub fn from_bsor(bsor: &Bsor) -> (Replay, Vec<String>) {
    let mut missing = Vec::new();
    let mut replay = Replay {
        info: info(bsor, &mut missing),
        frames: bsor.frames.clone(),
        dynamic_heights: bsor.heights.clone(),
        ..Replay::default()
    };
    events(bsor, &mut replay, &mut missing);
    let mut lacks = |is_there: bool, what: &str| {
        if is_there {
            missing.push(format!("There is no place for {what}."));
        }
    };
    lacks(!bsor.pauses.is_empty(), "pauses");
    lacks(bsor.controller_offsets.is_some(), "the offsets of the controllers");
    lacks(!bsor.user_data.is_empty(), "what other mods stored");
    lacks(!bsor.tail.is_empty(), "the bytes after the last section");
    (replay, missing)
}

fn info(bsor: &Bsor, missing: &mut Vec<String>) -> Info {
    let info = &bsor.info;
    let text = |text: &ghostreel_bsor::Text| Some(text.as_str().into_owned());
    let difficulty = info.difficulty.as_str();
    let listed = DIFFICULTIES.into_iter().find(|(_, name)| *name == difficulty);
    let difficulty = listed.map(|(number, _)| number).or_else(|| difficulty.parse().ok());
    missing.push(
        "There is no place for the player, the platform and its devices, the time, the version of the game, the song and the mapper."
            .to_owned(),
    );
    let mut lacks = |is_there: bool, what: &str| {
        if is_there {
            missing.push(what.to_owned());
        }
    };
    lacks(difficulty.is_none(), "The difficulty has no number, and is left out.");
    lacks(
        info.jump_distance != 0.0,
        "There is no place for the jump distance; the offset in beats that it is worked out from is not in a BSOR.",
    );
    lacks(info.failed(), "There is no place for the time of the fail.");
    lacks(info.practice(), "There is no place for the practice mode's start and speed.");
    lacks(
        info.left_handed > 1,
        "A left-handed play is just that: what else the byte said is left out.",
    );
    Info {
        version: text(&info.version),
        hash: text(&info.hash),
        difficulty,
        mode: text(&info.mode),
        environment: text(&info.environment),
        modifiers: Some(info.modifier_codes()),
        note_jump_start_beat_offset: None,
        left_handed: Some(info.left_handed != 0),
        height: Some(info.height),
    }
}

/// The four lists of the notes, and after the notes the walls.
fn events(bsor: &Bsor, replay: &mut Replay, missing: &mut Vec<String>) {
    let after = ScoreAfter::of(bsor);
    let combo = |row: Option<&ScoreRow>| row.map_or(0, |row| row.combo);
    let (mut odd, mut extended, mut cuts, mut typed) = (0_usize, 0_usize, 0_usize, 0_usize);
    for (index, note) in bsor.notes.iter().enumerate() {
        let id = note.id();
        let points = match note.event_type() {
            Some(EventType::Good) => scoring::note_score(&note, id).total(),
            Some(EventType::Bad) => score::BAD_CUT,
            Some(EventType::Miss) => score::MISS,
            Some(EventType::Bomb) => score::BOMB,
            None => {
                odd = odd.saturating_add(1);
                continue;
            }
        };
        let digit = |part: i32| u8::try_from(part).ok().filter(|digit| *digit < 10);
        let kind = id.color.unwrap_or(NoteInfo::BOMB);
        let parts = digit(id.line).zip(digit(id.layer)).zip(digit(id.direction));
        let text = match parts.filter(|_| !id.is_extended) {
            Some(((line, layer), direction)) => {
                NoteInfo { line, layer, direction, kind }.to_string()
            }
            None => {
                extended = extended.saturating_add(1);
                format!("{}{}{}{kind}", id.line, id.layer, id.direction)
            }
        };
        cuts = cuts.saturating_add(usize::from(note.cut.is_some()));
        typed = typed.saturating_add(usize::from(id.scoring_type > 3));
        replay.scores.push(points);
        replay.combos.push(combo(after.note(index)));
        replay.note_times.push(note.head.event_time);
        replay.note_infos.push(&text);
    }
    for (index, wall) in bsor.walls.iter().enumerate() {
        replay.scores.push(score::WALL);
        replay.combos.push(combo(after.wall(index)));
        replay.note_times.push(wall.event_time());
        replay.note_infos.push("");
    }
    let mut add = |count: usize, what: &str| {
        if count > 0 {
            missing.push(what.replace('#', &count.to_string()));
        }
    };
    add(cuts, "There is no place for how # notes were cut; of the good ones, the points are kept.");
    add(
        bsor.notes.len(),
        "There is no place for the times when notes were to be cut, and for scoring types.",
    );
    add(typed, "Among them are # notes of arcs and chains, which become normal ones.");
    add(odd, "# notes with an event of an unknown type are left out.");
    add(extended, "# notes of a map with Mapping Extensions have places that cannot be read back.");
    add(
        bsor.walls.len(),
        "There is no place for which # walls were hit, for how long and at what cost.",
    );
}
