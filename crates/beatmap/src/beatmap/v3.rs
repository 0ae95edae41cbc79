//! Difficulties of version 3, from game 1.20.

use super::{Surroundings, cell, color_boost, group_light, light, report_tempo, rotation, wall};
use crate::file_report::FileReport;
use crate::json::{Count, ModPlace, Room, Text, members};
use crate::model::{Arc, ArcEnd, Beatmap, Bomb, Cell, Chain, Note};
use crate::tempo::Tempo;

members! {
    /// The file.
    struct BeatmapV3 {
        bpm_events: Vec<BpmEvent> = "bpmEvents",
        rotations: Vec<RotationEvent> = "rotationEvents",
        notes: Vec<ColorNote> = "colorNotes",
        bombs: Vec<BombNote> = "bombNotes",
        walls: Vec<Obstacle> = "obstacles",
        arcs: Vec<Slider> = "sliders",
        chains: Vec<BurstSlider> = "burstSliders",
        lights: Vec<BasicEvent> = "basicBeatmapEvents",
        color_boosts: Vec<ColorBoostEvent> = "colorBoostBeatmapEvents",
        light_color_groups: Vec<LightColorGroup> = "lightColorEventBoxGroups",
        light_rotation_groups: Count = "lightRotationEventBoxGroups",
        light_translation_groups: Count = "lightTranslationEventBoxGroups",
        effect_groups: Count = "vfxEventBoxGroups",
        custom: ModData = "customData",
    }

    /// Data that editors keep in the file.
    struct ModData {
        bpm_changes: Count = "BPMChanges",
    }

    /// A change of the tempo.
    struct BpmEvent {
        beat: f32 = "b",
        bpm: f32 = "m",
    }

    /// A turn of the lane.
    struct RotationEvent {
        beat: f32 = "b",
        is_late: bool = "e",
        degrees: f32 = "r",
    }

    /// A note.
    struct ColorNote {
        beat: f32 = "b",
        line: i32 = "x",
        layer: i32 = "y",
        color: i32 = "c",
        direction: i32 = "d",
        angle_offset: i32 = "a",
        custom: PlaceModData = "customData",
    }

    /// Where the mod Noodle Extensions puts a note, or the head of an arc or a chain, and their tail.
    struct PlaceModData {
        position: ModPlace = "coordinates",
        tail_position: ModPlace = "tailCoordinates",
    }

    /// A bomb.
    struct BombNote {
        beat: f32 = "b",
        line: i32 = "x",
        layer: i32 = "y",
    }

    /// A wall.
    struct Obstacle {
        beat: f32 = "b",
        line: i32 = "x",
        layer: i32 = "y",
        duration: f32 = "d",
        width: i32 = "w",
        height: i32 = "h",
    }

    /// An arc.
    struct Slider {
        color: i32 = "c",
        head_beat: f32 = "b",
        head_line: i32 = "x",
        head_layer: i32 = "y",
        head_direction: i32 = "d",
        head_length: f32 = "mu",
        tail_beat: f32 = "tb",
        tail_line: i32 = "tx",
        tail_layer: i32 = "ty",
        tail_direction: i32 = "tc",
        tail_length: f32 = "tmu",
        mid_anchor: i32 = "m",
        custom: PlaceModData = "customData",
    }

    /// A chain.
    struct BurstSlider {
        color: i32 = "c",
        head_beat: f32 = "b",
        head_line: i32 = "x",
        head_layer: i32 = "y",
        direction: i32 = "d",
        tail_beat: f32 = "tb",
        tail_line: i32 = "tx",
        tail_layer: i32 = "ty",
        slices: i32 = "sc",
        squish: f32 = "s",
        custom: PlaceModData = "customData",
    }

    /// An event of the environment.
    struct BasicEvent {
        beat: f32 = "b",
        kind: i32 = "et",
        value: i32 = "i",
        brightness: f32 = "f",
    }

    /// Boosted colours on or off.
    struct ColorBoostEvent {
        beat: f32 = "b",
        is_on: bool = "o",
    }

    /// An event of a group of lights.
    struct LightColorGroup {
        beat: f32 = "b",
        group: i32 = "g",
        boxes: Vec<LightColorBox> = "e",
    }

    /// An event of some lights of a group.
    struct LightColorBox {
        events: Vec<LightColorEvent> = "e",
    }

    /// Their event at a beat of the group's.
    struct LightColorEvent {
        beat: f32 = "b",
        transition: i32 = "i",
        color: i32 = "c",
        brightness: f32 = "s",
    }
}

