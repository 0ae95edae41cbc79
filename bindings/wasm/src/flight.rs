//! Where everything is that comes at a time, for pictures. The page asks on its own thread, for each picture anew; so this is a module of its own, which
//! decodes nothing: the page hands it the columns of the tables of flights, as numbers, and where the head was.
//!
//! | export | does |
//! |---|---|
//! | `columns_for(len) → ptr` | room for `len` numbers (`f32`), in which columns follow each other as long as they are; a later call takes it back |
//! | `set_notes()`, `set_walls()`, `set_arcs()`, `set_paces()` | all columns of the table `flights`, `wall_flights`, `arc_flights` or `paces` are there, in their order |
//! | `set_heads()` | four columns are there: time, and where the head was in the frames of play, to the right, up and ahead |
//! | `lead(time) → s` | how long before it is due something begins its jump |
//! | `place_notes(time, x, y, z) → count` | places the notes in sight, for a head: [`NOTE`] numbers each; the last due come first |
//! | `place_note(row, time, x, y, z) → count` | the same for one row, in sight or not: 1, or 0 if there is no such row |
//! | `place_walls(time, after, x, y, z) → count` | places walls, also those that have passed for `after` seconds: [`WALL`] numbers each |
//! | `place_arcs(time, until, most, points, x, y, z) → count` | places at most so many arcs whose heads are due before `until`: the row and, for each of `points` points, [`POINT`] numbers |
//! | `placed() → ptr` | where the numbers (`f32`) of the last call are |

use std::cell::RefCell;

use ghostreel_beatmap::flight::{
    ArcFlightRow, FlightRow, PaceRow, PlacedNote, PlacedWall, Rotation, Sight, Vector,
    WallFlightRow,
};

/// Of a note: its row; x, y and z of its centre; x, y, z and w of its rotation; how much of its jump is over; metres behind the head; its share of the way;
/// seconds since it came into sight.
pub const NOTE: usize = 12;
/// Of a wall: its row; its centre; its rotation; its size; seconds since it came into sight.
pub const WALL: usize = 12;
/// Of a point of an arc: x, y and z; in how many seconds it is due; its share of the way.
pub const POINT: usize = 5;

#[derive(Default)]
struct Stage {
    sight: Sight,
    columns: Vec<f32>,
    placed: Vec<f32>,
}

thread_local! {
    static STAGE: RefCell<Stage> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut Stage) -> T) -> T {
    STAGE.with_borrow_mut(work)
}

/// The rows whose columns are there.
fn rows<R, const N: usize>(columns: Vec<f32>, row: impl Fn([f32; N]) -> R) -> Vec<R> {
    let count = columns.len() / N;
    let value = |column: usize, row: usize| columns.get(column * count + row).copied();
    (0..count)
        .map(|at| row(std::array::from_fn(|column| value(column, at).unwrap_or_default())))
        .collect()
}

impl Stage {
    fn take<R, const N: usize>(&mut self, row: impl Fn([f32; N]) -> R) -> Vec<R> {
        rows(std::mem::take(&mut self.columns), row)
    }

    fn put(&mut self, numbers: impl IntoIterator<Item = f64>) {
        #[allow(clippy::cast_possible_truncation, reason = "in the precision of pictures")]
        self.placed.extend(numbers.into_iter().map(|number| number as f32));
    }

    fn put_note(&mut self, note: &PlacedNote) {
        let PlacedNote { row, center, rotation, share, passed_m, way, in_sight_s } = *note;
        self.put(turned(row, center, rotation));
        self.put([share, passed_m, way, in_sight_s]);
    }

    fn put_wall(&mut self, wall: &PlacedWall) {
        let PlacedWall { row, center, rotation, size, in_sight_s } = *wall;
        self.put(turned(row, center, rotation));
        self.put([size.x, size.y, size.z, in_sight_s]);
    }
}

#[allow(clippy::cast_precision_loss, reason = "there are not so many")]
fn turned(row: usize, Vector { x, y, z }: Vector, rotation: Rotation) -> impl Iterator<Item = f64> {
    [row as f64, x, y, z].into_iter().chain(rotation.parts())
}

