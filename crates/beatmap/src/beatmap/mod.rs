//! The file of a difficulty, of any version.

mod lanes;
mod v2;
mod v3;
mod v4;

use ghostreel_core::Diagnostics;

use crate::file_report::FileReport;
use crate::json::{Count, Room, Text, members};
use crate::model::{Beatmap, Cell, ColorBoost, GroupLightEvent, LightEvent, Rotation, Wall};
use crate::tempo::Tempo;

pub(crate) use v2::speed as speed_of_v1;

members! {
    /// The members that show the version of a difficulty.
    struct Version {
        v2: String = "_version",
        v3: String = "version",
        v2_notes: Count = "_notes",
        v2_events: Count = "_events",
        v2_walls: Count = "_obstacles",
        v3_notes: Count = "colorNotes",
        v3_bombs: Count = "bombNotes",
        v3_walls: Count = "obstacles",
        v3_tempo: Count = "bpmEvents",
        v3_chains: Count = "burstSliders",
        v3_lights: Count = "basicBeatmapEvents",
        v4_notes: Count = "colorNotesData",
        v4_bombs: Count = "bombNotesData",
        v4_walls: Count = "obstaclesData",
        v4_chains: Count = "chainsData",
    }
}

/// The context that a difficulty is read in.
pub(crate) struct Surroundings<'a> {
    /// Beats a minute of the song.
    pub(crate) bpm: f32,
    /// The conversion of beats to seconds, if the song's audio data says so.
    pub(crate) audio: Option<&'a Tempo>,
    /// Memory for what stands in the file.
    pub(crate) room: u64,
}

/// The reader for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Versions 1 and 2 have the same members.
    V2,
    V3,
    V4,
}

/// The version of a file.
#[derive(Clone, Debug)]
pub(crate) struct FoundVersion {
    /// As it is written.
    pub(crate) label: String,
    /// The layout of its members.
    pub(crate) layout: Layout,
    /// A label that contradicts the members, or members of two versions.
    remark: Option<String>,
}

/// Members whose values say which notes there are, and when.
const DECISIVE: &[&str] = &[
    "_events",
    "_notes",
    "_sliders",
    "arcs",
    "arcsData",
    "bombNotes",
    "bombNotesData",
    "bpmEvents",
    "burstSliders",
    "chains",
    "chainsData",
    "colorNotes",
    "colorNotesData",
    "njsEventData",
    "njsEvents",
    "rotationEvents",
    "sliders",
    "spawnRotations",
    "spawnRotationsData",
];

/// The version of a file: the one that it names, if it has members of it, and else that of the members that it has. Files that name none are of
/// version 2, as in the game, unless they have members of later ones.
pub(crate) fn version(text: &Text<'_>, room: u64) -> FoundVersion {
    let (found, _) = text.read::<Version>(&Room::new(room));
    let named = match found.v3.bytes().next() {
        Some(b'4'..=b'9') => Some(Layout::V4),
        Some(_) => Some(Layout::V3),
        None if !found.v2.is_empty() => Some(Layout::V2),
        None => None,
    };
    let has = |layout: &Layout| found.has(*layout);
    let layouts = [Layout::V2, Layout::V4, Layout::V3];
    let held = layouts.into_iter().find(has);
    let layout = named.filter(has).or(held).or(named).unwrap_or(Layout::V2);
    let label = if found.v3.is_empty() { found.v2.clone() } else { found.v3.clone() };
    let other = layouts.iter().find(|other| **other != layout && found.is_other(layout, **other));
    let remark = if named.is_some_and(|named| named != layout) {
        let number = layout.number();
        let message = format!(
            "it says that it is of version {label}, and has the members of version {number}, which are read"
        );
        Some(message)
    } else {
        other.map(|other| {
            let (read, other) = (layout.number(), other.number());
            format!(
                "it has members of version {other} beside those of version {read}, which are read"
            )
        })
    };
    FoundVersion { label, layout, remark }
}

impl Layout {
    const fn number(self) -> u8 {
        match self {
            Self::V2 => 2,
            Self::V3 => 3,
            Self::V4 => 4,
        }
    }
}

impl Version {
    /// Whether something that is played is in the lists of a version. Those of version 4 have some names of version 3.
    fn has(&self, layout: Layout) -> bool {
        let v4 = [self.v4_notes, self.v4_bombs, self.v4_walls, self.v4_chains];
        let is_v4 = v4.iter().any(|count| count.0 > 0);
        match layout {
            Layout::V2 => [self.v2_notes, self.v2_events, self.v2_walls].iter().any(|n| n.0 > 0),
            Layout::V3 => {
                let alike = [self.v3_notes, self.v3_bombs, self.v3_walls];
                let own = [self.v3_tempo, self.v3_chains, self.v3_lights];
                let has_alike = alike.iter().any(|count| count.0 > 0);
                own.iter().any(|count| count.0 > 0) || has_alike && !is_v4
            }
            Layout::V4 => is_v4,
        }
    }

    /// Whether there are notes of another version beside those of the one that is read.
    fn is_other(&self, read: Layout, other: Layout) -> bool {
        let notes = match other {
            Layout::V2 => self.v2_notes,
            Layout::V3 if read == Layout::V4 => Count(0),
            Layout::V3 => self.v3_notes,
            Layout::V4 => self.v4_notes,
        };
        notes.0 > 0
    }
}

