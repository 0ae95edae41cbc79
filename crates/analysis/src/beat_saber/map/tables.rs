//! The map of a replay as tables behind the replay's own: what came towards the player, also where the replay has no event of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ghostreel_beatmap::{
    Arc, ArcEnd, Beatmap, Bomb, Cell, Color, Difficulty, LightEvent, Map, Origin, Target, Wall,
};
use ghostreel_formats::bsor::View;
use ghostreel_formats::timeline::{Schema, Table, TableKind, Timeline, rows};

use super::{NotCompared, difficulty_of, match_map, targets_as_played};

rows! {
    /// The map in a few words: one row.
    pub struct MapRow {
        song_name: String, "", "Title of the song";
        song_author: String, "", "Who made the song";
        mapper: String, "", "Who made the map";
        bpm: f32, "1/min", "Beats a minute where no difficulty says otherwise";
        note_jump_speed: f32, "m/s", "Speed at which notes come, before its changes";
        lead: f32, "s", "How long before it is to be cut a note begins its jump, as the map has it; settings of the player may say otherwise";
        environment: String, "", "The place it is played in";
        left_color: Option<String>, "", "Of the left saber and its notes, as #rrggbb, if the map says so";
        right_color: Option<String>, "", "Of the right saber and its notes";
        wall_color: Option<String>, "", "Of walls";
    }
}

rows! {
    /// A note or a link of a chain, as it came towards the player: in the mirror for a left-handed one.
    pub struct MapNoteRow {
        time: f32, "s", "When it is to be cut, in seconds of the song";
        line: i32, "", "Lane from the left, 0 to 3";
        layer: i32, "", "Layer from below, 0 to 2";
        color: i32, "", "0 left, 1 right";
        direction: i32, "", "Direction of the cut: 0 up, 1 down, 2 left, 3 right, 4 up left, 5 up right, 6 down left, 7 down right, 8 any";
        scoring_type: i32, "", "As in note ids of replays";
        angle_offset: i32, "°", "By how much it is turned besides, counter-clockwise";
        is_link: bool, "", "A link of a chain";
        note: i32, "", "Row of the table notes that is about it", none "-1: the replay has no event of it";
    }
}

rows! {
    /// A bomb.
    pub struct MapBombRow {
        time: f32, "s", "When it arrives, in seconds of the song";
        line: i32, "", "Lane from the left, 0 to 3";
        layer: i32, "", "Layer from below, 0 to 2";
        note: i32, "", "Row of the table notes in which it was hit", none "-1: it was avoided, or not reached";
    }
}

rows! {
    /// A wall.
    pub struct MapWallRow {
        time: f32, "s", "When its front arrives, in seconds of the song";
        end_time: f32, "s", "When its back has passed";
        line: i32, "", "Its leftmost lane";
        layer: i32, "", "Its lowest layer";
        width: i32, "", "Lanes that it covers";
        height: i32, "", "How high it is, in steps of 0.6 m; 5 is as high as it gets";
    }
}

rows! {
    /// An arc from note to note.
    pub struct MapArcRow {
        color: i32, "", "0 left, 1 right";
        time: f32, "s", "When its head arrives, in seconds of the song";
        line: i32, "", "Lane of its head";
        layer: i32, "", "Layer of its head";
        direction: i32, "", "Direction in which it leaves its head, as that of a note";
        length: f32, "", "How far it is pulled that way";
        end_time: f32, "s", "When its tail arrives";
        end_line: i32, "", "Lane of its tail";
        end_layer: i32, "", "Layer of its tail";
        end_direction: i32, "", "Direction in which it arrives at its tail";
        end_length: f32, "", "How far it is pulled that way";
        mid_anchor: i32, "", "How it bends between: 0 straight, 1 clockwise, 2 counter-clockwise";
    }
}

rows! {
    /// What the environment's lights do.
    pub struct MapLightRow {
        time: f32, "s", "When, in seconds of the song";
        kind: i32, "", "Which group of lights, rings or lasers; the game's number";
        value: i32, "", "What it does; the game's number";
        brightness: f32, "", "How bright, as a rule 0 to 1";
    }
}

macro_rules! schemas {
    ($($name:ident: $row:ident, $table:literal, $kind:ident, $time:expr, $meaning:literal;)*) => {
        $(static $name: LazyLock<Schema> =
            LazyLock::new(|| Schema::of::<$row>($table, TableKind::$kind, $time, $meaning));)*
    };
}

