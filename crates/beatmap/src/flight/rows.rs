//! The objects that come towards the player, as tables: all that a place at a time follows from, but for the head. The page asks its module of flights about them, whose
//! columns are numbers in the order in which they are declared here.

use ghostreel_bsor::NoteIndex;
use ghostreel_timeline::{rows, table_rows};

use super::arc::{ArcFlight, ArcFlightEnd};
use super::grid::Point;
use super::kind::Kind;
use super::lane::lane;
use super::note::NoteFlight;
use super::wall::WallFlight;

rows! {
    /// A note, a link or a bomb on its way.
    pub struct FlightRow {
        time: f32, "s", "When it is due, in seconds of the song";
        kind: u8, "", "0 a note, 1 the head of a chain, 2 a link of a chain, 3 a bomb";
        color: Option<u8>, "", "0 left, 1 right", null "a bomb";
        has_arrow: bool, "", "Whether it is to be cut one way";
        note: Option<NoteIndex>, "", "Row of the table notes that is about it", null "the replay has no event of it";
        rotation: f32, "°", "By how much its lane is turned to the right";
        degrees: f32, "°", "By how much its arrow is turned counter-clockwise, from one that points down";
        start_x: f32, "m", "Where its jump begins, from the middle of its lane to the right";
        start_y: f32, "m", "How high its jump begins";
        x: f32, "m", "Where it is when it is due, from the middle of its lane to the right";
        y: f32, "m", "How high it is when it is due";
        detour: f32, "m", "By how much it goes over another one that it crosses; below 0 under it";
    }
}

rows! {
    /// A wall on its way.
    pub struct WallFlightRow {
        time: f32, "s", "When its front is due, in seconds of the song";
        end_time: f32, "s", "When its back has passed";
        rotation: f32, "°", "By how much its lane is turned to the right";
        left: f32, "m", "Its left side, from the middle of its lane to the right";
        right: f32, "m", "Its right side";
        bottom: f32, "m", "Its bottom";
        top: f32, "m", "Its top";
        ahead: f32, "m", "How far before the head its front is when it is due";
        shortest: f32, "m", "How long it is at least";
        is_hit: bool, "", "The head went into it";
        hit_time: Option<f32>, "s", "When the head went in", null "it did not";
        hit_end_time: Option<f32>, "s", "When the head came out, or the wall had passed", null "it did not go in";
    }
}

rows! {
    /// An arc on its way.
    pub struct ArcFlightRow {
        time: f32, "s", "When its head is due, in seconds of the song";
        end_time: f32, "s", "When its tail is due";
        color: u8, "", "0 left, 1 right";
        note: Option<NoteIndex>, "", "Row of the table notes that is about the note at its head", null "the replay has no event of it, or no note is there";
        is_loose: bool, "", "Where it ends is not in the replay";
        x: f32, "m", "Where its head is, from the middle of its lane to the right";
        y: f32, "m", "How high its head is";
        degrees: f32, "°", "Into which direction it leaves its head, as that of an arrow";
        pull: f32, "", "How far it is pulled that way";
        rotation: f32, "°", "By how much the lane of its head is turned to the right";
        end_x: f32, "m", "Where its tail is";
        end_y: f32, "m", "How high its tail is";
        end_degrees: f32, "°", "In which direction it arrives at its tail";
        end_pull: f32, "", "How far it is pulled that way";
        end_rotation: f32, "°", "By how much the lane of its tail is turned to the right";
        mid_anchor: i32, "", "How it bends between: 0 straight, 1 clockwise, 2 counter-clockwise";
    }
}

rows! {
    /// How fast everything comes that is in sight.
    pub struct PaceRow {
        time: f32, "s", "When, in seconds of the song; between two rows, values go from one to the other in a straight line";
        speed: f32, "m/s", "How fast";
        jump_distance: f32, "m", "How far a note jumps, to the player and as far behind";
        source: u8, "", "Who says so: 0 the map, 1 the cuts, to which it is fitted, 2 nobody: as in most songs";
    }
}

table_rows! {
    FlightRow: "flights";
    WallFlightRow: "wall_flights";
    ArcFlightRow: "arc_flights";
    PaceRow: "paces";
}

