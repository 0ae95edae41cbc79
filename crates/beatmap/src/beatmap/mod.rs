//! The file of a difficulty, of any version.

mod lanes;
mod v2;
mod v3;
mod v4;

use ghostreel_core::Diagnostics;

use crate::file_report::FileReport;
use crate::json::{self, Count, Room, members};
use crate::model::{Beatmap, Cell, ColorBoost, GroupLightEvent, LightEvent, Rotation, Wall};
use crate::tempo::Tempo;

pub(crate) use v2::speed as speed_of_v1;

members! {
    /// What shows the version of a difficulty.
    struct Version {
        v2: String = "_version",
        v3: String = "version",
        v2_notes: Count = "_notes",
        v3_notes: Count = "colorNotes",
        v4_notes: Count = "colorNotesData",
    }
}

/// What a difficulty is read with.
pub(crate) struct Surroundings<'a> {
    /// Beats a minute of the song.
    pub(crate) bpm: f32,
    /// How beats become seconds, if the song's audio data says so.
    pub(crate) audio: Option<&'a Tempo>,
    /// Memory for what stands in the file.
    pub(crate) room: u64,
}

/// Which reader a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Versions 1 and 2 have the same members.
    V2,
    V3,
    V4,
}

/// The version of a file, and what it means; files without one are of version 2, as in the game, unless they have members of later ones.
pub(crate) fn version(file: &[u8], room: u64) -> (String, Layout) {
    let (found, _) = json::read::<Version>(file, &Room::new(room));
    let layout = match found.v3.bytes().next() {
        Some(b'4'..=b'9') => Layout::V4,
        Some(_) => Layout::V3,
        None if !found.v2.is_empty() || found.v2_notes.0 > 0 => Layout::V2,
        None if found.v4_notes.0 > 0 => Layout::V4,
        None if found.v3_notes.0 > 0 => Layout::V3,
        None => Layout::V2,
    };
    (if found.v3.is_empty() { found.v2 } else { found.v3 }, layout)
}

/// Reads the file of a difficulty.
pub(crate) fn read(
    file: &[u8],
    name: &str,
    around: &Surroundings<'_>,
    diagnostics: &mut Diagnostics,
) -> Beatmap {
    let (version, layout) = version(file, around.room);
    let room = Room::new(around.room);
    let mut report = FileReport::new(name, diagnostics);
    let mut beatmap = match layout {
        Layout::V2 => v2::read(file, &version, around, &room, &mut report),
        Layout::V3 => v3::read(file, around, &room, &mut report),
        Layout::V4 => v4::read(file, around, &room, &mut report),
    };
    report.odd(&room);
    beatmap.version = version;
    beatmap.sort();
    lanes::turn(&mut beatmap);
    beatmap
}

/// Reads the lights of a difficulty of version 4 into it.
pub(crate) fn read_lightshow(
    file: &[u8],
    name: &str,
    room: u64,
    beatmap: &mut Beatmap,
    diagnostics: &mut Diagnostics,
) {
    let room = Room::new(room);
    let mut report = FileReport::new(name, diagnostics);
    v4::read_lightshow(file, &room, &mut report, beatmap);
    report.odd(&room);
    beatmap.sort();
}

impl Beatmap {
    /// Brings all lists into the order of time; what is at one time stays in the order of the file.
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
    Cell { beat, time_s: tempo.seconds(beat), line, layer, rotation: 0.0 }
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
    Wall { cell, duration_beats, duration_s, width, height }
}

/// Changes of the tempo that are none, which [`Tempo::new`] leaves out.
fn report_tempo(report: &mut FileReport<'_>, changes: &[(f32, f32)]) {
    let unusable = changes.iter().filter(|(_, bpm)| !(bpm.is_finite() && *bpm > 0.0)).count();
    report.left_out(unusable, "changes to no tempo at all");
}

#[cfg(test)]
mod tests;