schemas! {
    MAP: MapRow, "map", Steps, None, "the map that is at hand";
    NOTES: MapNoteRow, "map_notes", Events, Some("time"), "a note or a link of a chain of the map is due";
    BOMBS: MapBombRow, "map_bombs", Events, Some("time"), "a bomb of the map arrives";
    WALLS: MapWallRow, "map_walls", Events, Some("time"), "a wall of the map arrives";
    ARCS: MapArcRow, "map_arcs", Events, Some("time"), "an arc of the map begins";
    LIGHTS: MapLightRow, "map_lights", Events, Some("time"), "the environment's lights change";
}

/// The tables of a replay's map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapTables {
    map: Vec<MapRow>,
    notes: Vec<MapNoteRow>,
    bombs: Vec<MapBombRow>,
    walls: Vec<MapWallRow>,
    arcs: Vec<MapArcRow>,
    lights: Vec<MapLightRow>,
}

impl MapTables {
    /// The tables of the difficulty that the replay was played on.
    ///
    /// # Errors
    /// If it was played on another map, or the map's difficulty could not be read.
    pub fn new(view: &View<'_>, map: &Map) -> Result<Self, NotCompared> {
        let info = view.info();
        let difficulty = difficulty_of(info, map)?;
        let found = match_map(view, difficulty);
        let is_mirrored = info.left_handed != 0;
        let beatmap = difficulty.beatmap.clone().unwrap_or_default();
        let beatmap = if is_mirrored { beatmap.mirrored() } else { beatmap };
        let targets = targets_as_played(difficulty, info);
        let mut events = vec![None; targets.len()];
        for (event, target) in (0..).zip(&found.targets) {
            let of = target.and_then(|target| events.get_mut(usize::try_from(target).ok()?));
            if let Some(of) = of {
                *of = Some(event);
            }
        }
        let note = |(target, event): (&Target, Option<i32>)| note_row(&beatmap, target, event);
        Ok(Self {
            map: Vec::from([map_row(map, difficulty, is_mirrored)]),
            notes: targets.iter().zip(events).map(note).collect(),
            bombs: bomb_rows(view, &beatmap),
            walls: beatmap.walls.iter().map(wall_row).collect(),
            arcs: beatmap.arcs.iter().map(arc_row).collect(),
            lights: beatmap.lights.iter().map(light_row).collect(),
        })
    }

    /// Adds the tables behind those of the replay.
    pub fn push_to<'t>(&'t self, timeline: &mut Timeline<'t>) {
        timeline.push(Table::of(&MAP, &self.map[..]));
        timeline.push(Table::of(&NOTES, &self.notes[..]));
        timeline.push(Table::of(&BOMBS, &self.bombs[..]));
        timeline.push(Table::of(&WALLS, &self.walls[..]));
        timeline.push(Table::of(&ARCS, &self.arcs[..]));
        timeline.push(Table::of(&LIGHTS, &self.lights[..]));
    }
}

fn map_row(map: &Map, difficulty: &Difficulty, is_mirrored: bool) -> MapRow {
    let info = &map.info;
    let jump = difficulty.jump(info.bpm);
    let colors = difficulty.colors.clone().unwrap_or_default();
    let (left, right) = match is_mirrored {
        true => (colors.right, colors.left),
        false => (colors.left, colors.right),
    };
    MapRow {
        song_name: [&*info.song_name, &info.song_sub_name].join(" ").trim_end().to_owned(),
        song_author: info.song_author.clone(),
        mapper: info.mappers.join(", "),
        bpm: info.bpm,
        note_jump_speed: jump.speed,
        lead: jump.lead_s,
        environment: difficulty.environment.clone(),
        left_color: left.map(hex),
        right_color: right.map(hex),
        wall_color: colors.wall.map(hex),
    }
}

/// As style sheets write it.
fn hex(Color { r, g, b, .. }: Color) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
    let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(r), byte(g), byte(b))
}

fn note_row(beatmap: &Beatmap, target: &Target, event: Option<i32>) -> MapNoteRow {
    let angle_offset = match target.origin {
        Origin::Note(note) => {
            let note = usize::try_from(note).ok().and_then(|note| beatmap.notes.get(note));
            note.map_or(0, |note| note.angle_offset)
        }
        Origin::Link { .. } => 0,
    };
    MapNoteRow {
        time: target.time_s,
        line: target.line,
        layer: target.layer,
        color: target.color,
        direction: target.direction,
        scoring_type: target.scoring_type.number().into(),
        angle_offset,
        is_link: matches!(target.origin, Origin::Link { .. }),
        note: event.unwrap_or(-1),
    }
}

