//! Replays that a program plays on maps of its own, measured as the game measures: where notes are is worked out here once more, apart from the code
//! under test. Real replays test how notes are turned and how far sabers swung; here these come from the code under test.

use ghostreel_beatmap::{
    Beatmap, Bomb, Cell, Chain, Difficulty, Map, Note as MapNote, SpeedChange, sample as maps,
};
use ghostreel_formats::bsor::layout::{NoteHead, Pose, Quaternion, Vector3};
use ghostreel_formats::bsor::scoring::score_rows;
use ghostreel_formats::bsor::{
    CutInfo, Frame, Height, Note, NoteId, NoteList, Replay, encode, sample,
};
use ghostreel_formats::core::Random;

use super::real::compared;

/// Metres a second at which notes come.
const SPEED: f32 = 14.0;
const JUMP_DISTANCE: f32 = 16.8;
const HEIGHT: f32 = 1.75;
/// Notes of each map.
const NOTES: usize = 60;

/// The map of a play, and how it is played.
#[derive(Clone, Copy, Default)]
pub(crate) struct Style {
    pub(crate) is_left_handed: bool,
    /// The height is measured again and again.
    pub(crate) has_heights: bool,
    /// The song is 1.2 × as fast.
    pub(crate) is_faster: bool,
    pub(crate) no_mistakes: bool,
    /// The game, if it is not 1.29.1.
    pub(crate) game: Option<&'static str>,
    /// Notes come from all around.
    pub(crate) has_lanes: bool,
    /// Notes come faster and slower on the way.
    pub(crate) has_speed_changes: bool,
    pub(crate) has_chains: bool,
    /// The map turns notes besides their direction.
    pub(crate) has_turned_notes: bool,
    /// Bombs stand below notes.
    pub(crate) has_bombs: bool,
    /// Metres of the player's height and of the jump, if they are not the usual ones.
    pub(crate) height: Option<f32>,
    pub(crate) jump_distance: Option<f32>,
}

impl Style {
    fn height(self) -> f32 {
        self.height.unwrap_or(HEIGHT)
    }

    fn jump_distance(self) -> f32 {
        self.jump_distance.unwrap_or(JUMP_DISTANCE)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Good,
    Bad,
    Miss,
}

struct Planned {
    note: MapNote,
    /// As note ids have it.
    scoring_type: u8,
    /// Of a link: where it is due, for a player of 1.8 m, and its direction.
    link: Option<([f32; 2], f32)>,
    below: u8,
    fate: Fate,
    /// When the blade is in the middle of it.
    cut_s: f32,
    /// Metres from the centre at which the blade passes.
    aside: f32,
}

impl Planned {
    fn due_s(&self) -> f32 {
        self.note.cell.time_s
    }
}

/// A replay, and its map.
pub(crate) fn play(seed: u64, style: Style) -> (Replay, Map) {
    let Played { replay, map, .. } = Played::new(seed, style);
    (replay, map)
}

/// A replay and its map, with the plan, so that cuts can be measured anew.
pub(crate) struct Played {
    pub(crate) replay: Replay,
    pub(crate) map: Map,
    pub(crate) style: Style,
    plan: Vec<Planned>,
}

impl Played {
    pub(crate) fn new(seed: u64, style: Style) -> Self {
        let mut random = Random::new(seed);
        let (plan, chains) = plan(&mut random, style);
        let map = map(&plan, chains, style);
        let mut replay = sample::generate(&sample::Options { duration: 3.0, ..Default::default() });
        let info = &mut replay.info;
        info.hash = map.hash.unwrap().to_string().as_str().into();
        (info.mode, info.difficulty) = (mode(style).into(), "Expert".into());
        (info.version, info.game_version) = ("0.7.1".into(), style.game.unwrap_or("1.29.1").into());
        (info.platform, info.jump_distance) = ("steam".into(), style.jump_distance());
        info.height = if style.has_heights { 0.0 } else { style.height() };
        info.modifiers = if style.is_faster { "FS".into() } else { "".into() };
        (info.left_handed, info.fail_time, info.speed) = (u8::from(style.is_left_handed), 0.0, 0.0);
        replay.heights.clear();
        if style.has_heights {
            replay.heights =
                (0..60).map(|i| Height { time: i as f32 * 0.5, height: style.height() }).collect();
        }
        replay.walls.clear();
        replay.pauses.clear();
        replay.frames = frames(&plan, style, &mut random);
        replay.notes = plan
            .iter()
            .filter_map(|planned| {
                let scored = match planned.fate {
                    Fate::Miss => planned.due_s() + 0.2,
                    Fate::Good | Fate::Bad => planned.cut_s,
                };
                let at = replay.frames.partition_point(|frame| frame.time < scored);
                measured(planned, style, &replay.frames, at, planned.fate)
            })
            .collect::<NoteList>();
        let mut played = Self { replay, map, style, plan };
        played.take_cuts_early();
        played.replay = played.rated(played.replay.clone());
        played
    }

