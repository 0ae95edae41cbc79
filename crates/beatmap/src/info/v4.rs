//! `Info.dat` of version 4, from game 1.34.5.

use super::color::WrittenColor;
use super::{Listed, at, in_effect};
use crate::json::{Damage, Room, Text, members};
use crate::limits;
use crate::model::{ColorScheme, Difficulty, Info};

members! {
    /// The file.
    struct InfoV4 {
        version: String = "version",
        song: Song = "song",
        audio: Audio = "audio",
        cover_file: String = "coverImageFilename",
        environments: Vec<String> = "environmentNames",
        color_schemes: Vec<Scheme> = "colorSchemes",
        difficulties: Vec<DifficultyV4> = "difficultyBeatmaps",
    }

    /// The song's names.
    struct Song {
        title: String = "title",
        sub_title: String = "subTitle",
        author: String = "author",
    }

    /// The song's sound.
    struct Audio {
        song_file: String = "songFilename",
        song_duration_s: f32 = "songDuration",
        audio_data_file: String = "audioDataFilename",
        bpm: f32 = "bpm",
        preview_start_s: f32 = "previewStartTime",
        preview_duration_s: f32 = "previewDuration",
    }

    /// A difficulty.
    struct DifficultyV4 {
        mode: String = "characteristic",
        name: String = "difficulty",
        authors: Authors = "beatmapAuthors",
        environment: i32 = "environmentNameIdx",
        color_scheme: i32 = "beatmapColorSchemeIdx",
        note_jump_speed: f32 = "noteJumpMovementSpeed",
        spawn_offset_beats: f32 = "noteJumpStartBeatOffset",
        lightshow_file: String = "lightshowDataFilename",
        file: String = "beatmapDataFilename",
        custom: ModData = "customData",
    }

    /// The authors of a difficulty.
    struct Authors {
        mappers: Vec<String> = "mappers",
        lighters: Vec<String> = "lighters",
    }

    /// Members of a difficulty that mods read.
    struct ModData {
        label: String = "difficultyLabel",
        requirements: Vec<String> = "requirements",
    }

    /// Colours, and which of them count.
    struct Scheme {
        /// Until 4.0.0.
        is_used: bool = "useOverride",
        /// Since 4.0.1.
        overrides_notes: bool = "overrideNotes",
        /// Since 4.0.1.
        overrides_lights: bool = "overrideLights",
        name: String = "colorSchemeName",
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
    let (read, damage) = text.read::<InfoV4>(room);
    let schemes: Vec<ColorScheme> = read.color_schemes.into_iter().map(Scheme::scheme).collect();
    let (mut mappers, mut lighters) = (Vec::new(), Vec::new());
    let difficulty = |listed: DifficultyV4| {
        add_new(&mut mappers, listed.authors.mappers);
        add_new(&mut lighters, listed.authors.lighters);
        Difficulty {
            mode: listed.mode,
            name: listed.name,
            label: listed.custom.label,
            file: listed.file,
            lightshow_file: listed.lightshow_file,
            note_jump_speed: listed.note_jump_speed,
            spawn_offset_beats: listed.spawn_offset_beats,
            environment: at(&read.environments, listed.environment).unwrap_or_default(),
            colors: in_effect(at(&schemes, listed.color_scheme)),
            requirements: listed.custom.requirements,
            beatmap: None,
            read_in_part: None,
            is_tempo_unhashed: false,
        }
    };
    let count = read.difficulties.len();
    let difficulties =
        read.difficulties.into_iter().take(limits::DIFFICULTIES).map(difficulty).collect();
    let info = Info {
        version: read.version,
        song_name: read.song.title,
        song_sub_name: read.song.sub_title,
        song_author: read.song.author,
        mappers,
        lighters,
        bpm: read.audio.bpm,
        song_time_offset_s: 0.0,
        preview_start_s: read.audio.preview_start_s,
        preview_duration_s: read.audio.preview_duration_s,
        song_duration_s: Some(read.audio.song_duration_s).filter(|duration| *duration > 0.0),
        song_file: read.audio.song_file,
        cover_file: read.cover_file,
        audio_data_file: read.audio.audio_data_file,
        color_schemes: schemes,
    };
    (Listed { info, difficulties, count, is_hashed: true, loss: None }, damage)
}

/// Names that are listed so far are few; maps have some authors.
const MOST_NAMES: usize = 100;

fn add_new(names: &mut Vec<String>, more: Vec<String>) {
    for name in more {
        if names.len() < MOST_NAMES && !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
}

impl Scheme {
    fn scheme(self) -> ColorScheme {
        ColorScheme {
            name: self.name,
            overrides_notes: self.is_used || self.overrides_notes,
            overrides_lights: self.is_used || self.overrides_lights,
            left: self.left.0,
            right: self.right.0,
            wall: self.wall.0,
            lights: [self.light_left.0, self.light_right.0],
            boosted_lights: [self.boosted_left.0, self.boosted_right.0],
        }
    }
}
