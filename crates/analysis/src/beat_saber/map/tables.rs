//! The map of a replay as tables after the replay's own: everything that came towards the player, also without an event in the replay.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ghostreel_beatmap::{
    Arc, ArcEnd, Beatmap, Bomb, Cell, Chain, Color, ColorScheme, Difficulty, Map, Origin, Target,
    Wall,
};
use ghostreel_formats::bsor::{NoteIndex, View};
use ghostreel_formats::timeline::{Schema, Table, TableKind, numbers, rows, table_rows};

use super::flights::{Flights, PlayedMap};
use super::lights::{self, MapLightLevelRow};
use super::wall_hits::{WallHit, wall_hits};
use super::{NotCompared, difficulty_of, match_map, targets_as_played};

numbers! {
    /// A row of the table `map_chains`, from 0.
    ChainIndex: "map_chains";
}

rows! {
    /// The map in a few words: one row.
    pub struct MapRow {
        song_name: String, "", "Title of the song";
        song_author: String, "", "The artist of the song";
        mapper: String, "", "The maker of the map";
        bpm: f32, "1/min", "Beats a minute where no difficulty says otherwise";
        note_jump_speed: f32, "m/s", "Speed at which notes come, before its changes";
        lead: f32, "s", "How long before it is to be cut a note begins its jump, as the map has it; settings of the player may say otherwise";
        environment: String, "", "The place it is played in";
        left_color: Option<String>, "", "Of the left saber and its notes, as #rrggbb, if the map says so";
        right_color: Option<String>, "", "Of the right saber and its notes";
        wall_color: Option<String>, "", "Of walls";
        first_light_color: Option<String>, "", "First colour of lights";
        second_light_color: Option<String>, "", "Second colour of lights";
        first_boosted_light_color: Option<String>, "", "First colour of lights while colours are boosted";
        second_boosted_light_color: Option<String>, "", "Second colour of lights while colours are boosted";
    }
}

rows! {
    /// A note or a link of a chain, as it came towards the player: in the mirror for a left-handed one.
    pub struct MapNoteRow {
        time: f32, "s", "When it is to be cut, in seconds of the song";
        line: i32, "", "Lane from the left, 0 to 3";
        layer: i32, "", "Layer from below, 0 to 2";
        rotation: f32, "°", "By how much its lane is turned to the right";
        color: i32, "", "0 left, 1 right";
        direction: i32, "", "Direction of the cut: 0 up, 1 down, 2 left, 3 right, 4 up left, 5 up right, 6 down left, 7 down right, 8 any";
        scoring_type: i32, "", "As in note ids of replays";
        angle_offset: f32, "°", "By how much it is turned besides its direction, counter-clockwise: as the map says, or together with another one of its colour";
        is_link: bool, "", "A link of a chain";
        chain: Option<ChainIndex>, "", "Row of the table map_chains that it is a link of", null "it is no link";
        part: Option<u32>, "", "Which part of the chain, from 1", null "it is no link";
        note: Option<NoteIndex>, "", "Row of the table notes that is about it", null "the replay has no event of it";
    }
}

rows! {
    /// A bomb.
    pub struct MapBombRow {
        time: f32, "s", "When it arrives, in seconds of the song";
        line: i32, "", "Lane from the left, 0 to 3";
        layer: i32, "", "Layer from below, 0 to 2";
        rotation: f32, "°", "By how much its lane is turned to the right";
        note: Option<NoteIndex>, "", "Row of the table notes in which it was hit", null "it was avoided, or not reached";
    }
}

rows! {
    /// A wall.
    pub struct MapWallRow {
        time: f32, "s", "When its front arrives, in seconds of the song";
        end_time: f32, "s", "When its back has passed";
        line: i32, "", "Its leftmost lane";
        layer: i32, "", "Its lowest layer";
        rotation: f32, "°", "By how much its lane is turned to the right";
        width: i32, "", "Lanes that it covers";
        height: i32, "", "How high it is, in steps of 0.6 m; 5 is as high as it gets";
        is_hit: bool, "", "The head went into it";
        hit_time: Option<f32>, "s", "When the head went in", null "it did not";
        hit_end_time: Option<f32>, "s", "When the head came out, or the wall had passed", null "it did not go in";
    }
}