    /// The game takes a cut in the first frame in which the blade meets the note as it must. That frame is taken from the code under test; real replays test it.
    fn take_cuts_early(&mut self) {
        /// Frames from the middle of a note to where a blade meets it.
        const MOST: usize = 20;
        let frames = self.replay.frames.clone();
        for _ in 0..MOST {
            let found = compared(&encode(&self.replay), &self.map);
            let mut is_early = true;
            let mut list: Vec<Note> = self.replay.notes.as_notes().iter().collect();
            for (index, note) in list.iter_mut().enumerate() {
                let parts = found.notes.get(index).and_then(|note| note.parts);
                let before = parts.and_then(|parts| parts.apart_before);
                if note.head.event_type != 0 || before.is_none_or(|apart| apart >= 0.0) {
                    continue;
                }
                is_early = false;
                let at = frames.partition_point(|frame| frame.time < note.head.event_time) - 1;
                *note = self.as_good(self.style, index, &frames, at).unwrap_or(*note);
            }
            self.replay.notes = list.into_iter().collect::<NoteList>();
            if is_early {
                return;
            }
        }
        panic!("a blade is in its note all the time");
    }

    /// A note of the replay as a good cut in a frame, as the game would measure it in another style.
    pub(crate) fn as_good(
        &self,
        style: Style,
        note: usize,
        frames: &[Frame],
        at: usize,
    ) -> Option<Note> {
        measured(&self.plan[note], style, frames, at, Fate::Good)
    }

    /// When a note begins to come in, from when on its height stays.
    pub(crate) fn comes_in_s(&self, note: usize) -> f32 {
        self.plan[note].due_s() - pace(self.style, self.plan[note].due_s()).0 - 0.5
    }

    /// Whether a blade goes through the very middle of a note.
    pub(crate) fn passes_middle(&self, note: usize) -> bool {
        let Planned { fate, aside, link, .. } = &self.plan[note];
        *fate == Fate::Good && aside.abs() < 0.05 && link.is_none()
    }

    /// When the blade is nearest to a note, missed ones included.
    pub(crate) fn nearest(&self, note: usize, frames: &[Frame]) -> usize {
        frames.partition_point(|frame| frame.time < self.plan[note].cut_s)
    }

