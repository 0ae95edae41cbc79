//! A map as plain data: what each version of the format says, said alike.
//!
//! Beats and seconds are 32-bit numbers, as in the game: a note's time is bit for bit what a replay has. Lines are counted from the left, layers from
//! below, both from 0; maps for the mod Mapping Extensions have numbers of 1,000 and more, and −1,000 and less, in their place.

use crate::hash::MapHash;
use crate::tempo::Tempo;
use ghostreel_core::Diagnostic;

/// A map: its metadata and its difficulties.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The song, by Info.dat.
    pub info: Info,
    /// The name of this version of the map; `None` of a map of version 1, for which there was another hash.
    pub hash: Option<MapHash>,
    /// The difficulties, in the order of Info.dat.
    pub difficulties: Vec<Difficulty>,
    /// Why Info.dat, or a file that it lists, was not read as a whole, as a sentence; `None` if all were. Then [`hash`](Self::hash) may be another.
    pub read_in_part: Option<String>,
    /// Oddities, and parts that could not be read. The section is the name of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The song, by Info.dat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The version of the format, as written: `2.1.0`.
    pub version: String,
    /// Title of the song.
    pub song_name: String,
    /// The text after the title: a remix, a part.
    pub song_sub_name: String,
    /// The artist of the song.
    pub song_author: String,
    /// The authors of the map. Version 4 says so for each difficulty; here are all of them.
    pub mappers: Vec<String>,
    /// The authors of its lights.
    pub lighters: Vec<String>,
    /// Beats a minute, where no difficulty says otherwise.
    pub bpm: f32,
    /// Seconds by which the song is late; 0 in all but old maps. Current games ignore it.
    pub song_time_offset_s: f32,
    /// Where the preview begins, in seconds.
    pub preview_start_s: f32,
    /// How long the preview is, in seconds.
    pub preview_duration_s: f32,
    /// How long the song is, in seconds; only version 4 says so.
    pub song_duration_s: Option<f32>,
    /// The song.
    pub song_file: String,
    /// The picture.
    pub cover_file: String,
    /// Where a map of version 4 says how beats become seconds.
    pub audio_data_file: String,
    /// Colours that difficulties may choose.
    pub color_schemes: Vec<ColorScheme>,
}

impl Info {
    /// The title of the song, with the text after it.
    pub fn title(&self) -> String {
        [&*self.song_name, &self.song_sub_name].join(" ").trim_end().to_owned()
    }
}

/// Colours of sabers, notes, walls and lights. `None` means the environment's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColorScheme {
    /// Its name; empty for colours that a mod put there.
    pub name: String,
    /// Whether the game uses its colours for sabers, notes and walls.
    pub overrides_notes: bool,
    /// Whether the game uses its colours for lights.
    pub overrides_lights: bool,
    /// The left saber and its notes.
    pub left: Option<Color>,
    /// The right saber and its notes.
    pub right: Option<Color>,
    /// Walls.
    pub wall: Option<Color>,
    /// The two colours of lights.
    pub lights: [Option<Color>; 2],
    /// The two colours of lights while colours are boosted.
    pub boosted_lights: [Option<Color>; 2],
}

/// A colour: red, green, blue and opacity, each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Color {
    /// Red.
    pub r: f32,
    /// Green.
    pub g: f32,
    /// Blue.
    pub b: f32,
    /// Opacity.
    pub a: f32,
}

/// A difficulty: its entry in Info.dat, and the content of its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difficulty {
    /// The mode: `Standard`, `OneSaber`, `NoArrows`, `360Degree`, `90Degree`, `Lawless` and so on.
    pub mode: String,
    /// `Easy`, `Normal`, `Hard`, `Expert` or `ExpertPlus`.
    pub name: String,
    /// The name that mods show.
    pub label: String,
    /// The file with its notes.
    pub file: String,
    /// The file with its lights, in version 4.
    pub lightshow_file: String,
    /// Metres a second at which notes come, as it is written. [`jump`](crate::Difficulty::jump) has the game's result.
    pub note_jump_speed: f32,
    /// Beats by which notes appear earlier than usual.
    pub spawn_offset_beats: f32,
    /// The place it is played in.
    pub environment: String,
    /// Its colours, which are not those of the environment.
    pub colors: Option<ColorScheme>,
    /// Mods without which it cannot be played.
    pub requirements: Vec<String>,
    /// The content of its file; `None` if it is not there.
    pub beatmap: Option<Beatmap>,
    /// Why notes, or changes of the tempo, may be missing or not as the game has them, as a sentence; `None` if all were read.
    pub read_in_part: Option<String>,
    /// Whether its tempo comes from a file that the [hash](Map::hash) does not cover: of version 4, listed by an Info.dat of version 2. Maps of
    /// one hash may have other times then.
    pub is_tempo_unhashed: bool,
}