rows! {
    /// An arc from note to note.
    pub struct MapArcRow {
        color: i32, "", "0 left, 1 right";
        time: f32, "s", "When its head arrives, in seconds of the song";
        line: i32, "", "Lane of its head";
        layer: i32, "", "Layer of its head";
        rotation: f32, "°", "By how much the lane of its head is turned to the right";
        direction: i32, "", "Direction in which it leaves its head, as that of a note";
        length: f32, "", "How far it is pulled that way";
        end_time: f32, "s", "When its tail arrives";
        end_line: i32, "", "Lane of its tail";
        end_layer: i32, "", "Layer of its tail";
        end_rotation: f32, "°", "By how much the lane of its tail is turned to the right";
        end_direction: i32, "", "Direction in which it arrives at its tail";
        end_length: f32, "", "How far it is pulled that way";
        mid_anchor: i32, "", "How it bends between: 0 straight, 1 clockwise, 2 counter-clockwise";
        note: Option<NoteIndex>, "", "Row of the table notes that is about the note at its head", null "the replay has no event of it, or no note is there";
    }
}

rows! {
    /// A chain: its head is a note.
    pub struct MapChainRow {
        color: i32, "", "0 left, 1 right";
        time: f32, "s", "When its head arrives, in seconds of the song";
        line: i32, "", "Lane of its head";
        layer: i32, "", "Layer of its head";
        rotation: f32, "°", "By how much its lane is turned to the right";
        direction: i32, "", "Direction of the cut of its head, which is where it bends from";
        end_time: f32, "s", "When its last link arrives";
        end_line: i32, "", "Lane of its end";
        end_layer: i32, "", "Layer of its end";
        parts: i32, "", "How many parts it has, the head among them";
        squish: f32, "", "How much of the way to its end the parts take up";
    }
}

macro_rules! schemas {
    ($($name:ident: $row:ident, $table:literal, $kind:ident, $time:expr, $meaning:literal;)*) => {
        $(static $name: LazyLock<Schema> =
            LazyLock::new(|| Schema::of::<$row>($table, TableKind::$kind, $time, $meaning));)*

        table_rows! { $($row: $table;)* }
    };
}

schemas! {
    MAP: MapRow, "map", Steps, None, "the map that is at hand";
    NOTES: MapNoteRow, "map_notes", Events, Some("time"), "a note or a link of a chain of the map is due";
    BOMBS: MapBombRow, "map_bombs", Events, Some("time"), "a bomb of the map arrives";
    WALLS: MapWallRow, "map_walls", Events, Some("time"), "a wall of the map arrives";
    ARCS: MapArcRow, "map_arcs", Events, Some("time"), "an arc of the map begins";
    CHAINS: MapChainRow, "map_chains", Events, Some("time"), "a chain of the map begins";
    LEVELS: MapLightLevelRow, "map_light_levels", Steps, Some("time"), "how bright the environment's lights are, in a calm form";
}

/// The tables of a replay's map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapTables {
    map: Vec<MapRow>,
    notes: Vec<MapNoteRow>,
    bombs: Vec<MapBombRow>,
    walls: Vec<MapWallRow>,
    arcs: Vec<MapArcRow>,
    chains: Vec<MapChainRow>,
    flights: Flights,
    levels: Vec<MapLightLevelRow>,
}

impl MapTables {
    /// The tables of the difficulty that the replay was played on.
    ///
    /// # Errors
    /// If it was played on another map, or the map's difficulty could not be read.
    pub fn new(view: &View<'_>, map: &Map) -> Result<Self, NotCompared> {
        let info = view.info();
        let difficulty = difficulty_of(info, map)?;
        let map_match = match_map(view, difficulty);
        let is_mirrored = info.left_handed != 0;
        let beatmap = difficulty.beatmap.clone().unwrap_or_default();
        let beatmap = if is_mirrored { beatmap.mirrored() } else { beatmap };
        let targets = targets_as_played(difficulty, info);
        let mut events = vec![None; targets.len()];
        for (event, target) in (0..).map(NoteIndex::new).zip(&map_match.targets) {
            let of = target.and_then(|target| events.get_mut(usize::try_from(target).ok()?));
            if let Some(of) = of {
                *of = Some(event);
            }
        }
        let hits = wall_hits(view, &beatmap);
        let arc_events: Vec<Option<NoteIndex>> =
            beatmap.arcs.iter().map(|arc| event_of(arc, &targets, &events)).collect();
        let bomb_events = bomb_events(view, &beatmap);
        let codes = info.modifier_codes();
        let flights = Flights::of(
            view,
            &PlayedMap {
                difficulty,
                bpm: map.info.bpm,
                beatmap: &beatmap,
                targets: &targets,
                events: &events,
                bomb_events: &bomb_events,
                wall_hits: &hits,
                arc_events: &arc_events,
                has_bombs: !codes.iter().any(|code| code == "NB"),
                has_walls: !codes.iter().any(|code| code == "NO"),
            },
        );
        let note = |(target, event): (&Target, Option<NoteIndex>)| note_row(target, event);
        Ok(Self {
            map: Vec::from([map_row(map, difficulty, is_mirrored)]),
            notes: targets.iter().zip(events).map(note).collect(),
            bombs: beatmap.bombs.iter().zip(bomb_events).map(bomb_row).collect(),
            walls: beatmap.walls.iter().zip(hits).map(wall_row).collect(),
            arcs: beatmap.arcs.iter().zip(arc_events).map(arc_row).collect(),
            chains: beatmap.chains.iter().map(chain_row).collect(),
            flights,
            levels: lights::levels(&beatmap),
        })
    }