    /// The replay with the parts that are not worked out here, and with the score of its events.
    pub(crate) fn rated(&self, mut replay: Replay) -> Replay {
        let found = compared(&encode(&replay), &self.map);
        let rated =
            |(mut note, explained): (Note, &ghostreel_analysis::beat_saber::ExplainedNote)| {
                if let (Some(cut), Some(parts)) = (&mut note.cut, &explained.parts) {
                    cut.cut_dir_deviation = parts.direction[1] as f32;
                    let angle = cut.cut_dir_deviation - 90.0;
                    cut.cut_angle = if angle < -180.0 { angle + 360.0 } else { angle };
                    // From the head of a chain on, the saber leaps from link to link.
                    let [is_of_chain, is_link] = [60_000, 70_000].map(|id| explained.note_id >= id);
                    cut.before_cut_rating = if is_link { 0.0 } else { parts.before[1] as f32 };
                    cut.after_cut_rating = if is_of_chain { 0.0 } else { parts.after[1] as f32 };
                }
                note
            };
        replay.notes =
            replay.notes.as_notes().iter().zip(&found.notes).map(rated).collect::<NoteList>();
        replay.info.score = worth(&replay);
        replay
    }
}

/// The worth of the events of a replay.
pub(crate) fn worth(replay: &Replay) -> i32 {
    let rows = score_rows(&replay.info, replay.notes.as_notes(), &replay.walls);
    rows.last().map_or(0, |row| row.score)
}

fn mode(style: Style) -> &'static str {
    if style.has_lanes { "90Degree" } else { "Standard" }
}

fn plan(random: &mut Random, style: Style) -> (Vec<Planned>, Vec<Chain>) {
    let (mut plan, mut chains) = (Vec::new(), Vec::new());
    let mut down = [true; 2];
    for index in 0..NOTES {
        let color = index % 2;
        let is_down = down[color];
        down[color] = !is_down;
        let direction = match random.between(0, 9) {
            0 => 8,
            1..4 if is_down => 6 + color as i32,
            1..4 => 4 + color as i32,
            _ => i32::from(is_down),
        };
        let time_s = 2.0 + index as f32 * 0.3;
        let line = color as i32 * 2 + random.between(0, 1);
        let rotation = if style.has_lanes { [0.0, -45.0, 30.0, 90.0][index / 4 % 4] } else { 0.0 };
        let layer = random.between(0, 2);
        let cell = Cell { time_s, beat: time_s * 2.0, line, layer, rotation, position: None };
        let is_head = style.has_chains && index % 5 == 0 && direction != 8;
        let is_on_bomb = style.has_bombs && layer > 0;
        let angle_offset = if style.has_turned_notes && index % 3 == 0 { 25 } else { 0 };
        let fate = match random.between(0, 19) {
            _ if style.no_mistakes || is_head => Fate::Good,
            0 => Fate::Miss,
            1 if direction != 8 => Fate::Bad,
            _ => Fate::Good,
        };
        let noise = |random: &mut Random| random.between(-1000, 1000) as f32 / 1000.0;
        let note =
            MapNote { cell, color: color as i32, direction, angle_offset, is_turned_by_mod: false };
        let is_missed = fate == Fate::Miss;
        plan.push(Planned {
            note,
            scoring_type: if is_head { 6 } else { 3 },
            link: None,
            below: u8::from(is_on_bomb),
            fate,
            cut_s: time_s + 0.03 * noise(random),
            aside: if is_missed { 1.0 } else { 0.12 * noise(random) },
        });
        if is_head {
            let tail = Cell { time_s: time_s + 0.3, layer: (layer + 1) % 3, ..cell };
            let (squish, color) = (0.8, color as i32);
            let chain = Chain { color, head: cell, tail, direction, slices: 4, squish };
            let links = (1..4).map(|part| link(&chain, part, style));
            plan.extend(links.map(|link| Planned { below: u8::from(is_on_bomb), ..link }));
            chains.push(chain);
        }
    }
    (plan, chains)
}