/// A transition that leaves the light as it is.
const EXTENDS: i32 = 2;

pub(super) fn read(
    text: &Text<'_>,
    around: &Surroundings<'_>,
    room: &Room,
    report: &mut FileReport<'_>,
) -> Beatmap {
    let (read, damage) = text.read::<BeatmapV3>(room);
    report.damage(damage);
    let changes: Vec<(f32, f32)> =
        read.bpm_events.iter().map(|event| (event.beat, event.bpm)).collect();
    report_tempo(report, &changes);
    let tempo = Tempo::new(around.bpm, changes);
    let at = &tempo;
    let other_groups =
        [read.light_rotation_groups, read.light_translation_groups, read.effect_groups];
    let color_groups = &read.light_color_groups;
    let light_groups =
        other_groups.iter().map(|count| count.0).fold(color_groups.len(), usize::saturating_add);
    let boxes = color_groups.iter().flat_map(|group| group.boxes.iter().map(move |of| (group, of)));
    let group_lights = boxes.flat_map(|(group, LightColorBox { events })| {
        events.iter().map(|event| {
            let beat = group.beat + event.beat;
            let extends = event.transition == EXTENDS;
            group_light(at, beat, group.group, event.color, event.brightness, extends)
        })
    });
    let group_lights = group_lights.collect();
    let note = |note: ColorNote| Note {
        cell: put(cell(at, note.beat, note.line, note.layer), note.custom.position),
        color: note.color,
        direction: note.direction,
        angle_offset: note.angle_offset,
        is_turned_by_mod: false,
    };
    Beatmap {
        version: String::new(),
        notes: read.notes.into_iter().map(note).collect(),
        bombs: read
            .bombs
            .into_iter()
            .map(|bomb| Bomb { cell: cell(at, bomb.beat, bomb.line, bomb.layer) })
            .collect(),
        walls: read
            .walls
            .into_iter()
            .map(|w| wall(at, cell(at, w.beat, w.line, w.layer), w.duration, w.width, w.height))
            .collect(),
        arcs: read.arcs.into_iter().map(|slider| slider.arc(at)).collect(),
        chains: read.chains.into_iter().map(|slider| slider.chain(at)).collect(),
        rotations: read
            .rotations
            .into_iter()
            .map(|event| rotation(at, event.beat, event.is_late, event.degrees))
            .collect(),
        speed_changes: Vec::new(),
        lights: read
            .lights
            .into_iter()
            .map(|event| light(at, event.beat, event.kind, event.value, event.brightness))
            .collect(),
        color_boosts: read
            .color_boosts
            .into_iter()
            .map(|event| color_boost(at, event.beat, event.is_on))
            .collect(),
        group_lights,
        light_groups,
        editor_bpm_changes: read.custom.bpm_changes.0,
        // They have lists of their own, among what mods add.
        fakes: 0,
        tempo,
    }
}

/// The cell with the place that a mod has for it.
fn put(cell: Cell, place: ModPlace) -> Cell {
    Cell { position: place.0, ..cell }
}

impl Slider {
    fn arc(self, tempo: &Tempo) -> Arc {
        Arc {
            color: self.color,
            head: ArcEnd {
                cell: put(
                    cell(tempo, self.head_beat, self.head_line, self.head_layer),
                    self.custom.position,
                ),
                direction: self.head_direction,
                length_multiplier: self.head_length,
            },
            tail: ArcEnd {
                cell: put(
                    cell(tempo, self.tail_beat, self.tail_line, self.tail_layer),
                    self.custom.tail_position,
                ),
                direction: self.tail_direction,
                length_multiplier: self.tail_length,
            },
            mid_anchor: self.mid_anchor,
        }
    }
}

impl BurstSlider {
    fn chain(self, tempo: &Tempo) -> Chain {
        Chain {
            color: self.color,
            head: put(
                cell(tempo, self.head_beat, self.head_line, self.head_layer),
                self.custom.position,
            ),
            tail: put(
                cell(tempo, self.tail_beat, self.tail_line, self.tail_layer),
                self.custom.tail_position,
            ),
            direction: self.direction,
            slices: self.slices,
            squish: self.squish,
        }
    }
}
