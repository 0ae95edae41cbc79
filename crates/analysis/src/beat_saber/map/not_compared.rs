//! Why a replay is not compared with a map.

use std::fmt;

use ghostreel_beatmap::{Map, MapHash};
use ghostreel_formats::bsor::Info;

/// Why a replay is not compared with a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCompared {
    /// It was played on another map, or on another version of it.
    OtherMap {
        /// The map's hash; `None` of a map of version 1.
        map: Option<MapHash>,
        /// The map's song, and who made the map, as people say it.
        map_title: String,
        /// The hash in the replay.
        replay: String,
        /// The song in the replay, and who made its map.
        replay_title: String,
    },
    /// It is no replay of Beat Saber.
    OtherGame,
    /// It was converted from a format that does not say when notes were to be cut, so notes of one place cannot be distinguished.
    NoTimes,
    /// Notes or changes of the tempo may be missing in the read part of the map.
    ReadInPart {
        /// Why, as a sentence.
        reason: String,
    },
    /// The tempo of its difficulty is in a file that the map's hash does not cover, so that its times may not be those of the game that was played.
    TempoUnhashed,
    /// The map has no such difficulty, or its file could not be read.
    NoSuchDifficulty {
        /// Mode and difficulty in the replay.
        wanted: String,
    },
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMap { map: None, replay, .. } => {
                write!(
                    f,
                    "This map is of version 1, and has no hash to compare. The replay was played on {replay}."
                )
            }
            Self::OtherMap { map: Some(map), map_title, replay, replay_title }
                if map_title == replay_title =>
            {
                write!(
                    f,
                    "This map is another version of {map_title}: {map}. The replay was played on {replay}."
                )
            }
            Self::OtherMap { map: Some(map), map_title, replay, replay_title } => {
                write!(
                    f,
                    "This map is another one: {map_title}, {map}. The replay was played on {replay_title}, {replay}."
                )
            }
            Self::OtherGame => f.write_str("It is no replay of Beat Saber."),
            Self::ReadInPart { reason } => {
                write!(
                    f,
                    "The map could not be read whole, so the replay is not judged by it. {reason}"
                )
            }
            Self::TempoUnhashed => f.write_str(
                "The hash of this map does not cover its tempo, so the replay is not judged by it.",
            ),
            Self::NoTimes => f.write_str("The file does not say when its notes were to be cut."),
            Self::NoSuchDifficulty { wanted } => {
                write!(f, "It was played on {wanted}, which is missing in the map, or unreadable.")
            }
        }
    }
}

impl NotCompared {
    /// Of a map that is not the replay's.
    pub(super) fn other_map(info: &Info, map: &Map) -> Self {
        Self::OtherMap {
            map: map.hash,
            map_title: title(&map.info.song_name, &map.info.mappers.join(", ")),
            replay: info.map_hash(),
            replay_title: title(&info.song_name.as_str(), &info.mapper.as_str()),
        }
    }
}

/// A map as people speak of it.
fn title(song: &str, mappers: &str) -> String {
    match (song.trim(), mappers.trim()) {
        ("", _) => "a map without a name".to_owned(),
        (song, "") => format!("“{song}”"),
        (song, mappers) => format!("“{song}” by {mappers}"),
    }
}
