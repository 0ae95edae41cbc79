//! `Info.dat` of version 2, from game 1.0.

use super::color::WrittenColor;
use super::{Listed, at, in_effect};
use crate::json::{Damage, Room, Text, members};
use crate::limits;
use crate::model::{ColorScheme, Difficulty, Info};

members! {
    /// The file.
    struct InfoV2 {
        version: String = "_version",
        song_name: String = "_songName",
        song_sub_name: String = "_songSubName",
        song_author: String = "_songAuthorName",
        level_author: String = "_levelAuthorName",
        bpm: f32 = "_beatsPerMinute",
        song_time_offset_s: f32 = "_songTimeOffset",
        preview_start_s: f32 = "_previewStartTime",
        preview_duration_s: f32 = "_previewDuration",
        song_file: String = "_songFilename",
        cover_file: String = "_coverImageFilename",
        environment: String = "_environmentName",
        rotation_environment: String = "_allDirectionsEnvironmentName",
        /// Since 2.1.0.
        environments: Vec<String> = "_environmentNames",
        /// Since 2.1.0.
        color_schemes: Vec<NamedScheme> = "_colorSchemes",
        sets: Vec<Set> = "_difficultyBeatmapSets",
    }

    /// The difficulties of a mode.
    struct Set {
        mode: String = "_beatmapCharacteristicName",
        difficulties: Vec<DifficultyV2> = "_difficultyBeatmaps",
    }

    /// A difficulty.
    struct DifficultyV2 {
        name: String = "_difficulty",
        file: String = "_beatmapFilename",
        note_jump_speed: f32 = "_noteJumpMovementSpeed",
        spawn_offset_beats: f32 = "_noteJumpStartBeatOffset",
        environment: i32 = "_environmentNameIdx",
        color_scheme: i32 = "_beatmapColorSchemeIdx",
        custom: ModData = "_customData",
    }

    /// Members of a difficulty that mods read, SongCore above all.
    struct ModData {
        label: String = "_difficultyLabel",
        requirements: Vec<String> = "_requirements",
        left: WrittenColor = "_colorLeft",
        right: WrittenColor = "_colorRight",
        wall: WrittenColor = "_obstacleColor",
        light_left: WrittenColor = "_envColorLeft",
        light_right: WrittenColor = "_envColorRight",
        boosted_left: WrittenColor = "_envColorLeftBoost",
        boosted_right: WrittenColor = "_envColorRightBoost",
    }

    /// Colours, and whether they count.
    struct NamedScheme {
        is_used: bool = "useOverride",
        scheme: Scheme = "colorScheme",
    }

    /// Colours.
    struct Scheme {
        name: String = "colorSchemeId",
        left: WrittenColor = "saberAColor",
        right: WrittenColor = "saberBColor",
        wall: WrittenColor = "obstaclesColor",
        light_left: WrittenColor = "environmentColor0",
        light_right: WrittenColor = "environmentColor1",
        boosted_left: WrittenColor = "environmentColor0Boost",
        boosted_right: WrittenColor = "environmentColor1Boost",
    }
}

pub(super) fn read(text: &Text<'_>, room: &Room) -> (Listed, Option<Damage>) {
    let (read, damage) = text.read::<InfoV2>(room);
    let schemes: Vec<ColorScheme> =
        read.color_schemes.into_iter().map(NamedScheme::scheme).collect();
    let count = read.sets.iter().map(|set| set.difficulties.len()).sum();
    let mut difficulties = Vec::new();
    for set in read.sets {
        let environment = if is_rotating(&set.mode) && !read.rotation_environment.is_empty() {
            &read.rotation_environment
        } else {
            &read.environment
        };
        let room = limits::DIFFICULTIES.saturating_sub(difficulties.len());
        for listed in set.difficulties.into_iter().take(room) {
            let own = listed.custom.colors();
            difficulties.push(Difficulty {
                mode: set.mode.clone(),
                name: listed.name,
                label: listed.custom.label,
                file: listed.file,
                note_jump_speed: listed.note_jump_speed,
                spawn_offset_beats: listed.spawn_offset_beats,
                environment: at(&read.environments, listed.environment)
                    .unwrap_or_else(|| environment.clone()),
                colors: in_effect(at(&schemes, listed.color_scheme)).or(own),
                requirements: listed.custom.requirements,
                ..Difficulty::default()
            });
        }
    }
    let info = Info {
        version: read.version,
        song_name: read.song_name,
        song_sub_name: read.song_sub_name,
        song_author: read.song_author,
        mappers: Some(read.level_author).filter(|name| !name.is_empty()).into_iter().collect(),
        bpm: read.bpm,
        song_time_offset_s: read.song_time_offset_s,
        preview_start_s: read.preview_start_s,
        preview_duration_s: read.preview_duration_s,
        song_file: read.song_file,
        cover_file: read.cover_file,
        color_schemes: schemes,
        ..Info::default()
    };
    (Listed { info, difficulties, count, is_hashed: true, loss: None }, damage)
}

/// Whether notes come from all around, for which a map names another environment.
fn is_rotating(mode: &str) -> bool {
    matches!(mode, "360Degree" | "90Degree")
}

impl NamedScheme {
    fn scheme(self) -> ColorScheme {
        let Scheme {
            name,
            left,
            right,
            wall,
            light_left,
            light_right,
            boosted_left,
            boosted_right,
        } = self.scheme;
        ColorScheme {
            name,
            overrides_notes: self.is_used,
            overrides_lights: self.is_used,
            left: left.0,
            right: right.0,
            wall: wall.0,
            lights: [light_left.0, light_right.0],
            boosted_lights: [boosted_left.0, boosted_right.0],
        }
    }
}

impl ModData {
    /// The colours that a mod puts in, if there are any.
    fn colors(&self) -> Option<ColorScheme> {
        let lights = [self.light_left.0, self.light_right.0];
        let boosted_lights = [self.boosted_left.0, self.boosted_right.0];
        let (left, right, wall) = (self.left.0, self.right.0, self.wall.0);
        let notes = [left, right, wall];
        let scheme = ColorScheme {
            name: String::new(),
            overrides_notes: notes.iter().any(Option::is_some),
            overrides_lights: lights.iter().chain(&boosted_lights).any(Option::is_some),
            left,
            right,
            wall,
            lights,
            boosted_lights,
        };
        in_effect(Some(scheme))
    }
}