/// A link of a chain, on a curve of two straight lines that are mixed.
fn link(chain: &Chain, part: u8, style: Style) -> Planned {
    let share = f32::from(part) / 3.0;
    let cell = Cell {
        time_s: chain.head.time_s + (chain.tail.time_s - chain.head.time_s) * share,
        ..if part == 3 { chain.tail } else { chain.head }
    };
    let head =
        MapNote { cell: chain.head, color: 0, direction: chain.direction, ..MapNote::default() };
    let tail = MapNote { cell: chain.tail, ..head };
    let at = |note: &MapNote| top(as_played(note, style).0, note.cell.layer);
    let (from, to) = (at(&head), at(&tail));
    let [x, y] = towards(degrees(&head, style));
    let half = (to[0] - from[0]).hypot(to[1] - from[1]) / 2.0;
    let bend = [from[0] + x * half, from[1] + y * half];
    let mix =
        |a: [f32; 2], b: [f32; 2], s: f32| [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s];
    let squished = share * chain.squish;
    let (a, b) = (mix(from, bend, squished), mix(bend, to, squished));
    Planned {
        note: MapNote { cell, color: chain.color, direction: 8, ..MapNote::default() },
        scoring_type: 7,
        link: Some((mix(a, b, squished), (b[0] - a[0]).atan2(a[1] - b[1]).to_degrees())),
        below: 0,
        fate: Fate::Good,
        cut_s: cell.time_s + 0.01,
        aside: 0.03,
    }
}

fn map(plan: &[Planned], chains: Vec<Chain>, style: Style) -> Map {
    let mut map = Map::read(&maps::files(maps::Version::V3)).unwrap();
    map.info.bpm = 120.0;
    let bombs = plan.iter().filter(|planned| planned.below > 0 && planned.link.is_none());
    let bomb = |planned: &Planned| Bomb { cell: Cell { layer: 0, ..planned.note.cell } };
    let bombs = bombs.map(bomb).collect();
    let notes = plan.iter().filter(|planned| planned.link.is_none());
    let notes = notes.map(|planned| planned.note).collect();
    let ends: &[_] = if style.has_speed_changes { &SPEED_CHANGES[1..] } else { &[] };
    let change = |(time_s, difference): &(f32, f32)| SpeedChange {
        time_s: *time_s,
        difference: *difference,
        ..SpeedChange::default()
    };
    let speed_changes = ends.iter().map(change).collect();
    map.difficulties = vec![Difficulty {
        mode: mode(style).to_owned(),
        name: "Expert".to_owned(),
        note_jump_speed: SPEED,
        beatmap: Some(Beatmap { notes, bombs, chains, speed_changes, ..Beatmap::default() }),
        ..Difficulty::default()
    }];
    map
}

/// A note as the player has it: line, colour, direction.
fn as_played(note: &MapNote, style: Style) -> (i32, i32, i32) {
    if !style.is_left_handed {
        return (note.cell.line, note.color, note.direction);
    }
    let direction = match note.direction {
        4 => 5,
        5 => 4,
        6 => 7,
        7 => 6,
        other => other,
    };
    (3 - note.cell.line, 1 - note.color, direction)
}

/// Of a line and layer when a note is due, for a player of 1.8 m.
fn top(line: i32, layer: i32) -> [f32; 2] {
    [(line as f32 - 1.5) * 0.6, [0.85, 1.4, 1.9][layer as usize]]
}

/// Of its arrow, counter-clockwise from down.
fn degrees(note: &MapNote, style: Style) -> f32 {
    let (_, _, direction) = as_played(note, style);
    let degrees = [180.0, 0.0, -90.0, 90.0, -135.0, 135.0, -45.0, 45.0, 0.0][direction as usize];
    let turned = note.angle_offset as f32;
    degrees + if style.is_left_handed { -turned } else { turned }
}

fn towards(degrees: f32) -> [f32; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [sin, -cos]
}

/// How the lane is turned, clockwise.
fn lane(note: &MapNote, style: Style) -> f32 {
    let degrees = note.cell.rotation;
    (if style.is_left_handed { -degrees } else { degrees }).to_radians()
}

/// When notes have become faster by how much, in straight lines.
const SPEED_CHANGES: [(f32, f32); 4] = [(0.0, 0.0), (6.0, 0.0), (10.0, 4.0), (14.0, -3.0)];

