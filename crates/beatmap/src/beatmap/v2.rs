//! Difficulties of version 2, until game 1.20, and of version 1, which have the same members.

use ghostreel_bsor::ANY_DIRECTION;

use super::{Surroundings, cell, color_boost, light, report_tempo, rotation, wall};
use crate::file_report::FileReport;
use crate::json::{Count, ModNumber, ModPlace, Room, Text, members};
use crate::model::{Arc, ArcEnd, Beatmap, Bomb, Cell, Note, Wall};
use crate::tempo::Tempo;

members! {
    /// The file.
    struct BeatmapV2 {
        notes: Vec<NoteV2> = "_notes",
        walls: Vec<Obstacle> = "_obstacles",
        events: Vec<Event> = "_events",
        /// Since 2.6.0.
        arcs: Vec<Slider> = "_sliders",
        /// Of version 1.
        bpm_changes: Count = "_BPMChanges",
        custom: ModData = "_customData",
    }

    /// Data that editors keep in the file.
    struct ModData {
        bpm_changes: Count = "_BPMChanges",
        more_bpm_changes: Count = "_bpmChanges",
    }

    /// A note or a bomb.
    struct NoteV2 {
        beat: f32 = "_time",
        line: i32 = "_lineIndex",
        layer: i32 = "_lineLayer",
        kind: i32 = "_type",
        direction: i32 = "_cutDirection",
        custom: NoteModData = "_customData",
    }

    /// Members of a note or a bomb that the mod Noodle Extensions reads.
    struct NoteModData {
        is_fake: bool = "_fake",
        position: ModPlace = "_position",
        degrees: ModNumber = "_cutDirection",
    }

    /// Members of a wall that the mod Noodle Extensions reads.
    struct WallModData {
        is_fake: bool = "_fake",
    }

    /// A wall.
    struct Obstacle {
        beat: f32 = "_time",
        line: i32 = "_lineIndex",
        /// Counts where `kind` is 2.
        layer: i32 = "_lineLayer",
        kind: i32 = "_type",
        duration: f32 = "_duration",
        width: i32 = "_width",
        /// Counts where `kind` is 2.
        height: i32 = "_height",
        custom: WallModData = "_customData",
    }

    /// An event: lights, rotations, changes of the tempo.
    struct Event {
        beat: f32 = "_time",
        kind: i32 = "_type",
        value: i32 = "_value",
        /// Since 2.5.0.
        float_value: f32 = "_floatValue",
    }

    /// An arc.
    struct Slider {
        color: i32 = "_colorType",
        head_beat: f32 = "_headTime",
        head_line: i32 = "_headLineIndex",
        head_layer: i32 = "_headLineLayer",
        head_direction: i32 = "_headCutDirection",
        head_length: f32 = "_headControlPointLengthMultiplier",
        tail_beat: f32 = "_tailTime",
        tail_line: i32 = "_tailLineIndex",
        tail_layer: i32 = "_tailLineLayer",
        tail_direction: i32 = "_tailCutDirection",
        tail_length: f32 = "_tailControlPointLengthMultiplier",
        mid_anchor: i32 = "_sliderMidAnchorMode",
    }

    /// The speed of a difficulty, which version 1 has in the difficulty's own file.
    struct SpeedV1 {
        speed: f32 = "_noteJumpSpeed",
        offset: f32 = "_noteJumpStartBeatOffset",
    }
}

/// The direction from which a mod's angles are counted.
const DOWN: i32 = 1;

/// `kind` of a bomb.
const BOMB: i32 = 3;

/// Kinds of events that are no lights.
const COLOR_BOOST: i32 = 5;
const EARLY_ROTATION: i32 = 14;
const LATE_ROTATION: i32 = 15;
const TEMPO: i32 = 100;

/// Degrees that the values of rotations stand for.
const ROTATIONS: [f32; 8] = [-60.0, -45.0, -30.0, -15.0, 15.0, 30.0, 45.0, 60.0];