/// A value whose column is at hand as numbers.
trait OfNumber {
    fn of_number(number: f32) -> Self;
}

impl OfNumber for bool {
    fn of_number(number: f32) -> Self {
        number != 0.0
    }
}

macro_rules! of_number {
    ($($kind:ty),*) => {$(
        impl OfNumber for $kind {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it was such a number"
            )]
            fn of_number(number: f32) -> Self {
                number as Self
            }
        }
    )*};
}

of_number! { f32, i32, u8, u32 }

impl OfNumber for NoteIndex {
    fn of_number(number: f32) -> Self {
        Self::new(OfNumber::of_number(number))
    }
}

/// A missing value is not a number.
impl<A: OfNumber> OfNumber for Option<A> {
    fn of_number(number: f32) -> Self {
        (!number.is_nan()).then(|| A::of_number(number))
    }
}

macro_rules! of_numbers {
    ($($row:ident: $($member:ident)*;)*) => {$(
        impl $row {
            /// The number of columns.
            pub const COLUMNS: usize = [$(stringify!($member)),*].len();

            /// The row with the values of its columns, in their order.
            pub fn of_numbers(values: [f32; Self::COLUMNS]) -> Self {
                let [$($member),*] = values;
                Self { $($member: OfNumber::of_number($member)),* }
            }
        }
    )*};
}

of_numbers! {
    FlightRow: time kind color has_arrow note rotation degrees start_x start_y x y detour;
    WallFlightRow: time end_time rotation left right bottom top ahead shortest is_hit hit_time hit_end_time;
    ArcFlightRow: time end_time color note is_loose x y degrees pull rotation end_x end_y end_degrees end_pull end_rotation mid_anchor;
    PaceRow: time speed jump_distance source;
}

/// In the precision of the tables, which is the game's.
#[allow(clippy::cast_possible_truncation, reason = "in the precision of the game")]
fn single(value: f64) -> f32 {
    value as f32
}

impl FlightRow {
    /// The row of an object on its way, in a lane turned by `rotation` degrees. `note` is its row in the table notes.
    pub fn of(
        flight: &NoteFlight,
        rotation: f32,
        color: Option<u8>,
        has_arrow: bool,
        note: Option<NoteIndex>,
    ) -> Self {
        Self {
            time: single(flight.time_s),
            kind: flight.kind as u8,
            color,
            has_arrow,
            note,
            rotation,
            degrees: single(flight.degrees),
            start_x: single(flight.start.x),
            start_y: single(flight.start.y),
            x: single(flight.top.x),
            y: single(flight.top.y),
            detour: single(flight.detour_m),
        }
    }

    /// The flight of the row's object.
    pub fn flight(&self) -> NoteFlight {
        let point = |x: f32, y: f32| Point { x: x.into(), y: y.into() };
        NoteFlight {
            kind: Kind::ALL.get(usize::from(self.kind)).copied().unwrap_or_default(),
            time_s: self.time.into(),
            start: point(self.start_x, self.start_y),
            top: point(self.x, self.y),
            detour_m: self.detour.into(),
            degrees: self.degrees.into(),
            lane: lane(self.rotation),
        }
    }
}

impl WallFlightRow {
    /// The row of a wall on its way. `hit` is when the head went in and came out.
    pub fn of(flight: &WallFlight, rotation: f32, hit: Option<(f32, f32)>) -> Self {
        let [left, right, bottom, top] = flight.sides.map(single);
        let (hit_time, hit_end_time) = hit.unzip();
        Self {
            time: single(flight.time_s),
            end_time: single(flight.end_s),
            rotation,
            left,
            right,
            bottom,
            top,
            ahead: single(flight.ahead_m),
            shortest: single(flight.shortest_m),
            is_hit: hit.is_some(),
            hit_time,
            hit_end_time,
        }
    }

    /// The way of the wall.
    pub fn flight(&self) -> WallFlight {
        WallFlight {
            time_s: self.time.into(),
            end_s: self.end_time.into(),
            sides: [self.left, self.right, self.bottom, self.top].map(f64::from),
            ahead_m: self.ahead.into(),
            shortest_m: self.shortest.into(),
            lane: lane(self.rotation),
        }
    }
}