/// The lead in seconds and the distance of a jump. Faster notes begin as long before, slower ones as far away.
fn pace(style: Style, time_s: f32) -> (f32, f32) {
    let usual = style.jump_distance() / SPEED / 2.0;
    if !style.has_speed_changes {
        return (usual, style.jump_distance());
    }
    let line = SPEED_CHANGES.windows(2).find(|ends| time_s < ends[1].0);
    let faster = line.map_or(SPEED_CHANGES[3].1, |ends| {
        let [(from_s, from), (to_s, to)] = [ends[0], ends[1]];
        from + (to - from) * (time_s - from_s) / (to_s - from_s)
    });
    match SPEED + faster {
        speed if faster > 0.0 => (usual, 2.0 * speed * usual),
        speed => (style.jump_distance() / speed / 2.0, style.jump_distance()),
    }
}

/// Where a note is at a time, by `playback.md`'s formulas, as if its lane were straight ahead: the head moves as [`head`] says.
fn center_ahead(planned: &Planned, style: Style, time_s: f32) -> [f32; 3] {
    let note = &planned.note;
    let (line, _, _) = as_played(note, style);
    let (lead, distance) = pace(style, time_s);
    let share = (time_s - note.cell.time_s + lead) / (2.0 * lead);
    let (sin, cos) = lane(note, style).sin_cos();
    let [head_x, _, head_z] = head(time_s);
    let head_z = head_x * sin + head_z * cos;
    let from = 0.9 + distance / 2.0 + head_z * (2.0 * share).min(1.0);
    let to = 0.9 - distance / 2.0 + head_z;
    let [x, y] = planned.link.map_or_else(|| top(line, note.cell.layer), |(top, _)| top);
    let y = y + (style.height() - 1.8) * 0.5;
    let start = 0.25 + 0.6 * f32::from(planned.below);
    let late = (time_s - note.cell.time_s) / lead;
    [x, y - (y - start) * late * late, from + (to - from) * share]
}

/// In its lane.
fn turned([x, y, z]: [f32; 3], lane: f32) -> [f32; 3] {
    let (sin, cos) = lane.sin_cos();
    [x * cos + z * sin, y, z * cos - x * sin]
}

fn center(planned: &Planned, style: Style, time_s: f32) -> [f32; 3] {
    turned(center_ahead(planned, style, time_s), lane(&planned.note, style))
}

fn head(time_s: f32) -> [f32; 3] {
    [0.03 * (time_s * 1.1).sin(), 1.7, -0.45 + 0.04 * (time_s * 0.7).sin()]
}

/// The way of the tip in the plane of the notes.
fn heading(planned: &Planned, style: Style) -> [f32; 2] {
    let [x, y] = towards(match planned.link {
        Some((_, degrees)) => degrees,
        None => degrees(&planned.note, style),
    });
    if planned.fate == Fate::Bad { [-x, -y] } else { [x, y] }
}

fn frames(plan: &[Planned], style: Style, random: &mut Random) -> Vec<Frame> {
    let count = ((NOTES as f32 * 0.3 + 4.0) * 90.0) as usize;
    let mut noise = move || random.between(-1000, 1000) as f32 / 1000.0;
    let frame = |index: usize| {
        let time = (index as f32 + 1.0 + 0.2 * noise()) / 90.0;
        let [x, y, z] = head(time);
        let rotation = Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };
        let hand = |color: i32| {
            let own = plan.iter().filter(|planned| as_played(&planned.note, style).1 == color);
            own.min_by(|a, b| (a.cut_s - time).abs().total_cmp(&(b.cut_s - time).abs()))
        };
        let mut pose = |color: i32| {
            let Some(planned) = hand(color) else { return Pose::default() };
            let since = time - planned.cut_s;
            let t = (since / 0.12).clamp(-1.0, 1.0);
            let angle = 65.0_f32.to_radians() * t * (1.5 - 0.5 * t * t);
            let [x, y] = heading(planned, style);
            let [cx, cy, cz] = center_ahead(planned, style, planned.cut_s);
            // Aside of the way of the tip.
            let (ax, ay) = (-y * planned.aside, x * planned.aside);
            let (sin, cos) = (angle / 2.0).sin_cos();
            // From ahead towards the way of the tip, all of it turned with the lane.
            let lane = lane(&planned.note, style);
            let place = [cx + ax, cy + ay, cz - 0.7].map(|at| at + 0.0004 * noise());
            let [px, py, pz] = turned(place, lane);
            let (up, still) = (lane / 2.0).sin_cos();
            let (qx, qy) = (-y * sin, x * sin);
            Pose {
                position: Vector3::new(px, py, pz),
                rotation: Quaternion {
                    x: still * qx,
                    y: still * qy + up * cos,
                    z: -up * qx,
                    w: still * cos - up * qy,
                },
            }
        };
        let (left, right) = (pose(0), pose(1));
        let head = Pose { position: Vector3::new(x, y, z), rotation };
        Frame { time, fps: 90, head, left, right }
    };
    (0..count).map(frame).collect()
}