/// Reads the file of a difficulty; and says why notes or changes of the tempo may be missing, if any may.
pub(crate) fn read(
    text: &Text<'_>,
    version: FoundVersion,
    name: &str,
    around: &Surroundings<'_>,
    diagnostics: &mut Diagnostics,
) -> (Beatmap, Option<String>) {
    let FoundVersion { label, layout, remark } = version;
    let room = Room::new(around.room);
    let mut report = FileReport::new(name, diagnostics).with_decisive(DECISIVE);
    if let Some(remark) = remark {
        report.odd_value(remark);
    }
    let mut beatmap = match layout {
        Layout::V2 => v2::read(text, &label, around, &room, &mut report),
        Layout::V3 => v3::read(text, around, &room, &mut report),
        Layout::V4 => v4::read(text, around, &room, &mut report),
    };
    report.odd(&room);
    if beatmap.fakes > 0 {
        let count = beatmap.fakes;
        report.remark(format!("{count} of its notes and bombs are shown by a mod, and not to be cut: they do not count"));
    }
    beatmap.version = label;
    beatmap.sort();
    lanes::turn(&mut beatmap);
    (beatmap, report.loss())
}

/// Reads the lights of a difficulty of version 4 into it.
pub(crate) fn read_lightshow(
    text: &Text<'_>,
    name: &str,
    room: u64,
    beatmap: &mut Beatmap,
    diagnostics: &mut Diagnostics,
) {
    let room = Room::new(room);
    let mut report = FileReport::new(name, diagnostics);
    v4::read_lightshow(text, &room, &mut report, beatmap);
    report.odd(&room);
    beatmap.sort();
}

impl Beatmap {
    /// Brings all lists into the order of time; objects at one time stay in the order of the file.
    fn sort(&mut self) {
        self.notes.sort_by(|a, b| a.cell.beat.total_cmp(&b.cell.beat));
        self.bombs.sort_by(|a, b| a.cell.beat.total_cmp(&b.cell.beat));
        self.walls.sort_by(|a, b| a.cell.beat.total_cmp(&b.cell.beat));
        self.arcs.sort_by(|a, b| a.head.cell.beat.total_cmp(&b.head.cell.beat));
        self.chains.sort_by(|a, b| a.head.beat.total_cmp(&b.head.beat));
        self.rotations.sort_by(|a, b| a.beat.total_cmp(&b.beat));
        self.speed_changes.sort_by(|a, b| a.beat.total_cmp(&b.beat));
        self.lights.sort_by(|a, b| a.beat.total_cmp(&b.beat));
        self.group_lights.sort_by(|a, b| a.beat.total_cmp(&b.beat));
        self.color_boosts.sort_by(|a, b| a.beat.total_cmp(&b.beat));
    }

    /// Memory that the lists take up, in bytes.
    pub(crate) fn size(&self) -> usize {
        let sizes = [
            size_of_val(&*self.notes),
            size_of_val(&*self.bombs),
            size_of_val(&*self.walls),
            size_of_val(&*self.arcs),
            size_of_val(&*self.chains),
            size_of_val(&*self.rotations),
            size_of_val(&*self.speed_changes),
            size_of_val(&*self.lights),
            size_of_val(&*self.group_lights),
            size_of_val(&*self.color_boosts),
            size_of_val(self.tempo.changes()),
        ];
        sizes.into_iter().fold(0, usize::saturating_add)
    }
}

/// Makes cells, with the time that a beat is at.
fn cell(tempo: &Tempo, beat: f32, line: i32, layer: i32) -> Cell {
    Cell { beat, time_s: tempo.seconds(beat), line, layer, rotation: 0.0, position: None }
}

fn light(tempo: &Tempo, beat: f32, kind: i32, value: i32, brightness: f32) -> LightEvent {
    LightEvent { beat, time_s: tempo.seconds(beat), kind, value, brightness }
}

fn group_light(
    tempo: &Tempo,
    beat: f32,
    group: i32,
    color: i32,
    brightness: f32,
    extends: bool,
) -> GroupLightEvent {
    GroupLightEvent { beat, time_s: tempo.seconds(beat), group, color, brightness, extends }
}

fn color_boost(tempo: &Tempo, beat: f32, is_on: bool) -> ColorBoost {
    ColorBoost { beat, time_s: tempo.seconds(beat), is_on }
}

fn rotation(tempo: &Tempo, beat: f32, is_late: bool, degrees: f32) -> Rotation {
    Rotation { beat, time_s: tempo.seconds(beat), is_late, degrees }
}

fn wall(tempo: &Tempo, cell: Cell, duration_beats: f32, width: i32, height: i32) -> Wall {
    let duration_s = tempo.duration_s(cell.beat, duration_beats);
    Wall { cell, duration_beats, duration_s, width, height, is_harmless: false }
}

/// Changes of the tempo that are none, which [`Tempo::new`] leaves out.
fn report_tempo(report: &mut FileReport<'_>, changes: &[(f32, f32)]) {
    let unusable = changes.iter().filter(|(_, bpm)| !(bpm.is_finite() && *bpm > 0.0)).count();
    report.left_out(unusable, "changes to no tempo at all");
}

#[cfg(test)]
mod tests;