    /// The flights towards the player.
    pub fn flights(&self) -> &Flights {
        &self.flights
    }

    /// All of them.
    pub fn tables(&self) -> [Table<'_>; 7] {
        [
            Table::of(&MAP, &self.map[..]),
            Table::of(&NOTES, &self.notes[..]),
            Table::of(&BOMBS, &self.bombs[..]),
            Table::of(&WALLS, &self.walls[..]),
            Table::of(&ARCS, &self.arcs[..]),
            Table::of(&CHAINS, &self.chains[..]),
            Table::of(&LEVELS, &self.levels[..]),
        ]
    }
}

fn map_row(map: &Map, difficulty: &Difficulty, is_mirrored: bool) -> MapRow {
    let info = &map.info;
    let jump = difficulty.jump(info.bpm);
    let ColorScheme { left, right, wall, lights, boosted_lights, .. } = colors_in_use(difficulty);
    let (left, right) = if is_mirrored { (right, left) } else { (left, right) };
    let ([first, second], [first_boosted, second_boosted]) = (lights, boosted_lights);
    MapRow {
        song_name: info.title(),
        song_author: info.song_author.clone(),
        mapper: info.mappers.join(", "),
        bpm: info.bpm,
        note_jump_speed: jump.speed,
        lead: jump.lead_s,
        environment: difficulty.environment.clone(),
        left_color: left.map(hex),
        right_color: right.map(hex),
        wall_color: wall.map(hex),
        first_light_color: first.map(hex),
        second_light_color: second.map(hex),
        first_boosted_light_color: first_boosted.or(first).map(hex),
        second_boosted_light_color: second_boosted.or(second).map(hex),
    }
}

/// The colours of a difficulty that the game uses: a scheme may be for notes and walls alone, or for lights alone.
fn colors_in_use(difficulty: &Difficulty) -> ColorScheme {
    let mut colors = difficulty.colors.clone().unwrap_or_default();
    if !colors.overrides_notes {
        (colors.left, colors.right, colors.wall) = (None, None, None);
    }
    if !colors.overrides_lights {
        (colors.lights, colors.boosted_lights) = ([None; 2], [None; 2]);
    }
    colors
}

/// As style sheets write it.
fn hex(Color { r, g, b, .. }: Color) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
    let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(r), byte(g), byte(b))
}

fn note_row(target: &Target, event: Option<NoteIndex>) -> MapNoteRow {
    let (chain, part) = match target.origin {
        Origin::Note(_) => (None, None),
        Origin::Link { chain, part } => (Some(ChainIndex::new(chain)), Some(part)),
    };
    MapNoteRow {
        time: target.time_s,
        line: target.line,
        layer: target.layer,
        rotation: target.rotation,
        color: target.color,
        direction: target.direction,
        scoring_type: target.scoring_type.number().into(),
        angle_offset: target.angle_offset,
        is_link: part.is_some(),
        chain,
        part,
        note: event,
    }
}

/// A bomb that was hit has an event at its time and place.
fn bomb_events(view: &View<'_>, beatmap: &Beatmap) -> Vec<Option<NoteIndex>> {
    let mut hits: BTreeMap<(u32, i32, i32), NoteIndex> = BTreeMap::new();
    for (row, note) in (0..).zip(view.notes().iter()) {
        let id = note.id();
        if super::is_bomb(&note) {
            hits.insert((note.head.spawn_time.to_bits(), id.line, id.layer), NoteIndex::new(row));
        }
    }
    let place = |cell: &Cell| (cell.time_s.to_bits(), cell.line, cell.layer);
    beatmap.bombs.iter().map(|bomb| hits.get(&place(&bomb.cell)).copied()).collect()
}

fn bomb_row((bomb, event): (&Bomb, Option<NoteIndex>)) -> MapBombRow {
    let Cell { time_s: time, line, layer, rotation, .. } = bomb.cell;
    MapBombRow { time, line, layer, rotation, note: event }
}

fn wall_row((wall, hit): (&Wall, Option<WallHit>)) -> MapWallRow {
    let Cell { time_s: time, line, layer, rotation, .. } = wall.cell;
    MapWallRow {
        time,
        end_time: time + wall.duration_s,
        line,
        layer,
        rotation,
        width: wall.width,
        height: wall.height,
        is_hit: hit.is_some(),
        hit_time: hit.map(|hit| hit.from_s),
        hit_end_time: hit.map(|hit| hit.until_s),
    }
}