pub(super) fn read(
    text: &Text<'_>,
    version: &str,
    around: &Surroundings<'_>,
    room: &Room,
    report: &mut FileReport<'_>,
) -> Beatmap {
    let (read, damage) = text.read::<BeatmapV2>(room);
    report.damage(damage);
    let has_float_values = has_float_values(version);
    let changes: Vec<(f32, f32)> = read
        .events
        .iter()
        .filter(|event| event.kind == TEMPO)
        .map(|event| (event.beat, event.bpm(has_float_values)))
        .collect();
    report_tempo(report, &changes);
    let tempo = Tempo::new(around.bpm, changes);
    let mut beatmap = Beatmap::default();
    let editor_marks = [read.bpm_changes, read.custom.bpm_changes, read.custom.more_bpm_changes];
    beatmap.editor_bpm_changes =
        editor_marks.iter().map(|count| count.0).fold(0, usize::saturating_add);
    let is_bomb = |note: &NoteV2| note.kind == BOMB;
    let (bombs, notes) = (read.notes.iter().filter(|n| is_bomb(n)).count(), read.notes.len());
    beatmap.bombs.reserve_exact(bombs);
    beatmap.notes.reserve_exact(notes.saturating_sub(bombs));
    let mut unknown = 0_usize;
    for note in read.notes {
        let NoteV2 { beat, line, layer, kind, direction, custom } = note;
        let cell = Cell { position: custom.position.0, ..cell(&tempo, beat, line, layer) };
        match kind {
            _ if custom.is_fake => beatmap.fakes = beatmap.fakes.saturating_add(1),
            0 | 1 => {
                let note = Note { cell, color: kind, direction, ..Note::default() };
                beatmap.notes.push(turned_by_mod(note, custom.degrees.0));
            }
            BOMB => beatmap.bombs.push(Bomb { cell }),
            _ => unknown = unknown.saturating_add(1),
        }
    }
    report.left_out(unknown, "notes of a kind that the game does not know");
    beatmap.walls = read.walls.into_iter().map(|obstacle| obstacle.wall(&tempo)).collect();
    beatmap.arcs = read.arcs.into_iter().map(|slider| slider.arc(&tempo)).collect();
    let mut unknown = 0_usize;
    for Event { beat, kind, value, float_value } in read.events {
        match kind {
            TEMPO => {}
            COLOR_BOOST => beatmap.color_boosts.push(color_boost(&tempo, beat, value == 1)),
            EARLY_ROTATION | LATE_ROTATION => {
                let degrees = usize::try_from(value).ok().and_then(|value| ROTATIONS.get(value));
                match degrees {
                    Some(&degrees) => {
                        let is_late = kind == LATE_ROTATION;
                        beatmap.rotations.push(rotation(&tempo, beat, is_late, degrees));
                    }
                    None => unknown = unknown.saturating_add(1),
                }
            }
            _ => {
                let brightness = if has_float_values { float_value } else { 1.0 };
                beatmap.lights.push(light(&tempo, beat, kind, value, brightness));
            }
        }
    }
    report.left_out(unknown, "rotations by an angle that the game does not know");
    beatmap.tempo = tempo;
    beatmap
}

/// The note as a mod turns it: to so many degrees from down, counter-clockwise.
fn turned_by_mod(note: Note, degrees: Option<f32>) -> Note {
    match degrees {
        Some(degrees) if note.direction != ANY_DIRECTION => {
            let angle_offset = whole_degrees(degrees);
            Note { direction: DOWN, angle_offset, is_turned_by_mod: true, ..note }
        }
        _ => note,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "less than a whole turn")]
fn whole_degrees(degrees: f32) -> i32 {
    (degrees % 360.0).round() as i32
}

/// Speed and offset of a difficulty of version 1.
pub(crate) fn speed(text: &Text<'_>) -> (f32, f32) {
    let (SpeedV1 { speed, offset }, _) = text.read::<SpeedV1>(&Room::new(0));
    (speed, offset)
}

/// Whether events have a second value: since 2.5.0.
fn has_float_values(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next(), numbers.next()) >= (Some(2), Some(5))
}

impl Event {
    /// Beats a minute, which before 2.5.0 stood in the whole number.
    #[allow(clippy::cast_precision_loss, reason = "in the precision of the game")]
    fn bpm(&self, has_float_values: bool) -> f32 {
        if has_float_values { self.float_value } else { self.value as f32 }
    }
}

impl Obstacle {
    fn wall(self, tempo: &Tempo) -> Wall {
        let Self { beat, line, layer, kind, duration, width, height, custom } = self;
        let (layer, height) = match kind {
            // To duck under.
            1 => (2, 3),
            2 => (layer, height),
            // From the floor up.
            _ => (0, 5),
        };
        let wall = wall(tempo, cell(tempo, beat, line, layer), duration, width, height);
        Wall { is_harmless: custom.is_fake, ..wall }
    }
}

impl Slider {
    fn arc(self, tempo: &Tempo) -> Arc {
        Arc {
            color: self.color,
            head: ArcEnd {
                cell: cell(tempo, self.head_beat, self.head_line, self.head_layer),
                direction: self.head_direction,
                length_multiplier: self.head_length,
            },
            tail: ArcEnd {
                cell: cell(tempo, self.tail_beat, self.tail_line, self.tail_layer),
                direction: self.tail_direction,
                length_multiplier: self.tail_length,
            },
            mid_anchor: self.mid_anchor,
        }
    }
}
