//! A play as the plugin records it.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::Vector3;
use ghostreel_bsor::scoring::{ScoreRow, score_rows};

use super::{Options, Quirk, notes};
use crate::layout::{
    Combo, Energy, Height, Metadata, Multiplier, Pointers, PoseFrame, ScoreV2, ScoreV3, SectionId,
};
use crate::recording::{Notes, Part, Recording, Scores};
use crate::version::{RecordForm, Version};

pub(super) fn recording(options: &Options, version: Version, play: &bsor::Replay) -> Recording {
    let rows = score_rows(&play.info, play.notes.as_notes(), &play.walls);
    let form = version.records();
    let sections = SectionId::ALL.into_iter();
    let mut recording = Recording {
        pointers: Pointers::default(),
        metadata: metadata(options, version, &play.info),
        poses: play.frames.iter().map(pose).collect(),
        heights: play.heights.iter().map(height).collect(),
        notes: notes::notes(play, form),
        scores: scores(&rows, form),
        combos: changes(&rows, |row| row.combo)
            .map(|row| Combo { combo: row.combo, time: row.time })
            .collect(),
        multipliers: changes(&rows, |row| (row.multiplier, row.multiplier_progress))
            .map(multiplier)
            .collect(),
        energies: changes(&rows, |row| row.energy.map(f32::to_bits))
            .map(|row| Energy { energy: row.energy.unwrap_or_default(), time: row.time })
            .collect(),
        parts: sections.map(|id| Part::Section { id, missing: 0 }).collect(),
    };
    if options.quirk == Quirk::OddBooleans {
        recording.metadata.left_handed = 0x20;
        if let Notes::V3(notes) = &mut recording.notes {
            notes.iter_mut().for_each(|note| note.cut.direction_ok |= 0xde);
        }
    }
    recording
}

fn metadata(options: &Options, version: Version, info: &bsor::Info) -> Metadata {
    let mut metadata = Metadata {
        version: version.to_string().as_str().into(),
        level_id: format!("custom_level_{}", info.hash.as_str()).as_str().into(),
        difficulty: 9,
        characteristic: info.mode.as_str().as_ref().into(),
        environment: "TheFirstEnvironment".into(),
        modifiers: options.modifiers.iter().map(|code| (*code).into()).collect(),
        note_spawn_offset: info.jump_distance,
        left_handed: info.left_handed,
        initial_height: 1.78,
        room_rotation: 0.0,
        room_center: Vector3::default(),
        fail_time: info.fail_time,
        present: Metadata::fields_of(version),
        ..Metadata::default()
    };
    if version >= Version::V3_1 {
        metadata.game_version = info.game_version.as_str().as_ref().into();
        metadata.plugin_version = "3.3.20".into();
        metadata.platform = "PC".into();
    }
    metadata
}

fn pose(frame: &bsor::Frame) -> PoseFrame {
    let bsor::Frame { time, fps, head, left, right } = *frame;
    PoseFrame { head, left, right, fps, time }
}

fn height(height: &bsor::Height) -> Height {
    Height { height: height.height, time: height.time }
}

fn scores(rows: &[ScoreRow], form: RecordForm) -> Scores {
    let changes = changes(rows, |row| (row.score, row.max_score));
    let score = |row: &ScoreRow| ScoreV3 {
        score: row.score,
        time: row.time,
        immediate_max_possible_score: row.max_score.unwrap_or_default(),
    };
    let all = changes.map(score);
    match form {
        RecordForm::V2 => {
            Scores::V2(all.map(|ScoreV3 { score, time, .. }| ScoreV2 { score, time }).collect())
        }
        RecordForm::V3 => Scores::V3(all.collect()),
    }
}

fn multiplier(row: &ScoreRow) -> Multiplier {
    let (multiplier, hits) =
        (row.multiplier.unwrap_or(1), row.multiplier_progress.unwrap_or_default());
    let progress = f32::from(hits) / f32::from(2 * multiplier);
    Multiplier { multiplier: multiplier.into(), progress, time: row.time }
}

/// The rows in which a value is another than in the row before.
fn changes<'r, T: PartialEq>(
    rows: &'r [ScoreRow],
    value: impl Fn(&ScoreRow) -> T + 'r,
) -> impl Iterator<Item = &'r ScoreRow> {
    let mut last = None;
    rows.iter().filter(move |row| {
        let now = Some(value(row));
        let is_change = now != last;
        last = now;
        is_change
    })
}
