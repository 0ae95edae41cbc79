//! Difficulties of version 4, from game 1.34.5: what objects have in common stands in lists of its own, and lights in a file of their own.

use super::{Surroundings, cell, color_boost, group_light, light, rotation, wall};
use crate::file_report::FileReport;
use crate::json::{Room, Text, members};
use crate::model::{Arc, ArcEnd, Beatmap, Bomb, Cell, Chain, Note, SpeedChange};
use crate::tempo::Tempo;

members! {
    /// The file.
    struct BeatmapV4 {
        notes: Vec<Placed> = "colorNotes",
        notes_data: Vec<ColorNote> = "colorNotesData",
        bombs: Vec<Placed> = "bombNotes",
        bombs_data: Vec<BombNote> = "bombNotesData",
        walls: Vec<Placed> = "obstacles",
        walls_data: Vec<Obstacle> = "obstaclesData",
        arcs: Vec<PlacedArc> = "arcs",
        arcs_data: Vec<ArcData> = "arcsData",
        chains: Vec<PlacedChain> = "chains",
        chains_data: Vec<ChainData> = "chainsData",
        /// Until 4.1.0.
        rotations: Vec<PlacedEvent> = "spawnRotations",
        rotations_data: Vec<RotationData> = "spawnRotationsData",
        /// Since 4.1.0.
        speed_changes: Vec<PlacedEvent> = "njsEvents",
        speed_changes_data: Vec<NjsData> = "njsEventData",
        /// Around all in some files.
        content: Option<Box<BeatmapV4>> = "content",
    }

    /// When an object is, in which lane, and which element of its other list it is.
    struct Placed {
        beat: f32 = "b",
        rotation: f32 = "r",
        index: i32 = "i",
    }

    /// When an event is, and which element of its other list it is.
    struct PlacedEvent {
        beat: f32 = "b",
        index: i32 = "i",
    }

    /// When an arc is; its ends are places of notes.
    struct PlacedArc {
        head_beat: f32 = "hb",
        tail_beat: f32 = "tb",
        head_rotation: f32 = "hr",
        tail_rotation: f32 = "tr",
        head_index: i32 = "hi",
        tail_index: i32 = "ti",
        index: i32 = "ai",
    }

    /// When a chain is; its head is the place of a note.
    struct PlacedChain {
        head_beat: f32 = "hb",
        tail_beat: f32 = "tb",
        head_rotation: f32 = "hr",
        tail_rotation: f32 = "tr",
        head_index: i32 = "i",
        index: i32 = "ci",
    }

    /// A note, wherever it is used.
    struct ColorNote {
        line: i32 = "x",
        layer: i32 = "y",
        color: i32 = "c",
        direction: i32 = "d",
        angle_offset: i32 = "a",
    }

    /// A bomb.
    struct BombNote {
        line: i32 = "x",
        layer: i32 = "y",
    }

    /// A wall.
    struct Obstacle {
        line: i32 = "x",
        layer: i32 = "y",
        duration: f32 = "d",
        width: i32 = "w",
        height: i32 = "h",
    }

    /// The bend of an arc.
    struct ArcData {
        head_length: f32 = "m",
        tail_length: f32 = "tm",
        mid_anchor: i32 = "a",
    }

    /// Where a chain ends.
    struct ChainData {
        tail_line: i32 = "tx",
        tail_layer: i32 = "ty",
        slices: i32 = "c",
        squish: f32 = "s",
    }

    /// A turn of the lane.
    struct RotationData {
        is_late: bool = "t",
        degrees: f32 = "r",
    }

    /// A change of the speed of notes.
    struct NjsData {
        extends: bool = "p",
        easing: i32 = "e",
        difference: f32 = "d",
    }

    /// The file with the lights.
    struct Lightshow {
        lights: Vec<PlacedEvent> = "basicEvents",
        lights_data: Vec<BasicEvent> = "basicEventsData",
        color_boosts: Vec<PlacedEvent> = "colorBoostEvents",
        color_boosts_data: Vec<ColorBoostData> = "colorBoostEventsData",
        groups: Vec<BoxGroup> = "eventBoxGroups",
        light_colors: Vec<LightColor> = "lightColorEvents",
        /// Around all in some files.
        content: Option<Box<Lightshow>> = "content",
    }

    /// An event of the environment.
    struct BasicEvent {
        kind: i32 = "t",
        value: i32 = "i",
        brightness: f32 = "f",
    }

    /// Boosted colours on or off.
    struct ColorBoostData {
        is_on: bool = "b",
    }

    /// An event of a group of lights: shining, turning, moving, or something of the environment's own.
    struct BoxGroup {
        kind: i32 = "t",
        beat: f32 = "b",
        group: i32 = "g",
        boxes: Vec<EventBox> = "e",
    }

    /// An event of some lights of a group.
    struct EventBox {
        events: Vec<PlacedEvent> = "l",
    }

    /// The shine of lights.
    struct LightColor {
        extends: bool = "p",
        color: i32 = "c",
        brightness: f32 = "b",
    }
}