/// The event of the note at the head of an arc: they meet where lane and layer are the same, and times nearly.
fn event_of(arc: &Arc, targets: &[Target], events: &[Option<NoteIndex>]) -> Option<NoteIndex> {
    const SAME_TIME_S: f32 = 0.001;
    const MOST_AT_ONCE: usize = 20;
    let Cell { time_s, line, layer, .. } = arc.head.cell;
    let first = targets.partition_point(|target| target.time_s < time_s - SAME_TIME_S);
    let near = targets.iter().zip(events).skip(first).take(MOST_AT_ONCE);
    let is_it = |target: &Target| {
        target.time_s <= time_s + SAME_TIME_S
            && (target.line, target.layer, target.color) == (line, layer, arc.color)
            && matches!(target.origin, Origin::Note(_))
    };
    near.filter(|(target, _)| is_it(target)).find_map(|(_, event)| *event)
}

fn arc_row((arc, note): (&Arc, Option<NoteIndex>)) -> MapArcRow {
    let ArcEnd { cell: head, direction, length_multiplier: length } = arc.head;
    let ArcEnd { cell: tail, direction: end_direction, length_multiplier: end_length } = arc.tail;
    MapArcRow {
        color: arc.color,
        time: head.time_s,
        line: head.line,
        layer: head.layer,
        rotation: head.rotation,
        direction,
        length,
        end_time: tail.time_s,
        end_line: tail.line,
        end_layer: tail.layer,
        end_rotation: tail.rotation,
        end_direction,
        end_length,
        mid_anchor: arc.mid_anchor,
        note,
    }
}

fn chain_row(chain: &Chain) -> MapChainRow {
    let Chain { color, head, tail, direction, slices, squish } = *chain;
    MapChainRow {
        color,
        time: head.time_s,
        line: head.line,
        layer: head.layer,
        rotation: head.rotation,
        direction,
        end_time: tail.time_s,
        end_line: tail.line,
        end_layer: tail.layer,
        parts: slices,
        squish,
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::sample;
    use ghostreel_formats::bsor::layout::Info;
    use ghostreel_formats::bsor::{Replay, encode};
    use ghostreel_formats::core::DecodeOptions;

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
        assert!(tables.notes.iter().all(|note| note.note.is_none()));
        assert_eq!(tables.bombs.len(), beatmap.bombs.len());
        assert_eq!(tables.walls.len(), beatmap.walls.len());
        assert_eq!(tables.arcs.len(), beatmap.arcs.len());
        assert!(!tables.levels.is_empty());
        let (first, wall) = (&tables.walls[0], &beatmap.walls[0]);
        assert_eq!(
            (first.time, first.line, first.width),
            (wall.cell.time_s, wall.cell.line, wall.width)
        );
        let all = tables.tables();
        let names: Vec<&str> = all.iter().map(|table| &*table.schema().name).collect();
        let wanted = [
            "map",
            "map_notes",
            "map_bombs",
            "map_walls",
            "map_arcs",
            "map_chains",
            "map_light_levels",
        ];
        assert_eq!(names, wanted);
    }

    #[test]
    fn links_know_their_chain_and_notes_come_at_the_maps_pace() {
        let (tables, beatmap) = tables(false);
        let links: Vec<_> = tables.notes.iter().filter(|note| note.is_link).collect();
        let parts: Vec<_> = links.iter().map(|link| (link.chain, link.part)).collect();
        let chain = Some(ChainIndex::new(0));
        assert_eq!(parts, [1, 2, 3, 4].map(|part| (chain, Some(part))));
        let chain = &tables.chains[0];
        assert_eq!((chain.parts, chain.squish), (5, 0.5));
        assert_eq!(chain.time, beatmap.chains[0].head.time_s);
        let [pace] = &tables.flights().paces[..] else { panic!("{:?}", tables.flights().paces) };
        assert_eq!((pace.time, pace.speed, pace.jump_distance), (0.0, 10.0, 20.0));
    }

    #[test]
    fn colours_are_only_those_that_the_game_uses() {
        let color = Some(Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 });
        let scheme = ColorScheme { left: color, lights: [color; 2], ..ColorScheme::default() };
        let used = |overrides_notes, overrides_lights| {
            let colors = Some(ColorScheme { overrides_notes, overrides_lights, ..scheme.clone() });
            let used = colors_in_use(&Difficulty { colors, ..Difficulty::default() });
            (used.left.is_some(), used.lights[0].is_some())
        };
        assert_eq!(used(true, false), (true, false));
        assert_eq!(used(false, true), (false, true));
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
