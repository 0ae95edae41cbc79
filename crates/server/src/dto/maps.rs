//! Maps on the wire, and replays beside them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::timestamp;

/// A replay beside the map that it was played on (docs/verification.md).
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MapMatch {
    /// Whether the replay is one of this map, and its cuts those of the map's notes: `consistent`, `inconsistent` or `not-enough-data`.
    #[schema(example = "consistent")]
    pub verdict: String,
    /// Events of notes that the map has, too.
    pub matched: u64,
    /// Events of notes that the map does not have.
    pub invented: u64,
    /// Which they are, as notes of the file from 0: the first 256, in lists none.
    pub invented_notes: Vec<u64>,
    /// Notes of the map that were due and have no event.
    pub missing: u64,
    /// Which they are: the first 256, in lists none.
    pub missing_notes: Vec<MissingNote>,
    /// Notes of the map behind the end of a run that failed, or outside of what was practised.
    pub not_reached: u64,
    /// The score as recorded.
    pub recorded_score: i64,
    /// The score of the events that the map has, with a miss for each note that is missing.
    pub score_by_map: i64,
    /// The most points that the map can give.
    pub max_score: i64,
    /// How many good cuts were worked out once more from the map and the motion.
    pub cuts_checked: u64,
    /// How many of them are off in at least one way.
    pub cuts_off: u64,
    /// The score that map and motion give; null if cuts are not compared.
    pub score_by_motion: Option<i64>,
    /// Why cuts are not compared.
    pub cuts_reason: Option<String>,
    /// Why it could not be compared.
    pub reason: Option<String>,
}

/// A note of the map that no event is about.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MissingNote {
    /// When it was to be cut, in seconds of the song; null if that is no number.
    pub time_s: Option<f64>,
    /// Its id, as replays have it.
    pub note_id: i64,
}

/// A map in the archive.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StoredMap {
    /// The name of its levels, as replays have it. Song and picture are not part of it.
    #[schema(example = "DFB1C88D3AF6AB2A3B6D0B1A5B4F8D8C2A1E0F3D")]
    pub hash: String,
    /// Title of the song.
    pub title: String,
    /// What stands behind the title.
    pub subtitle: String,
    /// Who made the song.
    pub author: String,
    /// Who made the map.
    pub mappers: Vec<String>,
    /// Who made its lights.
    pub lighters: Vec<String>,
    /// Beats a minute of the song; null if what is there is no number.
    pub bpm: Option<f32>,
    /// Its difficulties.
    pub difficulties: Vec<MapDifficulty>,
    /// Version of its Info.dat.
    #[schema(example = "2.1.0")]
    pub version: String,
    /// Size of the zip file in bytes.
    pub size: u64,
    /// SHA-256 of the zip file.
    pub digest: String,
    /// When it was uploaded, as RFC 3339.
    #[schema(format = DateTime)]
    pub uploaded_at: String,
    /// What the zip file was called when it was uploaded.
    #[schema(example = "song.zip")]
    pub file_name: String,
}

/// A difficulty of a map.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MapDifficulty {
    /// The mode.
    #[schema(example = "Standard")]
    pub mode: String,
    /// The difficulty.
    #[schema(example = "ExpertPlus")]
    pub name: String,
    /// What mods show in its place; may be empty.
    pub label: String,
    /// Mods without which it cannot be played.
    pub requirements: Vec<String>,
    /// Metres a second at which notes come; null if what is there is no number.
    pub note_jump_speed: Option<f32>,
    /// Notes to cut.
    pub notes: u64,
    /// Bombs.
    pub bombs: u64,
    /// Walls.
    pub walls: u64,
    /// Arcs.
    pub arcs: u64,
    /// Chains.
    pub chains: u64,
    /// When the last note is to be cut, in seconds of the song; null without notes.
    pub last_note_s: Option<f32>,
    /// The most points that can be had.
    pub max_score: i64,
}

/// One page of a list of maps.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MapList {
    /// The maps, those that came last in front.
    pub maps: Vec<StoredMap>,
    /// The `cursor` of the next page; null on the last.
    pub next: Option<String>,
}

/// Which maps to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(crate) struct MapListParams {
    /// Words that must all appear in the title, the names of author and mappers, the hash or the file's name.
    pub(crate) q: Option<String>,
    /// How many at most.
    #[param(minimum = 1, maximum = 200, default = 50, value_type = Option<u32>)]
    pub(crate) limit: Option<String>,
    /// The `next` of the page before, for the same words.
    pub(crate) cursor: Option<String>,
}

impl From<ghostreel_archive::MapMatch> for MapMatch {
    fn from(found: ghostreel_archive::MapMatch) -> Self {
        let missing = |note: ghostreel_archive::MissingNote| MissingNote {
            time_s: note.time_s,
            note_id: note.note_id,
        };
        Self {
            verdict: found.verdict,
            matched: found.matched,
            invented: found.invented,
            invented_notes: found.invented_notes,
            missing: found.missing,
            missing_notes: found.missing_notes.into_iter().map(missing).collect(),
            not_reached: found.not_reached,
            recorded_score: found.recorded_score,
            score_by_map: found.score_by_map,
            max_score: found.max_score,
            cuts_checked: found.cuts_checked,
            cuts_off: found.cuts_off,
            score_by_motion: found.score_by_motion,
            cuts_reason: found.cuts_reason,
            reason: found.reason,
        }
    }
}

impl From<ghostreel_archive::MapRecord> for StoredMap {
    fn from(map: ghostreel_archive::MapRecord) -> Self {
        let ghostreel_archive::MapAbout {
            version,
            title,
            subtitle,
            author,
            mappers,
            lighters,
            bpm,
            difficulties,
        } = map.about;
        Self {
            hash: map.hash,
            title,
            subtitle,
            author,
            mappers,
            lighters,
            bpm,
            difficulties: difficulties.into_iter().map(MapDifficulty::from).collect(),
            version,
            size: map.size,
            digest: map.digest.to_string(),
            uploaded_at: timestamp::from_millis(map.uploaded_at).unwrap_or_default(),
            file_name: map.file_name,
        }
    }
}

impl From<ghostreel_archive::MapDifficulty> for MapDifficulty {
    fn from(difficulty: ghostreel_archive::MapDifficulty) -> Self {
        Self {
            mode: difficulty.mode,
            name: difficulty.name,
            label: difficulty.label,
            requirements: difficulty.requirements,
            note_jump_speed: difficulty.note_jump_speed,
            notes: difficulty.notes,
            bombs: difficulty.bombs,
            walls: difficulty.walls,
            arcs: difficulty.arcs,
            chains: difficulty.chains,
            last_note_s: difficulty.last_note_s,
            max_score: difficulty.max_score,
        }
    }
}
