//! The flights of everything that came towards the player, as tables: of a replay by itself, or with its map. [`ghostreel_beatmap::flight`] says where each is at a time.

use std::sync::LazyLock;

use ghostreel_beatmap::flight::{
    ArcFlight, ArcFlightRow, FlightRow, Heights, Kind, Neighbours, NoteFlight, PaceRow, PacesFrom,
    PlayedPaces, Recorded, WallFlight, WallFlightRow, has_arrow,
};
use ghostreel_beatmap::{Arc, Beatmap, Cell, Difficulty, Pace, Target};
use ghostreel_formats::bsor::{NoteIndex, View};
use ghostreel_formats::timeline::{Schema, TableKind};

use super::wall_hits::WallHit;
use crate::order::sorted;

/// The schema of the table of notes, links and bombs.
pub static FLIGHTS: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "a note, a link or a bomb is due";
    Schema::of::<FlightRow>("flights", TableKind::Events, Some("time"), meaning)
});
/// The schema of the table of walls.
pub static WALL_FLIGHTS: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "the front of a wall is due";
    Schema::of::<WallFlightRow>("wall_flights", TableKind::Events, Some("time"), meaning)
});
/// The schema of the table of arcs.
pub static ARC_FLIGHTS: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "the head of an arc is due";
    Schema::of::<ArcFlightRow>("arc_flights", TableKind::Events, Some("time"), meaning)
});
/// The schema of the table of paces.
pub static PACES: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "the speed at which everything comes that is in sight";
    Schema::of::<PaceRow>("paces", TableKind::Steps, Some("time"), meaning)
});

/// All that came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flights {
    /// Notes, links and bombs.
    pub notes: Vec<FlightRow>,
    /// Walls.
    pub walls: Vec<WallFlightRow>,
    /// Arcs.
    pub arcs: Vec<ArcFlightRow>,
    /// How fast.
    pub paces: Vec<PaceRow>,
}

/// A map as it was played.
pub(super) struct PlayedMap<'m> {
    pub(super) difficulty: &'m Difficulty,
    pub(super) bpm: f32,
    /// As it was played: in the mirror for a left-handed player.
    pub(super) beatmap: &'m Beatmap,
    /// Its notes and links as they were played.
    pub(super) targets: &'m [Target],
    /// For each of them, the note of the replay that is about it.
    pub(super) events: &'m [Option<NoteIndex>],
    /// For each bomb the same.
    pub(super) bomb_events: &'m [Option<NoteIndex>],
    /// For each wall, when the head was in it.
    pub(super) wall_hits: &'m [Option<WallHit>],
    /// For each arc, the note of the replay that is about the note at its head.
    pub(super) arc_events: &'m [Option<NoteIndex>],
    pub(super) has_bombs: bool,
    pub(super) has_walls: bool,
}

impl Flights {
    /// Of a replay by itself: the things it has events of.
    pub fn recorded(view: &View<'_>) -> Self {
        let play = Play::of(view, PlayedPaces::of_cuts(view));
        let recorded = Recorded::of(view, |_| true);
        let mut rows = Self { paces: play.paces(), ..Self::default() };
        rows.add_recorded(&play, &recorded, |_| 0.0);
        let walls = view.walls();
        for (wall, event) in recorded.beatmap.walls.iter().zip(walls.iter()) {
            let flight = WallFlight::recorded(wall, play.raised_m(wall.cell.time_s.into()));
            let time_s = event.event_time();
            let hit = (time_s, event.exit_time().unwrap_or(time_s));
            rows.walls.push(WallFlightRow::of(&flight, 0.0, Some(hit)));
        }
        for (arc, (event, is_loose)) in recorded.beatmap.arcs.iter().zip(&recorded.arc_heads) {
            rows.arcs.push(play.arc(arc, *is_loose, Some(NoteIndex::at(*event))));
        }
        rows.sorted()
    }