/// Room for columns.
#[unsafe(no_mangle)]
pub extern "C" fn columns_for(len: usize) -> usize {
    with(|stage| {
        stage.columns = vec![0.0; len];
        stage.columns.as_ptr().addr()
    })
}

/// The columns of `flights` are there.
#[unsafe(no_mangle)]
pub extern "C" fn set_notes() {
    with(|stage| {
        let rows = stage.take(FlightRow::of_numbers);
        stage.sight.set_notes(rows);
    });
}

/// The columns of `wall_flights` are there.
#[unsafe(no_mangle)]
pub extern "C" fn set_walls() {
    with(|stage| {
        let rows = stage.take(WallFlightRow::of_numbers);
        stage.sight.set_walls(rows);
    });
}

/// The columns of `arc_flights` are there.
#[unsafe(no_mangle)]
pub extern "C" fn set_arcs() {
    with(|stage| {
        let rows = stage.take(ArcFlightRow::of_numbers);
        stage.sight.set_arcs(rows);
    });
}

/// The columns of `paces` are there.
#[unsafe(no_mangle)]
pub extern "C" fn set_paces() {
    with(|stage| {
        let rows = stage.take(PaceRow::of_numbers);
        stage.sight.set_paces(&rows);
    });
}

/// Where the head was is there.
#[unsafe(no_mangle)]
pub extern "C" fn set_heads() {
    with(|stage| {
        let rows = stage.take(|head: [f32; 4]| head);
        stage.sight.set_heads(rows);
    });
}

/// How long before it is due something begins its jump, in seconds.
#[unsafe(no_mangle)]
pub extern "C" fn lead(time: f64) -> f64 {
    with(|stage| stage.sight.pace(time).map_or(0.0, |pace| pace.lead_s))
}

/// Places the notes in sight.
#[unsafe(no_mangle)]
pub extern "C" fn place_notes(time: f64, x: f64, y: f64, z: f64) -> usize {
    with(|stage| {
        stage.placed.clear();
        let notes: Vec<PlacedNote> = stage.sight.notes(time, Vector::new(x, y, z)).collect();
        notes.iter().for_each(|note| stage.put_note(note));
        notes.len()
    })
}

/// Places the note of a row.
#[unsafe(no_mangle)]
pub extern "C" fn place_note(row: usize, time: f64, x: f64, y: f64, z: f64) -> usize {
    with(|stage| {
        stage.placed.clear();
        let note = stage.sight.note(row, time, Vector::new(x, y, z));
        note.iter().for_each(|note| stage.put_note(note));
        usize::from(note.is_some())
    })
}

/// Places walls.
#[unsafe(no_mangle)]
pub extern "C" fn place_walls(time: f64, after: f64, x: f64, y: f64, z: f64) -> usize {
    with(|stage| {
        stage.placed.clear();
        let walls: Vec<PlacedWall> = stage.sight.walls(time, after, Vector::new(x, y, z)).collect();
        walls.iter().for_each(|wall| stage.put_wall(wall));
        walls.len()
    })
}

/// Places arcs.
#[unsafe(no_mangle)]
pub extern "C" fn place_arcs(
    time: f64,
    until: f64,
    most: usize,
    points: u16,
    x: f64,
    y: f64,
    z: f64,
) -> usize {
    with(|stage| {
        stage.placed.clear();
        let rows: Vec<usize> = stage.sight.arcs(time, until).take(most).collect();
        for row in &rows {
            let along: Vec<_> = stage.sight.arc(*row, points, time, Vector::new(x, y, z)).collect();
            #[allow(clippy::cast_precision_loss, reason = "there are not so many")]
            stage.put([*row as f64]);
            for point in along {
                let Vector { x, y, z } = point.place;
                stage.put([x, y, z, point.ahead_s, point.share]);
            }
        }
        rows.len()
    })
}

/// Where the numbers of the last call are.
#[unsafe(no_mangle)]
pub extern "C" fn placed() -> usize {
    with(|stage| stage.placed.as_ptr().addr())
}
