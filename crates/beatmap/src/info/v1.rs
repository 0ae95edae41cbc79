//! `info.json` of version 1, before game 1.0.

use super::Listed;
use crate::json::{Damage, Room, Text, members};
use crate::limits;
use crate::model::{Difficulty, Info};

members! {
    /// The file.
    struct InfoV1 {
        song_name: String = "songName",
        song_sub_name: String = "songSubName",
        author: String = "authorName",
        bpm: f32 = "beatsPerMinute",
        preview_start_s: f32 = "previewStartTime",
        preview_duration_s: f32 = "previewDuration",
        cover_file: String = "coverImagePath",
        environment: String = "environmentName",
        is_one_saber: bool = "oneSaber",
        difficulties: Vec<DifficultyV1> = "difficultyLevels",
    }

    /// A difficulty. Its speed is in its own file.
    struct DifficultyV1 {
        name: String = "difficulty",
        file: String = "jsonPath",
        song_file: String = "audioPath",
    }
}

pub(super) fn read(text: &Text<'_>, room: &Room) -> (Listed, Option<Damage>) {
    let (read, damage) = text.read::<InfoV1>(room);
    let song_file = read.difficulties.first().map(|first| first.song_file.clone());
    let mode = if read.is_one_saber { "OneSaber" } else { "Standard" };
    let difficulty = |listed: DifficultyV1| Difficulty {
        mode: mode.to_owned(),
        name: listed.name,
        file: listed.file,
        environment: read.environment.clone(),
        ..Difficulty::default()
    };
    let count = read.difficulties.len();
    let difficulties =
        read.difficulties.into_iter().take(limits::DIFFICULTIES).map(difficulty).collect();
    let info = Info {
        version: "1".to_owned(),
        song_name: read.song_name,
        song_sub_name: read.song_sub_name,
        mappers: Some(read.author).filter(|name| !name.is_empty()).into_iter().collect(),
        bpm: read.bpm,
        preview_start_s: read.preview_start_s,
        preview_duration_s: read.preview_duration_s,
        song_file: song_file.unwrap_or_default(),
        cover_file: read.cover_file,
        ..Info::default()
    };
    (Listed { info, difficulties, count, is_hashed: false, loss: None }, damage)
}