    /// Of a replay with its map.
    pub(super) fn of(view: &View<'_>, map: &PlayedMap<'_>) -> Self {
        let play = Play::of(view, PlayedPaces::of_map(view, map.difficulty, map.bpm));
        let neighbours = Neighbours::of(map.targets, map.beatmap);
        let mut rows = Self { paces: play.paces(), ..Self::default() };
        for (target, event) in map.targets.iter().zip(map.events) {
            let flight = play.note(target, &neighbours);
            rows.notes.push(note_row(&flight, target, *event));
        }
        let bombs = map.beatmap.bombs.iter().zip(map.bomb_events).filter(|_| map.has_bombs);
        for (bomb, event) in bombs {
            rows.notes.push(play.bomb(&bomb.cell, &neighbours, *event));
        }
        let mut is_known = vec![false; view.notes().len()];
        for event in map.events.iter().chain(map.bomb_events).flatten() {
            if let Some(is_known) = is_known.get_mut(event.place()) {
                *is_known = true;
            }
        }
        let invented = Recorded::of(view, |event| is_known.get(event) == Some(&false));
        rows.add_recorded(&play, &invented, |time_s| {
            let next = map.targets.partition_point(|target| target.time_s <= time_s);
            let before = next.checked_sub(1).and_then(|last| map.targets.get(last));
            before.map_or(0.0, |target| target.rotation)
        });
        let walls = map.beatmap.walls.iter().zip(map.wall_hits).filter(|_| map.has_walls);
        for (wall, hit) in walls {
            let flight = WallFlight::of(wall, play.raised_m(wall.cell.time_s.into()));
            let hit = hit.map(|hit| (hit.from_s, hit.until_s));
            rows.walls.push(WallFlightRow::of(&flight, wall.cell.rotation, hit));
        }
        for (arc, event) in map.beatmap.arcs.iter().zip(map.arc_events) {
            rows.arcs.push(play.arc(arc, false, *event));
        }
        rows.sorted()
    }

    /// Adds what is known by its event alone, in the lane that is played then.
    fn add_recorded(&mut self, play: &Play, found: &Recorded, lane: impl Fn(f32) -> f32) {
        let neighbours = Neighbours::of(&found.targets, &found.beatmap);
        for (target, event) in found.targets.iter().zip(&found.target_events) {
            let mut target = *target;
            target.rotation = lane(target.time_s);
            let flight = play.note(&target, &neighbours);
            self.notes.push(note_row(&flight, &target, Some(NoteIndex::at(*event))));
        }
        for (bomb, event) in found.beatmap.bombs.iter().zip(&found.bomb_events) {
            let cell = Cell { rotation: lane(bomb.cell.time_s), ..bomb.cell };
            self.notes.push(play.bomb(&cell, &neighbours, Some(NoteIndex::at(*event))));
        }
    }

    /// Walls and arcs are by time as they are.
    fn sorted(mut self) -> Self {
        self.notes = sorted(self.notes, |row| row.time.into());
        self
    }
}

/// The parts of a play that all flights depend on.
struct Play {
    paces: PlayedPaces,
    from: PacesFrom,
    heights: Heights,
}

impl Play {
    fn of(view: &View<'_>, (paces, from): (PlayedPaces, PacesFrom)) -> Self {
        Self { paces, from, heights: Heights::of(view).unwrap_or_default() }
    }

    fn raised_m(&self, due_s: f64) -> f64 {
        self.heights.of_jump(due_s, self.paces.at(due_s).lead_s)
    }

    fn paces(&self) -> Vec<PaceRow> {
        let source = match self.from {
            PacesFrom::Map => 0,
            PacesFrom::Cuts => 1,
            PacesFrom::Unknown => 2,
        };
        let row = |pace: Pace| PaceRow {
            time: pace.time_s,
            speed: pace.speed,
            jump_distance: pace.distance_m,
            source,
        };
        self.paces.list().into_iter().map(row).collect()
    }

    fn note(&self, target: &Target, neighbours: &Neighbours<'_>) -> NoteFlight {
        let raised_m = self.raised_m(target.time_s.into());
        NoteFlight::of(target, &neighbours.around(target), raised_m)
    }

    fn bomb(
        &self,
        cell: &Cell,
        neighbours: &Neighbours<'_>,
        event: Option<NoteIndex>,
    ) -> FlightRow {
        let raised_m = self.raised_m(cell.time_s.into());
        let flight = NoteFlight::of_bomb(cell, &neighbours.around_bomb(*cell), raised_m);
        FlightRow::of(&flight, cell.rotation, None, false, event)
    }

    fn arc(&self, arc: &Arc, is_loose: bool, event: Option<NoteIndex>) -> ArcFlightRow {
        let flight = ArcFlight::of(arc, |due_s| self.raised_m(due_s));
        ArcFlightRow::of(&flight, hand(arc.color), is_loose, event)
    }
}

fn note_row(flight: &NoteFlight, target: &Target, event: Option<NoteIndex>) -> FlightRow {
    let has_arrow = flight.kind != Kind::Link && has_arrow(target.direction);
    FlightRow::of(flight, target.rotation, Some(hand(target.color)), has_arrow, event)
}

fn hand(color: i32) -> u8 {
    u8::from(color == 1)
}