pub(super) fn read(
    text: &Text<'_>,
    around: &Surroundings<'_>,
    room: &Room,
    report: &mut FileReport<'_>,
) -> Beatmap {
    let (read, damage) = text.read::<BeatmapV4>(room);
    report.damage(damage);
    let read = read.content.map_or(BeatmapV4 { content: None, ..read }, |content| *content);
    let tempo = around.audio.cloned().unwrap_or_else(|| Tempo::new(around.bpm, []));
    let notes_data = &*read.notes_data;
    let mut missing = 0_usize;
    let beatmap = Beatmap {
        notes: resolve(&read.notes, &mut missing, |at| {
            let data = pick(notes_data, at.index)?;
            Some(Note {
                cell: turned(data.cell(&tempo, at.beat), at.rotation),
                color: data.color,
                direction: data.direction,
                angle_offset: data.angle_offset,
                is_turned_by_mod: false,
            })
        }),
        bombs: resolve(&read.bombs, &mut missing, |at| {
            let data = pick(&read.bombs_data, at.index)?;
            let cell = cell(&tempo, at.beat, data.line, data.layer);
            Some(Bomb { cell: turned(cell, at.rotation) })
        }),
        walls: resolve(&read.walls, &mut missing, |at| {
            let data = pick(&read.walls_data, at.index)?;
            let cell = turned(cell(&tempo, at.beat, data.line, data.layer), at.rotation);
            Some(wall(&tempo, cell, data.duration, data.width, data.height))
        }),
        arcs: resolve(&read.arcs, &mut missing, |at| {
            let data = pick(&read.arcs_data, at.index)?;
            let [head, tail] = [at.head_index, at.tail_index].map(|index| pick(notes_data, index));
            Some(at.arc(data, head?, tail?, &tempo))
        }),
        chains: resolve(&read.chains, &mut missing, |at| {
            let (data, head) =
                (pick(&read.chains_data, at.index)?, pick(notes_data, at.head_index)?);
            let tail = cell(&tempo, at.tail_beat, data.tail_line, data.tail_layer);
            Some(Chain {
                color: head.color,
                head: turned(head.cell(&tempo, at.head_beat), at.head_rotation),
                tail: turned(tail, at.tail_rotation),
                direction: head.direction,
                slices: data.slices,
                squish: data.squish,
            })
        }),
        rotations: resolve(&read.rotations, &mut missing, |at| {
            let data = pick(&read.rotations_data, at.index)?;
            Some(rotation(&tempo, at.beat, data.is_late, data.degrees))
        }),
        speed_changes: resolve(&read.speed_changes, &mut missing, |at| {
            let NjsData { extends, easing, difference } =
                *pick(&read.speed_changes_data, at.index)?;
            let time_s = tempo.seconds(at.beat);
            Some(SpeedChange { beat: at.beat, time_s, difference, easing, extends })
        }),
        ..Beatmap::default()
    };
    report.left_out(missing, MISSING);
    Beatmap { tempo, ..beatmap }
}

/// The kind of groups that shine.
const SHINE: i32 = 1;

const MISSING: &str = "objects that are in no list of what they are";

/// Reads the lights into a difficulty.
pub(super) fn read_lightshow(
    text: &Text<'_>,
    room: &Room,
    report: &mut FileReport<'_>,
    beatmap: &mut Beatmap,
) {
    let (read, damage) = text.read::<Lightshow>(room);
    report.damage(damage);
    let read = read.content.map_or(Lightshow { content: None, ..read }, |content| *content);
    let tempo = &beatmap.tempo;
    let mut missing = 0_usize;
    let lights = resolve(&read.lights, &mut missing, |at| {
        let data = pick(&read.lights_data, at.index)?;
        Some(light(tempo, at.beat, data.kind, data.value, data.brightness))
    });
    let color_boosts = resolve(&read.color_boosts, &mut missing, |at| {
        Some(color_boost(tempo, at.beat, pick(&read.color_boosts_data, at.index)?.is_on))
    });
    let shining = read.groups.iter().filter(|group| group.kind == SHINE);
    let boxes = shining.flat_map(|group| group.boxes.iter().map(move |of| (group, of)));
    let group_lights = boxes.flat_map(|(group, EventBox { events })| {
        resolve(events, &mut missing, |at| {
            let LightColor { extends, color, brightness } = *pick(&read.light_colors, at.index)?;
            let beat = group.beat + at.beat;
            Some(group_light(tempo, beat, group.group, color, brightness, extends))
        })
    });
    let group_lights = group_lights.collect();
    (beatmap.lights, beatmap.color_boosts) = (lights, color_boosts);
    (beatmap.group_lights, beatmap.light_groups) = (group_lights, read.groups.len());
    report.left_out(missing, MISSING);
}

/// Makes objects of the placed ones, and counts the invalid ones.
fn resolve<P, O>(placed: &[P], missing: &mut usize, make: impl Fn(&P) -> Option<O>) -> Vec<O> {
    let mut objects = Vec::with_capacity(placed.len());
    objects.extend(placed.iter().filter_map(make));
    objects.shrink_to_fit();
    *missing = missing.saturating_add(placed.len().saturating_sub(objects.len()));
    objects
}

fn pick<T>(list: &[T], index: i32) -> Option<&T> {
    list.get(usize::try_from(index).ok()?)
}

fn turned(cell: Cell, rotation: f32) -> Cell {
    Cell { rotation, ..cell }
}

impl ColorNote {
    fn cell(&self, tempo: &Tempo, beat: f32) -> Cell {
        cell(tempo, beat, self.line, self.layer)
    }
}

impl PlacedArc {
    fn arc(&self, data: &ArcData, head: &ColorNote, tail: &ColorNote, tempo: &Tempo) -> Arc {
        Arc {
            color: head.color,
            head: ArcEnd {
                cell: turned(head.cell(tempo, self.head_beat), self.head_rotation),
                direction: head.direction,
                length_multiplier: data.head_length,
            },
            tail: ArcEnd {
                cell: turned(tail.cell(tempo, self.tail_beat), self.tail_rotation),
                direction: tail.direction,
                length_multiplier: data.tail_length,
            },
            mid_anchor: data.mid_anchor,
        }
    }
}