/// A note as the game would measure it in a frame.
fn measured(
    planned: &Planned,
    style: Style,
    frames: &[Frame],
    at: usize,
    fate: Fate,
) -> Option<Note> {
    let (line, color, direction) = as_played(&planned.note, style);
    let time_s = planned.due_s();
    let at = at.max(1);
    let (before, now) = (frames.get(at - 1)?, frames.get(at)?);
    let layer = planned.note.cell.layer;
    let note_id =
        NoteId::pack(planned.scoring_type, line as u8, layer as u8, color as u8, direction as u8);
    let event_type = match fate {
        Fate::Good => 0,
        Fate::Bad => 1,
        Fate::Miss => 2,
    };
    let head = NoteHead { note_id, event_time: now.time, spawn_time: time_s, event_type };
    if fate == Fate::Miss {
        return Some(Note { head, cut: None });
    }
    let hand = |frame: &Frame| if color == 0 { frame.left } else { frame.right };
    let blade = |frame: &Frame| {
        let (p, q) = (hand(frame).position, hand(frame).rotation);
        let (p, [x, y, z, w]) =
            ([p.x, p.y, p.z].map(f64::from), [q.x, q.y, q.z, q.w].map(f64::from));
        (p, [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)])
    };
    let ((hilt, along), (hilt_before, along_before)) = (blade(now), blade(before));
    let each = |of: &dyn Fn(usize) -> f64| std::array::from_fn::<f64, 3, _>(of);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let to_middle = each(&|i| hilt_before[i] + along_before[i] / 2.0 - hilt[i]);
    let normal = [
        along[1] * to_middle[2] - along[2] * to_middle[1],
        along[2] * to_middle[0] - along[0] * to_middle[2],
        along[0] * to_middle[1] - along[1] * to_middle[0],
    ];
    let length = dot(normal, normal).sqrt();
    let normal = normal.map(|part| part / length);
    let moved = each(&|i| hilt[i] + along[i] - hilt_before[i] - along_before[i]);
    let center = center(planned, style, now.time).map(f64::from);
    let distance = dot(normal, each(&|i| center[i] - hilt[i]));
    let point = each(&|i| center[i] - normal[i] * distance);
    let speed = (dot(moved, moved).sqrt() / f64::from(now.time - before.time)) as f32;
    let vector = |v: [f64; 3]| Vector3::new(v[0] as f32, v[1] as f32, v[2] as f32);
    let is_good = fate == Fate::Good;
    let cut = CutInfo {
        speed_ok: 1,
        direction_ok: u8::from(is_good),
        saber_type_ok: 1,
        was_cut_too_soon: 0,
        saber_speed: f32::from_bits(speed.to_bits() & !1 | u32::from(distance >= 0.0)),
        saber_dir: vector(moved),
        saber_type: color,
        time_deviation: time_s - now.time,
        cut_point: vector(point),
        cut_normal: vector(normal),
        cut_distance_to_center: distance.abs() as f32,
        ..CutInfo::default()
    };
    Some(Note { head, cut: Some(cut) })
}
