//! A map's row in the index.

use ghostreel_beatmap::{DifficultySummary, Map};
use ghostreel_formats::core::Digest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::records::replay::clean_file_name;
use crate::records::summary::{MAX_TEXT, short_to};

/// The most mappers, and the most lighters, that the index keeps of a map.
const MOST_PEOPLE: usize = 64;
/// The most difficulties: as many as are read.
const MOST_DIFFICULTIES: usize = ghostreel_beatmap::limits::DIFFICULTIES;
/// The most mods without which a difficulty cannot be played.
const MOST_REQUIREMENTS: usize = 16;
/// The longest text about a difficulty, in characters.
const DIFFICULTY_TEXT: usize = 128;

/// One map in the archive.
#[derive(Clone, Debug, PartialEq)]
pub struct MapRecord {
    /// Its identity: the first 32 hexadecimal digits of the [digest of its files](ghostreel_beatmap::files_digest), however they are packed. A map that
    /// came before these were kept has those of its zip file, until the index is rebuilt.
    pub id: String,
    /// The name of its levels, as replays have it: 40 hexadecimal digits in upper case. Song and picture are not part of it, so maps with other ones
    /// have the same.
    pub hash: String,
    /// Whether the operator gave it, or the server fetched it from where maps are published. Of several with the same hash such a map goes before others.
    pub is_trusted: bool,
    /// SHA-256 of the zip file.
    pub digest: Digest,
    /// Size of the zip file in bytes.
    pub size: u64,
    /// Name of the uploaded file.
    pub file_name: String,
    /// When it was uploaded, in milliseconds since 1970-01-01T00:00:00Z.
    pub uploaded_at: i64,
    /// Its facts.
    pub about: MapAbout,
}

/// What a zip file with a map says of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DescribedMap {
    /// The digest of its files.
    pub(crate) files: Digest,
    /// The name of its levels: 40 hexadecimal digits in upper case.
    pub(crate) hash: String,
    pub(crate) about: MapAbout,
}

/// The facts of a map: those of its Info.dat, and those of its difficulties. Texts and lists are cut to what the index keeps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MapAbout {
    /// Title of the song.
    pub title: String,
    /// The subtitle.
    pub subtitle: String,
    /// The artist of the song.
    pub author: String,
    /// The makers of the map.
    pub mappers: Vec<String>,
    /// The makers of its lights.
    pub lighters: Vec<String>,
    /// Beats a minute of the song; null if what is there is no number.
    pub bpm: Option<f32>,
    /// Its difficulties.
    pub difficulties: Vec<MapDifficulty>,
    /// Version of its Info.dat.
    #[schema(example = "2.1.0")]
    pub version: String,
}

/// The facts of a difficulty of a map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MapDifficulty {
    /// The mode.
    #[schema(example = "Standard")]
    pub mode: String,
    /// The difficulty.
    #[schema(example = "ExpertPlus")]
    pub name: String,
    /// The label that mods show in its place; may be empty.
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

impl MapRecord {
    /// Of a zip file with this digest and size.
    pub(crate) fn new(
        described: DescribedMap,
        (digest, size): (Digest, u64),
        file_name: Option<&str>,
        is_trusted: bool,
        uploaded_at: i64,
    ) -> Self {
        let DescribedMap { files, hash, about } = described;
        let file_name = file_name.and_then(|name| clean_file_name(name, &["zip"]));
        let file_name = file_name.unwrap_or_else(|| format!("{hash}.zip"));
        Self { id: files.id(), hash, is_trusted, digest, size, file_name, uploaded_at, about }
    }
}

impl MapAbout {
    pub(crate) fn of(map: &Map) -> Self {
        let summary = map.summary();
        let text = |text: &str| short_to(text, MAX_TEXT);
        let people =
            |names: &[String]| names.iter().take(MOST_PEOPLE).map(|name| text(name)).collect();
        let difficulties = summary.difficulties.into_iter().take(MOST_DIFFICULTIES);
        Self {
            title: text(&summary.song),
            subtitle: text(&summary.sub_name),
            author: text(&summary.author),
            mappers: people(&summary.mappers),
            lighters: people(&summary.lighters),
            bpm: finite(summary.bpm),
            difficulties: difficulties.map(MapDifficulty::of).collect(),
            version: text(&summary.version),
        }
    }
}

impl MapDifficulty {
    fn of(difficulty: DifficultySummary) -> Self {
        let text = |text: &str| short_to(text, DIFFICULTY_TEXT);
        let requirements = difficulty.requirements.iter().take(MOST_REQUIREMENTS);
        let content = difficulty.content.unwrap_or_default();
        Self {
            mode: text(&difficulty.mode),
            name: text(&difficulty.name),
            label: text(&difficulty.label),
            requirements: requirements.map(|name| text(name)).collect(),
            note_jump_speed: finite(difficulty.note_jump_speed),
            notes: content.notes as u64,
            bombs: content.bombs as u64,
            walls: content.walls as u64,
            arcs: content.arcs as u64,
            chains: content.chains as u64,
            last_note_s: content.last_note_s.and_then(finite),
            max_score: content.max_score,
        }
    }
}

/// JSON has no infinity.
fn finite(number: f32) -> Option<f32> {
    number.is_finite().then_some(number)
}
