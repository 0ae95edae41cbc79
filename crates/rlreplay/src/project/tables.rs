//! Tables over lists of rows.

use ghostreel_timeline::{Schema, Table, TableKind, row_columns, table_rows};

use super::rows::*;
use super::ticks::BodyTable;
use crate::view::View;

macro_rules! tables {
    ($($name:ident: $row:ident $(+ $further:ident)?, $kind:ident, $time:expr, $meaning:literal;)*) => {
        $(table_row!($name, $row $(, $further)?);)*

        /// The schemas of the derived tables.
        pub(crate) fn schemas() -> Vec<Schema> {
            vec![$({
                #[allow(unused_mut, reason = "most tables have no further columns")]
                let mut schema =
                    Schema::of::<$row>(stringify!($name), TableKind::$kind, $time, $meaning);
                $(schema.columns.extend(row_columns::<$further>());)?
                schema
            },)*]
        }

        /// The derived tables. `schemas` are those of [`schemas`].
        pub(crate) fn tables<'a>(view: &'a View<'_>, schemas: &'a [Schema]) -> Vec<Table<'a>> {
            let world = view.world();
            let mut schemas = schemas.iter();
            let mut tables = Vec::new();
            $(tables.extend(schemas.next().map(|schema| table!(view, schema, &world.$name[..] $(, $further)?)));)*
            tables
        }
    };
}

/// The table of a type of rows, where it has one alone.
macro_rules! table_row {
    ($name:ident, $row:ident) => {
        table_rows! { $row: stringify!($name); }
    };
    ($name:ident, $row:ident, $further:ident) => {};
}

macro_rules! table {
    ($view:ident, $schema:ident, $rows:expr) => {
        Table::of($schema, $rows)
    };
    ($view:ident, $schema:ident, $rows:expr, TickRow) => {
        Table::new($schema, BodyTable::new($rows, $view.context().has_fine_units))
    };
}

// Rows of the table `ball` are of this type, too.
table_rows! { BodyRow: "cars"; }

tables! {
    frames: FrameRow, States, Some("time"), "a frame of the network stream";
    players: PlayerRow, Events, None, "someone who played";
    cars: BodyRow + TickRow, States, Some("time"), "a car moves";
    ball: BodyRow + TickRow, States, Some("time"), "the ball moves";
    inputs: InputRow, Steps, Some("time"), "a player steers";
    boost: BoostRow, Steps, Some("time"), "a car's boost";
    components: ComponentRow, Steps, Some("time"), "a part of a car begins or ends to act";
    items: ItemRow, Events, Some("time"), "an item is got, or used";
    pickups: PickupRow, Events, Some("time"), "a pickup is taken, or is there again";
    demolitions: DemolitionRow, Events, Some("time"), "a car is destroyed";
    damage: DamageRow, Events, Some("time"), "a panel of the floor is hit";
    welds: WeldRow, Steps, Some("time"), "something is stuck to an actor";
    goals: GoalRow, Events, Some("time"), "a goal";
    touches: TouchRow, Events, Some("time"), "the ball is hit";
    scoreboard: ScoreboardRow, Steps, Some("time"), "score, clock and state of the game";
    match_time: MatchTimeRow, States, Some("time"), "how long was played; nothing without play";
    player_scores: PlayerScoreRow, Steps, Some("time"), "a player's points";
    cameras: CameraRow, Steps, Some("time"), "a player's camera";
    actors: ActorRow, Events, None, "an actor from its appearance to its end";
}
