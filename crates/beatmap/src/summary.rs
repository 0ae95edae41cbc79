//! A map in figures: what `ghostreel map info` shows.

use serde::Serialize;

use crate::model::{Difficulty, Map};

/// A map in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapSummary {
    /// The name of this version of the map, as replays have it; `None` of a map of version 1.
    pub hash: Option<String>,
    /// The version of Info.dat.
    pub version: String,
    /// Title of the song.
    pub song: String,
    /// The text after the title.
    pub sub_name: String,
    /// The artist of the song.
    pub author: String,
    /// The authors of the map.
    pub mappers: Vec<String>,
    /// The authors of its lights.
    pub lighters: Vec<String>,
    /// Beats a minute of the song.
    pub bpm: f32,
    /// Its difficulties.
    pub difficulties: Vec<DifficultySummary>,
}

/// A difficulty in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DifficultySummary {
    /// The mode.
    pub mode: String,
    /// The difficulty.
    pub name: String,
    /// The name that mods show in its place; may be empty.
    pub label: String,
    /// The file with its notes.
    pub file: String,
    /// The place it is played in.
    pub environment: String,
    /// Mods without which it cannot be played.
    pub requirements: Vec<String>,
    /// Metres a second at which notes come.
    pub note_jump_speed: f32,
    /// The distance of their jump, in metres.
    pub jump_distance_m: f32,
    /// How long before they are to be cut they begin to, in seconds.
    pub reaction_time_s: f32,
    /// The content of its file; `None` if it could not be read.
    pub content: Option<ContentSummary>,
}

/// The content of a difficulty's file, in figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ContentSummary {
    /// The version of the file.
    pub version: String,
    /// Notes to cut.
    pub notes: usize,
    /// Those of them that are for the left hand.
    pub left_notes: usize,
    /// Those of them that are for the right hand.
    pub right_notes: usize,
    /// Bombs.
    pub bombs: usize,
    /// Walls.
    pub walls: usize,
    /// Arcs.
    pub arcs: usize,
    /// Chains.
    pub chains: usize,
    /// Links of all chains, without their heads.
    pub chain_links: usize,
    /// Events of the environment: lights, rings, lasers, boosted colours. Groups of newer environments count as one each.
    pub light_events: usize,
    /// Changes of the tempo.
    pub tempo_changes: usize,
    /// Changes of the speed of notes.
    pub speed_changes: usize,
    /// Turns of the lane.
    pub rotations: usize,
    /// When the first note is to be cut, in seconds of the song; `None` without notes.
    pub first_note_s: Option<f32>,
    /// When the last is.
    pub last_note_s: Option<f32>,
    /// Notes a second from the first to the last; 0 where that is no time.
    pub notes_per_second: f64,
    /// The most points that can be had.
    pub max_score: i64,
}

impl Map {
    /// The map in figures.
    pub fn summary(&self) -> MapSummary {
        let info = &self.info;
        MapSummary {
            hash: self.hash.map(|hash| hash.to_string()),
            version: info.version.clone(),
            song: info.song_name.clone(),
            sub_name: info.song_sub_name.clone(),
            author: info.song_author.clone(),
            mappers: info.mappers.clone(),
            lighters: info.lighters.clone(),
            bpm: info.bpm,
            difficulties: self.difficulties.iter().map(|d| d.summary(info.bpm)).collect(),
        }
    }
}

impl Difficulty {
    fn summary(&self, bpm: f32) -> DifficultySummary {
        let jump = self.jump(bpm);
        DifficultySummary {
            mode: self.mode.clone(),
            name: self.name.clone(),
            label: self.label.clone(),
            file: self.file.clone(),
            environment: self.environment.clone(),
            requirements: self.requirements.clone(),
            note_jump_speed: jump.speed,
            jump_distance_m: jump.distance_m,
            reaction_time_s: jump.lead_s,
            content: self.content_summary(),
        }
    }

    fn content_summary(&self) -> Option<ContentSummary> {
        let beatmap = self.beatmap.as_ref()?;
        let right = beatmap.notes.iter().filter(|note| note.color == 1).count();
        let time_s = |note: &crate::model::Note| note.cell.time_s;
        let [first, last] = [beatmap.notes.first(), beatmap.notes.last()].map(|n| n.map(time_s));
        let seconds = f64::from(last.unwrap_or(0.0)) - f64::from(first.unwrap_or(0.0));
        let targets = self.targets();
        let links = beatmap.chains.iter().map(|chain| chain.links() as usize);
        #[allow(clippy::cast_precision_loss, reason = "far fewer than 2^53")]
        let count = beatmap.notes.len() as f64;
        Some(ContentSummary {
            version: beatmap.version.clone(),
            notes: beatmap.notes.len(),
            left_notes: beatmap.notes.len().saturating_sub(right),
            right_notes: right,
            bombs: beatmap.bombs.len(),
            walls: beatmap.walls.len(),
            arcs: beatmap.arcs.len(),
            chains: beatmap.chains.len(),
            chain_links: links.fold(0, usize::saturating_add),
            light_events: beatmap
                .lights
                .len()
                .saturating_add(beatmap.color_boosts.len())
                .saturating_add(beatmap.light_groups),
            tempo_changes: beatmap.tempo.changes().len().saturating_sub(1),
            speed_changes: beatmap.speed_changes.len(),
            rotations: beatmap.rotations.len(),
            first_note_s: first,
            last_note_s: last,
            notes_per_second: if seconds > 0.0 { count / seconds } else { 0.0 },
            max_score: targets.max_score(),
        })
    }
}