/// The content of a difficulty's file. Lists are in the order of time; objects at one time are in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beatmap {
    /// The version of the format, as written: `3.3.0`.
    pub version: String,
    /// The conversion of beats to seconds.
    pub tempo: Tempo,
    /// Notes to cut.
    pub notes: Vec<Note>,
    /// Bombs.
    pub bombs: Vec<Bomb>,
    /// Walls.
    pub walls: Vec<Wall>,
    /// Arcs.
    pub arcs: Vec<Arc>,
    /// Chains.
    pub chains: Vec<Chain>,
    /// Turns of the lane, in modes with rotation.
    pub rotations: Vec<Rotation>,
    /// Changes of the speed of notes.
    pub speed_changes: Vec<SpeedChange>,
    /// Events of the environment: lights, rings, lasers.
    pub lights: Vec<LightEvent>,
    /// When the boosted colours are on.
    pub color_boosts: Vec<ColorBoost>,
    /// Events of the groups of lights of newer environments, in colour and brightness.
    pub group_lights: Vec<GroupLightEvent>,
    /// Groups of events for the lights of newer environments: those of [`group_lights`](Self::group_lights), and those that turn and move lights, which are not read.
    pub light_groups: usize,
    /// Marks of an editor for its own grid; the game does not know them, and no time depends on them.
    pub editor_bpm_changes: usize,
    /// Notes and bombs that a mod shows and that cannot be cut: they are in none of the lists.
    pub fakes: usize,
}

/// Where something is and when.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// When, in beats.
    pub beat: f32,
    /// When, in seconds of the song.
    pub time_s: f32,
    /// From the left: 0 to 3.
    pub line: i32,
    /// From below: 0 to 2.
    pub layer: i32,
    /// Degrees by which the lane is turned, clockwise.
    pub rotation: f32,
    /// Where a mod puts a note, or an end of an arc or a chain, in place of line and layer: lines from the middle to the right, and layers from
    /// below.
    pub position: Option<[f32; 2]>,
}

/// A note to cut.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// Where and when.
    pub cell: Cell,
    /// 0 left (red), 1 right (blue).
    pub color: i32,
    /// Direction of the cut: 0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any.
    pub direction: i32,
    /// Degrees by which the note is turned besides, counter-clockwise.
    pub angle_offset: i32,
    /// Whether it is a mod that turns it. Replays have one direction or the other.
    pub is_turned_by_mod: bool,
}

/// A bomb.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bomb {
    /// Where and when.
    pub cell: Cell,
}

/// A wall.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wall {
    /// Its left lower corner, and when its front arrives.
    pub cell: Cell,
    /// Its length, in beats.
    pub duration_beats: f32,
    /// Its length, in seconds.
    pub duration_s: f32,
    /// Lines that it covers.
    pub width: i32,
    /// Layers that it covers, of half the distance of notes: 5 is as high as it gets.
    pub height: i32,
    /// Whether a mod lets heads go through it.
    pub is_harmless: bool,
}

/// An arc from note to note.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Arc {
    /// 0 left (red), 1 right (blue).
    pub color: i32,
    /// Where it begins.
    pub head: ArcEnd,
    /// Where it ends.
    pub tail: ArcEnd,
    /// Its bend between: 0 straight, 1 clockwise, 2 counter-clockwise.
    pub mid_anchor: i32,
}

/// An end of an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArcEnd {
    /// Where and when.
    pub cell: Cell,
    /// Direction in which it leaves or arrives, as that of a note.
    pub direction: i32,
    /// How far it is pulled into that direction.
    pub length_multiplier: f32,
}

/// A chain: its head is a note, and links follow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chain {
    /// 0 left (red), 1 right (blue).
    pub color: i32,
    /// Where it begins.
    pub head: Cell,
    /// Where it ends.
    pub tail: Cell,
    /// Direction of the cut of its head.
    pub direction: i32,
    /// Parts, the head among them.
    pub slices: i32,
    /// How much of the way from head to tail the links take up; 1 is all of it.
    pub squish: f32,
}

/// A turn of the lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rotation {
    /// When, in beats.
    pub beat: f32,
    /// When, in seconds of the song.
    pub time_s: f32,
    /// Whether objects at this very time still come from the earlier direction.
    pub is_late: bool,
    /// Degrees, clockwise.
    pub degrees: f32,
}

/// A change of the speed of notes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpeedChange {
    /// When it is reached, in beats.
    pub beat: f32,
    /// When it is reached, in seconds of the song.
    pub time_s: f32,
    /// Metres a second on top of the difficulty's speed.
    pub difference: f32,
    /// How the speed changes on the way from the change before; the game's number.
    pub easing: i32,
    /// Whether the values are those of the change before.
    pub extends: bool,
}

/// An event of the environment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LightEvent {
    /// When, in beats.
    pub beat: f32,
    /// When, in seconds of the song.
    pub time_s: f32,
    /// Its subject: a group of lights, rings, lasers. The game's number.
    pub kind: i32,
    /// Its effect; the game's number.
    pub value: i32,
    /// Its brightness, as a rule 0 to 1.
    pub brightness: f32,
}

/// An event of a group of lights of a newer environment. The map can also spread it over the lights of the group, in time and in brightness,
/// which is not read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupLightEvent {
    /// When, in beats.
    pub beat: f32,
    /// When, in seconds of the song.
    pub time_s: f32,
    /// The group; each environment numbers its own.
    pub group: i32,
    /// 0 the first colour, 1 the second, 2 white.
    pub color: i32,
    /// Its brightness, as a rule 0 to 1.
    pub brightness: f32,
    /// Whether the light is as the event before says, and not as this one does.
    pub extends: bool,
}

/// A change between usual and boosted colours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColorBoost {
    /// When, in beats.
    pub beat: f32,
    /// When, in seconds of the song.
    pub time_s: f32,
    /// Whether colours are boosted from here on.
    pub is_on: bool,
}