/// A bomb that was hit has an event at its time and place.
fn bomb_rows(view: &View<'_>, beatmap: &Beatmap) -> Vec<MapBombRow> {
    let mut hits: BTreeMap<(u32, i32, i32), i32> = BTreeMap::new();
    for (row, note) in (0..).zip(view.notes().iter()) {
        let id = note.id();
        if super::is_bomb(&note) {
            hits.insert((note.head.spawn_time.to_bits(), id.line, id.layer), row);
        }
    }
    let row = |bomb: &Bomb| {
        let Cell { time_s: time, line, layer, .. } = bomb.cell;
        let note = hits.get(&(time.to_bits(), line, layer)).copied().unwrap_or(-1);
        MapBombRow { time, line, layer, note }
    };
    beatmap.bombs.iter().map(row).collect()
}

fn wall_row(wall: &Wall) -> MapWallRow {
    let Cell { time_s: time, line, layer, .. } = wall.cell;
    MapWallRow {
        time,
        end_time: time + wall.duration_s,
        line,
        layer,
        width: wall.width,
        height: wall.height,
    }
}

fn arc_row(arc: &Arc) -> MapArcRow {
    let ArcEnd { cell: head, direction, length_multiplier: length } = arc.head;
    let ArcEnd { cell: tail, direction: end_direction, length_multiplier: end_length } = arc.tail;
    MapArcRow {
        color: arc.color,
        time: head.time_s,
        line: head.line,
        layer: head.layer,
        direction,
        length,
        end_time: tail.time_s,
        end_line: tail.line,
        end_layer: tail.layer,
        end_direction,
        end_length,
        mid_anchor: arc.mid_anchor,
    }
}

fn light_row(event: &LightEvent) -> MapLightRow {
    let LightEvent { time_s: time, kind, value, brightness, .. } = *event;
    MapLightRow { time, kind, value, brightness }
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::sample;
    use ghostreel_formats::bsor::layout::Info;
    use ghostreel_formats::bsor::{Replay, encode};
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::timeline::Meta;

    use super::*;

    /// A replay of the sample map in which nothing happened, and its tables.
    fn tables(left_handed: bool) -> (MapTables, Beatmap) {
        let map = Map::read(&sample::files(sample::Version::V3)).unwrap();
        let difficulty = map.difficulties[0].clone();
        let replay = Replay::new(Info {
            hash: map.hash.unwrap().to_string().as_str().into(),
            mode: difficulty.mode.as_str().into(),
            difficulty: difficulty.name.as_str().into(),
            left_handed: u8::from(left_handed),
            ..Info::default()
        });
        let bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        (MapTables::new(&view, &map).unwrap(), difficulty.beatmap.unwrap())
    }

    #[test]
    fn the_whole_map_is_there_though_nothing_was_played() {
        let (tables, beatmap) = tables(false);
        assert!(tables.notes.len() >= beatmap.notes.len() && !beatmap.notes.is_empty());
        assert!(tables.notes.iter().all(|note| note.note == -1));
        assert_eq!(tables.bombs.len(), beatmap.bombs.len());
        assert_eq!(tables.walls.len(), beatmap.walls.len());
        assert_eq!(tables.arcs.len(), beatmap.arcs.len());
        assert_eq!(tables.lights.len(), beatmap.lights.len());
        let (first, wall) = (&tables.walls[0], &beatmap.walls[0]);
        assert_eq!(
            (first.time, first.line, first.width),
            (wall.cell.time_s, wall.cell.line, wall.width)
        );
        let mut timeline = Timeline::new(Meta::default(), Vec::new(), None);
        tables.push_to(&mut timeline);
        let names: Vec<&str> =
            timeline.tables().iter().map(|table| &*table.schema().name).collect();
        assert_eq!(names, ["map", "map_notes", "map_bombs", "map_walls", "map_arcs", "map_lights"]);
    }

    #[test]
    fn left_handed_players_have_the_mirror_before_them() {
        let (usual, mirrored) = (tables(false).0, tables(true).0);
        let lines = |tables: &MapTables| -> i32 { tables.notes.iter().map(|note| note.line).sum() };
        assert_eq!(lines(&usual) + lines(&mirrored), 3 * i32::try_from(usual.notes.len()).unwrap());
        assert_eq!(usual.map[0].left_color, mirrored.map[0].right_color);
    }

    #[test]
    fn colors_are_written_as_style_sheets_have_them() {
        assert_eq!(hex(Color { r: 1.0, g: 0.5, b: -3.0, a: 1.0 }), "#ff8000");
        assert_eq!(hex(Color { r: f32::NAN, g: 2.0, b: 0.0, a: 1.0 }), "#00ff00");
    }
}