impl ArcFlightRow {
    /// The row of an arc on its way. `note` is the row of the note at its head in the table notes.
    pub fn of(flight: &ArcFlight, color: u8, is_loose: bool, note: Option<NoteIndex>) -> Self {
        let ArcFlight { head, tail, mid_anchor } = *flight;
        Self {
            time: single(head.time_s),
            end_time: single(tail.time_s),
            color,
            note,
            is_loose,
            x: single(head.place.x),
            y: single(head.place.y),
            degrees: single(head.degrees),
            pull: single(head.pull),
            rotation: head.rotation,
            end_x: single(tail.place.x),
            end_y: single(tail.place.y),
            end_degrees: single(tail.degrees),
            end_pull: single(tail.pull),
            end_rotation: tail.rotation,
            mid_anchor,
        }
    }

    /// The way of the arc.
    pub fn flight(&self) -> ArcFlight {
        let end = |time: f32, [x, y]: [f32; 2], degrees: f32, pull: f32, rotation| ArcFlightEnd {
            time_s: time.into(),
            place: Point { x: x.into(), y: y.into() },
            degrees: degrees.into(),
            pull: pull.into(),
            rotation,
        };
        let (head, tail) = ([self.x, self.y], [self.end_x, self.end_y]);
        ArcFlight {
            head: end(self.time, head, self.degrees, self.pull, self.rotation),
            tail: end(self.end_time, tail, self.end_degrees, self.end_pull, self.end_rotation),
            mid_anchor: self.mid_anchor,
        }
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_timeline::{Column, Columnar, Schema, Table, TableKind};

    use super::*;

    /// The numbers of a table's only row.
    fn numbers<R: Columnar + Clone>(row: R) -> Vec<f32> {
        let schema = Schema::of::<R>("table", TableKind::Events, None, "");
        let rows = [row];
        let table = Table::of(&schema, &rows[..]);
        let numbers = |column: &Column| {
            if column.validity.is_some() {
                return f32::NAN;
            }
            let single = column.as_f32().map(|all| all[0]);
            let whole = || column.as_i32().map(|all| all[0] as f32);
            let small = || column.as_u8().or(column.as_bool()).map(|all| f32::from(all[0]));
            single.or_else(whole).or_else(small).unwrap()
        };
        table.all_columns().unwrap().iter().map(numbers).collect()
    }

    #[test]
    fn rows_are_read_back_from_their_columns() {
        let flight = NoteFlight {
            kind: Kind::Link,
            time_s: 12.5,
            start: Point { x: 0.25, y: 0.5 },
            top: Point { x: -0.75, y: 1.5 },
            detour_m: 0.125,
            degrees: -135.0,
            lane: lane(30.0),
        };
        let row = FlightRow::of(&flight, 30.0, Some(1), true, Some(NoteIndex::new(7)));
        assert_eq!(row.flight(), flight);
        assert_eq!(FlightRow::of_numbers(numbers(row.clone()).try_into().unwrap()), row);

        let wall = WallFlight {
            time_s: 3.0,
            end_s: 4.5,
            sides: [-0.5, 0.25, 0.0, 3.0],
            ahead_m: 0.75,
            shortest_m: 0.0625,
            lane: None,
        };
        for hit in [Some((3.5, 4.0)), None] {
            let row = WallFlightRow::of(&wall, 0.0, hit);
            assert_eq!(row.flight(), wall);
            assert_eq!(WallFlightRow::of_numbers(numbers(row.clone()).try_into().unwrap()), row);
        }

        let end = |time_s, x, degrees| ArcFlightEnd {
            time_s,
            place: Point { x, y: 2.0 * x },
            degrees,
            pull: 0.5,
            rotation: 15.0,
        };
        let arc =
            ArcFlight { head: end(1.0, 0.5, 90.0), tail: end(2.0, 0.75, 45.0), mid_anchor: 2 };
        let row = ArcFlightRow::of(&arc, 0, true, None);
        assert_eq!(row.flight(), arc);
        assert_eq!(ArcFlightRow::of_numbers(numbers(row.clone()).try_into().unwrap()), row);

        let pace = PaceRow { time: 1.0, speed: 16.0, jump_distance: 20.0, source: 1 };
        assert_eq!(PaceRow::of_numbers(numbers(pace.clone()).try_into().unwrap()), pace);
    }
}
